import { describe, Problem } from '../core/internal.js';
import type { Tables } from './program.js';
import type { Rows } from './rows.js';
import type { TaskRun } from './task.js';
import type { Frame } from './types.js';

/** What a brain adds to the frames of its steps. */
export interface FrameHost {
  targetOf?(slot: number): unknown;
  take?(slot: number, fact: string, amount: number): boolean;
}

/**
 * The one frame of a store. It reads from the row and node that are being worked on, and only what a callback asks for:
 * most ask for nothing, so nothing is prepared for them.
 */
export class FrameView implements Frame {
  readonly #rows: Rows;
  readonly #tables: Tables;
  /** What the owner of the store wants callbacks to find. */
  host: unknown = undefined;
  /** Seconds in the activation whose callback runs. A plain property: what a getter returns is often boxed, for 16 bytes a call. */
  elapsed: number = NaN;
  /** The cells of the leaf whose callback runs. */
  cells: unknown = undefined;
  /** Running tasks by lane and slot. */
  readonly tasks: (TaskRun | undefined)[][] = [];
  /** Own properties, so that `({ post }) => post('noise')` works. */
  readonly post: (event: string) => void;
  readonly sleep: (seconds: number) => void;

  constructor(rows: Rows) {
    this.#rows = rows;
    this.#tables = rows.tables;
    const numbers = new Map(rows.program.events.map((name, index) => [name, index]));
    this.post = (event) => {
      requireOpen(rows, 'post');
      const number = numbers.get(event);
      if (number !== undefined) rows.raise(number);
    };
    this.sleep = (seconds) => {
      requireOpen(rows, 'sleep');
      const place = rows.tables.sleep[rows.node]!;
      const path = rows.program.ids[rows.node]!;
      if (place === -1) throw new Problem('cannot-sleep', 'this leaf has no place to remember its sleep', { path, hint: 'declare it: leaf({ sleeps: true, ... })' });
      if (!(seconds >= 0)) throw new Problem('bad-time', `sleep takes seconds, 0 or more, not ${describe(seconds)}`, { path });
      rows.numbers[rows.base + place] = seconds;
    };
  }

  get target(): unknown {
    return (this.host as FrameHost | undefined)?.targetOf?.(this.#rows.slot);
  }

  take(fact: string, amount = 1): boolean {
    const host = this.host as FrameHost | undefined;
    if (host?.take === undefined) throw new Problem('nothing-to-take', `frame.take("${fact}") was called where there are no shared facts`, { hint: 'only the steps of a brain can take' });
    return host.take(this.#rows.slot, fact, amount);
  }

  get dt(): number {
    return this.#rows.dt;
  }

  get token(): number {
    return this.#rows.state[this.#rows.slot * this.#tables.stateWidth + this.lane + 1]!;
  }

  get slot(): number {
    return this.#rows.slot;
  }

  /** State place of the lane: with the slot it names the activation's task. */
  get lane(): number {
    return this.#tables.lane[this.#rows.node]!;
  }
}

function requireOpen(rows: Rows, what: string): void {
  if (!rows.open) throw new Problem('frame-kept', `frame.${what} was called outside a callback`, { hint: `a frame is only valid inside its callback; use the store's ${what}` });
}

import { describe, failure, Problem, type Status } from '../core/index.js';
import type { Tables } from './program.js';
import { exitReasons, stateEvent, type Rows } from './rows.js';
import type { TaskRun } from './task.js';
import type { Frame } from './types.js';

/** Told of every throw in a callback: the entity, which callback of which state, and what was thrown. */
export type StateErrorHandler = (slot: number, path: string, error: unknown) => void;

/** The one frame of a store. Fields are set before each callback. */
export class FrameView implements Frame {
  dt = 0;
  elapsed = 0;
  cells: unknown = {};
  token = 0;
  slot = 0;
  host: unknown = undefined;
  /** State place of the lane: with the slot it names the activation's task. */
  lane = 0;
  /** Running tasks by lane and slot. */
  readonly tasks: (TaskRun | undefined)[][] = [];
  readonly post: (event: string) => void;
  readonly sleep: (seconds: number) => void;
  readonly report: (path: string, error: unknown) => void;

  constructor(post: (event: string) => void, sleep: (seconds: number) => void, report: (path: string, error: unknown) => void) {
    this.post = post;
    this.sleep = sleep;
    this.report = report;
  }
}

/** Calls the user's functions for the entity that is being worked on. Nothing that they throw gets past here. */
export class Calls {
  readonly frame: FrameView;
  readonly #rows: Rows;
  readonly #tables: Tables;
  readonly #cells: readonly unknown[];
  readonly #onError: StateErrorHandler | undefined;
  /** The leaf whose callback runs. */
  #node = 0;
  #cellBase = 0;
  /** What the error handler itself threw: thrown on when the store is at rest again. */
  #rethrow: { readonly error: unknown } | undefined;

  constructor(rows: Rows, onError: StateErrorHandler | undefined) {
    this.#rows = rows;
    this.#tables = rows.tables;
    this.#onError = onError;
    const { program } = rows;
    const eventNumbers = new Map(program.events.map((name, index) => [name, index]));
    this.frame = new FrameView(
      (event) => {
        this.#requireOpen('post');
        const number = eventNumbers.get(event);
        if (number !== undefined) rows.push(rows.slot, number);
      },
      (seconds) => this.#sleep(seconds),
      (path, error) => this.report(path, error),
    );
    this.#cells = program.tables.cells.map((names) => this.#cellView(names));
  }

  /** Points the frame at the activation of a leaf. */
  aim(node: number): FrameView {
    const { frame } = this;
    const rows = this.#rows;
    const tables = this.#tables;
    const clock = tables.clock[node]!;
    const lane = tables.lane[node]!;
    frame.elapsed = clock === -1 ? NaN : rows.numbers[rows.base + clock]!;
    frame.dt = rows.dt;
    frame.slot = rows.slot;
    frame.lane = lane;
    frame.token = rows.state[rows.at + lane + 1]!;
    frame.cells = this.#cells[node];
    this.#cellBase = rows.base + tables.cellAt[node]!;
    this.#node = node;
    return frame;
  }

  /** Drives a leaf. A throw, and an answer that is no status, count as failure. */
  drive(node: number): Status {
    const rows = this.#rows;
    let status: Status = failure;
    let detail = 3;
    try {
      status = this.#tables.drive[node]!(rows.body, rows.paramsOf(node), this.aim(node) as Frame);
      detail = status;
      if (status !== 0 && status !== 1 && status !== 2) {
        const answer: unknown = status;
        status = failure;
        detail = 3;
        throw new Problem('not-a-status', `a leaf must answer running, success or failure, not ${describe(answer)}`, { path: this.#path(node, 'drive') });
      }
    } catch (error) {
      status = failure;
      detail = 3;
      this.report(this.#path(node, 'drive'), error);
    }
    rows.trace?.(rows.slot, node, stateEvent.drive, detail);
    return status;
  }

  /** Returns false when it threw. */
  enter(node: number): boolean {
    const enter = this.#tables.enter[node];
    if (enter === undefined) return true;
    try {
      enter(this.#rows.body, this.#rows.paramsOf(node), this.aim(node));
      return true;
    } catch (error) {
      this.report(this.#path(node, 'enter'), error);
      return false;
    }
  }

  exit(node: number, why: number): void {
    const exit = this.#tables.exit[node];
    if (exit === undefined) return;
    try {
      exit(this.#rows.body, this.#rows.paramsOf(node), exitReasons[why]!, this.aim(node));
    } catch (error) {
      this.report(this.#path(node, 'exit'), error);
    }
  }

  resume(node: number): void {
    const resume = this.#tables.resume[node];
    if (resume === undefined) return;
    this.#rows.trace?.(this.#rows.slot, node, stateEvent.resume, 0);
    try {
      resume(this.#rows.body, this.#rows.paramsOf(node), this.aim(node));
    } catch (error) {
      this.report(this.#path(node, 'resume'), error);
    }
  }

  undo(node: number): void {
    this.#rows.trace?.(this.#rows.slot, node, stateEvent.undo, 0);
    try {
      this.#tables.undo[node]!(this.#rows.body, this.#rows.paramsOf(node));
    } catch (error) {
      this.report(this.#path(node, 'undo'), error);
    }
  }

  /** Asks a transition's guard; a throw is a no. */
  guard(way: number): boolean {
    const when = this.#tables.when[way];
    if (when === undefined) return true;
    const machine = this.#tables.machineOf[way]!;
    try {
      return when(this.#rows.body, this.#rows.paramsOf(machine));
    } catch (error) {
      this.report(this.#path(machine, 'when'), error);
      return false;
    }
  }

  /** Asks whether a step may be entered; a throw is a no. */
  precheck(steps: number, kid: number, params: unknown): boolean {
    const precheck = this.#tables.precheck[steps];
    if (precheck === undefined) return true;
    try {
      return precheck(this.#rows.body, this.#rows.program.names[kid]!, params);
    } catch (error) {
      this.report(this.#path(steps, 'precheck'), error);
      return false;
    }
  }

  report(path: string, error: unknown): void {
    try {
      this.#onError?.(this.#rows.slot, path, error);
    } catch (thrown) {
      this.#rethrow ??= { error: thrown };
    }
  }

  /** Gives up the running tasks of a slot whose activations are gone without an exit. */
  dropTasks(slot: number): void {
    for (const bySlot of this.frame.tasks) {
      bySlot?.[slot]?.cancel();
      if (bySlot !== undefined) bySlot[slot] = undefined;
    }
  }

  /** Throws what the error handler threw, now that the store is at rest. */
  rethrow(): void {
    if (this.#rethrow === undefined) return;
    const { error } = this.#rethrow;
    this.#rethrow = undefined;
    throw error;
  }

  #path(node: number, callback: string): string {
    return `${this.#rows.program.ids[node]!}.${callback}`;
  }

  #requireOpen(what: string): void {
    if (!this.#rows.open) throw new Problem('frame-kept', `frame.${what} was called outside a callback`, { hint: `a frame is only valid inside its callback; use the store's ${what}` });
  }

  #sleep(seconds: number): void {
    this.#requireOpen('sleep');
    const place = this.#tables.sleep[this.#node]!;
    if (place === -1) throw new Problem('cannot-sleep', 'this leaf has no place to remember its sleep', { path: this.#path(this.#node, 'sleep'), hint: 'declare it: leaf({ sleeps: true, ... })' });
    if (!(seconds >= 0)) throw new Problem('bad-time', `sleep takes seconds, 0 or more, not ${describe(seconds)}`, { path: this.#path(this.#node, 'sleep') });
    this.#rows.numbers[this.#rows.base + place] = seconds;
  }

  /** An object whose properties read and write the cells of whatever activation the frame points at. */
  #cellView(names: readonly { readonly name: string }[]): unknown {
    const view = {};
    names.forEach(({ name }, offset) =>
      Object.defineProperty(view, name, {
        enumerable: true,
        get: () => this.#rows.numbers[this.#cellBase + offset],
        set: (value: number) => {
          this.#rows.numbers[this.#cellBase + offset] = value;
        },
      }),
    );
    return Object.freeze(view);
  }
}

import { checkKeys, describe, Problem, readSeed } from '../core/internal.js';
import { trimClaims } from './claims.js';
import { CrowdCore, type MindError, type MindWarning } from './crowd-core.js';
import { passTime } from './crowd-tick.js';
import { inside, marked, openHandle } from './handles.js';
import { checkEvery, MindHandle } from './mind.js';
import { programOf } from './program.js';
import type { Brain, Mind, SpawnOptions } from './types.js';
import { makeGroup } from './wire.js';

/** How a crowd is set up. */
export interface CrowdOptions {
  /** Two crowds with one seed and the same inputs run alike, bit for bit. A whole number or a text; default 1. */
  readonly seed?: number | string;
  /** Search expansions a tick for all minds together; default 2000. */
  readonly expansionsPerTick?: number;
  /**
   * `json` (default): event data is plain, and anything else is refused by `notify`. `reference`: objects are taken too and stay themselves,
   * also in a rollback; while one waits to be heard, the mind cannot be saved as JSON, and another process does not get that event.
   */
  readonly eventData?: 'json' | 'reference';
  /** How often minds are ticked: a function of the body, asked once a second and mind; 1 is every tick. */
  readonly lod?: (body: never) => number;
  /** Hears of every throw in a callback. What it throws is thrown by `tick`, when all minds have ticked. */
  readonly onError?: (error: MindError) => void;
}

/**
 * Many minds with one clock, one planner and one budget.
 * @see saveCrowd
 * @see swap
 * @see trace
 */
export interface Crowd {
  /** Ticks so far. */
  readonly ticks: number;
  /** Seconds that have gone by. */
  readonly time: number;
  /** Minds alive. */
  readonly size: number;
  /** What callbacks threw, the last 256. */
  readonly errors: readonly MindError[];
  /** Values that could not be stored or counted as given; each path says so once. */
  readonly warnings: readonly MindWarning[];
  /** Searches that are not answered; minds that ask the same share one. */
  readonly searches: number;
  /** Search expansions spent in the last tick, at most `expansionsPerTick`. */
  readonly expansions: number;
  /** A new mind for a body. Inside a tick it comes to life when the tick is over. */
  spawn<Body, F, A, G, V>(brain: Brain<Body, F, A, G, V>, body: Body, options?: SpawnOptions): Mind<F, A, G, V>;
  /** The mind of this number, for one who has no handle on it. Undefined when it is not alive. */
  mind(id: number): Mind<any, any, any, any> | undefined;
  /** Every mind that is alive, in the order in which they tick. */
  minds(): IterableIterator<Mind<any, any, any, any>>;
  /** Lets `dt` seconds pass for all minds. @throws Problem if `dt` is negative or not finite, or when called inside a tick */
  tick(dt: number): void;
  /** Sets a shared fact, of a family with the members in brackets: `stock[stove][raw]`. Inside a tick it takes place when the tick is over. */
  set(fact: string, value: boolean | number | string): void;
  /**
   * Adds to a shared number, or takes from it. False, and nothing is changed, when it would leave its range. Where less is left than plans
   * have claimed, the latest of them end with `refused`. @throws Problem for what is no number
   */
  add(fact: string, amount: number): boolean;
  /** A shared fact as it is now, what is claimed of it included. */
  get(fact: string): boolean | number | string;
  /** Bytes a mind of this brain takes in columns. */
  bytesPerMind(brain: Brain<any>): number;
}

const optionNames = ['seed', 'expansionsPerTick', 'eventData', 'lod', 'onError'];

/** Makes an empty crowd. @throws Problem for an unknown option or an invalid value */
export function crowd(options: CrowdOptions = {}): Crowd {
  return new CrowdHandle(options);
}

/** What is inside a crowd's handle. @throws Problem for what is no crowd */
export function coreOf(crowd: Crowd): CrowdCore {
  const found = openHandle(crowd)?.['crowd'] as CrowdCore | undefined;
  if (found === undefined) throw new Problem('not-a-crowd', 'this is no crowd', { hint: 'make one with crowd()' });
  return found;
}

/** The crowd as its users see it, over the core and its groups. */
class CrowdHandle implements Crowd {
  readonly #core: CrowdCore;

  constructor(options: CrowdOptions) {
    checkKeys(options as Readonly<Record<string, unknown>>, optionNames, 'crowd');
    this.#core = new CrowdCore(
      makeGroup,
      {
        seed: readSeed(options.seed ?? 1, 'crowd.seed'),
        expansionsPerTick: count(options.expansionsPerTick ?? 2000, 'expansionsPerTick'),
      },
      options.onError,
    );
    const { eventData = 'json' } = options;
    if (eventData !== 'json' && eventData !== 'reference') throw new Problem('bad-value', `event data cannot be kept as ${describe(eventData)}`, { path: 'crowd.eventData', hint: '"json" or "reference"' });
    if (eventData === 'reference') this.#core.references = new Map();
    this.#core.lod = options.lod;
  }

  /** @internal */
  get [inside](): { readonly crowd: CrowdCore } {
    return { crowd: this.#core };
  }

  /** @internal */
  get [marked](): true {
    return true;
  }

  get ticks(): number {
    return this.#core.tick;
  }

  get time(): number {
    return this.#core.time;
  }

  get size(): number {
    return this.#core.living;
  }

  get errors(): readonly MindError[] {
    return this.#core.errors;
  }

  get warnings(): readonly MindWarning[] {
    return this.#core.warnings;
  }

  get searches(): number {
    return this.#core.desk.pending;
  }

  get expansions(): number {
    return this.#core.desk.spent;
  }

  spawn<Body, F, A, G, V>(brain: Brain<Body, F, A, G, V>, body: Body, options: SpawnOptions = {}): Mind<F, A, G, V> {
    checkKeys(options as Readonly<Record<string, unknown>>, ['seed', 'every', 'key'], 'spawn');
    if (options.every !== undefined) checkEvery(options.every, 'spawn.every');
    const seed = options.seed === undefined ? undefined : readSeed(options.seed, 'spawn.seed');
    const { key } = options;
    if (key !== undefined && typeof key !== 'string' && !Number.isSafeInteger(key)) throw new Problem('bad-key', `the key of a mind is a text or a whole number, not ${describe(key)}`, { path: 'spawn.key' });
    const program = programOf(brain);
    const minds = this.#core.group(program);
    const handle = new MindHandle<F, A, G, V>(this.#core, program);
    this.#core.whenQuiet(() => void handle.settle(minds.spawn(body, { ...options, seed })));
    return handle;
  }

  mind(id: number): Mind<any, any, any, any> | undefined {
    const place = this.#core.find(id);
    return place === undefined ? undefined : new MindHandle<any, any, any, any>(this.#core, place.minds.program).settle(place.slot);
  }

  *minds(): IterableIterator<Mind<any, any, any, any>> {
    for (const minds of this.#core.order.slice()) {
      for (const slot of minds.alive()) yield new MindHandle<any, any, any, any>(this.#core, minds.program).settle(slot);
    }
  }

  tick(dt: number): void {
    passTime(this.#core, dt);
  }

  set(fact: string, value: boolean | number | string): void {
    // Looked up at once, so that a wrong name or value is refused here and not at the end of the tick.
    this.#core.shared.check(fact, value);
    this.#core.used = true;
    this.#core.whenQuiet(() => {
      this.#core.shared.set(fact, value);
      trimClaims(this.#core.shared);
    });
  }

  add(fact: string, amount: number): boolean {
    const { shared } = this.#core;
    const added = shared.add(fact, amount);
    // Inside a tick that is done when it is over.
    if (added && !this.#core.ticking) trimClaims(shared);
    return added;
  }

  get(fact: string): boolean | number | string {
    return this.#core.shared.get(fact);
  }

  bytesPerMind(brain: Brain<any>): number {
    return this.#core.group(programOf(brain)).columns.bytesPerSlot;
  }
}

function count(value: unknown, name: string): number {
  if (typeof value === 'number' && value >= 1 && (Number.isInteger(value) || value === Infinity)) return value;
  throw new Problem('bad-count', `crowd.${name} is a whole number of at least 1, not ${describe(value)}`, { path: `crowd.${name}` });
}

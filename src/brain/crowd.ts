import { describe, Problem, TraceRing } from '../core/index.js';
import { checkKeys } from '../facts/index.js';
import { CrowdCore, type MindError, type MindWarning } from './crowd-core.js';
import { readCrowd, writeCrowd } from './crowd-buffer.js';
import { tickCrowd } from './crowd-tick.js';
import { flag } from './mind-columns.js';
import { checkEvery, MindHandle, type Home } from './mind.js';
import { Minds } from './minds.js';
import { programOf, type BrainProgram } from './program.js';
import { swapBrain, type SwapReport } from './swap.js';
import { restoreMind } from './restore-mind.js';
import { refuseUnsaved } from './save-mind.js';
import type { MindSnapshot, RestoreReport } from './snapshot.js';
import type { Brain, Mind, RestorePolicy, SpawnOptions } from './types.js';

/** How a crowd is set up. */
export interface CrowdOptions {
  /** Two crowds with one seed and the same inputs run alike, bit for bit. Default 1. */
  readonly seed?: number;
  /** Search expansions a tick for all minds together; default 2000. */
  readonly expansionsPerTick?: number;
  /** Keeps this many trace records; default none. */
  readonly trace?: number;
  /** How often minds are ticked: a function of the body, asked once a second and mind; 1 is every tick. */
  readonly lod?: (body: never) => number;
  /** Hears of every throw in a callback. What it throws is thrown by `tick`, when all minds have ticked. */
  readonly onError?: (error: MindError) => void;
}

/** Many minds with one clock, one planner and one budget. */
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
  readonly trace: TraceRing | undefined;
  /** Searches that are not answered; minds that ask the same share one. */
  readonly searches: number;
  /** Search expansions spent in the last tick, at most `expansionsPerTick`. */
  readonly expansions: number;
  /** A new mind for a body. Inside a tick it comes to life when the tick is over. */
  spawn<Body, F, A, G, V>(brain: Brain<Body, F, A, G, V>, body: Body, options?: SpawnOptions): Mind<F, A, G, V>;
  /** The mind of this number, for one who has no handle on it: after `restore` into another crowd. Undefined when it is not alive. */
  mind(id: number): Mind<any, any, any, any> | undefined;
  /** A saved mind goes on in this crowd; see `brain.restore`. */
  restoreMind<Body, F, A, G, V>(brain: Brain<Body, F, A, G, V>, body: Body, snapshot: MindSnapshot, changed?: RestorePolicy, report?: (report: RestoreReport) => void): Mind<F, A, G, V>;
  /** Lets `dt` seconds pass for all minds. @throws Problem for a time that is none, or inside a tick */
  tick(dt: number): void;
  /**
   * The whole crowd as one block of bytes, searches included; bodies are not in it.
   * @param into a buffer of an earlier save that is not needed any more: it is written over when its length fits, which is much faster
   * @throws Problem inside a tick, and when a tree runs on a library that cannot save it
   */
  save(into?: ArrayBuffer): ArrayBuffer;
  /**
   * Puts a saved crowd in place of this one; what was running here is forgotten without exits, as rollback wants it. Handles of minds that
   * are in both stay good.
   * @param bytes what {@link save} gave; what was read from a file may be handed in as it is
   * @param bodyOf the body of a mind by id; default: the one it has now
   * @param brains brains that have no minds here yet
   * @throws Problem when the block is not whole, malformed or of other brains, or a body is not known; then nothing is changed
   */
  restore(bytes: ArrayBuffer | Uint8Array, bodyOf?: (id: number, brain: string) => unknown, brains?: readonly Brain<any>[]): void;
  /** Hot reload: the minds of one brain go on in another one, with what can be matched by name; see {@link SwapReport}. */
  swap<Body>(old: Brain<Body>, fresh: Brain<Body>): SwapReport;
  /** Sets a shared fact, of a family with the members in brackets: `stock[stove][raw]`. Inside a tick it takes place when the tick is over. */
  set(fact: string, value: boolean | number | string): void;
  /** A shared fact as it is now. */
  get(fact: string): boolean | number | string;
  /** Bytes a mind of this brain takes in columns. */
  bytesPerMind(brain: Brain<any>): number;
}

const optionNames = ['seed', 'expansionsPerTick', 'trace', 'lod', 'onError'];

/** Most trace records that are kept: half a gigabyte. */
const mostRecords = 1 << 24;

/** A tick longer than this is suspicious: somebody passes milliseconds. */
const longTick = 5;

/** Seconds between two looks of the level-of-detail function at one mind. */
const lodEvery = 1;

/** Makes an empty crowd. @throws Problem for an option that is unknown or of no use */
export function crowd(options: CrowdOptions = {}): Crowd {
  return new CrowdHandle(options);
}

/** The crowd as its users see it, over the core and its groups. */
export class CrowdHandle implements Crowd {
  /** @internal */
  readonly core: CrowdCore;
  readonly #groups = new Map<BrainProgram, Minds>();
  readonly #lod: ((body: never) => number) | undefined;
  readonly #later: (() => void)[] = [];

  constructor(options: CrowdOptions) {
    checkKeys(options as Readonly<Record<string, unknown>>, optionNames, 'crowd');
    const trace = options.trace === undefined ? null : new TraceRing(Math.min(mostRecords, count(options.trace, 'trace')));
    this.core = new CrowdCore(
      (program) => this.group(program),
      options.seed ?? 1,
      count(options.expansionsPerTick ?? 2000, 'expansionsPerTick'),
      trace,
      options.onError,
    );
    this.#lod = options.lod;
  }

  get ticks(): number {
    return this.core.tick;
  }

  get time(): number {
    return this.core.time;
  }

  get size(): number {
    return this.core.groups.reduce((sum, minds) => sum + minds.living, 0);
  }

  get errors(): readonly MindError[] {
    return this.core.errors;
  }

  get warnings(): readonly MindWarning[] {
    return this.core.warnings;
  }

  get trace(): TraceRing | undefined {
    return this.core.trace ?? undefined;
  }

  get searches(): number {
    return this.core.desk.pending;
  }

  get expansions(): number {
    return this.core.desk.spent;
  }

  spawn<Body, F, A, G, V>(brain: Brain<Body, F, A, G, V>, body: Body, options: SpawnOptions = {}): Mind<F, A, G, V> {
    checkKeys(options as Readonly<Record<string, unknown>>, ['seed', 'every'], 'spawn');
    if (options.every !== undefined) checkEvery(options.every, 'spawn.every');
    if (options.seed !== undefined && !Number.isFinite(options.seed)) throw new Problem('bad-seed', `a seed is a number, not ${describe(options.seed)}`, { path: 'spawn.seed' });
    const minds = this.group(programOf(brain));
    const handle = new MindHandle<F, A, G, V>(this.#home(minds));
    this.#whenQuiet(() => handle.settle(minds.spawn(body, options)));
    return handle;
  }

  mind(id: number): Mind<any, any, any, any> | undefined {
    for (const minds of this.core.groups) {
      for (let slot = 0; slot < minds.slots; slot++) {
        if (!minds.isAlive(slot, id) || (minds.c.flags.data[slot]! & flag.inner) !== 0) continue;
        const handle = new MindHandle<any, any, any, any>(this.#home(minds));
        handle.settle(slot);
        return handle;
      }
    }
    return undefined;
  }

  restoreMind<Body, F, A, G, V>(brain: Brain<Body, F, A, G, V>, body: Body, snapshot: MindSnapshot, changed: RestorePolicy = 'error', report?: (report: RestoreReport) => void): Mind<F, A, G, V> {
    this.#refuseInside('restoreMind');
    const minds = this.group(programOf(brain));
    const restored = this.#asTick(() => restoreMind(minds, body, snapshot, changed));
    report?.(restored.report);
    const handle = new MindHandle<F, A, G, V>(this.#home(minds));
    handle.settle(restored.slot);
    return handle;
  }

  tick(dt: number): void {
    const { core } = this;
    if (!(dt >= 0 && dt < Infinity)) throw new Problem('bad-time', `a tick takes 0 seconds or more, not ${describe(dt)}`, { path: 'crowd.tick' });
    if (core.ticking) throw new Problem('tick-inside-tick', 'a callback ticked the crowd it runs in', { path: 'crowd.tick' });
    if (dt > longTick) core.warn(-1, '', 'crowd.tick', 'long', `a tick took ${dt} s: times are seconds, not milliseconds`);
    this.#asTick(() => {
      tickCrowd(core, dt);
      this.#setDetail(dt);
    });
  }

  set(fact: string, value: boolean | number | string): void {
    // Looked up at once, so that a wrong name or value is refused here and not at the end of the tick.
    this.core.shared.check(fact, value);
    this.#whenQuiet(() => this.core.shared.set(fact, value));
  }

  get(fact: string): boolean | number | string {
    return this.core.shared.get(fact);
  }

  save(into?: ArrayBuffer): ArrayBuffer {
    this.#refuseInside('save');
    for (const minds of this.core.groups) {
      for (let slot = 0; slot < minds.slots && !minds.tree.saves; slot++) if ((minds.c.flags.data[slot]! & flag.alive) !== 0) refuseUnsaved(minds, slot, 'crowd.save');
    }
    return writeCrowd(this.core, into);
  }

  restore(bytes: ArrayBuffer | Uint8Array, bodyOf?: (id: number, brain: string) => unknown, brains: readonly Brain<any>[] = []): void {
    this.#refuseInside('restore');
    try {
      this.#asTick(() => readCrowd(this.core, bytes, brains.map(programOf), bodyOf ?? this.#bodies()));
    } catch (error) {
      // What `bodyOf` asked for belongs to a restore that has not been.
      this.#later.length = 0;
      throw error;
    }
  }

  swap<Body>(old: Brain<Body>, fresh: Brain<Body>): SwapReport {
    this.#refuseInside('swap');
    const [from, to] = [programOf(old), programOf(fresh)];
    if (from === to) return { minds: 0, restartedSteps: 0, lost: new Map() };
    return this.#asTick(() => swapBrain(this.group(from), to));
  }

  bytesPerMind(brain: Brain<any>): number {
    return this.group(programOf(brain)).columns.bytesPerSlot;
  }

  /** @internal The minds of a brain; made when its first one is spawned. */
  group(program: BrainProgram): Minds {
    let minds = this.#groups.get(program);
    if (minds === undefined) {
      minds = new Minds(program, this.core);
      this.#groups.set(program, minds);
      // Now, and not when the first of them is needed: their shared facts belong to the crowd from the start.
      for (const inner of program.inner) this.group(inner);
    }
    return minds;
  }

  /** Bodies by id as they are now. */
  #bodies(): (id: number) => unknown {
    const bodies = new Map<number, unknown>();
    for (const { slots, c, bodies: own } of this.core.groups) {
      for (let slot = 0; slot < slots; slot++) if ((c.flags.data[slot]! & flag.alive) !== 0) bodies.set(c.id.data[slot]!, own[slot]);
    }
    return (id) => {
      if (!bodies.has(id)) throw new Problem('no-body', `mind ${id} of the saved crowd is not alive here, so its body is not known`, { path: 'crowd.restore', hint: 'hand in bodyOf' });
      return bodies.get(id);
    };
  }

  #refuseInside(what: string): void {
    if (this.core.ticking) throw new Problem('inside-tick', `crowd.${what} was called inside a tick`, { path: `crowd.${what}`, hint: 'collect what to do and do it when crowd.tick has returned' });
  }

  #home(minds: Minds): Home {
    return { minds, tickAlone: (dt) => this.#tickAlone(dt), later: (work) => this.#whenQuiet(work) };
  }

  #tickAlone(dt: number): void {
    if (this.size > 1) throw new Problem('not-alone', 'this mind lives in a crowd, which ticks all its minds', { path: 'mind.tick', hint: 'call crowd.tick(dt)' });
    this.tick(dt);
  }

  /** Now, or when the tick that is under way is over. */
  #whenQuiet(work: () => void): void {
    if (this.core.ticking) this.#later.push(work);
    else this.#asTick(work);
  }

  /** Work between ticks that may run callbacks counts as a tick of its own: what those ask for waits until it is done. */
  #asTick<Answer>(work: () => Answer): Answer {
    const { core } = this;
    let answer: Answer;
    core.ticking = true;
    try {
      answer = work();
      this.#catchUp();
    } finally {
      core.ticking = false;
    }
    core.rethrow();
    return answer;
  }

  /** What was asked for inside the tick, and inside of that, in order. */
  #catchUp(): void {
    for (let work = this.#later.shift(); work !== undefined; work = this.#later.shift()) work();
  }

  #setDetail(dt: number): void {
    const lod = this.#lod;
    const { core } = this;
    if (lod === undefined) return;
    core.sinceDetail += dt;
    if (core.sinceDetail < lodEvery) return;
    core.sinceDetail %= lodEvery;
    for (const minds of this.core.groups) {
      for (let slot = 0; slot < minds.slots; slot++) {
        if ((minds.c.flags.data[slot]! & flag.alive) === 0) continue;
        try {
          const every = lod(minds.bodies[slot] as never);
          if (every >= 1) minds.c.every.data[slot] = Math.min(0xffff, Math.floor(every));
        } catch (error) {
          this.core.report(minds.c.id.data[slot]!, 'crowd.lod', error);
        }
      }
    }
  }
}

function count(value: unknown, name: string): number {
  if (typeof value === 'number' && value >= 1 && (Number.isInteger(value) || value === Infinity)) return value;
  throw new Problem('bad-count', `crowd.${name} is a whole number of at least 1, not ${describe(value)}`, { path: `crowd.${name}` });
}

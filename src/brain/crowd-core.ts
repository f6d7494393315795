import { Problem, thrownText, traceLayer, type TraceLayer, type TraceRecord, type TraceRing } from '../core/internal.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { Places } from './places.js';
import { PlanDesk } from './plan-desk.js';
import type { BrainProgram } from './program.js';
import { SharedFacts } from './shared-facts.js';
import { Stations } from './stations.js';
import { traceEvent } from './trace-events.js';

/** Something that a user's callback threw. */
export interface MindError {
  readonly tick: number;
  /** Id of the mind. */
  readonly mind: number;
  /** Where: `senses.timed.eyes`, `brain.utility.repel.seen`, `brain.tree.root/sequence/flee`, `brain.steps.goTo.drive`. */
  readonly path: string;
  /** What was thrown, as text. */
  readonly text: string;
  /** What was thrown. */
  readonly error: unknown;
}

/** A value that was not stored or counted as it was given; said once a path. */
export interface MindWarning {
  readonly tick: number;
  /** Id of the mind that gave it first; -1 for the crowd itself. */
  readonly mind: number;
  /** Name of its brain; empty for the crowd itself. */
  readonly brain: string;
  readonly path: string;
  readonly text: string;
}

/** Where a mind lives. */
export interface Place {
  readonly minds: Minds;
  readonly slot: number;
}

/** While a saved mind is restored: whoever runs an inner mind for one of its steps has that filled with what was saved of it. */
export interface Restoring {
  fillInner(minds: Minds, slot: number, old: number): void;
}

/** Who writes down what happens, and what led to it; attached by `trace`. */
export interface Tracer {
  readonly ring: TraceRing;
  note(minds: Minds, slot: number, layer: TraceLayer, node: number, event: number, a: number, b: number): void;
  /** Forgets what a slot's former mind did. */
  reset(minds: Minds, slot: number): void;
  /** The records that led to where the mind stands, newest first. */
  causes(minds: Minds, slot: number): readonly TraceRecord[];
}

/** What is the same for a crowd from its making on. */
export interface CrowdSettings {
  readonly seed: number;
  readonly expansionsPerTick: number;
}

/** Most errors and warnings that are kept. */
const mostRecords = 256;

/** What all minds of a crowd share: the clock, the budgets, the trace, the records of what went wrong. A lone mind has one of its own. */
export class CrowdCore {
  settings: CrowdSettings;
  trace: Tracer | null = null;
  readonly shared: SharedFacts = new SharedFacts();
  readonly desk: PlanDesk = new PlanDesk();
  readonly places: Places = new Places();
  readonly stations: Stations = new Stations();
  /** One group a brain, in the order of their first mind. */
  readonly groups: Minds[] = [];
  /** The same in the order in which they tick: a brain that was swapped for another one leaves its place to it. */
  readonly order: Minds[] = [];
  restoring: Restoring | undefined = undefined;
  /** Who goes along, see `follow`. */
  readonly followers: { readonly gate?: () => boolean; readonly ticked?: () => void }[] = [];
  /** Ticks so far. */
  tick = 0;
  /** Seconds that have gone by. */
  time = 0;
  /** Seconds since the level of detail was last asked for. */
  sinceDetail = 0;
  ticking = false;
  /** How often minds are ticked, by body. */
  lod: ((body: never) => number) | undefined = undefined;
  /** Minds spawned so far: the next one's random stream. */
  spawned = 0;
  /** The next mind's number; never used again, also when the crowd is put back to an earlier moment. */
  nextId = 0;
  /** The crowd has had a mind or a `set`. */
  used = false;
  /** Changes when minds come to live elsewhere: handles then look where. */
  moves = 0;
  /** Event data that is kept by reference, by number, for saves that are restored in this process; null where only plain data is taken. */
  references: Map<number, unknown> | null = null;
  readonly errors: MindError[] = [];
  /** Errors so far; those that are kept are the last of them. */
  failures = 0;
  readonly warnings: MindWarning[] = [];
  readonly #make: (program: BrainProgram, core: CrowdCore) => Minds;
  readonly #groupOf = new Map<BrainProgram, Minds>();
  readonly #warned = new Set<string>();
  readonly #said = new Set<string>();
  readonly #onError: ((error: MindError) => void) | undefined;
  readonly #later: (() => void)[] = [];
  /** Where each mind lives, by id; made when it is first asked for, and kept from then on. */
  #places: Map<number, Place> | undefined;
  #thrown: { readonly error: unknown } | undefined;

  /** @param make makes the group of a brain; the wiring of all layers */
  constructor(make: (program: BrainProgram, core: CrowdCore) => Minds, settings: CrowdSettings, onError?: (error: MindError) => void) {
    this.#make = make;
    this.settings = settings;
    this.#onError = onError;
  }

  /** Takes other settings up. */
  set(settings: CrowdSettings): void {
    this.settings = settings;
  }

  /** Minds alive. */
  get living(): number {
    return this.groups.reduce((sum, minds) => sum + minds.living, 0);
  }

  /** The group of a brain; made when it is first needed. */
  group(program: BrainProgram): Minds {
    let minds = this.#groupOf.get(program);
    if (minds === undefined) {
      minds = this.#make(program, this);
      this.#groupOf.set(program, minds);
      // Now, and not when the first of them is needed: their shared facts belong to the crowd from the start.
      for (const inner of program.inner) this.group(inner);
    }
    return minds;
  }

  /** Takes a group without minds away; the numbers of those behind it close up. */
  removeGroup(gone: Minds): void {
    const { number } = gone;
    this.groups.splice(number, 1);
    this.order.splice(this.order.indexOf(gone), 1);
    this.#groupOf.delete(gone.program);
    this.shared.release(gone.program.engine.layout, this.groups.map((minds) => minds.program.engine.layout));
    for (const minds of this.groups.slice(number)) minds.number--;
    for (const { c, slots } of this.groups) for (let slot = 0; slot < slots; slot++) if (c.outerGroup.data[slot]! > number + 1) c.outerGroup.data[slot]!--;
  }

  /** Where the mind of this number lives; undefined when it is not alive. Minds inside steps have no number of their own. */
  find(id: number): Place | undefined {
    if (this.#places === undefined) {
      this.#places = new Map();
      for (const minds of this.groups) for (const slot of minds.alive()) this.#places.set(minds.c.id.data[slot]!, { minds, slot });
    }
    return this.#places.get(id);
  }

  /** A mind came to life, moved or (without a place) is gone. */
  settle(id: number, place: Place | undefined): void {
    if (place === undefined) this.#places?.delete(id);
    else this.#places?.set(id, place);
  }

  /** Other minds live here now: all places are looked for anew. */
  resettle(): void {
    this.#places = undefined;
    this.moves++;
  }

  /** Now, or when the tick that is under way is over. */
  whenQuiet(work: () => void): void {
    if (this.ticking) this.#later.push(work);
    else this.asTick(work);
  }

  /** Work between ticks that may run callbacks counts as a tick of its own: what those ask for waits until it is done. */
  asTick<Answer>(work: () => Answer): Answer {
    let answer: Answer;
    this.ticking = true;
    try {
      answer = work();
      // What was asked for inside, and inside of that, in order.
      for (let next = this.#later.shift(); next !== undefined; next = this.#later.shift()) next();
    } finally {
      this.ticking = false;
    }
    const thrown = this.#thrown;
    this.#thrown = undefined;
    if (thrown !== undefined) throw thrown.error;
    return answer;
  }

  /** Forgets what waits for the end of the tick: it belongs to something that has not been. */
  forgetLater(): void {
    this.#later.length = 0;
  }

  /** @throws Problem `inside-tick` */
  refuseInside(what: string): void {
    if (this.ticking) throw new Problem('inside-tick', `${what} was called inside a tick`, { path: what, hint: 'collect what to do and do it when the tick is over' });
  }

  /** Records what a callback threw. What the user's `onError` throws itself is thrown at the end of the tick, when no mind can be harmed. */
  report(mind: number, path: string, error: unknown): void {
    const record: MindError = { tick: this.tick, mind, path, text: thrownText(error), error };
    if (this.errors.length >= mostRecords) this.errors.shift();
    this.errors.push(record);
    this.trace?.ring.write(mind, traceLayer.mind, this.failures, traceEvent.error, 0, 0, -1);
    this.failures++;
    if (this.#onError === undefined) this.#say(path, `${path}: ${record.text}`, error);
    try {
      this.#onError?.(record);
    } catch (thrown) {
      this.#thrown ??= { error: thrown };
    }
  }

  /** Where nobody listens, the first of each kind goes to the console, if there is one: a mind that only stands still tells nobody why. */
  #say(key: string, text: string, error?: unknown): void {
    if (this.#said.has(key) || this.#said.size >= mostRecords) return;
    this.#said.add(key);
    const { console } = globalThis as { readonly console?: { error?: (...what: unknown[]) => void } };
    if (error === undefined) console?.error?.(`ganglion: ${text}`);
    else console?.error?.(`ganglion: ${text} (said once; all are in crowd.errors, and explain(mind) counts them)`, error);
  }

  /** The error of this number, counted from the first; undefined when it is no longer kept. */
  failure(number: number): MindError | undefined {
    return this.errors[number - (this.failures - this.errors.length)];
  }

  /**
   * Records a warning, the first time a path of a brain gives it.
   * @param what tells apart what may be wrong at one path, whatever the value is
   */
  warn(mind: number, brain: string, path: string, what: string, text: string): void {
    const key = `${brain}\n${path}\n${what}`;
    if (this.#warned.has(key) || this.warnings.length >= mostRecords) return;
    this.#warned.add(key);
    this.warnings.push({ tick: this.tick, mind, brain, path, text });
    if (mind < 0 && this.#onError === undefined) this.#say(key, text);
  }
}

/** Whether a mind may be looked up from outside: it is alive, and no other one's step. */
export function isOuter(flags: number): boolean {
  return (flags & (flag.alive | flag.inner)) === flag.alive;
}

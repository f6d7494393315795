import { thrownText, traceLayer, type TraceRing } from '../core/index.js';
import type { Minds } from './minds.js';
import { PlanDesk } from './plan-desk.js';
import type { BrainProgram } from './program.js';
import { SharedFacts } from './shared-facts.js';
import type { SavedInner } from './snapshot.js';
import { traceEvent } from './trace-events.js';
import type { RestorePolicy } from './types.js';

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

/** What is being restored. */
export interface Restoring {
  readonly inner: readonly SavedInner[];
  readonly policy: RestorePolicy;
  readonly lost: string[];
  readonly seats: Seats;
  readonly claims: SeatClaim[];
  /** Where the mind lives that is saved and restored in one go, when its brain is swapped. */
  readonly from: Place | undefined;
  /** What was wrong with an inner mind: found inside a callback, thrown when that is over. */
  problem: { readonly error: unknown } | undefined;
}

/** A restored mind that will have its saved seat, if the saved desk can be taken up. */
export interface SeatClaim extends Place {
  readonly seat: number;
}

/** Where a mind lives. */
export interface Place {
  readonly minds: Minds;
  readonly slot: number;
}

/**
 * What becomes of the search that a restored mind waits for: it is forgotten and asked for anew; its seat is the saved one, at a desk that
 * will be restored too; or the seat is taken over from the mind that is swapped away.
 */
export type Seats = 'new' | 'saved' | 'taken';

/** Most errors and warnings that are kept. */
const mostRecords = 256;

/** What all minds of a crowd share: the clock, the budgets, the trace, the records of what went wrong. A lone mind has one of its own. */
export class CrowdCore {
  readonly seed: number;
  readonly expansionsPerTick: number;
  readonly trace: TraceRing | null;
  readonly shared: SharedFacts = new SharedFacts();
  readonly desk: PlanDesk = new PlanDesk();
  /** One group a brain, in the order of their first mind. */
  readonly groups: Minds[] = [];
  /** The same in the order in which they tick: a brain that was swapped for another one leaves its place to it. */
  readonly order: Minds[] = [];
  /** The group of a brain; made when it is first needed. */
  readonly group: (program: BrainProgram) => Minds;
  /** Where minds went whose brain was swapped, by id: their handles look here. */
  readonly moved: Map<number, { readonly minds: Minds; readonly slot: number }> = new Map();
  /** While a saved mind is restored: what its inner minds were, and how strictly to take it. */
  restoring: Restoring | undefined = undefined;
  /** Ticks so far. */
  tick = 0;
  /** Seconds that have gone by. */
  time = 0;
  /** Seconds since the level of detail was last asked for. */
  sinceDetail = 0;
  ticking = false;
  /** Minds spawned so far; the next one's number. */
  spawned = 0;
  readonly errors: MindError[] = [];
  /** Errors so far; those that are kept are the last of them. */
  failures = 0;
  readonly warnings: MindWarning[] = [];
  readonly #warned = new Set<string>();
  readonly #onError: ((error: MindError) => void) | undefined;
  #thrown: { readonly error: unknown } | undefined;

  constructor(group: (program: BrainProgram) => Minds, seed: number, expansionsPerTick: number, trace: TraceRing | null, onError: ((error: MindError) => void) | undefined) {
    this.group = group;
    this.seed = seed;
    this.expansionsPerTick = expansionsPerTick;
    this.trace = trace;
    this.#onError = onError;
  }

  /** Records what a callback threw. What the user's `onError` throws itself is thrown at the end of the tick, when no mind can be harmed. */
  report(mind: number, path: string, error: unknown): void {
    const record: MindError = { tick: this.tick, mind, path, text: thrownText(error), error };
    if (this.errors.length >= mostRecords) this.errors.shift();
    this.errors.push(record);
    this.trace?.write(mind, traceLayer.mind, this.failures++, traceEvent.error, 0, 0, -1);
    try {
      this.#onError?.(record);
    } catch (thrown) {
      this.#thrown ??= { error: thrown };
    }
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
  }

  /** Throws what `onError` threw during the tick that just ended. */
  rethrow(): void {
    const thrown = this.#thrown;
    this.#thrown = undefined;
    if (thrown !== undefined) throw thrown.error;
  }
}

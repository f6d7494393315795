import type { Goal } from '../task.js';
import type { PlanAnswer } from './plan-cache.js';
import type { Projection } from './projection.js';

/** Where a job stands. */
export const phase = { free: 0, waiting: 1, running: 2, parked: 3, long: 4 } as const;

/**
 * The searches that the planner service has on its hands, as columns. Clients with equal requests share one job: goal, relevant start,
 * costs and limits are the same. A hash table finds the job of a request, a list runs through the clients of each job.
 */
export class Jobs {
  capacity = 64;
  count = 0;
  /** Words a start takes in `starts`. */
  stride = 2;

  phase: Uint8Array = new Uint8Array(64);
  /** Search lane of a running job. */
  lane: Uint8Array = new Uint8Array(64);
  /** Place in the heap of its queue. */
  place: Int32Array = new Int32Array(64);
  /** Smaller runs earlier; ties go by sequence. */
  order: Float64Array = new Float64Array(64);
  sequence: Float64Array = new Float64Array(64);
  /** Expansions charged so far, those for setting up included. */
  spent: Float64Array = new Float64Array(64);
  maxSteps: Float64Array = new Float64Array(64);
  maxExpansions: Float64Array = new Float64Array(64);
  task: Int32Array = new Int32Array(64);
  goalNumber: Float64Array = new Float64Array(64);
  hash: Int32Array = new Int32Array(64);
  firstClient: Int32Array = new Int32Array(64);
  lastClient: Int32Array = new Int32Array(64);
  /** The relevant part of the start state, the rest zeros. */
  starts: Int32Array = new Int32Array(64 * 2);
  readonly goals: (Goal | undefined)[] = [];
  readonly projections: (Projection | undefined)[] = [];
  /** Costs of the request's own; a buffer is kept for the next job in the same place, `hasCosts` says whether it counts. */
  readonly costs: (Float64Array | undefined)[] = [];
  hasCosts: Uint8Array = new Uint8Array(64);
  /** An answer known from the cache: the job then only passes the time that the search would take. */
  readonly known: (PlanAnswer | undefined)[] = [];

  #buckets: Int32Array = new Int32Array(128).fill(-1);
  /** Next job in the bucket; for free places the next free one. */
  #chain: Int32Array = new Int32Array(64);
  #free = -1;
  #top = 0;

  /** Every place that a job may be in; some are free. */
  get places(): number {
    return this.#top;
  }

  /** Makes starts wide enough for tasks of that many words. */
  widen(words: number): void {
    if (words <= this.stride) return;
    const starts = new Int32Array(this.capacity * words);
    for (let job = 0; job < this.#top; job++) starts.set(this.starts.subarray(job * this.stride, (job + 1) * this.stride), job * words);
    this.starts = starts;
    this.stride = words;
  }

  /** A place for a new job, to be filled in and then {@link enter}ed. */
  take(): number {
    this.count++;
    if (this.#free >= 0) {
      const job = this.#free;
      this.#free = this.#chain[job]!;
      return job;
    }
    if (this.#top === this.capacity) this.#grow();
    return this.#top++;
  }

  /** Copies a request's own costs, or notes that it has none. */
  setCosts(job: number, stepCost: Float64Array | undefined): void {
    this.hasCosts[job] = stepCost === undefined ? 0 : 1;
    if (stepCost === undefined) return;
    let buffer = this.costs[job];
    if (buffer === undefined || buffer.length !== stepCost.length) {
      buffer = new Float64Array(stepCost.length);
      this.costs[job] = buffer;
    }
    buffer.set(stepCost);
  }

  /** The first job of a bucket, -1 when it is empty; and the one behind a job. */
  bucket(hash: number): number {
    return this.#buckets[hash & (this.#buckets.length - 1)]!;
  }

  next(job: number): number {
    return this.#chain[job]!;
  }

  /** Makes a job findable by its hash. */
  enter(job: number, hash: number): void {
    const bucket = hash & (this.#buckets.length - 1);
    this.hash[job] = hash;
    this.#chain[job] = this.#buckets[bucket]!;
    this.#buckets[bucket] = job;
  }

  /** Forgets a job. */
  release(job: number): void {
    const bucket = this.hash[job]! & (this.#buckets.length - 1);
    if (this.#buckets[bucket] === job) this.#buckets[bucket] = this.#chain[job]!;
    else {
      let before = this.#buckets[bucket]!;
      while (this.#chain[before] !== job) before = this.#chain[before]!;
      this.#chain[before] = this.#chain[job]!;
    }
    this.phase[job] = phase.free;
    this.goals[job] = undefined;
    this.projections[job] = undefined;
    this.known[job] = undefined;
    this.#chain[job] = this.#free;
    this.#free = job;
    this.count--;
  }

  #grow(): void {
    const capacity = this.capacity * 2;
    this.phase = grown(this.phase, new Uint8Array(capacity));
    this.lane = grown(this.lane, new Uint8Array(capacity));
    this.hasCosts = grown(this.hasCosts, new Uint8Array(capacity));
    for (const column of ['place', 'task', 'hash', 'firstClient', 'lastClient'] as const) this[column] = grown(this[column], new Int32Array(capacity));
    for (const column of ['order', 'sequence', 'spent', 'maxSteps', 'maxExpansions', 'goalNumber'] as const) {
      this[column] = grown(this[column], new Float64Array(capacity));
    }
    this.starts = grown(this.starts, new Int32Array(capacity * this.stride));
    this.#chain = grown(this.#chain, new Int32Array(capacity));
    this.#buckets = new Int32Array(capacity * 2).fill(-1);
    this.capacity = capacity;
    // The arrays only grow when no place is free, so every place holds a job.
    for (let job = 0; job < this.#top; job++) this.enter(job, this.hash[job]!);
  }
}

/** The old content at the front of a larger array. */
export function grown<A extends Uint8Array | Int32Array | Float64Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

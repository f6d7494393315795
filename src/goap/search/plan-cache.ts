import type { SearchOutcome } from './outcome.js';

/** What a search found, shared by all clients that asked the same. Not to be changed. */
export interface PlanAnswer {
  readonly outcome: SearchOutcome;
  /** Ground actions in order. */
  readonly actions: Int32Array;
  readonly cost: number;
  readonly bound: number;
  readonly expansions: number;
}

/** A request as the cache sees it. */
export interface PlanKey {
  readonly task: number;
  readonly goal: number;
  readonly hash: number;
  readonly maxSteps: number;
  readonly maxExpansions: number;
}

/**
 * The answers given last, least recently used ones thrown out first. Memory is taken once; a hit allocates nothing.
 *
 * The cache knows *what* a search would answer and how many expansions that takes, never *when*: the service lets the time pass all the same.
 */
export class PlanCache {
  readonly capacity: number;
  readonly #task: Int32Array;
  readonly #goal: Float64Array;
  readonly #hash: Int32Array;
  readonly #maxSteps: Float64Array;
  readonly #maxExpansions: Float64Array;
  readonly #answers: PlanAnswer[] = [];
  readonly #buckets: Int32Array;
  readonly #chain: Int32Array;
  /** Entries by use: `older` points towards the least recently used one. */
  readonly #older: Int32Array;
  readonly #newer: Int32Array;
  #newest = -1;
  #oldest = -1;
  #starts: Int32Array;
  #stride = 2;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#task = new Int32Array(capacity);
    this.#goal = new Float64Array(capacity);
    this.#hash = new Int32Array(capacity);
    this.#maxSteps = new Float64Array(capacity);
    this.#maxExpansions = new Float64Array(capacity);
    this.#chain = new Int32Array(capacity);
    this.#older = new Int32Array(capacity);
    this.#newer = new Int32Array(capacity);
    this.#starts = new Int32Array(capacity * this.#stride);
    let buckets = 1;
    while (buckets < capacity * 2) buckets *= 2;
    this.#buckets = new Int32Array(buckets).fill(-1);
  }

  /** Makes starts wide enough for tasks of that many words. */
  widen(words: number): void {
    if (words <= this.#stride) return;
    const starts = new Int32Array(this.capacity * words);
    for (let entry = 0; entry < this.#answers.length; entry++) {
      starts.set(this.#starts.subarray(entry * this.#stride, (entry + 1) * this.#stride), entry * words);
    }
    this.#starts = starts;
    this.#stride = words;
  }

  /** The answer to a request from the start at `starts[at]` (`words` long), or undefined. */
  find(key: PlanKey, starts: Int32Array, at: number, words: number): PlanAnswer | undefined {
    if (this.capacity === 0) return undefined;
    next: for (let entry = this.#buckets[key.hash & (this.#buckets.length - 1)]!; entry >= 0; entry = this.#chain[entry]!) {
      if (this.#hash[entry] !== key.hash || this.#goal[entry] !== key.goal || this.#task[entry] !== key.task) continue;
      if (this.#maxSteps[entry] !== key.maxSteps || this.#maxExpansions[entry] !== key.maxExpansions) continue;
      for (let word = 0; word < words; word++) {
        if (this.#starts[entry * this.#stride + word] !== starts[at + word]) continue next;
      }
      this.#unlink(entry);
      this.#link(entry);
      return this.#answers[entry];
    }
    return undefined;
  }

  /** Remembers an answer that {@link find} did not know. */
  add(key: PlanKey, starts: Int32Array, at: number, words: number, answer: PlanAnswer): void {
    if (this.capacity === 0) return;
    let entry = this.#answers.length;
    if (entry === this.capacity) {
      entry = this.#oldest;
      this.#unlink(entry);
      this.#leaveBucket(entry);
    }
    this.#task[entry] = key.task;
    this.#goal[entry] = key.goal;
    this.#hash[entry] = key.hash;
    this.#maxSteps[entry] = key.maxSteps;
    this.#maxExpansions[entry] = key.maxExpansions;
    this.#answers[entry] = answer;
    for (let word = 0; word < words; word++) this.#starts[entry * this.#stride + word] = starts[at + word]!;
    const bucket = key.hash & (this.#buckets.length - 1);
    this.#chain[entry] = this.#buckets[bucket]!;
    this.#buckets[bucket] = entry;
    this.#link(entry);
  }

  #leaveBucket(entry: number): void {
    const bucket = this.#hash[entry]! & (this.#buckets.length - 1);
    if (this.#buckets[bucket] === entry) {
      this.#buckets[bucket] = this.#chain[entry]!;
      return;
    }
    let before = this.#buckets[bucket]!;
    while (this.#chain[before] !== entry) before = this.#chain[before]!;
    this.#chain[before] = this.#chain[entry]!;
  }

  #unlink(entry: number): void {
    const older = this.#older[entry]!;
    const newer = this.#newer[entry]!;
    if (older >= 0) this.#newer[older] = newer;
    else this.#oldest = newer;
    if (newer >= 0) this.#older[newer] = older;
    else this.#newest = older;
  }

  #link(entry: number): void {
    this.#older[entry] = this.#newest;
    this.#newer[entry] = -1;
    if (this.#newest >= 0) this.#newer[this.#newest] = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }
}

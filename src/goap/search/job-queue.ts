import type { Jobs } from './jobs.js';

/** Jobs that wait, in the order in which they will run: smallest `order` first, then the one that came first. A binary heap that knows each job's place. */
export class JobQueue {
  size = 0;
  #heap: Int32Array = new Int32Array(64);
  readonly #jobs: Jobs;

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
  }

  /** The job to run next; the queue must not be empty. */
  get first(): number {
    return this.#heap[0]!;
  }

  push(job: number): void {
    if (this.size === this.#heap.length) {
      const heap = new Int32Array(this.size * 2);
      heap.set(this.#heap);
      this.#heap = heap;
    }
    this.#up(this.size++, job);
  }

  /** Takes a job out, wherever it stands. */
  remove(job: number): void {
    const at = this.#jobs.place[job]!;
    const last = this.#heap[--this.size]!;
    if (last === job) return;
    this.#up(at, last);
    this.#down(this.#jobs.place[last]!, last);
  }

  /** Puts a job where it belongs after its order became smaller. */
  advance(job: number): void {
    this.#up(this.#jobs.place[job]!, job);
  }

  clear(): void {
    this.size = 0;
  }

  #before(one: number, other: number): boolean {
    const { order, sequence } = this.#jobs;
    return order[one]! < order[other]! || (order[one] === order[other] && sequence[one]! < sequence[other]!);
  }

  #up(from: number, job: number): void {
    let at = from;
    while (at > 0) {
      const up = (at - 1) >>> 1;
      const upper = this.#heap[up]!;
      if (!this.#before(job, upper)) break;
      this.#put(at, upper);
      at = up;
    }
    this.#put(at, job);
  }

  #down(from: number, job: number): void {
    let at = from;
    for (let down = 2 * at + 1; down < this.size; down = 2 * at + 1) {
      if (down + 1 < this.size && this.#before(this.#heap[down + 1]!, this.#heap[down]!)) down++;
      const lower = this.#heap[down]!;
      if (!this.#before(lower, job)) break;
      this.#put(at, lower);
      at = down;
    }
    this.#put(at, job);
  }

  #put(at: number, job: number): void {
    this.#heap[at] = job;
    this.#jobs.place[job] = at;
  }
}

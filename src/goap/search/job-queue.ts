import { Heap } from './heap.js';
import type { Job, JobPlace } from './job.js';

/** The jobs of one place, smallest `order` first, then `sequence`. An entry that is no longer true is passed over when it comes up. */
export class JobQueue {
  readonly #heap = new Heap();
  readonly #all: readonly Job[];
  readonly #place: JobPlace;

  constructor(all: readonly Job[], place: JobPlace) {
    this.#all = all;
    this.#place = place;
  }

  /** Adds a job that is in this place now, or whose order became smaller. */
  push(job: Job): void {
    const heap = this.#heap;
    if (heap.size > 64 + 4 * this.#all.length) {
      heap.clear();
      for (const each of this.#all) if (each !== job && each.place === this.#place) heap.push(each.order, each.sequence, each.number);
    }
    heap.push(job.order, job.sequence, job.number);
  }

  pop(): Job | undefined {
    const heap = this.#heap;
    while (heap.size > 0) {
      const order = heap.keys[0]!;
      const sequence = heap.ties[0]!;
      const job = this.#all[heap.pop()]!;
      if (job.place === this.#place && job.order === order && job.sequence === sequence) return job;
    }
    return undefined;
  }
}

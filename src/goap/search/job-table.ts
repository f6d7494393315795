import { Job } from './job.js';
import { JobQueue } from './job-queue.js';

/** All jobs of a service, found by what they ask. Those that are done stay for whoever asks the same, up to a number; then the one that was asked for longest ago goes. */
export class JobTable {
  readonly all: Job[] = [];
  readonly #most: number;
  readonly #free: Job[] = [];
  readonly #buckets: (Job | undefined)[] = Array.from({ length: 1024 });
  readonly #remembered: JobQueue = new JobQueue(this.all, 'done');
  #done = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** A job to fill in; then {@link enter} it, or give it back. */
  take(): Job {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const job = new Job(this.all.length);
    this.all.push(job);
    return job;
  }

  /** Makes a job findable, or frees it and returns the one that asks the same. */
  enter(job: Job): Job {
    job.hash = job.hashed();
    const bucket = job.hash & 1023;
    for (let other = this.#buckets[bucket]; other !== undefined; other = other.chain) {
      if (!other.asksTheSame(job)) continue;
      this.#free.push(job);
      if (other.place === 'done') {
        this.#done--;
        other.place = 'free';
      }
      return other;
    }
    job.chain = this.#buckets[bucket];
    this.#buckets[bucket] = job;
    return job;
  }

  /** Nobody waits for the job any more: it is remembered if it has an answer that others may ask for, else forgotten. */
  leave(job: Job): void {
    if (job.answer === undefined || job.costly || this.#most === 0) {
      this.#forget(job);
      return;
    }
    job.place = 'done';
    job.order = job.sequence;
    this.#remembered.push(job);
    if (++this.#done <= this.#most) return;
    this.#done--;
    this.#forget(this.#remembered.pop()!);
  }

  #forget(job: Job): void {
    const bucket = job.hash & 1023;
    let before = this.#buckets[bucket]!;
    if (before === job) this.#buckets[bucket] = job.chain;
    else {
      while (before.chain !== job) before = before.chain!;
      before.chain = job.chain;
    }
    job.place = 'free';
    job.answer = undefined;
    this.#free.push(job);
  }
}

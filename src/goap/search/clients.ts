import { grown, type Jobs } from './jobs.js';

/** Who asked, as columns by client number, and the lists of clients that share a job. */
export class Clients {
  capacity = 64;
  /** Job that the client waits for, or -1. */
  job: Int32Array = new Int32Array(64).fill(-1);
  /** Generation of the client's latest request; NaN when it wants no answer. */
  generation: Float64Array = new Float64Array(64).fill(NaN);
  /** Tick since when the client has been waiting without an answer, however often it changed its mind. */
  since: Float64Array = new Float64Array(64);
  priority: Float64Array = new Float64Array(64);
  next: Int32Array = new Int32Array(64);
  #previous: Int32Array = new Int32Array(64);

  /** Makes room for a client number. */
  reserve(client: number): void {
    if (client < this.capacity) return;
    let capacity = this.capacity;
    while (capacity <= client) capacity *= 2;
    const old = this.capacity;
    this.job = grown(this.job, new Int32Array(capacity)).fill(-1, old);
    this.generation = grown(this.generation, new Float64Array(capacity)).fill(NaN, old);
    this.since = grown(this.since, new Float64Array(capacity));
    this.priority = grown(this.priority, new Float64Array(capacity));
    this.next = grown(this.next, new Int32Array(capacity));
    this.#previous = grown(this.#previous, new Int32Array(capacity));
    this.capacity = capacity;
  }

  /** Puts a client at the end of a job's list. */
  join(client: number, jobs: Jobs, job: number): void {
    const last = jobs.lastClient[job]!;
    this.job[client] = job;
    this.next[client] = -1;
    this.#previous[client] = last;
    if (last >= 0) this.next[last] = client;
    else jobs.firstClient[job] = client;
    jobs.lastClient[job] = client;
  }

  /** Takes a client from the list of its job. */
  leave(client: number, jobs: Jobs): void {
    const job = this.job[client]!;
    const next = this.next[client]!;
    const previous = this.#previous[client]!;
    if (previous >= 0) this.next[previous] = next;
    else jobs.firstClient[job] = next;
    if (next >= 0) this.#previous[next] = previous;
    else jobs.lastClient[job] = previous;
    this.job[client] = -1;
  }
}

import { grown } from './jobs.js';
import type { PlanAnswer } from './plan-cache.js';

/** Answers that were not fetched yet, first in, first out. */
export class Answers {
  client: Int32Array = new Int32Array(64);
  generation: Float64Array = new Float64Array(64);
  readonly body: (PlanAnswer | undefined)[] = [];
  /** The next one to fetch, and the place behind the last. */
  head = 0;
  tail = 0;

  push(client: number, generation: number, body: PlanAnswer): void {
    if (this.tail === this.client.length) {
      this.client = grown(this.client, new Int32Array(this.tail * 2));
      this.generation = grown(this.generation, new Float64Array(this.tail * 2));
    }
    this.client[this.tail] = client;
    this.generation[this.tail] = generation;
    this.body[this.tail++] = body;
  }

  /** Takes the next answer; returns its place, which stays readable until the next push, or -1 when there is none. */
  shift(): number {
    if (this.head < this.tail) return this.head++;
    // Only now the places are used again: a queue that is emptied every tick never grows.
    this.clear();
    return -1;
  }

  clear(): void {
    for (let place = 0; place < this.tail; place++) this.body[place] = undefined;
    this.head = 0;
    this.tail = 0;
  }
}

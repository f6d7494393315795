/** Words a record takes in the ring: tick, mind, layer, node, event, a, b, cause. */
const width = 8;

/** Which layer wrote a trace record. */
export const traceLayer = { sense: 0, utility: 1, tree: 2, plan: 3, step: 4, mind: 5, team: 6 } as const;
/** The number of a layer in a trace record. */
export type TraceLayer = (typeof traceLayer)[keyof typeof traceLayer];

/** One thing that happened. What `node`, `a` and `b` mean depends on layer and event; see the tables of each layer. */
export interface TraceRecord {
  /** Number of this record since the ring was made; a later record's `cause` names it. */
  readonly id: number;
  readonly tick: number;
  /** Number of the mind in its crowd; below zero a mind inside a step of another one. */
  readonly mind: number;
  readonly layer: TraceLayer;
  readonly node: number;
  readonly event: number;
  readonly a: number;
  readonly b: number;
  /** Id of the record that led to this one, or -1. */
  readonly cause: number;
}

/**
 * The last `capacity` things that happened, as fixed-width integers in one ring: cheap enough to stay on in production.
 * Records are numbered from 0; an old one is overwritten, never moved, so an id stays valid for as long as its record lives.
 */
export class TraceRing {
  readonly capacity: number;
  readonly #words: Int32Array;
  #written = 0;
  /** The tick that records written now belong to; set by whoever drives the clock. */
  tick = 0;

  /** @param capacity records to keep, at least 1 */
  constructor(capacity = 4096) {
    this.capacity = Math.max(1, Math.floor(capacity));
    this.#words = new Int32Array(this.capacity * width);
  }

  /** How many records were ever written; the next one gets this id. */
  get written(): number {
    return this.#written;
  }

  /** Writes one record and returns its id. */
  write(mind: number, layer: TraceLayer, node: number, event: number, a: number, b: number, cause: number): number {
    const id = this.#written++;
    const words = this.#words;
    const at = (id % this.capacity) * width;
    words[at] = this.tick;
    words[at + 1] = mind;
    words[at + 2] = layer;
    words[at + 3] = node;
    words[at + 4] = event;
    words[at + 5] = a;
    words[at + 6] = b;
    words[at + 7] = cause;
    return id;
  }

  /** The record with this id, or undefined when it was overwritten or never written. */
  get(id: number): TraceRecord | undefined {
    if (id < 0 || id >= this.#written || id < this.#written - this.capacity) return undefined;
    const words = this.#words;
    const at = (id % this.capacity) * width;
    return {
      id,
      tick: words[at]!,
      mind: words[at + 1]!,
      layer: words[at + 2]! as TraceLayer,
      node: words[at + 3]!,
      event: words[at + 4]!,
      a: words[at + 5]!,
      b: words[at + 6]!,
      cause: words[at + 7]!,
    };
  }

  /** Every living record, oldest first; of one mind when given. */
  *records(mind?: number): Generator<TraceRecord> {
    for (let id = Math.max(0, this.#written - this.capacity); id < this.#written; id++) {
      const record = this.get(id)!;
      if (mind === undefined || record.mind === mind) yield record;
    }
  }

  /** The words of the records from one on, eight each (tick, mind, layer, node, event, a, b, cause), as far as they are still there. */
  words(from: number): { readonly first: number; readonly words: Int32Array } {
    const first = Math.min(this.#written, Math.max(from, this.#written - this.capacity, 0));
    const out = new Int32Array((this.#written - first) * width);
    const start = (first % this.capacity) * width;
    const head = this.#words.subarray(start, Math.min(start + out.length, this.#words.length));
    out.set(head);
    out.set(this.#words.subarray(0, out.length - head.length), head.length);
    return { first, words: out };
  }

  /** The chain of causes that led to a record, the record itself first; ends where a cause is -1 or overwritten. */
  chain(id: number): readonly TraceRecord[] {
    const chain: TraceRecord[] = [];
    // A cause is always older than its effect, so the walk ends.
    for (let record = this.get(id); record !== undefined; record = this.get(record.cause)) chain.push(record);
    return chain;
  }
}

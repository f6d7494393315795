import { TraceRing, type TraceLayer, type TraceRecord } from '../../core/internal.js';
import type { Tracer } from '../crowd-core.js';
import { flag } from '../mind-columns.js';
import type { Minds } from '../minds.js';
import { Causes } from './causes.js';

/** Writes down what the minds of a crowd do, each record with the one that led to it. */
export class CrowdTracer implements Tracer {
  readonly ring: TraceRing;
  readonly #causes = new WeakMap<Minds, Causes>();

  constructor(records: number) {
    this.ring = new TraceRing(records);
  }

  /** A mind inside a step is told from the one around it: it is written below zero, by its seat, since its nodes and goals are those of another brain. */
  note(minds: Minds, slot: number, layer: TraceLayer, node: number, event: number, a: number, b: number): void {
    const { id: number, seat, flags } = minds.c;
    const mind = (flags.data[slot]! & flag.inner) === 0 ? number.data[slot]! : -1 - seat.data[slot]!;
    const causes = this.#of(minds);
    causes.fill(slot, event, this.ring.write(mind, layer, node, event, a, b, causes.causeOf(slot, event)));
  }

  reset(minds: Minds, slot: number): void {
    this.#of(minds).reset(slot);
  }

  causes(minds: Minds, slot: number): readonly TraceRecord[] {
    return this.ring.chain(this.#of(minds).latest(slot));
  }

  /** A trace may be attached when the minds have long been there. */
  #of(minds: Minds): Causes {
    let causes = this.#causes.get(minds);
    if (causes === undefined) {
      causes = new Causes();
      this.#causes.set(minds, causes);
      for (let slot = 0; slot < minds.slots; slot++) causes.reset(slot);
    }
    return causes;
  }
}

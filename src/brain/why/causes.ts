import { traceEvent } from '../trace-events.js';

/** What a mind's trace keeps at hand to say what led to what: the last record of each kind. As bits, so that a rule is two small numbers. */
const fact = 1;
const goal = 2;
const plan = 4;
const step = 8;
const registers = 4;

/** For each event: where its cause is looked for (the latest of these), and which registers it then fills. */
const rules: Readonly<Record<number, readonly [causes: number, fills: number]>> = {
  [traceEvent.factsChanged]: [0, fact],
  [traceEvent.heard]: [0, fact],
  [traceEvent.wanted]: [fact | goal, goal | plan],
  [traceEvent.setAside]: [plan, goal],
  [traceEvent.backAgain]: [fact, goal],
  [traceEvent.backInTime]: [0, goal],
  [traceEvent.leafEntered]: [goal, 0],
  // What made the tree leave it may be a guard on the body, of which nothing is recorded.
  [traceEvent.leafAborted]: [0, plan],
  [traceEvent.planRequested]: [plan, plan],
  [traceEvent.planAdopted]: [plan, plan | step],
  [traceEvent.noPlan]: [plan, plan],
  [traceEvent.planBroken]: [fact, plan],
  [traceEvent.goalReached]: [step, goal],
  [traceEvent.stepBegun]: [step, step],
  [traceEvent.stepDone]: [step, step],
  [traceEvent.stepFailed]: [step, step | plan],
  [traceEvent.stepAborted]: [plan, step],
  [traceEvent.letBe]: [plan, goal],
  [traceEvent.targetLost]: [fact, goal | plan],
  [traceEvent.claimed]: [plan, 0],
  [traceEvent.refused]: [fact, plan],
  [traceEvent.inLine]: [step | plan, 0],
  [traceEvent.surprised]: [step, step | plan],
  [traceEvent.depressed]: [step, plan],
};

const count = 1 + Math.max(...Object.values(traceEvent));
const causesOf = Uint8Array.from({ length: count }, (_, event) => rules[event]?.[0] ?? 0);
const fillsOf = Uint8Array.from({ length: count }, (_, event) => rules[event]?.[1] ?? 0);

/** Remembers, for every mind of a group, which trace records may have caused the next ones. Only kept while there is a trace. */
export class Causes {
  #last = new Int32Array(0);

  /** Forgets what a slot's former mind did. */
  reset(slot: number): void {
    const needed = (slot + 1) * registers;
    if (this.#last.length < needed) {
      const larger = new Int32Array(Math.max(needed, this.#last.length * 2)).fill(-1);
      larger.set(this.#last);
      this.#last = larger;
    }
    this.#last.fill(-1, slot * registers, needed);
  }

  /** The record that led to an event, or -1. */
  causeOf(slot: number, event: number): number {
    let cause = -1;
    for (let bits = causesOf[event]!, at = slot * registers; bits !== 0; bits >>= 1, at++) {
      if ((bits & 1) === 1 && this.#last[at]! > cause) cause = this.#last[at]!;
    }
    return cause;
  }

  /** Notes the record of an event. */
  fill(slot: number, event: number, id: number): void {
    for (let bits = fillsOf[event]!, at = slot * registers; bits !== 0; bits >>= 1, at++) if ((bits & 1) === 1) this.#last[at] = id;
  }

  /** The latest record that says why the mind stands where it stands. */
  latest(slot: number): number {
    let latest = -1;
    for (let at = slot * registers + 1; at < (slot + 1) * registers; at++) latest = Math.max(latest, this.#last[at] ?? -1);
    return latest;
  }
}

import { traceEvent } from './trace-events.js';

/** What a mind's trace keeps at hand to say what led to what: the last record of each kind. */
const register = { fact: 0, goal: 1, plan: 2, step: 3 } as const;
type Register = keyof typeof register;
const registers = 4;

/** For each event: where its cause is looked for (the latest of these), and which registers it then fills. */
const rules: Readonly<Record<number, readonly [causes: readonly Register[], fills: readonly Register[]]>> = {
  [traceEvent.factsChanged]: [[], ['fact']],
  [traceEvent.heard]: [[], ['fact']],
  [traceEvent.wanted]: [['fact', 'goal'], ['goal', 'plan']],
  [traceEvent.setAside]: [['plan'], ['goal']],
  [traceEvent.backAgain]: [['fact'], ['goal']],
  [traceEvent.leafEntered]: [['goal'], []],
  [traceEvent.leafAborted]: [['fact'], ['plan']],
  [traceEvent.planRequested]: [['plan'], ['plan']],
  [traceEvent.planAdopted]: [['plan'], ['plan', 'step']],
  [traceEvent.noPlan]: [['plan'], ['plan']],
  [traceEvent.planBroken]: [['fact'], ['plan']],
  [traceEvent.goalReached]: [['step'], ['goal']],
  [traceEvent.stepBegun]: [['step'], ['step']],
  [traceEvent.stepDone]: [['step'], ['step']],
  [traceEvent.stepFailed]: [['step'], ['step', 'plan']],
  [traceEvent.stepAborted]: [['plan'], ['step']],
  [traceEvent.surprised]: [['step'], ['step', 'plan']],
  [traceEvent.depressed]: [['step'], ['plan']],
};

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
    const rule = rules[event];
    if (rule !== undefined) for (const name of rule[0]) cause = Math.max(cause, this.#last[slot * registers + register[name]]!);
    return cause;
  }

  /** Notes the record of an event. */
  fill(slot: number, event: number, id: number): void {
    const rule = rules[event];
    if (rule !== undefined) for (const name of rule[1]) this.#last[slot * registers + register[name]] = id;
  }

  /** The latest record that says why the mind stands where it stands. */
  latest(slot: number): number {
    let latest = -1;
    for (let at = slot * registers + register.goal; at < (slot + 1) * registers; at++) latest = Math.max(latest, this.#last[at] ?? -1);
    return latest;
  }
}

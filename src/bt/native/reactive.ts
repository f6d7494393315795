import { failure, running, success, type Status } from '../../core/internal.js';
import { reactiveSelectorKind } from '../kinds.js';
import type { InterpreterParts } from './stage.js';
import { Composites, unwind, type Outcome } from './composites.js';
import { probesOf, type Probe } from './probes.js';
import { enteredState, failedState, readyState, runningState } from './rows.js';

/** A reactive node's earlier children have not decided it: its running child goes on. */
export const undecided = 4;

/** How reactive nodes let an earlier child pre-empt the one that runs. */
export abstract class Reactive extends Composites {
  #probes: readonly (readonly Probe[] | undefined)[];

  constructor(parts: InterpreterParts) {
    super(parts);
    this.#probes = probesOf(this.program, this.kinds, this.duties, this.calls);
  }

  /** Begins a node that is ready. */
  protected abstract start(node: number): Outcome;
  /** Begins a node whose guards have agreed. */
  protected abstract admit(node: number): Outcome;
  /** From a node that has ended up to `top`: each parent carries on behind the child that ended. */
  protected abstract climb(node: number, status: Status, top: number): Outcome;

  /** Nodes were substituted: what earlier children ask first is another thing now. */
  protected probeAnew(): void {
    this.#probes = probesOf(this.program, this.kinds, this.duties, this.calls);
  }

  /** Lets the children before the running one decide a reactive node; the running one is aborted after the new one was stepped. */
  protected preempt(node: number, at: number): Outcome | typeof undecided {
    const { ends } = this;
    const passing: Status = this.kinds[node] === reactiveSelectorKind ? failure : success;
    const probes = this.#probes[node]!;
    for (let index = 0; ; index++) {
      const probe = probes[index]!;
      if (at < probe.next) return undecided;
      const outcome = this.#lookAgain(probe);
      if (outcome === passing) continue;
      if (outcome === unwind) return unwind;
      let old = probe.next;
      while (ends[old]! <= at) old = ends[old]!;
      this.abortNode(old);
      return outcome;
    }
  }

  /** Begins an earlier child of a reactive node afresh, unless the first thing it asks says that it ends at once. */
  #lookAgain(probe: Probe): Outcome {
    const { child, call, asks, status } = probe;
    if (call === undefined || this.dirty || this.trace !== undefined) {
      this.clear(child);
      return this.start(child);
    }
    const { states, base } = this;
    const ends = this.ask(asks, call) === probe.endsAt;
    if (probe.isGuard) {
      if (!ends) {
        this.clear(child);
        return this.admit(child);
      }
      if (!probe.inOrder || states[base + child + 1] !== readyState) this.clear(child);
      states[base + child] = status + 1;
      this.rows.guard.data[this.slot] = child + 1;
      return status;
    }
    // It said no the last time too: then everything behind it is as it was left, and that is ready.
    if (ends && states[base + asks] === failedState) return failure;
    this.clear(child);
    for (let node = child; node < asks; node++) states[base + node] = enteredState;
    const answer = ends ? failure : success;
    this.settle(asks, answer);
    const outcome = this.climb(asks, answer, child);
    // What ended on the way up, such as a sequence that was the condition's own, keeps its result.
    if (outcome === running) for (let node = child; node < asks; node++) if (states[base + node] === enteredState) states[base + node] = runningState;
    return outcome;
  }
}

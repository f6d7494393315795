import { failure, running, success, type Status } from '../../core/internal.js';
import {
  sequenceKind, selectorKind, flipKind, succeedKind, failKind, reactiveSequenceKind, reactiveSelectorKind, utilitySelectorKind, lottoKind,
  repeatKind, retryKind, cooldownKind, timeLimitKind, runLimitKind, parallelKind, raceKind, allKind,
} from '../kinds.js';
import { Callouts } from './callouts.js';
import { failedState, isActive, readyState, runningState, succeededState } from './rows.js';

/** The answer of a subtree that is being left because a guard above it says stop. */
export const unwind = 3;
/** How a visit of a node went. */
export type Outcome = Status | typeof unwind;

/** What each kind of node does with its children, whoever leads the step to it. */
export abstract class Composites extends Callouts {
  /** Begins, goes on with, or reads the result of a child. */
  protected abstract visit(child: number): Outcome;

  /** Begins a node with children: what happens once a run, before any child. */
  protected begin(node: number, kind: number): Outcome {
    const at = this.numberBase + this.numberAt[node]!;
    switch (kind) {
      case lottoKind:
        return this.#lotto(node);
      case repeatKind:
      case retryKind:
        // Running at once, not entered: a throw below must not lose the count.
        this.states[this.base + node] = runningState;
        this.numbers[at] = 0;
        if (this.drawn[node] === 1) this.numbers[at + 1] = this.draw(node);
        break;
      case cooldownKind:
        if (this.numbers[at + 1] === 1 && this.numbers[at]! < this.least[node]!) return failure;
        this.numbers[at] = 0;
        this.numbers[at + 1] = 1;
        break;
      case timeLimitKind:
        this.numbers[at] = 0;
        if (this.least[node]! <= 0) return failure;
        break;
      case runLimitKind:
        if (this.numbers[at]! >= this.least[node]!) return failure;
        this.numbers[at] = this.numbers[at]! + 1;
        break;
    }
    return this.run(node, node + 1);
  }

  /** Runs the children of a node from `child` on. */
  protected run(node: number, from: number): Outcome {
    const { ends } = this;
    const end = ends[node]!;
    let child = from;
    const kind = this.kinds[node]!;
    switch (kind) {
      case sequenceKind:
        for (; child < end; child = ends[child]!) {
          const outcome = this.plain[child] === 1 && this.states[this.base + child] === readyState && !this.dirty && this.trace === undefined ? this.quick(child) : this.visit(child);
          if (outcome !== success) return outcome;
        }
        return success;
      case selectorKind:
        for (; child < end; child = ends[child]!) {
          const outcome = this.plain[child] === 1 && this.states[this.base + child] === readyState && !this.dirty && this.trace === undefined ? this.quick(child) : this.visit(child);
          if (outcome !== failure) return outcome;
        }
        return failure;
      case reactiveSequenceKind:
        for (; child < end; child = ends[child]!) {
          const outcome = this.afresh(child);
          if (outcome !== success) return outcome;
        }
        return success;
      case reactiveSelectorKind:
        for (; child < end; child = ends[child]!) {
          const outcome = this.afresh(child);
          if (outcome !== failure) return outcome;
        }
        return failure;
      case utilitySelectorKind:
        return this.#utility(node);
      case lottoKind:
        return this.#lotto(node);
      case repeatKind:
        return this.#repeat(node, success);
      case retryKind:
        return this.#repeat(node, failure);
      case parallelKind:
      case raceKind:
      case allKind:
        return this.#parallel(node, kind);
    }
    const outcome = this.visit(child);
    return outcome === unwind || outcome === running ? outcome : this.decorate(node, outcome);
  }

  /** Visits a child whose result of an earlier step no longer counts. */
  protected afresh(child: number): Outcome {
    const state = this.states[this.base + child]!;
    if (state === succeededState || state === failedState) this.clear(child);
    return this.visit(child);
  }

  /** A decorator's status from its child's. */
  protected decorate(node: number, status: Status): Status {
    switch (this.kinds[node]!) {
      case flipKind:
        return status === success ? failure : success;
      case succeedKind:
        return success;
      case failKind:
        return failure;
      case cooldownKind:
        // Only a success has to cool down.
        if (status !== success) this.numbers[this.numberBase + this.numberAt[node]! + 1] = 0;
        return status;
      default:
        return status;
    }
  }

  /** Runs the child of a repeat (`counted` success) or retry (`counted` failure) until its count is full or the other status comes. */
  #repeat(node: number, counted: Status): Outcome {
    const at = this.numberBase + this.numberAt[node]!;
    const amount = this.amount(node, at);
    for (;;) {
      if (amount >= 0 && this.numbers[at]! >= amount) return counted;
      const outcome = this.afresh(node + 1);
      if (outcome !== counted) return outcome;
      const count = this.numbers[at]! + 1;
      this.numbers[at] = count;
      // Without a count the next round waits for the next step: it might never end in this one.
      if (amount < 0) return this.#pause(node);
    }
  }

  /** The same, after the round that was running has ended. */
  protected again(node: number, counted: Status, status: Status): Outcome {
    if (status !== counted) return status;
    const at = this.numberBase + this.numberAt[node]!;
    this.numbers[at] = this.numbers[at]! + 1;
    return this.amount(node, at) < 0 ? this.#pause(node) : this.#repeat(node, counted);
  }

  /** Running with no child running: the next step resumes here. */
  #pause(node: number): Status {
    this.rows.cursor.data[this.slot] = node;
    return running;
  }

  #lotto(node: number): Outcome {
    const { ends, states, base } = this;
    const end = ends[node]!;
    const weights = this.program.weights[node];
    let total = 0;
    for (let child = node + 1, index = 0; child < end; child = ends[child]!, index++) {
      // A child that is not ready was drawn before.
      if (states[base + child] !== readyState) return this.visit(child);
      total += weights?.[index] ?? 1;
    }
    let ticket = Math.floor(this.chance() * total);
    for (let child = node + 1, index = 0; child < end; child = ends[child]!, index++) {
      ticket -= weights?.[index] ?? 1;
      if (ticket < 0) return this.visit(child);
    }
    return failure;
  }

  /** Runs the child wanted most; when it fails, the one wanted most of those not tried yet, by fresh scores. */
  #utility(node: number): Outcome {
    const { ends, states, base } = this;
    const end = ends[node]!;
    for (;;) {
      let best = -1;
      let bestScore = 0;
      for (let child = node + 1; child < end; child = ends[child]!) {
        const state = states[base + child]!;
        if (state === failedState) continue;
        if (state !== readyState) return this.visit(child);
        const score = this.score(child);
        if (score <= bestScore) continue;
        best = child;
        bestScore = score;
      }
      if (best === -1) return failure;
      const outcome = this.visit(best);
      if (outcome !== failure) return outcome;
    }
  }

  /** Visits every child that has not ended, then decides; what still runs after a decision is aborted. */
  #parallel(node: number, kind: number): Outcome {
    const { ends, states, base } = this;
    const end = ends[node]!;
    let children = 0;
    let succeeded = 0;
    let failed = 0;
    for (let child = node + 1; child < end; child = ends[child]!) {
      const outcome = this.visit(child);
      if (outcome === unwind) return unwind;
      children++;
      if (outcome === success) succeeded++;
      else if (outcome === failure) failed++;
    }
    const status = this.#decide(node, kind, children, succeeded, failed);
    if (status === running) return this.#pause(node);
    for (let child = node + 1; child < end; child = ends[child]!) if (isActive(states[base + child]!)) this.abortNode(child);
    return status;
  }

  #decide(node: number, kind: number, children: number, succeeded: number, failed: number): Status {
    const ended = succeeded + failed === children;
    if (kind === raceKind) return succeeded > 0 ? success : ended ? failure : running;
    if (kind === allKind) return !ended ? running : succeeded > 0 ? success : failure;
    if (failed >= this.most[node]!) return failure;
    if (succeeded >= this.least[node]!) return success;
    return ended ? failure : running;
  }
}

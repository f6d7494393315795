import { failure, running, success, type Status } from '../../core/index.js';
import {
  actionKind, allKind, cooldownKind, failKind, flipKind, guardDuty, lottoKind, parallelKind, raceKind, reactiveDuty, reactiveSelectorKind,
  reactiveSequenceKind, repeatKind, retryKind, runLimitKind, selectorKind, sequenceKind, stepDuty, succeedKind, timeLimitDuty, timeLimitKind,
  utilitySelectorKind, waitKind,
} from '../kinds.js';
import type { ProgramGuard } from '../program.js';
import type { BoundCall } from './bind.js';
import { Callouts, treeEvent, type InterpreterParts } from './callouts.js';
import { enteredState, failedState, isActive, nowhere, readyState, runningState, succeededState } from './rows.js';

/** The answer of a subtree that is being left because a guard above it says stop: `unwindTo` is that guard's node. */
const unwind = 3;
type Outcome = Status | typeof unwind;

/** A reactive node's earlier children have not decided it: its running child goes on. */
const undecided = 4;

/**
 * The native reading of one tree, for all its entities.
 *
 * A step does not walk the tree. It goes down the way to the running leaf (the row's cursor), stopping only at nodes that have
 * something to do there: guards, step hooks, reactive nodes, time limits. Then it drives the leaf, and when that ends goes upward,
 * each parent carrying on from its next child. Inside a parallel every running child is resumed in the same manner.
 *
 * A guard is asked once a step. It is asked again before a further node is visited when an action has been called since,
 * because an action may change the world.
 */
export class Interpreter extends Callouts {
  #unwindTo = 0;
  readonly #originals: readonly (BoundCall | undefined)[];

  readonly #checkpoints: readonly Uint32Array[];
  readonly #guardPaths: readonly (readonly ProgramGuard[])[];
  readonly #cooldowns: readonly number[];
  readonly #rowNumbers: number;

  constructor(parts: InterpreterParts) {
    super(parts);
    this.#checkpoints = parts.program.checkpoints;
    this.#guardPaths = parts.program.guardPaths;
    this.#cooldowns = parts.program.cooldowns;
    this.#rowNumbers = parts.program.numbers;
    this.#originals = [...parts.calls.leaves];
  }

  /** One step of one entity; time in seconds. A tree that had ended starts afresh. */
  step(slot: number, body: unknown, facts: unknown, dt: number): Status {
    if (this.busy) return this.#stepInside(slot, body, facts, dt);
    this.#enter(slot, body, facts, dt);
    if (this.#cooldowns.length > 0) this.#runClocks();
    const root = this.states[this.base]!;
    if (root === succeededState || root === failedState) this.clear(0);
    // At the root nothing is above to unwind to, so the outcome is a status.
    const status = (root === runningState ? this.#resume(0, this.#cursor()) : this.#start(0)) as Status;
    this.busy = false;
    return status;
  }

  /** Stops whatever runs: each exit and each abort once, children first. The row is ready afterwards; cooldowns and run counts stay. */
  abort(slot: number, body: unknown, facts: unknown): void {
    if (this.busy) {
      this.#abortInside(slot, body, facts);
      return;
    }
    this.#enter(slot, body, facts, 0);
    if (isActive(this.states[this.base]!)) this.abortNode(0);
    else this.clear(0);
    this.busy = false;
  }

  /** Puts an action in the place of a node and all below it, for all entities; without one, what was there before comes back. */
  substitute(node: number, call: BoundCall | undefined): void {
    this.kinds[node] = call === undefined ? this.program.kinds[node]! : actionKind;
    // Guards and hooks of the node stay; what it did to its children is gone with them.
    this.duties[node] = call === undefined ? this.program.duties[node]! : this.program.duties[node]! & (guardDuty | stepDuty);
    this.calls.leaves[node] = call ?? this.#originals[node];
  }

  #enter(slot: number, body: unknown, facts: unknown, dt: number): void {
    this.busy = true;
    this.dirty = false;
    this.slot = slot;
    this.base = slot * this.size;
    this.numberBase = slot * this.#rowNumbers;
    this.states = this.rows.states.data;
    this.numbers = this.rows.numbers.data;
    this.body = body;
    this.facts = facts;
    this.dt = dt;
  }

  // A leaf may step another entity of the same tree; what the outer step knows is set aside meanwhile. These stand apart from
  // `step` and `abort` because a closure there would make every step allocate room for what it captures.

  #stepInside(slot: number, body: unknown, facts: unknown, dt: number): Status {
    return this.#aside(() => this.step(slot, body, facts, dt));
  }

  #abortInside(slot: number, body: unknown, facts: unknown): void {
    this.#aside(() => this.abort(slot, body, facts));
  }

  #aside<T>(run: () => T): T {
    const { slot, base, numberBase, body, facts, dt, dirty, verdict } = this;
    const unwindTo = this.#unwindTo;
    this.busy = false;
    try {
      return run();
    } finally {
      Object.assign(this, { slot, base, numberBase, body, facts, dt, dirty, verdict, busy: true });
      this.#unwindTo = unwindTo;
    }
  }

  #runClocks(): void {
    for (const node of this.#cooldowns) {
      const at = this.numberBase + this.numberAt[node]!;
      if (this.numbers[at + 1] === 1) this.numbers[at] = this.numbers[at]! + this.dt * 1000;
    }
  }

  #cursor(): number {
    const cursor = this.rows.cursor.data[this.slot]!;
    return cursor === nowhere ? this.#locate(0) : cursor;
  }

  /** The node to resume below a running node: follows running children down to a leaf, a parallel, or a node between two children. */
  #locate(top: number): number {
    const { kinds, ends, states, base } = this;
    let node = top;
    for (;;) {
      if (kinds[node]! >= parallelKind) return node;
      const end = ends[node]!;
      let child = node + 1;
      while (child < end && !isActive(states[base + child]!)) child = ends[child]!;
      if (child >= end) return node;
      node = child;
    }
  }

  /** Begins a node that is ready. */
  #start(node: number): Outcome {
    if (this.dirty && this.#mustUnwind(this.parents[node]!)) return unwind;
    const at = this.base + node;
    const duties = this.duties[node]!;
    if ((duties & guardDuty) !== 0 && !this.passes(node)) {
      // Never begun: no entry and no exit.
      this.states[at] = this.verdict + 1;
      return this.verdict;
    }
    this.states[at] = enteredState;
    if (this.trace !== undefined) this.trace(this.slot, node, treeEvent.begin, 0);
    const entry = this.calls.entries[node];
    if (entry !== undefined) this.hook(node, entry);
    if ((duties & stepDuty) !== 0) this.hook(node, this.calls.steps[node]!);
    const kind = this.kinds[node]!;
    const status = kind <= waitKind ? this.drive(node) : kind >= lottoKind && kind <= runLimitKind ? this.#begin(node, kind) : this.#run(node, node + 1);
    if (status === running) {
      if (this.states[at] === enteredState) this.states[at] = runningState;
      return running;
    }
    if (status === unwind) return this.#unwindTo === node ? this.#stop(node) : unwind;
    this.settle(node, status);
    return status;
  }

  /** Goes on with a running node: `at` is the node to resume within its subtree. */
  #resume(top: number, at: number): Outcome {
    if (this.dirty && this.#mustUnwind(this.parents[top]!)) return unwind;
    const points = this.#checkpoints[at]!;
    for (let index = 0; index < points.length; index++) {
      const node = points[index]!;
      if (node < top) continue;
      const duties = this.duties[node]!;
      if ((duties & guardDuty) !== 0 && !this.passes(node)) return this.#climb(node, this.#stop(node), top);
      if ((duties & stepDuty) !== 0) this.hook(node, this.calls.steps[node]!);
      if ((duties & timeLimitDuty) !== 0 && this.#isOver(node)) {
        if (isActive(this.states[this.base + node + 1]!)) this.abortNode(node + 1);
        return this.#finish(node, failure, top);
      }
      if ((duties & reactiveDuty) !== 0 && node !== at) {
        const outcome = this.#preempt(node, at);
        if (outcome !== undecided) return this.#finish(node, outcome, top);
        if (this.dirty && this.#mustUnwind(node)) return this.#finish(node, unwind, top);
      }
    }
    const kind = this.kinds[at]!;
    return this.#finish(at, kind <= waitKind ? this.drive(at) : this.#run(at, at + 1), top);
  }

  /** Takes the outcome of a node that was running upward as far as it goes. */
  #finish(node: number, outcome: Outcome, top: number): Outcome {
    if (outcome === running) return running;
    if (outcome === unwind) return this.#unwindTo < top ? unwind : this.#climb(this.#unwindTo, this.#stop(this.#unwindTo), top);
    this.settle(node, outcome);
    return this.#climb(node, outcome, top);
  }

  /** From a node that has ended up to `top`: each parent carries on behind the child that ended. */
  #climb(node: number, status: Status, top: number): Outcome {
    let child = node;
    let ended = status;
    while (child !== top) {
      const parent = this.parents[child]!;
      const outcome = this.#carryOn(parent, child, ended);
      if (outcome === running || outcome === unwind) return this.#finish(parent, outcome, top);
      this.settle(parent, outcome);
      child = parent;
      ended = outcome;
    }
    return ended;
  }

  /** What a single-track parent does when its running child has ended. */
  #carryOn(node: number, child: number, status: Status): Outcome {
    switch (this.kinds[node]!) {
      case sequenceKind:
      case reactiveSequenceKind:
        return status === success ? this.#run(node, this.ends[child]!) : status;
      case selectorKind:
      case reactiveSelectorKind:
        return status === failure ? this.#run(node, this.ends[child]!) : status;
      case utilitySelectorKind:
        return status === failure ? this.#run(node, node + 1) : status;
      case repeatKind:
        return this.#again(node, success, status);
      case retryKind:
        return this.#again(node, failure, status);
      default:
        return this.#decorate(node, status);
    }
  }

  /** Begins a node with children: what happens once a run, before any child. */
  #begin(node: number, kind: number): Outcome {
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
    return this.#run(node, node + 1);
  }

  /** Runs the children of a node from `child` on. */
  #run(node: number, from: number): Outcome {
    const { ends } = this;
    const end = ends[node]!;
    let child = from;
    const kind = this.kinds[node]!;
    switch (kind) {
      case sequenceKind:
        for (; child < end; child = ends[child]!) {
          const outcome = this.#visit(child);
          if (outcome !== success) return outcome;
        }
        return success;
      case selectorKind:
        for (; child < end; child = ends[child]!) {
          const outcome = this.#visit(child);
          if (outcome !== failure) return outcome;
        }
        return failure;
      case reactiveSequenceKind:
        for (; child < end; child = ends[child]!) {
          const outcome = this.#afresh(child);
          if (outcome !== success) return outcome;
        }
        return success;
      case reactiveSelectorKind:
        for (; child < end; child = ends[child]!) {
          const outcome = this.#afresh(child);
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
    const outcome = this.#visit(child);
    return outcome === unwind || outcome === running ? outcome : this.#decorate(node, outcome);
  }

  /** Begins, goes on with, or reads the result of a child. */
  #visit(child: number): Outcome {
    switch (this.states[this.base + child]!) {
      case readyState:
        return this.#start(child);
      case succeededState:
        return success;
      case failedState:
        return failure;
      default:
        return this.#resume(child, this.#locate(child));
    }
  }

  /** Visits a child whose result of an earlier step no longer counts. */
  #afresh(child: number): Outcome {
    const state = this.states[this.base + child]!;
    if (state === succeededState || state === failedState) this.clear(child);
    return this.#visit(child);
  }

  /** A decorator's status from its child's. */
  #decorate(node: number, status: Status): Status {
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
      const outcome = this.#afresh(node + 1);
      if (outcome !== counted) return outcome;
      const count = this.numbers[at]! + 1;
      this.numbers[at] = count;
      // Without a count the next round waits for the next step: it might never end in this one.
      if (amount < 0) return this.#pause(node);
    }
  }

  /** The same, after the round that was running has ended. */
  #again(node: number, counted: Status, status: Status): Outcome {
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
      if (states[base + child] !== readyState) return this.#visit(child);
      total += weights?.[index] ?? 1;
    }
    let ticket = Math.floor(this.chance() * total);
    for (let child = node + 1, index = 0; child < end; child = ends[child]!, index++) {
      ticket -= weights?.[index] ?? 1;
      if (ticket < 0) return this.#visit(child);
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
        if (state !== readyState) return this.#visit(child);
        const score = this.score(child);
        if (score <= bestScore) continue;
        best = child;
        bestScore = score;
      }
      if (best === -1) return failure;
      const outcome = this.#visit(best);
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
      const outcome = this.#visit(child);
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

  /** Lets the children before the running one decide a reactive node; the running one is aborted after the new one was stepped. */
  #preempt(node: number, at: number): Outcome | typeof undecided {
    const { ends } = this;
    const passing: Status = this.kinds[node] === reactiveSelectorKind ? failure : success;
    let child = node + 1;
    for (;;) {
      const next = ends[child]!;
      if (at < next) return undecided;
      this.clear(child);
      const outcome = this.#start(child);
      if (outcome === unwind) return unwind;
      if (outcome !== passing) {
        let old = next;
        while (ends[old]! <= at) old = ends[old]!;
        this.abortNode(old);
        return outcome;
      }
      child = next;
    }
  }

  #isOver(node: number): boolean {
    const at = this.numberBase + this.numberAt[node]!;
    const elapsed = this.numbers[at]! + this.dt * 1000;
    this.numbers[at] = elapsed;
    return elapsed >= this.least[node]!;
  }

  /** Asks the guards from the root down to a node again, since an action was called. True when one says stop. */
  #mustUnwind(node: number): boolean {
    this.dirty = false;
    const path = this.#guardPaths[node];
    if (path === undefined) return false;
    let asked = -1;
    for (let index = 0; index < path.length; index++) {
      const owner = path[index]!.node;
      // `passes` asks both guards of a node at once.
      if (owner === asked) continue;
      asked = owner;
      if (this.passes(owner)) continue;
      this.#unwindTo = owner;
      return true;
    }
    return false;
  }

  /** A node stopped by its guard: aborted, then counted as the guard says. */
  #stop(node: number): Status {
    const { verdict } = this;
    this.abortNode(node);
    this.states[this.base + node] = verdict + 1;
    return verdict;
  }
}

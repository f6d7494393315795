import { failure, running, success, type Status } from '../../core/internal.js';
import {
  actionKind, waitKind, sequenceKind, selectorKind, reactiveSequenceKind, reactiveSelectorKind, utilitySelectorKind, lottoKind, repeatKind,
  retryKind, runLimitKind, parallelKind, guardDuty, stepDuty, reactiveDuty, timeLimitDuty,
} from '../kinds.js';
import type { ProgramGuard } from '../program.js';
import type { BoundCall } from './bind.js';
import { treeEvent, type InterpreterParts } from './stage.js';
import { unwind, type Outcome } from './composites.js';
import { Reactive, undecided } from './reactive.js';
import { enteredState, failedState, isActive, nowhere, readyState, runningState, succeededState } from './rows.js';

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
export class Interpreter extends Reactive {
  /** The node whose guard said stop, while a subtree is being left for it. */
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
    this.rows.guard.data[slot] = 0;
    if (this.#cooldowns.length > 0) this.#runClocks();
    const root = this.states[this.base]!;
    if (root === succeededState || root === failedState) this.clear(0);
    // At the root nothing is above to unwind to, so the outcome is a status.
    const status = (root === runningState ? this.#resume(0, this.#cursor()) : this.start(0)) as Status;
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
    this.probeAnew();
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
  protected override start(node: number): Outcome {
    if (this.dirty && this.#mustUnwind(this.parents[node]!)) return unwind;
    if ((this.duties[node]! & guardDuty) !== 0 && !this.passes(node)) {
      // Never begun: no entry and no exit.
      this.states[this.base + node] = this.verdict + 1;
      return this.verdict;
    }
    return this.admit(node);
  }

  /** Begins a node whose guards have agreed. */
  protected override admit(node: number): Outcome {
    const at = this.base + node;
    const duties = this.duties[node]!;
    this.states[at] = enteredState;
    if (this.trace !== undefined) this.trace(this.slot, node, treeEvent.begin, 0);
    const entry = this.calls.entries[node];
    if (entry !== undefined) this.hook(node, entry);
    if ((duties & stepDuty) !== 0) this.hook(node, this.calls.steps[node]!);
    const kind = this.kinds[node]!;
    const status = kind <= waitKind ? this.drive(node) : kind >= lottoKind && kind <= runLimitKind ? this.begin(node, kind) : this.run(node, node + 1);
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
      if ((duties & guardDuty) !== 0 && !this.passes(node)) return this.climb(node, this.#stop(node), top);
      if ((duties & stepDuty) !== 0) this.hook(node, this.calls.steps[node]!);
      if ((duties & timeLimitDuty) !== 0 && this.#isOver(node)) {
        if (isActive(this.states[this.base + node + 1]!)) this.abortNode(node + 1);
        return this.#finish(node, failure, top);
      }
      if ((duties & reactiveDuty) !== 0 && node !== at) {
        const outcome = this.preempt(node, at);
        if (outcome !== undecided) return this.#finish(node, outcome, top);
        if (this.dirty && this.#mustUnwind(node)) return this.#finish(node, unwind, top);
      }
    }
    const kind = this.kinds[at]!;
    return this.#finish(at, kind <= waitKind ? this.drive(at) : this.run(at, at + 1), top);
  }

  /** Takes the outcome of a node that was running upward as far as it goes. */
  #finish(node: number, outcome: Outcome, top: number): Outcome {
    if (outcome === running) return running;
    if (outcome === unwind) return this.#unwindTo < top ? unwind : this.climb(this.#unwindTo, this.#stop(this.#unwindTo), top);
    this.settle(node, outcome);
    return this.climb(node, outcome, top);
  }

  /** From a node that has ended up to `top`: each parent carries on behind the child that ended. */
  protected override climb(node: number, status: Status, top: number): Outcome {
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
        return status === success ? this.run(node, this.ends[child]!) : status;
      case selectorKind:
      case reactiveSelectorKind:
        return status === failure ? this.run(node, this.ends[child]!) : status;
      case utilitySelectorKind:
        return status === failure ? this.run(node, node + 1) : status;
      case repeatKind:
        return this.again(node, success, status);
      case retryKind:
        return this.again(node, failure, status);
      default:
        return this.decorate(node, status);
    }
  }

  /** Begins, goes on with, or reads the result of a child. */
  protected override visit(child: number): Outcome {
    switch (this.states[this.base + child]!) {
      case readyState:
        return this.start(child);
      case succeededState:
        return success;
      case failedState:
        return failure;
      default:
        return this.#resume(child, this.#locate(child));
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

import type { BehaviourTreeOptions } from 'mistreevous';
import {
  actionKind, conditionKind, failKind, flipKind, lottoKind, parallelKind, raceKind, repeatKind, retryKind, selectorKind, sequenceKind, succeedKind,
  waitKind,
} from '../kinds.js';
import type { ExactGuard } from './calls.js';
import type { Agent, Lookup } from './lookup.js';
import { wayTo, type ExactProgram } from './program.js';
import { ExactRow, failed, ready, running, succeeded } from './row.js';

/**
 * One instance in the exact reading: what mistreevous 4.3.1 does step for step, on a shared program and a row of bytes.
 *
 * Three things are done another way with the same result. A guard that stops a node above is not an exception but the answer true
 * ("unwinding") of an update, with the guard in `stoppedBy`. And a subtree is reset by filling its bytes when nobody listens.
 * Where one leaf runs and nothing beside it, a step does not walk down to it but resumes it, see `#resume`.
 * One thing differs on purpose: a promise of an aborted run never decides the next run.
 */
export class ExactTree extends ExactRow {
  readonly #kinds: Uint8Array;
  readonly #parents: Int32Array;
  /** The guard that is being unwound to. */
  #stoppedBy: ExactGuard | undefined = undefined;
  /** The leaf that the last step left running below running single-track nodes only; -1 when there is none. */
  #cursor = -1;
  /** The leaf that ran last. */
  #lastLeaf = -1;
  #isStepping = false;

  constructor(program: ExactProgram, agent: Agent, options: BehaviourTreeOptions, lookup: Lookup) {
    super(program, agent, options, lookup);
    this.#kinds = program.kinds;
    this.#parents = program.parents;
  }

  /** Whether the root has succeeded or failed: then it is reset before its next step. */
  get hasEnded(): boolean {
    return this.states[0]! >= succeeded;
  }

  /** Carries the tree on. */
  step(): void {
    const cursor = this.#cursor;
    // Not before it is known again: whatever throws, the next step walks.
    this.#cursor = -1;
    const activity = ++this.activity;
    const isInner = this.#isStepping;
    this.#isStepping = true;
    try {
      if (cursor === -1) this.#update(0);
      else this.#resume(cursor, activity);
    } finally {
      this.#isStepping = isInner;
    }
    // After a step within the step, which leaf a walk leads to is anybody's guess.
    if (!isInner && this.activity === activity) this.#remember(cursor);
  }

  /** Makes every node ready, without a word to the agent. */
  reset(): void {
    this.#cursor = -1;
    this.activity++;
    this.#reset(0);
  }

  /** Notes the leaf to resume: the one that ran last, when it goes on and all above it, so that the next walk must lead to it. */
  #remember(before: number): void {
    const leaf = this.#lastLeaf;
    const { states } = this;
    if (leaf === -1 || states[leaf] !== running || this.program.walks[leaf] === undefined) return;
    // What was so before the step is still so: only ends are set on the way up.
    if (leaf !== before) for (let node = leaf; node !== 0; node = this.#parents[node]!) if (states[this.#parents[node]!] !== running) return;
    this.#cursor = leaf;
  }

  /**
   * Does what an update of the root would do while all nodes on the way to this leaf are running: asks the guards of all nodes on the way
   * as the walk would, the leaf's last, then updates the leaf, then goes on upward.
   */
  #resume(leaf: number, activity: number): void {
    const way = wayTo(this.program, leaf);
    if (way === undefined) {
      this.#resumeByNode(leaf, activity);
      return;
    }
    const { guards } = way;
    const ended = guards.length === 0 ? 0 : this.asked(guards, 0);
    if (ended < guards.length) {
      this.#divert(way.nodes[ended]!, guards[ended]!);
      return;
    }
    if (this.program.plain[leaf] === 1) this.#run(leaf, -1);
    else {
      this.callback(this.program.steps[leaf]);
      this.#finish(leaf, this.#run(leaf, -1));
    }
    // Were the leaf to go on and nothing else to happen, every node above would be set to running, which it is.
    if (this.states[leaf] !== running || this.activity !== activity) this.#climb(leaf);
  }

  /** The guard of a node on the way has said stop, or has stepped or reset this very tree, so that the way may lead elsewhere now. */
  #divert(node: number, guard: ExactGuard): void {
    const stop = this.saysStop(guard) ? guard : this.#firstStop(node, this.program.guardPaths[node]!.indexOf(guard) + 1);
    if (stop === undefined) this.#updateBelowGuards(node);
    else this.#climb(this.#leave(stop));
  }

  /** The rest of an update of a node whose guards have let it go on, and what follows from it. */
  #updateBelowGuards(node: number): void {
    if (this.states[node] === ready) this.callback(this.program.entries[node]);
    this.callback(this.program.steps[node]);
    this.#climb(this.#finish(node, this.#run(node, -1)));
  }

  /** The same as resuming, for a way on which step callbacks have to be called between the guards. */
  #resumeByNode(leaf: number, activity: number): void {
    const walk = this.program.walks[leaf]!;
    for (let index = 0; index < walk.length; index++) {
      const node = walk[index]!;
      if (this.#isStopped(node)) {
        this.#climb(this.#leave(this.#stoppedBy!));
        return;
      }
      if (this.states[node] === ready) this.callback(this.program.entries[node]);
      this.callback(this.program.steps[node]);
      if (this.activity === activity) continue;
      // A guard or callback has stepped or reset this very tree: the way may lead elsewhere now.
      this.#climb(this.#finish(node, this.#run(node, -1)));
      return;
    }
    const updated = this.#update(leaf) ? this.#leave(this.#stoppedBy!) : leaf;
    if (updated !== leaf || this.states[leaf] !== running || this.activity !== activity) this.#climb(updated);
  }

  /** The end of an update: the exit callback, or leaving the node of a guard that said stop. Returns the node to go on from. */
  #finish(node: number, stopped: boolean): number {
    if (stopped) return this.#leave(this.#stoppedBy!);
    const state = this.states[node]!;
    if (state >= succeeded) this.exit(node, state === succeeded, false);
    return node;
  }

  /** From a node that was just updated to the root: what the update of each node above does after that of its child. */
  #climb(from: number): void {
    for (let node = from; node !== 0; ) {
      const parent = this.#parents[node]!;
      node = this.#finish(parent, this.#run(parent, node));
    }
  }

  /** Asks the guards on the way to a node, outermost first; the one that says stop is then `stoppedBy`. */
  #isStopped(node: number): boolean {
    const stop = this.#firstStop(node, 0);
    if (stop === undefined) return false;
    this.#stoppedBy = stop;
    return true;
  }

  /** The first guard on the way to a node that says stop, of those from one on. */
  #firstStop(node: number, from: number): ExactGuard | undefined {
    const path = this.program.guardPaths[node]!;
    for (let next = from; next < path.length; next++) {
      next = this.asked(path, next);
      if (next < path.length && this.saysStop(path[next]!)) return path[next];
    }
    return undefined;
  }

  /** Updates a node that has not ended. True while a guard above this node is being unwound to. */
  #update(node: number): boolean {
    const { states } = this;
    if (states[node]! >= succeeded) return false;
    if (this.program.plain[node] === 1) return this.#run(node, -1);
    let stopped = this.#isStopped(node);
    if (!stopped) {
      if (states[node] === ready) this.callback(this.program.entries[node]);
      this.callback(this.program.steps[node]);
      stopped = this.#run(node, -1);
    }
    if (stopped && this.#stoppedBy!.node !== node) return true;
    this.#finish(node, stopped);
    return false;
  }

  /** Makes a node and everything below it ready. */
  #reset(node: number): void {
    const end = this.ends[node]!;
    const { numberAt, counters } = this.program;
    if (this.options.onNodeStateChange) {
      // Preorder is the order in which mistreevous tells of it.
      for (let each = node; each < end; each++) {
        this.set(each, ready);
        if (counters.includes(each)) this.numbers![numberAt[each]!] = 0;
        this.promises?.delete(each);
      }
      return;
    }
    this.states.fill(ready, node, end);
    for (let index = 0; index < counters.length; index++) {
      const counter = counters[index]!;
      if (counter >= node && counter < end) this.numbers![numberAt[counter]!] = 0;
    }
    if (this.promises !== undefined && this.promises.size > 0) for (let each = node; each < end; each++) this.promises.delete(each);
  }

  /** The node of a failed guard: aborted if it was running (one that was only ready keeps what is below it), then resolved. */
  #leave(guard: ExactGuard): number {
    this.#abort(guard.node);
    this.set(guard.node, guard.succeeds ? succeeded : failed);
    return guard.node;
  }

  #abort(node: number): void {
    if (this.states[node] !== running) return;
    const end = this.ends[node]!;
    for (let child = node + 1; child < end; child = this.ends[child]!) this.#abort(child);
    this.#reset(node);
    this.exit(node, false, true);
  }

  /** What a node itself does in an update. `updated` is the child that has had its own update already, or -1. */
  #run(node: number, updated: number): boolean {
    const kind = this.#kinds[node]!;
    if (kind <= waitKind) {
      if (kind === actionKind) this.action(node);
      else if (kind === conditionKind) this.condition(node);
      else this.wait(node);
      // Afterwards, since an action may step its own tree and other leaves run meanwhile.
      this.#lastLeaf = node;
      return false;
    }
    switch (kind) {
      case sequenceKind:
        return this.#inOrder(node, succeeded, failed, updated);
      case selectorKind:
        return this.#inOrder(node, failed, succeeded, updated);
      case repeatKind:
        return this.#counted(node, succeeded, failed, updated);
      case retryKind:
        return this.#counted(node, failed, succeeded, updated);
      case lottoKind:
        return this.#lotto(node, updated);
    }
    return kind >= parallelKind ? this.#together(node) : this.#decorator(node, updated);
  }

  /** Sequence and selector: goes on past children that end with `passing`. */
  #inOrder(node: number, passing: number, ending: number, updated: number): boolean {
    const { states, ends } = this;
    const end = ends[node]!;
    for (let child = updated === -1 ? node + 1 : updated; child < end; child = ends[child]!) {
      if (child !== updated && states[child]! < succeeded && this.#update(child)) return true;
      const state = states[child]!;
      if (state === passing) continue;
      if (state === ready) throw new Error('child node was not in an expected state.');
      this.set(node, state === ending ? ending : running);
      return false;
    }
    this.set(node, passing);
    return false;
  }

  #decorator(node: number, updated: number): boolean {
    const child = node + 1;
    if (child !== updated && this.states[child]! < succeeded && this.#update(child)) return true;
    const state = this.states[child]!;
    this.set(node, state < succeeded ? state : this.#decorated(this.#kinds[node]!, state));
    return false;
  }

  #decorated(kind: number, state: number): number {
    if (kind === flipKind) return state === succeeded ? failed : succeeded;
    if (kind === succeedKind) return succeeded;
    return kind === failKind ? failed : state;
  }

  /** Repeat and retry: one round a step, and one step more to say that the rounds are over. */
  #counted(node: number, again: number, ending: number, updated: number): boolean {
    const child = node + 1;
    const numbers = this.numbers!;
    const at = this.program.numberAt[node]!;
    if (child !== updated) {
      if (this.states[node] === ready) {
        this.#reset(child);
        numbers[at] = 0;
        numbers[at + 1] = this.amount(node);
      }
      // "Not less" rather than "at least": a random function may have made the target no number.
      if (!this.isEndless(node) && !(numbers[at]! < numbers[at + 1]!)) {
        this.set(node, again);
        return false;
      }
      this.set(node, running);
      if (this.states[child] === again) this.#reset(child);
      if (this.#update(child)) return true;
    }
    const state = this.states[child]!;
    if (state === ending) this.set(node, ending);
    else if (state === again) numbers[at] = numbers[at]! + 1;
    return false;
  }

  #lotto(node: number, updated: number): boolean {
    const numbers = this.numbers!;
    const at = this.program.numberAt[node]!;
    if (updated === -1 && this.states[node] === ready) numbers[at] = this.drawChild(node);
    const child = numbers[at]!;
    if (child === 0) throw new Error('failed to update lotto node as it has no active child');
    if (updated === -1 && this.states[child]! < succeeded && this.#update(child)) return true;
    // The choice is read again: an action that steps its own tree may have led to another draw.
    this.set(node, this.states[numbers[at]!]!);
    return false;
  }

  /** Parallel, race and all: every child that has not ended is updated before anything is decided. */
  #together(node: number): boolean {
    const { states, ends } = this;
    const end = ends[node]!;
    const kind = this.#kinds[node]!;
    for (let child = node + 1; child < end; child = ends[child]!) {
      if (states[child]! < succeeded && this.#update(child)) return true;
    }
    let successes = 0;
    let failures = 0;
    let children = 0;
    for (let child = node + 1; child < end; child = ends[child]!, children++) {
      if (states[child] === succeeded) successes++;
      else if (states[child] === failed) failures++;
    }
    const decided = kind === parallelKind ? failures > 0 : kind === raceKind && successes > 0;
    if (decided) {
      this.set(node, kind === raceKind ? succeeded : failed);
      for (let child = node + 1; child < end; child = ends[child]!) this.#abort(child);
      return false;
    }
    const ended = successes + failures === children;
    this.set(node, ended ? (successes > 0 ? succeeded : failed) : running);
    return false;
  }
}

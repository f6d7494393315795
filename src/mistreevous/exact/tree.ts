import type { ExactGuard } from './calls.js';
import { ExactNodes } from './nodes.js';
import { wayTo } from './program.js';
import { ready, running, succeeded } from './states.js';

/**
 * One instance in the exact reading: what mistreevous 4.3.1 does step for step, on a shared program and a row of bytes.
 *
 * Where one leaf runs and nothing beside it, a step does not walk down to it but resumes it, see `#resume`, with the same result.
 * One thing differs on purpose: a promise of an aborted run never decides the next run.
 */
export class ExactTree extends ExactNodes {
  /** The leaf that the last step left running below running single-track nodes only; -1 when there is none. */
  #cursor = -1;
  #isStepping = false;

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
      if (cursor === -1) this.update(0);
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
    this.resetFrom(0);
  }

  /** Notes the leaf to resume: the one that ran last, when it goes on and all above it, so that the next walk must lead to it. */
  #remember(before: number): void {
    const leaf = this.lastLeaf;
    const { states } = this;
    if (leaf === -1 || states[leaf] !== running || this.program.walks[leaf] === undefined) return;
    // What was so before the step is still so: only ends are set on the way up.
    if (leaf !== before) for (let node = leaf; node !== 0; node = this.program.parents[node]!) if (states[this.program.parents[node]!] !== running) return;
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
    if (this.program.duties[leaf] === 0) this.run(leaf, -1);
    else {
      this.callback(this.program.steps[leaf]);
      this.finish(leaf, this.run(leaf, -1));
    }
    // Were the leaf to go on and nothing else to happen, every node above would be set to running, which it is.
    if (this.states[leaf] !== running || this.activity !== activity) this.climb(leaf);
  }

  /** The guard of a node on the way has said stop, or has stepped or reset this very tree, so that the way may lead elsewhere now. */
  #divert(node: number, guard: ExactGuard): void {
    // A walk asks its guards in the same order as the list of the node; of those before this one none said stop.
    const guards = this.program.guardPaths[node]!;
    if (this.isStoppedFrom(guards, guards.indexOf(guard))) this.climb(this.leave(this.stoppedBy!));
    else this.#updateBelowGuards(node);
  }

  /** The rest of an update of a node whose guards have let it go on, and what follows from it. */
  #updateBelowGuards(node: number): void {
    if (this.states[node] === ready) this.callback(this.program.entries[node]);
    this.callback(this.program.steps[node]);
    this.climb(this.finish(node, this.run(node, -1)));
  }

  /** The same as resuming, for a way on which step callbacks have to be called between the guards. */
  #resumeByNode(leaf: number, activity: number): void {
    const walk = this.program.walks[leaf]!;
    for (let index = 0; index < walk.length; index++) {
      const node = walk[index]!;
      if (this.isStopped(this.program.guardPaths[node]!)) {
        this.climb(this.leave(this.stoppedBy!));
        return;
      }
      if (this.states[node] === ready) this.callback(this.program.entries[node]);
      this.callback(this.program.steps[node]);
      if (this.activity === activity) continue;
      // A guard or callback has stepped or reset this very tree: the way may lead elsewhere now.
      this.climb(this.finish(node, this.run(node, -1)));
      return;
    }
    const updated = this.update(leaf) ? this.leave(this.stoppedBy!) : leaf;
    if (updated !== leaf || this.states[leaf] !== running || this.activity !== activity) this.climb(updated);
  }
}

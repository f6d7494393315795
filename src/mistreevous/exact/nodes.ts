import type { BehaviourTreeOptions } from 'mistreevous';
import {
  actionKind, conditionKind, failKind, flipKind, lottoKind, parallelKind, raceKind, repeatKind, retryKind, selectorKind, sequenceKind, succeedKind,
  waitKind,
} from '../../bt/internal.js';
import type { ExactGuard } from './calls.js';
import type { Agent, Lookup } from './lookup.js';
import { endHook, startHook, type ExactNode, type ExactProgram } from './program.js';
import { ExactRow } from './row.js';
import { failed, ready, running, succeeded } from './states.js';

/**
 * What the nodes of one instance do in the exact reading.
 *
 * A guard that stops a node above is not an exception but the answer true ("unwinding") of an update, with the guard in `stoppedBy`.
 * And an update does not call itself for what is below sequences, selectors and decorators: it goes down and up in one loop.
 */
export abstract class ExactNodes extends ExactRow {
  readonly #kinds: Uint8Array;
  readonly #parents: Int32Array;
  readonly #nodes: readonly ExactNode[];
  /** The guard that is being unwound to. */
  protected stoppedBy: ExactGuard | undefined = undefined;
  /** The leaf that ran last. */
  protected lastLeaf = -1;

  constructor(program: ExactProgram, agent: Agent, options: BehaviourTreeOptions, lookup: Lookup) {
    super(program, agent, options, lookup);
    this.#kinds = program.kinds;
    this.#parents = program.parents;
    this.#nodes = program.nodes;
  }

  /** The end of an update: the exit callback, or leaving the node of a guard that said stop. Returns the node to go on from. */
  protected finish(node: number, stopped: boolean): number {
    if (stopped) return this.leave(this.stoppedBy!);
    const state = this.states[node]!;
    if (state >= succeeded) this.exit(node, state === succeeded, false);
    return node;
  }

  /** From a node that was just updated to the root: what the update of each node above does after that of its child. */
  protected climb(from: number): void {
    for (let node = from; node !== 0; ) {
      const parent = this.#parents[node]!;
      node = this.finish(parent, this.run(parent, node));
    }
  }

  /** Asks guards in turn, such as all on the way to a node, outermost first; the one that says stop is then `stoppedBy`. */
  protected isStopped(guards: readonly ExactGuard[]): boolean {
    const ended = this.asked(guards, 0);
    return ended < guards.length && this.isStoppedFrom(guards, ended);
  }

  /** The same from the guard on at which the asking ended: it says stop, or has stepped or reset the tree, which changes nothing here. */
  protected isStoppedFrom(guards: readonly ExactGuard[], ended: number): boolean {
    for (let at = ended; at < guards.length; at = this.asked(guards, at + 1)) {
      if (!this.saysStop(guards[at]!)) continue;
      this.stoppedBy = guards[at]!;
      return true;
    }
    return false;
  }

  /** Updates a node, unless it has ended. True while a guard above this node is being unwound to. */
  protected update(base: number): boolean {
    const { states } = this;
    if (states[base]! >= succeeded) return false;
    let node = this.#nodes[base]!;
    for (;;) {
      // Down: the update of this node begins.
      let stopped = node.duties !== 0 && this.#begin(node);
      if (!stopped) {
        const { kind, first } = node;
        if (kind === conditionKind) {
          this.condition(node);
          this.lastLeaf = node.index;
        } else if (kind === actionKind) {
          this.action(node);
          this.lastLeaf = node.index;
        } else if (kind > waitKind && kind < lottoKind) {
          if (states[first!.index]! < succeeded) {
            node = first!;
            continue;
          }
          const child = this.#after(node.index, first!.index);
          if (child !== -1) {
            node = this.#nodes[child]!;
            continue;
          }
        } else stopped = this.run(node.index, -1);
      }
      // Up: this node and what is below it have had their turn.
      for (;;) {
        if (stopped) {
          const guard = this.stoppedBy!;
          if (guard.node < base) return true;
          node = this.#nodes[this.leave(guard)]!;
          stopped = false;
        } else if ((node.duties & endHook) !== 0 && states[node.index]! >= succeeded) this.exit(node.index, states[node.index] === succeeded, false);
        if (node.index === base) return false;
        const { next } = node;
        const parent: ExactNode = node.parent!;
        const state = states[node.index]!;
        // The usual cases of `#after` in place.
        if (state !== parent.passing || next === undefined) {
          if (state !== ready && parent.takesOver) this.set(parent.index, state);
          else this.#after(parent.index, node.index);
          node = parent;
          continue;
        }
        if (states[next.index]! < succeeded) {
          node = next;
          break;
        }
        const child = this.#after(parent.index, node.index);
        node = this.#nodes[child === -1 ? parent.index : child]!;
        if (child !== -1) break;
      }
    }
  }

  /** What comes before a node does anything itself. True when a guard says stop. */
  #begin({ index, duties, guards }: ExactNode): boolean {
    if (guards.length > 0 && this.isStopped(guards)) return true;
    if ((duties & startHook) !== 0) {
      if (this.states[index] === ready) this.callback(this.program.entries[index]);
      this.callback(this.program.steps[index]);
    }
    return false;
  }

  /** Makes a node and everything below it ready. */
  protected resetFrom(node: number): void {
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
  protected leave(guard: ExactGuard): number {
    this.#abort(guard.node);
    this.set(guard.node, guard.succeeds ? succeeded : failed);
    return guard.node;
  }

  #abort(node: number): void {
    if (this.states[node] !== running) return;
    const end = this.ends[node]!;
    for (let child = node + 1; child < end; child = this.ends[child]!) this.#abort(child);
    this.resetFrom(node);
    this.exit(node, false, true);
  }

  /** What a node itself does in an update. `updated` is the child that has had its own update already, or -1. */
  protected run(node: number, updated: number): boolean {
    const kind = this.#kinds[node]!;
    if (kind <= waitKind) {
      this.#leaf(node, kind);
      return false;
    }
    if (kind < lottoKind) return this.#inOrder(node, updated);
    if (kind === repeatKind) return this.#counted(node, succeeded, failed, updated);
    if (kind === retryKind) return this.#counted(node, failed, succeeded, updated);
    return kind === lottoKind ? this.#lotto(node, updated) : this.#together(node);
  }

  #leaf(node: number, kind: number): void {
    if (kind === actionKind) this.action(this.#nodes[node]!);
    else if (kind === conditionKind) this.condition(this.#nodes[node]!);
    else this.wait(node);
    // Afterwards, since an action may step its own tree and other leaves run meanwhile.
    this.lastLeaf = node;
  }

  /** Sequence, selector and the decorators that run their child once. */
  #inOrder(node: number, updated: number): boolean {
    const { states } = this;
    const first = node + 1;
    for (let child = updated === -1 && states[first]! < succeeded ? first : this.#after(node, updated === -1 ? first : updated); child !== -1; child = this.#after(node, child)) {
      if (this.update(child)) return true;
    }
    return false;
  }

  /** What such a node does after a child: the next child to update, or -1 when it is settled how the node itself stands. */
  #after(node: number, child: number): number {
    const kind = this.#kinds[node]!;
    if (kind === sequenceKind) return this.#onward(node, child, succeeded, failed);
    if (kind === selectorKind) return this.#onward(node, child, failed, succeeded);
    const state = this.states[child]!;
    this.set(node, state < succeeded ? state : this.#decorated(kind, state));
    return -1;
  }

  /** Sequence and selector: go on past children that end with `passing`. */
  #onward(node: number, updated: number, passing: number, ending: number): number {
    const { states, ends } = this;
    const end = ends[node]!;
    for (let child = updated; child < end; child = ends[child]!) {
      const state = states[child]!;
      if (child !== updated && state < succeeded) return child;
      if (state === passing) continue;
      if (state === ready) throw new Error('child node was not in an expected state.');
      this.set(node, state === ending ? ending : running);
      return -1;
    }
    this.set(node, passing);
    return -1;
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
        this.resetFrom(child);
        numbers[at] = 0;
        numbers[at + 1] = this.amount(node);
      }
      // "Not less" rather than "at least": a random function may have made the target no number.
      if (!this.isEndless(node) && !(numbers[at]! < numbers[at + 1]!)) {
        this.set(node, again);
        return false;
      }
      this.set(node, running);
      if (this.states[child] === again) this.resetFrom(child);
      if (this.update(child)) return true;
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
    if (updated === -1 && this.states[child]! < succeeded && this.update(child)) return true;
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
      if (states[child]! < succeeded && this.update(child)) return true;
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

import { Columns, Problem, type Status } from '../../core/internal.js';
import type { TreeProgram } from '../program.js';
import type { TreeRuntime } from '../runtime.js';
import { bindCalls, plainCall, type BuiltIn, type LeafFunction, type LeafRecord } from './bind.js';
import type { TreeErrorHandler, TreeTrace } from './stage.js';
import { Interpreter } from './interpreter.js';
import { addRows, failedState, isActive, succeededState, type TreeRows } from './rows.js';
import { isSoundRow, restoreRow, saveRow, type OtherTree, type RestoredTreeRow, type SavedTreeRow } from './save.js';

/** How a store of rows is set up. */
export interface TreeStoreOptions {
  /** Where the rows live; columns of its own unless given. */
  readonly columns?: Columns;
  /** What the brain provides under reserved names. */
  readonly builtIns?: Readonly<Record<string, BuiltIn>>;
  /** Hears of callbacks that throw; the step then goes on as if they had failed. Without it a throw ends the step and reaches the caller. */
  readonly onError?: TreeErrorHandler;
  /** Hears what begins, ends and is aborted. */
  readonly trace?: TreeTrace;
  /** Random numbers in [0, 1) for lottos and drawn amounts; a seeded stream of each row unless given. */
  readonly random?: (slot: number) => number;
  /** Seed of the rows' own streams. */
  readonly seed?: number;
  /** What becomes of an action that waited for a promise when its row was saved: it is called `again` (as without this), or counts as failed. */
  readonly lostPromises?: 'again' | 'fail';
}

/**
 * A tree and the rows of all entities that run it, in the native reading: the running leaf is resumed, each guard is asked once a step.
 * All that an entity owns is its row in `columns`; make room with `columns.grow` before a slot is used, and clear it with `columns.clear`.
 */
export class TreeStore<Body = unknown, Facts = unknown> implements TreeRuntime<Body, Facts> {
  readonly program: TreeProgram;
  readonly saves = true as const;
  readonly columns: Columns;
  readonly #rows: TreeRows;
  readonly #run: Interpreter;

  /** @throws Problem when a function is missing, misplaced, or has a reserved name */
  constructor(program: TreeProgram, leaves: LeafRecord<Body, Facts>, options: TreeStoreOptions = {}) {
    this.program = program;
    this.columns = options.columns ?? new Columns(1);
    this.#rows = addRows(program, this.columns, options.random === undefined);
    this.#run = new Interpreter({
      program,
      rows: this.#rows,
      calls: bindCalls(program, leaves, options.builtIns ?? {}),
      onError: options.onError,
      trace: options.trace,
      random: options.random,
      seed: options.seed ?? 1,
      lostPromises: options.lostPromises ?? 'again',
    });
  }

  /** Sets who is told of what begins, ends and is aborted. A tree that is listened to runs without its short cuts. */
  listen(trace: TreeTrace | undefined): void {
    this.#run.listen(trace);
  }

  /** One step of one entity, `dt` seconds after its last. A tree that had ended starts afresh. */
  step(slot: number, body: Body, facts: Facts, dt: number): Status {
    return this.#run.step(slot, body, facts, dt);
  }

  /** Aborts whatever runs: each exit and abort hook once, children first. Cooldowns and run counts stay. */
  abort(slot: number, body: Body, facts: Facts): void {
    this.#run.abort(slot, body, facts);
  }

  /** Lets go of the promises of a slot that is freed or overwritten: what they say later decides nothing. */
  forget(slot: number): void {
    this.#run.promises.forgetSlot(slot);
  }

  /** The row as JSON, at any step. */
  saveRow(slot: number): SavedTreeRow {
    return saveRow(this.program, this.#rows, slot);
  }

  /**
   * Fills the row from what `saveRow` gave. Nothing is called: no entry, no exit. Promises are lost, see `lostPromises`.
   *
   * @param other what to do with a row of another tree
   * @throws Problem when it is no saved row, or of another tree and `other` is `error`; nothing has changed then
   */
  restoreRow(slot: number, saved: unknown, other: OtherTree = 'error'): RestoredTreeRow {
    const restored = restoreRow(this.program, this.#rows, slot, saved, other);
    this.forget(slot);
    return restored;
  }

  /**
   * For tests: puts something else in the place of a node and everything below it, for all entities. A status answers at once,
   * a function is called as an action; undefined brings back what was there. Guards and hooks of the node stay.
   *
   * @throws Problem when there is no such node, an entity is in it just now, or inside a step
   */
  substitute(id: string, replacement: Status | LeafFunction<Body, Facts> | undefined): void {
    const node = this.nodeOf(id);
    if (this.#run.stepping) throw new Problem('inside-step', 'a node was substituted inside a step of its tree', { path: id, hint: 'do it between two steps' });
    const { size, ends } = this.program;
    const states = this.#rows.states.data;
    for (let at = node; at < states.length; at += size) {
      if (states.subarray(at, at + ends[node]! - node).some(isActive)) throw new Problem('node-in-use', `node "${id}" runs in slot ${(at - node) / size}`, { path: id, hint: 'abort it first' });
    }
    const target = typeof replacement === 'function' ? replacement : (): unknown => replacement;
    this.#run.substitute(node, replacement === undefined ? undefined : plainCall(target));
  }

  /** True when the row, read from raw columns, is one that an entity can be in. */
  isSound(slot: number): boolean {
    return isSoundRow(this.program, this.#rows, slot);
  }

  /** The state of every node, in preorder. */
  states(slot: number): readonly ('ready' | 'running' | 'succeeded' | 'failed')[] {
    const { size } = this.program;
    return Array.from(this.#rows.states.data.subarray(slot * size, (slot + 1) * size), (state) => {
      if (isActive(state)) return 'running';
      return state === succeededState ? 'succeeded' : state === failedState ? 'failed' : 'ready';
    });
  }

  /** The running branches: the texts of all running nodes, in preorder. */
  path(slot: number): readonly string[] {
    return this.program.texts.filter((_text, node) => this.isRunning(slot, node));
  }

  /** Whether a node has begun and not ended. */
  isRunning(slot: number, node: number): boolean {
    return isActive(this.#rows.states.data[slot * this.program.size + node]!);
  }

  /** The node whose guard said stop in the last step, the last of several; -1 when none did. */
  lastGuard(slot: number): number {
    return this.#rows.guard.data[slot]! - 1;
  }

  /** The number of the node with this id. @throws Problem when there is none */
  nodeOf(id: string): number {
    const node = this.program.ids.indexOf(id);
    if (node === -1) throw new Problem('unknown-node', `there is no node "${id}"`, { path: id });
    return node;
  }
}

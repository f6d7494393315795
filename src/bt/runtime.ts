import type { Status } from '../core/internal.js';
import type { LeafFunction } from './native/bind.js';
import type { OtherTree, RestoredTreeRow, SavedTreeRow } from './native/save.js';
import type { TreeTrace } from './native/stage.js';
import type { TreeShape } from './program.js';

/** What runs a tree for many entities, each named by its slot: our interpreter, or mistreevous itself. */
export interface TreeRuntime<Body, Facts> {
  /** The nodes, by the numbers that this runtime knows them by. */
  readonly program: TreeShape;
  /** False when what an entity's tree is at stands outside the columns: it cannot be saved. */
  readonly saves: boolean;
  /** One step of one entity, `dt` seconds after its last. A tree that had ended starts afresh. */
  step(slot: number, body: Body, facts: Facts, dt: number): Status;
  /** Aborts whatever runs, with its exits. */
  abort(slot: number, body: Body, facts: Facts): void;
  /** Forgets what cannot stand in a column, when a slot is freed or overwritten. */
  forget(slot: number): void;
  /** Sets who is told of what begins, ends and is aborted, in a runtime that can tell. */
  listen?(trace: TreeTrace | undefined): void;
  /** The state of every node, in preorder. */
  states(slot: number): readonly ('ready' | 'running' | 'succeeded' | 'failed')[];
  /** The texts of all running nodes, in preorder. */
  path(slot: number): readonly string[];
  /** Whether a node has begun and not ended. */
  isRunning(slot: number, node: number): boolean;
  /** The node whose guard said stop in the last step, the last of several; -1 when none did. */
  lastGuard(slot: number): number;
  saveRow(slot: number): SavedTreeRow;
  restoreRow(slot: number, saved: unknown, other?: OtherTree): RestoredTreeRow;
  /** True when the row, read from raw columns, is one that an entity can be in. */
  isSound(slot: number): boolean;
  /** For tests: puts something else in the place of a node; see `TreeStore`. Only our own interpreter can. */
  substitute?(id: string, replacement: Status | LeafFunction<Body, Facts> | undefined): void;
}

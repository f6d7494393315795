import type { Status } from '../core/internal.js';
import type { LeafRecord } from './native/bind.js';
import { isActive, failedState, succeededState } from './native/rows.js';
import type { Stage } from './native/stage.js';
import type { TreeStoreOptions } from './native/store.js';
import type { TreeProgram, TreeShape } from './program.js';

/** What runs a tree for many entities, each named by its slot: our interpreter, or mistreevous itself. */
export interface TreeRuntime<Body = unknown, Facts = unknown> {
  /** The nodes, by the numbers that this runtime knows them by. */
  readonly program: TreeShape;
  /** The rows and tables of our own interpreter; undefined when what an entity's tree is at stands elsewhere and cannot be saved. */
  readonly stage: Stage | undefined;
  /** One step of one entity, `dt` seconds after its last. A tree that had ended starts afresh. */
  step(slot: number, body: Body, facts: Facts, dt: number): Status;
  /** Aborts whatever runs, with its exits. */
  abort(slot: number, body: Body, facts: Facts): void;
  /** Forgets what cannot stand in a column, when a slot is freed or overwritten. */
  forget(slot: number): void;
  /** The states of all nodes in preorder, as the bytes of a row. */
  bytes(slot: number): Uint8Array;
  /** The node whose guard said stop in the last step, the last of several; -1 when none did. */
  lastGuard(slot: number): number;
}

/** Makes what runs a tree for the minds of one brain: see `mistreevousRuntime`. */
export type RuntimeMaker = (program: TreeProgram, leaves: LeafRecord<any, any>, options: TreeStoreOptions) => TreeRuntime<any, any>;

/** What is known of each node, in preorder with branches followed. */
export type NodeStates = readonly ('ready' | 'running' | 'success' | 'failure')[];

/** The state of every node, in preorder. */
export function treeStates(of: TreeRuntime, slot: number): NodeStates {
  return Array.from(of.bytes(slot), (state) => (isActive(state) ? 'running' : state === succeededState ? 'success' : state === failedState ? 'failure' : 'ready'));
}

/** The running branches: the texts of all running nodes, in preorder. */
export function treePath(of: TreeRuntime, slot: number): readonly string[] {
  const states = of.bytes(slot);
  return of.program.texts.filter((_text, node) => isActive(states[node]!));
}

/** Whether a node has begun and not ended. */
export function isNodeRunning(of: TreeRuntime, slot: number, node: number): boolean {
  return isActive(of.bytes(slot)[node] ?? 0);
}

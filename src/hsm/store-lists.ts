import { Problem } from '../core/internal.js';
import { nodeKind } from './program.js';
import { readList, setList } from './step-list.js';
import type { StateStore } from './store.js';
import type { PlannedStep, StepsStatus } from './types.js';

/** Gives a `steps` state its list. If that state is active, its current step is aborted and the first of the new list entered now. */
export function giveSteps<Body>(store: StateStore<Body>, slot: number, stepsId: string, steps: readonly PlannedStep[], body: Body, params: unknown): void {
  const node = stepsNode(store, stepsId);
  store.inside(slot, body, params, () => setList(store.rows, store.moves, node, steps));
}

/** How far a slot's list of steps has come. */
export function readSteps(store: StateStore<any>, slot: number, stepsId: string): StepsStatus {
  const node = stepsNode(store, stepsId);
  return store.look(slot, () => readList(store.rows, node));
}

function stepsNode(store: StateStore<any>, id: string): number {
  const node = store.nodeOf(id);
  if (node === undefined || store.program.tables.kind[node] !== nodeKind.steps) throw new Problem('unknown-steps', `there is no steps state "${id}"`, { path: id });
  return node;
}

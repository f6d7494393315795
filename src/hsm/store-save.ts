import { load, resumeLane } from './restore.js';
import { saveRow as save, type SavedRow } from './save.js';
import { isSound } from './sound.js';
import { putParams, savedParams } from './step-list.js';
import type { StateStore } from './store.js';
import type { RestorePolicy, RestoreReport } from './types.js';

/** The params of step lists, which columns cannot hold: by id of the list and by slot. */
export type ListParams = Readonly<Record<string, Readonly<Record<number, readonly unknown[]>>>>;

/** A slot's row as plain data, by stable ids. @throws Problem inside a callback */
export function saveRow(store: StateStore<any>, slot: number): SavedRow {
  store.rows.refuseInside();
  return store.look(slot, () => save(store.rows));
}

/**
 * Puts a saved row into the slot, over whatever was there. Runs no enter and no exit, only `resume` of the leaves that go on.
 * What is saved is found by its id. When a part of it has no place here: `error` throws, `restart` begins the root anew,
 * `nearest` keeps the deepest states that are still there and enters the default below them.
 * Throws a Problem, and changes nothing, when the row is not a saved row.
 */
export function restoreRow<Body>(store: StateStore<Body>, slot: number, saved: unknown, policy: RestorePolicy, body: Body, params: unknown): RestoreReport {
  return store.inside(slot, body, params, () => load(store.rows, store.calls, store.moves, saved, policy));
}

/** Calls `resume` of every active leaf: after the slot's columns were filled from outside. */
export function resumeRow<Body>(store: StateStore<Body>, slot: number, body: Body, params: unknown): void {
  store.inside(slot, body, params, () => {
    store.calls.dropTasks(slot);
    resumeLane(store.rows, store.calls, 0);
  });
}

/** False when the slot's columns hold what no entity can be in. */
export function isSoundRow(store: StateStore<any>, slot: number): boolean {
  return store.look(slot, () => isSound(store.rows));
}

/** The params of all step lists of a store. */
export function listParams(store: StateStore<any>): ListParams {
  return savedParams(store.rows);
}

/** The reverse of {@link listParams}. */
export function putListParams(store: StateStore<any>, params: ListParams): void {
  putParams(store.rows, params);
}

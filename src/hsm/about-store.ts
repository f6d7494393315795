import { idBase, type Store } from './lone-store.js';
import { recordMaker, type EntityId, type StateRecord } from './records.js';
import type { SavedRow } from './save.js';
import { readStore, writeStore } from './store-buffer.js';
import { giveSteps, readSteps } from './store-lists.js';
import { restoreRow, resumeRow, saveRow } from './store-save.js';
import type { PlannedStep, RestorePolicy, RestoreReport, StepsStatus } from './types.js';

/** An entity's continuation as plain data. @throws Problem when it is gone */
export function saveEntity(store: Store<any, any>, id: EntityId): SavedRow {
  return store.change(id, 'save', (slot) => saveRow(store.states, slot), true);
}

/**
 * Puts a saved continuation into an entity, over what it was in: no exits run, only `resume` of the leaves that go on. When a part of it has no place here:
 * `error` throws, `restart` begins anew, `nearest` keeps the deepest states that are still there and enters the default below them.
 * @throws Problem, and changes nothing, when it is no saved continuation, or the entity is gone
 */
export function restoreEntity<Body>(store: Store<Body, any>, id: EntityId, saved: unknown, policy: RestorePolicy = 'error'): RestoreReport {
  return store.change(id, 'restore', (slot) => restoreRow(store.states, slot, saved, policy, store.bodies[slot]!, undefined), true);
}

/** Every entity's continuation as one block of bytes; bodies are not in it. @throws Problem inside a callback */
export function saveStore(store: Store<any, any>): ArrayBuffer {
  return writeStore(store.program, store.columns, store.settleAll(), store.states);
}

/**
 * Replaces every entity by those of a block that {@link saveStore} made on an equal structure. Ids stay the same; `bodyOf` gives each its body.
 * @throws Problem, and changes nothing, when the block is not whole or of another structure
 */
export function restoreStore<Body>(store: Store<Body, any>, buffer: ArrayBuffer, bodyOf: (id: EntityId) => Body): void {
  store.refuse('restoreStore');
  const { generations, fill } = readStore(store.program, store.columns, buffer);
  const bodies = Array.from(generations, (generation, slot) => ((generation & 1) === 1 ? bodyOf(generation * idBase + slot) : undefined));
  store.replaceAll(generations, bodies, () => fill(store.columns, store.states));
  bodies.forEach((body, slot) => {
    if (store.states.active(slot) !== -1) resumeRow(store.states, slot, body!, undefined);
  });
}

/** Tells a function of everything that happens in a store, or nobody (null). It must not throw. */
export function traceStore(store: Store<any, any>, sink: ((record: StateRecord) => void) | null): void {
  if (sink === null) {
    store.states.trace = undefined;
    return;
  }
  const record = recordMaker(store.program);
  store.states.trace = (slot, node, event, detail) => sink(record(store.ticks, store.idOf(slot), node, event, detail));
}

/** Gives a `steps` state (its id, like `root/work`; the root's name may be left out) its list. A running list is aborted and the new one begun at once. */
export function setSteps(store: Store<any, any>, id: EntityId, stepsId: string, steps: readonly PlannedStep[]): void {
  store.change(id, 'setSteps', (slot) => giveSteps(store.states, slot, stepsId, steps, store.bodies[slot], undefined));
}

/** How far a list of steps has come; undefined when the entity is gone. */
export function stepsStatus(store: Store<any, any>, id: EntityId, stepsId: string): StepsStatus | undefined {
  const slot = store.slotOf(id);
  return slot === -1 ? undefined : readSteps(store.states, slot, stepsId);
}

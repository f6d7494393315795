import { describe, didYouMean, isPlainObject, Problem } from '../core/internal.js';
import type { Moves } from './moves.js';
import { listHead, listMark } from './program.js';
import type { Rows } from './rows.js';
import type { PlannedStep, StepsStatus } from './types.js';

/** Gives the entity pointed at a new list for a steps node. An active one is aborted at its current step and begins again. */
export function setList(rows: Rows, moves: Moves, node: number, steps: readonly PlannedStep[]): void {
  const actions = checkList(rows, node, steps);
  const { lane, counter } = rows.tables;
  const active = rows.isActive(node);
  // The step's exit is still owed the params of the old list, so that stays until it has run.
  if (active) moves.unwind(lane[node]!, node, 0);
  writeList(rows, node, actions, steps.map((step) => step.params), 0, listMark.open);
  if (!active) return;
  rows.state[rows.at + counter[node]!] = 0;
  const first = moves.nextInList(node);
  if (first !== 0) moves.enter(first);
}

/** The places of the listed actions in the node's table; throws a Problem when one is unknown or the list is too long. */
export function checkList(rows: Rows, node: number, steps: readonly PlannedStep[]): readonly number[] {
  const { kids, kidStart, maxSteps } = rows.tables;
  const path = rows.program.ids[node]!;
  if (!Array.isArray(steps)) throw new Problem('not-a-list', `steps must be a list, not ${describe(steps)}`, { path });
  if (steps.length > maxSteps[node]!) throw new Problem('too-many-steps', `${steps.length} steps are more than fit`, { path, hint: `maxSteps is ${maxSteps[node]}` });
  const names = Array.from(kids.subarray(kidStart[node], kidStart[node + 1]), (kid) => rows.program.names[kid]!);
  return steps.map((step: unknown, index) => {
    const action = isPlainObject(step) ? step['action'] : undefined;
    const place = names.indexOf(action as string);
    if (place === -1) throw new Problem('unknown-action', `there is no action ${describe(action)}`, { path: `${path}[${index}]`, hint: didYouMean(String(action), names) });
    return place;
  });
}

/** Writes a checked list into the row. */
export function writeList(rows: Rows, node: number, actions: readonly number[], params: readonly unknown[], failedMark: number, mark: number): void {
  const at = rows.at + rows.tables.list[node]!;
  rows.state[at] = actions.length;
  rows.markList(node, failedMark, mark);
  rows.state.set(actions, at + listHead);
  rows.listParams[node]![rows.slot] = params.some((each) => each !== undefined) ? params : undefined;
}

/** How far the list of a steps node has come, for the entity pointed at. */
export function readList(rows: Rows, node: number): StepsStatus {
  const { list, counter } = rows.tables;
  const { state, at } = rows;
  const total = state[at + list[node]!]!;
  const failedStep = state[at + list[node]! + 1]! - 1;
  const mark = state[at + list[node]! + 2]!;
  const step = rows.isActive(node) ? state[at + counter[node]!]! : mark === listMark.done ? total : Math.max(0, failedStep);
  return { step, total, failedStep, reason: failedStep === -1 ? undefined : mark === listMark.stale ? 'stale' : 'failed' };
}

type ParamsById = Readonly<Record<string, Readonly<Record<number, readonly unknown[]>>>>;

/** The params of every step list of a store, by id and slot. */
export function savedParams(rows: Rows): ParamsById {
  const byId: Record<string, Record<number, readonly unknown[]>> = {};
  rows.listParams.forEach((bySlot, node) => {
    const kept = Object.fromEntries(Object.entries(bySlot).filter((entry): entry is [string, readonly unknown[]] => entry[1] !== undefined));
    if (Object.keys(kept).length > 0) byId[rows.program.ids[node]!] = kept;
  });
  return byId;
}

/** The reverse of {@link savedParams}. */
export function putParams(rows: Rows, params: ParamsById): void {
  rows.listParams.forEach((bySlot, node) => {
    bySlot.length = 0;
    for (const [slot, list] of Object.entries(params[rows.program.ids[node]!] ?? {})) bySlot[Number(slot)] = list;
  });
}

import { describe, isPlainObject, Problem } from '../../core/internal.js';
import { parallelKind, repeatKind, retryNowKind, waitKind } from '../kinds.js';
import type { TreeProgram } from '../program.js';
import { failedState, isActive, nowhere, readyState, runningState, succeededState, waitingState, type TreeRows } from './rows.js';
import type { Stage } from './stage.js';

/** What to do with a row of another tree: refuse it, start over, or keep the nodes whose ids are still there. */
export type OtherTree = 'error' | 'restart' | 'nearest';

/** What a saved node can be; one that is not mentioned is ready. */
export type SavedNodeState = 'running' | 'success' | 'failure' | 'waiting';

/** A row as JSON. Nodes are named by id, never by number, so that a row can outlive changes of its tree. */
export interface SavedTreeRow {
  /** Hash of the tree that it belongs to. */
  readonly tree: string;
  readonly nodes: Readonly<Record<string, SavedNodeState>>;
  /** Counts and elapsed milliseconds of the nodes that have any. */
  readonly numbers: Readonly<Record<string, readonly number[]>>;
  /** The node whose guard said stop last. */
  readonly guard?: string;
  /** State of the random stream. */
  readonly random?: number;
}

/** What became of a row that was restored. */
export interface RestoredTreeRow {
  /** Ids that the tree no longer has, or that could not go on as they were. */
  readonly lost: readonly string[];
}

const savedStates: Readonly<Record<SavedNodeState, number>> = {
  running: runningState,
  success: succeededState,
  failure: failedState,
  waiting: waitingState,
};

/** One row as JSON, at any step. */
export function saveTreeRow({ program, rows }: Stage, slot: number): SavedTreeRow {
  const nodes: Record<string, SavedNodeState> = {};
  const numbers: Record<string, readonly number[]> = {};
  const names = Object.keys(savedStates) as SavedNodeState[];
  for (let node = 0; node < program.size; node++) {
    const id = program.ids[node]!;
    const state = rows.states.data[slot * program.size + node]!;
    const name = names.find((each) => savedStates[each] === state);
    if (name !== undefined) nodes[id] = name;
    const at = slot * program.numbers + program.numberAt[node]!;
    const kept = program.numberAt[node] === -1 ? [] : [...rows.numbers.data.subarray(at, at + widthOf(program, node))];
    if (kept.some((number) => number !== 0)) numbers[id] = kept;
  }
  const guard = rows.guard.data[slot]!;
  return {
    tree: program.hash,
    nodes,
    numbers,
    ...(guard === 0 ? {} : { guard: program.ids[guard - 1]! }),
    ...(rows.random === undefined ? {} : { random: rows.random.data[slot]! }),
  };
}

/**
 * Fills a row from what {@link saveTreeRow} gave. Nothing is called: no entry, no exit. Promises are lost, see `lostPromises`.
 *
 * @param other what to do with a row of another tree
 * @throws Problem when it is not a saved row, or belongs to another tree and `other` is `error`; the row is then as it was
 */
export function restoreTreeRow({ program, rows, promises }: Stage, slot: number, value: unknown, other: OtherTree = 'error'): RestoredTreeRow {
  const saved = checkedRow(value);
  const same = saved.tree === program.hash;
  if (!same && other === 'error') throw new Problem('other-tree', 'the saved row belongs to another tree', { path: 'row.tree', hint: 'restore it with "restart" or "nearest"' });
  promises.forgetSlot(slot);
  clearRow(program, rows, slot);
  if (!same && other === 'restart') return { lost: Object.keys(saved.nodes) };
  const lost: string[] = [];
  const numberOf = new Map(program.ids.map((id, node) => [id, node]));
  for (const [id, kept] of Object.entries(saved.numbers)) {
    const node = numberOf.get(id);
    if (node === undefined || program.numberAt[node] === -1 || widthOf(program, node) !== kept.length) continue;
    rows.numbers.data.set(kept, slot * program.numbers + program.numberAt[node]!);
  }
  for (const [id, state] of Object.entries(saved.nodes)) {
    const node = numberOf.get(id);
    // A node whose numbers changed their meaning cannot go on with them.
    const fits = node !== undefined && (program.numberAt[node] === -1 || saved.numbers[id] === undefined || saved.numbers[id].length === widthOf(program, node));
    if (fits) rows.states.data[slot * program.size + node] = savedStates[state];
    else lost.push(id);
  }
  rows.guard.data[slot] = (numberOf.get(saved.guard ?? '') ?? -1) + 1;
  if (rows.random !== undefined) rows.random.data[slot] = saved.random ?? 0;
  lost.push(...repair(program, rows, slot));
  // Whatever runs is looked for at the next step.
  rows.cursor.data[slot] = nowhere;
  return { lost };
}

/** True when a row, read from raw bytes, is one that an entity can be in. */
export function isSoundTreeRow({ program, rows }: Stage, slot: number): boolean {
  const states = rows.states.data.subarray(slot * program.size, (slot + 1) * program.size);
  const cursor = rows.cursor.data[slot]!;
  // The cursor of a tree that has ended, or never stepped, is not looked at.
  if (isActive(states[0]!) && cursor !== nowhere && !(cursor < program.size && isActive(states[cursor]!) && canResume(program, cursor))) return false;
  if (states.some((state) => state > waitingState) || rows.guard.data[slot]! > program.size) return false;
  return repair(program, rows, slot).length === 0;
}

/** A step resumes at a leaf, at the outermost parallel, or at a repeat or retry, which pauses between two rounds. */
function canResume(program: TreeProgram, node: number): boolean {
  const kind = program.kinds[node]!;
  return kind <= waitKind || kind >= parallelKind || (kind >= repeatKind && kind <= retryNowKind);
}

function clearRow(program: TreeProgram, rows: TreeRows, slot: number): void {
  rows.states.data.fill(0, slot * program.size, (slot + 1) * program.size);
  rows.numbers.data.fill(0, slot * program.numbers, (slot + 1) * program.numbers);
  rows.guard.data[slot] = 0;
  rows.cursor.data[slot] = nowhere;
}

function widthOf(program: TreeProgram, node: number): number {
  const next = program.numberAt.subarray(node + 1).find((at) => at !== -1) ?? program.numbers;
  return next - program.numberAt[node]!;
}

/** Makes the states of a changed tree fit together: what runs runs below running nodes, one child of a single-track node at a time. */
function repair(program: TreeProgram, rows: TreeRows, slot: number): readonly string[] {
  const states = rows.states.data.subarray(slot * program.size, (slot + 1) * program.size);
  const lost: string[] = [];
  const drop = (node: number): void => {
    for (let each = node; each < program.ends[node]!; each++) {
      if (states[each] !== readyState) lost.push(program.ids[each]!);
      states[each] = readyState;
    }
  };
  for (let node = 0; node < program.size; node++) {
    let runs = false;
    for (let child = node + 1; child < program.ends[node]!; child = program.ends[child]!) {
      if (!isActive(states[child]!)) continue;
      // Below a node that has ended or not begun nothing runs; beside a running child only a parallel runs another.
      if (!isActive(states[node]!) || (runs && program.kinds[node]! < parallelKind)) drop(child);
      runs = true;
    }
  }
  return lost;
}

function checkedRow(value: unknown): SavedTreeRow {
  const wrong = (path: string, what: string, found: unknown): never => {
    throw new Problem('bad-row', `${path} of a saved tree row must be ${what}, not ${describe(found)}`, { path: `row.${path}` });
  };
  if (!isPlainObject(value)) throw new Problem('bad-row', `a saved tree row is an object, not ${describe(value)}`, { path: 'row' });
  const { tree, nodes, numbers, guard, random } = value;
  if (typeof tree !== 'string') wrong('tree', 'a hash', tree);
  if (!isPlainObject(nodes)) return wrong('nodes', 'an object', nodes);
  if (!isPlainObject(numbers)) return wrong('numbers', 'an object', numbers);
  for (const [id, state] of Object.entries(nodes)) if (typeof state !== 'string' || !Object.hasOwn(savedStates, state)) wrong(`nodes.${id}`, 'a state', state);
  for (const [id, list] of Object.entries(numbers)) if (!Array.isArray(list) || !list.every((each) => typeof each === 'number' && each >= -1 && each < Infinity)) wrong(`numbers.${id}`, 'a list of numbers', list);
  if (guard !== undefined && typeof guard !== 'string') wrong('guard', 'an id', guard);
  if (random !== undefined && !(typeof random === 'number' && random >= 0 && random < 2 ** 32)) wrong('random', 'a number', random);
  return value as unknown as SavedTreeRow;
}

import { describe, isPlainObject, plainObject, Problem } from '../core/internal.js';
import type { Calls } from './calls.js';
import type { Moves } from './moves.js';
import { faulty, firstNode, listHead, listMark, nodeKind, type Tables } from './program.js';
import type { Rows } from './rows.js';
import { rowVersion } from './save.js';
import { checkList } from './step-list.js';
import type { PlannedStep, RestorePolicy, RestoreReport } from './types.js';

/** A saved row read into memory of its own, so that a row that turns out wrong has changed nothing. */
interface Draft {
  readonly rows: Rows;
  readonly tables: Tables;
  readonly state: Uint16Array;
  readonly numbers: Float64Array;
  readonly queue: number[];
  readonly params: Map<number, readonly unknown[]>;
  /** Leaves that go on. */
  readonly resumed: number[];
  /** States to be entered because what was saved has no place. */
  readonly entered: number[];
  readonly lost: string[];
}

/** Restores a saved row into the entity that the rows are open at. */
export function load(rows: Rows, calls: Calls, moves: Moves, saved: unknown, policy: RestorePolicy): RestoreReport {
  const row = plainObject(saved, 'row', 'a saved row');
  if (row['v'] !== rowVersion) throw bad('row.v', `is version ${describe(row['v'])}`, `this library reads version ${rowVersion}`);
  if (policy !== 'error' && policy !== 'restart' && policy !== 'nearest') throw new Problem('bad-policy', `a restore policy is "error", "restart" or "nearest", not ${describe(policy)}`);
  if (row['root'] === null) return restoreEnded(rows, calls, row['ended']);
  const root = rows.program.roots.indexOf(row['root'] as string);
  if (root === -1) throw new Problem('unknown-root', `there is no root ${describe(row['root'])}`, { path: 'row.root' });

  const draft = draftOf(rows, row, root);
  if (draft.lost.length > 0 && policy === 'error') throw new Problem('does-not-fit', `the saved row does not fit this structure: ${draft.lost.slice(0, 5).join(', ')}`, { path: 'row', hint: 'restore with "nearest" or "restart"' });
  const restart = draft.lost.length > 0 && policy === 'restart';
  const fresh = restart || draft.state[0] === rows.tables.start[root];
  calls.dropTasks(rows.slot);
  rows.forget(root);
  if (restart) {
    keepLists(draft);
    rows.state[rows.at] = rows.tables.start[root]!;
    return { outcome: 'restarted', lost: draft.lost };
  }
  const lastToken = rows.state[rows.at + 1]!;
  rows.state.set(draft.state, rows.at);
  rows.state[rows.at + 1] = lastToken;
  rows.numbers.set(draft.numbers, rows.base);
  for (const event of draft.queue) rows.push(rows.slot, event);
  for (const [node, params] of draft.params) rows.listParams[node]![rows.slot] = params;
  for (const node of draft.resumed) resumeLeaf(calls, moves, node);
  for (const node of draft.entered) moves.enter(node);
  return { outcome: fresh || draft.lost.length === 0 ? 'exact' : 'nearest', lost: draft.lost };
}

/** Step lists are orders, not a place in the structure: a root that begins anew keeps those that still fit. */
function keepLists({ rows, tables, state, params }: Draft): void {
  tables.list.forEach((place, node) => {
    if (place === -1 || state[place] === 0) return;
    rows.state.set(state.subarray(place, place + listHead + state[place]!), rows.at + place);
    rows.markList(node, 0, listMark.open);
    rows.listParams[node]![rows.slot] = params.get(node);
  });
}

function resumeLeaf(calls: Calls, moves: Moves, node: number): void {
  moves.giveToken(node);
  calls.resume(node);
}

/**
 * Lets every active leaf of a lane, and of the lanes below it, go on after its columns were filled as they had been. Tokens stay what
 * they were: it is the same activation, and a rollback must come to the same bits.
 */
export function resumeLane(rows: Rows, calls: Calls, lane: number): void {
  const { kind, kids, kidStart, lane: lanes } = rows.tables;
  const mark = rows.state[rows.at + lane]!;
  const node = rows.current(lane);
  if (node < firstNode || mark >= faulty) return;
  if (kind[node] === nodeKind.leaf) calls.resume(node);
  if (kind[node] === nodeKind.parallel) for (let at = kidStart[node]!; at < kidStart[node + 1]!; at++) resumeLane(rows, calls, lanes[kids[at]!]!);
}

function restoreEnded(rows: Rows, calls: Calls, ended: unknown): RestoreReport {
  const mark = ([undefined, 'success', 'failure', 'aborted'] as readonly unknown[]).indexOf(ended);
  if (mark === -1) throw bad('row.ended', `cannot be ${describe(ended)}`);
  calls.dropTasks(rows.slot);
  rows.state[rows.at] = mark;
  rows.clearQueue(rows.slot);
  return { outcome: 'idle', lost: [] };
}

function draftOf(rows: Rows, row: Readonly<Record<string, unknown>>, root: number): Draft {
  const { tables } = rows;
  const draft: Draft = {
    rows, tables, state: new Uint16Array(tables.stateWidth), numbers: new Float64Array(tables.numberWidth), queue: [], params: new Map(), resumed: [], entered: [], lost: [],
  };
  const start = tables.start[root]!;
  const top = tables.kids[tables.kidStart[start]!]!;
  readLists(draft, row['lists'] ?? {}, root);
  if (tables.rootClock[root] !== -1) draft.numbers[tables.rootClock[root]!] = seconds(row['elapsed'] ?? 0, 'row.elapsed');
  if (row['top'] === null) draft.state[0] = start;
  else if (!fits(draft, row['top'], top, 'row.top')) {
    draft.lost.push(rows.program.ids[top]!);
    draft.state[0] = start;
  } else readFrame(draft, row['top'], top, 'row.top');
  readHistories(draft, row['history'] ?? {}, root);
  readQueue(draft, row['queue'] ?? []);
  return draft;
}

/** True when a frame has this node's name and the shape of its kind. */
function fits({ tables, rows }: Draft, saved: unknown, node: number, path: string): boolean {
  const frame = plainObject(saved, path, 'a frame');
  if (typeof frame['n'] !== 'string') throw bad(`${path}.n`, `must be a name, not ${describe(frame['n'])}`);
  if (frame['n'] !== rows.program.names[node]) return false;
  switch (tables.kind[node]) {
    case nodeKind.leaf:
      return frame['k'] === undefined && frame['kids'] === undefined;
    case nodeKind.parallel:
      return frame['kids'] !== undefined;
    case nodeKind.steps:
      return frame['kids'] === undefined;
    default:
      return frame['k'] !== undefined;
  }
}

/** Reads a frame that fits its node, and what is below it. */
function readFrame(draft: Draft, saved: unknown, node: number, path: string): void {
  const { tables, state, numbers } = draft;
  const frame = saved as Readonly<Record<string, unknown>>;
  const lane = tables.lane[node]!;
  if (tables.clock[node] !== -1) numbers[tables.clock[node]!] = seconds(frame['t'] ?? 0, `${path}.t`);
  if (tables.counter[node] !== -1) state[tables.counter[node]!] = whole(frame['s'] ?? 0, `${path}.s`);
  switch (tables.kind[node]) {
    case nodeKind.leaf:
      state[lane] = frame['faulty'] === true ? node | faulty : node;
      if (tables.sleep[node] !== -1) numbers[tables.sleep[node]!] = number(frame['sleep'] ?? 0, `${path}.sleep`);
      readCells(draft, frame['cells'] ?? {}, node, `${path}.cells`);
      if (frame['faulty'] !== true) draft.resumed.push(node);
      return;
    case nodeKind.parallel:
      state[lane] = node;
      return readKids(draft, frame['kids'], node, `${path}.kids`);
    case nodeKind.steps:
      return readStep(draft, frame, node, path);
    default: {
      const child = childNamed(draft, frame['k'], node, `${path}.k`);
      if (child !== -1) return readFrame(draft, frame['k'], child, `${path}.k`);
      lose(draft, node, frame['k']);
      draft.entered.push(tables.kind[node] === nodeKind.machine ? tables.initial[node]! : tables.kids[tables.kidStart[node]!]!);
    }
  }
}

/** A step list stands on the step that its index names; if that is another action now, it begins anew. */
function readStep(draft: Draft, frame: Readonly<Record<string, unknown>>, node: number, path: string): void {
  const { tables, state } = draft;
  const step = state[tables.counter[node]!]!;
  const total = state[tables.list[node]!]!;
  if (frame['k'] === undefined) {
    state[tables.lane[node]!] = frame['faulty'] === true ? node | faulty : node;
    return;
  }
  const child = childNamed(draft, frame['k'], node, `${path}.k`);
  if (child !== -1 && step < total && state[tables.list[node]! + listHead + step] === tables.index[child]) return readFrame(draft, frame['k'], child, `${path}.k`);
  lose(draft, node, frame['k']);
  state[tables.counter[node]!] = 0;
  state[tables.lane[node]!] = node;
  if (total > 0) draft.entered.push(tables.kids[tables.kidStart[node]! + state[tables.list[node]! + listHead]!]!);
}

function readKids(draft: Draft, saved: unknown, node: number, path: string): void {
  if (!Array.isArray(saved)) throw bad(path, `must be a list, not ${describe(saved)}`);
  const { tables, state } = draft;
  const open = new Set(tables.kids.subarray(tables.kidStart[node], tables.kidStart[node + 1]));
  saved.forEach((frame: unknown, index) => {
    const own = `${path}[${index}]`;
    const { r } = plainObject(frame, own, 'a frame');
    const kid = childNamed(draft, frame, node, own, r !== undefined);
    if (kid === -1 || !open.delete(kid)) return lose(draft, node, frame);
    if (r === undefined) return readFrame(draft, frame, kid, own);
    if (r !== 'success' && r !== 'failure') throw bad(`${own}.r`, `must be "success" or "failure", not ${describe(r)}`);
    state[tables.lane[kid]!] = r === 'success' ? 1 : 2;
  });
  for (const kid of open) {
    draft.lost.push(`${draft.rows.program.ids[kid]!} (not saved)`);
    draft.entered.push(kid);
  }
}

function readCells(draft: Draft, saved: unknown, node: number, path: string): void {
  const cells = plainObject(saved, path);
  const { tables, numbers, rows } = draft;
  const known = new Set<string>();
  tables.cells[node]!.forEach(({ name, initial }, offset) => {
    known.add(name);
    const value = Object.hasOwn(cells, name) ? cells[name] : undefined;
    if (value === undefined) draft.lost.push(`${rows.program.ids[node]!}.${name} (not saved)`);
    numbers[tables.cellAt[node]! + offset] = value === undefined ? initial : number(value, `${path}.${name}`);
  });
  for (const name of Object.keys(cells)) if (!known.has(name)) draft.lost.push(`${rows.program.ids[node]!}.${name}`);
}

function readLists(draft: Draft, saved: unknown, root: number): void {
  const { rows, tables, state } = draft;
  for (const [id, value] of Object.entries(plainObject(saved, 'row.lists'))) {
    const path = `row.lists.${id}`;
    const node = rows.program.ids.indexOf(id);
    const list = plainObject(value, path, 'a step list');
    if (node < firstNode || tables.kind[node] !== nodeKind.steps || tables.root[node] !== root) {
      draft.lost.push(id);
      continue;
    }
    if (!Array.isArray(list['steps'])) throw bad(`${path}.steps`, `must be a list, not ${describe(list['steps'])}`);
    let actions: readonly number[];
    try {
      actions = checkList(rows, node, list['steps'] as PlannedStep[]);
    } catch {
      draft.lost.push(`${id} (its steps)`);
      continue;
    }
    const at = tables.list[node]!;
    state[at] = actions.length;
    state[at + 1] = list['failedStep'] === undefined ? 0 : whole(list['failedStep'], `${path}.failedStep`) + 1;
    state[at + 2] = list['mark'] === 'stale' ? listMark.stale : list['mark'] === 'done' ? listMark.done : listMark.open;
    state.set(actions, at + listHead);
    const params = (list['steps'] as PlannedStep[]).map((step) => step.params);
    if (params.some((each) => each !== undefined)) draft.params.set(node, params);
  }
}

/** Reads each history into a draft of its own and copies its region out of that. */
function readHistories(draft: Draft, saved: unknown, root: number): void {
  const { rows, tables, state } = draft;
  for (const [id, value] of Object.entries(plainObject(saved, 'row.history'))) {
    const node = rows.program.ids.indexOf(id);
    const path = `row.history.${id}`;
    const frame = plainObject(value, path, 'a frame');
    const place = node < firstNode ? -1 : tables.history[node]!;
    const child = place === -1 || tables.root[node] !== root ? -1 : childNamed(draft, frame['k'], node, `${path}.k`, tables.deep[node] === 0);
    if (child === -1) {
      draft.lost.push(`${id} (its history)`);
      continue;
    }
    const past: Draft = { ...draft, state: state.slice(), numbers: new Float64Array(tables.numberWidth), resumed: [], entered: [], lost: [] };
    if (tables.counter[node] !== -1) past.state[tables.counter[node]!] = whole(frame['s'] ?? 0, `${path}.s`);
    if (tables.deep[node] === 1) {
      readFrame(past, frame['k'], child, `${path}.k`);
      if (past.entered.length > 0) {
        draft.lost.push(`${id} (its history)`);
        continue;
      }
    }
    state[place] = tables.deep[node] === 1 ? past.state[tables.lane[node]!]! : child;
    state.set(past.state.subarray(tables.regionAt[node], tables.regionAt[node]! + tables.regionSize[node]!), place + 1);
  }
}

function readQueue(draft: Draft, saved: unknown): void {
  if (!Array.isArray(saved)) throw bad('row.queue', `must be a list, not ${describe(saved)}`);
  for (const event of saved as readonly unknown[]) {
    const known = draft.rows.program.events.indexOf(event as string);
    if (known === -1 || draft.queue.length >= draft.rows.program.queue) draft.lost.push(`event ${describe(event)}`);
    else draft.queue.push(known);
  }
}

/** The child that a frame names and fits, or -1. An ended child fits by its name alone. */
function childNamed(draft: Draft, saved: unknown, node: number, path: string, byName = false): number {
  const frame = plainObject(saved, path, 'a frame');
  const { tables, rows } = draft;
  for (let at = tables.kidStart[node]!; at < tables.kidStart[node + 1]!; at++) {
    const kid = tables.kids[at]!;
    if (byName ? frame['n'] === rows.program.names[kid] : fits(draft, frame, kid, path)) return kid;
  }
  return -1;
}

function lose(draft: Draft, node: number, frame: unknown): void {
  const name = isPlainObject(frame) ? String(frame['n']).slice(0, 60) : '?';
  draft.lost.push(`${draft.rows.program.ids[node]!}/${name}`);
}

function number(value: unknown, path: string): number {
  if (typeof value === 'number') return value;
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity' || value === '-0') return Number(value);
  throw bad(path, `must be a number, not ${describe(value)}`);
}

function seconds(value: unknown, path: string): number {
  const time = number(value, path);
  if (!(time >= 0)) throw bad(path, `must be seconds, 0 or more, not ${describe(value)}`);
  return time;
}

function whole(value: unknown, path: string): number {
  const count = number(value, path);
  if (!Number.isInteger(count) || count < 0 || count > 0xffff) throw bad(path, `must be a whole number from 0 to 65535, not ${describe(value)}`);
  return count;
}

function bad(path: string, what: string, hint?: string): Problem {
  return new Problem('bad-save', `${path} ${what}`, hint === undefined ? { path } : { path, hint });
}

import { faulty, firstNode, listHead, nodeKind, nodeMask, type Tables } from './program.js';
import { childTowards } from './towards.js';
import type { Rows } from './rows.js';
import type { PlannedStep } from './types.js';

/** The version of saved rows. */
export const rowVersion = 1;

/** A number as JSON can keep it: the ones it cannot are written as text. */
export type SavedNumber = number | 'NaN' | 'Infinity' | '-Infinity' | '-0';

/** One active state. Names are those below the parent, so a state is found again when its siblings were reordered. */
export interface SavedFrame {
  readonly n: string;
  /** Seconds on the state's own clock. */
  readonly t?: SavedNumber;
  /** Round of a looping sequence, or index into a step list. */
  readonly s?: number;
  readonly sleep?: SavedNumber;
  readonly cells?: Readonly<Record<string, SavedNumber>>;
  /** The state's enter threw, or its precheck refused it: it fails next. */
  readonly faulty?: true;
  /** The active child. */
  readonly k?: SavedFrame;
  /** Children of a parallel: those that have ended give their result. */
  readonly kids?: readonly (SavedFrame | { readonly n: string; readonly r: 'success' | 'failure' })[];
}

/** A step list and what happened to it. */
export interface SavedList {
  readonly steps: readonly PlannedStep[];
  readonly failedStep?: number;
  readonly mark?: 'stale' | 'done';
}

/** The whole continuation of one entity as plain data. */
export interface SavedRow {
  readonly v: typeof rowVersion;
  readonly hash: string;
  /** The root that runs, or null. */
  readonly root: string | null;
  readonly ended?: 'success' | 'failure' | 'aborted';
  /** Seconds since the root began, where that is kept. */
  readonly elapsed?: SavedNumber;
  /** Null: the root has begun and is not entered yet. */
  readonly top: SavedFrame | null;
  /** By id of the steps state. */
  readonly lists?: Readonly<Record<string, SavedList>>;
  /** By id of the composite: where it was when it was interrupted. */
  readonly history?: Readonly<Record<string, SavedFrame>>;
  /** Events that wait, oldest first. */
  readonly queue?: readonly string[];
}

/** A view of one row, or of a copy of its state without numbers. */
interface Source {
  readonly state: Uint16Array;
  readonly at: number;
  /** Undefined: clocks, sleep and cells are left out. */
  readonly numbers: Float64Array | undefined;
  readonly base: number;
}

/** Saves the entity that the rows point at. */
export function saveRow(rows: Rows): SavedRow {
  const { program, tables, state, at } = rows;
  const { kind, parent, top, rootClock, root: rootOf } = tables;
  const mark = state[at]! & nodeMask;
  if (mark < firstNode) {
    const ended = ([undefined, 'success', 'failure', 'aborted'] as const)[mark];
    return { v: rowVersion, hash: program.hash, root: null, ...(ended === undefined ? {} : { ended }), top: null };
  }
  const root = rootOf[mark]!;
  const clock = rootClock[root]!;
  let topNode = mark;
  while (top[topNode] === 0) topNode = parent[topNode]!;
  const lists = savedLists(rows, root);
  const history = savedHistories(rows, root);
  const queue = savedQueue(rows);
  return {
    v: rowVersion,
    hash: program.hash,
    root: program.roots[root]!,
    ...(clock === -1 ? {} : { elapsed: savedNumber(rows.numbers[rows.base + clock]!) }),
    top: kind[mark] === nodeKind.start ? null : frame(rows, rows, topNode, state[at]!),
    ...(Object.keys(lists).length === 0 ? {} : { lists }),
    ...(Object.keys(history).length === 0 ? {} : { history }),
    ...(queue.length === 0 ? {} : { queue }),
  };
}

/** The frame of a node and, inside it, those on the way down to what its lane stands on. */
function frame(rows: Rows, source: Source, node: number, mark: number): SavedFrame {
  const { tables, program } = rows;
  const { state, at } = source;
  const current = mark & nodeMask;
  const own = { n: program.names[node]!, ...numbersOf(source, tables, node), ...(tables.counter[node] === -1 ? {} : { s: state[at + tables.counter[node]!]! }) };
  if (node !== current) return { ...own, k: frame(rows, source, childTowards(tables, node, current), mark) };
  const marked = { ...own, ...(mark >= faulty ? { faulty: true as const } : {}) };
  if (tables.kind[node] !== nodeKind.parallel) return marked;
  const kids = Array.from(tables.kids.subarray(tables.kidStart[node], tables.kidStart[node + 1]), (kid) => {
    const below = state[at + tables.lane[kid]!]!;
    return below < firstNode ? { n: program.names[kid]!, r: below === 1 ? ('success' as const) : ('failure' as const) } : frame(rows, source, kid, below);
  });
  return { ...marked, kids };
}

function numbersOf({ numbers, base }: Source, tables: Tables, node: number): Pick<SavedFrame, 't' | 'sleep' | 'cells'> {
  if (numbers === undefined) return {};
  const clock = tables.clock[node]!;
  const sleep = tables.sleep[node]!;
  const names = tables.cells[node]!;
  return {
    ...(clock === -1 ? {} : { t: savedNumber(numbers[base + clock]!) }),
    ...(sleep === -1 ? {} : { sleep: savedNumber(numbers[base + sleep]!) }),
    ...(names.length === 0 ? {} : { cells: Object.fromEntries(names.map(({ name }, offset) => [name, savedNumber(numbers[base + tables.cellAt[node]! + offset]!)])) }),
  };
}

function savedLists(rows: Rows, root: number): Record<string, SavedList> {
  const { list, root: rootOf, kids, kidStart } = rows.tables;
  const lists: Record<string, SavedList> = {};
  list.forEach((place, node) => {
    if (place === -1 || rootOf[node] !== root) return;
    const from = rows.at + place;
    const total = rows.state[from]!;
    if (total === 0 && rows.state[from + 2] === 0) return;
    const params = rows.listParams[node]![rows.slot];
    const steps = Array.from(rows.state.subarray(from + listHead, from + listHead + total), (action, index): PlannedStep => {
      const name = rows.program.names[kids[kidStart[node]! + action]!]!;
      return params?.[index] === undefined ? { action: name } : { action: name, params: params[index] };
    });
    const failed = rows.state[from + 1]!;
    const mark = ([undefined, 'stale', 'done'] as const)[rows.state[from + 2]!];
    lists[rows.program.ids[node]!] = { steps, ...(failed === 0 ? {} : { failedStep: failed - 1 }), ...(mark === undefined ? {} : { mark }) };
  });
  return lists;
}

function savedHistories(rows: Rows, root: number): Record<string, SavedFrame> {
  const { history, root: rootOf, deep, regionAt, regionSize } = rows.tables;
  const histories: Record<string, SavedFrame> = {};
  history.forEach((place, node) => {
    if (place === -1 || rootOf[node] !== root) return;
    const from = rows.at + place;
    const remembered = rows.state[from]!;
    if (remembered === 0) return;
    // Lay the remembered region where it was, in a copy, and it reads like a running row.
    const copy = rows.state.slice(rows.at, rows.at + rows.tables.stateWidth);
    copy.set(rows.state.subarray(from + 1, from + 1 + regionSize[node]!), regionAt[node]);
    const source: Source = { state: copy, at: 0, numbers: undefined, base: 0 };
    const round = rows.tables.counter[node]!;
    const own = round === -1 ? {} : { s: copy[round]! };
    const child = childTowards(rows.tables, node, remembered);
    histories[rows.program.ids[node]!] = { n: rows.program.names[node]!, ...own, k: deep[node] === 1 ? frame(rows, source, child, remembered) : { n: rows.program.names[child]! } };
  });
  return histories;
}

function savedQueue(rows: Rows): string[] {
  const { queueColumn } = rows;
  if (queueColumn === undefined) return [];
  const from = rows.slot * queueColumn.width;
  return Array.from(queueColumn.data.subarray(from + 1, from + 1 + queueColumn.data[from]!), (event) => rows.program.events[event]!);
}

export function savedNumber(value: number): SavedNumber {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : (String(value) as SavedNumber);
}

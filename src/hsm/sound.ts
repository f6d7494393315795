import { firstNode, listHead, nodeKind, nodeMask, type Tables } from './program.js';
import type { Rows } from './rows.js';

/** A row, or a copy of one. */
interface Source {
  readonly tables: Tables;
  readonly state: Uint16Array;
  readonly at: number;
}

/**
 * True when the row pointed at is one that an entity can be in. Rows that come from a save as raw bytes are looked at before they are used,
 * because the interpreter trusts its rows.
 */
export function isSound(rows: Rows): boolean {
  const { tables, state, at, program, queueColumn, slot } = rows;
  const mark = state[at]! & nodeMask;
  if (mark < firstNode) return mark === state[at];
  if (mark >= tables.kind.length) return false;
  const root = tables.root[mark]!;
  const source: Source = { tables, state, at };
  if (!tables.list.every((place, node) => place === -1 || tables.root[node] !== root || listIsSound(source, node))) return false;
  if (!tables.history.every((place, node) => place === -1 || tables.root[node] !== root || historyIsSound(source, node))) return false;
  if (queueColumn !== undefined) {
    const from = slot * queueColumn.width;
    const waiting = queueColumn.data[from]!;
    if (waiting > program.queue || queueColumn.data.subarray(from + 1, from + 1 + waiting).some((event) => event >= program.events.length)) return false;
  }
  const start = tables.start[root]!;
  return state[at] === start || laneIsSound(source, tables.kids[tables.kidStart[start]!]!, state[at]!);
}

/** A lane stands on a node that can be stood on, below its top; what is kept on the way there is in range. */
function laneIsSound(source: Source, top: number, mark: number): boolean {
  const { tables, state, at } = source;
  const { kind, kids, kidStart, lane } = tables;
  const current = mark & nodeMask;
  if (current < firstNode || current >= kind.length) return false;
  if (kind[current] !== nodeKind.leaf && kind[current] !== nodeKind.parallel && kind[current] !== nodeKind.steps) return false;
  for (let node = current, child = 0; ; child = node, node = tables.parent[node]!) {
    if (node < firstNode || !placeIsSound(source, node, child)) return false;
    if (node === top) break;
    if (tables.top[node] === 1) return false;
  }
  if (kind[current] !== nodeKind.parallel) return true;
  for (let place = kidStart[current]!; place < kidStart[current + 1]!; place++) {
    const kid = kids[place]!;
    const below = state[at + lane[kid]!]!;
    if (below !== 1 && below !== 2 && !laneIsSound(source, kid, below)) return false;
  }
  return true;
}

/** The round of a loop, or the step of a list, fits its node and the child that is active. */
function placeIsSound({ tables, state, at }: Source, node: number, child: number): boolean {
  const { kind, counter, rounds, list, index } = tables;
  if (counter[node] === -1) return true;
  const count = state[at + counter[node]!]!;
  if (kind[node] === nodeKind.sequence) return count < rounds[node]!;
  const from = at + list[node]!;
  return child === 0 ? count <= state[from]! : count < state[from]! && state[from + listHead + count] === index[child];
}

function listIsSound({ tables, state, at }: Source, node: number): boolean {
  const from = at + tables.list[node]!;
  const actions = tables.kidStart[node + 1]! - tables.kidStart[node]!;
  const total = state[from]!;
  return total <= tables.maxSteps[node]! && state[from + 1]! <= total && state[from + 2]! <= 2 && state.subarray(from + listHead, from + listHead + total).every((action) => action < actions);
}

function historyIsSound({ tables, state, at }: Source, node: number): boolean {
  const { kids, kidStart, history, deep, regionAt, regionSize, counter, rounds, parent, top } = tables;
  const from = at + history[node]!;
  const remembered = state[from]!;
  if (remembered === 0) return true;
  const copy = state.slice(at, at + tables.stateWidth);
  copy.set(state.subarray(from + 1, from + 1 + regionSize[node]!), regionAt[node]);
  if (deep[node] === 0) {
    return (counter[node] === -1 || copy[counter[node]!]! < rounds[node]!) && kids.subarray(kidStart[node], kidStart[node + 1]).includes(remembered);
  }
  let child = remembered & nodeMask;
  while (child >= firstNode && child < parent.length && parent[child] !== node && top[child] === 0) child = parent[child]!;
  if (child < firstNode || child >= parent.length || parent[child] !== node) return false;
  return laneIsSound({ tables, state: copy, at: 0 }, child, remembered);
}

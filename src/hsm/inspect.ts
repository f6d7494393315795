import { epsilon, faulty, firstNode, nodeKind } from './program.js';
import type { Rows } from './rows.js';

/** Names from the root to the active leaf of the entity pointed at. */
export function activePath(rows: Rows): string[] {
  return lanePath(rows, 0);
}

function lanePath(rows: Rows, lane: number): string[] {
  const { kind, parent, top, kids, kidStart, lane: lanes } = rows.tables;
  const current = rows.current(lane);
  if (current < firstNode || kind[current] === nodeKind.start) return [];
  const names: string[] = [];
  for (let node = current; ; node = parent[node]!) {
    names.unshift(rows.program.names[node]!);
    if (top[node] === 1) break;
  }
  if (kind[current] !== nodeKind.parallel) return names;
  for (let at = kidStart[current]!; at < kidStart[current + 1]!; at++) {
    const below = lanePath(rows, lanes[kids[at]!]!);
    if (below.length > 0) names.push(below.join('/'));
  }
  return names;
}

/** Seconds for which driving the entity pointed at would only pass time; 0 when there is something to do. */
export function restTime(rows: Rows): number {
  if (rows.waiting(rows.slot) > 0) return 0;
  const rest = laneRest(rows, 0);
  return rest > epsilon && rest < Infinity ? rest : 0;
}

function laneRest(rows: Rows, lane: number): number {
  const { kind, restless, sleep, kids, kidStart, checkStart, checks, after, clock, machineOf, lane: lanes } = rows.tables;
  const { state, numbers, at, base } = rows;
  const node = rows.current(lane);
  if (node < firstNode) return lane === 0 ? 0 : Infinity;
  if (restless[node] === 1 || kind[node] === nodeKind.start || state[at + lane]! >= faulty) return 0;
  let rest = Infinity;
  if (kind[node] === nodeKind.parallel) {
    for (let place = kidStart[node]!; place < kidStart[node + 1]!; place++) rest = Math.min(rest, laneRest(rows, lanes[kids[place]!]!));
  } else {
    rest = sleep[node] === -1 ? 0 : numbers[base + sleep[node]!]!;
  }
  for (let place = checkStart[node]!; place < checkStart[node + 1]!; place++) {
    const way = checks[place]!;
    if (after[way]! >= 0) rest = Math.min(rest, after[way]! - numbers[base + clock[machineOf[way]!]!]!);
  }
  return Math.max(0, rest);
}

import { type Box, type Cell, intersect, type Ranges, readCell, union } from '../facts/internal.js';
import type { DomainEngine } from './engine.js';
import type { GroundAction } from './ground.js';

/** Which values every cell could get if nothing were ever undone: by cell number. */
export type Reach = readonly Ranges[];

/**
 * Relaxed reachability over values: what is missing here is missing for certain; what is here may still be out of reach.
 * For explanations, so it may take its time; searches have a faster one over bits.
 */
export function reachFrom(engine: DomainEngine, start: Int32Array, available: (step: number) => boolean): Reach {
  const reach: Ranges[] = engine.layout.cells.map((cell) => {
    const value = readCell(cell, start, 0);
    return [value, value];
  });
  const waiting = new Set<GroundAction>(engine.ground.filter((action) => available(action.step)));
  for (let grown = true; grown; ) {
    grown = false;
    for (const action of waiting) {
      if (!inReach(action.applies, reach)) continue;
      let done = true;
      for (const change of action.changes) {
        const { cell } = change;
        const before = reach[cell.index]!;
        const after = union(before, 'set' in change ? [change.set, change.set] : added(before, action.applies, cell, change.add, change.clamp));
        // An amount may be added again to what it led to; a value is set once and for all.
        if ('add' in change) done = false;
        if (after.length === before.length && after.every((limit, at) => limit === before[at])) continue;
        reach[cell.index] = after;
        grown = true;
      }
      if (done) waiting.delete(action);
    }
  }
  return reach;
}

/** True when every constraint of the box can hold, each by itself. */
export function inReach(box: Box, reach: Reach): boolean {
  return box.every(({ cell, allowed }) => intersect(reach[cell.index]!, allowed).length > 0);
}

function added(before: Ranges, applies: Box, cell: Cell, amount: number, clamp: boolean): Ranges {
  const allowed = applies.find((each) => each.cell === cell)?.allowed;
  const from = allowed === undefined ? before : intersect(before, allowed);
  if (from.length === 0) return from;
  if (cell.coding === 'wide') return addedOften(from, allowed?.at(-1) ?? cell.max, allowed?.[0] ?? cell.min, cell, amount);
  const sums: number[] = [];
  for (let at = 0; at < from.length; at += 2) {
    const [low, high] = [from[at]! + amount, from[at + 1]! + amount];
    const cut = [Math.max(low, cell.min), Math.min(high, cell.max)] as const;
    if (cut[0] <= cut[1]) sums.push(...cut);
    else if (clamp) sums.push(...(low > cell.max ? [cell.max, cell.max] : [cell.min, cell.min]));
    if (clamp && low < cell.min && high >= cell.min) sums.push(cell.min, cell.min);
  }
  return sums.reduce<Ranges>((all, _, at) => (at % 2 === 0 ? union(all, [sums[at]!, sums[at + 1]!]) : all), []);
}

/** A wide int is not counted through: all that repeated adding may pass over is taken as reached. */
function addedOften(from: Ranges, highest: number, lowest: number, cell: Cell, amount: number): Ranges {
  return amount > 0 ? [from[0]!, Math.min(cell.max, highest + amount)] : [Math.max(cell.min, lowest + amount), from.at(-1)!];
}

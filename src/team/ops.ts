import { Problem } from '../core/internal.js';
import type { Box, Change } from '../facts/internal.js';
import type { Op } from './program.js';

/** Preconditions and effects by cell, or undefined when an amount can never fit. */
export function makeOps(box: Box, changes: readonly Change[], times: number, path: string): readonly Op[] | undefined {
  const ops: Op[] = [];
  for (const { cell, allowed } of box) ops.push({ cell: cell.index, min: cell.min, max: cell.max, allowed, take: 0, give: 0, set: undefined });
  for (const change of changes) {
    const { cell } = change;
    const at = ops.findIndex((op) => op.cell === cell.index);
    const old = at < 0 ? { cell: cell.index, min: cell.min, max: cell.max, allowed: undefined, take: 0, give: 0, set: undefined } : ops[at]!;
    let op: Op;
    if ('set' in change) op = { ...old, set: change.set };
    else {
      if (change.clamp) throw new Problem('clamp', `${cell.text} is changed with "clamp"`, { path, hint: 'in a team, amounts are counted exactly' });
      const amount = change.add * times;
      if (Math.abs(amount) > cell.max - cell.min) return undefined;
      op = { ...old, take: Math.max(0, -amount), give: Math.max(0, amount) };
    }
    if (at < 0) ops.push(op);
    else ops[at] = op;
  }
  return ops;
}

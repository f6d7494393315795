import { int, type Int } from '../../src/facts/internal.js';
import type { Case, Comparison } from './goap-format.js';

/** A var's range as a fact, and whether adds saturate at its ends. */
export interface Bounds {
  readonly fact: Int;
  readonly clamp: boolean;
}

/** How far a value may stray that is held back by nothing: no search that ends gets there one add at a time. */
const strayAdds = 2 ** 20;

/**
 * Finite limits for an int var of a case, which knows none, such that every answer stays the same. Three ways, by what the actions do:
 *
 * 1. An end that only guarded adds move towards (`n < 5` before `n + 1`) is passed by no state: the limit is the farthest that start, sets and
 *    guarded adds lead. Exact.
 * 2. A var that is never moved back may saturate one beyond every number it is compared with: from there on no comparison tells values apart,
 *    and no add leads back. Exact.
 * 3. A var that is moved both ways without a guard gets room for a million adds beyond all numbers of the case. A plan would need as many steps to
 *    notice.
 */
export function boundsOf(each: Case, name: string): Bounds {
  const moves = each.actions.flatMap((action) => {
    const own = action.pre.filter((comparison) => comparison[0] === name);
    return action.eff.filter((change) => change[0] === name).map((change) => ({ how: change[1], amount: change[2] as number, own }));
  });
  const values = [each.start[name] as number, ...moves.filter((move) => move.how === 'set').map((move) => move.amount)];
  const ups = moves.filter((move) => move.how === 'add' && move.amount > 0);
  const downs = moves.filter((move) => move.how === 'add' && move.amount < 0);
  const compared = comparisonsOf(each).filter((comparison) => comparison[0] === name).map((comparison) => comparison[2] as number);
  const farthest = Math.max(...values, ...ups.map((move) => highest(move.own) + move.amount));
  const lowest = Math.min(...values, ...downs.map((move) => least(move.own) + move.amount));
  const beyond = [Math.ceil(Math.max(...values, ...compared)) + 1, Math.floor(Math.min(...values, ...compared)) - 1] as const;
  const room = strayAdds * Math.max(1, ...ups.map((move) => move.amount), ...downs.map((move) => -move.amount));
  const spare = Math.floor((0xffffffff - (beyond[0] - beyond[1])) / 2);
  const stray = Math.min(room, spare);
  const max = Math.min(farthest, downs.length === 0 ? beyond[0] : beyond[0] + stray);
  const min = Math.max(lowest, ups.length === 0 ? beyond[1] : beyond[1] - stray);
  return { fact: int(min, max), clamp: (ups.length === 0 && lowest < min) || (downs.length === 0 && farthest > max) };
}

function comparisonsOf(each: Case): readonly Comparison[] {
  return [...each.goal, ...each.actions.flatMap((action) => [...action.pre, ...action.costWhen.flatMap((entry) => entry.when)])];
}

/** The largest value that passes all the comparisons; Infinity where nothing holds it back. */
function highest(comparisons: readonly Comparison[]): number {
  return Math.min(
    ...comparisons.map(([, operator, value]) => {
      if (operator === '<') return Math.ceil(value as number) - 1;
      return operator === '<=' || operator === '==' ? Math.floor(value as number) : Infinity;
    }),
  );
}

/** The smallest value that passes all the comparisons. */
function least(comparisons: readonly Comparison[]): number {
  return Math.max(
    ...comparisons.map(([, operator, value]) => {
      if (operator === '>') return Math.floor(value as number) + 1;
      return operator === '>=' || operator === '==' ? Math.ceil(value as number) : -Infinity;
    }),
  );
}

import { checkKeys, describe, Problem } from '../core/internal.js';
import { type Cell, factNamed, readCell } from '../facts/internal.js';
import type { DomainEngine } from './engine.js';
import { climb, type LadderResult } from './ladder.js';
import type { SearchOptions } from './search/outcome.js';
import { goalOf } from './shortage.js';
import type { Goal } from './task.js';

/** What is asked for by `{ maximise: 'gold', within: 40 }`. */
export interface Most {
  readonly cell: Cell;
  readonly within: number;
}

/** The most that was found, the goal of having it, and the cheapest way there. */
export interface MostAnswer {
  readonly goal: Goal;
  readonly value: number;
  readonly result: LadderResult;
}

/** Reads `{ maximise, within }`. @throws Problem with the path of the mistake */
export function readMost(value: Readonly<Record<string, unknown>>, engine: DomainEngine, path: string): Most {
  checkKeys(value, ['maximise', 'within'], path);
  const { maximise, within = Infinity } = value;
  if (typeof maximise !== 'string') throw new Problem('wrong-type', `"maximise" takes the name of an int, not ${describe(maximise)}`, { path: `${path}.maximise` });
  const fact = factNamed(maximise, engine.layout, `${path}.maximise`);
  if (fact.of.kind !== 'int' || fact.index.length > 0) throw new Problem('wrong-type', `"${maximise}" cannot be maximised`, { path: `${path}.maximise`, hint: 'only an int can' });
  if (typeof within !== 'number' || !(within >= 0)) throw new Problem('bad-cost', `"within" is a cost of 0 or more, not ${describe(within)}`, { path: `${path}.within` });
  return { cell: fact.cells[0]!, within };
}

/**
 * As much as possible within a cost. Halves what is left: whoever can have more for a cost can have less for it. The answer is proven where each of its
 * searches was.
 */
export function findMost(engine: DomainEngine, { cell, within }: Most, start: Int32Array, options: SearchOptions): MostAnswer {
  const now = readCell(cell, start, 0);
  const goalAt = (value: number): Goal => ({ ...goalOf(engine, [{ cell, allowed: [value, cell.max] }]), text: `${cell.text} = ${value}, the most${within === Infinity ? '' : ` for ${within}`}` });
  let best: MostAnswer | undefined;
  let sure = true;
  let beyond = cell.max + 1;
  while (beyond - (best?.value ?? now) > 1) {
    const value = Math.ceil(((best?.value ?? now) + beyond) / 2);
    const goal = goalAt(value);
    let result = climb(engine, goal, start, options);
    // A plan that is too dear says nothing while a cheaper one may be there.
    if (result.cost > within && result.cost < Infinity && result.bound <= within && options.optimal !== true) result = climb(engine, goal, start, { ...options, optimal: true });
    if (result.cost < Infinity && result.cost <= within) best = { goal, value, result };
    else {
      beyond = value;
      sure &&= result.cost === Infinity ? result.outcome !== 'budget' : result.bound > within;
    }
  }
  best ??= { goal: goalAt(now), value: now, result: climb(engine, goalAt(now), start, options) };
  // A plan may bring more than it was asked for, but not more than the most.
  return { ...best, result: { ...best.result, optimal: sure && best.result.optimal } };
}

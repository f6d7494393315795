import { type Cell, constraintText } from '../facts/internal.js';
import type { DomainEngine } from './engine.js';
import { climb, type LadderResult } from './ladder.js';
import type { SearchOptions } from './search/outcome.js';
import type { Goal } from './task.js';

/** A plan that does without some steps. */
interface Candidate {
  readonly without: readonly number[];
  readonly result: LadderResult;
}

/** Most searches for one alternative. */
const searchesEach = 40;

/**
 * The next best plans after the first: each does without some step of every plan before it. Found by leaving out steps one at a time, cheapest first
 * (after E. Lawler, "A procedure for computing the k best solutions", 1972).
 */
export function findAlternatives(engine: DomainEngine, goal: Goal, start: Int32Array, options: SearchOptions, first: LadderResult, count: number): readonly LadderResult[] {
  const { task, steps } = engine;
  const found: LadderResult[] = [];
  const seen = new Set([planKey(engine, first)]);
  const tried = new Set<string>();
  const candidates: Candidate[] = [];
  let current: Candidate | undefined = { without: [], result: first };
  for (let left = searchesEach * count; current !== undefined && found.length < count && left > 0; ) {
    for (const step of new Set(current.result.actions.map((action) => task.step[action]!))) {
      const without = [...current.without, step].sort((a, b) => a - b);
      if (tried.has(without.join()) || left-- <= 0) continue;
      tried.add(without.join());
      const stepCost = options.stepCost?.slice() ?? new Float64Array(steps.length).fill(NaN);
      for (const each of without) stepCost[each] = Infinity;
      const result = climb(engine, goal, start, { ...options, stepCost });
      if (result.outcome === 'found') candidates.push({ without, result });
    }
    candidates.sort((a, b) => a.result.cost - b.result.cost);
    current = candidates.shift();
    if (current === undefined || seen.has(planKey(engine, current.result))) continue;
    seen.add(planKey(engine, current.result));
    found.push(current.result);
  }
  return found;
}

/** What must hold at the start for a plan to work: conditions of its steps about facts that no step before them writes. */
export function needsOf({ task, ground }: DomainEngine, actions: readonly number[]): readonly string[] {
  const needs = new Set<string>();
  const written = new Set<Cell>();
  for (const number of actions) {
    const variants = ground.filter((each) => each.step === task.step[number]!);
    // Of a step that applies in several ways, only what all of them ask for alike.
    for (const constraint of variants[0]!.applies) {
      const text = constraintText(constraint);
      if (!written.has(constraint.cell) && variants.every(({ applies }) => applies.some((each) => constraintText(each) === text))) needs.add(text);
    }
    for (const { cell } of variants[0]!.changes) written.add(cell);
  }
  return [...needs];
}

/** The steps of a plan, whatever their order. */
function planKey({ task }: DomainEngine, { actions }: LadderResult): string {
  return actions.map((action) => task.step[action]!).sort((a, b) => a - b).join();
}

import { Problem } from '../core/index.js';
import type { DomainEngine } from './engine.js';
import type { SearchResult } from './search/index.js';
import type { Goal, PlanOptions } from './task.js';
import type { Rung } from './types.js';

/**
 * Asks the fastest rung that answers exactly: the goal's policy table, regression, forward search.
 * A goal without a name is made for one request, so no table is built for it.
 *
 * A forced policy hands on what a table cannot say, why there is no plan or a plan within `maxSteps`; the result names who answered.
 * @throws Problem `rung-unfit` when a rung is forced that cannot answer
 */
export function climb(engine: DomainEngine, goal: Goal, start: Int32Array, options: PlanOptions, forced?: Rung): SearchResult & { readonly rung: Rung } {
  const unfit = forced === undefined ? undefined : whyUnfit(engine, goal, options, forced);
  if (unfit !== undefined) throw new Problem('rung-unfit', `the ${forced} rung cannot answer this: ${unfit}`, { path: 'options.rung' });
  const search = forced ?? (engine.isNamed(goal) ? undefined : 'regression');
  return engine.planner.plan(goal, start, 0, { ...options, ...(search !== undefined && { search }) });
}

function whyUnfit(engine: DomainEngine, goal: Goal, options: PlanOptions, rung: Rung): string | undefined {
  if (rung === 'forward') return undefined;
  if (!engine.planner.projection(goal).maskable) return 'a wide int or a cost list with too many cases matters to the goal';
  if (rung === 'regression') return undefined;
  if (options.stepCost !== undefined) return 'the request has costs of its own';
  return engine.planner.policy(goal)?.complete === true ? undefined : 'its table would have too many rows';
}

import { Problem } from '../core/internal.js';
import type { DomainEngine } from './engine.js';
import { ForwardSearch, RegressionSearch, type SearchOptions, type SearchResult, type SearchTrace } from './search/index.js';
import type { Goal } from './task.js';
import type { Rung } from './types.js';

/** A result and who gave it. */
export interface LadderResult extends SearchResult {
  readonly rung: Rung;
  /** Only when `options.trace` asked for it. */
  readonly nodes?: SearchTrace;
}

/**
 * Asks the fastest rung that answers exactly: the goal's policy table, regression, forward search.
 * A goal without a name is made for one request, so no table is built for it.
 *
 * A forced policy hands on what a table cannot say, why there is no plan or a plan within `maxSteps`; the result names who answered.
 * @throws Problem `rung-unfit` when a rung is forced that cannot answer
 */
export function climb(engine: DomainEngine, goal: Goal, start: Int32Array, options: SearchOptions, forced?: Rung): LadderResult {
  const unfit = forced === undefined ? undefined : whyUnfit(engine, goal, options, forced);
  if (unfit !== undefined) throw new Problem('rung-unfit', `the ${forced} rung cannot answer this: ${unfit}`, { path: 'options.rung' });
  if (options.trace === true) return traced(engine, goal, start, options, forced);
  const search = forced ?? (engine.isNamed(goal) ? undefined : 'regression');
  return engine.planner.plan(goal, start, 0, { ...options, ...(search !== undefined && { search }) });
}

function traced(engine: DomainEngine, goal: Goal, start: Int32Array, options: SearchOptions, forced: Rung | undefined): LadderResult {
  const projection = engine.planner.projection(goal);
  const rung = forced ?? (projection.maskable ? 'regression' : 'forward');
  const search = rung === 'forward' ? new ForwardSearch() : new RegressionSearch();
  search.begin(projection, start, 0, options);
  search.advance(Infinity);
  return { ...search.result(), rung, nodes: search.trace() };
}

function whyUnfit(engine: DomainEngine, goal: Goal, options: SearchOptions, rung: Rung): string | undefined {
  if (rung === 'forward') return undefined;
  if (!engine.planner.projection(goal).maskable) return 'a wide int or a cost list with too many cases matters to the goal';
  if (rung === 'regression') return undefined;
  if (options.trace === true) return 'a table has no search to trace';
  if (options.stepCost !== undefined) return 'the request has costs of its own';
  return engine.planner.policy(goal)?.complete === true ? undefined : 'its table would have too many rows';
}

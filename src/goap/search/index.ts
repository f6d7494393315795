import type { Goal, PlanOptions, Task } from '../task.js';
import { ForwardSearch } from './forward.js';
import type { SearchOptions, SearchResult } from './outcome.js';
import { project } from './projection.js';
import { RegressionSearch } from './regression.js';

export { ForwardSearch } from './forward.js';
export type { SearchOptions, SearchOutcome, SearchResult, SearchTrace, TracedNode } from './outcome.js';
export { PairedSearch } from './paired.js';
export { Planner, type RungChoice } from './planner.js';
export { buildPolicy, PolicyTable, type PolicyOptions } from './policy.js';
export { project, type Projection } from './projection.js';
export { RegressionSearch } from './regression.js';
export type { PlanAnswer } from './plan-cache.js';
export type { SavedService } from './service-save.js';
export type { PlanRequest, ServiceAnswer, ServiceOptions } from './service-types.js';
export { PlannerService } from './service.js';
export { actionCost, applicable, applyAction, goalHolds, simulate } from './simulate.js';

/** One forward search from start to end, with everything it needs made anew; for many requests keep a {@link ForwardSearch}. */
export function forwardSearch(task: Task, goal: Goal, start: Int32Array, options: PlanOptions & SearchOptions = {}): SearchResult {
  const search = new ForwardSearch();
  search.begin(project(task, goal), start, 0, options);
  search.advance(Infinity);
  return search.result();
}

/** One regression search from start to end, with everything it needs made anew; for many requests keep a {@link RegressionSearch}. The task must be maskable. */
export function regressionSearch(task: Task, goal: Goal, start: Int32Array, options: PlanOptions & SearchOptions = {}): SearchResult {
  const search = new RegressionSearch();
  search.begin(project(task, goal), start, 0, options);
  search.advance(Infinity);
  return search.result();
}

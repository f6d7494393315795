import type { Goal, RequestOptions, Task } from '../task.js';
import type { EagerSearch } from './eager.js';
import { ForwardSearch } from './forward.js';
import type { SearchOptions, SearchResult } from './outcome.js';
import { project } from './projection.js';
import { readResult } from './read-out.js';
import { RegressionSearch } from './regression.js';

export { ForwardSearch } from './forward.js';
export { policyOf, projectionOf } from './goals.js';
export { planAtOnce } from './once.js';
export type { PlanAnswer, SearchOptions, SearchOutcome, SearchResult, SearchTrace, TracedNode } from './outcome.js';
export { buildPolicy, PolicyTable, type PolicyOptions } from './policy.js';
export { project, type Projection } from './projection.js';
export { readResult, readTrace } from './read-out.js';
export { RegressionSearch } from './regression.js';
export { restoreService, saveService, type SavedService } from './service-save.js';
export { type QuickSearch, type Rung, StagedSearch } from './staged.js';
export { PlannerService, type PlanRequest, type ServiceOptions } from './service.js';
export { actionCost, applicable, applyAction, goalHolds, simulate } from './simulate.js';

/** One forward search from start to end, with everything it needs made anew; for many requests keep a {@link ForwardSearch}. */
export function forwardSearch(task: Task, goal: Goal, start: Int32Array, options: RequestOptions & SearchOptions = {}): SearchResult {
  return searched(new ForwardSearch(), task, goal, start, options);
}

/** One regression search from start to end, with everything it needs made anew; for many requests keep a {@link RegressionSearch}. The task must be maskable. */
export function regressionSearch(task: Task, goal: Goal, start: Int32Array, options: RequestOptions & SearchOptions = {}): SearchResult {
  return searched(new RegressionSearch(), task, goal, start, options);
}

function searched(search: EagerSearch, task: Task, goal: Goal, start: Int32Array, options: SearchOptions): SearchResult {
  search.begin(project(task, goal), start, 0, options);
  search.advance(Infinity);
  return readResult(search);
}

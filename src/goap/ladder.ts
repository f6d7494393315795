import { Problem } from '../core/internal.js';
import type { DomainEngine } from './engine.js';
import { ForwardSearch } from './search/forward.js';
import { projectionOf } from './search/goals.js';
import { planAtOnce } from './search/once.js';
import type { Rung } from './search/staged.js';
import type { SearchOptions, SearchResult, SearchTrace } from './search/outcome.js';
import { readResult, readTrace } from './search/read-out.js';
import { RegressionSearch } from './search/regression.js';
import type { Goal } from './task.js';

/** The searches that can be forced. */
export type ExactRung = 'regression' | 'forward';

/** A result and who gave it. */
export interface LadderResult extends SearchResult {
  readonly rung: Rung;
  /** Only when `options.trace` asked for it. */
  readonly nodes?: SearchTrace;
}

/** Asks the fastest search that answers exactly. @throws Problem `rung-unfit` when a rung is forced that cannot answer */
export function climb({ task }: DomainEngine, goal: Goal, start: Int32Array, options: SearchOptions, forced?: ExactRung): LadderResult {
  const projection = projectionOf(task, goal);
  if (forced === 'regression' && !projection.maskable) {
    throw new Problem('rung-unfit', 'regression cannot answer this: a wide int or a cost list with too many cases matters to the goal', { path: 'options.rung' });
  }
  if (options.trace !== true) return planAtOnce(task, goal, start, 0, options, forced);
  const rung = forced ?? (projection.maskable ? 'regression' : 'forward');
  const search = rung === 'forward' ? new ForwardSearch() : new RegressionSearch();
  search.begin(projection, start, 0, options);
  search.advance(Infinity);
  return { ...readResult(search), rung, nodes: readTrace(search) };
}

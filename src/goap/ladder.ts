import { Problem } from '../core/index.js';
import type { DomainEngine } from './engine.js';
import { forwardSearch, type SearchResult } from './search/index.js';
import type { Goal, PlanOptions } from './task.js';
import type { Rung } from './types.js';

/** An answer and who gave it. */
export interface LadderAnswer {
  readonly result: SearchResult;
  readonly rung: Rung;
}

/**
 * Asks the fastest rung that answers exactly.
 * @throws Problem `rung-unfit` when a rung is forced that cannot answer
 */
export function climb(engine: DomainEngine, goal: Goal, start: Int32Array, options: PlanOptions, forced?: Rung): LadderAnswer {
  if (forced !== undefined && forced !== 'forward') throw new Problem('rung-unfit', `the ${forced} rung cannot answer this`, { path: 'options.rung' });
  return { result: forwardSearch(engine.task, goal, start, options), rung: 'forward' };
}

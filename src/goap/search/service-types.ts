import type { Goal } from '../task.js';
import type { PlanAnswer } from './plan-cache.js';

/** One wish for a plan. The service copies what it needs, so one object can be filled again and again. */
export interface PlanRequest {
  /** Who asks: a small whole number, e.g. the mind's number in its crowd. A client has one request at a time; the latest wins. */
  client: number;
  /** Comes back with the answer; with it a client tells an answer to what it wants now from a late one. */
  generation: number;
  /** Number of the task, from {@link PlannerService.register}. */
  task: number;
  goal: Goal;
  /** The state stands at `words[offset]`. */
  words: Int32Array;
  offset: number;
  /** One more is worth {@link ServiceOptions.ticksPerPriority} ticks of waiting. Default 0. */
  priority?: number | undefined;
  maxSteps?: number | undefined;
  maxExpansions?: number | undefined;
  /** Cost of each step for this request, see {@link PlanOptions.stepCost}. */
  stepCost?: Float64Array | undefined;
}

/** An answer to a client. The service fills one object again and again: read it before the next call of {@link PlannerService.next}. */
export interface ServiceAnswer extends PlanAnswer {
  readonly client: number;
  readonly generation: number;
}

/** How a planner service shares its work among many who ask. */
export interface ServiceOptions {
  /** Expansions after which a search counts as long and leaves the way free for short ones. Default 512. */
  readonly longAfter?: number;
  /** Long searches that go on at the same time, each in memory of its own. Default 4. */
  readonly longLanes?: number;
  /** Answers remembered. Default 256. */
  readonly cache?: number;
  /** Ticks of waiting that weigh as much as one more of priority, so that nobody waits for ever. Default 64. */
  readonly ticksPerPriority?: number;
  /** Expansions charged for setting up a search, since that takes about as long. Default 8. */
  readonly setup?: number;
}

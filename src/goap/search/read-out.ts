import type { Arena } from './arena.js';
import type { SearchOptions, SearchOutcome, SearchResult, SearchTrace } from './outcome.js';
import type { Projection } from './projection.js';

/** What both searches have in common: begin, advance in slices, read the answer out. */
export interface Search {
  readonly outcome: SearchOutcome | 'running';
  readonly expansions: number;
  readonly cost: number;
  readonly bound: number;
  readonly planLength: number;
  /** @internal */
  readonly arena: Arena;
  /** @internal */
  readonly projection: Projection | undefined;
  /** @internal */
  readonly order: readonly number[] | undefined;
  begin(projection: Projection, words: Int32Array, offset: number, options?: SearchOptions): void;
  advance(budget: number): SearchOutcome | 'running';
  readPlan(out: Int32Array, at?: number): number;
  result(): SearchResult;
  trace(): SearchTrace;
}

/** The answer of a search that has ended, as one object. */
export function readResult(search: Search): SearchResult {
  const { outcome, cost, expansions, bound, planLength } = search;
  if (outcome === 'running') return { outcome: 'budget', actions: [], cost: Infinity, expansions, bound, optimal: false };
  const actions = new Int32Array(planLength);
  search.readPlan(actions);
  return { outcome, actions: Array.from(actions), cost, expansions, bound, optimal: outcome !== 'budget' };
}

/** The expanded nodes of a search as plain data. */
export function readTrace(search: Search): SearchTrace {
  const { arena, projection, order } = search;
  return (order ?? []).map((node) => ({
    node,
    parent: arena.parent[node]!,
    action: arena.action[node]! < 0 ? -1 : projection!.original[arena.action[node]!]!,
    g: arena.cost[node]!,
    h: arena.rest[node]!,
    key: Array.from(arena.keys.subarray(node * arena.width, (node + 1) * arena.width)),
  }));
}

import type { EagerSearch } from './eager.js';
import type { SearchOptions, SearchOutcome, SearchResult, SearchTrace } from './outcome.js';
import type { Projection } from './projection.js';

/** What all searches have in common: begin, advance in slices, read the answer out. */
export interface Search {
  readonly outcome: SearchOutcome | 'running';
  readonly expansions: number;
  readonly cost: number;
  readonly bound: number;
  readonly limit: 'expansions' | 'memory' | undefined;
  /** Number of steps of the plan found. */
  readonly planLength: number;
  begin(projection: Projection, words: Int32Array, offset: number, options?: SearchOptions): void;
  advance(budget: number): SearchOutcome | 'running';
  readPlan(out: Int32Array, at?: number): number;
}

/** The answer of a search that has ended, as one object. */
export function readResult(search: Search): SearchResult {
  const { outcome, cost, expansions, bound, planLength, limit } = search;
  if (outcome === 'running') return { outcome: 'budget', actions: [], cost: Infinity, expansions, bound, optimal: false, limit };
  const actions = new Int32Array(planLength);
  search.readPlan(actions);
  return { outcome, actions: Array.from(actions), cost, expansions, bound, optimal: outcome !== 'budget' && (outcome !== 'found' || cost <= bound), limit };
}

/** The expanded nodes of a search as plain data. */
export function readTrace({ arena, projection, order }: EagerSearch): SearchTrace {
  return (order ?? []).map((node) => ({
    node,
    parent: arena.parent[node]!,
    action: arena.action[node]! < 0 ? -1 : projection!.original[arena.action[node]!]!,
    g: arena.cost[node]!,
    h: arena.rest[node]!,
    key: Array.from(arena.keys.subarray(node * arena.width, (node + 1) * arena.width)),
  }));
}

import type { RequestOptions } from '../task.js';

/**
 * How a search ended: a plan was found; the goal holds already; some part of the goal can never become true, not even if nothing were ever undone
 * (`unreachable`); everything was tried and nothing reaches the goal (`exhausted`); a limit of expansions or memory was met (`budget`).
 */
export type SearchOutcome = 'found' | 'satisfied' | 'unreachable' | 'exhausted' | 'budget';

/** What a search gives back. */
export interface SearchResult {
  readonly outcome: SearchOutcome;
  /** Ground actions in order; empty unless found. */
  readonly actions: readonly number[];
  /** Cost of the plan: 0 when satisfied, Infinity when there is none. */
  readonly cost: number;
  /** States (or partial states) that were expanded. */
  readonly expansions: number;
  /** No plan is cheaper than this. Equal to `cost` when found; what is known so far when a budget ran out; Infinity when there is no plan. */
  readonly bound: number;
  /** True when `cost` is proved to be the smallest. */
  readonly optimal: boolean;
  /** Which limit ended it, where one did. */
  readonly limit: 'expansions' | 'memory' | undefined;
}

/** What may be asked of a search beyond what a request says. */
export interface SearchOptions extends RequestOptions {
  /** Lower bounds of the forward search. `auto` takes hmax for larger tasks. */
  readonly heuristic?: 'auto' | 'blind' | 'hmax';
  /** Nodes in memory before the search gives up with `budget`. Default 1,000,000 (some 60 bytes each), fewer where states are long: their keys take up to 64 MB. */
  readonly maxNodes?: number;
  /** Waits for the proof, instead of taking a plan that may not be the cheapest. */
  readonly optimal?: boolean;
  /** Units that may go into a cheaper plan after the first. Default 10,000. */
  readonly improve?: number;
  /** Keeps the order of expansions, for {@link SearchTrace}. */
  readonly trace?: boolean;
}

/** One expanded node, for a viewer: plain data. */
export interface TracedNode {
  readonly node: number;
  /** The node this one was reached from, -1 for a root. */
  readonly parent: number;
  /** Ground action between the two, -1 for a root. */
  readonly action: number;
  /** Cost from the root, and lower bound on the rest. */
  readonly g: number;
  readonly h: number;
  /** The (projected) state; of a regression search, care words, then value words. */
  readonly key: readonly number[];
}

/** The nodes of a search in the order in which they were expanded. */
export type SearchTrace = readonly TracedNode[];

/** No wishes; one object, so that leaving options out allocates nothing. */
export const noOptions: SearchOptions = Object.freeze({});

/** Expansions that a request may take unless it says otherwise. */
export const defaultExpansions = 100_000;

/** Nodes that a search with keys of `width` words may keep unless it is told otherwise. */
export function defaultNodes(width: number): number {
  return Math.min(1_000_000, Math.floor((16 << 20) / width));
}

/** What a search that has ended says, for whoever acts on it. */
export interface PlanAnswer {
  readonly outcome: SearchOutcome;
  /** Ground actions in order; empty unless found. */
  readonly actions: Int32Array;
  readonly cost: number;
  readonly bound: number;
  readonly expansions: number;
  /** What was spent, dear expansions counted as several. */
  readonly units: number;
}

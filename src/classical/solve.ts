import { AnytimeSearch } from '../goap/satisficing/anytime.js';
import { LandmarkSearch, unitsABound } from '../goap/satisficing/landmark-search.js';
import { ForwardSearch } from '../goap/search/forward.js';
import { project } from '../goap/search/projection.js';
import type { ClassicalTask } from './compile.js';

/** How a classical task is searched. */
export interface ClassicalOptions {
  /**
   * `optimal` (default) waits for a proof: A* with LM-cut, and a plain A* beside it, in turns of equal length.
   * `anytime` gives a first plan quickly and makes it better until it is proven or the expansions are used up.
   */
  readonly search?: 'optimal' | 'anytime';
  /** Expansions (of plain A*, or what takes as long) before the search gives up; default 20,000,000. */
  readonly maxExpansions?: number;
  /** Nodes in memory of each search; default 4,000,000, fewer where states are long. */
  readonly maxNodes?: number;
  /** Hears how far the search has come, about every `every` expansions; answering `false` ends it with the reason `stopped`. */
  readonly onProgress?: (progress: ClassicalProgress) => boolean | void;
}

/** How far a search has come. */
export interface ClassicalProgress {
  readonly expansions: number;
  /** No plan is cheaper than this. */
  readonly bound: number;
  /** Cost of the best plan so far; Infinity without one. */
  readonly cost: number;
  /** Plans so far; each is cheaper than the one before. */
  readonly plans: number;
}

/** The plan, or why there is none. */
export type ClassicalResult =
  | { readonly found: true; readonly steps: readonly string[]; readonly cost: number; readonly bound: number; readonly optimal: boolean; readonly expansions: number }
  | { readonly found: false; readonly reason: 'unreachable' | 'exhausted' | 'budget' | 'stopped'; readonly because: string; readonly bound: number; readonly expansions: number };

/** Expansions between two looks at the clock of others: see `onProgress`. */
const turn = 2000;

/** Plans for a compiled task. Deterministic: the same task and options give the same answer. */
export function solveClassical(classical: ClassicalTask, options: ClassicalOptions = {}): ClassicalResult {
  const { contradiction, goal } = classical;
  if (contradiction !== undefined) return none('unreachable', `${contradiction[0]} and ${contradiction[1]} can never hold together`, Infinity, 0);
  if (goal.any.length === 0) return none('unreachable', 'something in the goal can never become true', Infinity, 0);
  return options.search === 'anytime' ? anytime(classical, options) : optimal(classical, options);
}

function none(reason: 'unreachable' | 'exhausted' | 'budget' | 'stopped', because: string, bound: number, expansions: number): ClassicalResult {
  return { found: false, reason, because, bound, expansions };
}

interface Readable {
  readonly planLength: number;
  readPlan(out: Int32Array, at?: number): number;
}

function found(classical: ClassicalTask, search: Readable, cost: number, bound: number, expansions: number): ClassicalResult {
  const actions = new Int32Array(search.planLength);
  search.readPlan(actions);
  return { found: true, steps: Array.from(actions, (action) => classical.stepText(action)), cost, bound, optimal: cost <= bound, expansions };
}

const whyNot = {
  unreachable: 'something in the goal can never become true',
  exhausted: 'all that can be reached was looked at',
  budget: 'the expansions or the memory were used up',
} as const;

/**
 * LM-cut needs few expansions, blind A* cheap ones: which is better is known only afterwards, so both go on in turns, LM-cut for two thirds of the time,
 * until one of them has the proof.
 */
function optimal(classical: ClassicalTask, { maxExpansions = 20_000_000, maxNodes = 4_000_000, onProgress }: ClassicalOptions): ClassicalResult {
  const { task, goal, start } = classical;
  const projection = project(task, goal);
  const nodes = Math.min(maxNodes, Math.floor((64 << 20) / projection.words));
  const cut = new LandmarkSearch();
  const blind = new ForwardSearch();
  cut.begin(projection, start, 0, { maxNodes: nodes });
  blind.begin(projection, start, 0, { maxNodes: nodes, maxExpansions: Infinity, heuristic: 'blind' });
  const unit = unitsABound(projection);
  for (let turns = 0, spent = 0; ; turns++) {
    const [search, share, weight] = turns % 2 === 0 ? ([cut, 2, unit] as const) : ([blind, 1, 1] as const);
    const before = search.expansions;
    if (search.outcome === 'running') search.advance(Math.ceil((turn * share) / weight));
    spent += (search.expansions - before) * weight;
    const { outcome } = search;
    const expansions = cut.expansions + blind.expansions;
    if (outcome === 'found' || outcome === 'satisfied') return found(classical, search, search.cost, search.cost, expansions);
    if (outcome === 'unreachable' || outcome === 'exhausted') return none(outcome, whyNot[outcome], Infinity, expansions);
    const bound = Math.max(cut.bound, blind.bound);
    if ((cut.outcome === 'budget' && blind.outcome === 'budget') || spent >= maxExpansions) return none('budget', whyNot.budget, bound, expansions);
    if (onProgress?.({ expansions, bound, cost: Infinity, plans: 0 }) === false) return none('stopped', 'it was told to stop', bound, expansions);
  }
}

function anytime(classical: ClassicalTask, { maxExpansions = 20_000_000, maxNodes = 4_000_000, onProgress }: ClassicalOptions): ClassicalResult {
  const { task, goal, start } = classical;
  const projection = project(task, goal);
  const search = new AnytimeSearch();
  search.begin(projection, start, 0, { maxNodes: Math.min(maxNodes, Math.floor((64 << 20) / projection.words)) });
  const weight = search.unitsAnEstimate;
  const slice = Math.max(1, Math.floor(turn / weight));
  let told = 0;
  let stopped = false;
  while (search.outcome === 'running' && search.expansions * weight < maxExpansions && !stopped) {
    // A new plan is told at once.
    search.advance(search.plans === told ? slice : 1);
    told = search.plans;
    stopped = onProgress?.({ expansions: search.expansions, bound: search.bound, cost: search.cost, plans: search.plans }) === false;
  }
  if (search.plans > 0 || search.outcome === 'satisfied') return found(classical, search, search.cost, search.bound, search.expansions);
  if (search.outcome === 'unreachable' || search.outcome === 'exhausted') return none(search.outcome, whyNot[search.outcome], Infinity, search.expansions);
  return none(stopped ? 'stopped' : 'budget', stopped ? 'it was told to stop' : whyNot.budget, search.bound, search.expansions);
}

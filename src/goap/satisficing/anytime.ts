import { requestCosts } from '../search/costs.js';
import { defaultNodes, noOptions, type SearchOptions } from '../search/outcome.js';
import { projectState, type Projection } from '../search/projection.js';
import { LazySearch } from './lazy-search.js';
import { literalsOf } from './literals.js';
import { tidy, type PricedPlan } from './tidy.js';
import { Windows, type Window } from './windows.js';

/** After the first plan: how much the estimate counts in each further round (J. Thayer and W. Ruml, "Anytime heuristic search", 2010, restart). */
const weights: readonly number[] = [5, 3, 2, 1];
/** Estimates that one window of a plan is worth. */
const windowEstimates = 64;
/** Literals and operators that are gone through in the time of one plain expansion. */
const partsAnExpansion = 24;

/** What may be asked of an anytime search beyond what a request says. */
export interface AnytimeOptions extends SearchOptions {
  /** Estimates that may go into making the first plan better; 0 takes the first one. Default: no limit but `maxExpansions`. */
  readonly improve?: number;
  /** A proven lower bound on the cost, e.g. from an optimal search that was given up: a plan that costs no more needs no proof of its own. */
  readonly bound?: number;
}

/**
 * A first plan quickly, then cheaper ones: greedy search by relaxed plans with preferred actions, then the windows of the plan, then rounds of weighted A*
 * below the best cost so far, and the windows of what they find. Each plan is tidied. When a round finds that nothing cheaper is left, the best plan is proven optimal.
 *
 * Counts estimates as expansions; {@link unitsAnEstimate} says how many plain expansions one of them takes as long as. Deterministic, wherever the cuts fall.
 */
export class AnytimeSearch {
  /** `found` only when nothing more will be tried; a plan may be there earlier: see {@link cost}. */
  outcome: 'running' | 'found' | 'satisfied' | 'unreachable' | 'exhausted' | 'budget' = 'exhausted';
  expansions = 0;
  /** Cost of the best plan so far; Infinity without one. */
  cost: number = Infinity;
  /** No plan is cheaper than this. */
  bound = 0;
  /** Plans found so far, each cheaper than the one before. */
  plans = 0;
  /** Which limit ended it: `expansions`, `memory`; undefined where none did. */
  limit: 'expansions' | 'memory' | undefined;
  readonly #lazy = new LazySearch();
  #projection: Projection | undefined;
  #start: Int32Array = new Int32Array(0);
  #projected: Int32Array = new Int32Array(0);
  #costScratch: Float64Array = new Float64Array(0);
  #costs: Float64Array = new Float64Array(0);
  #stepCost: Float64Array | undefined;
  #actions: readonly number[] = [];
  #maxExpansions = 0;
  #maxNodes = 0;
  #maxSteps: number = Infinity;
  #improve: number = Infinity;
  /** Rounds begun over the whole plan: 0 is the greedy one. */
  #round = 0;
  #windows!: Windows;
  /** The window that the search at hand is about; undefined while it is about the whole plan. */
  #window: Window | undefined;
  /** Estimates of the rounds before this one, and of all that came until the first plan. */
  #spent = 0;
  #untilFirst = 0;

  /** Starts from the task's state at `words[offset]`; the state is copied. */
  begin(projection: Projection, words: Int32Array, offset: number, options: AnytimeOptions = noOptions): void {
    this.#projection = projection;
    if (this.#start.length < projection.task.words) this.#start = new Int32Array(projection.task.words);
    for (let word = 0; word < projection.task.words; word++) this.#start[word] = words[offset + word]!;
    if (this.#projected.length < projection.words) this.#projected = new Int32Array(projection.words);
    projectState(projection, this.#start, 0, this.#projected, 0);
    this.#stepCost = options.stepCost;
    this.#costs = requestCosts(projection, options.stepCost, this.#costScratch);
    if (options.stepCost !== undefined) this.#costScratch = this.#costs;
    this.#maxExpansions = options.maxExpansions ?? Infinity;
    this.#maxNodes = options.maxNodes ?? defaultNodes(projection.words);
    this.#maxSteps = options.maxSteps ?? Infinity;
    this.#improve = options.improve ?? Infinity;
    this.#actions = [];
    this.#round = 0;
    this.#spent = 0;
    this.#untilFirst = 0;
    this.expansions = 0;
    this.plans = 0;
    this.cost = Infinity;
    this.bound = options.bound ?? 0;
    this.limit = undefined;
    this.outcome = 'running';
    this.#windows = new Windows(projection, this.#costs, this.#stepCost);
    this.#window = undefined;
    this.#beginRound(Infinity);
    this.#look();
  }

  /** Goes on for at most `budget` estimates. */
  advance(budget: number): AnytimeSearch['outcome'] {
    let left = budget;
    while (this.outcome === 'running' && left > 0) {
      let allowed = Math.min(left, this.#maxExpansions - this.expansions, this.plans === 0 ? Infinity : this.#untilFirst + this.#improve - this.expansions);
      if (allowed <= 0) {
        this.#stop('expansions');
        break;
      }
      const before = this.#lazy.evaluations;
      if (this.#window !== undefined) {
        // A window that is not worth more is left as it is.
        allowed = Math.min(allowed, windowEstimates - before);
        if (allowed <= 0) {
          this.#nextWindow();
          this.#look();
          continue;
        }
      }
      this.#lazy.advance(allowed);
      left -= this.#lazy.evaluations - before;
      this.expansions = this.#spent + this.#lazy.evaluations;
      this.#look();
    }
    return this.outcome;
  }

  /** Number of steps of the best plan. */
  get planLength(): number {
    return this.#actions.length;
  }

  /** Copies the best plan's ground actions to `out[at ...]` and returns how many there are. */
  readPlan(out: Int32Array, at = 0): number {
    this.#actions.forEach((action, place) => (out[at + place] = this.#projection!.original[action]!));
    return this.#actions.length;
  }

  /** Plain expansions in whose time one estimate is worked out. */
  get unitsAnEstimate(): number {
    const { count, operators } = literalsOf(this.#projection!);
    return 1 + Math.floor((count + operators) / partsAnExpansion);
  }

  /** True when no plan can be cheaper than the one found. */
  get optimal(): boolean {
    return this.cost <= this.bound;
  }

  #beginRound(weight: number): void {
    this.#spent = this.expansions;
    this.#lazy.begin(this.#projection!, this.#projected, 0, this.#costs, this.#stepCost, { weight, below: this.cost, maxSteps: this.#maxSteps, maxNodes: this.#maxNodes });
    this.expansions = this.#spent + this.#lazy.evaluations;
  }

  /** Takes what the search at hand has come to. */
  #look(): void {
    const lazy = this.#lazy;
    while (lazy.outcome !== 'running' && this.outcome === 'running') {
      if (this.#window !== undefined) {
        const better = lazy.outcome === 'found' ? this.#windows.replaced(this.#window, lazy.plan()) : undefined;
        if (better !== undefined) this.#keep(better, true);
        if (this.outcome === 'running') this.#nextWindow();
      } else if (lazy.outcome === 'found') this.#adopt();
      else if (lazy.outcome === 'unreachable' && this.plans === 0) {
        this.bound = Infinity;
        this.outcome = 'unreachable';
      } else if (lazy.outcome === 'memory') this.#stop('memory');
      else {
        this.#close();
        if (this.outcome === 'running') this.#next();
      }
    }
  }

  /** A search over the whole plan has reached the goal. */
  #adopt(): void {
    const lazy = this.#lazy;
    if (lazy.last === 0) {
      this.cost = 0;
      this.bound = 0;
      this.outcome = 'satisfied';
      return;
    }
    if (this.plans === 0) this.#untilFirst = this.expansions;
    this.#keep(tidy(this.#projection!, this.#costs, this.#stepCost, this.#projected, 0, lazy.plan()), false);
    if (this.outcome === 'running') this.#nextWindow();
  }

  #keep(plan: PricedPlan, again: boolean): void {
    this.plans++;
    this.#actions = plan.actions;
    this.cost = plan.cost;
    if (this.optimal || this.#improve === 0) this.outcome = 'found';
    else this.#windows.begin(this.#projected, 0, plan, again);
  }

  /** Goes on to the next window, or, when there is none left, to the next round over the whole. */
  #nextWindow(): void {
    const window = this.#windows.next();
    this.#window = window;
    // Windows with a limit of steps could only be filled with as many steps as they have: not worth the trouble.
    if (window === undefined || this.#maxSteps < Infinity) {
      this.#window = undefined;
      this.#next();
      return;
    }
    this.#spent = this.expansions;
    this.#lazy.begin(this.#projection!, this.#windows.states, window.at, this.#costs, this.#stepCost, { weight: 1, below: window.cost, maxSteps: Infinity, maxNodes: this.#maxNodes, target: window.target });
    this.expansions = this.#spent + this.#lazy.evaluations;
  }

  /** Nothing cheaper than the best plan is left; with a limit of steps only among the plans that were looked at. */
  #close(): void {
    if (this.#maxSteps < Infinity) {
      if (this.#round >= weights.length) this.#stop('expansions');
      return;
    }
    this.bound = this.cost;
    this.outcome = this.plans === 0 ? 'exhausted' : 'found';
  }

  #next(): void {
    // A round below a limit of steps may miss what costs more and has fewer steps; without a plan there is nothing to go below.
    if (this.plans === 0 && this.#lazy.outcome === 'exhausted') {
      this.#stop('expansions');
      return;
    }
    const weight = weights[Math.min(this.#round, weights.length - 1)]!;
    this.#round++;
    this.#beginRound(weight);
  }

  #stop(limit: 'expansions' | 'memory'): void {
    this.limit = limit;
    this.outcome = this.plans === 0 ? 'budget' : 'found';
  }
}

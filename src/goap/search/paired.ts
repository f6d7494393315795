import { ForwardSearch } from './forward.js';
import { defaultExpansions, noOptions, type SearchOptions, type SearchOutcome } from './outcome.js';
import type { Projection } from './projection.js';
import type { Search } from './read-out.js';
import { RegressionSearch } from './regression.js';

/** Expansions that regression has to itself; nearly all requests take a tenth of that. */
const headStart = 2000;
/** Then both go on in turns of that many expansions. */
const turn = 64;

/**
 * Regression, and from the 2,000th expansion on a blind forward search beside it, in turns, until one of them knows the answer.
 *
 * There are tasks with few states but ever more partial states, mostly with many counters, or wishes that exclude each other in a way that takes all states
 * to see. There the forward search is done while regression has hardly begun. Both are exact, so the first answer counts, and it costs at most twice the better one.
 */
export class PairedSearch implements Search {
  outcome: SearchOutcome | 'running' = 'exhausted';
  expansions = 0;
  cost: number = Infinity;
  bound: number = Infinity;
  readonly #regression = new RegressionSearch();
  #forward: ForwardSearch | undefined;
  /** The search whose answer counts; while both run, regression. */
  #leader: Search = this.#regression;
  #forwardRuns = false;
  #maxExpansions: number = defaultExpansions;
  // Options are copied field by field: the caller may fill its object anew before the forward search begins.
  #maxSteps: number = Infinity;
  #maxNodes: number | undefined;
  #stepCost: Float64Array | undefined;
  #start: Int32Array = new Int32Array(0);

  /** Starts a search from the state at `words[offset]`; the state is copied, costs of the request are not. The projection must be maskable. */
  begin(projection: Projection, words: Int32Array, offset: number, options: SearchOptions = noOptions): void {
    if (this.#start.length < projection.task.words) this.#start = new Int32Array(projection.task.words);
    for (let word = 0; word < projection.task.words; word++) this.#start[word] = words[offset + word]!;
    this.#maxSteps = options.maxSteps ?? Infinity;
    this.#maxNodes = options.maxNodes;
    this.#stepCost = options.stepCost;
    this.#maxExpansions = options.maxExpansions ?? defaultExpansions;
    this.#leader = this.#regression;
    this.#forwardRuns = false;
    this.expansions = 0;
    this.cost = Infinity;
    this.bound = 0;
    this.outcome = 'running';
    this.#regression.begin(projection, words, offset, options);
    if (this.#regression.outcome !== 'running') this.#end(this.#regression);
  }

  /** Goes on for at most `budget` expansions. Where the cuts fall makes no difference to the answer. */
  advance(budget: number): SearchOutcome | 'running' {
    const limit = Math.min(this.expansions + budget, this.#maxExpansions);
    while (this.outcome === 'running') {
      const past = this.expansions - headStart;
      const search = past >= 0 && ((past / turn) & 1) === 0 ? this.#beside() : this.#regression;
      const left = past < 0 ? -past : turn - (past % turn);
      const before = search.expansions;
      const outcome = search.advance(Math.min(left, limit - this.expansions));
      this.expansions += search.expansions - before;
      if (outcome !== 'running') return this.#end(search);
      if (this.expansions >= limit) return limit === this.#maxExpansions ? this.#end(search, 'budget') : 'running';
    }
    return this.outcome;
  }

  readPlan(out: Int32Array, at = 0): number {
    return this.#leader.readPlan(out, at);
  }

  get planLength(): number {
    return this.#leader.planLength;
  }

  #beside(): Search {
    this.#forward ??= new ForwardSearch();
    if (!this.#forwardRuns) {
      this.#forwardRuns = true;
      this.#forward.begin(this.#regression.projection!, this.#start, 0, {
        heuristic: 'blind',
        maxExpansions: Infinity,
        maxSteps: this.#maxSteps,
        ...(this.#maxNodes !== undefined && { maxNodes: this.#maxNodes }),
        ...(this.#stepCost !== undefined && { stepCost: this.#stepCost }),
      });
    }
    return this.#forward;
  }

  #end(leader: Search, outcome: SearchOutcome | 'running' = leader.outcome): SearchOutcome | 'running' {
    this.#leader = leader;
    this.outcome = outcome;
    this.cost = leader.cost;
    this.bound = outcome === 'budget' ? Math.max(this.#regression.bound, this.#forwardRuns ? this.#forward!.bound : 0) : leader.bound;
    return outcome;
  }
}

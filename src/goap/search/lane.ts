import { ForwardSearch, forwardWeight } from './forward.js';
import type { Jobs } from './jobs.js';
import { PairedSearch } from './paired.js';
import type { PlanAnswer } from './plan-cache.js';
import type { Search } from './read-out.js';

/** One place for a search to run in: keeps the arrays of both kinds of search and runs one job at a time. */
export class Lane {
  /** The job that runs here, or -1. */
  job = -1;
  #paired: PairedSearch | undefined;
  #forward: ForwardSearch | undefined;
  #search: Search | undefined;
  /** Options of a request without and with costs of its own, filled anew for each. */
  readonly #plain = { maxSteps: 0, maxExpansions: 0 };
  readonly #costly = { maxSteps: 0, maxExpansions: 0, stepCost: new Float64Array(0) as Float64Array };

  take(job: number): void {
    this.job = job;
    this.#search = undefined;
  }

  free(): void {
    this.job = -1;
    this.#search = undefined;
  }

  /** Takes over the job and the search of another lane, which gets this lane's arrays instead. */
  exchange(other: Lane): void {
    [this.job, other.job] = [other.job, this.job];
    [this.#paired, other.#paired] = [other.#paired, this.#paired];
    [this.#forward, other.#forward] = [other.#forward, this.#forward];
    [this.#search, other.#search] = [other.#search, this.#search];
  }

  /**
   * Goes on with the job for up to `allowance` expansions, charged to its `spent`; returns the answer once it is there.
   * The first `setup` expansions pay for setting up, and one whose bounds take long to work out is charged as several. A job with a known answer
   * only pays what its search took; a restored one catches up with what it has paid for.
   */
  run(jobs: Jobs, allowance: number, setup: number, recall: (job: number) => PlanAnswer | undefined): PlanAnswer | undefined {
    const { job } = this;
    let left = allowance;
    if (jobs.spent[job]! < setup) {
      const paid = Math.min(left, setup - jobs.spent[job]!);
      jobs.spent[job] = jobs.spent[job]! + paid;
      left -= paid;
      if (jobs.spent[job] < setup) return undefined;
    }
    if (this.#search === undefined && jobs.known[job] === undefined) {
      jobs.known[job] = recall(job);
      if (jobs.known[job] === undefined) this.#begin(jobs);
    }
    const projection = jobs.projections[job]!;
    const weight = projection.maskable ? 1 : forwardWeight(projection);
    jobs.spent[job] = jobs.spent[job]! + left;
    const known = jobs.known[job];
    if (known !== undefined) {
      const price = setup + known.expansions * weight;
      if (jobs.spent[job] < price) return undefined;
      jobs.spent[job] = price;
      return known;
    }
    const search = this.#search!;
    const outcome = search.advance(Math.floor((jobs.spent[job] - setup) / weight) - search.expansions);
    if (outcome === 'running') return undefined;
    // What was paid too much goes to others.
    jobs.spent[job] = setup + search.expansions * weight;
    const actions = new Int32Array(search.planLength);
    search.readPlan(actions);
    return { outcome, actions, cost: search.cost, bound: search.bound, expansions: search.expansions };
  }

  #begin(jobs: Jobs): void {
    const { job } = this;
    const projection = jobs.projections[job]!;
    let search: Search;
    if (projection.maskable) search = this.#paired ??= new PairedSearch();
    else search = this.#forward ??= new ForwardSearch();
    const options = jobs.hasCosts[job] === 1 ? this.#costly : this.#plain;
    options.maxSteps = jobs.maxSteps[job]!;
    options.maxExpansions = jobs.maxExpansions[job]!;
    if (jobs.hasCosts[job] === 1) this.#costly.stepCost = jobs.costs[job]!;
    search.begin(projection, jobs.starts, job * jobs.stride, options);
    this.#search = search;
  }
}

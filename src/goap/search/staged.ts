import type { EagerSearch } from './eager.js';
import { ForwardSearch, forwardWeight } from './forward.js';
import { defaultExpansions, noOptions, type SearchOptions, type SearchOutcome } from './outcome.js';
import type { Projection } from './projection.js';
import type { Search } from './read-out.js';
import { RegressionSearch, regressionWeight } from './regression.js';

/** A search for any plan at all, and then for cheaper ones. */
export interface QuickSearch extends Search {
  /** Plans found so far; the best can be read at any time. */
  readonly plans: number;
  /** Plain expansions in whose time one of its expansions is done. */
  readonly unitsAnEstimate: number;
}

/** Who answers: a search backwards from the goal, one forwards from the start, or the one that takes any plan. */
export type Rung = 'regression' | 'forward' | 'quick';

/** Units that the first search has to itself unless said otherwise; nearly all requests take a tenth of that. */
const headStart = 2000;
/** Then all go on in turns of that many units, by rung. */
const turns: Readonly<Record<Rung, number>> = { regression: 64, forward: 64, quick: 512 };
/** Units that go into a cheaper plan after the first, unless a request says otherwise. */
const defaultImprove = 10_000;
/** Nodes from which on the arrays of a search are not worth keeping. */
const heavyFrom = 1 << 15;

/**
 * The exact searches and the quick one, in turns, until enough is known.
 *
 * Regression begins, where masks can say all that matters; else forward search. Nearly all requests are answered then. From the 2,000th unit on the quick search
 * looks for any plan, and a forward search runs beside regression: there are tasks with few states but ever more partial states. The exact ones raise the bound
 * while the quick one makes its plan cheaper; what is proven first counts. A unit is the time of one plain expansion in a small task; dear expansions count as several.
 *
 * Without a quick search (or where the request wants the proof) only the exact ones can end it.
 */
export class StagedSearch implements Search {
  outcome: SearchOutcome | 'running' = 'exhausted';
  expansions = 0;
  /** What was spent, dear expansions counted as several. */
  units = 0;
  cost: number = Infinity;
  bound: number = Infinity;
  /** Who gave the answer. */
  rung: Rung = 'regression';
  /** Which limit ended a search without a plan. */
  limit: 'expansions' | 'memory' | undefined;
  readonly #makeQuick: (() => QuickSearch) | undefined;
  /** Units that the first search has to itself. */
  readonly #alone: number;
  #regression: RegressionSearch | undefined;
  #forward: ForwardSearch | undefined;
  #quick: QuickSearch | undefined;
  /** The rungs that take part, in the order of their turns; those that began; whose turn it is, and when it ends. */
  #rungs: readonly Rung[] = [];
  #began = 0;
  #turn = 0;
  #turnEnd = 0;
  /** When the best plan is taken though it may not be the cheapest. */
  #until: number = Infinity;
  #improve = 0;
  #wantsProof = false;
  #maxUnits = 0;
  // Options are copied field by field: the caller may fill its object anew before the other searches begin.
  #projection: Projection | undefined;
  #maxSteps: number = Infinity;
  #maxNodes: number | undefined;
  #stepCost: Float64Array | undefined;
  #start: Int32Array = new Int32Array(0);

  constructor(makeQuick?: () => QuickSearch, alone: number = headStart) {
    this.#makeQuick = makeQuick;
    this.#alone = alone;
  }

  /** Starts a search from the state at `words[offset]`; the state is copied, costs of the request are not. */
  begin(projection: Projection, words: Int32Array, offset: number, options: SearchOptions = noOptions): void {
    const { task } = projection;
    if (this.#start.length < task.words) this.#start = new Int32Array(task.words);
    for (let word = 0; word < task.words; word++) this.#start[word] = words[offset + word]!;
    this.#projection = projection;
    this.#maxSteps = options.maxSteps ?? Infinity;
    this.#maxNodes = options.maxNodes;
    this.#stepCost = options.stepCost;
    this.#maxUnits = options.maxExpansions ?? defaultExpansions;
    this.#wantsProof = options.optimal === true;
    this.#improve = options.improve ?? defaultImprove;
    this.#until = Infinity;
    this.expansions = 0;
    this.units = 0;
    this.cost = Infinity;
    this.bound = 0;
    this.limit = undefined;
    this.outcome = 'running';
    this.#rungs = rungsOf(projection, this.#makeQuick !== undefined);
    this.#began = 0;
    this.#turn = 0;
    this.#turnEnd = this.#alone;
    this.#begun();
  }

  /** Goes on for at most `budget` units. Where the cuts fall makes no difference to the answer. */
  advance(budget: number): SearchOutcome | 'running' {
    const limit = Math.min(this.units + budget, this.#maxUnits);
    while (this.outcome === 'running') {
      const end = Math.min(this.#turnEnd, this.#until);
      if (this.units >= end) {
        this.#next();
        continue;
      }
      const rung = this.#rungs[this.#turn]!;
      const search = this.#begun();
      if (this.outcome !== 'running') break;
      const weight = this.#weight(rung);
      if (this.units + weight > limit) {
        if (limit < this.#maxUnits) return 'running';
        this.#give('expansions');
        break;
      }
      // One estimate at a time: some begin another round, which counts as one more.
      const count = rung === 'quick' ? 1 : Math.min(Math.ceil((end - this.units) / weight), Math.floor((limit - this.units) / weight));
      const before = search.expansions;
      const outcome = search.advance(count);
      const done = Math.max(1, search.expansions - before);
      this.expansions += search.expansions - before;
      this.units += done * weight;
      if (outcome !== 'running') this.#ended(rung, search);
      else if (rung === 'quick') this.#look();
    }
    return this.outcome;
  }

  readPlan(out: Int32Array, at = 0): number {
    return this.#of(this.rung).readPlan(out, at);
  }

  get planLength(): number {
    return this.cost === Infinity ? 0 : this.#of(this.rung).planLength;
  }

  /** True when the arrays have grown so large that another search had better begin with new ones. */
  get heavy(): boolean {
    return isHeavy(this.#regression) || isHeavy(this.#forward) || (this.#quick?.expansions ?? 0) > 2048;
  }

  #of(rung: Rung): Search {
    if (rung === 'regression') return (this.#regression ??= new RegressionSearch());
    if (rung === 'forward') return (this.#forward ??= new ForwardSearch());
    return (this.#quick ??= this.#makeQuick!());
  }

  #weight(rung: Rung): number {
    if (rung === 'regression') return regressionWeight(this.#projection!);
    return rung === 'forward' ? forwardWeight(this.#projection!) : this.#quick!.unitsAnEstimate;
  }

  /** The search whose turn it is, begun if it was not. */
  #begun(): Search {
    const search = this.#of(this.#rungs[this.#turn]!);
    if (this.#turn < this.#began) return search;
    this.#began++;
    const options = {
      maxExpansions: Infinity,
      maxSteps: this.#maxSteps,
      ...(this.#maxNodes !== undefined && { maxNodes: this.#maxNodes }),
      ...(this.#stepCost !== undefined && { stepCost: this.#stepCost }),
      ...(this.bound > 0 && { bound: this.bound }),
    };
    search.begin(this.#projection!, this.#start, 0, options);
    if (search.outcome !== 'running') this.#ended(this.#rungs[this.#turn]!, search);
    return search;
  }

  /** Ends a turn: what is known by now may be enough. */
  #next(): void {
    this.#raise();
    const plans = this.#plans();
    if (plans > 0 && (this.#quick!.cost <= this.bound || this.units >= this.#until)) {
      this.#take('quick', this.#quick!);
      return;
    }
    this.#turn = (this.#turn + 1) % this.#rungs.length;
    // A search that proves goes on without the quick one.
    if (plans > 0 && this.#wantsProof && this.#rungs[this.#turn] === 'quick') this.#turn = (this.#turn + 1) % this.#rungs.length;
    this.#turnEnd = this.units + turns[this.#rungs[this.#turn]!];
  }

  #plans(): number {
    return this.#rungs.indexOf('quick') >= 0 && this.#began > this.#rungs.indexOf('quick') ? this.#quick!.plans : 0;
  }

  /** The quick search may have found its first plan. */
  #look(): void {
    if (this.#until === Infinity && !this.#wantsProof && this.#quick!.plans > 0) this.#until = this.units + this.#improve;
  }

  /** Takes over what the searches have proven. */
  #raise(): void {
    for (let turn = 0; turn < this.#began; turn++) {
      const { bound, outcome } = this.#of(this.#rungs[turn]!);
      if (outcome === 'running') this.bound = Math.max(this.bound, bound);
    }
  }

  /** One search has come to its end: its answer counts, unless it gave up. */
  #ended(rung: Rung, search: Search): void {
    this.#raise();
    const proven = search.outcome !== 'budget' && (rung !== 'quick' || search.outcome !== 'found' || search.bound >= search.cost);
    if (proven) {
      this.#take(rung, search);
      return;
    }
    this.bound = Math.max(this.bound, search.bound === Infinity ? 0 : search.bound);
    if (rung === 'quick' && (search as QuickSearch).plans > 0 && !this.#wantsProof) {
      this.#take(rung, search);
      return;
    }
    if (this.#rungs.length === 1) {
      this.#give('memory');
      return;
    }
    // The others go on without it.
    this.#rungs = this.#rungs.filter((each) => each !== rung);
    if (this.#turn < this.#began) this.#began--;
    this.#turn %= this.#rungs.length;
    this.#turnEnd = this.units + turns[this.#rungs[this.#turn]!];
  }

  /** Ends with the answer of one search. */
  #take(rung: Rung, search: Search): void {
    this.rung = rung;
    this.outcome = search.outcome === 'running' || search.outcome === 'budget' ? 'found' : search.outcome;
    this.cost = search.cost;
    this.bound = rung === 'quick' ? Math.min(Math.max(this.bound, search.bound), search.cost) : search.bound;
  }

  /** Ends because of a limit: with the plan that is there, if one is. */
  #give(limit: 'expansions' | 'memory'): void {
    this.#raise();
    if (this.#plans() > 0) {
      this.#take('quick', this.#quick!);
      return;
    }
    this.limit = limit;
    this.outcome = 'budget';
    this.rung = this.#rungs[0]!;
  }
}

const orders = {
  masked: [['regression', 'forward'], ['regression', 'quick', 'forward']],
  other: [['forward'], ['forward', 'quick']],
} as const satisfies Record<string, readonly (readonly Rung[])[]>;

function rungsOf({ maskable }: Projection, quick: boolean): readonly Rung[] {
  return orders[maskable ? 'masked' : 'other'][quick ? 1 : 0];
}

function isHeavy(search: EagerSearch | undefined): boolean {
  return search !== undefined && search.arena.capacity >= heavyFrom;
}

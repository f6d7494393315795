import { Arena } from './arena.js';
import { requestCosts } from './costs.js';
import { defaultExpansions, defaultNodes, noOptions, type SearchOptions, type SearchOutcome } from './outcome.js';
import type { Projection } from './projection.js';
import type { Search } from './read-out.js';

/**
 * A* over the nodes of an arena. What a node stands for, when one ends the search and what it leads to is for the two kinds to say: packed states from
 * the start on ({@link ForwardSearch}), or partial states from the goal back ({@link RegressionSearch}).
 *
 * Why the answer is optimal: bounds never exceed the true rest, a node that is reached more cheaply is opened again, and the search ends only when a node
 * that {@link holds} is the open one with the smallest cost + bound. With a step limit a key alone is not enough (a costlier way with fewer steps may be the
 * only one that arrives in time), so it keeps one node for every pair of cost and steps that no other of its nodes beats in both.
 *
 * One object serves any number of searches, one at a time; its arrays are kept and reused.
 */
export abstract class EagerSearch implements Search {
  outcome: SearchOutcome | 'running' = 'exhausted';
  expansions = 0;
  cost: number = Infinity;
  limit: 'expansions' | 'memory' | undefined;
  bound: number = Infinity;
  readonly arena: Arena = new Arena();
  projection: Projection | undefined;
  /** Node that ended the search with a plan, or -1. */
  last = -1;
  /** Nodes in the order of their expansion, when asked for. */
  order: number[] | undefined;
  /** Cost of each projected action for this request. */
  protected costs: Float64Array = new Float64Array(0);
  #ownCosts: Float64Array = new Float64Array(0);
  /** Most steps of a plan; whether that is a limit at all. */
  protected maxSteps = 0;
  protected limited = false;
  #maxExpansions: number = defaultExpansions;
  #maxNodes = 0;
  /** Words of a key for each word of the state, and whether plans stand in the arena from the start on. */
  readonly #wordsAWord: number;
  readonly #forwards: boolean;

  constructor(wordsAWord: 1 | 2) {
    this.#wordsAWord = wordsAWord;
    this.#forwards = wordsAWord === 1;
  }

  /** Starts a search from the state at `words[offset]` of the task; the state is copied. */
  begin(projection: Projection, words: Int32Array, offset: number, options: SearchOptions = noOptions): void {
    const { maxSteps = Infinity, stepCost } = options;
    const width = projection.words * this.#wordsAWord;
    this.projection = projection;
    this.expansions = 0;
    this.cost = Infinity;
    this.bound = 0;
    this.limit = undefined;
    this.last = -1;
    this.order = options.trace === true ? [] : undefined;
    this.limited = maxSteps < Infinity;
    this.maxSteps = maxSteps;
    this.#maxExpansions = options.maxExpansions ?? defaultExpansions;
    this.#maxNodes = options.maxNodes ?? defaultNodes(width);
    this.costs = requestCosts(projection, stepCost, this.#ownCosts);
    if (stepCost !== undefined) this.#ownCosts = this.costs;
    this.outcome = 'running';
    this.arena.begin(width);
    this.open(words, offset, options);
  }

  /** Goes on for at most `budget` expansions. Where the cuts fall makes no difference to the answer. */
  advance(budget: number): SearchOutcome | 'running' {
    if (this.outcome !== 'running') return this.outcome;
    const { arena } = this;
    const limit = Math.min(this.expansions + budget, this.#maxExpansions);
    for (;;) {
      const node = arena.best();
      if (node < 0) return this.end('exhausted', Infinity, Infinity);
      this.bound = arena.cost[node]! + arena.rest[node]!;
      if (this.holds(node * arena.width)) {
        this.last = node;
        return this.end('found', arena.cost[node]!, arena.cost[node]!);
      }
      if (this.expansions >= this.#maxExpansions || arena.count >= this.#maxNodes) {
        this.limit = this.expansions >= this.#maxExpansions ? 'expansions' : 'memory';
        return this.end('budget', Infinity, this.bound);
      }
      if (this.expansions >= limit) return 'running';
      arena.close(node);
      this.expansions++;
      this.expand(node);
    }
  }

  /** Copies the plan's ground actions to `out[at ...]` and returns how many there are. */
  readPlan(out: Int32Array, at = 0): number {
    const { parent, action } = this.arena;
    let place = at;
    for (let node = this.last; node >= 0 && parent[node]! >= 0; node = parent[node]!) out[place++] = this.projection!.original[action[node]!]!;
    if (this.#forwards) out.subarray(at, place).reverse();
    return place - at;
  }

  /** Number of steps of the plan found. */
  get planLength(): number {
    const { parent } = this.arena;
    let steps = 0;
    for (let node = this.last; node >= 0 && parent[node]! >= 0; node = parent[node]!) steps++;
    return steps;
  }

  protected end(outcome: SearchOutcome, cost: number, bound: number): SearchOutcome {
    this.outcome = outcome;
    this.cost = cost;
    this.bound = bound;
    return outcome;
  }

  /** Opens the first nodes, or ends the search. */
  protected abstract open(words: Int32Array, offset: number, options: SearchOptions): void;
  /** True when the node whose key starts at `keys[at]` completes a plan. */
  protected abstract holds(at: number): boolean;
  /** Reaches what a node leads to. */
  protected abstract expand(node: number): void;
}

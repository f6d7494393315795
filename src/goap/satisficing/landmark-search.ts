import { Arena } from '../search/arena.js';
import { requestCosts } from '../search/costs.js';
import { defaultNodes, noOptions, type SearchOptions, type SearchOutcome } from '../search/outcome.js';
import { projectState, successorsOf, type Projection } from '../search/projection.js';
import type { Successors } from '../search/successors.js';
import { LandmarkCut } from './landmark-cut.js';
import { applyTo, goalReached, priceIn } from './projected.js';

/** Plain expansions in whose time one bound is worked out; measured over planning-competition tasks, where it is 18 to 53 with some hundred actions. */
export function unitsABound(projection: Projection): number {
  return Math.max(24, Math.floor(projection.actions / 24));
}

/**
 * A* with LM-cut: few expansions, each of them dear. A state's own bound is worked out only when it would be expanded; until then it has that of the state
 * before, less the cost of the way. States that are reached more cheaply are opened again, since the bound is not consistent. The first goal state that is
 * the open one with the smallest cost + bound is optimal. Steps cannot be limited. Counts bounds as expansions.
 */
export class LandmarkSearch {
  outcome: SearchOutcome | 'running' = 'exhausted';
  expansions = 0;
  cost: number = Infinity;
  bound = 0;
  /** Which limit ended it with `budget`. */
  limit: 'expansions' | 'memory' | undefined;
  readonly #arena = new Arena();
  readonly #cut = new LandmarkCut();
  /** 1 for nodes whose own bound is known. */
  #known: Uint8Array = new Uint8Array(256);
  #projection: Projection | undefined;
  #successors!: Successors;
  #candidates: Int32Array = new Int32Array(64);
  #costScratch: Float64Array = new Float64Array(0);
  #costs: Float64Array = new Float64Array(0);
  #stepCost: Float64Array | undefined;
  #maxExpansions = 0;
  #maxNodes = 0;
  #last = -1;

  /** Starts from the task's state at `words[offset]`, which is copied. */
  begin(projection: Projection, words: Int32Array, offset: number, options: SearchOptions = noOptions): void {
    const arena = this.#arena;
    this.#projection = projection;
    this.#successors = successorsOf(projection);
    if (this.#candidates.length < projection.actions) this.#candidates = new Int32Array(projection.actions);
    this.#stepCost = options.stepCost;
    this.#costs = requestCosts(projection, options.stepCost, this.#costScratch);
    if (options.stepCost !== undefined) this.#costScratch = this.#costs;
    this.#maxExpansions = options.maxExpansions ?? Infinity;
    this.#maxNodes = options.maxNodes ?? defaultNodes(projection.words);
    this.expansions = 0;
    this.cost = Infinity;
    this.bound = 0;
    this.limit = undefined;
    this.#last = -1;
    arena.begin(projection.words);
    arena.reserve(2);
    projectState(projection, words, offset, arena.keys, 0);
    if (goalReached(projection, arena.keys, 0)) {
      this.#end('satisfied', 0, 0);
      return;
    }
    this.#cut.begin(projection, this.#costs);
    this.expansions++;
    const rest = this.#cut.of(arena.keys, 0);
    if (rest === Infinity) {
      this.#end('unreachable', Infinity, Infinity);
      return;
    }
    arena.find(0);
    this.#known[0] = 1;
    arena.insert(-1, -1, 0, 0, rest);
    this.outcome = 'running';
  }

  /** Works out at most `budget` more bounds. Where the cuts fall makes no difference to the answer. */
  advance(budget: number): SearchOutcome | 'running' {
    if (this.outcome !== 'running') return this.outcome;
    const arena = this.#arena;
    const { open } = arena;
    const end = this.expansions + budget;
    for (;;) {
      if (open.size === 0) return this.#end('exhausted', Infinity, Infinity);
      const key = open.keys[0]!;
      const node = open.nodes[0]!;
      if (arena.closed[node] === 1) {
        open.pop();
        continue;
      }
      const own = arena.cost[node]! + arena.rest[node]!;
      if (key < own) {
        // Its bound has risen since it was put here.
        open.pop();
        open.push(own, arena.rest[node]!, node);
        continue;
      }
      this.bound = Math.max(this.bound, key);
      if (this.#known[node] === 0) {
        if (goalReached(this.#projection!, arena.keys, node * arena.width)) {
          arena.rest[node] = 0;
          this.#known[node] = 1;
          open.pop();
          open.push(arena.cost[node]!, 0, node);
          continue;
        }
        if (this.expansions >= this.#maxExpansions) return this.#stop('expansions');
        if (this.expansions >= end) return 'running';
        this.expansions++;
        const rest = this.#cut.of(arena.keys, node * arena.width);
        this.#known[node] = 1;
        open.pop();
        if (rest === Infinity) {
          arena.rest[node] = Infinity;
          arena.closed[node] = 1;
          continue;
        }
        const ahead = Math.max(arena.rest[node]!, rest);
        arena.rest[node] = ahead;
        open.push(arena.cost[node]! + ahead, ahead, node);
        continue;
      }
      if (goalReached(this.#projection!, arena.keys, node * arena.width)) {
        this.#last = node;
        return this.#end('found', arena.cost[node]!, arena.cost[node]!);
      }
      if (arena.count >= this.#maxNodes) return this.#stop('memory');
      arena.close(node);
      this.#expand(node);
    }
  }

  /** Number of steps of the plan found. */
  get planLength(): number {
    let steps = 0;
    for (let node = this.#last; node >= 0 && this.#arena.parent[node]! >= 0; node = this.#arena.parent[node]!) steps++;
    return steps;
  }

  /** Copies the plan's ground actions to `out[at ...]` and returns how many there are. */
  readPlan(out: Int32Array, at = 0): number {
    const { parent, action } = this.#arena;
    const steps = this.planLength;
    let place = at + steps;
    for (let node = this.#last; node >= 0 && parent[node]! >= 0; node = parent[node]!) out[--place] = this.#projection!.original[action[node]!]!;
    return steps;
  }

  #expand(node: number): void {
    const arena = this.#arena;
    const projection = this.#projection!;
    arena.reserve(arena.count + projection.actions + 1);
    if (this.#known.length < arena.capacity) {
      const known = new Uint8Array(arena.capacity);
      known.set(this.#known);
      this.#known = known;
    }
    const { keys, width } = arena;
    const from = node * width;
    const candidates = this.#candidates;
    const found = this.#successors.applicable(keys, from, candidates);
    for (let index = 0; index < found; index++) {
      const action = candidates[index]!;
      if (this.#costs[action] === Infinity) continue;
      const to = arena.count * width;
      if (!applyTo(projection, keys, from, to, action)) continue;
      const price = priceIn(projection, this.#costs, this.#stepCost, keys, from, action);
      const cost = arena.cost[node]! + price;
      // What the state before is known to need at least, less what was just paid.
      const rest = Math.max(0, arena.rest[node]! - price);
      const known = arena.find(to);
      if (known < 0) {
        this.#known[arena.count] = 0;
        arena.insert(node, action, cost, 0, rest);
        continue;
      }
      if (arena.rest[known] === Infinity || cost >= arena.cost[known]!) continue;
      arena.parent[known] = node;
      arena.action[known] = action;
      arena.cost[known] = cost;
      const ahead = Math.max(arena.rest[known]!, rest);
      arena.rest[known] = ahead;
      arena.closed[known] = 0;
      arena.open.push(cost + ahead, ahead, known);
    }
  }

  #stop(limit: 'expansions' | 'memory'): SearchOutcome {
    this.limit = limit;
    return this.#end('budget', Infinity, this.bound);
  }

  #end(outcome: SearchOutcome, cost: number, bound: number): SearchOutcome {
    this.outcome = outcome;
    this.cost = cost;
    this.bound = bound;
    return outcome;
  }
}

import { Arena } from './arena.js';
import { overruled, requestCosts } from './costs.js';
import { Fixpoint } from './fixpoint.js';
import { defaultExpansions, defaultNodes, noOptions, type SearchOptions, type SearchOutcome, type SearchResult, type SearchTrace } from './outcome.js';
import { projectState, relaxedOf, successorsOf, type Projection } from './projection.js';
import { readResult, readTrace, type Search } from './read-out.js';
import type { Relaxed } from './relaxed.js';
import { testHolds } from './simulate.js';
import type { Successors } from './successors.js';
import { WideBound } from './wide-bound.js';

/** `auto` pays for hmax from this many actions on (below, blind search is done before the bounds are worked out) ... */
const hmaxFrom = 16;
/** ... up to this many relaxed operators, above which a bound takes as long as a thousand blind expansions. */
const hmaxUpTo = 1024;
/** Relaxed operators that can be gone through in the time of a plain expansion. */
const operatorsAnExpansion = 16;

function paysForHmax(projection: Projection): boolean {
  return projection.actions >= hmaxFrom && relaxedOf(projection).operators <= hmaxUpTo;
}

/** How many plain expansions one expansion of a forward search takes as long as, with the bounds that `auto` chooses. */
export function forwardWeight(projection: Projection): number {
  return paysForHmax(projection) ? 1 + Math.floor(relaxedOf(projection).operators / operatorsAnExpansion) : 1;
}

/**
 * A* over packed states from the start: the search that can do everything a task can say (wide ints, conditional costs included).
 *
 * Why the answer is optimal: both bounds (0, and hmax) never exceed the true rest, a node reached more cheaply is opened again, and the search ends
 * only when a goal state is the open node with the smallest cost + bound. With a step limit a state alone is not enough (a costlier way with fewer steps
 * may be the only one that arrives in time), so a state keeps one node for every pair of cost and steps that no other of its nodes beats in both.
 *
 * One object serves any number of searches, one at a time; its arrays are kept and reused.
 */
export class ForwardSearch implements Search {
  outcome: SearchOutcome | 'running' = 'exhausted';
  expansions = 0;
  cost: number = Infinity;
  bound: number = Infinity;
  /** @internal */
  readonly arena: Arena = new Arena();
  /** @internal */
  projection: Projection | undefined;
  /** @internal Node that reached the goal, or -1. */
  last = -1;
  /** @internal Nodes in the order of their expansion, when asked for. */
  order: number[] | undefined;

  readonly #fixpoint = new Fixpoint();
  readonly #wide = new WideBound();
  #relaxed: Relaxed | undefined;
  #successors: Successors | undefined;
  #candidates: Int32Array = new Int32Array(64);
  #costScratch: Float64Array = new Float64Array(0);
  #costs: Float64Array = new Float64Array(0);
  #stepCost: Float64Array | undefined;
  #informed = false;
  #limited = false;
  #maxSteps = 0;
  #maxExpansions: number = defaultExpansions;
  #maxNodes = 0;

  /** Starts a search from the state at `words[offset]` of the task; the state is copied. */
  begin(projection: Projection, words: Int32Array, offset: number, options: SearchOptions = noOptions): void {
    const arena = this.arena;
    this.projection = projection;
    this.expansions = 0;
    this.cost = Infinity;
    this.bound = 0;
    this.last = -1;
    this.order = options.trace === true ? [] : undefined;
    this.#limited = options.maxSteps !== undefined && options.maxSteps < Infinity;
    this.#maxSteps = options.maxSteps ?? 0;
    this.#maxExpansions = options.maxExpansions ?? defaultExpansions;
    this.#maxNodes = options.maxNodes ?? defaultNodes(projection.words);
    this.#stepCost = options.stepCost;
    this.#costs = requestCosts(projection, options.stepCost, this.#costScratch);
    if (options.stepCost !== undefined) this.#costScratch = this.#costs;
    this.#relaxed = relaxedOf(projection);
    this.#successors = successorsOf(projection);
    if (this.#candidates.length < projection.actions) this.#candidates = new Int32Array(projection.actions);
    const heuristic = options.heuristic ?? 'auto';
    this.#informed = heuristic === 'hmax' || (heuristic === 'auto' && paysForHmax(projection));

    arena.begin(projection.words);
    projectState(projection, words, offset, arena.keys, 0);
    if (this.#holds(0)) {
      this.#end('satisfied', 0, 0);
      return;
    }
    this.#wide.begin(projection, this.#costs);
    // Even a blind search looks once whether the goal can be reached at all.
    const rest = Math.max(this.#fixpoint.run(this.#relaxed, this.#costs, arena.keys, 0, true), this.#wide.of(arena.keys, 0));
    if (rest === Infinity) {
      this.#end('unreachable', Infinity, Infinity);
      return;
    }
    arena.find(0);
    arena.insert(-1, -1, 0, 0, this.#restOf(0));
    this.outcome = 'running';
  }

  /** Goes on for at most `budget` expansions. Where the cuts fall makes no difference to the answer. */
  advance(budget: number): SearchOutcome | 'running' {
    if (this.outcome !== 'running') return this.outcome;
    const arena = this.arena;
    const limit = Math.min(this.expansions + budget, this.#maxExpansions);
    for (;;) {
      const node = arena.best();
      if (node < 0) return this.#end('exhausted', Infinity, Infinity);
      this.bound = arena.cost[node]! + arena.rest[node]!;
      if (this.#holds(node * arena.width)) {
        this.last = node;
        return this.#end('found', arena.cost[node]!, arena.cost[node]!);
      }
      if (this.expansions >= this.#maxExpansions || arena.count >= this.#maxNodes) return this.#end('budget', Infinity, this.bound);
      if (this.expansions >= limit) return 'running';
      arena.close(node);
      this.expansions++;
      this.order?.push(node);
      this.#expand(node);
    }
  }

  /** Copies the plan's ground actions to `out[at ...]` and returns how many there are. */
  readPlan(out: Int32Array, at = 0): number {
    if (this.last < 0) return 0;
    const { parent, action } = this.arena;
    const { original } = this.projection!;
    let steps = 0;
    for (let node = this.last; parent[node]! >= 0; node = parent[node]!) steps++;
    let place = at + steps;
    for (let node = this.last; parent[node]! >= 0; node = parent[node]!) out[--place] = original[action[node]!]!;
    return steps;
  }

  /** Number of steps of the plan found. */
  get planLength(): number {
    let steps = 0;
    for (let node = this.last; node >= 0 && this.arena.parent[node]! >= 0; node = this.arena.parent[node]!) steps++;
    return steps;
  }

  /** The answer as one object; allocates. */
  result(): SearchResult {
    return readResult(this);
  }

  /** The expanded nodes in order; empty unless `trace` was asked for. */
  trace(): SearchTrace {
    return readTrace(this);
  }

  #end(outcome: SearchOutcome, cost: number, bound: number): SearchOutcome {
    this.outcome = outcome;
    this.cost = cost;
    this.bound = bound;
    return outcome;
  }

  #holds(at: number): boolean {
    const { conjunctions, words, goalCare, goalValue, goalWideStart, goalWide } = this.projection!;
    const keys = this.arena.keys;
    next: for (let index = 0; index < conjunctions; index++) {
      for (let word = 0, row = index * words; word < words; word++, row++) {
        if ((keys[at + word]! & goalCare[row]!) !== goalValue[row]!) continue next;
      }
      for (let test = goalWideStart[index]! * 3; test < goalWideStart[index + 1]! * 3; test += 3) {
        const stored = keys[at + goalWide[test]!]! >>> 0;
        if (stored < goalWide[test + 1]! || stored > goalWide[test + 2]!) continue next;
      }
      return true;
    }
    return false;
  }

  #restOf(at: number): number {
    const { keys } = this.arena;
    const wide = this.#wide.of(keys, at);
    return this.#informed && wide !== Infinity ? Math.max(wide, this.#fixpoint.run(this.#relaxed!, this.#costs, keys, at, true)) : wide;
  }

  #expand(node: number): void {
    const projection = this.projection!;
    const arena = this.arena;
    arena.reserve(arena.count + projection.actions + 1);
    const { keys, width } = arena;
    const { clear, set, shiftStart, shifts, wideEffectStart, wideEffects, cases } = projection;
    const costs = this.#costs;
    const candidates = this.#candidates;
    const from = node * width;
    const base = arena.cost[node]!;
    const steps = this.#limited ? arena.steps[node]! + 1 : 0;
    const lastStep = this.#limited && steps >= this.#maxSteps;
    if (this.#limited && steps > this.#maxSteps) return;
    const found = this.#successors!.applicable(keys, from, candidates);
    next: for (let index = 0; index < found; index++) {
      const action = candidates[index]!;
      let price = costs[action]!;
      if (price === Infinity) continue;
      const to = arena.count * width;
      for (let word = 0, row = action * width; word < width; word++, row++) keys[to + word] = (keys[from + word]! & ~clear[row]!) | set[row]!;
      for (let shift = shiftStart[action]! * 5; shift < shiftStart[action + 1]! * 5; shift += 5) {
        const word = shifts[shift]!;
        const mask = shifts[shift + 1]!;
        const amount = shifts[shift + 2]!;
        const field = keys[from + word]! & mask;
        const moved = amount > 0 ? ((field << amount) & mask) | shifts[shift + 3]! : (field >>> -amount) & mask;
        keys[to + word] = (keys[to + word]! & ~mask) | moved;
      }
      for (let effect = wideEffectStart[action]! * 4; effect < wideEffectStart[action + 1]! * 4; effect += 4) {
        const word = to + wideEffects[effect]!;
        const kind = wideEffects[effect + 1]!;
        const after = kind === 0 ? wideEffects[effect + 2]! : (keys[word]! >>> 0) + wideEffects[effect + 2]!;
        const highest = wideEffects[effect + 3]!;
        if (kind === 1 && (after < 0 || after > highest)) continue next;
        keys[word] = Math.max(0, Math.min(highest, after));
      }
      if (cases.size > 0) {
        const own = cases.get(action);
        if (own !== undefined && !overruled(projection, this.#stepCost, action)) {
          for (let index = 0; index < own.length; index++) {
            if (!testHolds(own[index]!.when, keys, from)) continue;
            price = own[index]!.cost;
            break;
          }
        }
      }
      if (lastStep && !this.#holds(to)) continue;
      const known = arena.find(to);
      if (known >= 0) arena.revisit(known, node, action, base + price, steps);
      // A dead end (rest Infinity) is kept too, so that its bound is worked out only once.
      else arena.insert(node, action, base + price, steps, this.#restOf(to));
    }
  }
}

import { Arena } from '../search/arena.js';
import { Heap } from '../search/heap.js';
import { successorsOf, type Projection } from '../search/projection.js';
import type { Successors } from '../search/successors.js';
import { allHold, literalsOf } from './literals.js';
import { applyTo, canTake, goalReached, priceIn } from './projected.js';
import { RelaxedPlan } from './relaxed-plan.js';

/** How many turns the queue of preferred actions gets ahead whenever a state is nearer to the goal than all before. */
const boost = 1000;
/** Mark of a node from which the goal cannot be reached. */
const deadEnd = 2;

/** One round of a lazy search. */
export interface LazyRound {
  /** Infinity: by the estimate alone (greedy); otherwise by cost + weight * estimate. */
  readonly weight: number;
  /** Only plans cheaper than this count. */
  readonly below: number;
  /** Plans with more steps do not count. */
  readonly maxSteps: number;
  /** Nodes, and queued actions, before the round ends with `memory`. */
  readonly maxNodes: number;
  /** Literals to reach instead of the projection's goal. */
  readonly target?: readonly number[];
}

/** `exhausted`: nothing cheaper than `below` is left, which is a proof unless steps were limited. `unreachable`: not even without deletions. */
export type RoundOutcome = 'running' | 'found' | 'exhausted' | 'unreachable' | 'memory';

/**
 * Best-first search that looks at a state only when it is taken from the queue: the estimate of the state before orders its successors
 * (S. Richter and M. Helmert, "Preferred operators and deferred evaluation in satisficing planning", 2009). Actions of the relaxed plan have a queue of
 * their own, which is served more often while the search gets on. In rounds with a weight, states that are reached more cheaply are opened again.
 *
 * One object serves any number of rounds, one at a time. The same calls give the same answer, wherever the cuts fall.
 */
export class LazySearch {
  outcome: RoundOutcome = 'exhausted';
  /** States whose estimate was worked out in this round. */
  evaluations = 0;
  /** Node that reached the goal, and its cost from the start. */
  last = -1;
  cost: number = Infinity;
  readonly arena: Arena = new Arena();
  readonly #estimate = new RelaxedPlan();
  readonly #all = new Heap();
  readonly #preferred = new Heap();
  /** Queued actions: the node before, and the action. The heaps name them by number. */
  #edgeNode: Int32Array = new Int32Array(1024);
  #edgeAction: Int32Array = new Int32Array(1024);
  #edges = 0;
  #projection!: Projection;
  #successors!: Successors;
  #costs!: Float64Array;
  #stepCost: Float64Array | undefined;
  #round!: LazyRound;
  #candidates: Int32Array = new Int32Array(64);
  /** Turns taken from each queue; the one with fewer is next. */
  #turns = 0;
  #preferredTurns = 0;
  #nearest: number = Infinity;

  /** Starts a round from the projected state at `state[at]`, which is copied. `costs` are those of projected actions, see `requestCosts`. */
  begin(projection: Projection, state: Int32Array, at: number, costs: Float64Array, stepCost: Float64Array | undefined, round: LazyRound): void {
    const { arena } = this;
    this.#projection = projection;
    this.#successors = successorsOf(projection);
    this.#costs = costs;
    this.#stepCost = stepCost;
    this.#round = round;
    if (this.#candidates.length < projection.actions) this.#candidates = new Int32Array(projection.actions);
    this.#estimate.begin(literalsOf(projection), costs, projection.actions, round.weight === Infinity ? 1 : 0, round.target);
    this.#all.clear();
    this.#preferred.clear();
    this.#edges = 0;
    this.#turns = 0;
    this.#preferredTurns = 0;
    this.#nearest = Infinity;
    this.evaluations = 0;
    this.last = -1;
    this.cost = Infinity;
    arena.begin(projection.words);
    arena.reserve(2);
    for (let word = 0; word < projection.words; word++) arena.keys[word] = state[at + word]!;
    arena.find(0);
    arena.insert(-1, -1, 0, 0, Infinity);
    this.outcome = 'running';
    this.#visit(0);
    if (this.outcome === 'running' && arena.closed[0] === deadEnd) this.outcome = 'unreachable';
  }

  /** Works out at most `count` more estimates. */
  advance(count: number): RoundOutcome {
    const limit = this.evaluations + count;
    while (this.outcome === 'running' && this.evaluations < limit) this.#take();
    return this.outcome;
  }

  /** The projected actions from the start to where the goal was reached. */
  plan(): number[] {
    const { parent, action } = this.arena;
    const list: number[] = [];
    for (let node = this.last; node >= 0 && parent[node]! >= 0; node = parent[node]!) list.push(action[node]!);
    return list.reverse();
  }

  #take(): void {
    const { arena } = this;
    const all = this.#all;
    const preferred = this.#preferred;
    let edge: number;
    if (preferred.size > 0 && (all.size === 0 || this.#preferredTurns <= this.#turns)) {
      this.#preferredTurns++;
      edge = preferred.pop();
    } else if (all.size > 0) {
      this.#turns++;
      edge = all.pop();
    } else {
      this.outcome = 'exhausted';
      return;
    }
    if (arena.count >= this.#round.maxNodes) {
      this.outcome = 'memory';
      return;
    }
    const before = this.#edgeNode[edge]!;
    const action = this.#edgeAction[edge]!;
    arena.reserve(arena.count + 2);
    const { keys, width } = arena;
    const to = arena.count * width;
    if (!applyTo(this.#projection, keys, before * width, to, action)) return;
    const cost = arena.cost[before]! + priceIn(this.#projection, this.#costs, this.#stepCost, keys, before * width, action);
    const steps = arena.steps[before]! + 1;
    if (!(cost < this.#round.below) || steps > this.#round.maxSteps) return;
    let node = arena.find(to);
    if (node < 0) {
      node = arena.count;
      arena.insert(before, action, cost, steps, Infinity);
    } else {
      if (this.#round.weight === Infinity || cost >= arena.cost[node]! || arena.closed[node] === deadEnd) return;
      arena.parent[node] = before;
      arena.action[node] = action;
      arena.cost[node] = cost;
      arena.steps[node] = steps;
    }
    this.#visit(node);
  }

  /** Looks at a state: the goal, a dead end, or successors to queue. */
  #visit(node: number): void {
    const { arena } = this;
    const { keys, width } = arena;
    const at = node * width;
    if (this.#round.target === undefined ? goalReached(this.#projection, keys, at) : allHold(literalsOf(this.#projection), this.#round.target, keys, at)) {
      this.last = node;
      this.cost = arena.cost[node]!;
      this.outcome = 'found';
      return;
    }
    this.evaluations++;
    const estimate = this.#estimate;
    const rest = estimate.estimate(keys, at);
    if (rest === Infinity) {
      arena.closed[node] = deadEnd;
      return;
    }
    if (rest < this.#nearest) {
      this.#nearest = rest;
      this.#preferredTurns -= boost;
    }
    const key = this.#round.weight === Infinity ? rest : arena.cost[node]! + this.#round.weight * rest;
    const candidates = this.#candidates;
    const found = this.#successors.applicable(keys, at, candidates);
    if (this.#edges + found + estimate.preferredCount > this.#edgeNode.length && !this.#grow(found + estimate.preferredCount)) return;
    for (let index = 0; index < estimate.preferredCount; index++) {
      const action = estimate.preferred[index]!;
      if (canTake(this.#projection, keys, at, action)) this.#queue(this.#preferred, key, node, action);
    }
    for (let index = 0; index < found; index++) this.#queue(this.#all, key, node, candidates[index]!);
  }

  #queue(queue: Heap, key: number, node: number, action: number): void {
    if (this.#costs[action] === Infinity) return;
    const edge = this.#edges++;
    this.#edgeNode[edge] = node;
    this.#edgeAction[edge] = action;
    // First come, first served among equals.
    queue.push(key, edge, edge);
  }

  #grow(more: number): boolean {
    // A queued action takes a third of a node's memory.
    if (this.#edges + more > this.#round.maxNodes * 8) {
      this.outcome = 'memory';
      return false;
    }
    let length = this.#edgeNode.length;
    while (length < this.#edges + more) length *= 2;
    const nodes = new Int32Array(length);
    nodes.set(this.#edgeNode);
    this.#edgeNode = nodes;
    const actions = new Int32Array(length);
    actions.set(this.#edgeAction);
    this.#edgeAction = actions;
    return true;
  }
}

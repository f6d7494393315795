import { Achievers } from './achievers.js';
import { Arena } from './arena.js';
import { CoverList } from './cover-list.js';
import { relaxedOf, type Projection } from './projection.js';
import { regress } from './regress.js';
import { regressionWeight } from './regression.js';

/** Limits on building a policy table. */
export interface PolicyOptions {
  /** Rows before the table is given up. Default 1,500: a scan of that length costs about as much as a search. */
  readonly maxRows?: number;
  /** Partial states looked at before the table is given up. Default 6,000, fewer in large tasks, where one takes longer. */
  readonly maxExpansions?: number;
  /** Partial states kept in memory before the table is given up. Default 20,000. */
  readonly maxNodes?: number;
}

/**
 * What to do about one goal from every state there is: partial states in the order of their optimal cost, each with the first step of the best plan.
 * The first row that fits a state is its answer, so replanning after any surprise is one short scan, shared by all minds.
 *
 * Among the cheapest plans a row stands for one with the fewest steps; between equals the action declared first wins.
 * So each step taken leads to a row with a smaller cost, or the same cost and fewer steps: following the table always arrives.
 */
export class PolicyTable {
  readonly projection: Projection;
  /** False when a limit was met: then a state that no row fits may still have a plan, and the table should not be used. */
  readonly complete: boolean;
  readonly rows: number;
  /** Partial states that were looked at while building. */
  readonly expansions: number;
  /** First ground action of each row's plan; -1 where the goal holds. */
  readonly action: Int32Array;
  /** Cost of each row's plan. */
  readonly cost: Float64Array;
  /** Number of steps of each row's plan. */
  readonly steps: Int32Array;
  /** Row that each row's action leads to; -1 where the goal holds. */
  readonly next: Int32Array;
  /** Rows in which the goal holds; they come first. */
  readonly satisfied: number;
  /** Care and value words by turns, `words` pairs a row. */
  readonly #masks: Int32Array;
  /** The task's word behind each pair; padding reads word 0 and cares for nothing in it. */
  readonly #source: Int32Array;

  /** @internal Use {@link buildPolicy}. */
  constructor(projection: Projection, arena: Arena, nodes: readonly number[], complete: boolean, expansions: number) {
    const { words, source, original } = projection;
    const rowOf = new Map<number, number>();
    nodes.forEach((node, row) => rowOf.set(node, row));
    this.projection = projection;
    this.complete = complete;
    this.expansions = expansions;
    this.rows = nodes.length;
    this.action = Int32Array.from(nodes, (node) => (arena.action[node]! < 0 ? -1 : original[arena.action[node]!]!));
    this.cost = Float64Array.from(nodes, (node) => arena.cost[node]!);
    this.steps = Int32Array.from(nodes, (node) => arena.steps[node]!);
    this.next = Int32Array.from(nodes, (node) => rowOf.get(arena.parent[node]!) ?? -1);
    this.satisfied = this.action.reduce((count, action) => count + (action < 0 ? 1 : 0), 0);
    this.#source = source.map((word) => Math.max(0, word));
    this.#masks = new Int32Array(nodes.length * words * 2);
    nodes.forEach((node, row) => {
      for (let word = 0; word < words; word++) {
        this.#masks[(row * words + word) * 2] = arena.keys[node * words * 2 + word]!;
        this.#masks[(row * words + word) * 2 + 1] = arena.keys[node * words * 2 + words + word]!;
      }
    });
  }

  /** The row for the packed state at `words[offset]`: 0 when the goal holds (its `action` is -1), -1 when no row fits: no plan from here, if the table is complete. */
  lookup(words: Int32Array, offset: number): number {
    const masks = this.#masks;
    const source = this.#source;
    const length = masks.length;
    if (source.length === 2) {
      const first = words[offset + source[0]!]!;
      const second = words[offset + source[1]!]!;
      for (let at = 0; at < length; at += 4) {
        if ((first & masks[at]!) === masks[at + 1]! && (second & masks[at + 2]!) === masks[at + 3]!) return at < this.satisfied * 4 ? 0 : at >> 2;
      }
      return -1;
    }
    const width = source.length;
    next: for (let row = 0, at = 0; row < this.rows; row++, at = row * width * 2) {
      for (let word = 0; word < width; word++, at += 2) {
        if ((words[offset + source[word]!]! & masks[at]!) !== masks[at + 1]!) continue next;
      }
      return row < this.satisfied ? 0 : row;
    }
    return -1;
  }

  /** Copies the whole plan of a row to `out[at ...]` and returns its number of steps. */
  readPlan(row: number, out: Int32Array, at = 0): number {
    let place = at;
    for (let each = row; this.action[each]! >= 0; each = this.next[each]!) out[place++] = this.action[each]!;
    return place - at;
  }
}

/**
 * Builds the table: Dijkstra from the goal backwards over partial states, by cost, then steps, then action. A partial state that
 * an earlier row covers is dropped together with all that would follow from it: the earlier row leads to the same at no greater cost.
 */
export function buildPolicy(projection: Projection, { maxRows = 1500, maxExpansions = Math.ceil(6000 / regressionWeight(projection)), maxNodes = 20_000 }: PolicyOptions = {}): PolicyTable {
  const { words, actions, conjunctions, goalCare, goalValue, cost } = projection;
  const width = words * 2;
  const arena = new Arena();
  const rows: number[] = [];
  const covers = new CoverList();
  const achievers = new Achievers();
  let expansions = 0;
  arena.begin(width);
  covers.begin(words);
  achievers.begin(projection);
  for (let action = 0; action < actions; action++) achievers.admit(action, true);
  const reach = (parent: number, action: number, price: number, steps: number): void => {
    let node = arena.find(arena.count * width);
    if (node < 0) {
      node = arena.count;
      // The table orders its open nodes itself (Infinity keeps the arena from doing so).
      arena.insert(parent, action, price, steps, Infinity);
    } else {
      const gain = arena.cost[node]! - price || arena.steps[node]! - steps || arena.action[node]! - action;
      if (gain <= 0) return;
      arena.parent[node] = parent;
      arena.action[node] = action;
      arena.cost[node] = price;
      arena.steps[node] = steps;
    }
    arena.open.push(price, steps * (actions + 1) + action + 1, node);
  };

  arena.reserve(conjunctions + 1);
  for (let index = 0; index < conjunctions; index++) {
    const at = arena.count * width;
    arena.keys.set(goalCare.subarray(index * words, (index + 1) * words), at);
    arena.keys.set(goalValue.subarray(index * words, (index + 1) * words), at + words);
    reach(-1, -1, 0, 0);
  }
  for (let node = arena.best(); node >= 0; node = arena.best()) {
    if (rows.length >= maxRows || expansions >= maxExpansions || arena.count >= maxNodes) return new PolicyTable(projection, arena, rows, false, expansions);
    arena.close(node);
    expansions++;
    if (covers.find(arena.keys, node * width, 0) >= 0) continue;
    covers.add(arena.keys, node * width);
    rows.push(node);
    arena.reserve(arena.count + actions + 1);
    const count = achievers.selective ? achievers.choose(projection, relaxedOf(projection), arena.keys, node * width) : actions;
    for (let index = 0; index < count; index++) {
      const action = achievers.selective ? achievers.chosen[index]! : index;
      if (!regress(projection, action, arena.keys, node * width, arena.count * width)) continue;
      reach(node, action, arena.cost[node]! + cost[action]!, arena.steps[node]! + 1);
    }
  }
  return new PolicyTable(projection, arena, rows, true, expansions);
}

import { Achievers } from './achievers.js';
import { Cover } from './cover.js';
import { EagerSearch } from './eager.js';
import { Fixpoint } from './fixpoint.js';
import type { SearchOptions } from './outcome.js';
import { projectState, relaxedOf, type Projection } from './projection.js';
import { closeGroups, regress } from './regress.js';
import { essentialClear, essentialSet } from './relaxed.js';

/** Masks of actions that can be gone through in the time of a plain expansion. */
const masksAnExpansion = 4096;

/** How many plain expansions one expansion of a regression search takes as long as. */
export function regressionWeight({ actions, words }: Projection): number {
  return 1 + Math.floor((actions * words) / masksAnExpansion);
}

/**
 * A* from the goal backwards over partial states (care and value masks), the fastest search for tasks that masks can say.
 *
 * Why the answer is optimal, beside what {@link EagerSearch} says:
 * - A partial state stands for all states it fits. {@link regress} yields exactly the states from which the action leads into it, so a path to
 *   a partial state that fits the start is a plan and costs what the plan costs; and every plan, read backwards, is such a path once the steps
 *   that help nothing are struck out, which only makes it cheaper and shorter.
 * - The bound is the dearest literal of the partial state by its hmax cost from the start: never more than what reaching that literal alone costs.
 * - A partial state that an expanded one covers at no greater cost and steps is dropped: whatever it can lead to, the other leads to as well.
 * It ends, because there are finitely many partial states and none is opened twice but for a smaller cost or fewer steps.
 */
export class RegressionSearch extends EagerSearch {
  readonly #fixpoint = new Fixpoint();
  /** The start, projected; and for which projection the fixpoint still holds for it. */
  #start: Int32Array = new Int32Array(2);
  #incoming: Int32Array = new Int32Array(2);
  #settled: Projection | undefined;
  #goalBound = 0;
  readonly #achievers = new Achievers();
  readonly #cover = new Cover();

  constructor() {
    super(2);
  }

  /** The projection must be maskable. */
  protected open(words: Int32Array, offset: number, { stepCost }: SearchOptions): void {
    const { arena } = this;
    const projection = this.projection!;
    this.#settle(projection, words, offset, stepCost !== undefined);
    const { conjunctions, words: width, goalCare, goalValue } = projection;
    this.#cover.begin(width);
    arena.reserve(conjunctions);
    for (let index = 0; index < conjunctions; index++) {
      const at = arena.count * width * 2;
      for (let word = 0; word < width; word++) {
        arena.keys[at + word] = goalCare[index * width + word]!;
        arena.keys[at + width + word] = goalValue[index * width + word]!;
      }
      if (this.holds(at)) this.end('satisfied', 0, 0);
      const rest = this.#boundOf(at);
      if (rest !== Infinity && arena.find(at) < 0) arena.insert(-1, -1, 0, 0, rest);
    }
    if (this.outcome === 'running' && this.#goalBound === Infinity) this.end('unreachable', Infinity, Infinity);
  }

  protected expand(node: number): void {
    const { arena } = this;
    const achievers = this.#achievers;
    const projection = this.projection!;
    if (this.#cover.covered(arena, node, this.expansions)) return;
    this.order?.push(node);
    arena.reserve(arena.count + achievers.usableCount + 1);
    const { selective } = achievers;
    const count = selective ? achievers.choose(projection, relaxedOf(projection), arena.keys, node * arena.width) : achievers.usableCount;
    const actions = selective ? achievers.chosen : achievers.usable;
    if (projection.words === 2) this.#expandTwo(node, actions, count);
    else this.#expand(node, actions, count);
  }

  /** Works out the literal costs from the start, unless the last request had the same start and no costs of its own. */
  #settle(projection: Projection, words: Int32Array, offset: number, costly: boolean): void {
    if (this.#start.length < projection.words) {
      this.#start = new Int32Array(projection.words);
      this.#incoming = new Int32Array(projection.words);
    }
    const start = this.#start;
    const incoming = this.#incoming;
    projectState(projection, words, offset, incoming, 0);
    let same = this.#settled === projection && !costly;
    for (let word = 0; word < projection.words; word++) {
      if (start[word] !== incoming[word]) same = false;
      start[word] = incoming[word]!;
    }
    if (same) return;
    this.#settled = costly ? undefined : projection;
    const relaxed = relaxedOf(projection);
    this.#goalBound = this.#fixpoint.run(relaxed, this.costs, start, 0, false);
    const { missing } = this.#fixpoint;
    this.#achievers.begin(projection);
    for (let action = 0; action < projection.actions; action++) {
      this.#achievers.admit(action, missing[relaxed.main[action]!] === 0 && this.costs[action] !== Infinity);
    }
  }

  protected holds(at: number): boolean {
    const { words } = this.projection!;
    const keys = this.arena.keys;
    const start = this.#start;
    for (let word = 0; word < words; word++) {
      if ((start[word]! & keys[at + word]!) !== keys[at + words + word]!) return false;
    }
    return true;
  }

  /** The dearest literal of the partial state at `keys[at]`. */
  #boundOf(at: number): number {
    const { words } = this.projection!;
    const keys = this.arena.keys;
    let bound = 0;
    for (let word = 0; word < words; word++) {
      bound = Math.max(bound, this.#wordBound(word, keys[at + word]!, keys[at + words + word]!));
    }
    return bound;
  }

  #wordBound(word: number, care: number, value: number): number {
    const { under, over, tight } = this.projection!;
    const cost = this.#fixpoint.cost;
    const base = word * 64;
    const start = this.#start[word]!;
    let bound = 0;
    // What holds in the start costs nothing and is passed over.
    for (let bits = essentialSet(value, under[word]!) & ~start; bits !== 0; bits &= bits - 1) {
      const each = cost[base + 63 - 2 * Math.clz32(bits & -bits)]!;
      if (each > bound) bound = each;
    }
    for (let bits = essentialClear(care & ~value, over[word]!, tight[word]!) & start; bits !== 0; bits &= bits - 1) {
      const each = cost[base + 62 - 2 * Math.clz32(bits & -bits)]!;
      if (each > bound) bound = each;
    }
    return bound;
  }

  #expand(node: number, actions: Int32Array, count: number): void {
    const projection = this.projection!;
    const arena = this.arena;
    const { keys, width } = arena;
    const steps = this.limited ? arena.steps[node]! + 1 : 0;
    for (let index = 0; index < count; index++) {
      const action = actions[index]!;
      const to = arena.count * width;
      if (regress(projection, action, keys, node * width, to)) this.#reach(node, action, to, steps, this.#boundOf(to));
    }
  }

  /** The same as {@link #expand} for two words, with the whole partial state in locals: nearly all game tasks come this way. */
  #expandTwo(node: number, actions: Int32Array, count: number): void {
    const projection = this.projection!;
    const { care, value, clear, set, shiftStart } = projection;
    const loose = projection.looseGroups.length + projection.looseLongGroups.length > 0;
    const arena = this.arena;
    const { keys } = arena;
    const from = node * 4;
    const steps = this.limited ? arena.steps[node]! + 1 : 0;
    const cared0 = keys[from]!;
    const cared1 = keys[from + 1]!;
    const wanted0 = keys[from + 2]!;
    const wanted1 = keys[from + 3]!;
    const unwanted0 = cared0 & ~wanted0;
    const unwanted1 = cared1 & ~wanted1;
    for (let index = 0; index < count; index++) {
      const action = actions[index]!;
      const to = arena.count * 4;
      if (shiftStart[action] !== shiftStart[action + 1]) {
        if (regress(projection, action, keys, from, to)) this.#reach(node, action, to, steps, this.#boundOf(to));
        continue;
      }
      const row = action * 2;
      const sets0 = set[row]!;
      const sets1 = set[row + 1]!;
      const clears0 = clear[row]!;
      const clears1 = clear[row + 1]!;
      if (((wanted0 & sets0) | (unwanted0 & clears0) | (wanted1 & sets1) | (unwanted1 & clears1)) === 0) continue;
      if (((wanted0 & clears0) | (unwanted0 & sets0) | (wanted1 & clears1) | (unwanted1 & sets1)) !== 0) continue;
      const needs0 = care[row]!;
      const needs1 = care[row + 1]!;
      const kept0 = cared0 & ~(sets0 | clears0);
      const kept1 = cared1 & ~(sets1 | clears1);
      if (((kept0 & needs0 & (wanted0 ^ value[row]!)) | (kept1 & needs1 & (wanted1 ^ value[row + 1]!))) !== 0) continue;
      keys[to] = kept0 | needs0;
      keys[to + 1] = kept1 | needs1;
      keys[to + 2] = (wanted0 & kept0) | value[row]!;
      keys[to + 3] = (wanted1 & kept1) | value[row + 1]!;
      if (loose && !closeGroups(projection, keys, to)) continue;
      const rest0 = this.#wordBound(0, keys[to], keys[to + 2]!);
      const rest1 = this.#wordBound(1, keys[to + 1]!, keys[to + 3]!);
      this.#reach(node, action, to, steps, rest0 > rest1 ? rest0 : rest1);
    }
  }

  #reach(parent: number, action: number, to: number, steps: number, rest: number): void {
    if (rest === Infinity) return;
    // At the last step that is allowed only a partial state that fits the start is of use.
    if (this.limited && steps >= this.maxSteps && (steps > this.maxSteps || !this.holds(to))) return;
    const arena = this.arena;
    const cost = arena.cost[parent]! + this.costs[action]!;
    const known = arena.find(to);
    if (known >= 0) arena.revisit(known, parent, action, cost, steps);
    else arena.insert(parent, action, cost, steps, rest);
  }
}

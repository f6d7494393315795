import { Heap } from '../search/heap.js';
import type { Literals } from './literals.js';

/**
 * The cost of a plan that ignores deletions, as an estimate of the true rest, and the actions that such a plan would begin with.
 *
 * Supporters are chosen by additive costs (B. Bonet and H. Geffner, "Planning as heuristic search", 2001), the plan is read off backwards and each action
 * counted once (J. Hoffmann and B. Nebel, "The FF planning system", 2001). A threshold of a wide int counts the times its action must be repeated.
 * The estimate may exceed the true rest; it is infinite only where there is no plan at all.
 */
export class RelaxedPlan {
  /** Actions that a relaxed plan can begin with, in `preferred[0 .. preferredCount)`; filled by {@link estimate}. */
  preferred: Int32Array = new Int32Array(0);
  preferredCount = 0;
  #literals!: Literals;
  #cost: Float64Array = new Float64Array(0);
  /** The operator that makes a literal true most cheaply, -1 where it holds already, and how often it must be applied. */
  #supporter: Int32Array = new Int32Array(0);
  #times: Int32Array = new Int32Array(0);
  #settled: Uint8Array = new Uint8Array(0);
  #marked: Int32Array = new Int32Array(0);
  #stack: Int32Array = new Int32Array(0);
  #missing: Int32Array = new Int32Array(0);
  #sum: Float64Array = new Float64Array(0);
  #base: Float64Array = new Float64Array(0);
  #taken: Int32Array = new Int32Array(0);
  #takenTimes: Int32Array = new Int32Array(0);
  #chosen: Int32Array = new Int32Array(0);
  /** The literals wanted instead of the projection's goal, and marks of them. */
  #target: readonly number[] | undefined;
  #wanted: Uint8Array = new Uint8Array(0);
  #epoch = 0;
  readonly #heap = new Heap();

  /**
   * @param plus added to the cost of every action: with 1, free actions are not free for the estimate, and short plans are preferred
   * @param target literals that are wanted instead of the projection's goal
   */
  begin(literals: Literals, costs: Float64Array, actions: number, plus: number, target?: readonly number[]): void {
    this.#literals = literals;
    this.#target = target;
    if (this.#wanted.length < literals.count) this.#wanted = new Uint8Array(literals.count);
    this.#wanted.fill(0);
    if (target !== undefined) for (const literal of target) this.#wanted[literal] = 1;
    const { count, operators, action } = literals;
    if (this.#cost.length < count) {
      this.#cost = new Float64Array(count);
      this.#supporter = new Int32Array(count);
      this.#times = new Int32Array(count);
      this.#settled = new Uint8Array(count);
      this.#marked = new Int32Array(count);
      this.#stack = new Int32Array(count);
    }
    if (this.#base.length < operators) {
      this.#missing = new Int32Array(operators);
      this.#sum = new Float64Array(operators);
      this.#base = new Float64Array(operators);
      this.#taken = new Int32Array(operators);
      this.#takenTimes = new Int32Array(operators);
    }
    if (this.#chosen.length < actions) {
      this.#chosen = new Int32Array(actions);
      this.preferred = new Int32Array(actions);
    }
    this.#marked.fill(0);
    this.#taken.fill(0);
    this.#chosen.fill(0);
    this.#epoch = 0;
    for (let operator = 0; operator < operators; operator++) this.#base[operator] = action[operator]! < 0 ? 0 : costs[action[operator]!]! + plus;
  }

  /** The estimate for the projected state at `words[at]`; Infinity when the goal cannot be reached from it. */
  estimate(words: Int32Array, at: number): number {
    this.preferredCount = 0;
    const goal = this.#reach(words, at);
    return goal < 0 ? Infinity : this.#readOff(goal);
  }

  /** Settles literals cheapest first until a conjunction of the goal has all it needs; its operator, or -1. With a target: any number from 0, or -1. */
  #reach(words: Int32Array, at: number): number {
    const { count, word, mask, want, side, limit, needCount, userStart, users, free } = this.#literals;
    const target = this.#target;
    const wanted = this.#wanted;
    // With a target no operator is a goal.
    const firstGoal = target === undefined ? this.#literals.firstGoal : Infinity;
    let left = target === undefined ? Infinity : target.length;
    const cost = this.#cost;
    const supporter = this.#supporter;
    const settled = this.#settled;
    const missing = this.#missing;
    const sum = this.#sum;
    const heap = this.#heap;
    missing.set(needCount);
    sum.set(this.#base);
    heap.clear();
    for (let index = 0; index < free.length; index++) if (free[index]! >= firstGoal) return free[index]!;
    // What holds costs nothing, so it needs no place in the queue.
    for (let literal = 0; literal < count; literal++) {
      const stored = words[at + word[literal]!]!;
      const holds = side[literal] === 0 ? (stored & mask[literal]!) === want[literal]! : side[literal] === 1 ? stored >>> 0 >= limit[literal]! : stored >>> 0 <= limit[literal]!;
      supporter[literal] = -1;
      cost[literal] = holds ? 0 : Infinity;
      settled[literal] = holds ? 1 : 0;
      if (holds && wanted[literal] === 1) left--;
    }
    if (left === 0) return 0;
    for (let index = 0; index < free.length; index++) this.#fire(free[index]!, words, at);
    for (let literal = 0; literal < count; literal++) {
      if (settled[literal] === 0 || cost[literal] !== 0) continue;
      for (let user = userStart[literal]!; user < userStart[literal + 1]!; user++) {
        const operator = users[user]!;
        if (--missing[operator]! !== 0) continue;
        if (operator >= firstGoal) return operator;
        this.#fire(operator, words, at);
      }
    }
    while (heap.size > 0) {
      const key = heap.keys[0]!;
      const literal = heap.pop();
      if (settled[literal] === 1) continue;
      settled[literal] = 1;
      if (wanted[literal] === 1 && --left === 0) return 0;
      for (let user = userStart[literal]!; user < userStart[literal + 1]!; user++) {
        const operator = users[user]!;
        sum[operator]! += key;
        if (--missing[operator]! !== 0) continue;
        if (operator >= firstGoal) return operator;
        this.#fire(operator, words, at);
      }
    }
    return -1;
  }

  /** An operator has all it needs. One that stands for a conjunction of the goal does nothing here. */
  #fire(operator: number, words: Int32Array, at: number): void {
    const { word, side, limit, giveStart, gives, moveStart, moves } = this.#literals;
    const cost = this.#cost;
    const reached = this.#sum[operator]!;
    if (reached === Infinity) return;
    for (let index = giveStart[operator]!; index < giveStart[operator + 1]!; index++) {
      const literal = gives[index]!;
      if (reached >= cost[literal]!) continue;
      cost[literal] = reached;
      this.#supporter[literal] = operator;
      this.#times[literal] = 1;
      this.#heap.push(reached, 0, literal);
    }
    for (let index = moveStart[operator]!; index < moveStart[operator + 1]!; index += 2) {
      const literal = moves[index]!;
      const stored = words[at + word[literal]!]! >>> 0;
      const gap = side[literal] === 1 ? limit[literal]! - stored : stored - limit[literal]!;
      if (gap <= 0) continue;
      const times = Math.ceil(gap / moves[index + 1]!);
      const dear = reached + (times - 1) * this.#base[operator]!;
      if (dear >= cost[literal]!) continue;
      cost[literal] = dear;
      this.#supporter[literal] = operator;
      this.#times[literal] = times;
      this.#heap.push(dear, 0, literal);
    }
  }

  /** Walks from the goal back over supporters; each operator is paid once, as often as the most demanding of those it supports needs it. */
  #readOff(goal: number): number {
    const { needStart, needs, action } = this.#literals;
    const supporter = this.#supporter;
    const marked = this.#marked;
    const stack = this.#stack;
    const taken = this.#taken;
    const takenTimes = this.#takenTimes;
    const epoch = ++this.#epoch;
    const target = this.#target;
    let top = 0;
    let total = 0;
    const first = target === undefined ? needStart[goal]! : 0;
    const end = target === undefined ? needStart[goal + 1]! : target.length;
    for (let index = first; index < end; index++) {
      const literal = target === undefined ? needs[index]! : target[index]!;
      if (supporter[literal]! < 0 || marked[literal] === epoch) continue;
      marked[literal] = epoch;
      stack[top++] = literal;
    }
    while (top > 0) {
      const literal = stack[--top]!;
      const operator = supporter[literal]!;
      const times = this.#times[literal]!;
      if (taken[operator] === epoch) {
        if (times > takenTimes[operator]!) {
          total += this.#base[operator]! * (times - takenTimes[operator]!);
          takenTimes[operator] = times;
        }
        continue;
      }
      taken[operator] = epoch;
      takenTimes[operator] = times;
      total += this.#base[operator]! * times;
      let now = true;
      for (let index = needStart[operator]!; index < needStart[operator + 1]!; index++) {
        const need = needs[index]!;
        if (supporter[need]! < 0) continue;
        now = false;
        if (marked[need] === epoch) continue;
        marked[need] = epoch;
        stack[top++] = need;
      }
      if (now && this.#chosen[action[operator]!] !== epoch) {
        this.#chosen[action[operator]!] = epoch;
        this.preferred[this.preferredCount++] = action[operator]!;
      }
    }
    return total;
  }
}

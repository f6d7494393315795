import { Heap } from './heap.js';
import type { Relaxed } from './relaxed.js';

/**
 * The hmax costs of all literals from one state: how cheaply each could become true if a conjunction cost only as much as its dearest
 * part and nothing were ever undone. Never more than the true cost. (B. Bonet and H. Geffner, "Planning as heuristic search", 2001.)
 *
 * Literals are settled cheapest first (Dijkstra), so each operator is fired once; those that nothing needs are not even queued.
 */
export class Fixpoint {
  /** Cost of each literal after {@link run}; Infinity where it cannot become true. Literals that the relaxed task leaves out stay at Infinity. */
  cost: Float64Array = new Float64Array(0);
  /** Preconditions of each operator still not settled; 0 means that it can be fired. */
  missing: Int32Array = new Int32Array(0);
  readonly #heap = new Heap();

  /**
   * Computes the costs from the packed state at `words[at]` with the given cost of each projected action.
   * Returns the hmax cost of the goal (Infinity: unreachable); with `untilGoal` it stops as soon as that is known, and dearer literals are not filled in.
   */
  run(relaxed: Relaxed, costs: Float64Array, words: Int32Array, at: number, untilGoal: boolean): number {
    const { literals, operators, firstGoal, action, care, value, effectStart, effects, userStart, users } = relaxed;
    if (this.cost.length < literals) this.cost = new Float64Array(literals);
    if (this.missing.length < operators) this.missing = new Int32Array(operators);
    const { cost, missing } = this;
    const heap = this.#heap;
    heap.clear();
    const width = literals >>> 6;
    for (let word = 0; word < width; word++) {
      const bits = words[at + word]!;
      for (let bit = 0, literal = word * 64; bit < 32; bit++, literal += 2) {
        const set = (bits >>> bit) & 1;
        cost[literal] = set === 1 ? Infinity : 0;
        cost[literal + 1] = set === 1 ? 0 : Infinity;
      }
    }

    let goal = Infinity;
    for (let operator = 0; operator < operators; operator++) {
      let count = 0;
      for (let word = 0, row = operator * width; word < width; word++, row++) {
        for (let unmet = (words[at + word]! ^ value[row]!) & care[row]!; unmet !== 0; unmet &= unmet - 1) count++;
      }
      missing[operator] = count;
      if (count !== 0) continue;
      if (operator >= firstGoal) goal = 0;
      else {
        const reached = costs[action[operator]!]!;
        for (let index = effectStart[operator]!; index < effectStart[operator + 1]!; index++) {
          const literal = effects[index]!;
          if (reached < cost[literal]!) {
            cost[literal] = reached;
            if (userStart[literal] !== userStart[literal + 1]) heap.push(reached, 0, literal);
          }
        }
      }
    }
    if (goal === 0 && untilGoal) return 0;

    while (heap.size > 0) {
      const base = heap.keys[0]!;
      const settled = heap.pop();
      if (base > cost[settled]!) continue;
      for (let user = userStart[settled]!; user < userStart[settled + 1]!; user++) {
        const operator = users[user]!;
        if (--missing[operator]! !== 0) continue;
        if (operator >= firstGoal) {
          if (base < goal) goal = base;
          if (untilGoal) return goal;
          continue;
        }
        const reached = base + costs[action[operator]!]!;
        for (let index = effectStart[operator]!; index < effectStart[operator + 1]!; index++) {
          const literal = effects[index]!;
          if (reached < cost[literal]!) {
            cost[literal] = reached;
            if (userStart[literal] !== userStart[literal + 1]) heap.push(reached, 0, literal);
          }
        }
      }
    }
    return goal;
  }
}

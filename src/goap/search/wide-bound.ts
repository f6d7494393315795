import type { Projection } from './projection.js';

/** Takes a rounding error off a bound that was multiplied up: it must never exceed the true cost. */
const safely = 1 - 1e-12;

/**
 * A lower bound from the ranges that a goal asks of wide ints: the gap, times the cost of the cheapest way to move one unit in that
 * direction; or the cheapest assignment, where there is one. Sound, because every plan must add up to the gap or assign.
 */
export class WideBound {
  #projection: Projection | undefined;
  /** By word: least cost of one unit up, of one unit down, of an assignment. */
  #up: Float64Array = new Float64Array(0);
  #down: Float64Array = new Float64Array(0);
  #set: Float64Array = new Float64Array(0);

  /** Prepares for a request with these costs of projected actions. */
  begin(projection: Projection, costs: Float64Array): void {
    this.#projection = projection;
    if (projection.goalWide.length === 0) return;
    if (this.#up.length < projection.words) {
      this.#up = new Float64Array(projection.words);
      this.#down = new Float64Array(projection.words);
      this.#set = new Float64Array(projection.words);
    }
    this.#up.fill(Infinity);
    this.#down.fill(Infinity);
    this.#set.fill(Infinity);
    const { actions, wideEffectStart, wideEffects } = projection;
    for (let action = 0; action < actions; action++) {
      for (let effect = wideEffectStart[action]! * 4; effect < wideEffectStart[action + 1]! * 4; effect += 4) {
        const word = wideEffects[effect]!;
        const amount = wideEffects[effect + 2]!;
        const table = wideEffects[effect + 1] === 0 ? this.#set : amount > 0 ? this.#up : this.#down;
        const each = table === this.#set ? costs[action]! : costs[action]! / Math.abs(amount);
        if (each < table[word]!) table[word] = each;
      }
    }
  }

  /** The bound for the projected state at `words[at]`; Infinity when some range can never be reached. */
  of(words: Int32Array, at: number): number {
    const { conjunctions, goalWide, goalWideStart } = this.#projection!;
    if (goalWide.length === 0) return 0;
    let least = Infinity;
    for (let index = 0; index < conjunctions; index++) {
      let most = 0;
      for (let test = goalWideStart[index]! * 3; test < goalWideStart[index + 1]! * 3; test += 3) {
        const word = goalWide[test]!;
        const stored = words[at + word]! >>> 0;
        const above = goalWide[test + 1]! - stored;
        const below = stored - goalWide[test + 2]!;
        if (above <= 0 && below <= 0) continue;
        const moved = (above > 0 ? above * this.#up[word]! : below * this.#down[word]!) * safely;
        most = Math.max(most, Math.min(moved, this.#set[word]!));
      }
      least = Math.min(least, most);
    }
    return least;
  }
}

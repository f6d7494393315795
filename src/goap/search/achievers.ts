import type { Projection } from './projection.js';
import { essentialClear, essentialSet, type Relaxed } from './relaxed.js';

/** From this many usable actions on it pays to look up those that help; below, all are tried. */
const lookUpFrom = 96;

/** Chooses the actions that regression tries on a partial state. */
export class Achievers {
  /** The actions to try, after {@link choose}. */
  chosen: Int32Array = new Int32Array(64);
  /** Actions that can be reached from the start at all. */
  usable: Int32Array = new Int32Array(64);
  usableCount = 0;
  /** 0 for an action that cannot be reached; else the number of the choice that last took it up. */
  #taken: Float64Array = new Float64Array(64);
  #choice = 1;

  /** Makes room for a projection's actions, none of them usable yet. */
  begin(projection: Projection): void {
    this.usableCount = 0;
    if (this.usable.length >= projection.actions) return;
    this.usable = new Int32Array(projection.actions);
    this.chosen = new Int32Array(projection.actions);
    this.#taken = new Float64Array(projection.actions);
  }

  /** Says of the next action whether it can be reached. */
  admit(action: number, usable: boolean): void {
    this.#taken[action] = usable ? 1 : 0;
    if (usable) this.usable[this.usableCount++] = action;
  }

  /** True when {@link choose} is worth its time; else all usable actions are to be tried. */
  get selective(): boolean {
    return this.usableCount >= lookUpFrom;
  }

  /**
   * Lists in `chosen` the usable actions that make some literal of the partial state at `keys[at]` true, and returns how many.
   * Literals that another one implies are passed over: an action that sets such a one and not the other contradicts the partial state.
   */
  choose(projection: Projection, relaxed: Relaxed, keys: Int32Array, at: number): number {
    const { words, under, over, tight } = projection;
    this.#choice++;
    let count = 0;
    for (let word = 0; word < words; word++) {
      const care = keys[at + word]!;
      const value = keys[at + words + word]!;
      for (let bits = essentialSet(value, under[word]!); bits !== 0; bits &= bits - 1) {
        count = this.#take(relaxed, word * 64 + 63 - 2 * Math.clz32(bits & -bits), count);
      }
      for (let bits = essentialClear(care & ~value, over[word]!, tight[word]!); bits !== 0; bits &= bits - 1) {
        count = this.#take(relaxed, word * 64 + 62 - 2 * Math.clz32(bits & -bits), count);
      }
    }
    return count;
  }

  #take({ achieverStart, achievers }: Relaxed, literal: number, from: number): number {
    const taken = this.#taken;
    let count = from;
    for (let index = achieverStart[literal]!; index < achieverStart[literal + 1]!; index++) {
      const action = achievers[index]!;
      if (taken[action] === 0 || taken[action] === this.#choice) continue;
      taken[action] = this.#choice;
      this.chosen[count++] = action;
    }
    return count;
  }
}

import { lowestBit } from './masks.js';
import type { Projection } from './projection.js';

/**
 * A projected task in which nothing ever becomes false again: operators with preconditions and effects as single literals.
 * Literal `2 * (32 * word + bit) + 1` says that the bit is set, the one before it that it is clear.
 *
 * Literals that others stand for are left out: a clear bit of a tight one-hot group (the set bit tells more), and in preconditions
 * all bits of a thermometer but the boundary ones.
 */
export interface Relaxed {
  readonly literals: number;
  /** Operators: one an action, one a bit that a shift moves, and from `firstGoal` on one a conjunction of the goal. */
  readonly operators: number;
  readonly firstGoal: number;
  /** The projected action behind an operator, -1 for a conjunction of the goal. */
  readonly action: Int32Array;
  /** The operator that stands for each action as a whole. */
  readonly main: Int32Array;
  /** Preconditions as masks, `words` each. */
  readonly care: Int32Array;
  readonly value: Int32Array;
  /** Literals that operator `o` makes true: `effects[effectStart[o] .. effectStart[o + 1])`. */
  readonly effectStart: Int32Array;
  readonly effects: Int32Array;
  /** Operators that literal `l` is a precondition of: `users[userStart[l] .. userStart[l + 1])`. */
  readonly userStart: Int32Array;
  readonly users: Int32Array;
  /** Actions that can make literal `l` true: `achievers[achieverStart[l] .. achieverStart[l + 1])`. */
  readonly achieverStart: Int32Array;
  readonly achievers: Int32Array;
}

/** The set bits of a condition's word that no other bit of it implies. */
export function essentialSet(set: number, under: number): number {
  return set & ~((set >>> 1) & under);
}

/** The clear bits of a condition's word that no other bit of it implies. */
export function essentialClear(clear: number, over: number, tight: number): number {
  return clear & ~tight & ~((clear << 1) & over);
}

export function relax(projection: Projection): Relaxed {
  const build = new Builder(projection);
  for (let action = 0; action < projection.actions; action++) build.addAction(action);
  const firstGoal = build.operators;
  for (let index = 0; index < projection.conjunctions; index++) build.addConjunction(index);
  return build.finish(firstGoal);
}

class Builder {
  operators = 0;
  readonly #projection: Projection;
  readonly #action: number[] = [];
  readonly #main: number[] = [];
  readonly #care: number[] = [];
  readonly #value: number[] = [];
  readonly #effectStart: number[] = [0];
  readonly #effects: number[] = [];

  constructor(projection: Projection) {
    this.#projection = projection;
  }

  addAction(action: number): void {
    const { words, care, value, clear, set, shiftStart, shifts, tight } = this.#projection;
    const at = action * words;
    this.#main.push(this.operators);
    this.#addCondition(care, value, at);
    for (let word = 0; word < words; word++) {
      this.#addLiterals(word, set[at + word]! & ~(care[at + word]! & value[at + word]!), 1);
      this.#addLiterals(word, clear[at + word]! & ~(care[at + word]! & ~value[at + word]!) & ~tight[word]!, 0);
    }
    for (let shift = shiftStart[action]! * 5; shift < shiftStart[action + 1]! * 5; shift += 5) {
      const up = shifts[shift + 2]! > 0;
      this.#addLiterals(shifts[shift]!, up ? shifts[shift + 3]! : shifts[shift + 4]!, up ? 1 : 0);
    }
    this.#finishOperator(action);
    for (let shift = shiftStart[action]! * 5; shift < shiftStart[action + 1]! * 5; shift += 5) this.#addShift(action, shift);
  }

  addConjunction(index: number): void {
    this.#addCondition(this.#projection.goalCare, this.#projection.goalValue, index * this.#projection.words);
    this.#finishOperator(-1);
  }

  /** Each bit that a shift can set (or clear) has an operator of its own, which needs the bit it comes from. */
  #addShift(action: number, shift: number): void {
    const { words, care, value, shifts } = this.#projection;
    const word = shifts[shift]!;
    const mask = shifts[shift + 1]!;
    const amount = shifts[shift + 2]!;
    const wanted = amount > 0 ? 1 : 0;
    const at = action * words;
    const known = care[at + word]!;
    const wrong = known & (wanted === 1 ? ~value[at + word]! : value[at + word]!);
    const had = known & ~wrong;
    for (let bits = mask & ~(amount > 0 ? shifts[shift + 3]! : shifts[shift + 4]!) & ~had; bits !== 0; bits &= bits - 1) {
      const bit = lowestBit(bits);
      const from = 1 << (bit - amount);
      if ((wrong & from) !== 0) continue;
      this.#addCondition(care, value, at);
      this.#care[this.operators * words + word]! |= from;
      if (wanted === 1) this.#value[this.operators * words + word]! |= from;
      this.#effects.push(2 * (32 * word + bit) + wanted);
      this.#finishOperator(action);
    }
  }

  #addCondition(care: Int32Array, value: Int32Array, at: number): void {
    const { words, under, over, tight } = this.#projection;
    for (let word = 0; word < words; word++) {
      const set = essentialSet(care[at + word]! & value[at + word]!, under[word]!);
      this.#care.push(set | essentialClear(care[at + word]! & ~value[at + word]!, over[word]!, tight[word]!));
      this.#value.push(set);
    }
  }

  #addLiterals(word: number, mask: number, wanted: number): void {
    for (let bits = mask; bits !== 0; bits &= bits - 1) this.#effects.push(2 * (32 * word + lowestBit(bits)) + wanted);
  }

  #finishOperator(action: number): void {
    this.#action.push(action);
    this.#effectStart.push(this.#effects.length);
    this.operators++;
  }

  finish(firstGoal: number): Relaxed {
    const { words } = this.#projection;
    const literals = words * 64;
    const users: number[][] = Array.from({ length: literals }, () => []);
    const achievers: Set<number>[] = Array.from({ length: literals }, () => new Set());
    for (let operator = 0; operator < this.operators; operator++) {
      for (let word = 0; word < words; word++) {
        const row = operator * words + word;
        for (let bits = this.#care[row]!; bits !== 0; bits &= bits - 1) {
          users[2 * (32 * word + lowestBit(bits)) + ((this.#value[row]! & bits & -bits) === 0 ? 0 : 1)]!.push(operator);
        }
      }
      for (let at = this.#effectStart[operator]!; at < this.#effectStart[operator + 1]!; at++) achievers[this.#effects[at]!]!.add(this.#action[operator]!);
    }
    return {
      literals,
      operators: this.operators,
      firstGoal,
      action: Int32Array.from(this.#action),
      main: Int32Array.from(this.#main),
      care: Int32Array.from(this.#care),
      value: Int32Array.from(this.#value),
      effectStart: Int32Array.from(this.#effectStart),
      effects: Int32Array.from(this.#effects),
      userStart: startsOf(users.map((list) => list.length)),
      users: Int32Array.from(users.flat()),
      achieverStart: startsOf(achievers.map((set) => set.size)),
      achievers: Int32Array.from(achievers.flatMap((set) => [...set])),
    };
  }
}

/** Where each of several lists begins when they stand one after the other, and the end of the last. */
function startsOf(lengths: readonly number[]): Int32Array {
  const starts = new Int32Array(lengths.length + 1);
  lengths.forEach((length, index) => (starts[index + 1] = starts[index]! + length));
  return starts;
}

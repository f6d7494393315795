import { lowestBit } from '../search/masks.js';
import { relaxedOf, type Projection } from '../search/projection.js';

/**
 * The delete relaxation of a projected task over the literals that something needs: bits that are to be set or clear, and thresholds of wide ints
 * ("at least 7", "at most 3"). Nothing ever becomes false in it. Immutable, shared by all searches over one projection.
 *
 * Operators are those of the {@link relaxedOf} form: one an action, one a bit that a shift moves, and from `firstGoal` on one a conjunction of the goal.
 */
export interface Literals {
  readonly count: number;
  /** The projected word that a literal looks at. */
  readonly word: Int32Array;
  /** Bit literals: true where `(state & mask) === want`. Thresholds have mask 0. */
  readonly mask: Int32Array;
  readonly want: Int32Array;
  /** Thresholds: 1 when the stored value must be at least `limit`, 2 when at most; 0 for bit literals. */
  readonly side: Uint8Array;
  readonly limit: Float64Array;

  readonly operators: number;
  readonly firstGoal: number;
  /** The projected action behind each operator, -1 for a conjunction of the goal. */
  readonly action: Int32Array;
  /** The operator that stands for each action as a whole. */
  readonly main: Int32Array;
  /** Literals that operator `o` needs: `needs[needStart[o] .. needStart[o + 1])`. */
  readonly needStart: Int32Array;
  readonly needs: Int32Array;
  readonly needCount: Int32Array;
  /** Literals that operator `o` makes true at once. */
  readonly giveStart: Int32Array;
  readonly gives: Int32Array;
  /** Thresholds that operator `o` comes nearer to: pairs of literal and amount a time. */
  readonly moveStart: Int32Array;
  readonly moves: Int32Array;
  /** Operators that need literal `l`. */
  readonly userStart: Int32Array;
  readonly users: Int32Array;
  /** Operators that need nothing. */
  readonly free: Int32Array;
}

/** The literals of a projection, worked out on first use. */
export function literalsOf(projection: Projection): Literals {
  return (projection.made.literals ??= collect(projection)) as Literals;
}

/** True when a literal holds in the projected state at `words[at]`. */
export function holds(literals: Literals, literal: number, words: Int32Array, at: number): boolean {
  const stored = words[at + literals.word[literal]!]!;
  const side = literals.side[literal]!;
  if (side === 0) return (stored & literals.mask[literal]!) === literals.want[literal]!;
  return side === 1 ? stored >>> 0 >= literals.limit[literal]! : stored >>> 0 <= literals.limit[literal]!;
}

export function allHold(literals: Literals, wanted: readonly number[], words: Int32Array, at: number): boolean {
  for (let index = 0; index < wanted.length; index++) if (!holds(literals, wanted[index]!, words, at)) return false;
  return true;
}

function collect(projection: Projection): Literals {
  const relaxed = relaxedOf(projection);
  const { words, wideTestStart, wideTests, wideEffectStart, wideEffects, goalWideStart, goalWide } = projection;
  const { operators, firstGoal, action, main, care, value, effectStart, effects } = relaxed;
  const table = new LiteralTable();
  const needs: number[][] = [];
  for (let operator = 0; operator < operators; operator++) {
    const list = new Set<number>();
    for (let word = 0; word < words; word++) {
      const row = operator * words + word;
      for (let bits = care[row]!; bits !== 0; bits &= bits - 1) list.add(table.bit(2 * (32 * word + lowestBit(bits)) + ((value[row]! & bits & -bits) === 0 ? 0 : 1)));
    }
    const own = action[operator]!;
    if (own >= 0) {
      table.ranges(wideTests, wideTestStart[own]! * 3, wideTestStart[own + 1]! * 3, list);
      // An add that would leave the range cannot be taken: that is a threshold too.
      for (let effect = wideEffectStart[own]! * 4; effect < wideEffectStart[own + 1]! * 4; effect += 4) {
        if (wideEffects[effect + 1] !== 1) continue;
        const amount = wideEffects[effect + 2]!;
        list.add(amount < 0 ? table.threshold(wideEffects[effect]!, 1, -amount) : table.threshold(wideEffects[effect]!, 2, wideEffects[effect + 3]! - amount));
      }
    } else {
      const conjunction = operator - firstGoal;
      table.ranges(goalWide, goalWideStart[conjunction]! * 3, goalWideStart[conjunction + 1]! * 3, list);
    }
    needs.push([...list]);
  }

  const gives: number[][] = [];
  const moves: number[][] = Array.from({ length: operators }, () => []);
  for (let operator = 0; operator < operators; operator++) {
    const list: number[] = [];
    for (let at = effectStart[operator]!; at < effectStart[operator + 1]!; at++) {
      const literal = table.known(effects[at]!);
      if (literal !== undefined && !needs[operator]!.includes(literal)) list.push(literal);
    }
    const own = action[operator]!;
    if (own >= 0 && main[own] === operator) {
      for (let effect = wideEffectStart[own]! * 4; effect < wideEffectStart[own + 1]! * 4; effect += 4) {
        const amount = wideEffects[effect + 2]!;
        for (const literal of table.thresholdsOf(wideEffects[effect]!)) {
          const up = table.side[literal] === 1;
          if (wideEffects[effect + 1] === 0) {
            if (up ? amount >= table.limit[literal]! : amount <= table.limit[literal]!) list.push(literal);
          } else if (up ? amount > 0 : amount < 0) moves[operator]!.push(literal, Math.abs(amount));
        }
      }
    }
    gives.push(list);
  }

  const users: number[][] = Array.from({ length: table.count }, () => []);
  needs.forEach((list, operator) => {
    for (const literal of list) users[literal]!.push(operator);
  });
  const [needStart, needList] = flat(needs);
  const [giveStart, giveList] = flat(gives);
  const [moveStart, moveList] = flat(moves);
  const [userStart, userList] = flat(users);
  return {
    count: table.count,
    word: Int32Array.from(table.word),
    mask: Int32Array.from(table.mask),
    want: Int32Array.from(table.want),
    side: Uint8Array.from(table.side),
    limit: Float64Array.from(table.limit),
    operators,
    firstGoal,
    action,
    main,
    needStart,
    needs: needList,
    needCount: Int32Array.from(needs, (list) => list.length),
    giveStart,
    gives: giveList,
    moveStart,
    moves: moveList,
    userStart,
    users: userList,
    free: Int32Array.from(needs.flatMap((list, operator) => (list.length === 0 ? [operator] : []))),
  };
}

/** Numbers literals in the order in which they are first needed. */
class LiteralTable {
  readonly word: number[] = [];
  readonly mask: number[] = [];
  readonly want: number[] = [];
  readonly side: number[] = [];
  readonly limit: number[] = [];
  readonly #bits = new Map<number, number>();
  readonly #thresholds = new Map<number, Map<string, number>>();

  get count(): number {
    return this.word.length;
  }

  /** A literal of the relaxed form: `2 * (32 * word + bit) + 1` for a set bit, one less for a clear one. */
  bit(code: number): number {
    let literal = this.#bits.get(code);
    if (literal === undefined) {
      const mask = 1 << ((code >> 1) & 31);
      literal = this.#add(code >> 6, mask, (code & 1) === 1 ? mask : 0, 0, 0);
      this.#bits.set(code, literal);
    }
    return literal;
  }

  known(code: number): number | undefined {
    return this.#bits.get(code);
  }

  threshold(word: number, side: 1 | 2, limit: number): number {
    let own = this.#thresholds.get(word);
    if (own === undefined) this.#thresholds.set(word, (own = new Map()));
    const key = `${side}/${limit}`;
    let literal = own.get(key);
    if (literal === undefined) {
      literal = this.#add(word, 0, 0, side, limit);
      own.set(key, literal);
    }
    return literal;
  }

  thresholdsOf(word: number): Iterable<number> {
    return this.#thresholds.get(word)?.values() ?? [];
  }

  /** The thresholds of range tests: triples of word, lowest and highest stored value. */
  ranges(tests: Uint32Array, from: number, to: number, into: Set<number>): void {
    for (let test = from; test < to; test += 3) {
      if (tests[test + 1]! > 0) into.add(this.threshold(tests[test]!, 1, tests[test + 1]!));
      if (tests[test + 2]! < 0xffffffff) into.add(this.threshold(tests[test]!, 2, tests[test + 2]!));
    }
  }

  #add(word: number, mask: number, want: number, side: number, limit: number): number {
    this.word.push(word);
    this.mask.push(mask);
    this.want.push(want);
    this.side.push(side);
    this.limit.push(limit);
    return this.word.length - 1;
  }
}

/** Lists one after the other, and where each begins. */
function flat(lists: readonly (readonly number[])[]): [start: Int32Array, all: Int32Array] {
  const start = new Int32Array(lists.length + 1);
  lists.forEach((list, index) => (start[index + 1] = start[index]! + list.length));
  const all = new Int32Array(start[lists.length]!);
  lists.forEach((list, index) => all.set(list, start[index]));
  return [start, all];
}

import { Problem } from '../core/internal.js';
import type { Box } from './box.js';
import type { Cell } from './cell.js';
import { complement, type Ranges } from './ranges.js';

/** A conjunction over a packed state: `(state & care) === value` in every word, and every wide range holds. */
export interface Test {
  readonly care: Int32Array;
  readonly value: Int32Array;
  /** Range tests on wide ints: word, lowest, highest stored value (unsigned, both inclusive). */
  readonly wide: Uint32Array;
}

/** Most conjunctions that one condition may need. */
export const mostAlternatives = 256;

const noWide = new Uint32Array(0);

/** True when the test holds in the state that starts at `offset`. */
export function testHolds(test: Test, words: Int32Array, offset: number): boolean {
  const { care, value, wide } = test;
  for (let word = 0; word < care.length; word++) if ((words[offset + word]! & care[word]!) !== value[word]!) return false;
  for (let at = 0; at < wide.length; at += 3) {
    const stored = words[offset + wide[at]!]! >>> 0;
    if (stored < wide[at + 1]! || stored > wide[at + 2]!) return false;
  }
  return true;
}

/** True when one of the tests holds: a condition with alternatives. No tests at all means "never". */
export function anyHolds(tests: readonly Test[], words: Int32Array, offset: number): boolean {
  for (let each = 0; each < tests.length; each++) if (testHolds(tests[each]!, words, offset)) return true;
  return false;
}

/**
 * A box as masks. Ints allowed in several ranges need one test a range, and all combinations where that happens twice;
 * a `oneOf` never does, since "none of the others" is one mask.
 * @throws Problem `too-many-alternatives` above {@link mostAlternatives}
 */
export function boxTests(box: Box, words: number, path: string): readonly Test[] {
  let count = 1;
  for (const { cell, allowed } of box) if (cell.kind === 'int') count *= allowed.length / 2;
  if (count > mostAlternatives) {
    throw new Problem('too-many-alternatives', `the condition expands to ${count} alternatives`, { path, hint: `at most ${mostAlternatives}; use fewer "in" and "not" on ints` });
  }
  const tests: Test[] = [];
  for (let number = 0; number < count; number++) {
    const care = new Int32Array(words);
    const value = new Int32Array(words);
    const wide: number[] = [];
    // The number counts through the ranges of all ints like the hands of a clock.
    let rest = number;
    for (const { cell, allowed } of box) {
      if (cell.kind !== 'int') {
        requireBits(cell, allowed, care, value);
        continue;
      }
      const ranges = allowed.length / 2;
      const at = (rest % ranges) * 2;
      rest = Math.floor(rest / ranges);
      requireRange(cell, allowed[at]!, allowed[at + 1]!, care, value, wide);
    }
    tests.push({ care, value, wide: wide.length === 0 ? noWide : Uint32Array.from(wide) });
  }
  return tests;
}

function requireRange(cell: Cell, low: number, high: number, care: Int32Array, value: Int32Array, wide: number[]): void {
  if (cell.coding === 'wide') {
    if (low > cell.min || high < cell.max) wide.push(cell.word, low - cell.min, high - cell.min);
    return;
  }
  // Bit k reads "value >= min + k + 1": the lower bound wants its bit set, the upper bound wants the next one clear.
  if (low > cell.min) {
    const bit = 1 << (cell.shift + low - cell.min - 1);
    care[cell.word]! |= bit;
    value[cell.word]! |= bit;
  }
  if (high < cell.max) care[cell.word]! |= 1 << (cell.shift + high - cell.min);
}

/** Flags and `oneOf`: one value left means its bit is set, several mean that all others are clear. */
function requireBits(cell: Cell, allowed: Ranges, care: Int32Array, value: Int32Array): void {
  if (cell.kind === 'flag') {
    if (allowed.length === 2 && allowed[0] === allowed[1]) {
      care[cell.word]! |= 1 << cell.shift;
      value[cell.word]! |= allowed[0]! << cell.shift;
    }
    return;
  }
  if (allowed.length === 2 && allowed[0] === allowed[1]) {
    const [word, bit] = memberBit(cell, allowed[0]!);
    care[word]! |= bit;
    value[word]! |= bit;
    return;
  }
  const others = complement(allowed, cell.min, cell.max);
  for (let at = 0; at < others.length; at += 2) {
    for (let member = others[at]!; member <= others[at + 1]!; member++) {
      const [word, bit] = memberBit(cell, member);
      care[word]! |= bit;
    }
  }
}

function memberBit(cell: Cell, member: number): [word: number, bit: number] {
  const at = cell.shift + member;
  return [cell.word + (at >>> 5), 1 << (at & 31)];
}

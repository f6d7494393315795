import type { SimpleFact } from './kinds.js';

/** How the bits of a cell are read; the table in docs/architecture.md. */
export type Coding = 'flag' | 'oneHot' | 'thermometer' | 'wide';

/**
 * One ground fact and where it lies in a packed state.
 *
 * Inside the engine a cell's value is a number: 0 or 1 for a flag, the value of an int, the member's number of a `oneOf`.
 */
export interface Cell {
  /** Number of this cell in its layout. */
  readonly index: number;
  /** Name of the fact. */
  readonly fact: string;
  /** Members that pick this cell out of a family; empty for a fact that stands alone. */
  readonly members: readonly string[];
  /** `ammo`, or `stock[stove][raw]`. */
  readonly text: string;
  readonly kind: SimpleFact['kind'];
  readonly coding: Coding;
  /** First word. */
  readonly word: number;
  /** Number of the lowest bit in that word. */
  readonly shift: number;
  /** Bits in all: 0 where only one value is possible, above 32 only for a `oneOf` over several words. */
  readonly bits: number;
  /** Smallest and largest value as a number. */
  readonly min: number;
  readonly max: number;
  /** Member names of a `oneOf`; empty for other kinds. */
  readonly values: readonly string[];
  /** True when the fact belongs to the crowd. */
  readonly shared: boolean;
}

/** The lowest `count` bits set; count from 0 to 32. */
export function lowBits(count: number): number {
  return count === 32 ? -1 : (1 << count) - 1;
}

/** The bits of a cell that fits one word, in place. */
export function cellMask(cell: Cell): number {
  return lowBits(cell.bits) << cell.shift;
}

/** The value of a cell as a number. `offset` is where the state starts in `words`. */
export function readCell(cell: Cell, words: Int32Array, offset: number): number {
  const at = offset + cell.word;
  switch (cell.coding) {
    case 'flag':
      return (words[at]! >>> cell.shift) & 1;
    case 'thermometer':
      return cell.min + 32 - Math.clz32((words[at]! >>> cell.shift) & lowBits(cell.bits));
    case 'wide':
      return cell.min + (words[at]! >>> 0);
    case 'oneHot':
      return cell.bits <= 32 ? 31 - Math.clz32((words[at]! >>> cell.shift) & lowBits(cell.bits)) : readLong(cell, words, at);
  }
}

function readLong(cell: Cell, words: Int32Array, at: number): number {
  for (let member = 0; member < cell.bits; member += 32) {
    const word = words[at + (member >>> 5)]!;
    if (word !== 0) return member + 31 - Math.clz32(word);
  }
  return -1;
}

/** Stores a value that is known to be in range. */
export function writeCell(cell: Cell, words: Int32Array, offset: number, value: number): void {
  const at = offset + cell.word;
  if (cell.coding === 'wide') {
    words[at] = value - cell.min;
    return;
  }
  if (cell.bits > 32) {
    for (let word = 0; word < cell.bits >>> 5 || word << 5 < cell.bits; word++) words[at + word] = word === value >>> 5 ? 1 << (value & 31) : 0;
    return;
  }
  words[at] = (words[at]! & ~cellMask(cell)) | (cellPattern(cell, value) << cell.shift);
}

/** The bits that stand for a value of a cell of one word, not yet shifted. */
export function cellPattern(cell: Cell, value: number): number {
  if (cell.coding === 'thermometer') return lowBits(value - cell.min);
  return cell.coding === 'oneHot' ? 1 << value : value;
}

/** A cell's number as the value users see. */
export function valueOfCell(cell: Cell, number: number): boolean | number | string {
  if (cell.kind === 'flag') return number === 1;
  return cell.kind === 'int' ? number : cell.values[number]!;
}

/** How a simple fact is coded, how many bits it takes, and its numbers' range. */
export function codingOf(fact: SimpleFact): { coding: Coding; bits: number; min: number; max: number; values: readonly string[] } {
  if (fact.kind === 'flag') return { coding: 'flag', bits: 1, min: 0, max: 1, values: none };
  if (fact.kind === 'oneOf') return { coding: 'oneHot', bits: fact.values.length, min: 0, max: fact.values.length - 1, values: fact.values };
  const range = fact.max - fact.min;
  return range < 32 ? { coding: 'thermometer', bits: range, min: fact.min, max: fact.max, values: none } : { coding: 'wide', bits: 32, min: fact.min, max: fact.max, values: none };
}

const none: readonly string[] = Object.freeze([]);

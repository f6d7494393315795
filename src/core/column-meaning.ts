import type { Column } from './columns.js';

/**
 * What the numbers of a column say. It is plain data, so that a game that never saves carries only the declarations;
 * checking, saving and restoring are derived from it in column-save.ts.
 */
export interface Meaning {
  /** The bounds of every number, both included. */
  readonly least: number;
  readonly most: number;
  /** Whole numbers only; otherwise any finite number within the bounds. */
  readonly whole: boolean;
  /** The numbers stand for things of this kind, as number + 1; 0 is none. A save writes their names. */
  readonly of?: string;
  /** The numbers are sets of bits. A save writes the names of those that are set. */
  readonly bits?: Readonly<Record<string, number>>;
  /** Only as many elements of a slot count as this column says for the slot. */
  readonly length?: Column;
  /** What a fresh slot holds, and what a save therefore leaves out: 0 where nothing is said. */
  readonly born?: number;
  /** Follows from other things or is given anew: never written by name. Bounds are checked all the same. */
  readonly derived?: boolean;
}

/** Whole numbers from `least` to `most`. */
export function range(least: number, most: number): Meaning {
  return { least, most, whole: true };
}

/** One of `count` things as number + 1, or 0 for none. `kind` says what they are ("goal"), so that a save can write their names. */
export function ref(count: number, kind?: string): Meaning {
  return { least: 0, most: count, whole: true, ...(kind === undefined ? {} : { of: kind }) };
}

/** Any finite number from `least` to `most`. */
export function amount(least: number = -Number.MAX_VALUE, most: number = Number.MAX_VALUE): Meaning {
  return { least, most, whole: false };
}

/** Finite seconds from 0. */
export const seconds: Meaning = { least: 0, most: Number.MAX_VALUE, whole: false };

/** Any whole number of 32 bits. */
export const word: Meaning = { least: 0, most: 0xffff_ffff, whole: true };

/** Bits by name. Only those of `kept` are written into a save; the others follow from the rest. */
export function flags(bits: Readonly<Record<string, number>>, kept: readonly string[] = Object.keys(bits)): Meaning {
  return { least: 0, most: Object.values(bits).reduce((mask, bit) => mask | bit, 0), whole: true, bits: Object.fromEntries(kept.map((name) => [name, bits[name]!])) };
}

/** A list: as many elements of a slot as the column `length` says. */
export function counted(length: Column, meaning: Meaning): Meaning {
  return { ...meaning, length };
}

/** A number that is given anew or follows from others: checked, never written by name. */
export function derived(meaning: Meaning): Meaning {
  return { ...meaning, derived: true };
}

/** A fresh slot holds `value` here. */
export function born(value: number, meaning: Meaning): Meaning {
  return { ...meaning, born: value };
}

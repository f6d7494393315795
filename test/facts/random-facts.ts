import { Random } from 'ganglion';
import type { Fact, SimpleFact } from '../../src/facts/internal.js';

/** Random choices from one seed. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.#random.next() * count);
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(share: number): boolean {
    return this.#random.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Some of the list, at least one, in its order. */
  some<T>(list: readonly T[]): T[] {
    const chosen = list.filter(() => this.chance(0.5));
    return chosen.length === 0 ? [this.pick(list)] : chosen;
  }
}

export type Plain = boolean | number | string;

/** A cell as the naive model knows it: no bits, just its fact, its members and what it may be. */
export interface PlainCell {
  readonly fact: string;
  readonly members: readonly string[];
  readonly of: SimpleFact;
}

export interface RandomFacts {
  readonly objects: Record<string, string[]>;
  readonly facts: Record<string, Fact>;
  readonly shared: Record<string, Fact>;
  readonly cells: readonly PlainCell[];
}

/** How large things get. */
export interface Sizes {
  readonly facts: number;
  readonly members: number;
  /** Largest range of an int, or undefined for any up to 2^32 - 1. */
  readonly range?: number;
  readonly sets: number;
}

export function randomFacts(dice: Dice, sizes: Sizes): RandomFacts {
  const objects: Record<string, string[]> = {};
  const sets = dice.below(sizes.sets + 1);
  for (let set = 0; set < sets; set++) objects[`set${set}`] = Array.from({ length: dice.between(1, 4) }, (_, member) => `s${set}m${member}`);
  const facts: Record<string, Fact> = {};
  const shared: Record<string, Fact> = {};
  const count = dice.between(1, sizes.facts);
  for (let number = 0; number < count; number++) (dice.chance(0.25) ? shared : facts)[`f${number}`] = randomFact(dice, Object.keys(objects), sizes);
  const cells = Object.entries({ ...facts, ...shared }).flatMap(([fact, kind]) => cellsOf(fact, kind, objects));
  return { objects, facts, shared, cells };
}

function randomFact(dice: Dice, sets: readonly string[], sizes: Sizes): Fact {
  if (sets.length === 0 || dice.chance(0.7)) return randomSimple(dice, sizes);
  return { kind: 'per', index: Array.from({ length: dice.between(1, 2) }, () => dice.pick(sets)), of: randomSimple(dice, sizes) };
}

function randomSimple(dice: Dice, sizes: Sizes): SimpleFact {
  const kind = dice.below(3);
  if (kind === 0) return { kind: 'flag' };
  if (kind === 1) return { kind: 'oneOf', values: Array.from({ length: dice.between(1, sizes.members) }, (_, member) => `v${member}`) };
  const min = dice.between(-50, 50);
  const range = sizes.range ?? dice.pick([0, 1, 5, 30, 31, 32, 33, 100, 70_000, 0x7fffffff, 0xffffffff]);
  return { kind: 'int', min, max: min + (sizes.range === undefined ? range : dice.between(0, range)) };
}

function cellsOf(fact: string, kind: Fact, objects: Readonly<Record<string, readonly string[]>>): PlainCell[] {
  if (kind.kind !== 'per') return [{ fact, members: [], of: kind }];
  let picks: string[][] = [[]];
  for (const set of kind.index) picks = picks.flatMap((picked) => objects[set]!.map((member) => [...picked, member]));
  return picks.map((members) => ({ fact, members, of: kind.of }));
}

export function keyOf(cell: PlainCell): string {
  return [cell.fact, ...cell.members].join('/');
}

/** A state of the naive model: a value a cell. */
export type PlainState = Record<string, Plain>;

export function randomState(dice: Dice, cells: readonly PlainCell[]): PlainState {
  return Object.fromEntries(cells.map((cell) => [keyOf(cell), randomValue(dice, cell.of)]));
}

export function randomValue(dice: Dice, of: SimpleFact): Plain {
  if (of.kind === 'flag') return dice.chance(0.5);
  if (of.kind === 'oneOf') return dice.pick(of.values);
  return dice.chance(0.3) ? dice.pick([of.min, of.max]) : dice.between(of.min, of.max);
}

export function defaultValue(of: SimpleFact): Plain {
  if (of.kind === 'flag') return false;
  return of.kind === 'oneOf' ? of.values[0]! : of.min;
}

/** The state as the nested object that users write and read. */
export function nested(cells: readonly PlainCell[], state: PlainState): Record<string, any> {
  const root: Record<string, any> = {};
  for (const cell of cells) {
    let node = root;
    const path = [cell.fact, ...cell.members];
    for (const name of path.slice(0, -1)) node = node[name] ??= {};
    node[path.at(-1)!] = state[keyOf(cell)];
  }
  return root;
}

/** A test of one cell: how it is written, and whether a value passes, said without the library. */
export interface PlainTest {
  readonly cell: PlainCell;
  readonly written: unknown;
  passes(value: Plain): boolean;
}

/** A random test; half of them are made around the value that is `now`, so that those which hold are not rare. */
export function randomTest(dice: Dice, cell: PlainCell, now: Plain): PlainTest {
  const { of } = cell;
  const value = dice.chance(0.5) ? now : randomValue(dice, of);
  const exact: PlainTest = { cell, written: value, passes: (given) => given === value };
  if (dice.chance(0.3)) return exact;
  if (of.kind === 'flag') return { cell, written: { not: value }, passes: (given) => given !== value };
  if (of.kind === 'oneOf') {
    if (dice.chance(0.5) && of.values.length > 1) return { cell, written: { not: value }, passes: (given) => given !== value };
    const list = dice.some(of.values);
    return { cell, written: { in: list }, passes: (given) => list.includes(given as string) };
  }
  const [one, other] = [value as number, randomValue(dice, of) as number];
  switch (dice.below(5)) {
    case 0:
      return { cell, written: { atLeast: one }, passes: (given) => (given as number) >= one };
    case 1:
      return { cell, written: { atMost: one }, passes: (given) => (given as number) <= one };
    case 2:
      return { cell, written: { atLeast: Math.min(one, other), atMost: Math.max(one, other) }, passes: (given) => (given as number) >= Math.min(one, other) && (given as number) <= Math.max(one, other) };
    case 3:
      return of.min === of.max ? exact : { cell, written: { not: one }, passes: (given) => given !== one };
    default:
      return { cell, written: { in: [one, other] }, passes: (given) => given === one || given === other };
  }
}

/** A change of one cell: how it is written, and what it makes of a value; undefined where it is refused. */
export interface PlainChange {
  readonly cell: PlainCell;
  readonly written: unknown;
  after(value: Plain): Plain | undefined;
}

export function randomChange(dice: Dice, cell: PlainCell): PlainChange {
  const { of } = cell;
  if (of.kind !== 'int' || dice.chance(0.3)) {
    const value = randomValue(dice, of);
    return { cell, written: value, after: () => value };
  }
  const most = Math.min(of.max - of.min, 40);
  const add = dice.between(-most, most);
  const clamp = dice.chance(0.4);
  return {
    cell,
    written: clamp ? { add, clamp } : { add },
    after: (value) => {
      const sum = (value as number) + add;
      if (sum >= of.min && sum <= of.max) return sum;
      return clamp ? Math.min(of.max, Math.max(of.min, sum)) : undefined;
    },
  };
}

/** Tests or changes by fact, as users write them: a value for a plain fact, rows for a family. */
export function written(parts: readonly { readonly cell: PlainCell; readonly written: unknown }[]): Record<string, unknown> {
  const all: Record<string, any> = {};
  for (const part of parts) {
    if (part.cell.members.length === 0) all[part.cell.fact] = part.written;
    else (all[part.cell.fact] ??= []).push([...part.cell.members, part.written]);
  }
  return all;
}

/** Different cells, at most `count`. */
export function someCells(dice: Dice, cells: readonly PlainCell[], count: number): PlainCell[] {
  const left = [...cells];
  const chosen: PlainCell[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(left.splice(dice.below(left.length), 1)[0]!);
  return chosen;
}

import type { Meaning } from './column-meaning.js';
import type { Column } from './columns.js';
import { describe, isPlainObject } from './plain.js';
import { Problem } from './problem.js';

/** A number that cannot stand where it stands. */
export interface ColumnFault {
  readonly column: Column;
  readonly slot: number;
  /** Which element of the slot. */
  readonly place: number;
  readonly value: number;
}

/** The names of one kind of things that columns refer to: see {@link Meaning.of}. */
export interface Names {
  /** What a save writes for the thing of this number: a text or plain data. */
  readonly name: (number: number) => unknown;
  /** The number of what a save wrote; -1 when there is no such thing any more; undefined when it is nothing that `name` writes. */
  readonly find: (saved: unknown) => number | undefined;
}

export type NamesByKind = Readonly<Record<string, Names>>;

/** One row by name: what differs from a fresh slot. */
export type SavedColumns = Readonly<Record<string, unknown>>;

/** How to restore a row. */
export interface ColumnRestore {
  readonly path: string;
  /** Hears of things that are gone; their places hold none afterwards. Left out: they are a Problem. */
  readonly lose?: (kind: string, saved: unknown) => void;
}

/**
 * The first number of a row that cannot stand there, or undefined. Columns without a meaning are their owner's to check.
 * Rows that come as raw bytes are looked at in this way before anything reads them.
 */
export function rowFault(columns: readonly Column[], slot: number): ColumnFault | undefined {
  for (const column of columns) {
    const { meaning, width, data } = column;
    if (meaning === undefined) continue;
    const count = lengthOf(column, slot);
    if (count > width) return { column: meaning.length!, slot, place: 0, value: count };
    for (let place = 0; place < count; place++) {
      const value = data[slot * width + place]!;
      if (!fits(meaning, value)) return { column, slot, place, value };
    }
  }
  return undefined;
}

/** A fault in words: `mind.wanted of row 3 is 9, not a whole number from 0 to 4`. */
export function faultText({ column, slot, place, value }: ColumnFault): string {
  const where = column.width === 1 ? column.name : `${column.name}[${place}]`;
  return `${where} of row ${slot} is ${value}, not ${boundsText(column.meaning)}`;
}

/** One row by the short names of its columns ("mind.wanted" is "wanted"): only what means something and differs from a fresh slot. */
export function saveColumns(columns: readonly Column[], slot: number, names: NamesByKind = {}): SavedColumns {
  const saved: Record<string, unknown> = {};
  for (const column of columns) {
    const { meaning, width, data } = column;
    if (meaning === undefined || meaning.derived === true || width === 0) continue;
    const from = slot * width;
    const values = Array.from(data.subarray(from, from + lengthOf(column, slot)));
    const none = meaning.born ?? 0;
    if (meaning.length === undefined ? values.every((value) => value === none) : values.length === 0) continue;
    const written = values.map((value) => write(meaning, value, names));
    saved[shortName(column)] = isList(column) ? written : written[0];
  }
  return saved;
}

/**
 * Fills a row from what {@link saveColumns} wrote; columns that are not named get what a fresh slot holds.
 * Everything is read and bounded before the first number is written.
 *
 * @throws Problem `bad-snapshot` with the path of the first thing that is wrong
 */
export function restoreColumns(columns: readonly Column[], slot: number, saved: unknown, names: NamesByKind, { path, lose }: ColumnRestore): void {
  if (!isPlainObject(saved)) throw bad(path, saved, 'an object');
  const ours = columns.filter(({ meaning, width }) => meaning !== undefined && meaning.derived !== true && width > 0);
  const known = new Set(ours.map(shortName));
  for (const name of Object.keys(saved)) if (!known.has(name)) throw bad(`${path}.${name}`, saved[name], 'nothing of that name');
  const read = new Map(ours.map((column) => [column, readColumn(column, saved, names, path, lose)]));
  for (const [column, values] of read) {
    const { length } = column.meaning!;
    const said = length === undefined ? undefined : (read.get(length)?.[0] ?? Number(length.data[slot]));
    if (said !== undefined && said !== values.length) throw bad(`${path}.${shortName(column)}`, saved[shortName(column)], `a list of ${said}, as ${shortName(length!)} says`);
  }
  for (const [column, values] of read) {
    const from = slot * column.width;
    column.data.fill(column.meaning!.born ?? 0, from, from + column.width);
    column.data.set(values, from);
  }
}

function readColumn(column: Column, saved: Readonly<Record<string, unknown>>, names: NamesByKind, path: string, lose: ColumnRestore['lose']): readonly number[] {
  const name = shortName(column);
  const meaning = column.meaning!;
  const given = Object.hasOwn(saved, name) ? saved[name] : undefined;
  if (given === undefined) return meaning.length === undefined ? new Array<number>(column.width).fill(meaning.born ?? 0) : [];
  if (!isList(column)) return [read(meaning, given, `${path}.${name}`, names, lose)];
  const isCounted = meaning.length !== undefined;
  const fit = Array.isArray(given) && (isCounted ? given.length <= column.width : given.length === column.width);
  if (!fit) throw bad(`${path}.${name}`, given, isCounted ? `a list of ${column.width} at most` : `a list of ${column.width}`);
  return (given as unknown[]).map((each, index) => read(meaning, each, `${path}.${name}[${index}]`, names, lose));
}

/** Elements of a slot that count. */
function lengthOf({ meaning, width }: Column, slot: number): number {
  return meaning?.length === undefined ? width : meaning.length.data[slot * meaning.length.width]!;
}

function isList({ width, meaning }: Column): boolean {
  return width !== 1 || meaning?.length !== undefined;
}

function fits({ least, most, whole, bits }: Meaning, value: number): boolean {
  if (!(value >= least && value <= most)) return false;
  if (bits !== undefined && (value & ~most) !== 0) return false;
  return !whole || Number.isInteger(value);
}

function write({ bits, of }: Meaning, value: number, names: NamesByKind): unknown {
  if (bits !== undefined) return Object.keys(bits).filter((name) => (value & bits[name]!) !== 0);
  if (of === undefined || names[of] === undefined) return value;
  return value === 0 ? null : names[of].name(value - 1);
}

function read(meaning: Meaning, saved: unknown, path: string, names: NamesByKind, lose: ColumnRestore['lose']): number {
  const { bits, of } = meaning;
  if (bits !== undefined) return readBits(bits, saved, path);
  const known = of === undefined ? undefined : names[of];
  if (known === undefined) {
    if (typeof saved !== 'number' || !fits(meaning, saved)) throw bad(path, saved, boundsText(meaning));
    return saved;
  }
  if (saved === null) return 0;
  const number = known.find(saved);
  if (number !== undefined && number >= 0 && number < meaning.most) return number + 1;
  if (number === undefined || lose === undefined) throw bad(path, saved, `the name of a ${of}`);
  lose(of!, saved);
  return 0;
}

function readBits(bits: Readonly<Record<string, number>>, saved: unknown, path: string): number {
  if (!Array.isArray(saved) || saved.length > 32) throw bad(path, saved, `a list of ${Object.keys(bits).join(', ')}`);
  return saved.reduce<number>((mask, name, index) => {
    if (typeof name !== 'string' || !Object.hasOwn(bits, name)) throw bad(`${path}[${index}]`, name, `one of ${Object.keys(bits).join(', ')}`);
    return mask | bits[name]!;
  }, 0);
}

function boundsText(meaning: Meaning | undefined): string {
  if (meaning === undefined) return 'what its owner can read';
  const { least, most, whole, bits } = meaning;
  if (bits !== undefined) return `bits of ${most}`;
  if (whole) return `a whole number from ${least} to ${most}`;
  const above = least === -Number.MAX_VALUE ? '' : ` from ${least}`;
  return `a finite number${above}${most === Number.MAX_VALUE ? '' : ` to ${most}`}`;
}

function shortName({ name }: Column): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function bad(path: string, value: unknown, hint: string): Problem {
  return new Problem('bad-snapshot', `${path} cannot be ${describe(value)}`, { path, hint });
}

import { checkKeys, describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/internal.js';
import { type Amount, amountAt, isAmount, parseAmount } from './amounts.js';
import { type Box, intersectBoxes } from './box.js';
import type { Cell } from './cell.js';
import type { LaidFact, Layout } from './layout.js';
import { type Binding, type Param, parseRef, type Ref, resolve } from './params.js';
import { complement, intersect, type Ranges, rangeOf, rangesOf } from './ranges.js';
import { boxTests, type Test } from './tests.js';

/** Most conditions that one may come apart into. */
const mostAlternatives = 256;
/** Most values in one list. */
const longestList = 10_000;

/** One test of one fact, params not yet filled in. */
export interface ConditionPart {
  readonly fact: LaidFact;
  readonly index: readonly Ref[];
  /**
   * The allowed values, as such or as they follow from the params; for a `oneOf` the members (by reference) that are allowed, if only some are, and those
   * that are not; or another fact, which this one must not be below (`least`) or above.
   */
  readonly test:
    | { readonly allowed: Ranges | ((binding: Binding) => Ranges) }
    | { readonly in: readonly Ref[] | undefined; readonly not: readonly Ref[] }
    | { readonly than: LaidFact; readonly least: boolean };
}

/**
 * Checks a condition and takes it apart; what it means for given params, {@link groundCondition} says.
 * @throws Problem with the path of the mistake
 */
export function parseCondition(value: unknown, layout: Layout, params: readonly Param[], path: string, comparing = false): readonly ConditionPart[] {
  const parts: ConditionPart[] = [];
  for (const [name, wanted] of Object.entries(plainObject(value, path, 'an object of facts'))) {
    const fact = factNamed(name, layout, path);
    for (const row of rowsOf(wanted, fact, params, `${path}.${name}`)) {
      const rest = comparing && fact.of.kind === 'int' ? compared(row.value, fact, row.index, layout, params, parts) : row.value;
      if (rest !== undefined) parts.push({ fact, index: row.index, test: parseTest(rest, fact, params, row.path) });
    }
  }
  return parts;
}

/** A condition, or a list of conditions of which one is enough. Facts may be compared with each other. @throws Problem with the path of the mistake */
export function parseEither(value: unknown, layout: Layout, params: readonly Param[], path: string): readonly (readonly ConditionPart[])[] {
  if (!Array.isArray(value)) return [parseCondition(value, layout, params, path, true)];
  if (value.length === 0 || value.length > mostAlternatives) throw new Problem('bad-list', `a list of conditions has from 1 to ${mostAlternatives}, not ${value.length}`, { path });
  return value.map((each, at) => parseCondition(each, layout, params, `${path}[${at}]`, true));
}

/** The condition with its params filled in, as boxes that do not overlap: several where facts are compared. @throws Problem `too-many-alternatives` */
export function groundBoxes(parts: readonly ConditionPart[], binding: Binding, path: string): readonly Box[] {
  const box = groundCondition(parts, binding);
  let boxes: readonly Box[] = box === undefined ? [] : [box];
  for (const { fact, index, test } of parts) {
    if ('than' in test) boxes = boxes.flatMap((each) => splitBy(each, cellAt(fact, index, binding), test.than.cells[0]!, test.least));
    if (boxes.length > mostAlternatives) {
      throw new Problem('too-many-alternatives', `comparing "${fact.name}" with another fact comes apart into more than ${mostAlternatives} cases`, { path, hint: 'facts of smaller ranges can be compared' });
    }
  }
  return boxes;
}

/** The condition with its params filled in, or undefined when it contradicts itself. */
export function groundCondition(parts: readonly ConditionPart[], binding: Binding): Box | undefined {
  let box: Box = [];
  for (const { fact, index, test } of parts) {
    const cell = cellAt(fact, index, binding);
    if ('than' in test) continue;
    const allowed = 'in' in test ? allowedMembers(test, cell, binding) : typeof test.allowed === 'function' ? test.allowed(binding) : test.allowed;
    if (allowed.length === 0) return undefined;
    if (allowed.length === 2 && allowed[0] === cell.min && allowed[1] === cell.max) continue;
    const narrowed = intersectBoxes(box, [{ cell, allowed }]);
    if (narrowed === undefined) return undefined;
    box = narrowed;
  }
  return box;
}

/** A condition without params as tests, any of which makes it true; none when it contradicts itself. */
export function compileCondition(value: unknown, layout: Layout, path: string): readonly Test[] {
  const box = groundCondition(parseCondition(value, layout, [], path), []);
  return box === undefined ? [] : boxTests(box, layout.words, path);
}

/** The fact of that name, or a problem with the nearest one. */
export function factNamed(name: string, layout: Layout, path: string): LaidFact {
  const fact = layout.facts.get(name);
  if (fact === undefined) throw new Problem('unknown-fact', `there is no fact ${describe(name)}`, { path, hint: didYouMean(name, layout.facts.keys()) });
  return fact;
}

/** The cell of a fact that the index means. */
export function cellAt(fact: LaidFact, index: readonly Ref[], binding: Binding): Cell {
  let number = 0;
  for (let level = 0; level < index.length; level++) number = number * fact.numbers[level]!.size + resolve(index[level]!, binding);
  return fact.cells[number]!;
}

interface Row {
  readonly index: readonly Ref[];
  readonly value: unknown;
  readonly path: string;
}

/** What is said about a fact: one value for a plain fact, a list of `[...index, value]` for a family. */
export function rowsOf(value: unknown, fact: LaidFact, params: readonly Param[], path: string): readonly Row[] {
  if (fact.index.length === 0) return [{ index: [], value, path }];
  const shape = `[${fact.index.map((set) => `a ${set}`).join(', ')}, value]`;
  if (!Array.isArray(value)) throw new Problem('wrong-type', `family "${fact.name}" takes a list of rows, not ${describe(value)}`, { path, hint: `each row is ${shape}` });
  const rows: Row[] = [];
  for (let number = 0; number < value.length; number++) {
    const row: unknown = value[number];
    const place = `${path}[${number}]`;
    if (!Array.isArray(row) || row.length !== fact.index.length + 1) {
      throw new Problem('wrong-row', `a row of "${fact.name}" is ${shape}, not ${describe(row)}`, { path: place });
    }
    const index = fact.index.map((set, level) => parseRef(row[level], fact.numbers[level]!, `object set "${set}"`, params, `${place}[${level}]`));
    rows.push({ index, value: row[index.length], path: `${place}[${index.length}]` });
  }
  return rows;
}

/** Takes the comparisons with other facts out of a test, adds them to `parts`, and returns what is left of the test. */
function compared(value: unknown, fact: LaidFact, index: readonly Ref[], layout: Layout, params: readonly Param[], parts: ConditionPart[]): unknown {
  const other = (each: unknown): LaidFact | undefined => {
    const name = typeof each === 'string' && each.startsWith('$') ? each.slice(1) : '';
    const found = params.some((param) => param.name === name) ? undefined : layout.facts.get(name);
    return found?.of.kind === 'int' && found.index.length === 0 ? found : undefined;
  };
  const test: Readonly<Record<string, unknown>> = isPlainObject(value) ? value : { atLeast: value, atMost: value };
  let rest = value;
  for (const key of ['atLeast', 'atMost'] as const) {
    const than = other(test[key]);
    if (than === undefined) continue;
    parts.push({ fact, index, test: { than, least: key === 'atLeast' } });
    const { [key]: _taken, ...left } = isPlainObject(rest) ? rest : {};
    rest = Object.keys(left).length === 0 ? undefined : left;
  }
  return rest;
}

/** The box where one cell is not below (or not above) another, value by value of the one that has fewer. */
function splitBy(box: Box, cell: Cell, than: Cell, least: boolean): readonly Box[] {
  const own = cell.max - cell.min <= than.max - than.min;
  const [stepped, other] = own ? [cell, than] : [than, cell];
  if (stepped.max - stepped.min > mostAlternatives || cell === than) return cell === than ? [box] : Array.from({ length: mostAlternatives + 1 }, () => box);
  const pieces: Box[] = [];
  for (let value = stepped.min; value <= stepped.max; value++) {
    // Up from the value where the other one is the larger of the two.
    const allowed = own === least ? rangeOf(other.min, value, other.min, other.max) : rangeOf(value, other.max, other.min, other.max);
    if (allowed.length === 0) continue;
    const piece = intersectBoxes(box, [{ cell: stepped, allowed: [value, value] }, { cell: other, allowed }]);
    if (piece !== undefined) pieces.push(piece);
  }
  return pieces;
}

function parseTest(value: unknown, fact: LaidFact, params: readonly Param[], path: string): ConditionPart['test'] {
  const { of, name } = fact;
  const test: Readonly<Record<string, unknown>> = isPlainObject(value) && !isAmount(value) ? value : { in: [value] };
  const keys = Object.keys(test);
  if (keys.length === 0) throw new Problem('empty-test', `the test of "${name}" says nothing`, { path, hint: 'use a value, not, in, atLeast or atMost' });
  checkKeys(test, of.kind === 'int' ? ['not', 'in', 'atLeast', 'atMost'] : ['not', 'in'], path);
  const place = (key: string): string => (test === value ? `${path}.${key}` : path);
  if (of.kind === 'oneOf') {
    const refs = (key: 'in' | 'not'): readonly Ref[] | undefined => valuesOf(test, key, place(key))?.map((each) => parseRef(each, fact.values, `fact "${name}"`, params, place(key)));
    return { in: refs('in'), not: refs('not') ?? [] };
  }
  const [min, max] = of.kind === 'int' ? [of.min, of.max] : [0, 1];
  const amount = (each: unknown, at: string, plain: (value: unknown) => number): Amount => (of.kind === 'int' && isAmount(each) ? parseAmount(each, params, at) : plain(each));
  const numbers = (key: 'in' | 'not'): readonly Amount[] | undefined => valuesOf(test, key, place(key))?.map((each) => amount(each, place(key), (plain) => simpleNumber(plain, fact, place(key))));
  const limit = (key: 'atLeast' | 'atMost', none: number): Amount => (Object.hasOwn(test, key) ? amount(test[key], place(key), (plain) => bound(plain, place(key))) : none);
  const [low, high, inside, outside] = [limit('atLeast', min), limit('atMost', max), numbers('in'), numbers('not') ?? []];
  const allowedAt = (binding: Binding): Ranges => {
    // What a table has no entry for allows nothing.
    const [from, to] = [amountAt(low, binding), amountAt(high, binding)];
    const fits = (each: Amount): number => amountAt(each, binding);
    const kept = (list: readonly Amount[]): Ranges => rangesOf(list.map(fits).filter((each) => each >= min && each <= max), min, max);
    if (from !== from || to !== to) return [];
    const within = intersect(rangeOf(Math.ceil(from), Math.floor(to), min, max), inside === undefined ? [min, max] : kept(inside));
    return intersect(within, complement(kept(outside), min, max));
  };
  if ([low, high, ...(inside ?? []), ...outside].some((each) => typeof each === 'function')) return { allowed: allowedAt };
  const allowed = allowedAt([]);
  if (allowed.length === 0) throw new Problem('never', `no value of "${name}" (${min} to ${max}) satisfies this condition`, { path });
  return { allowed };
}

/** The values under `in` or `not`: a list, or for `not` a single one. Undefined where the key is left out. */
function valuesOf(test: Readonly<Record<string, unknown>>, key: 'in' | 'not', path: string): readonly unknown[] | undefined {
  if (!Object.hasOwn(test, key)) return undefined;
  const value = test[key];
  if (!Array.isArray(value)) {
    if (key === 'not') return [value];
    throw new Problem('wrong-type', `"in" takes a list of values, not ${describe(value)}`, { path });
  }
  if (value.length === 0 || value.length > longestList) throw new Problem('bad-list', `"${key}" has ${describe(value)}`, { path, hint: `from 1 to ${longestList} values` });
  return Array.from(value);
}

function allowedMembers(test: { readonly in: readonly Ref[] | undefined; readonly not: readonly Ref[] }, cell: Cell, binding: Binding): Ranges {
  const all: Ranges = [cell.min, cell.max];
  const members = (refs: readonly Ref[]): Ranges => rangesOf(refs.map((ref) => resolve(ref, binding)), cell.min, cell.max);
  return intersect(test.in === undefined ? all : members(test.in), test.not.length === 0 ? all : complement(members(test.not), cell.min, cell.max));
}

/** The number of a flag's or int's value, or a problem. */
export function simpleNumber(value: unknown, fact: LaidFact, path: string): number {
  const { of, name } = fact;
  if (of.kind === 'flag') {
    if (typeof value !== 'boolean') throw new Problem('wrong-type', `flag "${name}" is true or false, not ${describe(value)}`, { path });
    return value ? 1 : 0;
  }
  if (of.kind === 'int') {
    if (!Number.isInteger(value)) throw new Problem('wrong-type', `int "${name}" is a whole number, not ${describe(value)}`, { path });
    if ((value as number) < of.min || (value as number) > of.max) throw new Problem('out-of-range', `int "${name}" goes from ${of.min} to ${of.max}, not to ${describe(value)}`, { path });
    return value as number;
  }
  throw new Problem('wrong-type', `fact "${name}" takes a member's name, not ${describe(value)}`, { path });
}

function bound(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Problem('wrong-type', `a bound is a finite number, not ${describe(value)}`, { path });
  return value;
}

import { checkKeys, describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/internal.js';
import { type Box, intersectBoxes } from './box.js';
import type { Cell } from './cell.js';
import type { LaidFact, Layout } from './layout.js';
import { type Binding, type Param, parseRef, type Ref, resolve } from './params.js';
import { complement, intersect, type Ranges, rangeOf, rangesOf } from './ranges.js';
import { boxTests, type Test } from './tests.js';

/** Most values in one list. */
const longestList = 10_000;

/** One test of one fact, params not yet filled in. */
export interface ConditionPart {
  readonly fact: LaidFact;
  readonly index: readonly Ref[];
  /** The allowed values; for a `oneOf` the members (by reference) that are allowed, if only some are, and those that are not. */
  readonly test: { readonly allowed: Ranges } | { readonly in: readonly Ref[] | undefined; readonly not: readonly Ref[] };
}

/**
 * Checks a condition and takes it apart; what it means for given params, {@link groundCondition} says.
 * @throws Problem with the path of the mistake
 */
export function parseCondition(value: unknown, layout: Layout, params: readonly Param[], path: string): readonly ConditionPart[] {
  const parts: ConditionPart[] = [];
  for (const [name, wanted] of Object.entries(plainObject(value, path, 'an object of facts'))) {
    const fact = factNamed(name, layout, path);
    for (const row of rowsOf(wanted, fact, params, `${path}.${name}`)) parts.push({ fact, index: row.index, test: parseTest(row.value, fact, params, row.path) });
  }
  return parts;
}

/** The condition with its params filled in, or undefined when it contradicts itself. */
export function groundCondition(parts: readonly ConditionPart[], binding: Binding): Box | undefined {
  let box: Box = [];
  for (const { fact, index, test } of parts) {
    const cell = cellAt(fact, index, binding);
    const allowed = 'allowed' in test ? test.allowed : allowedMembers(test, cell, binding);
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

function parseTest(value: unknown, fact: LaidFact, params: readonly Param[], path: string): ConditionPart['test'] {
  const { of, name } = fact;
  const test: Readonly<Record<string, unknown>> = isPlainObject(value) ? value : { in: [value] };
  const keys = Object.keys(test);
  if (keys.length === 0) throw new Problem('empty-test', `the test of "${name}" says nothing`, { path, hint: 'use a value, not, in, atLeast or atMost' });
  checkKeys(test, of.kind === 'int' ? ['not', 'in', 'atLeast', 'atMost'] : ['not', 'in'], path);
  const place = (key: string): string => (test === value ? `${path}.${key}` : path);
  if (of.kind === 'oneOf') {
    const refs = (key: 'in' | 'not'): readonly Ref[] | undefined => valuesOf(test, key, place(key))?.map((each) => parseRef(each, fact.values, `fact "${name}"`, params, place(key)));
    return { in: refs('in'), not: refs('not') ?? [] };
  }
  const [min, max] = of.kind === 'int' ? [of.min, of.max] : [0, 1];
  const ranges = (key: 'in' | 'not'): Ranges | undefined => {
    const numbers = valuesOf(test, key, place(key))?.map((each) => simpleNumber(each, fact, place(key)));
    return numbers && rangesOf(numbers, min, max);
  };
  const low = Object.hasOwn(test, 'atLeast') ? bound(test['atLeast'], place('atLeast')) : min;
  const high = Object.hasOwn(test, 'atMost') ? bound(test['atMost'], place('atMost')) : max;
  const inside = intersect(rangeOf(Math.ceil(low), Math.floor(high), min, max), ranges('in') ?? [min, max]);
  const allowed = intersect(inside, complement(ranges('not') ?? [], min, max));
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

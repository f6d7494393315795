import { describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/index.js';
import { type Box, intersectBoxes } from './box.js';
import type { Cell } from './cell.js';
import type { LaidFact, Layout } from './layout.js';
import { type Binding, type Param, parseRef, type Ref, resolve } from './params.js';
import { complement, type Ranges, rangeOf, rangesOf } from './ranges.js';
import { checkKeys } from './schema.js';
import { boxTests, type Test } from './tests.js';

/** One test of one fact, params not yet filled in. */
export interface ConditionPart {
  readonly fact: LaidFact;
  readonly index: readonly Ref[];
  /** The allowed values, or the members (by reference) that are allowed or forbidden. */
  readonly test: { readonly allowed: Ranges } | { readonly members: readonly Ref[]; readonly not: boolean };
}

/**
 * Checks a condition and takes it apart; what it means for given params, {@link groundCondition} says.
 * @throws Problem with the path of the mistake
 */
export function parseCondition(value: unknown, layout: Layout, params: readonly Param[], path: string): readonly ConditionPart[] {
  const parts: ConditionPart[] = [];
  for (const [name, wanted] of Object.entries(plainObject(value, path, 'a condition: an object of facts'))) {
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
    const allowed = 'allowed' in test ? test.allowed : allowedMembers(test.members, test.not, cell, binding);
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
  const { kind } = fact.of;
  if (!isPlainObject(value)) return valuesTest([value], false, fact, params, path);
  const keys = Object.keys(value);
  if (keys.length === 0) throw new Problem('empty-test', `the test of "${fact.name}" says nothing`, { path, hint: 'use a value, not, in, atLeast or atMost' });
  checkKeys(value, kind === 'int' ? ['not', 'in', 'atLeast', 'atMost'] : ['not', 'in'], path);
  if (keys.length > 1 && (Object.hasOwn(value, 'not') || Object.hasOwn(value, 'in'))) {
    throw new Problem('mixed-test', `the test of "${fact.name}" mixes ${keys.map((key) => `"${key}"`).join(' and ')}`, { path, hint: 'only atLeast and atMost go together' });
  }
  if (Object.hasOwn(value, 'not')) return valuesTest([value['not']], true, fact, params, `${path}.not`);
  if (Object.hasOwn(value, 'in')) {
    const list = value['in'];
    if (!Array.isArray(list) || list.length === 0) throw new Problem('wrong-type', `"in" takes a list of values, not ${describe(list)}`, { path: `${path}.in` });
    return valuesTest(Array.from(list), false, fact, params, `${path}.in`);
  }
  const int = fact.of as { readonly min: number; readonly max: number };
  const low = Object.hasOwn(value, 'atLeast') ? bound(value['atLeast'], `${path}.atLeast`) : int.min;
  const high = Object.hasOwn(value, 'atMost') ? bound(value['atMost'], `${path}.atMost`) : int.max;
  const allowed = rangeOf(Math.ceil(low), Math.floor(high), int.min, int.max);
  if (allowed.length === 0) throw new Problem('never', `"${fact.name}" (${int.min} to ${int.max}) can never pass this test`, { path });
  return { allowed };
}

function valuesTest(values: readonly unknown[], not: boolean, fact: LaidFact, params: readonly Param[], path: string): ConditionPart['test'] {
  const { of } = fact;
  if (of.kind === 'oneOf') return { members: values.map((value) => parseRef(value, fact.values, `fact "${fact.name}"`, params, path)), not };
  const numbers = values.map((value) => simpleNumber(value, fact, path));
  const [min, max] = of.kind === 'int' ? [of.min, of.max] : [0, 1];
  const allowed = rangesOf(numbers, min, max);
  return { allowed: not ? complement(allowed, min, max) : allowed };
}

function allowedMembers(members: readonly Ref[], not: boolean, cell: Cell, binding: Binding): Ranges {
  const allowed = rangesOf(members.map((ref) => resolve(ref, binding)), cell.min, cell.max);
  return not ? complement(allowed, cell.min, cell.max) : allowed;
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

import { describe, didYouMean, plainObject, Problem } from '../core/internal.js';
import { type Cell, readCell, valueOfCell, writeCell } from './cell.js';
import { factNamed, simpleNumber } from './conditions.js';
import type { LaidFact, Layout } from './layout.js';

/** A value as users see it, nested for families. */
export type FactValue = boolean | number | string | { readonly [member: string]: FactValue };

/**
 * Writes the facts that `values` names into a state; the others keep what they have.
 * @throws Problem for unknown facts or members, wrong types, and ints that are fractional or out of range; nothing is written then
 */
export function pack(values: unknown, layout: Layout, words: Int32Array, offset: number, path: string): void {
  const found: number[] = [];
  for (const [name, value] of Object.entries(plainObject(values, path, 'an object of facts'))) {
    if (value === undefined) continue;
    const fact = factNamed(name, layout, path);
    collect(value, fact, 0, 0, `${path}.${name}`, found);
  }
  for (let at = 0; at < found.length; at += 2) writeCell(layout.cells[found[at]!]!, words, offset, found[at + 1]!);
}

/** A fresh state: the defaults, overruled by what `values` names. */
export function startState(values: unknown, layout: Layout, path: string): Int32Array {
  const words = layout.defaults.slice();
  pack(values, layout, words, 0, path);
  return words;
}

/** Walks down the nested objects of a family and notes (cell, number) pairs. */
function collect(value: unknown, fact: LaidFact, level: number, number: number, path: string, found: number[]): void {
  if (level === fact.index.length) {
    found.push(fact.cells[number]!.index, numberOf(value, fact, path));
    return;
  }
  const members = fact.numbers[level]!;
  for (const [member, each] of Object.entries(plainObject(value, path, `an object by ${fact.index[level]}`))) {
    if (each === undefined) continue;
    const at = members.get(member);
    if (at === undefined) throw new Problem('unknown-member', `object set "${fact.index[level]}" has no member ${describe(member)}`, { path, hint: didYouMean(member, members.keys()) });
    collect(each, fact, level + 1, number * members.size + at, `${path}.${member}`, found);
  }
}

function numberOf(value: unknown, fact: LaidFact, path: string): number {
  if (fact.of.kind !== 'oneOf') return simpleNumber(value, fact, path);
  const member = typeof value === 'string' ? fact.values.get(value) : undefined;
  if (member !== undefined) return member;
  const hint = typeof value === 'string' ? didYouMean(value, fact.values.keys()) : 'it takes the name of a member';
  throw new Problem('unknown-member', `fact "${fact.name}" cannot be ${describe(value)}`, { path, hint });
}

/** A state as plain data: every fact by name, families nested. */
export function unpack(layout: Layout, words: Int32Array, offset: number): Record<string, FactValue> {
  const values: Record<string, FactValue> = {};
  for (const fact of layout.facts.values()) values[fact.name] = unpackFact(fact, words, offset);
  return values;
}

function unpackFact(fact: LaidFact, words: Int32Array, offset: number): FactValue {
  const read = (cell: Cell): FactValue => valueOfCell(cell, readCell(cell, words, offset));
  if (fact.index.length === 0) return read(fact.cells[0]!);
  const root: Record<string, FactValue> = {};
  for (const cell of fact.cells) {
    let node = root;
    for (const member of cell.members.slice(0, -1)) node = (node[member] ??= {}) as Record<string, FactValue>;
    node[cell.members[cell.members.length - 1]!] = read(cell);
  }
  return root;
}

/** A state as plain data that prints as what it is, and stays as it is. */
export function snapshotOf(layout: Layout, words: Int32Array, offset: number): object {
  const facts = unpack(layout, words, offset);
  if (!Object.hasOwn(facts, 'toString')) Object.defineProperty(facts, 'toString', { value: () => JSON.stringify(facts) });
  return Object.freeze(facts);
}

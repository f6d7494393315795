import { checkKeys, describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/internal.js';
import type { Binding, Param } from './params.js';

/** A number, or one that depends on the params; NaN where a table has no entry. */
export type Amount = number | ((binding: Binding) => number);

/** The number that an amount is for these params. */
export function amountAt(amount: Amount, binding: Binding): number {
  return typeof amount === 'number' ? amount : amount(binding);
}

/** True for what is no plain number, but can be an amount: `'$n'`, `'-$n'`, `{ by, table }`. */
export function isAmount(value: unknown): boolean {
  return (typeof value === 'string' && /^-?\$/.test(value)) || (isPlainObject(value) && Object.hasOwn(value, 'by'));
}

/** Reads `3`, `'$n'`, `'-$n'` or `{ by: ['$card'], table: { stab: -1, slash: -3 } }`. @throws Problem with the path of the mistake */
export function parseAmount(value: unknown, params: readonly Param[], path: string): Amount {
  if (typeof value === 'string') {
    const minus = value.startsWith('-');
    const number = paramNumber(minus ? value.slice(1) : value, params, path);
    const values = params[number]!.members.map((member) => (minus ? -Number(member) : Number(member)));
    if (!values.every(Number.isInteger)) {
      throw new Problem('wrong-param', `param "${params[number]!.name}" ranges over "${params[number]!.set}", whose members are no numbers`, { path, hint: 'let it range over an int' });
    }
    return (binding) => values[binding[number]!]!;
  }
  if (isPlainObject(value)) {
    checkKeys(value, ['by', 'table'], path);
    const by: unknown = value['by'];
    if (!Array.isArray(by) || by.length === 0) throw new Problem('wrong-type', `"by" takes a list of params, not ${describe(by)}`, { path: `${path}.by` });
    const numbers = by.map((name, at) => paramNumber(name, params, `${path}.by[${at}]`));
    const { table } = value;
    checkAmounts(table, numbers.map((number) => params[number]!.members), `${path}.table`);
    return (binding) => {
      let entry: unknown = table;
      for (const number of numbers) {
        const member = params[number]!.members[binding[number]!]!;
        entry = isPlainObject(entry) && Object.hasOwn(entry, member) ? entry[member] : undefined;
      }
      return entry === undefined ? NaN : (entry as number);
    };
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Problem('wrong-type', `an amount is a whole number, "$param" or { by, table }, not ${describe(value)}`, { path });
  return value;
}

function paramNumber(name: unknown, params: readonly Param[], path: string): number {
  const number = params.findIndex((each) => `$${each.name}` === name);
  if (number >= 0) return number;
  const names = params.map((each) => `$${each.name}`);
  throw new Problem('unknown-param', `there is no param ${describe(name)}`, { path, hint: names.length === 0 ? 'there are no params here' : didYouMean(String(name), names) });
}

function checkAmounts(value: unknown, levels: readonly (readonly string[])[], path: string): void {
  const [members, ...rest] = levels;
  if (members === undefined) {
    if (!Number.isSafeInteger(value)) throw new Problem('wrong-type', `the entries of a table of amounts are whole numbers, not ${describe(value)}`, { path });
    return;
  }
  for (const [member, each] of Object.entries(plainObject(value, path, 'an object of amounts'))) {
    if (!members.includes(member)) throw new Problem('unknown-member', `the table names ${describe(member)}`, { path, hint: didYouMean(member, members) });
    checkAmounts(each, rest, `${path}.${member}`);
  }
}

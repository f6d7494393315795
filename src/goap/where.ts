import type { Binding, Param } from '../facts/internal.js';
import { checkKeys, describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/internal.js';

/** One restriction of one param: its member must (or must not) be among the operands. */
export interface WhereTest {
  readonly param: number;
  readonly not: boolean;
  /** Member names, or numbers of other params. */
  readonly operands: readonly (string | number)[];
}

/**
 * Reads `where: { to: { not: '$from' } }`. Params are compared by the names of their members, so they may range over different sets.
 * @throws Problem with the path of the mistake
 */
export function parseWhere(value: unknown, params: readonly Param[], path: string): readonly WhereTest[] {
  if (value === undefined) return [];
  const tests: WhereTest[] = [];
  for (const [name, wanted] of Object.entries(plainObject(value, path))) {
    const param = params.findIndex((each) => each.name === name);
    if (param < 0) throw new Problem('unknown-param', `there is no param ${describe(name)}`, { path, hint: didYouMean(name, params.map((each) => each.name)) });
    tests.push({ param, ...parseTest(wanted, param, params, `${path}.${name}`) });
  }
  return tests;
}

/** True when the chosen members pass all tests. */
export function whereHolds(tests: readonly WhereTest[], params: readonly Param[], binding: Binding): boolean {
  for (const { param, not, operands } of tests) {
    const member = params[param]!.members[binding[param]!]!;
    const among = operands.some((operand) => member === (typeof operand === 'number' ? params[operand]!.members[binding[operand]!] : operand));
    if (among === not) return false;
  }
  return true;
}

function parseTest(value: unknown, param: number, params: readonly Param[], path: string): Omit<WhereTest, 'param'> {
  if (!isPlainObject(value)) return { not: false, operands: [parseOperand(value, param, params, path)] };
  checkKeys(value, ['not', 'in'], path);
  if (Object.keys(value).length !== 1) throw new Problem('mixed-test', '"where" takes one test a param', { path, hint: 'use a member, { not } or { in: [...] }' });
  if (Object.hasOwn(value, 'not')) return { not: true, operands: [parseOperand(value['not'], param, params, `${path}.not`)] };
  const list = value['in'];
  if (!Array.isArray(list) || list.length === 0) throw new Problem('wrong-type', `"in" takes a list of members, not ${describe(list)}`, { path: `${path}.in` });
  return { not: false, operands: list.map((each, index) => parseOperand(each, param, params, `${path}.in[${index}]`)) };
}

function parseOperand(given: unknown, param: number, params: readonly Param[], path: string): string | number {
  const { set, members, counts } = params[param]!;
  const value = counts === true && typeof given === 'number' ? String(given) : given;
  if (typeof value !== 'string') throw new Problem('wrong-type', `"where" compares members, not ${describe(value)}`, { path });
  if (!value.startsWith('$')) {
    if (!members.includes(value)) throw new Problem('unknown-member', `"${set}" has no member ${describe(value)}`, { path, hint: didYouMean(value, members) });
    return value;
  }
  const other = params.findIndex((each) => each.name === value.slice(1));
  if (other < 0) throw new Problem('unknown-param', `there is no param ${describe(value)}`, { path, hint: didYouMean(value, params.map((each) => `$${each.name}`)) });
  if (other === param) throw new Problem('wrong-param', `param ${describe(value)} is compared with itself`, { path });
  return other;
}

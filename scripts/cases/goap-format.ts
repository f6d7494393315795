import { describe, plainObject, Problem } from '../../src/core/internal.js';

export type Value = boolean | number | string;
export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** A comparison of a var with a constant. */
export type Comparison = readonly [name: string, operator: Operator, value: Value];
export type Change = readonly [name: string, how: 'set' | 'add', value: Value];

export interface CaseAction {
  readonly name: string;
  readonly cost: number;
  readonly pre: readonly Comparison[];
  readonly eff: readonly Change[];
  readonly costWhen: readonly { readonly when: readonly Comparison[]; readonly cost: number }[];
}

/** One acceptance case; see the `schema` entry of test/cases/goap.json. */
export interface Case {
  readonly vars: Readonly<Record<string, { readonly type: 'bool' | 'int' | 'enum'; readonly values?: readonly Value[] }>>;
  readonly actions: readonly CaseAction[];
  readonly start: Readonly<Record<string, Value>>;
  readonly goal: readonly Comparison[];
  readonly limits?: { readonly maxSteps?: number };
  readonly expected: { readonly cost: number; readonly plan?: readonly string[]; readonly optimalPlans?: number } | null;
}

const operators = ['==', '!=', '<', '<=', '>', '>='];

/** The case, or a problem that says where it leaves the format. */
export function checkCase(value: unknown): Case {
  const each = plainObject(value, 'case');
  const vars = plainObject(each['vars'], 'vars') as Case['vars'];
  const start = plainObject(each['start'], 'start') as Case['start'];
  for (const [name, kind] of Object.entries(vars)) {
    if (!['bool', 'int', 'enum'].includes(plainObject(kind, `vars.${name}`)['type'] as string)) throw new Problem('bad-case', `var "${name}" has no known type`, { path: `vars.${name}` });
    if (!Object.hasOwn(start, name)) throw new Problem('bad-case', `var "${name}" has no start value`, { path: 'start' });
  }
  const comparisons = (list: unknown, path: string): readonly Comparison[] => rows(list ?? [], path, vars, operators) as unknown as readonly Comparison[];
  const actions = rowsOf(each['actions'], 'actions').map((given, number): CaseAction => {
    const path = `actions[${number}]`;
    const action = plainObject(given, path);
    const costWhen = rowsOf(action['costWhen'] ?? [], `${path}.costWhen`).map((entry, at) => {
      const { when, cost } = plainObject(entry, `${path}.costWhen[${at}]`);
      return { when: comparisons(when, `${path}.costWhen[${at}].when`), cost: checkCost(cost, path) };
    });
    return {
      name: String(action['name']),
      cost: checkCost(action['cost'], path),
      pre: comparisons(action['pre'], `${path}.pre`),
      eff: rows(action['eff'] ?? [], `${path}.eff`, vars, ['set', 'add']) as unknown as readonly Change[],
      costWhen,
    };
  });
  if (!Object.hasOwn(each, 'expected')) throw new Problem('bad-case', 'the case has no expected outcome', { path: 'expected' });
  const limits = each['limits'] ?? undefined;
  return { vars, start, actions, goal: comparisons(each['goal'], 'goal'), expected: each['expected'] as Case['expected'], ...(limits !== undefined && { limits }) };
}

function rows(list: unknown, path: string, vars: Case['vars'], words: readonly string[]): readonly (readonly unknown[])[] {
  return rowsOf(list, path).map((row, number) => {
    if (!Array.isArray(row) || row.length !== 3) throw new Problem('bad-case', `${describe(row)} is not [var, ${words.join(' or ')}, value]`, { path: `${path}[${number}]` });
    if (!Object.hasOwn(vars, row[0] as string)) throw new Problem('bad-case', `there is no var ${describe(row[0])}`, { path: `${path}[${number}]` });
    if (!words.includes(row[1] as string)) throw new Problem('bad-case', `there is no operator ${describe(row[1])}`, { path: `${path}[${number}]` });
    return row as readonly unknown[];
  });
}

function rowsOf(list: unknown, path: string): readonly unknown[] {
  if (Array.isArray(list)) return list as readonly unknown[];
  throw new Problem('bad-case', `a list is wanted, not ${describe(list)}`, { path });
}

function checkCost(value: unknown, path: string): number {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  throw new Problem('bad-case', `${describe(value)} is no cost`, { path });
}

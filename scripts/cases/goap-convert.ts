import { Problem } from '../../src/core/internal.js';
import { complement, intersect, rangeOf, type Ranges } from '../../src/facts/ranges.js';
import { flag, oneOf, type SimpleFact } from '../../src/facts/internal.js';
import { boundsOf } from './goap-bounds.js';
import type { Case, CaseAction, Comparison, Value } from './goap-format.js';

/** A case as the library takes it. */
export interface Converted {
  /** Parts of a domain with one goal, `goal`; undefined when the goal contradicts itself. */
  readonly domain: Readonly<Record<string, unknown>> | undefined;
  readonly start: Readonly<Record<string, Value>>;
  /** The case's action behind a converted one. */
  actionNamed(name: string): CaseAction;
}

/** A var and its fact. */
interface Var {
  readonly name: string;
  readonly fact: SimpleFact;
  readonly clamp: boolean;
  /** Members of an enum by their number; their names are free texts, so facts get safe ones. */
  readonly values: readonly Value[];
}

type Test = Readonly<Record<string, unknown>> | boolean | string | number;

/** Longest list of single values that is written out. */
const longestList = 4096;

/** Turns a case into a domain, a start and one goal. */
export function convert(each: Case): Converted {
  const vars = new Map(Object.keys(each.vars).map((name, number) => [name, varOf(each, name, `v${number} ${name}`.slice(0, 100).trim())]));
  const behind = new Map<string, CaseAction>();
  const actions: Record<string, unknown> = {};
  each.actions.forEach((action, number) => {
    const preconditions = conditionOf(action.pre, vars);
    // An action that can never be taken is no action.
    if (preconditions === undefined) return;
    const name = `a${number} ${action.name}`.slice(0, 100);
    behind.set(name, action);
    actions[name] = { preconditions, effects: effectsOf(action, vars), cost: costOf(action, vars) };
  });
  const goal = conditionOf(each.goal, vars);
  const facts = Object.fromEntries(Array.from(vars.values(), (each) => [each.name, each.fact]));
  const start = Object.fromEntries(Array.from(vars, ([name, known]) => [known.name, toValue(known, each.start[name]!)]));
  return { domain: goal && { facts, actions, goals: { goal } }, start, actionNamed: (name) => behind.get(name)! };
}

function varOf(each: Case, name: string, safeName: string): Var {
  const { type, values = [] } = each.vars[name]!;
  if (type === 'bool') return { name: safeName, fact: flag, clamp: false, values: [] };
  if (type === 'int') return { name: safeName, values: [], ...boundsOf(each, name) };
  // An enum is what it is said to be, and whatever else it starts as or is set to.
  const used = new Set<Value>([...values, each.start[name]!, ...each.actions.flatMap((action) => action.eff.filter((change) => change[0] === name).map((change) => change[2]))]);
  const list = [...used];
  return { name: safeName, fact: oneOf(...list.map((value, number) => `m${number} ${value}`.slice(0, 100))), clamp: false, values: list };
}

function toValue({ fact, values }: Var, value: Value): Value {
  if (fact.kind === 'oneOf') return fact.values[values.indexOf(value)]!;
  if (typeof value === (fact.kind === 'int' ? 'number' : 'boolean')) return value;
  throw new Problem('bad-case', `"${value}" is no value of a var of its type`);
}

/** A conjunction as a condition; undefined when it contradicts itself, {} when it says nothing. */
function conditionOf(comparisons: readonly Comparison[], vars: ReadonlyMap<string, Var>): Readonly<Record<string, Test>> | undefined {
  const allowed = new Map<Var, Ranges>();
  for (const [name, operator, value] of comparisons) {
    const known = vars.get(name)!;
    const { min, max } = limitsOf(known);
    const passing = passes(known, operator, value, min, max);
    const both = intersect(allowed.get(known) ?? [min, max], passing);
    if (both.length === 0) return undefined;
    allowed.set(known, both);
  }
  const condition: Record<string, Test> = {};
  for (const [known, ranges] of allowed) {
    const { min, max } = limitsOf(known);
    if (ranges.length > 2 || ranges[0] !== min || ranges[1] !== max) condition[known.name] = testOf(known, ranges, min, max);
  }
  return condition;
}

function limitsOf({ fact, values }: Var): { min: number; max: number } {
  if (fact.kind === 'int') return fact;
  return { min: 0, max: fact.kind === 'flag' ? 1 : values.length - 1 };
}

/** The values that pass a comparison, as numbers: those of an int, 0 and 1 of a bool, the member's number of an enum. */
function passes({ fact, values }: Var, operator: string, value: Value, min: number, max: number): Ranges {
  if (fact.kind === 'int') {
    const number = value as number;
    if (operator === '<') return rangeOf(-Infinity, Math.ceil(number) - 1, min, max);
    if (operator === '<=') return rangeOf(-Infinity, Math.floor(number), min, max);
    if (operator === '>') return rangeOf(Math.floor(number) + 1, Infinity, min, max);
    if (operator === '>=') return rangeOf(Math.ceil(number), Infinity, min, max);
  }
  const number = fact.kind === 'int' ? (value as number) : fact.kind === 'flag' ? Number(value) : values.indexOf(value);
  const equal = Number.isInteger(number) ? rangeOf(number, number, min, max) : [];
  if (operator === '==') return equal;
  if (operator === '!=') return complement(equal, min, max);
  throw new Problem('bad-case', `"${operator}" does not compare vars of this type`);
}

function testOf({ fact }: Var, ranges: Ranges, min: number, max: number): Test {
  if (fact.kind === 'flag') return ranges[0] === 1;
  const spread = (list: Ranges): number[] => list.flatMap((low, at) => (at % 2 === 0 ? Array.from({ length: list[at + 1]! - low + 1 }, (_, more) => low + more) : []));
  if (fact.kind === 'oneOf') return { in: spread(ranges).map((member) => fact.values[member]!) };
  const [atLeast, atMost] = [ranges[0]!, ranges[ranges.length - 1]!];
  const holes = complement(ranges, atLeast, atMost);
  const size = holes.reduce((sum, limit, at) => sum + (at % 2 === 0 ? -limit : limit + 1), 0);
  if (size > longestList) throw new Problem('bad-case', `a comparison leaves out ${size} values in the middle`);
  return { ...(atLeast > min && { atLeast }), ...(atMost < max && { atMost }), ...(size > 0 && { not: spread(holes) }) };
}

function effectsOf(action: CaseAction, vars: ReadonlyMap<string, Var>): Readonly<Record<string, unknown>> {
  const effects: Record<string, unknown> = {};
  for (const [name, how, value] of action.eff) {
    const known = vars.get(name)!;
    if (Object.hasOwn(effects, known.name)) throw new Problem('bad-case', `action "${action.name}" changes "${name}" twice`);
    if (how === 'add' && known.fact.kind !== 'int') throw new Problem('bad-case', `action "${action.name}" adds to "${name}", which is no int`);
    effects[known.name] = how === 'set' ? toValue(known, value) : { add: value, clamp: known.clamp };
  }
  return effects;
}

function costOf({ cost, costWhen }: CaseAction, vars: ReadonlyMap<string, Var>): unknown {
  const cases: unknown[] = [];
  for (const entry of costWhen) {
    const when = conditionOf(entry.when, vars);
    if (when === undefined) continue;
    if (Object.keys(when).length === 0) return [...cases, { cost: entry.cost }];
    cases.push({ when, cost: entry.cost });
  }
  return cases.length === 0 ? cost : [...cases, { cost }];
}

import { checkKeys, describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/internal.js';
import { type Binding, type Box, type ConditionPart, factNamed, groundCondition, intersectBoxes, type LaidFact, type Layout, type Param, parseCondition, subtractBox } from '../facts/internal.js';

/** What an action costs, params not yet filled in. */
export type ParsedCost =
  | { readonly kind: 'fixed'; readonly cost: number }
  | { readonly kind: 'list'; readonly cases: readonly { readonly when: readonly ConditionPart[]; readonly cost: number }[] }
  | { readonly kind: 'table'; readonly by: readonly TableKey[]; readonly table: unknown };

/** What picks the entry of one level of a cost table: a param, or a `oneOf` fact. */
type TableKey = { readonly param: Param; readonly number: number } | { readonly param: undefined; readonly fact: LaidFact };

/** A part of the state space and what the action costs there. Pieces of one action do not overlap. */
export interface CostPiece {
  readonly box: Box;
  readonly cost: number;
}

/** Most ground actions that one step's cost list may be split into; above, the cost is looked up state by state. */
const mostPieces = 16;

/** Reads a cost: a number, a first-match list, or a table. 1 where it is left out. */
export function parseCost(value: unknown, layout: Layout, params: readonly Param[], path: string): ParsedCost {
  if (value === undefined) return { kind: 'fixed', cost: 1 };
  if (typeof value === 'number') return { kind: 'fixed', cost: checkCost(value, path) };
  if (Array.isArray(value)) return parseList(value, layout, params, path);
  if (!isPlainObject(value)) throw new Problem('wrong-type', `a cost cannot be ${describe(value)}`, { path, hint: 'use a number, a list of { when, cost }, or { by, table }' });
  checkKeys(value, ['by', 'table'], path);
  const by: unknown = value['by'];
  if (!Array.isArray(by) || by.length === 0) throw new Problem('wrong-type', `"by" takes a list of params and facts, not ${describe(by)}`, { path: `${path}.by` });
  const keys = by.map((name, index) => parseKey(name, layout, params, `${path}.by[${index}]`));
  checkTable(value['table'], keys, 0, `${path}.table`);
  return { kind: 'table', by: keys, table: value['table'] };
}

/**
 * The cost of a step as disjoint pieces of the states in which it applies; undefined when a list expands to more than 16,
 * then {@link costCases} has it. A table without an entry gives no piece: the action is not available there.
 */
export function costPieces(cost: ParsedCost, applies: Box, binding: Binding): readonly CostPiece[] | undefined {
  if (cost.kind === 'fixed') return [{ box: applies, cost: cost.cost }];
  if (cost.kind === 'table') return tablePieces(cost.by, 0, cost.table, applies, binding);
  const pieces: CostPiece[] = [];
  let rest: readonly Box[] = [applies];
  for (const each of cost.cases) {
    const when = groundCondition(each.when, binding);
    if (when === undefined) continue;
    for (const box of rest) {
      const inside = intersectBoxes(box, when);
      if (inside !== undefined) pieces.push({ box: inside, cost: each.cost });
    }
    rest = rest.flatMap((box) => subtractBox(box, when));
    if (pieces.length > mostPieces || rest.length > mostPieces) return undefined;
  }
  return pieces;
}

/** A cost list with its params filled in, first match first, for steps with too many pieces. Cases that cannot arise are left out. */
export function costCases(cost: ParsedCost, applies: Box, binding: Binding): readonly CostPiece[] {
  if (cost.kind !== 'list') return [];
  const cases: CostPiece[] = [];
  for (const each of cost.cases) {
    const box = groundCondition(each.when, binding);
    if (box !== undefined && intersectBoxes(box, applies) !== undefined) cases.push({ box, cost: each.cost });
  }
  return cases;
}

function parseList(list: readonly unknown[], layout: Layout, params: readonly Param[], path: string): ParsedCost {
  if (list.length === 0) throw new Problem('empty-costs', 'the cost list is empty', { path });
  const cases = list.map((value, index) => {
    const place = `${path}[${index}]`;
    const each = plainObject(value, place, '{ when, cost }');
    checkKeys(each, ['when', 'cost'], place);
    const last = index === list.length - 1;
    if (last && each['when'] !== undefined) throw new Problem('open-costs', 'the last case of a cost list has a condition', { path: place, hint: 'end with { cost } for all other states' });
    if (!last && each['when'] === undefined) throw new Problem('hidden-costs', 'the cases behind one without "when" never count', { path: place });
    return { when: last ? [] : parseCondition(each['when'], layout, params, `${place}.when`), cost: checkCost(each['cost'], `${place}.cost`) };
  });
  return { kind: 'list', cases };
}

function parseKey(name: unknown, layout: Layout, params: readonly Param[], path: string): TableKey {
  if (typeof name !== 'string') throw new Problem('wrong-type', `"by" takes names, not ${describe(name)}`, { path });
  if (name.startsWith('$')) {
    const number = params.findIndex((each) => each.name === name.slice(1));
    if (number < 0) throw new Problem('unknown-param', `there is no param ${describe(name)}`, { path, hint: didYouMean(name, params.map((each) => `$${each.name}`)) });
    return { param: params[number]!, number };
  }
  const fact = factNamed(name, layout, path);
  if (fact.of.kind !== 'oneOf' || fact.index.length > 0) throw new Problem('wrong-type', `a cost table cannot be read by "${name}"`, { path, hint: 'use params and oneOf facts' });
  return { param: undefined, fact };
}

function membersOf(key: TableKey): readonly string[] {
  return key.param === undefined ? key.fact.cells[0]!.values : key.param.members;
}

function checkTable(value: unknown, by: readonly TableKey[], level: number, path: string): void {
  if (level === by.length) {
    checkCost(value, path);
    return;
  }
  const members = membersOf(by[level]!);
  for (const [member, each] of Object.entries(plainObject(value, path, 'an object of costs'))) {
    if (!members.includes(member)) throw new Problem('unknown-member', `the cost table names ${describe(member)}`, { path, hint: didYouMean(member, members) });
    checkTable(each, by, level + 1, `${path}.${member}`);
  }
}

function tablePieces(by: readonly TableKey[], level: number, table: unknown, box: Box, binding: Binding): readonly CostPiece[] {
  if (table === undefined) return [];
  if (level === by.length) return [{ box, cost: table as number }];
  const key = by[level]!;
  const entries = table as Readonly<Record<string, unknown>>;
  const entry = (member: string): unknown => (Object.hasOwn(entries, member) ? entries[member] : undefined);
  if (key.param !== undefined) return tablePieces(by, level + 1, entry(key.param.members[binding[key.number]!]!), box, binding);
  const cell = key.fact.cells[0]!;
  return cell.values.flatMap((member, number) => {
    const there = intersectBoxes(box, [{ cell, allowed: [number, number] }]);
    return there === undefined ? [] : tablePieces(by, level + 1, entry(member), there, binding);
  });
}

function checkCost(value: unknown, path: string): number {
  if (typeof value !== 'number' || !(value >= 0) || value === Infinity) throw new Problem('bad-cost', `a cost is a finite number of 0 or more, not ${describe(value)}`, { path });
  return value;
}

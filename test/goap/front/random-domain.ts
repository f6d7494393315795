import { Dice, type PlainCell, randomChange, randomFacts, type RandomFacts, randomState, randomTest, randomValue, type PlainState, type Sizes } from '../../facts/random-facts.js';

type Row = readonly unknown[];

/** A random domain as its JSON, and a start for it. */
export interface RandomProblem {
  readonly parts: Record<string, any>;
  readonly cells: readonly PlainCell[];
  readonly start: PlainState;
}

interface Param {
  readonly name: string;
  readonly set: string;
}

/** States above which a domain is thrown away: brute force has to go through all of them. */
const mostStates = 3000;

/** A small random domain with everything the language has: families, params, `where`, cost lists and tables. */
export function randomProblem(seed: number): RandomProblem {
  const dice = new Dice(seed);
  const sizes: Sizes = { facts: 5, members: 3, sets: 2, range: dice.chance(0.3) ? 40 : 4 };
  for (;;) {
    const facts = randomFacts(dice, sizes);
    if (statesOf(facts) > mostStates) continue;
    const actions = Object.fromEntries(Array.from({ length: dice.between(2, 7) }, (_, number) => [`a${number}`, randomAction(dice, facts)]));
    const { objects, shared } = facts;
    const goals = { g: condition(dice, facts, [], dice.between(1, 2)), p: goalWithParams(dice, facts) };
    return { parts: { objects, facts: facts.facts, shared, actions, goals }, cells: facts.cells, start: randomState(dice, facts.cells) };
  }
}

function statesOf({ cells }: RandomFacts): number {
  return cells.reduce((product, { of }) => product * (of.kind === 'flag' ? 2 : of.kind === 'oneOf' ? of.values.length : of.max - of.min + 1), 1);
}

/** What params may range over. */
function setNames({ objects, facts, shared }: RandomFacts): string[] {
  const members = Object.entries({ ...facts, ...shared }).filter(([, fact]) => fact.kind === 'oneOf');
  return [...Object.keys(objects), ...members.map(([name]) => name)];
}

function randomParams(dice: Dice, facts: RandomFacts): Param[] {
  const sets = setNames(facts);
  if (sets.length === 0 || dice.chance(0.3)) return [];
  return Array.from({ length: dice.between(1, 2) }, (_, number) => ({ name: `p${number}`, set: dice.pick(sets) }));
}

function paramsOf(params: readonly Param[]): Record<string, string> {
  return Object.fromEntries(params.map(({ name, set }) => [name, set]));
}

function randomAction(dice: Dice, facts: RandomFacts): Record<string, unknown> {
  const params = randomParams(dice, facts);
  const where: Record<string, unknown> = {};
  if (params.length === 2 && dice.chance(0.5)) where['p1'] = dice.chance(0.7) ? { not: '$p0' } : '$p0';
  return {
    params: paramsOf(params),
    where,
    preconditions: condition(dice, facts, params, dice.below(3)),
    effects: rowsByFact(dice, facts, params, dice.between(1, 3), (cell) => randomChange(dice, cell).written, false),
    cost: randomCost(dice, facts, params),
  };
}

function goalWithParams(dice: Dice, facts: RandomFacts): unknown {
  const params = randomParams(dice, facts);
  return { params: paramsOf(params), want: condition(dice, facts, params, dice.between(1, 2)) };
}

function randomCost(dice: Dice, facts: RandomFacts, params: readonly Param[]): unknown {
  const cost = (): number => dice.pick([0, 0.5, 1, 1, 2, 3, 5.25]);
  if (dice.chance(0.4)) return cost();
  if (dice.chance(0.5)) return [...Array.from({ length: dice.between(1, 3) }, () => ({ when: condition(dice, facts, params, dice.between(1, 3)), cost: cost() })), { cost: cost() }];
  const members = Object.entries({ ...facts.facts, ...facts.shared }).filter(([, fact]) => fact.kind === 'oneOf');
  const keys = [...params.map(({ name, set }) => ({ by: `$${name}`, set })), ...members.map(([name]) => ({ by: name, set: name }))];
  if (keys.length === 0) return cost();
  const by = Array.from({ length: dice.between(1, 2) }, () => dice.pick(keys));
  const table = (level: number): unknown => {
    if (level === by.length) return cost();
    const rows = membersOf(facts, by[level]!.set).filter(() => dice.chance(0.85));
    return Object.fromEntries(rows.map((member) => [member, table(level + 1)]));
  };
  return { by: by.map((key) => key.by), table: table(0) };
}

function membersOf({ objects, facts, shared }: RandomFacts, set: string): readonly string[] {
  const fact = facts[set] ?? shared[set];
  return fact?.kind === 'oneOf' ? fact.values : objects[set]!;
}

function condition(dice: Dice, facts: RandomFacts, params: readonly Param[], count: number): Record<string, unknown> {
  return rowsByFact(dice, facts, params, count, (cell) => randomTest(dice, cell, randomValue(dice, cell.of)).written, true);
}

/** Parts of a condition or effects, at most one for a plain fact; members and values are params where some fit. */
function rowsByFact(dice: Dice, facts: RandomFacts, params: readonly Param[], count: number, value: (cell: PlainCell) => unknown, tests: boolean): Record<string, unknown> {
  const all: Record<string, any> = {};
  for (let each = 0; each < count; each++) {
    const cell = dice.pick(facts.cells);
    const kind = (facts.facts[cell.fact] ?? facts.shared[cell.fact])!;
    const said = withParams(dice, cell, params, value(cell), tests);
    if (kind.kind !== 'per') {
      all[cell.fact] = said;
      continue;
    }
    const index: Row = cell.members.map((member, level) => {
      const fitting = params.filter((param) => param.set === kind.index[level]);
      return fitting.length > 0 && dice.chance(0.7) ? `$${dice.pick(fitting).name}` : member;
    });
    (all[cell.fact] ??= []).push([...index, said]);
  }
  return all;
}

function withParams(dice: Dice, cell: PlainCell, params: readonly Param[], said: unknown, tests: boolean): unknown {
  const fitting = params.filter((param) => param.set === cell.fact && cell.members.length === 0);
  if (fitting.length === 0 || dice.chance(0.3)) return said;
  const name = `$${dice.pick(fitting).name}`;
  if (!tests || dice.chance(0.5)) return name;
  return dice.chance(0.5) ? { not: name } : { in: [name, ...(cell.of.kind === 'oneOf' ? [cell.of.values[0]] : [])] };
}

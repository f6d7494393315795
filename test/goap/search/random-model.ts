import { Random } from '../../../src/core/index.js';
import type { Condition, Effect, Kind, Model, ModelAction } from './task-builder.js';

export interface Flavour {
  /** Facts at most. */
  readonly facts?: number;
  /** Wide ints, and conditional costs: beyond what masks can say. */
  readonly wide?: boolean;
  readonly cases?: boolean;
}

/** Small random problems with a bit of everything; about a quarter have no plan. */
export function randomModel(seed: number, { facts: most = 7, wide = false, cases = false }: Flavour = {}): Model {
  const random = new Random(seed, 7);
  const below = (limit: number): number => Math.floor(random.next() * limit);
  const chance = (share: number): boolean => random.next() < share;
  const costScale = [0.25, 0.1, 1, 1, 1][below(5)]!;
  const facts: Kind[] = Array.from({ length: 2 + below(most - 1) }, () => {
    const dice = random.next();
    if (dice < 0.4) return { kind: 'flag' };
    if (dice < 0.7) return { kind: 'oneOf', size: 2 + below(4) };
    if (wide && dice < 0.85) return { kind: 'int', max: 3 + below(40), wide: true };
    return { kind: 'int', max: 1 + below(5) };
  });
  if (chance(0.2)) facts.splice(1, 0, { kind: 'oneOf', size: 20 + below(8) });
  const topOf = (kind: Kind): number => (kind.kind === 'flag' ? 1 : kind.kind === 'oneOf' ? kind.size - 1 : kind.max);
  const someFacts = (count: number): number[] => {
    const all = facts.map((_, fact) => fact);
    return Array.from({ length: Math.min(count, all.length) }, () => all.splice(below(all.length), 1)[0]!);
  };
  const condition = (fact: number): Condition => {
    const kind = facts[fact]!;
    const value = below(topOf(kind) + 1);
    if (kind.kind === 'int') return { fact, op: (['=', '>=', '<='] as const)[below(3)]!, value };
    return { fact, op: chance(0.25) ? '!=' : '=', value };
  };
  const effect = (fact: number): Effect => {
    const kind = facts[fact]!;
    if (kind.kind !== 'int' || chance(0.3)) return { fact, set: below(topOf(kind) + 1) };
    const most = Math.min(3, kind.max);
    const add = (1 + below(most)) * (chance(0.5) ? 1 : -1);
    return chance(0.4) ? { fact, add: add * (chance(0.1) ? 9 : 1), clamp: true } : { fact, add };
  };
  const actions: ModelAction[] = Array.from({ length: 3 + below(10) }, () => {
    const does = someFacts(1 + below(3)).map(effect);
    // A condition on a fact with a strict add of its own could contradict the add's bound: leave those to the bound.
    const bound = new Set(does.filter((each) => each.add !== undefined && each.clamp !== true).map((each) => each.fact));
    const needs = someFacts(below(4)).filter((fact) => !bound.has(fact)).map(condition);
    const cost = below(6) * costScale;
    const split = cases && chance(0.4) ? { cases: [{ when: someFacts(1).map(condition), cost: below(9) * costScale }] } : {};
    return { needs, does, cost, ...split };
  });
  const goal = Array.from({ length: chance(0.2) ? 2 : 1 }, () => someFacts(1 + below(3)).map(condition));
  return { facts, actions, goal, start: facts.map((kind) => below(topOf(kind) + 1)) };
}

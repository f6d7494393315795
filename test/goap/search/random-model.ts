import { Random } from '../../../src/core/internal.js';
import { act, goalMet } from './brute-force.js';
import type { Condition, Effect, Kind, Model, ModelAction } from './task-builder.js';

export interface Flavour {
  /** Wide ints, and conditional costs: beyond what masks can say. */
  readonly wide?: boolean;
  readonly cases?: boolean;
  /** Spreads the facts over more than two words. */
  readonly spread?: boolean;
  /** More actions than are looked through one by one. */
  readonly many?: boolean;
  /** Mostly numbers, wanted at some value: with `wide`, wide ones. */
  readonly counters?: boolean;
  /** Many flags that need each other: searches of hundreds of expansions, with several ways to the same place. */
  readonly deep?: boolean;
}

/**
 * Small random problems with a bit of everything. Most goals are taken from where a random walk ends, so that they can be reached
 * and need several steps; the others are anything, often impossible.
 */
export function randomModel(seed: number, { wide = false, cases = false, spread = false, many = false, counters = false, deep = false }: Flavour = {}): Model {
  const random = new Random(seed, 7);
  const below = (limit: number): number => Math.floor(random.next() * limit);
  const chance = (share: number): boolean => random.next() < share;
  const costScale = [0.25, 0.1, 1, 1, 1][below(5)]!;
  const facts: Kind[] = Array.from({ length: counters ? 2 + below(2) : deep ? 9 : 3 + below(many ? 3 : 6) }, () => {
    const dice = counters ? 0.7 + random.next() * 0.3 : deep ? random.next() * 0.5 : random.next();
    if (dice < 0.4) return { kind: 'flag' };
    if (dice < 0.7) return { kind: 'oneOf', size: 2 + below(4) };
    if (wide && dice < 0.85) return { kind: 'int', max: 3 + below(30), wide: true };
    return { kind: 'int', max: 1 + below(5) };
  });
  // Big cells between the small ones: few of their members are ever used, but the layout has to bear them.
  if (spread) for (let at = facts.length - 1; at >= 0; at -= 2) facts.splice(at, 0, chance(0.2) ? { kind: 'int', max: 31 } : { kind: 'oneOf', size: [27, 32, 33, 40, 70][below(5)]! });
  const topOf = (kind: Kind): number => (kind.kind === 'flag' ? 1 : kind.kind === 'oneOf' ? kind.size - 1 : kind.max);
  // Of a big cell only the first and the last two members: enough for conflicts across words.
  const anyOf = (kind: Kind): number => (kind.kind === 'oneOf' && kind.size > 8 ? [0, kind.size - 2, kind.size - 1][below(3)]! : below(topOf(kind) + 1));
  const someFacts = (count: number): number[] => {
    const all = facts.map((_, fact) => fact);
    return Array.from({ length: Math.min(count, all.length) }, () => all.splice(below(all.length), 1)[0]!);
  };
  const condition = (fact: number): Condition => {
    const kind = facts[fact]!;
    const value = anyOf(kind);
    if (kind.kind === 'int') return { fact, op: (['=', '>=', '<='] as const)[below(3)]!, value };
    return { fact, op: chance(0.25) ? '!=' : '=', value };
  };
  const effect = (fact: number): Effect => {
    const kind = facts[fact]!;
    if (kind.kind !== 'int' || chance(0.2)) return { fact, set: anyOf(kind) };
    const add = (1 + below(Math.min(3, kind.max))) * (chance(0.5) ? 1 : -1);
    return chance(0.4) ? { fact, add: add * (chance(0.1) ? 9 : 1), clamp: true } : { fact, add };
  };
  const actions: ModelAction[] = Array.from({ length: many ? 60 + below(80) : deep ? 24 : 4 + below(14) }, () => {
    const does = someFacts(1 + below(2)).map(effect);
    // A condition on a fact with a strict add of its own could contradict the add's bound: leave those to the bound.
    const bound = new Set(does.filter((each) => each.add !== undefined && each.clamp !== true).map((each) => each.fact));
    const needs = someFacts(deep ? 1 + below(3) : below(4)).filter((fact) => !bound.has(fact)).map(condition);
    const cost = (deep ? 1 + below(9) : below(6)) * costScale;
    const split = cases && chance(0.4) ? { cases: [{ when: someFacts(1).map(condition), cost: below(9) * costScale }] } : {};
    return { needs, does, cost, ...split };
  });
  const start = facts.map(anyOf);
  const model = { facts, actions, start, goal: Array.from({ length: chance(0.2) ? 2 : 1 }, () => someFacts(1 + below(3)).map(condition)) };
  if (chance(0.2)) return model;

  let state: readonly number[] = start;
  for (let step = 0; step < 40; step++) state = act(model, actions[below(actions.length)]!, state) ?? state;
  const changed = facts.map((_, fact) => fact).filter((fact) => state[fact] !== start[fact]);
  const wanted = (changed.length > 0 ? changed : someFacts(1)).filter(() => chance(0.7));
  const walked = { ...model, goal: [wanted.map((fact): Condition => ({ fact, op: '=', value: state[fact]! })), ...(chance(0.1) ? model.goal : [])] };
  return goalMet(walked, start) ? model : walked;
}

import { brain, bt, chance, domain, failure, flag, int, leaf, once, oneOf, perceive, refine, running, sequence, success, wait, type Brain, type Crowd, type Mind } from 'ganglion';
import type { PickRule } from '../../src/utility/tuning.js';
import { meltingBrain } from '../brain/smithy.js';

/** Numbers that look random and are the same each time. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761) >>> 0;
    this.roll(7);
  }

  /** A whole number from 0 to `sides` - 1. */
  roll(sides: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 13), 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 4294967296) * sides);
  }

  chance(percent: number): boolean {
    return this.roll(100) < percent;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.roll(from.length)]!;
  }
}

/** The body of a random mind: numbers that its callbacks read, and what was done. */
export interface Wanderer {
  world: number[];
  log: string[];
}

export function wanderer(dice: Dice): Wanderer {
  return { world: Array.from({ length: 8 }, () => dice.roll(100) / 100), log: [] };
}

/** What a random brain may do without. */
export interface Limits {
  /** Nothing that depends on when a mind was spawned or on what others do. */
  readonly alone?: boolean;
}

const places = ['a', 'b', 'c', 'd'];

/** A random brain. The same seed gives an equal definition, made of new objects. */
export function randomBrain(seed: number, { alone = false }: Limits = {}): Brain<Wanderer, any, any, any, any> {
  const dice = new Dice(seed);
  const kinds = Array.from({ length: 6 + dice.roll(5) }, () => dice.pick(['flag', 'flag', 'oneOf', 'int', 'wide'] as const));
  const kindOf = (fact: number): { fact: unknown; want: () => unknown; write: () => unknown; sense: (level: number) => unknown } => {
    switch (kinds[fact]!) {
      case 'flag': return { fact: flag, want: () => dice.chance(70), write: () => dice.chance(70), sense: (level) => level > 0.5 };
      case 'oneOf': return { fact: oneOf('a', 'b', 'c', 'd'), want: () => dice.pick(places), write: () => dice.pick(places), sense: (level) => places[Math.floor(level * 3.99)] };
      case 'int': return { fact: int(0, 5), want: () => ({ atLeast: 1 + dice.roll(3) }), write: () => ({ add: dice.chance(75) ? 1 : -1 }), sense: (level) => Math.floor(level * 5) };
      default: return { fact: int(0, 60), want: () => ({ atLeast: 1 + dice.roll(3) }), write: () => ({ add: dice.chance(80) ? 1 + dice.roll(2) : -1 }), sense: (level) => Math.floor(level * 9) };
    }
  };
  const facts = kinds.map((_kind, fact) => kindOf(fact));
  const some = (most: number, least = 0): readonly number[] => [...new Set(Array.from({ length: least + dice.roll(most - least + 1) }, () => dice.roll(facts.length)))];
  const shares = !alone && dice.chance(60);
  const actionNames = Array.from({ length: 6 + dice.roll(7) }, (_, index) => `do${index}`);
  const condition = (which: readonly number[]): Record<string, unknown> => Object.fromEntries(which.map((fact) => [`f${fact}`, facts[fact]!.want()]));
  const actions = Object.fromEntries(actionNames.map((name) => [name, {
    preconditions: { ...condition(some(2)), ...(shares && dice.chance(25) ? { ore: { atLeast: 1 } } : {}) },
    effects: { ...Object.fromEntries(some(2, 1).map((fact) => [`f${fact}`, facts[fact]!.write()])), ...(shares && dice.chance(25) ? { ore: { add: dice.chance(60) ? -1 : 1 } } : {}) },
    cost: 1 + dice.roll(5),
    ...(dice.chance(10) ? { urgent: true } : {}),
    ...(dice.chance(15) ? { uninterruptible: true } : {}),
  }]));
  const goalNames = Array.from({ length: 2 + dice.roll(3) }, (_, index) => `g${index}`);
  const goals = Object.fromEntries(goalNames.map((name) => [name, condition(some(2, 1))]));
  const made = domain({ facts: Object.fromEntries(facts.map(({ fact }, index) => [`f${index}`, fact])), ...(shares ? { shared: { ore: int(0, 50) } } : {}), actions, goals } as never);

  const sensed = facts.map((_fact, index) => index).filter(() => dice.chance(30));
  const look = (which: readonly number[]) => (body: Wanderer, believed: any): void => {
    for (const fact of which) believed[`f${fact}`] = facts[fact]!.sense(body.world[fact % 8]!);
  };
  const timed = alone ? [] : facts.map((_fact, index) => index).filter((fact) => !sensed.includes(fact) && dice.chance(25));
  const heard = dice.roll(facts.length);
  const senses = perceive(made as never, {
    always: look(sensed),
    timed: Object.fromEntries(timed.map((fact) => [`t${fact}`, { every: 0.15 + dice.roll(6) / 10, writes: [`f${fact}`], read: look([fact]) }])),
    events: { ping: { writes: [`f${heard}`], read: look([heard]) } },
  } as never);

  const score = (index: number) => (body: Wanderer): number => body.world[index]!;
  const tree = dice.pick([
    undefined,
    'root { reactiveSelector { action [hide] while(danger)  action [plan] } }',
    'root { selector { sequence { condition [danger]  action [plan, "g0"] }  action [plan] } }',
    'root { selector { cooldown [700] { action [breathe] }  action [plan] } }',
    'root { reactiveSequence { condition [calm]  action [plan] } }',
    ...(alone ? [] : ['root { lotto { action [plan]  action [breathe] } }', 'root { sequence { wait [0, 300]  action [plan] } }']),
  ]);
  const functions = { danger: (body: Wanderer) => body.world[0]! > 0.8, calm: (body: Wanderer) => body.world[1]! < 0.8, hide: () => running, breathe: (body: Wanderer) => (body.world[2]! > 0.5 ? success : failure) };
  const used = Object.fromEntries(Object.entries(functions).filter(([name]) => tree?.includes(name)));

  return brain(senses, {
    name: `random${seed}`,
    utility: Object.fromEntries(goalNames.map((name) => [name, dice.chance(30) ? dice.roll(10) / 10 : {
      considerations: { one: score(dice.roll(8)), two: score(dice.roll(8)) },
      ...(dice.chance(30) ? { cooldown: dice.roll(10) / 10 } : {}),
      ...(dice.chance(30) ? { commitment: dice.roll(10) / 10 } : {}),
      ...(dice.chance(20) ? { rank: dice.roll(2) } : {}),
    }])),
    ...(dice.chance(25) ? { costs: { [dice.pick(actionNames)]: (body: Wanderer) => 1 + Math.floor(body.world[3]! * 4) } } : {}),
    ...(tree === undefined ? {} : { tree: bt(tree, used) }),
    steps: Object.fromEntries(actionNames.map((name, index) => [name, randomStep(dice, name, index, !alone)])),
    decide: { every: alone ? 0 : dice.pick([0, 0.1, 0.35]), momentum: 1 + dice.roll(3) / 10, pick: dice.pick<PickRule>(alone ? ['highest'] : ['highest', 'highest', chance({ top: 2 })]) },
    replan: dice.pick(['never', 'onBroken', 'onBroken', 'onChange', { every: 0.5 }]),
    planLength: dice.pick([2, 16]),
    maxExpansions: 300,
  } as never) as never;
}

function randomStep(dice: Dice, name: string, index: number, mayRefine: boolean): unknown {
  const seconds = 0.1 + dice.roll(5) / 10;
  const told = leaf({
    cells: { left: 0 },
    enter: (body: Wanderer, _params: unknown, frame) => { body.log.push(`enter ${name}`); frame.cells.left = seconds; },
    drive: (body, _params, frame) => {
      frame.cells.left -= frame.dt;
      if (frame.cells.left > 1e-9) return running;
      return body.world[index % 8]! > 0.85 ? failure : success;
    },
    exit: (body, _params, why) => void body.log.push(`exit ${name} ${why}`),
  });
  switch (dice.roll(mayRefine ? 6 : 5)) {
    case 0: return (body: Wanderer) => (body.world[index % 8]! > 0.9 ? failure : success);
    case 1: return sequence(wait(seconds), once((body: Wanderer) => void body.log.push(`once ${name}`)));
    case 2: return sequence(told, told);
    case 5: return refine(meltingBrain as never, 'haveIngot' as never);
    default: return told;
  }
}

/** A mind and its body. */
export interface Player {
  mind: Mind<any, any, any, any>;
  body: Wanderer;
}

/** What happens before a tick; the same for every run of a seed. */
export function happen(seed: number, tick: number, many: Crowd, players: readonly Player[]): void {
  const dice = new Dice(seed * 1009 + tick);
  if (dice.chance(15)) {
    const ore = dice.roll(6);
    try {
      many.set('ore', ore);
    } catch {
      // Nobody here shares ore.
    }
  }
  for (const { mind, body } of players) {
    if (dice.chance(20)) body.world[dice.roll(8)] = dice.roll(100) / 100;
    const [rings, wants, rare] = [dice.chance(8), dice.chance(4), dice.chance(3)];
    const every = 1 + dice.roll(3);
    if (!mind.alive) continue;
    if (rings) mind.notify('ping' as never);
    if (wants) mind.want('g1' as never);
    if (rare) mind.setEvery(every);
  }
}

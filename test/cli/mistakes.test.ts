import { describe, expect, it } from 'vitest';
import { mistakesIn, type Mistakes } from '../../src/cli/mistakes.js';
import { isProblem } from '../../src/core/internal.js';
import { readDomain } from '../../src/goap/index.js';
import { Dice } from '../facts/random-facts.js';
import { randomProblem } from '../goap/front/random-domain.js';

/** Spoilt domains; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 400 * Number(process.env['GANGLION_FUZZ'] ?? 1);

type Node = Record<string, any>;

function nodesOf(value: unknown, found: Node[] = []): Node[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Node);
  for (const each of Object.values(value)) nodesOf(each, found);
  return found;
}

/** Makes one thing in a piece of JSON wrong, or perhaps only another. */
function spoil(dice: Dice, root: Node): void {
  const node = dice.pick(nodesOf(root).filter((each) => Object.keys(each).length > 0));
  const key = dice.pick(Object.keys(node));
  const nonsense = dice.pick<unknown>([null, -1, 0.5, 1e9, '', 'nowhere', '$none', [], {}, [[]], { not: [] }, { add: 99 }, { atLeast: 'x' }, { kind: 'flg' }, true]);
  // What stands in a list keeps its number.
  const way = Array.isArray(node) ? 'spoil' : dice.pick(['spoil', 'spoil', 'drop', 'rename']);
  if (way === 'rename') node[`${key}e`] = node[key];
  if (way === 'spoil') node[key] = structuredClone(nonsense);
  else delete node[key];
}

const read = (file: Readonly<Record<string, unknown>>): unknown => readDomain(file['domain']);
const mistakes = (domain: unknown): Mistakes => mistakesIn({ domain }, read);
const messages = ({ found }: Mistakes): string[] => found.map(({ problem }) => problem.message);

function firstProblem(domain: unknown): string | undefined {
  try {
    readDomain(domain);
    return undefined;
  } catch (error) {
    if (isProblem(error)) return error.message;
    throw error;
  }
}

/** A random domain that is sound. */
function sound(seed: number): Node {
  for (let number = seed; ; number += 10_000) {
    const { parts } = randomProblem(number);
    if (firstProblem(parts) === undefined) return structuredClone(parts);
  }
}

describe('all mistakes of spoilt domains', () => {
  it('begin with the one that reading stops at, come once each, and are none where nothing is wrong', () => {
    const counts: number[] = [];
    for (let seed = 0; seed < runs; seed++) {
      const dice = new Dice(seed);
      const domain = sound(seed % 97);
      for (let times = dice.between(1, 6); times > 0; times--) spoil(dice, domain);
      const before = JSON.stringify(domain);
      const told = messages(mistakes(domain));
      expect(told[0], `seed ${seed}`).toBe(firstProblem(domain));
      expect(new Set(told).size, `seed ${seed}: ${told.join('\n')}`).toBe(told.length);
      expect(JSON.stringify(domain), 'what is read is left as it was').toBe(before);
      counts.push(told.length);
    }
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(runs / 50);
    expect(counts.filter((count) => count > 2).length).toBeGreaterThan(runs / 10);
  });

  it('in different actions and goals do not touch one another: together they are what they are alone', () => {
    let several = 0;
    for (let seed = 0; seed < runs; seed++) {
      const dice = new Dice(seed + 7);
      const whole = sound(seed % 89);
      const alone: string[] = [];
      for (const section of ['actions', 'goals']) {
        for (const name of Object.keys(whole[section] as Node)) {
          if (dice.chance(0.4)) continue;
          const one = sound(seed % 89);
          spoil(dice, one[section][name] as Node);
          whole[section][name] = one[section][name];
          alone.push(...messages(mistakes(one)));
        }
      }
      const told = messages(mistakes(whole));
      expect(told.sort(), `seed ${seed}`).toEqual(alone.sort());
      if (told.length > 1) several++;
    }
    expect(several).toBeGreaterThan(runs / 10);
  });

  it('of a fact that is gone are not told again by those who use it', () => {
    for (let seed = 0; seed < runs / 4; seed++) {
      const domain = sound(seed % 83);
      const [name] = Object.keys(domain['facts'] as Node);
      domain['facts'][name!] = { kind: 'flg' };
      const { found, skipped } = mistakes(domain);
      expect(found.map(({ problem }) => problem.path), `seed ${seed}`).toEqual([`domain.facts.${name}.kind`]);
      const users = Object.entries(domain['actions'] as Node).filter(([, action]) => JSON.stringify(action).includes(`"${name}"`)).map(([action]) => `action ${action}`);
      expect(skipped.filter((each) => each.startsWith('action')).sort()).toEqual(users.sort());
    }
  });

  it('are no more than fifty; then it is said that there may be others', () => {
    const actions = Object.fromEntries(Array.from({ length: 400 }, (_, number) => [`a${number}`, { effects: { fed: number } }]));
    const told = mistakes({ facts: { fed: { kind: 'flag' } }, actions, goals: {} });
    expect([told.found.length, told.more]).toEqual([50, true]);
    expect(mistakes({ facts: {}, actions: { a: { effects: { fed: 1 } } }, goals: {} }).more).toBe(false);
  });
});

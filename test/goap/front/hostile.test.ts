import { isProblem } from 'ganglion';
import { plan, readDomain } from 'ganglion/goap';
import { expect, test } from 'vitest';
import { Dice } from '../../facts/random-facts.js';
import { randomProblem } from './random-domain.js';

/** Malformed domains; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 500 * Number(process.env['GANGLION_FUZZ'] ?? 1);

type Node = Record<string | number, unknown>;

/** Every object and list in the definition, so that each may be spoilt. */
function nodesOf(value: unknown, found: Node[] = []): Node[] {
  if (typeof value !== 'object' || value === null || found.includes(value as Node)) return found;
  found.push(value as Node);
  for (const each of Object.values(value)) nodesOf(each, found);
  return found;
}

/** What may stand where something sensible stood. */
function nonsense(dice: Dice, root: unknown): unknown {
  const long = 'x'.repeat(1000);
  return dice.pick<() => unknown>([
    () => NaN, () => Infinity, () => -Infinity, () => -1, () => 0.5, () => 1e308, () => -(2 ** 53), () => 2 ** 40, () => null, () => undefined, () => true, () => '', () => '$', () => '$p0', () => '$$',
    () => '__proto__', () => 'constructor', () => 'toString', () => long, () => [], () => [[]], () => [undefined], () => new Array(5), () => ({}), () => ({ not: {} }), () => ({ in: [] }),
    () => ({ atLeast: NaN }), () => ({ atLeast: 3, atMost: 1 }), () => ({ add: 1e9 }), () => ({ add: NaN, clamp: 'yes' }), () => root, () => () => 1, () => Symbol('odd'), () => 10n, () => new Date(0),
    () => new Map(), () => JSON.parse('{"__proto__":{"polluted":true}}'), () => nest(500), () => ({ kind: 'int', min: -(2 ** 52), max: 2 ** 52 }), () => ({ kind: 'int', min: 5, max: 2 }),
    () => ({ kind: 'oneOf', values: [] }), () => ({ kind: 'oneOf', values: ['a', 'a'] }), () => ({ kind: 'oneOf', values: Array.from({ length: 5000 }, (_, member) => `m${member}`) }),
    () => ({ kind: 'per', index: ['set0', 'set0', 'set0', 'set0', 'set0'], of: { kind: 'flag' } }), () => ({ kind: 'flagg' }), () => Array.from({ length: 3000 }, (_, member) => `n${member}`),
    () => ({ by: ['$p0'], table: { nowhere: 1 } }), () => ({ by: [], table: {} }), () => [{ when: {}, cost: 1 }], () => [{ cost: 1 }, { cost: 2 }],
  ])();
}

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { deeper: value };
  return value;
}

function spoil(dice: Dice, root: Record<string, any>): void {
  const node = dice.pick(nodesOf(root));
  const keys = Object.keys(node);
  const key = keys.length === 0 ? 'new' : dice.pick(keys);
  switch (dice.below(5)) {
    case 0:
      delete node[key];
      return;
    case 1:
      // A slip of the finger in a name.
      node[`${key}e`] = node[key];
      if (!Array.isArray(node)) delete node[key];
      return;
    case 2:
      if (typeof node[key] === 'string') node[key] = `${node[key]}e`;
      else node[key] = nonsense(dice, root);
      return;
    default:
      node[key] = nonsense(dice, root);
  }
}

test('a malformed domain is refused with a place, or plans within its budget', () => {
  const ends = { refused: 0, planned: 0 };
  for (let seed = 0; seed < runs; seed++) {
    const dice = new Dice(seed + 1_000_000);
    const { parts } = randomProblem(seed % 300);
    for (let each = dice.between(1, 3); each > 0; each--) spoil(dice, parts);
    try {
      const domain = readDomain(parts);
      const result = plan(domain, {}, 'g', { maxExpansions: 500 });
      expect(result.expansions, `seed ${seed}`).toBeLessThanOrEqual(21_000);
      ends.planned++;
    } catch (error) {
      if (!isProblem(error)) throw new Error(`seed ${seed} ends with something that is no Problem`, { cause: error });
      expect(error.path, `seed ${seed}: ${error.message}`).not.toBe('');
      expect(error.message.length, `seed ${seed}`).toBeLessThan(1000);
      ends.refused++;
    }
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(ends.refused).toBeGreaterThan(runs / 4);
  expect(ends.planned).toBeGreaterThan(runs / 20);
});

test('a domain that would explode says which action and how large it is', () => {
  const members = Array.from({ length: 60 }, (_, number) => `m${number}`);
  const params = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, 'thing']));
  const parts = { objects: { thing: members }, facts: { x: { kind: 'flag' } }, actions: { juggle: { params, effects: { x: true } } }, goals: { g: { x: true } } };
  expect(() => readDomain(parts)).toThrow(/"juggle" has 12960000 combinations of params \(60 x 60 x 60 x 60\).*domain\.actions\.juggle/);
});

test('a cycle ends', () => {
  const parts: Record<string, any> = { facts: { x: { kind: 'flag' } }, actions: {}, goals: {} };
  parts['goals'].g = parts;
  expect(() => readDomain(parts)).toThrow(/nested without end; is there a cycle/);
});

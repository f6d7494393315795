import { readFileSync } from 'node:fs';
import { isProblem } from 'ganglion';
import { readDomain } from 'ganglion/goap';
import { describe, expect, test } from 'vitest';
import { fits } from './json-schema.js';
import { randomProblem } from './random-domain.js';

const load = (path: string): any => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const domain = load('../../../schemas/domain.schema.json');
const problem = load('../../../schemas/problem.schema.json');
const files = { 'domain.schema.json': domain, 'problem.schema.json': problem };

describe('the JSON Schemas', () => {
  test('take every domain that the library takes', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { parts } = randomProblem(seed);
      try {
        readDomain(parts);
      } catch (error) {
        if (isProblem(error)) continue;
        throw error;
      }
      expect(fits(parts, domain, files), `seed ${seed}`).toBe(true);
    }
  });

  test('take the craftsman', () => {
    expect(fits(load('craftsman.problem.json'), problem, files)).toBe(true);
  });

  test.each<[string, (file: any) => void]>([
    ['a misspelt key of an action', (file) => (file.domain.actions.dig.precondition = {})],
    ['an unknown kind', (file) => (file.domain.facts.ore.kind = 'flg')],
    ['a negative cost', (file) => (file.domain.actions.dig.cost = -1)],
    ['a misspelt bound', (file) => (file.domain.actions.dig.preconditions.wood = { atleast: 1 })],
    ['an add that is no whole number', (file) => (file.domain.actions.chop.effects.wood.add = 0.5)],
    ['an empty object set', (file) => (file.domain.objects.tool = [])],
    ['a name with a dollar', (file) => (file.domain.facts['$x'] = { kind: 'flag' })],
    ['no goal', (file) => delete file.goal],
    ['a key that means nothing', (file) => (file.begin = {})],
  ])('refuse %s, as the library does', (_what, spoil) => {
    const file = load('craftsman.problem.json');
    spoil(file);
    expect(fits(file, problem, files)).toBe(false);
  });
});

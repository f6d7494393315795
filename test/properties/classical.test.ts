import { expect, test } from 'vitest';
import { compileClassical, readPddl, solveClassical } from '../../src/classical/index.js';
import { naiveCost, pddlOf, playedCost, randomTask } from '../classical/naive.js';

/** Random tasks; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 2000 * Number(process.env['GANGLION_FUZZ'] ?? 1);

test('the most naive planner agrees on random tasks: optimal plans are optimal, anytime plans valid, and their bounds true', () => {
  let planned = 0;
  for (let seed = 0; seed < runs; seed++) {
    const task = randomTask(seed);
    const best = naiveCost(task);
    if (best === 'large') continue;
    const { domain, problem } = pddlOf(task);
    const compiled = compileClassical(readPddl(domain, problem));
    const optimal = solveClassical(compiled);
    const soon = solveClassical(compiled, { search: 'anytime', maxExpansions: seed % 2 === 0 ? 20 : 100_000 });
    if (best === undefined) {
      expect([seed, optimal.found, soon.found]).toEqual([seed, false, false]);
      expect(optimal.found || ['unreachable', 'exhausted'].includes(optimal.reason)).toBe(true);
      continue;
    }
    planned++;
    expect([seed, optimal.found && optimal.cost]).toEqual([seed, best]);
    expect([seed, optimal.found && playedCost(task, optimal.steps)]).toEqual([seed, best]);
    expect(soon.bound).toBeLessThanOrEqual(best);
    if (soon.found) {
      expect(playedCost(task, soon.steps)).toBe(soon.cost);
      if (soon.optimal) expect(soon.cost).toBe(best);
    } else expect(soon.reason).toBe('budget');
  }
  expect(planned).toBeGreaterThan(runs / 4);
});

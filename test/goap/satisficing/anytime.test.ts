import { describe, expect, test } from 'vitest';
import { AnytimeSearch } from '../../../src/goap/satisficing/anytime.js';
import { project } from '../../../src/goap/search/projection.js';
import { act, bestCost, goalMet, priceOf } from '../search/brute-force.js';
import { randomModel } from '../search/random-model.js';
import { build, type Model } from '../search/task-builder.js';

/** Random problems a property; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 150 * Number(process.env['GANGLION_FUZZ'] ?? 1);

const flavour = (seed: number): Model =>
  randomModel(seed, { wide: seed % 2 === 1, cases: seed % 3 === 1, many: seed % 16 === 7, deep: seed % 5 === 0, counters: seed % 7 === 0, spread: seed % 11 === 0 });

/** Plays the plan at hand on the plain model and returns its cost; fails when a step cannot be taken or the goal is missed. */
function played(model: Model, search: AnytimeSearch): number {
  const actions = new Int32Array(search.planLength);
  search.readPlan(actions);
  let state = model.start;
  let cost = 0;
  for (const index of actions) {
    const action = model.actions[index]!;
    cost += priceOf(action, state, undefined);
    state = act(model, action, state)!;
    expect(state).toBeDefined();
  }
  expect(goalMet(model, state)).toBe(true);
  return cost;
}

describe('a first plan, then better ones', () => {
  test('there is a first plan where brute force knows one, it can be carried out, and costs what it says', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = flavour(seed);
      const { task, goal, start } = build(model);
      const best = bestCost(model);
      const search = new AnytimeSearch();
      search.begin(project(task, goal), start, 0, { improve: 0 });
      search.advance(Infinity);
      if (best === undefined) expect(['unreachable', 'exhausted']).toContain(search.outcome);
      else {
        expect(search.outcome).toBe(goalMet(model, model.start) ? 'satisfied' : 'found');
        expect(played(model, search)).toBeCloseTo(search.cost, 9);
        expect(search.cost).toBeGreaterThanOrEqual(best - 1e-9);
        expect(search.bound).toBeLessThanOrEqual(best + 1e-9);
      }
    }
  });

  test('with time enough the best plan is found and proven', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = flavour(seed);
      const { task, goal, start } = build(model);
      const best = bestCost(model);
      const search = new AnytimeSearch();
      search.begin(project(task, goal), start, 0);
      search.advance(Infinity);
      if (best === undefined) continue;
      expect(search.cost).toBeCloseTo(best, 9);
      expect(search.optimal).toBe(true);
      expect(played(model, search)).toBeCloseTo(best, 9);
    }
  });

  test('each further plan is cheaper, can be read at once, and no cut changes anything', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = flavour(seed);
      const { task, goal, start } = build(model);
      const projection = project(task, goal);
      const whole = new AnytimeSearch();
      whole.begin(projection, start, 0, { maxExpansions: 300 });
      whole.advance(Infinity);
      const sliced = new AnytimeSearch();
      sliced.begin(projection, start, 0, { maxExpansions: 300 });
      let cost = Infinity;
      for (let turn = 0; sliced.outcome === 'running' && turn < 5000; turn++) {
        sliced.advance(1 + (turn % 3));
        if (sliced.cost < cost) {
          cost = sliced.cost;
          expect(played(model, sliced)).toBeCloseTo(cost, 9);
        }
      }
      expect([sliced.outcome, sliced.cost, sliced.bound, sliced.expansions, sliced.plans]).toEqual([whole.outcome, whole.cost, whole.bound, whole.expansions, whole.plans]);
    }
  });

  test('a step limit is kept, and what it hides is not called impossible', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = flavour(seed);
      const { task, goal, start } = build(model);
      const maxSteps = seed % 5;
      const search = new AnytimeSearch();
      search.begin(project(task, goal), start, 0, { maxSteps, maxExpansions: 2000 });
      search.advance(Infinity);
      const best = bestCost(model, maxSteps);
      if (search.outcome === 'found') {
        expect(search.planLength).toBeLessThanOrEqual(maxSteps);
        expect(search.cost).toBeGreaterThanOrEqual(best! - 1e-9);
        expect(search.bound).toBeLessThanOrEqual(best! + 1e-9);
      } else if (search.outcome === 'exhausted' || search.outcome === 'unreachable') expect(bestCost(model)).toBeUndefined();
    }
  });
});

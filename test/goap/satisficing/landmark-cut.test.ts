import { describe, expect, test } from 'vitest';
import { LandmarkCut } from '../../../src/goap/satisficing/landmark-cut.js';
import { LandmarkSearch } from '../../../src/goap/satisficing/landmark-search.js';
import { project, projectState } from '../../../src/goap/search/projection.js';
import { act, bestCost, goalMet, priceOf } from '../search/brute-force.js';
import { randomModel } from '../search/random-model.js';
import { build, type Model } from '../search/task-builder.js';

/** Random problems a property; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 200 * Number(process.env['GANGLION_FUZZ'] ?? 1);

const flavour = (seed: number): Model =>
  randomModel(seed, { wide: seed % 2 === 1, cases: seed % 3 === 1, many: seed % 16 === 7, deep: seed % 5 === 0, counters: seed % 7 === 0, spread: seed % 11 === 0 });

describe('landmark cuts', () => {
  test('the bound never exceeds what brute force finds, along random walks too', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = flavour(seed);
      const { task, goal, pack } = build(model);
      const projection = project(task, goal);
      const cut = new LandmarkCut();
      cut.begin(projection, projection.cost);
      const state = new Int32Array(projection.words);
      let at = model.start;
      for (let step = 0; step < 4; step++) {
        projectState(projection, pack(at), 0, state, 0);
        const best = bestCost({ ...model, start: at });
        const bound = cut.of(state, 0);
        if (best !== undefined) expect(bound).toBeLessThanOrEqual(best + 1e-9);
        at = act(model, model.actions[(seed + step) % model.actions.length]!, at) ?? at;
      }
    }
  });

  test('the search finds and proves what brute force finds, in slices of any size', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = flavour(seed);
      const { task, goal, start } = build(model);
      const projection = project(task, goal);
      const best = bestCost(model);
      const search = new LandmarkSearch();
      search.begin(projection, start, 0);
      for (let turn = 0; search.outcome === 'running'; turn++) search.advance(1 + (turn % 4));
      if (best === undefined) {
        expect(['unreachable', 'exhausted']).toContain(search.outcome);
        continue;
      }
      expect(search.outcome).toBe(goalMet(model, model.start) ? 'satisfied' : 'found');
      expect(search.cost).toBeCloseTo(best, 9);
      const actions = new Int32Array(search.planLength);
      search.readPlan(actions);
      let state = model.start;
      let cost = 0;
      for (const index of actions) {
        cost += priceOf(model.actions[index]!, state, undefined);
        state = act(model, model.actions[index]!, state)!;
      }
      expect(goalMet(model, state)).toBe(true);
      expect(cost).toBeCloseTo(best, 9);
      const whole = new LandmarkSearch();
      whole.begin(projection, start, 0);
      whole.advance(Infinity);
      expect([whole.cost, whole.expansions]).toEqual([search.cost, search.expansions]);
    }
  });
});

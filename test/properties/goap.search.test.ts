import { describe, expect, test } from 'vitest';
import { forwardSearch, project, regressionSearch } from '../../src/goap/search/index.js';
import { act, bestCost, goalMet, priceOf } from '../goap/search/brute-force.js';
import { randomModel } from '../goap/search/random-model.js';
import { build, type Model } from '../goap/search/task-builder.js';

/** Random problems a property; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 300 * Number(process.env['GANGLION_FUZZ'] ?? 1);

/** Plays a plan on the plain model and returns its cost; fails when a step cannot be taken or the goal is missed. */
function playedCost(model: Model, actions: readonly number[], stepCost?: ArrayLike<number>): number {
  let state = model.start;
  let cost = 0;
  for (const index of actions) {
    const action = model.actions[index]!;
    cost += priceOf(action, state, stepCost?.[index]);
    const after = act(model, action, state);
    expect(after, `action ${index} in ${state}`).toBeDefined();
    state = after!;
  }
  expect(goalMet(model, state)).toBe(true);
  return cost;
}

function agrees(model: Model, result: ReturnType<typeof forwardSearch>, maxSteps?: number, stepCost?: ArrayLike<number>): void {
  const best = bestCost(model, maxSteps, stepCost);
  if (best === undefined) {
    expect(['unreachable', 'exhausted']).toContain(result.outcome);
    expect(result.cost).toBe(Infinity);
    return;
  }
  expect(result.outcome).toBe(goalMet(model, model.start) ? 'satisfied' : 'found');
  expect(result.cost).toBeCloseTo(best, 9);
  expect(playedCost(model, result.actions, stepCost)).toBeCloseTo(best, 9);
  if (maxSteps !== undefined) expect(result.actions.length).toBeLessThanOrEqual(maxSteps);
}

describe('forward search', () => {
  test('finds what brute force finds, blind and with hmax', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed, { wide: seed % 2 === 1, cases: seed % 3 === 1 });
      const { task, goal, start } = build(model);
      for (const heuristic of ['blind', 'hmax'] as const) {
        agrees(model, forwardSearch(task, goal, start, { heuristic }));
      }
    }
  });

  test('keeps to a step limit', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed, { wide: seed % 2 === 1 });
      const { task, goal, start } = build(model);
      const maxSteps = seed % 5;
      agrees(model, forwardSearch(task, goal, start, { maxSteps }), maxSteps);
    }
  });
});

describe('regression search', () => {
  test('finds what brute force finds, in one word, two and many', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed, { facts: seed % 4 === 0 ? 14 : 7 });
      const { task, goal, start } = build(model);
      if (!project(task, goal).maskable) continue;
      agrees(model, regressionSearch(task, goal, start));
    }
  });

  test('keeps to a step limit', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed);
      const { task, goal, start } = build(model);
      const maxSteps = seed % 6;
      agrees(model, regressionSearch(task, goal, start, { maxSteps }), maxSteps);
    }
  });
});

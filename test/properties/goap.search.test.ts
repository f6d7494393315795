import { describe, expect, test } from 'vitest';
import { Random } from '../../src/core/internal.js';
import { applicable, applyAction, buildPolicy, ForwardSearch, forwardSearch, goalHolds, StagedSearch, planAtOnce, project, readResult, RegressionSearch, regressionSearch } from '../../src/goap/search/index.js';
import { act, bestCost, goalMet, priceOf } from '../goap/search/brute-force.js';
import { randomModel } from '../goap/search/random-model.js';
import { AnytimeSearch } from '../../src/goap/satisficing/anytime.js';
import { build, type Model } from '../goap/search/task-builder.js';

/** Random problems a property; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 80 * Number(process.env['GANGLION_FUZZ'] ?? 1);

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
      const model = randomModel(seed, { wide: seed % 2 === 1, cases: seed % 3 === 1, many: seed % 16 === 7 });
      const { task, goal, start } = build(model);
      for (const heuristic of ['blind', 'hmax'] as const) {
        agrees(model, forwardSearch(task, goal, start, { heuristic }));
      }
    }
  });

  test('counts as brute force does, where numbers are wide', () => {
    for (let seed = 0; seed < runs * 2; seed++) {
      const model = randomModel(seed, { wide: true, counters: true, cases: seed % 4 === 0 });
      const { task, goal, start } = build(model);
      for (const heuristic of ['blind', 'hmax'] as const) agrees(model, forwardSearch(task, goal, start, { heuristic }));
    }
  });

  test('keeps to a step limit', () => {
    for (let seed = 0; seed < runs * 2; seed++) {
      const model = randomModel(seed, { wide: seed % 2 === 1, deep: seed % 4 === 0, counters: seed % 4 === 1 });
      const { task, goal, start } = build(model);
      const maxSteps = seed % 7;
      agrees(model, forwardSearch(task, goal, start, { maxSteps }), maxSteps);
    }
  });
});

describe('regression search', () => {
  test('finds what brute force finds, in one word, two and many', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed, { spread: seed % 3 === 0, many: seed % 8 === 5, deep: seed % 8 === 1 });
      const { task, goal, start } = build(model);
      if (!project(task, goal).maskable) continue;
      agrees(model, planAtOnce(task, goal, start));
    }
  });

  test('keeps to a step limit', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed, { spread: seed % 4 === 1, deep: seed % 2 === 0 });
      const { task, goal, start } = build(model);
      const maxSteps = 1 + (seed % 7);
      agrees(model, regressionSearch(task, goal, start, { maxSteps }), maxSteps);
    }
  });
});

describe('the policy table', () => {
  test('answers every state a walk may come to as brute force does', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed, { spread: seed % 3 === 0 });
      const { task, goal, pack } = build(model);
      const policy = buildPolicy(project(task, goal));
      if (!policy.complete) continue;
      const plan = new Int32Array(policy.rows);
      let state = model.start;
      for (let step = 0; step < 4; step++) {
        const here = { ...model, start: state };
        const best = bestCost(here);
        const row = policy.lookup(pack(state), 0);
        expect(row >= 0).toBe(best !== undefined);
        if (row >= 0) {
          const steps = policy.readPlan(row, plan);
          expect(steps).toBe(policy.steps[row]);
          expect(policy.cost[row]).toBeCloseTo(best!, 9);
          expect(playedCost(here, Array.from(plan.subarray(0, steps)))).toBeCloseTo(best!, 9);
          expect(row === 0).toBe(goalMet(model, state));
        }
        state = act(model, model.actions[(seed + step) % model.actions.length]!, state) ?? state;
      }
    }
  });

  test('leads to the goal when it is asked anew after every step, in the number of steps it said', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed);
      const { task, goal, start } = build(model);
      const policy = buildPolicy(project(task, goal));
      const state = start.slice();
      const first = policy.lookup(state, 0);
      if (first < 0) continue;
      let cost = 0;
      let steps = 0;
      for (let row = first; policy.action[row]! >= 0; row = policy.lookup(state, 0)) {
        const action = policy.action[row]!;
        expect(applicable(task, action, state, 0)).toBe(true);
        applyAction(task, action, state, 0);
        cost += task.cost[action]!;
        steps++;
        expect(steps).toBeLessThanOrEqual(policy.steps[first]!);
      }
      expect(goalHolds(goal, state, 0)).toBe(true);
      expect(cost).toBeCloseTo(policy.cost[first]!, 9);
    }
  });
});

describe('all searches', () => {
  test('give the same plan in slices of any size as in one go', () => {
    for (let seed = 0; seed < runs; seed++) {
      const random = new Random(seed, 11);
      const model = randomModel(seed, { wide: seed % 2 === 1, cases: seed % 5 === 0, spread: seed % 3 === 0 });
      const { task, goal, start } = build(model);
      const projection = project(task, goal);
      const options = { maxSteps: seed % 4 === 0 ? 3 : Infinity, maxExpansions: seed % 7 === 0 ? 4 : 100_000 };
      for (const search of projection.maskable ? [new ForwardSearch(), new RegressionSearch(), new StagedSearch()] : [new ForwardSearch()]) {
        search.begin(projection, start, 0, options);
        search.advance(Infinity);
        const whole = readResult(search);
        // The same object again: what the first search left behind must not matter.
        search.begin(projection, start, 0, options);
        for (let slices = 0; search.advance(Math.floor(random.next() * 4)) === 'running'; slices++) expect(slices).toBeLessThan(100_000);
        expect(readResult(search)).toEqual(whole);
        expect(whole.expansions).toBeLessThanOrEqual(options.maxExpansions);
      }
    }
  });

  test('take the costs of a request in place of the costs of the task', () => {
    for (let seed = 0; seed < runs; seed++) {
      const random = new Random(seed, 13);
      const model = randomModel(seed, { wide: seed % 2 === 1, cases: seed % 3 === 0 });
      const { task, goal, start } = build(model);
      const stepCost = Float64Array.from(model.actions, () => [NaN, Infinity, 0, 1.5, 7][Math.floor(random.next() * 5)]!);
      agrees(model, forwardSearch(task, goal, start, { stepCost }), undefined, stepCost);
      if (project(task, goal).maskable) agrees(model, regressionSearch(task, goal, start, { stepCost }), undefined, stepCost);
    }
  });

  test('never claim more than they proved: a bound never exceeds the true cost', () => {
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed, { wide: seed % 2 === 1 });
      const { task, goal, start } = build(model);
      const best = bestCost(model) ?? Infinity;
      for (const search of project(task, goal).maskable ? [forwardSearch, regressionSearch] : [forwardSearch]) {
        const { outcome, bound, optimal } = search(task, goal, start, { maxExpansions: seed % 6 });
        expect(bound).toBeLessThanOrEqual(best + 1e-9);
        expect(optimal).toBe(outcome !== 'budget');
      }
    }
  });
});

describe('the exact searches and the quick one, in turns', () => {
  test('give plans that can be carried out, and claim nothing that brute force does not bear out', () => {
    const seen: Record<string, number> = { regression: 0, forward: 0, quick: 0, unproven: 0, none: 0 };
    for (let seed = 0; seed < runs; seed++) {
      const model = randomModel(seed, { wide: seed % 3 === 1, cases: seed % 5 === 1, deep: seed % 4 === 0, counters: seed % 6 === 1 });
      const { task, goal, start } = build(model);
      const projection = project(task, goal);
      const best = bestCost(model);
      for (const options of [{ improve: 0 }, { improve: 40 }, { optimal: true }, { maxExpansions: 30, improve: 5 }]) {
        const search = new StagedSearch(() => new AnytimeSearch(), seed % 7);
        search.begin(projection, start, 0, options);
        search.advance(Infinity);
        const whole = readResult(search);
        const where = `seed ${seed} ${JSON.stringify(options)}`;
        expect(whole.bound, where).toBeLessThanOrEqual((best ?? Infinity) + 1e-9);
        if (whole.outcome === 'found') {
          seen[search.rung]!++;
          if (!whole.optimal) seen['unproven']!++;
          expect(playedCost(model, whole.actions), where).toBeCloseTo(whole.cost, 9);
          if (whole.optimal) expect(whole.cost, where).toBeCloseTo(best!, 9);
          else expect('optimal' in options, where).toBe(false);
        } else if (whole.outcome !== 'budget' && whole.outcome !== 'satisfied') {
          seen['none']!++;
          expect(best, where).toBeUndefined();
        }
        // In slices of any size it is the same.
        const random = new Random(seed, 9);
        search.begin(projection, start, 0, options);
        for (let slices = 0; search.advance(Math.floor(random.next() * 20)) === 'running'; slices++) expect(slices).toBeLessThan(100_000);
        expect(readResult(search), where).toEqual(whole);
        expect(search.expansions).toBe(whole.expansions);
      }
    }
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(0);
  });
});

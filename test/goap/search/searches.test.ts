import { describe, expect, test } from 'vitest';
import { buildPolicy, ForwardSearch, forwardSearch, StagedSearch, planAtOnce, policyOf, project, readResult, readTrace, RegressionSearch, regressionSearch } from '../../../src/goap/search/index.js';
import { bestCost } from './brute-force.js';
import { entangled, lamps, mine, oneCoin } from './models.js';
import { build, type Model } from './task-builder.js';

const both = [
  ['forward', forwardSearch],
  ['regression', regressionSearch],
] as const;

describe.each(both)('%s search', (_name, search) => {
  test('says "satisfied" and does nothing when the goal holds', () => {
    const { task, goal, start } = build(lamps(3, 3));
    expect(search(task, goal, start)).toEqual({ outcome: 'satisfied', actions: [], cost: 0, expansions: 0, bound: 0, optimal: true });
  });

  test('says "unreachable" without searching when nothing makes a wanted fact true', () => {
    const model = lamps(3);
    const { task, goal, start } = build({ ...model, actions: model.actions.slice(1) });
    expect(search(task, goal, start)).toMatchObject({ outcome: 'unreachable', expansions: 0, cost: Infinity });
  });

  test('says "exhausted" when each wish can come true but not both', () => {
    for (const distractions of [0, 1, 6]) {
      const { task, goal, start } = build(oneCoin(distractions));
      expect(search(task, goal, start)).toMatchObject({ outcome: 'exhausted', cost: Infinity, bound: Infinity, optimal: true });
    }
  });

  test('says "unreachable" for a goal that contradicts itself', () => {
    const model: Model = { ...lamps(2), facts: [{ kind: 'oneOf', size: 3 }, { kind: 'flag' }], actions: [{ needs: [], does: [{ fact: 0, set: 2 }], cost: 1 }], goal: [[{ fact: 0, op: '=', value: 1 }, { fact: 0, op: '=', value: 2 }]] };
    const { task, goal, start } = build(model);
    expect(search(task, goal, start).outcome).toBe('unreachable');
  });

  test('says "budget" with a bound when it may not go on, in expansions or in memory', () => {
    const { task, goal, start } = build(lamps(10));
    const best = bestCost(lamps(10))!;
    for (const options of [{ maxExpansions: 20 }, { maxNodes: 30 }, { maxExpansions: 0 }]) {
      const { outcome, actions, bound, optimal } = search(task, goal, start, options);
      expect({ outcome, actions, optimal }).toEqual({ outcome: 'budget', actions: [], optimal: false });
      expect(bound).toBeLessThanOrEqual(best);
    }
  });

  test('takes the costlier way when only that one is short enough', () => {
    // Three cheap steps or one dear one.
    const model: Model = {
      facts: [{ kind: 'int', max: 3 }],
      actions: [{ needs: [], does: [{ fact: 0, add: 1 }], cost: 1 }, { needs: [], does: [{ fact: 0, set: 3 }], cost: 10 }],
      goal: [[{ fact: 0, op: '=', value: 3 }]],
      start: [0],
    };
    const { task, goal, start } = build(model);
    expect(search(task, goal, start).actions).toEqual([0, 0, 0]);
    expect(search(task, goal, start, { maxSteps: 3 }).actions).toEqual([0, 0, 0]);
    expect(search(task, goal, start, { maxSteps: 2 })).toMatchObject({ outcome: 'found', actions: [1], cost: 10 });
    expect(search(task, goal, start, { maxSteps: 0 }).outcome).toBe('exhausted');
  });

  test('remembers the costlier way to a place as long as it is the shorter one', () => {
    // From 0 to 3 cheaply by 1 and 2, or dearly by 4; from there two more steps. In both directions the cheap way is known first.
    const walk = (from: number, to: number, cost: number): Model['actions'][number] => ({ needs: [{ fact: 0, op: '=', value: from }], does: [{ fact: 0, set: to }], cost });
    const model: Model = {
      facts: [{ kind: 'oneOf', size: 9 }],
      actions: [walk(0, 1, 1), walk(1, 2, 1), walk(2, 3, 1), walk(0, 4, 5), walk(4, 3, 5), walk(3, 5, 1), walk(5, 6, 1), walk(6, 7, 1), walk(3, 8, 5), walk(8, 7, 5)],
      goal: [[{ fact: 0, op: '=', value: 7 }]],
      start: [0],
    };
    const { task, goal, start } = build(model);
    expect(search(task, goal, start).actions).toEqual([0, 1, 2, 5, 6, 7]);
    expect(search(task, goal, start, { maxSteps: 5 })).toMatchObject({ outcome: 'found', cost: 13 });
    expect(search(task, goal, start, { maxSteps: 4 })).toMatchObject({ outcome: 'found', actions: [3, 4, 8, 9], cost: 20 });
    expect(search(task, goal, start, { maxSteps: 3 }).outcome).toBe('exhausted');

    // A dear jump over the cheap steps, which is known before them, and one over the last three.
    const jumping = build({ ...model, actions: [...model.actions, walk(0, 3, 10), walk(3, 7, 30)] });
    const costs = [6, 5, 4, 3, 2, 1].map((maxSteps) => search(jumping.task, jumping.goal, jumping.start, { maxSteps }).cost);
    expect(costs).toEqual([6, 13, 13, 20, 40, Infinity]);
  });

  test('goes through zero-cost circles without end and comes out', () => {
    const model: Model = {
      facts: [{ kind: 'oneOf', size: 4 }, { kind: 'flag' }],
      actions: [
        ...[0, 1, 2, 3].map((place) => ({ needs: [{ fact: 0, op: '=' as const, value: place }], does: [{ fact: 0, set: (place + 1) % 4 }], cost: 0 })),
        { needs: [{ fact: 0, op: '=', value: 3 }], does: [{ fact: 1, set: 1 }], cost: 0 },
      ],
      goal: [[{ fact: 1, op: '=', value: 1 }]],
      start: [0, 0],
    };
    const { task, goal, start } = build(model);
    expect(search(task, goal, start)).toMatchObject({ outcome: 'found', actions: [0, 1, 2, 4], cost: 0 });
  });
});

describe('regression and forward search side by side', () => {
  test('find in thousands of expansions what regression alone does not find in many more', () => {
    // Eight counters that only go up together or down together: few states, but a partial state for every mixture of bounds.
    const model = entangled(8);
    const { task, goal, start } = build(model);
    expect(regressionSearch(task, goal, start, { maxExpansions: 20_000 }).outcome).toBe('budget');
    const result = planAtOnce(task, goal, start);
    expect(result.cost).toBe(bestCost(model) ?? Infinity);
    expect(result.expansions).toBeLessThan(20_000);
  });

  test('give the same answer in slices, over the point where the second begins', () => {
    const { task, goal, start } = build(entangled(8));
    const search = new StagedSearch();
    search.begin(project(task, goal), start, 0);
    search.advance(Infinity);
    const whole = readResult(search);
    search.begin(project(task, goal), start, 0);
    for (let slice = 1; search.advance(slice) === 'running'; slice = (slice * 7) % 101);
    expect(readResult(search)).toEqual(whole);
  });

  test('keep to the limit of expansions together', () => {
    const { task, goal, start } = build(entangled(8));
    for (const maxExpansions of [1999, 2000, 2001, 2020]) {
      const search = new StagedSearch();
      search.begin(project(task, goal), start, 0, { maxExpansions });
      expect(search.advance(Infinity)).toBe('budget');
      expect(readResult(search)).toMatchObject({ outcome: 'budget', expansions: maxExpansions, actions: [], optimal: false });
    }
  });
});

test('a conditional cost may look at a fact that matters to nothing else', () => {
  const model: Model = {
    facts: [{ kind: 'flag' }, { kind: 'flag' }],
    actions: [
      { needs: [], does: [{ fact: 0, set: 1 }], cost: 9, cases: [{ when: [{ fact: 1, op: '=', value: 1 }], cost: 2 }] },
      { needs: [], does: [{ fact: 0, set: 1 }], cost: 5 },
      { needs: [], does: [{ fact: 1, set: 1 }], cost: 1 },
    ],
    goal: [[{ fact: 0, op: '=', value: 1 }]],
    start: [0, 0],
  };
  const { task, goal, start } = build(model);
  expect(forwardSearch(task, goal, start)).toMatchObject({ actions: [2, 0], cost: 3 });
  // The cost list counts in the state before the action, unless the request brings a cost of its own.
  expect(forwardSearch(task, goal, start, { stepCost: Float64Array.of(NaN, NaN, 4) })).toMatchObject({ actions: [1], cost: 5 });
  expect(forwardSearch(task, goal, start, { stepCost: Float64Array.of(4, NaN, NaN) })).toMatchObject({ actions: [0], cost: 4 });
});

test('a cost below nothing, which a body may come up with, counts as nothing', () => {
  const { task, goal, start } = build(lamps(3));
  const stepCost = Float64Array.of(-5, 1, -Infinity);
  for (const search of [forwardSearch, regressionSearch]) expect(search(task, goal, start, { stepCost })).toMatchObject({ outcome: 'found', cost: 1 });
});

test('a forward search counts up to a large number without looking at the way there', () => {
  const { task, goal, start } = build(mine(700));
  const { outcome, cost, actions, expansions } = forwardSearch(task, goal, start);
  expect({ outcome, cost, steps: actions.length }).toEqual({ outcome: 'found', cost: 200, steps: 100 });
  expect(expansions).toBeLessThan(150);
});

test('a forward search is not scared off a number by what it may still cost', () => {
  // Twice seven gold pieces cost 4, fourteen at once 4.5.
  const model = mine(14);
  const { task, goal, start } = build({ ...model, actions: [...model.actions, { needs: [], does: [{ fact: 0, add: 14 }], cost: 4.5 }] });
  expect(forwardSearch(task, goal, start)).toMatchObject({ actions: [0, 0], cost: 4 });
});

test('a forward search sees that a number cannot come up to what is wanted', () => {
  const model = mine(9);
  const { task, goal, start } = build({ ...model, actions: [{ needs: [], does: [{ fact: 0, add: -1 }], cost: 1 }] });
  expect(forwardSearch(task, goal, start)).toMatchObject({ outcome: 'unreachable', expansions: 0 });
});

test.each([new ForwardSearch(), new RegressionSearch()])('a trace shows each expanded node once, after the node it was reached from, by growing cost and bound', (search) => {
  const { task, goal, start } = build(lamps(4));
  search.begin(project(task, goal), start, 0, { trace: true });
  search.advance(Infinity);
  const trace = readTrace(search);
  const place = new Map(trace.map(({ node }, index) => [node, index]));
  expect(trace.length).toBe(search.expansions);
  expect(place.size).toBe(trace.length);
  trace.forEach(({ parent, action, g, h }, index) => {
    if (parent < 0) return expect({ action, g }).toEqual({ action: -1, g: 0 });
    expect(place.get(parent)).toBeLessThan(index);
    expect(g).toBeCloseTo(trace[place.get(parent)!]!.g + task.cost[action]!, 9);
    return expect(g + h).toBeGreaterThanOrEqual(trace[index - 1]!.g + trace[index - 1]!.h - 1e-9);
  });
  expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
});

describe('the policy table', () => {
  test('prefers fewer steps among equal costs, and the action declared first among equals', () => {
    const model: Model = {
      facts: [{ kind: 'int', max: 2 }],
      actions: [
        { needs: [], does: [{ fact: 0, add: 1 }], cost: 1 },
        { needs: [{ fact: 0, op: '=', value: 0 }], does: [{ fact: 0, set: 2 }], cost: 2 },
        { needs: [{ fact: 0, op: '=', value: 0 }], does: [{ fact: 0, set: 2 }], cost: 2 },
      ],
      goal: [[{ fact: 0, op: '=', value: 2 }]],
      start: [0],
    };
    const { task, goal, start } = build(model);
    const table = buildPolicy(project(task, goal));
    const row = table.lookup(start, 0);
    expect({ action: table.action[row], cost: table.cost[row], steps: table.steps[row] }).toEqual({ action: 1, cost: 2, steps: 1 });
  });

  test('is given up at its row limit, and a search then answers', () => {
    const { task, goal, start } = build(lamps(12));
    const table = buildPolicy(project(task, goal), { maxRows: 100 });
    expect({ complete: table.complete, rows: table.rows }).toEqual({ complete: false, rows: 100 });
    expect(policyOf(task, goal)).toMatchObject({ complete: false, rows: 1500 });
    expect(planAtOnce(task, goal, start)).toMatchObject({ outcome: 'found', cost: bestCost(lamps(12)) });
  });

  test('reads states anywhere in a long array', () => {
    const { task, goal, pack } = build(lamps(3));
    const table = buildPolicy(project(task, goal));
    const many = Int32Array.of(...pack([1, 1, 1]), ...pack([0, 0, 0]), ...pack([1, 0, 1]));
    expect(table.lookup(many, 0)).toBe(0);
    expect(table.cost[table.lookup(many, task.words)]).toBe(1 + 1.25 + 1.5);
    expect(table.action[table.lookup(many, 2 * task.words)]).toBe(1);
  });
});

describe('planning at once', () => {
  test('goes backwards where masks can say all that matters, else forwards', () => {
    const small = build(lamps(3));
    expect(policyOf(small.task, small.goal)).toMatchObject({ complete: true, rows: 8 });
    expect(planAtOnce(small.task, small.goal, small.start)).toMatchObject({ rung: 'regression', outcome: 'found', cost: 3.75 });
    const wide = build(mine(9));
    expect(policyOf(wide.task, wide.goal)).toBeUndefined();
    expect(planAtOnce(wide.task, wide.goal, wide.start)).toMatchObject({ rung: 'forward', outcome: 'found' });
  });

  test('heeds costs and limits of the request', () => {
    const { task, goal, start } = build(lamps(3));
    expect(planAtOnce(task, goal, start, 0, { stepCost: Float64Array.of(1, Infinity, 1) })).toMatchObject({ rung: 'regression', outcome: 'unreachable' });
    expect(planAtOnce(task, goal, start, 0, { maxSteps: 2 })).toMatchObject({ rung: 'regression', outcome: 'exhausted' });
    expect(planAtOnce(task, goal, start, 0, { maxSteps: 3 })).toMatchObject({ outcome: 'found' });
  });
});

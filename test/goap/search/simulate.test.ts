import { expect, test } from 'vitest';
import { Random } from '../../../src/core/internal.js';
import { actionCost, applicable, applyAction, forwardSearch, goalHolds, simulate } from '../../../src/goap/search/index.js';
import { act, goalMet, priceOf } from './brute-force.js';
import { randomModel } from './random-model.js';
import { build } from './task-builder.js';

test('packed states do what plain states do: conditions, effects, costs, goals, at any offset', () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = new Random(seed, 17);
    const model = randomModel(seed, { wide: seed % 2 === 0, cases: seed % 3 === 0, spread: seed % 5 === 0 });
    const { task, goal, pack } = build(model);
    const offset = seed % 7;
    const words = new Int32Array(offset + task.words + 3).fill(-1);
    let state = model.start;
    words.set(pack(state), offset);
    for (let step = 0; step < 60; step++) {
      const index = Math.floor(random.next() * model.actions.length);
      const action = model.actions[index]!;
      const after = act(model, action, state);
      expect(applicable(task, index, words, offset)).toBe(after !== undefined);
      expect(goalHolds(goal, words, offset)).toBe(goalMet(model, state));
      if (after === undefined) continue;
      expect(actionCost(task, index, words, offset)).toBe(priceOf(action, state));
      applyAction(task, index, words, offset);
      state = after;
      expect(words.subarray(offset, offset + task.words)).toEqual(pack(state));
    }
    expect(words.subarray(0, offset).every((word) => word === -1)).toBe(true);
    expect(words.subarray(offset + task.words).every((word) => word === -1)).toBe(true);
  }
});

test('the rest of a plan is still good exactly where playing it on plain states reaches the goal', () => {
  const seen = { good: 0, bad: 0 };
  for (let seed = 0; seed < 120; seed++) {
    const random = new Random(seed, 19);
    const model = randomModel(seed, { wide: seed % 2 === 0 });
    const { task, goal, start, pack } = build(model);
    const { outcome, actions } = forwardSearch(task, goal, start);
    if (outcome !== 'found') continue;
    const plan = Int32Array.of(99, ...actions);
    const scratch = new Int32Array(task.words);
    for (let from = 0; from <= actions.length; from++) {
      // The world may have moved on by a random action meanwhile.
      let state: readonly number[] | undefined = model.start;
      for (const index of actions.slice(0, from)) state = act(model, model.actions[index]!, state!);
      if (random.next() < 0.7) state = act(model, model.actions[Math.floor(random.next() * model.actions.length)]!, state!) ?? state;
      const words = pack(state!);
      const before = words.slice();
      let end: readonly number[] | undefined = state;
      for (const index of actions.slice(from)) end = end && act(model, model.actions[index]!, end);
      const good = end !== undefined && goalMet(model, end);
      expect(simulate(task, plan, 1 + from, actions.length - from, words, 0, goal, scratch)).toBe(good);
      expect(words).toEqual(before);
      seen[good ? 'good' : 'bad']++;
    }
  }
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(20);
});

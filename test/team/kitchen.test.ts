import { describe, expect, it } from 'vitest';
import type { Agent, TeamPlan } from '../../src/team/index.js';
import { bruteForce } from './brute-force.js';
import { ann, bob, kitchen } from './kitchen.js';
import type { SmallTask } from './small-tasks.js';

function roast(agents: readonly Agent[], apples: number, options: { readonly order?: 'inTurn'; readonly walkEarly?: boolean } = {}): TeamPlan {
  const plan = kitchen.plan({ agents, goals: Array.from({ length: apples }, () => 'roastApple' as const), expansions: 20_000, ...options });
  if (!plan.found) throw new Error(plan.explanation);
  return plan;
}

describe('the kitchen of two cooks', () => {
  it.each([
    ['Ann alone', [ann], {}, 10],
    ['Bob alone', [bob], {}, 11],
    ['both', [ann, bob], {}, 9],
    ['both, nobody walking early', [ann, bob], { walkEarly: false }, 10],
  ] as const)('one apple, %s', (_who, agents, options, seconds) => {
    expect(roast(agents, 1, options)).toMatchObject({ makespan: seconds, lowerBound: seconds, proven: true });
  });

  it('roasts one apple as in the worked example: Bob collects and carries, Ann waits at the cooker', () => {
    const { jobs } = roast([ann, bob], 1);
    expect(jobs.map(({ text, agent, leave, start, end, after }) => [text, agent, leave, start, end, after])).toEqual([
      ['collect', 'Bob', 0, 2, 6, []],
      ['carry(raw, collector, cooker)', 'Bob', 6, 6, 7, [0]],
      ['cook', 'Ann', 0, 7, 9, [1]],
    ]);
  });

  it.each([
    [2, 13, 15],
    [3, 16, 21],
  ])('%i apples take %i s planned jointly, %i s planned goal by goal', (apples, jointly, inTurn) => {
    expect(roast([ann, bob], apples)).toMatchObject({ makespan: jointly, proven: true });
    expect(roast([ann, bob], apples, { order: 'inTurn' })).toMatchObject({ makespan: inTurn, proven: true });
  });

  it.each([
    [1, 9],
    [2, 13],
    [3, 16],
  ])('%i apples: trying everything finds %i s too', (apples, seconds) => {
    const job = { transfer: false, atLeast: [], atMost: [], take: [], give: [], set: [], helpers: 0, station: true, lock: false };
    // Times are half seconds here, so that all of them are whole: Ann is the first agent, Bob the second.
    const task: SmallTask = {
      places: [4, 2, 0],
      agents: [{ place: 2, pace: 2 }, { place: 2, pace: 1 }],
      cells: [{ start: 0, max: 9 }, { start: 0, max: 9 }, { start: 0, max: 9 }],
      jobs: [
        { ...job, place: 0, target: 0, seconds: [4, 8], give: [{ cell: 0, amount: 1 }] },
        { ...job, place: 0, target: 1, transfer: true, station: false, seconds: [0, 0], take: [{ cell: 0, amount: 1 }], give: [{ cell: 1, amount: 1 }] },
        { ...job, place: 1, target: 1, seconds: [4, 8], take: [{ cell: 1, amount: 1 }], give: [{ cell: 2, amount: 1 }] },
      ],
      goal: { atLeast: [], take: [{ cell: 2, amount: apples }] },
    };
    expect(bruteForce(task, 2 * seconds, 200_000)).toBe(2 * seconds);
  });
});

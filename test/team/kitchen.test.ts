import { describe, expect, it } from 'vitest';
import type { Agent, TeamPlan } from '../../src/team/index.js';
import { ann, bob, kitchen } from './kitchen.js';

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
});

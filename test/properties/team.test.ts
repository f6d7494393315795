import { describe, expect, it } from 'vitest';
import { bruteForce } from '../team/brute-force.js';
import { mistakesOf } from '../team/check-plan.js';
import { asTeam, randomTask } from '../team/small-tasks.js';

const runs = Number(process.env['GANGLION_FUZZ'] ?? 40);
/** Milliseconds: the machine may be busy. */
const patience = 60_000 + runs * 5_000;
/** Worlds a second that the brute force may hold: tasks above that are counted, not compared. */
const mostWorlds = Number(process.env['GANGLION_WORLDS'] ?? 4_000);

describe(`${runs} random tasks of up to 3 agents and 8 jobs`, () => {
  it('the exact search finds what trying everything finds, and its plans work', () => {
    let compared = 0;
    for (let seed = 0; seed < runs; seed++) {
      const task = randomTask(seed);
      const { domain, agents, start } = asTeam(task);
      const plan = domain.plan({ agents, start, goals: ['all'], expansions: 50_000 });
      const least = bruteForce(task, plan.found ? Math.ceil(plan.makespan) : 12, mostWorlds);
      if (plan.found) expect(mistakesOf(plan, task), `task ${seed}`).toEqual([]);
      if (least === 'too large') continue;
      compared++;
      expect(plan.found ? plan.makespan : 'never', `task ${seed}`).toBe(least);
      if (plan.found) expect(plan, `task ${seed}`).toMatchObject({ proven: true, lowerBound: least });
    }
    expect(compared).toBeGreaterThan(runs / 2);
  }, patience);

  it('list scheduling is valid and never below the proven optimum; its bound never above', () => {
    for (let seed = 0; seed < runs; seed++) {
      const task = randomTask(seed);
      const { domain, agents, start } = asTeam(task);
      const exact = domain.plan({ agents, start, goals: ['all'], expansions: 50_000 });
      for (const improvements of [0, 100]) {
        const quick = domain.plan({ agents, start, goals: ['all'], expansions: 0, improvements });
        if (!quick.found || !exact.found) {
          expect(exact.found || !quick.found, `task ${seed}`).toBe(true);
          continue;
        }
        expect(mistakesOf(quick, task), `task ${seed}`).toEqual([]);
        expect(quick.makespan, `task ${seed}`).toBeGreaterThanOrEqual(exact.makespan);
        expect(quick.lowerBound, `task ${seed}`).toBeLessThanOrEqual(exact.makespan);
      }
    }
  }, patience);

  it('several goals: plans work, in turn and jointly, and jointly is never later than in turn when it is proven', () => {
    for (let seed = 0; seed < runs; seed++) {
      const task = randomTask(seed);
      const { domain, agents, start } = asTeam(task);
      const goals = ['all', 'all', 'all'].slice(0, 2 + (seed % 2));
      const inTurn = domain.plan({ agents, start, goals, order: 'inTurn', expansions: 2_000 });
      const jointly = domain.plan({ agents, start, goals, expansions: 2_000 });
      for (const plan of [inTurn, jointly]) if (plan.found) expect(mistakesOf(plan, task), `task ${seed}`).toEqual([]);
      if (inTurn.found) expect(jointly.found, `task ${seed}`).toBe(true);
      if (inTurn.found && jointly.found) {
        expect(jointly.lowerBound, `task ${seed}`).toBeLessThanOrEqual(inTurn.makespan);
        if (jointly.proven) expect(jointly.makespan, `task ${seed}`).toBeLessThanOrEqual(inTurn.makespan);
      }
    }
  }, patience);
});

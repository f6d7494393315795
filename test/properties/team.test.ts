import { describe, expect, it } from 'vitest';
import type { TeamPlan } from '../../src/team/index.js';
import { bruteForce, type Script } from '../team/brute-force.js';
import { mistakesOf } from '../team/check-plan.js';
import { asTeam, randomTask, type SmallTask } from '../team/small-tasks.js';

const runs = Number(process.env['GANGLION_FUZZ'] ?? 24);
/** Milliseconds: the machine may be busy. */
const patience = 60_000 + runs * 5_000;
/** Tasks that were once planned wrongly: things that only setting a switch uses up (238, 336), a helper whom a transfer takes along faster than it walks (300), a
 * goal whose hand-over makes room for another (121). */
const seeds = [...Array(runs).keys(), 121, 238, 300, 336];
/** Worlds a second that the brute force may hold: tasks above that are counted, not compared. */
const mostWorlds = Number(process.env['GANGLION_WORLDS'] ?? 4_000);

describe(`${runs} random tasks of up to 3 agents and 8 jobs`, () => {
  it('the exact search finds what trying everything finds, and its plans work', () => {
    let compared = 0;
    for (const seed of seeds) {
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

  it('when nobody walks early, plans are never faster than trying everything, and seldom slower: by jobs done only to be somewhere', () => {
    let compared = 0;
    let same = 0;
    for (const seed of seeds) {
      const task = randomTask(seed);
      const { domain, agents, start } = asTeam(task);
      const plan = domain.plan({ agents, start, goals: ['all'], expansions: 50_000, walkEarly: false });
      const early = domain.plan({ agents, start, goals: ['all'], expansions: 50_000 });
      const least = bruteForce(task, plan.found ? Math.ceil(plan.makespan) : 12, mostWorlds, { walkEarly: false });
      if (plan.found && early.found) expect(plan.makespan, `task ${seed}`).toBeGreaterThanOrEqual(early.makespan);
      if (least === 'too large') continue;
      compared++;
      if (plan.found) expect(plan.makespan, `task ${seed}`).toBeGreaterThanOrEqual(least as number);
      if (least === (plan.found ? plan.makespan : 'never')) same++;
    }
    expect(compared).toBeGreaterThan(runs / 2);
    expect(same / compared).toBeGreaterThan(0.95);
  }, patience);

  it('list scheduling is valid and never below the proven optimum; its bound never above', () => {
    for (const seed of seeds) {
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

  it('two orders planned jointly are served as early as trying everything finds', () => {
    let compared = 0;
    for (const seed of seeds) {
      const task = randomTask(seed);
      const { domain, agents, start } = asTeam(task);
      const plan = domain.plan({ agents, start, goals: ['all', 'all'], expansions: 20_000 });
      if (plan.found && !plan.proven) continue;
      const least = bruteForce(task, plan.found ? Math.ceil(plan.makespan) : 12, mostWorlds, { orders: 2 });
      if (least === 'too large') continue;
      compared++;
      expect(plan.found ? plan.makespan : 'never', `task ${seed}`).toBe(least);
    }
    expect(compared).toBeGreaterThan(runs / 3);
  }, patience);

  it('several goals: plans work, in turn and jointly, and jointly is never later than in turn when it is proven', () => {
    for (const seed of seeds) {
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

  it('a goal planned on top of another plan is reached as early as trying everything finds', () => {
    let compared = 0;
    for (const seed of seeds) {
      const task = randomTask(seed);
      const { domain, agents, start } = asTeam(task);
      const first = domain.plan({ agents, start, goals: ['all'], expansions: 50_000 });
      const both = domain.plan({ agents, start, goals: ['all', 'all'], order: 'inTurn', expansions: 50_000 });
      if (!first.found || !both.found || !both.proven) continue;
      const least = bruteForce(task, Math.ceil(both.goals[1]!.at), mostWorlds, { script: scriptOf(first, task) });
      if (least === 'too large') continue;
      compared++;
      expect(both.goals[1]!.at, `task ${seed}`).toBe(least);
    }
    expect(compared).toBeGreaterThan(runs / 4);
  }, patience);
});

function scriptOf({ jobs, goals }: TeamPlan, task: SmallTask): Script {
  const doings = jobs.map(({ job, start, end }) => ({ job: Number(job.slice(1)), start, lasts: end - start }));
  const ends = task.agents.map(({ place }, agent) => {
    const own = jobs.filter(({ agent: lead, helpers }) => [lead, ...helpers].includes(`a${agent}`));
    const last = own.at(-1);
    return last === undefined ? { place, free: 0 } : { place: task.jobs[Number(last.job.slice(1))]!.target, free: last.end };
  });
  return { jobs: doings, handOvers: goals.map(({ at }) => at), agents: ends };
}

import { isProblem } from 'ganglion';
import { type AnyDomain, plan, type PlanResult, readDomain } from 'ganglion/goap';
import type { ExactRung } from '../../src/goap/internal.js';
import { expect, test } from 'vitest';
import { nested } from '../facts/random-facts.js';
import { bindings, holds, plainCost, takeStep } from '../goap/front/plain-planner.js';
import { randomProblem, type RandomProblem } from '../goap/front/random-domain.js';

/** Random domains; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 100 * Number(process.env['GANGLION_FUZZ'] ?? 1);
const rungs: readonly (ExactRung | undefined)[] = [undefined, 'regression', 'forward'];

/** The domain, or undefined when its one goal contradicts itself: that is refused when it is defined. */
function defined({ parts }: RandomProblem): AnyDomain | undefined {
  try {
    return readDomain(parts);
  } catch (error) {
    if (isProblem(error) && error.code === 'never' && error.path.startsWith('domain.goals')) return undefined;
    throw error;
  }
}

/** The answer of a rung, or undefined when it says that it does not apply. */
function asked(domain: AnyDomain, start: any, goal: any, rung: ExactRung | undefined): PlanResult<any> | undefined {
  try {
    return plan(domain, start, goal, rung === undefined ? {} : { rung });
  } catch (error) {
    if (isProblem(error) && error.code === 'rung-unfit') return undefined;
    throw error;
  }
}

test('plans cost what trying everything on plain objects costs, on every rung', () => {
  const answered: Record<string, number> = { plans: 0, none: 0, regression: 0, forward: 0 };
  for (let seed = 0; seed < runs; seed++) {
    const problem = randomProblem(seed);
    const domain = defined(problem);
    if (domain === undefined) continue;
    const { parts, cells } = problem;
    const start = nested(cells, problem.start);
    const [params] = bindings(parts, parts['goals'].p.params);
    const goals = [
      { want: 'g', done: (state: any) => holds(parts['goals'].g, {}, state) },
      { want: { goal: 'p', params }, done: (state: any) => holds(parts['goals'].p.want, params!, state) },
    ];
    for (const { want, done } of goals) {
      const best = plainCost(parts, start, done);
      answered[best === undefined ? 'none' : 'plans']!++;
      for (const rung of rungs) {
        const where = `seed ${seed}, goal ${JSON.stringify(want)}, rung ${rung ?? 'free'}`;
        const result = asked(domain, start, want, rung);
        if (result === undefined) continue;
        answered[result.rung]!++;
        if (!result.found) {
          expect(best, `${where}: ${result}`).toBeUndefined();
          expect(result.reason, where).not.toBe('budget');
          // Whatever cannot be reached at all has a chain that ends somewhere; the goal of params may contradict itself.
          if (result.reason === 'unreachable' && !result.explanation.endsWith('contradicts itself')) {
            expect(result.chain.length, `${where}: ${result}`).toBeGreaterThan(0);
            expect(result.chain.map((each) => each.fact), where).toEqual(result.unmet);
          }
          expect(result.explanation, where).not.toMatch(/undefined|^$/);
          continue;
        }
        expect(result.cost, where).toBeCloseTo(best ?? NaN, 9);
        let state = start;
        let cost = 0;
        for (const step of result.steps) {
          const taken = takeStep(parts, state, step as any);
          if (taken === undefined) return expect.fail(`${where}: ${JSON.stringify(step)} cannot be taken`);
          state = taken.state;
          cost += taken.cost;
        }
        expect(done(state), where).toBe(true);
        expect(cost, where).toBeCloseTo(result.cost, 9);
      }
    }
  }
  // The domains are no good if one kind of answer never came up.
  for (const [kind, count] of Object.entries(answered)) expect(count, kind).toBeGreaterThan(0);
});

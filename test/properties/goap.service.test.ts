import { describe, expect, test } from 'vitest';
import { Random } from '../../src/core/internal.js';
import type { Goal } from '../../src/goap/task.js';
import { planAtOnce, PlannerService, restoreService, saveService, type SavedService, type ServiceOptions } from '../../src/goap/search/index.js';
import { act } from '../goap/search/brute-force.js';
import { randomModel } from '../goap/search/random-model.js';
import { build, type Built, type Model } from '../goap/search/task-builder.js';

const runs = 8 * Number(process.env['GANGLION_FUZZ'] ?? 1);

interface Desk {
  readonly model: Model;
  readonly built: Built;
}

/** Three tasks, one of which needs the forward search. */
function desks(seed: number): readonly Desk[] {
  return [0, 1, 2].map((index) => {
    const model = randomModel(seed * 3 + index, { wide: index === 2, cases: index === 2, spread: index === 1 });
    const built = build(model);
    return { model, built };
  });
}

interface Line {
  readonly tick: number;
  readonly client: number;
  readonly generation: number;
  readonly outcome: string;
  readonly actions: readonly number[];
  readonly cost: number;
  readonly expansions: number;
}

interface Asked {
  readonly desk: Desk;
  readonly words: Int32Array;
  readonly maxSteps?: number | undefined;
  readonly stepCost?: Float64Array | undefined;
}

/** One run of a crowd of clients that ask, change their minds and leave, all from one seed. `between` may replace the service after any tick. */
function play(seed: number, options: ServiceOptions, between: (service: PlannerService, tick: number) => PlannerService = (service) => service): { log: Line[]; asked: Map<string, Asked> } {
  const random = new Random(seed, 3);
  const below = (limit: number): number => Math.floor(random.next() * limit);
  const all = desks(seed);
  let service = new PlannerService(options);
  for (const { built } of all) service.register(built.task);
  const asked = new Map<string, Asked>();
  const log: Line[] = [];
  let generation = 0;
  const latest = new Map<number, number>();
  for (let tick = 0; tick < 400 && (tick < 40 || service.pending > 0); tick++) {
    for (let count = tick < 40 ? below(6) : 0; count > 0; count--) {
      const task = below(3);
      const client = below(12);
      const desk = all[task]!;
      let state = desk.model.start;
      for (let step = below(6); step > 0; step--) state = act(desk.model, desk.model.actions[below(desk.model.actions.length)]!, state) ?? state;
      const words = desk.built.pack(state);
      const stepCost = random.next() < 0.2 ? Float64Array.from(desk.model.actions, () => [NaN, Infinity, below(9) / 2][below(3)]!) : undefined;
      const maxSteps = random.next() < 0.2 ? below(5) : undefined;
      generation++;
      asked.set(`${client}/${generation}`, { desk, words, stepCost, maxSteps });
      latest.set(client, generation);
      service.submit({ client, task, goal: desk.built.goal, words, offset: 0, priority: below(3), maxSteps, stepCost });
    }
    if (random.next() < 0.2) service.cancel(below(12));
    const budget = below(40);
    expect(service.advance(budget)).toBeLessThanOrEqual(budget);
    // Sometimes answers are left lying for a tick.
    if (random.next() < 0.8) {
      for (const [client, of] of latest) {
        const answer = service.take(client);
        if (answer !== undefined) log.push({ tick, client, generation: of, ...answer, actions: Array.from(answer.actions) });
      }
    }
    service = between(service, tick);
  }
  expect(service.pending).toBe(0);
  return { log, asked };
}

const small: ServiceOptions = { longAfter: 12, longLanes: 2, setup: 3, cache: 8 };

describe('the planner service', () => {
  test('answers what a search of its own would answer', () => {
    let answers = 0;
    for (let seed = 0; seed < runs; seed++) {
      const { log, asked } = play(seed, small);
      for (const { client, generation, outcome, actions, cost, expansions } of log) {
        const { desk, words, maxSteps = Infinity, stepCost } = asked.get(`${client}/${generation}`)!;
        const direct = planAtOnce(desk.built.task, desk.built.goal, words, 0, { maxSteps, ...(stepCost && { stepCost }) });
        expect({ outcome, actions, cost, expansions }).toEqual({ outcome: direct.outcome, actions: direct.actions, cost: direct.cost, expansions: direct.expansions });
        answers++;
      }
    }
    expect(answers).toBeGreaterThan(runs * 10);
  });

  test('answers at the same tick whether it remembers an answer or not', () => {
    for (let seed = 0; seed < runs; seed++) {
      expect(play(seed, { ...small, cache: 0 }).log).toEqual(play(seed, { ...small, cache: 1000 }).log);
    }
  });

  test('answers at the same tick when it is saved and restored, after every tick or now and then', () => {
    for (let seed = 0; seed < runs; seed++) {
      const through = play(seed, small).log;
      for (const every of [1, 7]) {
        const restored = play(seed, small, (service, tick) => {
          if (tick % every !== 0) return service;
          const saved = JSON.parse(JSON.stringify(saveService(service))) as SavedService;
          const fresh = new PlannerService(small);
          const goals: Goal[] = [];
          for (const task of service.tasks) fresh.register(task);
          for (const job of service.jobs.all) if (job.place !== 'free') goals[job.task] = job.goal;
          restoreService(fresh, saved, (task) => goals[task]);
          expect(saveService(fresh)).toEqual({ ...saveService(service), jobs: expect.any(Array) });
          return fresh;
        });
        expect(restored.log).toEqual(through);
      }
    }
  });
});

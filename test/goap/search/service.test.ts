import { describe, expect, test } from 'vitest';
import { PlannerService, restoreService, saveService, type SavedService } from '../../../src/goap/search/index.js';
import type { Goal } from '../../../src/goap/task.js';
import { lamps, mine } from './models.js';
import { build } from './task-builder.js';

/** Lamps to light. With few lamps lit a search is long, with most of them lit it is short. */
const house = build(lamps(10));
const plain = { setup: 0, cache: 0 } as const;

function desk(options: ConstructorParameters<typeof PlannerService>[0] = plain): { service: PlannerService; ask: (client: number, lit: number, more?: object) => void; drain: () => number[] } {
  const service = new PlannerService(options);
  const task = service.register(house.task);
  let most = 0;
  return {
    service,
    ask: (client, lit, more = {}) => {
      most = Math.max(most, client);
      service.submit({ client, task, goal: house.goal, words: house.pack(lamps(10, lit).start), offset: 0, ...more });
    },
    drain: () => {
      const clients: number[] = [];
      for (let client = 0; client <= most; client++) if (service.take(client) !== undefined) clients.push(client);
      return clients;
    },
  };
}

/** Ticks of the given budget until all have their answer, with who was answered in each. */
function work(service: PlannerService, drain: () => number[], budget: number): number[][] {
  const ticks: number[][] = [];
  for (; service.pending > 0; ticks.push(drain())) service.advance(budget);
  return ticks;
}

describe('whose turn it is', () => {
  test('the more pressing first, then whoever asked first', () => {
    const { service, ask, drain } = desk();
    ask(1, 8);
    ask(2, 7);
    ask(3, 6, { priority: 2 });
    ask(4, 5, { priority: 1 });
    expect(work(service, drain, 1).flat()).toEqual([3, 4, 1, 2]);
  });

  test('waiting makes up for priority: a modest request is not passed over for ever', () => {
    const { service, ask, drain } = desk({ ...plain, ticksPerPriority: 10 });
    ask(0, 6);
    let answered = -1;
    for (let tick = 0; tick < 400 && answered < 0; tick++) {
      // Every tick somebody important asks for more than a tick can bear.
      ask(1 + tick, 5 - (tick % 3), { priority: 5 });
      service.advance(5);
      if (drain().includes(0)) answered = tick;
    }
    expect(answered).toBeGreaterThan(50);
    expect(answered).toBeLessThan(400);
  });

  test('the latest request of a client wins and keeps its place in the queue', () => {
    const { service, ask, drain } = desk();
    ask(1, 7);
    service.advance(0);
    ask(2, 8);
    service.advance(0);
    ask(1, 9);
    service.advance(1000);
    expect(service.take(1)).toMatchObject({ outcome: 'found', actions: Int32Array.of(9), cost: 1 });
    expect(service.take(1)).toBeUndefined();
    expect(drain()).toEqual([2]);
  });

  test('equal requests share one search, and each gets the answer', () => {
    const { service, ask, drain } = desk();
    for (let client = 0; client < 50; client++) ask(client, 7);
    expect(service.pending).toBe(1);
    const alone = desk();
    alone.ask(0, 7);
    const ticks = work(service, drain, 3);
    expect(work(alone.service, alone.drain, 3).length).toBe(ticks.length);
    expect(ticks.flat().length).toBe(50);
  });

  test('a shared search is as pressing as the most pressing of those who want it', () => {
    const { service, ask, drain } = desk();
    ask(1, 6);
    ask(2, 7);
    ask(3, 7, { priority: 3 });
    expect(work(service, drain, 1).flat()).toEqual([2, 3, 1]);
  });

  test('requests that differ in limits or costs do not share', () => {
    const { service, ask } = desk();
    ask(1, 7);
    ask(2, 7, { maxSteps: 4 });
    ask(3, 7, { maxExpansions: 5 });
    ask(4, 7, { stepCost: new Float64Array(10).fill(1) });
    ask(5, 7, { stepCost: new Float64Array(10).fill(2) });
    expect(service.pending).toBe(5);
    ask(6, 7, { stepCost: new Float64Array(10).fill(2) });
    expect(service.pending).toBe(5);
  });
});

describe('going back on a request', () => {
  test('a cancelled request is not answered, nor is one whose answer was not fetched yet', () => {
    const { service, ask, drain } = desk();
    ask(1, 7);
    ask(2, 8);
    service.cancel(1);
    service.advance(1000);
    service.cancel(2);
    expect(drain()).toEqual([]);
    expect(service.waits(1) || service.waits(2)).toBe(false);
  });

  test('a search that others still want goes on', () => {
    const { service, ask, drain } = desk();
    ask(1, 5);
    ask(2, 5);
    service.advance(3);
    service.cancel(1);
    expect(work(service, drain, 50).flat()).toEqual([2]);
  });

  test('a search that nobody wants any more frees its lane', () => {
    const { service, ask, drain } = desk({ ...plain, longAfter: 10, longLanes: 1 });
    ask(1, 0);
    service.advance(40);
    ask(2, 1);
    service.advance(40);
    service.cancel(1);
    expect(work(service, drain, 50).flat()).toEqual([2]);
  });
});

describe('long searches', () => {
  test('do not hold up short ones, and end themselves', () => {
    const { service, ask, drain } = desk({ ...plain, longAfter: 20, longLanes: 2 });
    for (let client = 0; client < 5; client++) ask(client, client % 2, { maxSteps: 10 + client });
    let worst = 0;
    let done = 0;
    for (let tick = 0; tick < 5000 && done < 5; tick++) {
      ask(100, 9);
      for (let waited = 0; service.waits(100); waited++) {
        service.advance(40);
        worst = Math.max(worst, waited);
        done += drain().filter((client) => client < 100).length;
      }
    }
    expect(done).toBe(5);
    // Four long ones may each come first for twenty expansions; half of the budget is for short ones.
    expect(worst).toBeLessThan(8);
  });

  test('get on even when a tick has but one expansion to give', () => {
    const { service, ask, drain } = desk({ ...plain, longAfter: 4, longLanes: 3 });
    for (let client = 0; client < 5; client++) ask(client, 5, { maxSteps: 5 + client });
    ask(9, 8);
    const answered = work(service, drain, 1).flat();
    expect(answered.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 9]);
  });
});

test('a long search ends though every tick brings a short one and has but one expansion to give', () => {
  const { service, ask, drain } = desk({ ...plain, longAfter: 4 });
  ask(0, 3);
  const answered: number[] = [];
  for (let tick = 0; tick < 2000 && !answered.includes(0); tick++) {
    ask(1 + (tick % 50), 8, { maxSteps: 2 + tick });
    service.advance(1);
    answered.push(...drain());
  }
  expect(answered.length).toBeGreaterThan(20);
  expect(answered).toContain(0);
});

test('no tick takes more than its budget, and an idle one takes nothing', () => {
  const { service, ask, drain } = desk({ setup: 8 });
  for (let client = 0; client < 40; client++) ask(client, client % 10);
  for (let tick = 0; service.pending > 0; tick++) expect(service.advance(tick % 13)).toBeLessThanOrEqual(tick % 13);
  expect(drain().length).toBe(40);
  expect(service.advance(1000)).toBe(0);
});

test('a hundred thousand clients ask at once and all are answered, in the order in which they asked', () => {
  const count = 100_000;
  const counting = build(mine(40));
  const service = new PlannerService();
  const task = service.register(counting.task);
  const words = Int32Array.from({ length: 40 }, (_, gold) => gold);
  for (let client = 0; client < count; client++) {
    service.submit({ client, task, goal: counting.goal, words, offset: client % 40, maxSteps: 50 + Math.floor(client / 2000) });
  }
  let watched = 0;
  let answers = 0;
  let ticks = 0;
  for (; service.pending > 0; ticks++) {
    service.advance(2000);
    // Of each 2,000 the first 40 are watched; the others ask the same.
    for (let client = watched; client < count && service.take(client) !== undefined; client = watched) {
      watched = client % 2000 === 39 ? client + 1961 : client + 1;
      answers++;
    }
  }
  expect(answers).toBe(count / 50);
  expect(ticks).toBeGreaterThan(1);
});

describe('bad input', () => {
  test('is refused with a hint', () => {
    const { ask, service } = desk();
    expect(() => ask(-1, 3)).toThrow(/-1 cannot be the number of a client; whole numbers/);
    expect(() => ask(1.5, 3)).toThrow(/cannot be the number of a client/);
    expect(() => service.submit({ client: 1, task: 3, goal: house.goal, words: house.start, offset: 0 })).toThrow(/no task 3 .* register it first/);
  });

  test('a snapshot that is not one is refused whole, and the service goes on as before', () => {
    const { service, ask, drain } = desk({ ...plain, longAfter: 5 });
    ask(1, 4);
    ask(2, 9);
    service.advance(7);
    const good = JSON.parse(JSON.stringify(saveService(service)));
    const spoilt: [string, (saved: any) => void][] = [
      ['version', (saved) => (saved.version = 2)],
      ['tick', (saved) => (saved.tick = -1)],
      ['jobs', (saved) => (saved.jobs = 'none')],
      ['jobs[0].task', (saved) => (saved.jobs[0].task = 5)],
      ['jobs[0].start', (saved) => (saved.jobs[0].start = [1, 2, 3])],
      ['jobs[0].where', (saved) => (saved.jobs[0].where = 77)],
      ['jobs[0].costs', (saved) => (saved.jobs[0].costs = [-7])],
      ['jobs[0].clients', (saved) => (saved.jobs[0].clients = [])],
      ['jobs[0].clients', (saved) => (saved.jobs[0].clients = [[0.5, 0, 0]])],
      ['jobs[0].goal', (saved) => (saved.jobs[0].goal = 'gone')],
      ['jobs[0]', (saved) => (saved.jobs[0].spent = 'much')],
      ['answers[0]', (saved) => (saved.answers = [{ client: 'x' }])],
    ];
    const goalOf = (_task: number, text: string): Goal | undefined => (text === house.goal.text ? house.goal : undefined);
    for (const [path, spoil] of spoilt) {
      const saved = structuredClone(good);
      spoil(saved);
      expect(() => restoreService(service, saved as SavedService, goalOf), path).toThrow(expect.objectContaining({ name: 'Problem', path }));
    }
    expect(saveService(service)).toEqual(good);
    restoreService(service, good, goalOf);
    expect(saveService(service)).toEqual(good);
    expect(work(service, drain, 1000).flat().toSorted((a, b) => a - b)).toEqual([1, 2]);
  });
});

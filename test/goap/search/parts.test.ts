import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/core/internal.js';
import { Arena } from '../../../src/goap/search/arena.js';
import { Cover } from '../../../src/goap/search/cover.js';
import { Heap } from '../../../src/goap/search/heap.js';
import { JobQueue } from '../../../src/goap/search/job-queue.js';
import { Job } from '../../../src/goap/search/job.js';
import { JobTable } from '../../../src/goap/search/job-table.js';
import { highestBits, longGroupMask, lowestBits, normalise, popcount } from '../../../src/goap/search/masks.js';
import type { Projection } from '../../../src/goap/search/projection.js';
import type { Goal } from '../../../src/goap/task.js';
import { build } from './task-builder.js';

test('a heap gives nodes back by key, then by tie, whatever was pushed and popped between', () => {
  const random = new Random(1);
  const heap = new Heap();
  let model: { key: number; tie: number; node: number }[] = [];
  for (let turn = 0; turn < 3000; turn++) {
    if (random.next() < 0.55 || model.length === 0) {
      const entry = { key: Math.floor(random.next() * 20) / 4, tie: Math.floor(random.next() * 5), node: turn };
      heap.push(entry.key, entry.tie, entry.node);
      model.push(entry);
      continue;
    }
    const least = model.toSorted((a, b) => a.key - b.key || a.tie - b.tie)[0]!;
    const popped = model.find(({ node }) => node === heap.nodes[0])!;
    expect([popped.key, popped.tie]).toEqual([least.key, least.tie]);
    expect(heap.pop()).toBe(popped.node);
    model = model.filter((entry) => entry !== popped);
  }
  expect(heap.size).toBe(model.length);
});

test('a job queue gives jobs back by order, then by sequence, also when some leave or move up', () => {
  const random = new Random(2);
  const all: Job[] = [];
  const queue = new JobQueue(all, 'waiting');
  let waiting: Job[] = [];
  for (let turn = 0; turn < 3000; turn++) {
    const some = waiting[Math.floor(random.next() * waiting.length)];
    const dice = random.next();
    if (dice < 0.5 || some === undefined) {
      const job = all.find(({ place }) => place === 'free') ?? new Job(all.length);
      all[job.number] = job;
      Object.assign(job, { order: Math.floor(random.next() * 30), sequence: turn, place: 'waiting' });
      queue.push(job);
      waiting.push(job);
    } else if (dice < 0.6) {
      some.order -= 5;
      queue.push(some);
    } else {
      const first = waiting.toSorted((a, b) => a.order - b.order || a.sequence - b.sequence)[0]!;
      if (dice < 0.8) expect(queue.pop()).toBe(first);
      const leaving = dice < 0.8 ? first : some;
      leaving.place = 'free';
      waiting = waiting.filter((job) => job !== leaving);
    }
  }
});

test('a partial state is covered by an expanded one that asks for less, at no greater cost and in no more steps', () => {
  const arena = new Arena();
  const cover = new Cover();
  arena.begin(4);
  cover.begin(2);
  const add = (care: number, value: number, cost: number, steps: number): number => {
    arena.keys.set([care, 0b11, value, 0b10], arena.count * 4);
    arena.find(arena.count * 4);
    arena.insert(-1, -1, cost, steps, 0);
    return arena.count - 1;
  };
  const late = 1000;
  expect(cover.covered(arena, add(0b0011, 0b0001, 5, 3), late)).toBe(false);
  expect(cover.covered(arena, add(0b0111, 0b0101, 5, 3), late)).toBe(true);
  expect(cover.covered(arena, add(0b1111, 0b0101, 4.5, 3), late)).toBe(false);
  expect(cover.covered(arena, add(0b1111, 0b1001, 5, 2), late)).toBe(false);
  expect(cover.covered(arena, add(0b1111, 0b0111, 9, 9), late)).toBe(false);
  expect(cover.covered(arena, add(0b0001, 0b0001, 9, 9), late)).toBe(false);
  // Early on nothing is compared: most searches are over before it pays.
  expect(cover.covered(arena, add(0b10111, 0b00001, 9, 9), 3)).toBe(false);
});

describe('the table of jobs', () => {
  const goal: Goal = { text: 'goal', any: [] };
  const projection = { step: Int32Array.of(0) } as Projection;
  const asked = (table: JobTable, number: number, maxSteps = 9, cost?: number): Job => {
    const job = table.take();
    job.ask(0, goal, projection, 1, cost === undefined ? undefined : Float64Array.of(cost), maxSteps, 10);
    job.start[0] = number;
    return table.enter(job);
  };
  let sequence = 0;
  const answered = (table: JobTable, job: Job): void => {
    job.sequence = sequence++;
    job.answer = { outcome: 'found', actions: new Int32Array(0), cost: job.start[0]!, bound: 0, expansions: 1, units: 1 };
    table.leave(job);
  };

  test('forgets the answer that was not asked for longest', () => {
    const table = new JobTable(3);
    for (const number of [1, 2, 3]) answered(table, asked(table, number));
    answered(table, asked(table, 1));
    answered(table, asked(table, 4));
    expect([1, 3, 4].map((number) => asked(table, number).answer?.cost)).toEqual([1, 3, 4]);
    expect(asked(table, 2).answer).toBeUndefined();
  });

  test('knows equal requests only, and remembers none with costs of its own', () => {
    const table = new JobTable(9);
    const job = asked(table, 1);
    expect(asked(table, 1)).toBe(job);
    expect(asked(table, 2)).not.toBe(job);
    expect(asked(table, 1, 3)).not.toBe(job);
    const costly = asked(table, 1, 9, 0.5);
    expect(costly).not.toBe(job);
    expect(asked(table, 1, 9, 0.5)).toBe(costly);
    expect(asked(table, 1, 9, 0.25)).not.toBe(costly);
    answered(table, costly);
    expect(asked(table, 1, 9, 0.5).answer).toBeUndefined();
  });

  test('of no capacity remembers nothing', () => {
    const table = new JobTable(0);
    answered(table, asked(table, 1));
    expect(asked(table, 1).answer).toBeUndefined();
  });
});

describe('masks', () => {
  test('count and cut fields as text does', () => {
    for (const [low, width] of [[0, 1], [3, 7], [0, 32], [31, 1], [10, 22]] as const) {
      const mask = width === 32 ? -1 : ((2 ** width - 1) << low) | 0;
      const text = (bits: number): string => (bits >>> 0).toString(2).padStart(32, '0');
      expect(popcount(mask)).toBe(width);
      for (let count = 0; count <= width; count++) {
        expect(text(lowestBits(mask, count))).toBe(`${'1'.repeat(count)}${'0'.repeat(low)}`.padStart(32, '0'));
        expect(text(highestBits(mask, count))).toBe(`${'1'.repeat(count)}${'0'.repeat(low + width - count)}`.padStart(32, '0'));
      }
    }
    expect([longGroupMask(40, 0), longGroupMask(40, 1), longGroupMask(64, 1)]).toEqual([-1, 255, -1]);
  });

  test('normal form adds exactly the bits that hold in every state the condition allows', () => {
    // One cell of each kind; all states are looked at.
    const { task, pack } = build({
      facts: [{ kind: 'oneOf', size: 3 }, { kind: 'int', max: 3 }, { kind: 'flag' }],
      actions: [],
      goal: [[]],
      start: [0, 0, 0],
    });
    const states = [0, 1, 2].flatMap((one) => [0, 1, 2, 3].flatMap((int) => [0, 1].map((flag) => pack([one, int, flag])[0]!)));
    const all = (1 << 7) - 1;
    for (let care = 0; care <= all; care++) {
      for (let value = care; ; value = (value - 1) & care) {
        const allowed = states.filter((state) => (state & care) === value);
        const normal = { care: Int32Array.of(care), value: Int32Array.of(value) };
        expect(normalise(task, normal.care, normal.value, 0)).toBe(allowed.length > 0);
        if (allowed.length > 0) {
          const set = allowed.reduce((common, state) => common & state, all);
          const clear = allowed.reduce((common, state) => common & ~state, all);
          expect([normal.care[0], normal.value[0]]).toEqual([set | clear, set]);
        }
        if (value === 0) break;
      }
    }
  });
});

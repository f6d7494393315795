import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/core/internal.js';
import { Arena } from '../../../src/goap/search/arena.js';
import { Cover } from '../../../src/goap/search/cover.js';
import { Heap } from '../../../src/goap/search/heap.js';
import { JobQueue } from '../../../src/goap/search/job-queue.js';
import { Jobs } from '../../../src/goap/search/jobs.js';
import { highestBits, longGroupMask, lowestBits, normalise, popcount } from '../../../src/goap/search/masks.js';
import { PlanCache, type PlanAnswer, type PlanKey } from '../../../src/goap/search/plan-cache.js';
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
  const jobs = new Jobs();
  const queue = new JobQueue(jobs);
  const waiting = new Set<number>();
  for (let turn = 0; turn < 3000; turn++) {
    const some = [...waiting][Math.floor(random.next() * waiting.size)];
    const dice = random.next();
    if (dice < 0.5 || some === undefined) {
      const job = jobs.take();
      jobs.order[job] = Math.floor(random.next() * 30);
      jobs.sequence[job] = turn;
      jobs.enter(job, job);
      queue.push(job);
      waiting.add(job);
    } else if (dice < 0.6) {
      jobs.order[some] = jobs.order[some]! - 5;
      queue.advance(some);
    } else {
      const first = [...waiting].toSorted((a, b) => jobs.order[a]! - jobs.order[b]! || jobs.sequence[a]! - jobs.sequence[b]!)[0]!;
      expect(queue.first).toBe(first);
      const leaving = dice < 0.8 ? first : some;
      queue.remove(leaving);
      jobs.release(leaving);
      waiting.delete(leaving);
    }
    expect(queue.size).toBe(waiting.size);
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

describe('the plan cache', () => {
  const answer = (cost: number): PlanAnswer => ({ outcome: 'found', actions: new Int32Array(0), cost, bound: cost, expansions: 1 });
  const key = (goal: number, hash = 7): PlanKey => ({ task: 0, goal, hash, maxSteps: Infinity, maxExpansions: 10 });
  const start = Int32Array.of(9, 1, 2);

  test('throws out what was not asked for longest', () => {
    const cache = new PlanCache(3);
    // All in one bucket, so that the chain is taken apart as well.
    for (const goal of [1, 2, 3]) cache.add(key(goal), start, 1, 2, answer(goal));
    expect(cache.find(key(1), start, 1, 2)?.cost).toBe(1);
    cache.add(key(4), start, 1, 2, answer(4));
    expect([1, 2, 3, 4].map((goal) => cache.find(key(goal), start, 1, 2)?.cost)).toEqual([1, undefined, 3, 4]);
  });

  test('knows equal requests only', () => {
    const cache = new PlanCache(3);
    cache.add(key(1), start, 1, 2, answer(1));
    expect(cache.find({ ...key(1), maxSteps: 3 }, start, 1, 2)).toBeUndefined();
    expect(cache.find({ ...key(1), maxExpansions: 3 }, start, 1, 2)).toBeUndefined();
    expect(cache.find({ ...key(1), task: 1 }, start, 1, 2)).toBeUndefined();
    expect(cache.find({ ...key(1), hash: 8 }, start, 1, 2)).toBeUndefined();
    expect(cache.find(key(1), start, 0, 2)).toBeUndefined();
    cache.widen(5);
    expect(cache.find(key(1), start, 1, 2)?.cost).toBe(1);
  });

  test('of no capacity remembers nothing', () => {
    const cache = new PlanCache(0);
    cache.add(key(1), start, 1, 2, answer(1));
    expect(cache.find(key(1), start, 1, 2)).toBeUndefined();
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

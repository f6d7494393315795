import { describe, expect, it } from 'vitest';
import { team } from 'ganglion/team';
import { exchange, siblingsOf } from '../../src/team/search/improve.js';
import { makeLimits } from '../../src/team/search/limits.js';
import { begins } from '../../src/team/search/timeline.js';
import { int, per } from '../../src/facts/internal.js';

/** An operation on a cell from 0 to 9. */
const op = (cell: number, change: { readonly take?: number; readonly give?: number }): never => ({ cell, min: 0, max: 9, take: 0, give: 0, set: undefined, allowed: undefined, ...change }) as never;

/** A job, or a goal, of these operations. */
const work = (...ops: readonly never[]): never => {
  const opAt: unknown[] = [];
  for (const each of ops) opAt[(each as { cell: number }).cell] = each;
  return { ops, opAt } as never;
};

describe('whether work may begin', () => {
  it('there must be room for the last single unit', () => {
    expect([begins(op(0, { give: 1 }), 8, 8, 0), begins(op(0, { give: 1 }), 9, 9, 0), begins(op(0, { give: 1 }), 0, 9, 0)]).toEqual([true, false, false]);
  });
});

describe('how often a cell is put into', () => {
  it('units that go round by way of others are counted once for the whole round', () => {
    // One-way roads: 0 to 1, 1 to 2, 2 to 0. One unit is wanted at 2.
    const jobs = [work(op(0, { take: 1 }), op(1, { give: 1 })), work(op(1, { take: 1 }), op(2, { give: 1 })), work(op(2, { take: 1 }), op(0, { give: 1 }))];
    const goals = [work(op(2, { take: 1 }))];
    const { limit } = makeLimits({ jobs, goals, values: new Float64Array([1, 0, 0]), cells: [{}, {}, {}], entries: [] } as never);
    expect([...limit]).toEqual([1, 1, 1]);
  });
});

describe('doing one job with another object', () => {
  const job = (name: string, apple: string): never => ({ work: { job: name, params: { apple }, times: 1 } }) as never;
  const jobs = ['pick', 'cook', 'serve'].flatMap((name) => [job(name, 'a1'), job(name, 'a2')]);
  const siblings = siblingsOf(jobs);
  const chain = (): never[] => [0, 2, 4].map((at) => ({ job: jobs[at], goal: -1, lead: -1 })) as never[];
  const apples = (choices: readonly unknown[] | undefined): unknown => choices?.map((each) => (each as { job: { work: { params: { apple: string } } } }).job.work.params.apple);

  it('takes its neighbours along', () => {
    expect(apples(exchange(chain(), 1, siblings, () => 1))).toEqual(['a2', 'a2', 'a2']);
  });

  it('is nothing when the object is the same', () => {
    expect(exchange(chain(), 1, siblings, () => 0)).toBeUndefined();
  });
});

describe('a planned job', () => {
  it('tells its place, also the one that was declared first', () => {
    const shop = team({ objects: { bench: ['first', 'second'] }, facts: { made: per(['bench'], int(0, 9)) }, travel: () => 1, jobs: { cut: { params: { at: 'bench' }, at: '$at', duration: 1, effects: { made: [['$at', { add: 1 }]] } } } });
    const found = shop.plan({ agents: [{ name: 'ann', place: 'first' }], goals: [{ want: { made: [['first', 1]] } }] });
    expect(found).toMatchObject({ found: true, jobs: [{ job: 'cut', place: 'first' }] });
  });
});

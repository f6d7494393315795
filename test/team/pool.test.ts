import { describe, expect, it } from 'vitest';
import { ann, bob, kitchen } from './kitchen.js';
import { team } from './public.js';
import { int } from '../../src/facts/internal.js';

describe('the pool', () => {
  it('plans by priority; a late urgent goal is planned first but throws nobody out of a queue', () => {
    const crew = kitchen.crew({ agents: [ann, bob], jointly: 1 });
    const low = crew.want('roastApple');
    const high = crew.want('roastApple', { priority: 5 });
    crew.tick(0);
    expect([crew.goal(high).at, crew.goal(low).at]).toEqual([9, 15]);
    const urgent = crew.want('roastApple', { priority: 99 });
    crew.tick(0);
    expect([crew.goal(high).at, crew.goal(low).at, crew.goal(urgent).at]).toEqual([9, 15, 21]);
  });

  it('a goal that has waited long enough goes before a more urgent one', () => {
    const only = { ...ann, place: 'cooker' };
    const crew = kitchen.crew({ agents: [only], jointly: 1, aging: 10, queue: 1 });
    crew.want('roastApple');
    crew.tick(0);
    const old = crew.want('roastApple');
    crew.tick(8);
    // When the cook is free, at 8 s or later, the old one has waited long enough to make up for 0.5.
    const late = crew.want('roastApple', { priority: 0.5 });
    for (let tick = 0; tick < 400; tick++) crew.tick(0.1);
    expect(crew.goal(old).at!).toBeLessThan(crew.goal(late).at!);
  });

  it('waits while every queue is full, and a queue shows three jobs at most', () => {
    const crew = kitchen.crew({ agents: [ann, bob], jointly: 1, queue: 2 });
    for (let order = 0; order < 6; order++) crew.want('roastApple');
    crew.tick(0);
    const planned = crew.goals.filter(({ status }) => status === 'planned').length;
    expect(planned).toBeGreaterThan(0);
    expect(planned).toBeLessThan(6);
    for (const name of crew.agents) expect(crew.queue(name)).toHaveLength(2);
    for (let tick = 0; tick < 600; tick++) crew.tick(0.1);
    expect(crew.goals.every(({ status }) => status === 'reached')).toBe(true);
  });

  it('two plans never count on one apple', () => {
    const crew = kitchen.crew({ agents: [ann, bob], facts: { stock: { cooker: { roast: 1 } } }, jointly: 1 });
    const [first, second] = [crew.want('roastApple'), crew.want('roastApple')];
    crew.tick(0);
    expect(crew.goal(first)).toMatchObject({ status: 'reached', at: 0 });
    expect(crew.goal(second)).toMatchObject({ status: 'planned', at: 9 });
  });

  it('says why a goal is impossible, and tries again when someone comes who can do it', () => {
    const crew = kitchen.crew({ agents: [{ name: 'Cid', place: 'door', skills: { collect: 1 } }] });
    const goal = crew.want('roastApple');
    crew.tick(1);
    expect(crew.goal(goal)).toMatchObject({ status: 'impossible', reason: 'unreachable: stock[cooker][roast] >= 1; cook needs an agent who can do it' });
    crew.join(ann);
    for (let tick = 0; tick < 30; tick++) crew.tick(1);
    expect(crew.goal(goal).status).toBe('reached');
  });

  it('an amount that vanishes sends back the plan that counted on it, and no other', () => {
    const crew = kitchen.crew({ agents: [ann, bob], facts: { stock: { cooker: { raw: 1 }, collector: { raw: 1 } } }, jointly: 1 });
    const [first, second] = [crew.want('roastApple'), crew.want('roastApple')];
    crew.tick(0.5);
    crew.change({ stock: { collector: { raw: 0 } } });
    expect(crew.goal(first).status).toBe('planned');
    expect(crew.goal(second)).toMatchObject({ status: 'waiting', reason: 'carry(raw, collector, cooker) can no longer be done as planned' });
    for (let tick = 0; tick < 300; tick++) crew.tick(0.1);
    expect(crew.goals.every(({ status }) => status === 'reached')).toBe(true);
  });

  it('gives a goal up when its jobs fail again and again', () => {
    const flaky = team({ facts: { done: int(0, 1) }, jobs: { work: { duration: 1, effects: { done: { add: 1 } } } } });
    const crew = flaky.crew({ agents: [{ name: 'x', place: 'here' }], perform: 'reported', retries: 2 });
    const goal = crew.want({ want: { done: 1 } });
    for (let round = 0; round < 5; round++) {
      crew.tick(0.1);
      if (crew.order('x').phase === 'work') crew.failed('x', 'slipped');
    }
    expect(crew.goal(goal)).toMatchObject({ status: 'impossible', reason: 'given up after 3 failures; work failed: slipped' });
  });

  it('draws what it plans, with names made harmless', () => {
    const crew = kitchen.crew({ agents: [{ ...ann, name: '<Ann & "Co">' }] });
    expect(crew.gantt()).toBe('nothing is planned');
    crew.want('roastApple');
    crew.tick(1);
    const svg = crew.ganttSvg({ width: 400 });
    expect(svg).toContain('&#60;Ann &#38; &#34;Co&#34;&#62;');
    expect(svg.match(/<rect /g)).toHaveLength(3);
    expect(svg).not.toContain('NaN');
  });
});

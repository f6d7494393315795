import { describe, expect, it } from 'vitest';
import type { CrewOptions } from '../../src/team/index.js';
import { ann, bob, kitchen } from './kitchen.js';

function crewOf(options: CrewOptions<any, any> = {}): ReturnType<typeof kitchen.crew> {
  return kitchen.crew({ agents: [ann, bob], expansions: 20_000, ...options });
}

function run(crew: ReturnType<typeof kitchen.crew>, seconds: number, dt = 0.1): void {
  const ticks = Math.round(seconds / dt);
  for (let tick = 0; tick < ticks; tick++) crew.tick(dt);
}

describe('a crew that performs by time', () => {
  it('roasts an apple in the planned 9 s, whatever the frame rate', () => {
    for (const dt of [0.1, 1 / 60, 0.37, 20]) {
      const crew = crewOf();
      const order = crew.want('roastApple');
      run(crew, 20, dt);
      expect(crew.goal(order)).toMatchObject({ status: 'reached', at: expect.closeTo(9, 6) });
      expect(crew.facts.stock.cooker).toMatchObject({ raw: 0, roast: 0 });
    }
  });

  it('takes 10 s when nobody walks early', () => {
    const crew = crewOf({ walkEarly: false });
    const order = crew.want('roastApple');
    run(crew, 20);
    expect(crew.goal(order)).toMatchObject({ status: 'reached', at: 10 });
  });

  it.each([
    [1, 9],
    [2, 13],
    [3, 16],
  ])('reaches %i orders given at once by %i s, as planned jointly', (apples, last) => {
    const crew = crewOf();
    for (let apple = 0; apple < apples; apple++) crew.want('roastApple');
    run(crew, 30);
    const times = crew.goals.map(({ at }) => at!);
    expect(times.at(-1)).toBe(last);
    // Who ordered first is served first.
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('plans goal by goal when told to: 9, 15 and 21 s', () => {
    const crew = crewOf({ jointly: 1 });
    for (let apple = 0; apple < 3; apple++) crew.want('roastApple');
    run(crew, 30);
    expect(crew.goals.map(({ at }) => at)).toEqual([9, 15, 21]);
  });

  it('says what everyone does, and why', () => {
    const crew = crewOf();
    crew.want('roastApple');
    crew.tick(4.5);
    expect(crew.explain()).toMatchInlineSnapshot(`
      "Ann waits at cooker to cook for roastApple #1; waits for Bob to carry(raw, collector, cooker), 2.5 s
      Bob works at collect for roastApple #1, 1.5 s to go
      roastApple #1 will be reached in 4.5 s"
    `);
    crew.tick(2);
    expect(crew.explain('Bob')).toBe('carries raw to the cooker for roastApple #1, 0.5 s to go');
    expect(crew.order('Ann')).toMatchObject({ phase: 'wait', job: 'cook', to: 'cooker', leads: true });
    expect(crew.gantt({ width: 36 })).toMatchInlineSnapshot(`
      "s    6.0      6.8      7.5      8.3   9.0
      Ann  ............bbbbbbbbbbbbbbbbbbbbbbbb
      Bob  aaaaaaaaaaaa........................
           a carry(raw, collector, cooker)
           b cook"
    `);
  });

  it('heals when the apple rots: it is collected again, and only that is done twice', () => {
    const done: string[] = [];
    const crew = crewOf({ onJob: (event, job) => event === 'done' && done.push(job.text) });
    const order = crew.want('roastApple');
    run(crew, 6.5);
    // Bob has the raw apple in his hands: it is nowhere, so nothing can rot. At 7 s it lies in the cooker, and Ann begins.
    run(crew, 0.4);
    crew.failed('Bob', 'the apple rots in his hands', { lost: true });
    expect(crew.goal(order)).toMatchObject({ status: 'waiting', reason: expect.stringContaining('rots') });
    run(crew, 20);
    expect(crew.goal(order).status).toBe('reached');
    expect(done).toEqual(['collect', 'collect', 'carry(raw, collector, cooker)', 'cook']);
  });
});

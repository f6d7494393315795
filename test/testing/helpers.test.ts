import { crowd, failure, running, success } from 'ganglion';
import { firstDifference, mindMatchers, pace, recordRun, scenario, scripted, watchCoverage } from 'ganglion/testing';
import { describe, expect, it } from 'vitest';
import { guardBrain, mood } from '../brain/guard-domain.js';

const alarm = { intruder: true, open: true };

describe('a scripted leaf', () => {
  it('answers cue by cue, repeats the last one, and remembers what it was given', () => {
    const leaf = scripted('running', 'success');
    expect([leaf('a'), leaf('b', 2), leaf()]).toEqual([running, success, success]);
    expect(leaf.calls).toBe(3);
    expect(leaf.given).toEqual([['a'], ['b', 2], []]);
  });

  it('succeeds without a script, and throws where the script says so', () => {
    expect(scripted()()).toBe(success);
    const leaf = scripted('throw', failure);
    expect(() => leaf()).toThrow('as its script says');
    expect(leaf()).toBe(failure);
  });

  it('refuses a cue that is none', () => {
    expect(() => scripted('sucess' as never)).toThrow('a scripted leaf cannot "sucess"; use running, success, failure or throw');
  });
});

describe('pace', () => {
  it('makes even ticks: a second in sixtieths is sixty of them', () => {
    const times: number[] = [];
    expect(pace({ tick: (dt) => times.push(dt) }, 1)).toBe(60);
    expect(times).toHaveLength(60);
    expect(times.reduce((sum, dt) => sum + dt, 0)).toBeCloseTo(1, 12);
  });

  it('moves the world before each tick and ends early when asked to', () => {
    const seen: (string | number)[] = [];
    expect(pace({ tick: () => seen.push('tick') }, 1, { dt: 0.25, before: (tick) => seen.push(tick), until: (tick) => tick === 1 })).toBe(2);
    expect(seen).toEqual([0, 'tick', 1, 'tick']);
  });

  it('refuses times that are none', () => {
    expect(() => pace({ tick: () => {} }, NaN)).toThrow('cannot be gone through');
    expect(() => pace({ tick: () => {} }, 1, { dt: 0 })).toThrow('cannot be gone through');
  });
});

describe('a scenario', () => {
  it('gives facts, scripts steps and tells goal, plan and step', () => {
    const stage = scenario(guardBrain, { body: mood({ repel: 1 }), facts: { ...alarm, ammo: 2 }, steps: { goTo: ['running', 'success'] } });
    stage.tick();
    expect([stage.goal, stage.plan, stage.step]).toEqual(['repel', ['goTo(gate)', 'shoot'], 'goTo(gate)']);
    stage.tick();
    expect(stage.steps['goTo']!.calls).toBe(2);
    expect(stage.mind.facts.intruder).toBe(false);
  });

  it('puts fixed plans and scripted nodes in place of planner and tree', () => {
    const stage = scenario(guardBrain, { body: mood({ repel: 1 }), facts: alarm, plans: { repel: ['goTo(gate)'] }, steps: { goTo: ['running'] }, nodes: { 'root/reactiveSelector/flee': ['failure'] } });
    stage.tick();
    expect(stage.plan).toEqual(['goTo(gate)']);
  });

  it('refuses facts, actions, goals and steps that there are not', () => {
    expect(() => scenario(guardBrain, { facts: { amo: 1 } as never })).toThrow('amo');
    expect(() => scenario(guardBrain, { steps: { shot: [] } as never })).toThrow('action "shot", which the brain does not have; did you mean "shoot"?');
    expect(() => scenario(guardBrain, { plans: { repl: 'none' } as never })).toThrow('repl');
    expect(() => scenario(guardBrain, { plans: { repel: ['fly'] } })).toThrow('there is no step fly');
    expect(() => scenario(guardBrain, { nodes: { 'root/nowhere': ['success'] } })).toThrow('root/nowhere');
  });
});

describe('the matchers', () => {
  expect.extend(mindMatchers);
  const stage = scenario(guardBrain, { body: mood({ repel: 1 }), facts: { ...alarm, ammo: 2 }, steps: { goTo: ['running'] } });
  stage.tick();
  const { mind } = stage;

  it('pass for what is so, and explain the mind when it is not', () => {
    expect(mindMatchers.toChoose(mind, 'repel').pass).toBe(true);
    expect(mindMatchers.toPlan(mind, ['goTo(gate)', 'shoot']).pass).toBe(true);
    expect(mindMatchers.toBePerforming(mind, 'goTo').pass).toBe(true);
    expect(mindMatchers.toBePerforming(mind, 'goTo(gate)').pass).toBe(true);
    expect(mindMatchers.toExplain(mind, /goTo\(gate\)/).pass).toBe(true);
    const verdict = mindMatchers.toChoose(mind, 'rearm');
    expect(verdict.pass).toBe(false);
    expect(verdict.message()).toMatch(/^the mind should choose rearm; it chose repel\n\nmind +0/);
  });

  it('fail for what is not so', () => {
    expect(mindMatchers.toPlan(mind, ['shoot']).pass).toBe(false);
    expect(mindMatchers.toPlan(mind, []).pass).toBe(false);
    expect(mindMatchers.toBePerforming(mind, 'shoot').pass).toBe(false);
    expect(mindMatchers.toBePerforming(mind, undefined).pass).toBe(false);
    expect(mindMatchers.toExplain(mind, 'no such words').pass).toBe(false);
  });
});

describe('a recorded run', () => {
  const run = (repel: number): readonly string[] => {
    const many = crowd({ seed: 3, trace: 1000 });
    const mind = many.spawn(guardBrain, mood({ repel, standGuard: 0.4 }));
    mind.notify('noise' as never);
    return recordRun(many, [mind], 1, { dt: 0.1 });
  };

  it('is the same again, and differs where the input does', () => {
    expect(run(1).length).toBeGreaterThan(3);
    expect(firstDifference(run(1), run(1))).toBeUndefined();
    expect(firstDifference(run(1), run(0))).toMatchObject({ one: expect.stringContaining('repel') as string });
    expect(firstDifference(['a'], ['a', 'b'])).toEqual({ line: 2, one: undefined, other: 'b' });
  });

  it('needs a trace', () => {
    expect(() => recordRun(crowd(), [], 1)).toThrow('the crowd keeps no trace to record from; crowd({ trace: 10000 })');
  });
});

describe('coverage', () => {
  it('tells what a run used and what it never reached', () => {
    const stage = scenario(guardBrain, { body: mood({ rearm: 1 }), facts: { open: true }, steps: { goTo: 'own', load: 'own' } });
    const watch = watchCoverage([stage.mind]);
    for (let tick = 0; tick < 4; tick++) {
      stage.tick();
      watch.sample();
    }
    const report = watch.report();
    expect(report.options).toEqual({ seen: ['rearm'], missed: ['repel', 'standGuard'] });
    expect(report.actions).toEqual({ seen: ['goTo', 'load'], missed: ['shoot', 'brace'] });
    expect(report.leaves.seen).toContain('root/reactiveSelector/plan');
    expect(report.toString()).toContain('actions: 2 of 4, never shoot, brace');
  });
});

import { brain, bt, crowd, domain, failure, flag, once, perceive, refine, running, sequence, success, trace, wait } from 'ganglion';
import { firstDifference, matchers, pace, recordRun, scenario, scripted, watchCoverage } from 'ganglion/testing';
import { describe, expect, it } from 'vitest';
import { Smith, townBrain } from '../../examples/smithy-town.js';
import { changeBrain, guardBrain, mood } from '../brain/guard-domain.js';

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
    expect(() => pace({ tick: () => {} }, NaN)).toThrow('`dt` must be above 0 and `seconds` finite');
    expect(() => pace({ tick: () => {} }, 1, { dt: 0 })).toThrow('`dt` must be above 0 and `seconds` finite');
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
  expect.extend(matchers);
  const stage = scenario(guardBrain, { body: mood({ repel: 1 }), facts: { ...alarm, ammo: 2 }, steps: { goTo: ['running'] } });
  stage.tick();
  const { mind } = stage;

  it('pass for what is so, and explain the mind when it is not', () => {
    expect(matchers.toChoose(mind, 'repel').pass).toBe(true);
    expect(matchers.toPlan(mind, ['goTo(gate)', 'shoot']).pass).toBe(true);
    expect(matchers.toBePerforming(mind, 'goTo').pass).toBe(true);
    expect(matchers.toBePerforming(mind, 'goTo(gate)').pass).toBe(true);
    expect(matchers.toExplain(mind, /goTo\(gate\)/).pass).toBe(true);
    const verdict = matchers.toChoose(mind, 'rearm');
    expect(verdict.pass).toBe(false);
    expect(verdict.message()).toMatch(/^the mind should choose rearm; it chose repel\n\nmind +0/);
  });

  it('fail for what is not so', () => {
    expect(matchers.toPlan(mind, ['shoot']).pass).toBe(false);
    expect(matchers.toPlan(mind, []).pass).toBe(false);
    expect(matchers.toBePerforming(mind, 'shoot').pass).toBe(false);
    expect(matchers.toBePerforming(mind, undefined).pass).toBe(false);
    expect(matchers.toExplain(mind, 'no such words').pass).toBe(false);
  });
});

describe('a recorded run', () => {
  const run = (repel: number): readonly string[] => {
    const many = crowd({ seed: 3 });
    trace(many, 1000);
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

  it('attaches a trace where the crowd keeps none', () => {
    expect(recordRun(crowd(), [], 1)).toEqual([]);
  });
});

describe('a recorded run of steps that are plans of their own', () => {
  const lines = (recorded: 'both' | 'first' | 'second', from = 0): readonly string[] => {
    const many = crowd({ seed: 1 });
    trace(many, 10_000);
    const flooded = Object.assign(new Smith(), { flooded: true });
    const smiths = [many.spawn(townBrain, new Smith()), many.spawn(townBrain, flooded)];
    pace(many, from, { dt: 0.5 });
    return recordRun(many, recorded === 'both' ? smiths : [smiths[recorded === 'first' ? 0 : 1]!], 60 - from, { dt: 0.5 });
  };
  const done = (mind: number, all: readonly string[]): readonly string[] => all.filter((line) => line.includes(`mind ${mind}, inside`) && line.includes(': did ')).map((line) => line.replace(/^.*, inside (.*): did (.*)$/, '$1 > $2'));

  it('tells what was done inside, and inside what', () => {
    const all = lines('both');
    // The plans that the example's own test expects.
    expect(done(0, all)).toEqual(['getIngot > goTo(mine)', 'getIngot > dig', 'getIngot > gatherCoal', 'getIngot > goTo(workshop)', 'getIngot > smelt', 'getHammer > goTo(market)', 'getHammer > borrowHammer', 'goHome > goTo(workshop)']);
    expect(done(1, all)).toEqual(['getIngot > goTo(market)', 'getIngot > buyIngot', 'getHammer > borrowHammer', 'goHome > goTo(workshop)']);
    expect(all).toContainEqual(expect.stringMatching(/^tick \d+, mind 0: did getIngot$/));
  });

  it('tells of one mind what it tells of it among all, from wherever it begins', () => {
    for (const [mind, one] of [[0, lines('first')], [1, lines('second')]] as const) expect(one).toEqual(lines('both').filter((line) => line.includes(`mind ${mind}`)));
    const late = lines('both').filter((line) => Number(/^tick (\d+)/.exec(line)![1]) > 14);
    expect(late.length).toBeGreaterThan(20);
    expect(lines('both', 7)).toEqual(late);
  });

  it('keeps apart minds that come and go within one tick, in the same seat', () => {
    const life = domain({ facts: { fed: flag, cooked: flag }, actions: { cook: { effects: { cooked: true } }, eat: { preconditions: { cooked: true }, effects: { fed: true } } }, goals: { feed: { fed: true }, prepare: { cooked: true } } });
    const look = perceive(life, (_body: object, _facts) => {});
    const inner = brain(look, { name: 'inner', utility: { feed: 1 }, steps: { cook: () => success, eat: () => success } });
    const outer = brain(look, { name: 'outer', utility: { feed: 1 }, steps: { cook: refine(inner, 'prepare'), eat: refine(inner, 'feed') } });
    const many = crowd();
    trace(many, 1000);
    const [, second] = [many.spawn(outer, {}), many.spawn(outer, {})];
    const recorded = recordRun(many, [second], 1, { dt: 0.5 });
    expect(recorded.filter((line) => line.includes(': did '))).toEqual(['cook > cook', 'cook', 'eat > cook', 'eat > eat', 'eat'].map((did): unknown => {
      const [around, step] = did.split(' > ');
      return expect.stringMatching(step === undefined ? `^tick \\d+, mind 1: did ${around}$` : `^tick \\d+, mind 1, inside ${around}: did ${step}$`);
    }));
    expect(recorded.every((line) => line.includes('mind 1'))).toBe(true);
  });
});

describe('coverage', () => {
  it('names every state once, also one that is made of others', () => {
    const domainOfOne = domain({ facts: { loaded: flag }, actions: { load: { effects: { loaded: true } } }, goals: { ready: { loaded: true } } });
    const loader = brain(perceive(domainOfOne, (_body: object) => {}), { utility: { ready: 1 }, steps: { load: sequence(wait(1), once(() => {})) } });
    const mind = loader.spawn({});
    const watch = watchCoverage([mind]);
    expect(watch.report().states).toEqual({ seen: [], missed: ['load', 'load/0', 'load/1'] });
    mind.tick(0.1);
    watch.sample();
    expect(`${watch.report()}`.split('\n').at(-1)).toBe('states: 2 of 3, never load/1');
  });

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

  it('does not count a leaf that its guard, or one above it, held back', () => {
    const open = scenario(guardBrain, { body: mood({ rearm: 1 }), facts: { open: true } });
    const watch = watchCoverage([open.mind]);
    open.tick();
    watch.sample();
    expect(watch.report().leaves).toEqual({ seen: ['root/reactiveSelector/plan'], missed: ['root/reactiveSelector/flee'] });

    const hurt = mood({ rearm: 1, hurt: true });
    const fleeing = scenario(guardBrain, { body: hurt, facts: { open: true } });
    const other = watchCoverage([fleeing.mind]);
    fleeing.tick();
    other.sample();
    expect(other.report().leaves.seen).toEqual(['root/reactiveSelector/flee']);
  });

  it('counts a guarded leaf that fails in the step in which it begins', () => {
    const life = domain({ facts: { fed: flag }, actions: { eat: { effects: { fed: true } } }, goals: { feed: { fed: true } } });
    const hasty = brain(perceive(life, (_body: object, _facts) => {}), {
      tree: bt('root { selector { action [try] while(isDay) action [rest] while(isNight) } }', { isDay: () => true, isNight: () => false, try: () => failure, rest: () => success }),
      utility: { feed: 1 },
      steps: { eat: () => success },
    });
    const many = crowd();
    const watch = watchCoverage([many.spawn(hasty, {})]);
    many.tick(0.1);
    watch.sample();
    expect(watch.report().leaves).toEqual({ seen: ['root/selector/try'], missed: ['root/selector/rest'] });
  });

  it('counts what a guard lets succeed only when the leaf ran', () => {
    const life = domain({ facts: { fed: flag }, actions: { eat: { effects: { fed: true } } }, goals: { feed: { fed: true } } });
    const text = 'root { sequence { wait while(isDay) then succeed  sequence while(isDay) then succeed { action [nap] }  action [stretch] while(isAwake) } }';
    const sleeper = brain(perceive(life, (_body: { day: boolean }, _facts) => {}), {
      tree: bt(text, { isDay: (body) => body.day, isAwake: () => true, nap: () => success, stretch: () => success }),
      utility: { feed: 1 },
      steps: { eat: () => success },
    });
    const seenBy = (day: boolean): readonly string[] => {
      const body = { day };
      const many = crowd();
      const watch = watchCoverage([many.spawn(sleeper, body)]);
      many.tick(0.1);
      watch.sample();
      body.day = false;
      many.tick(0.1);
      watch.sample();
      return watch.report().leaves.seen;
    };
    expect(seenBy(false)).toEqual(['root/sequence/stretch']);
    expect(seenBy(true)).toEqual(['root/sequence/wait', 'root/sequence/stretch']);
  });

  it('goes by the minds it was given: those that are gone are no longer asked, others in the crowd do not count', () => {
    const many = crowd();
    const idle = many.spawn(guardBrain, mood());
    many.spawn(guardBrain, mood({ standGuard: 1 }));
    const watch = watchCoverage([idle]);
    many.tick(0.1);
    watch.sample();
    idle.despawn();
    many.tick(0.1);
    watch.sample();
    expect([watch.report().options.seen, watch.report().states.seen]).toEqual([[], []]);
    expect(() => watchCoverage([])).toThrow('there are no minds to watch');
    expect(() => watchCoverage([many.spawn(guardBrain, mood()), many.spawn(changeBrain, mood())])).toThrow('is of another brain or crowd');
  });
});

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/core/internal.js';
import { flag, int, per } from '../../src/facts/internal.js';
import { spoken } from '../speech.js';
import { builders, Ledger, startBuilders } from './builders.js';
import { ann, bob, kitchen } from './kitchen.js';
import { isProblem, team } from './public.js';

/** A right definition, with one thing changed. */
function define(change: Record<string, unknown>): () => unknown {
  const right = {
    objects: { place: ['mill', 'site'], item: ['log', 'plank'] },
    facts: { stock: per(['place', 'item'], int(0, 9)), lit: flag },
    locks: ['saw'],
    travel: { mill: { site: 3 } },
    jobs: { saw: { at: 'mill', duration: 2, effects: { stock: [['mill', 'plank', { add: 1 }]] } } },
    goals: { light: { lit: true } },
  };
  return () => team({ ...right, ...change } as never);
}

function job(change: Record<string, unknown>): () => unknown {
  return define({ jobs: { saw: { at: 'mill', duration: 2, effects: { stock: [['mill', 'plank', { add: 1 }]] }, ...change } } });
}

function problem(run: () => unknown): { readonly code: string; readonly path: string; readonly message: string } {
  try {
    run();
  } catch (thrown) {
    if (isProblem(thrown)) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

describe('a team is refused when it is defined, with place and hint', () => {
  it.each([
    [define({ job: {} }), 'unknown-key', 'team', /did you mean "jobs"/],
    [define({ facts: { place: flag } }), 'duplicate-name', 'team.objects.place', /object set and a fact/],
    [define({ locks: ['mill'] }), 'duplicate-name', 'team.locks', /named twice/],
    [define({ travel: { mill: { site: -1 } } }), 'bad-distance', 'team.travel.mill.site', /0 or more/],
    [define({ goals: { light: { lit: 1 } } }), 'wrong-type', 'team.goals.light.lit', /true or false/],
    [define({ goals: { two: { take: { lit: true } } } }), 'bad-amount', 'team.goals.two.take', /amounts of ints/],
    [job({ at: 'mil' }), 'unknown-place', 'team.jobs.saw.at', /did you mean "mill"/],
    [job({ at: '$where' }), 'unknown-param', 'team.jobs.saw.at', /no param "\$where"/],
    [job({ effects: { stok: [] } }), 'unknown-fact', 'team.jobs.saw.effects', /did you mean "stock"/],
    [job({ effects: { stock: [['mill', 'plank', { add: 1, clamp: true }]] } }), 'clamp', 'team.jobs.saw', /counted exactly/],
    [job({ duration: -1 }), 'bad-duration', 'team.jobs.saw.duration', /0 or more/],
    [job({ duration: { base: 2, skil: 'saw' } }), 'unknown-key', 'team.jobs.saw.duration', /did you mean "skill"/],
    [job({ duration: { skill: 'saw', table: [] } }), 'bad-duration', 'team.jobs.saw.duration.table', /list of seconds/],
    [job({ pick: 1 }), 'not-a-transfer', 'team.jobs.saw.pick', /"from" and "to"/],
    [job({ from: 'mill', to: 'site' }), 'two-places', 'team.jobs.saw', /either/],
    [job({ at: undefined, from: 'mill' }), 'half-a-transfer', 'team.jobs.saw', /both/],
    [job({ at: undefined, from: 'mill', to: 'site' }), 'transfer-duration', 'team.jobs.saw.duration', /its way/],
    [job({ holds: ['sow'] }), 'unknown-place', 'team.jobs.saw.holds[0]', /did you mean "saw"/],
    [job({ says: 'saws $wat', params: { what: 'item' } }), 'unknown-param', 'team.jobs.saw.says', /did you mean "what"/],
    [job({ helpers: -1 }), 'out-of-range', 'team.jobs.saw.helpers', /from 0 to 64/],
    [job({ params: { where: 'plac' } }), 'unknown-set', 'team.jobs.saw.params.where', /did you mean "place"/],
    [job({ params: { what: 'item' }, where: { what: { in: ['plank'], not: 'log' } } }), 'mixed-test', 'team.jobs.saw.where.what', /one test/],
  ] as const)('%#', (run, code, path, message) => {
    const found = problem(run);
    expect([found.code, found.path]).toEqual([code, path]);
    expect(found.message).toMatch(message);
  });

  it('a request is checked too', () => {
    const plan = (change: Record<string, unknown>) => () => kitchen.plan({ agents: [ann], goals: ['roastApple'], ...change } as never);
    expect(problem(plan({ goals: ['roastAple'] }))).toMatchObject({ code: 'unknown-goal', message: expect.stringContaining('did you mean "roastApple"') });
    expect(problem(plan({ agents: [ann, ann] })).code).toBe('duplicate-name');
    expect(problem(plan({ agents: [{ ...ann, speed: 0 }] })).path).toBe('request.agents[0].speed');
    expect(problem(plan({ agents: [{ ...ann, skils: {} }] })).message).toContain('did you mean "skills"');
    expect(problem(plan({ start: { stock: { cooker: { raw: 10 } } } })).code).toBe('out-of-range');
    expect(problem(plan({ budget: 3 })).code).toBe('unknown-key');
    const crew = kitchen.crew({ agents: [ann] });
    expect(problem(() => crew.done('Ann')).message).toContain('it is idle');
    expect(problem(() => crew.order('Anna')).message).toContain('did you mean "Ann"');
    expect(problem(() => crew.tick(Number.NaN)).code).toBe('bad-time');
    expect(problem(() => kitchen.crew({ queue: 0 })).path).toBe('crew.queue');
  });
});

describe('callbacks that misbehave', () => {
  it('a travel that throws or returns nonsense means "no way", and is reported once it is asked', () => {
    const errors: string[] = [];
    const odd = team({
      objects: { place: ['a', 'b'] },
      facts: { done: flag },
      travel: (_agent, _from, to) => (to === 'a' ? Number.NaN : (() => { throw new Error('no map'); })()),
      jobs: { work: { params: { at: 'place' }, at: '$at', effects: { done: true } } },
      goals: { work: { done: true } },
    });
    const crew = odd.crew({ agents: [{ name: 'x', place: 'home' }], onError: (error) => errors.push(error.message) });
    const goal = crew.want('work');
    crew.tick(1);
    expect(crew.goal(goal).status).toBe('impossible');
    if (spoken) expect(errors.some((message) => message.includes('NaN is no distance from "home" to "a"'))).toBe(true);
    expect(errors.some((message) => message.includes('no map'))).toBe(true);
  });

  it('a hook that throws is reported, and one that reaches into the crew is told off', () => {
    const errors: string[] = [];
    const crew = kitchen.crew({
      agents: [ann, bob],
      onError: (error) => errors.push(error.message),
      onJob: (event, { text }) => {
        if (event === 'begun' && text === 'cook') crew.cancel(1);
        if (event === 'done' && text === 'cook') throw new Error('smoke');
      },
    });
    const goal = crew.want('roastApple');
    crew.tick(10);
    expect(crew.goal(goal)).toMatchObject({ status: 'reached', at: 9 });
    expect(errors).toEqual([expect.stringContaining('crew.cancel was called from a hook'), expect.stringContaining('onJob threw: smoke')]);
  });
});

describe('a malformed save is refused whole', () => {
  const crew = startBuilders(new Ledger());
  for (let goal = 0; goal < 3; goal++) crew.want('hut');
  crew.want('planks');
  crew.tick(5);
  const save = JSON.stringify(crew.save());

  it('with a wrong team, format, number, name or link', () => {
    expect(problem(() => kitchen.restore(JSON.parse(save))).code).toBe('other-team');
    const change = (edit: (save: any) => void) => () => {
      const copy = JSON.parse(save);
      edit(copy);
      return builders.restore(copy);
    };
    expect(problem(change((copy) => (copy.format = 2))).path).toBe('save.format');
    expect(problem(change((copy) => (copy.tasks[0].job = 'fly'))).path).toBe('save.tasks[0].job');
    expect(problem(change((copy) => (copy.tasks[0].agents = ['nobody']))).path).toBe('save.tasks[0]');
    expect(problem(change((copy) => copy.line.pop())).path).toBe('save.line');
    expect(problem(change((copy) => copy.agents[0].tasks.push(99))).path).toBe('save.agents');
    expect(problem(change((copy) => (copy.facts.stock.mill.log = 1000))).code).toBe('out-of-range');
    expect(problem(change((copy) => (copy.extra = 1))).code).toBe('unknown-key');
  });

  it('with any value gone, or of another kind, at random places', () => {
    const random = new Random(7);
    let refused = 0;
    for (let round = 0; round < 400; round++) {
      const copy = JSON.parse(save) as unknown;
      spoil(copy, random);
      if (JSON.stringify(copy) === save) continue;
      try {
        // What is let in must be a crew that can go on.
        builders.restore(copy).tick(3);
      } catch (thrown) {
        if (!isProblem(thrown)) throw thrown;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(200);
  });
});

/** Walks down at random and breaks one value. */
function spoil(value: unknown, random: Random): void {
  if (typeof value !== 'object' || value === null) return;
  const keys = Object.keys(value);
  const key = keys[Math.floor(random.next() * keys.length)];
  if (key === undefined) return;
  const holder = value as Record<string, unknown>;
  const child = holder[key];
  if (typeof child === 'object' && child !== null && random.next() < 0.8) spoil(child, random);
  else holder[key] = [null, 'x', -1, 1.5, {}, [], true, undefined, 1e9][Math.floor(random.next() * 9)];
}

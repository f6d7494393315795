import { ask, brain, crowd, domain, explain, flag, int, leaf, oneOf, perceive, running, saveMind, success, trace, type Brain, type Crowd, type Domain, type Mind } from 'ganglion';
import { describe, expect, it } from 'vitest';

/** A chain of locks too long for a policy table: every plan is searched for. */
const doors = 12;
const vault: Domain<any, any, any> = domain({
  facts: { ...Object.fromEntries(Array.from({ length: doors }, (_, door) => [`lock${door}`, int(0, 40)])), tea: flag },
  actions: {
    ...Object.fromEntries(Array.from({ length: doors }, (_, door) => [`turn${door}`, { effects: { [`lock${door}`]: { add: 1 } } }])),
    brew: { effects: { tea: true } },
  },
  goals: { open: { lock0: { atLeast: 2 }, lock1: { atLeast: 2 }, lock2: { atLeast: 2 } }, first: { lock0: { atLeast: 3 } }, last: { lock11: { atLeast: 3 } }, sip: { tea: true } },
} as never);

interface Thief {
  wish: 'open' | 'first' | 'last' | 'sip' | 'none';
  decided: number;
  log: string[];
}
const thief = (wish: Thief['wish'] = 'open'): Thief => ({ wish, decided: 0, log: [] });
const wishes = (goal: Thief['wish']) => ({ wish: (body: Thief) => { if (goal === 'open') body.decided++; return body.wish === goal ? 1 : 0; } });

const actions = [...Array.from({ length: doors }, (_, door) => `turn${door}`), 'brew'];
const thiefBrain: Brain<Thief, any, any, any, any> = brain(perceive(vault, { always: (_body: Thief) => {}, events: { jolt: (_body, facts: any) => { facts.lock0 = 2; } } }) as never, {
  name: 'thief',
  utility: { open: wishes('open'), first: wishes('first'), last: wishes('last'), sip: wishes('sip') },
  decide: { every: 0.1 },
  steps: Object.fromEntries(actions.map((action) => [action, leaf({ enter: (body: Thief) => void body.log.push(`enter ${action}`), drive: () => running, exit: (body: Thief, _params, why) => void body.log.push(`exit ${why}`) })])),
} as never);

const guarding = domain({ facts: { at: oneOf('post', 'gate') }, actions: { go: { params: { to: 'at' }, effects: { at: '$to' } } }, goals: { guard: { at: 'gate' } } });
interface Guard {
  log: string[];
  ticks: number;
}
const guardBrain = brain(perceive(guarding, (guard: Guard) => { guard.ticks++; }), {
  name: 'guard',
  utility: { guard: 1 },
  steps: { go: leaf({ enter: (guard: Guard) => void guard.log.push('enter'), drive: () => running, exit: (guard, _params, why) => void guard.log.push(`exit ${why}`) }) },
});
const guard = (): Guard => ({ log: [], ticks: 0 });

function ticks(many: Crowd, count: number, dt = 0.1): void {
  for (let tick = 0; tick < count; tick++) many.tick(dt);
}

describe('spawn and despawn', () => {
  it('work at any time, give every mind a number of its own, and count who lives', () => {
    const many = crowd();
    const seen = new Set<number>();
    let living: { mind: Mind<any, any, any, any>; body: Guard }[] = [];
    for (let round = 0; round < 50; round++) {
      for (let count = 0; count < 3; count++) {
        const body = guard();
        living.push({ mind: many.spawn(guardBrain, body), body });
      }
      for (const { mind } of living) seen.add(mind.id);
      many.tick(0.1);
      const gone = living.filter((_each, index) => (index + round) % 2 === 0);
      for (const { mind, body } of gone) {
        mind.despawn();
        mind.despawn();
        expect(body.log).toEqual(['enter', 'exit abort']);
      }
      living = living.filter((each) => !gone.includes(each));
      expect(many.size).toBe(living.length);
      expect(living.every(({ mind, body }) => mind.alive && body.log.length === 1)).toBe(true);
    }
    expect(seen.size).toBe(150);
  });

  it('leave handles that say so: a dead mind answers alive and id, and refuses the rest, though another one has its place', () => {
    const many = crowd();
    const dead = many.spawn(guardBrain, guard());
    const { id } = dead;
    dead.despawn();
    const heir = many.spawn(guardBrain, guard());
    expect([dead.alive, dead.id, heir.alive]).toEqual([false, id, true]);
    expect(heir.id).not.toBe(id);
    for (const use of [() => dead.facts, () => dead.goal, () => dead.plan, () => dead.path, () => dead.tick(0.1), () => dead.want('guard'), () => ask(dead, 'guard'), () => dead.setEvery(2), () => explain(dead), () => saveMind(dead)]) {
      expect(use).toThrow(`mind ${id} was despawned; look at mind.alive first`);
    }
    expect(() => dead.despawn()).not.toThrow();
    expect(heir.alive).toBe(true);
  });

  it('put minds of several brains into one crowd, each with its own', () => {
    const many = crowd();
    trace(many, 500);
    const [one, other] = [guard(), thief('sip')];
    const minds = [many.spawn(guardBrain, one), many.spawn(thiefBrain, other)] as const;
    many.tick(0.1);
    expect(minds.map((mind) => mind.goal?.name)).toEqual(['guard', 'sip']);
    expect(one.log).toEqual(['enter']);
    expect(() => minds[0].tick(0.1)).toThrow('this mind lives in a crowd, which ticks all its minds');
    minds[1].despawn();
    expect(() => minds[0].tick(0.1)).not.toThrow();
  });

  it('refuse what is no way to spawn', () => {
    const many = crowd();
    expect(() => many.spawn(guardBrain, guard(), { every: 0 })).toThrow('a mind is ticked every 1 to 65535 ticks, not every 0');
    expect(() => many.spawn(guardBrain, guard(), { every: 1.5 })).toThrow('not every 1.5');
    expect(() => many.spawn(guardBrain, guard(), { seed: NaN })).toThrow('a seed is a whole number or a text');
    expect(() => many.spawn(guardBrain, guard(), { evry: 2 } as never)).toThrow('did you mean "every"?');
    expect(() => crowd({ expansionsPerTick: 1.5 })).toThrow('crowd.expansionsPerTick is a whole number of at least 1, not 1.5');
    expect(() => many.tick(-1)).toThrow('crowd.tick takes seconds, 0 or more');
    expect(() => many.tick(NaN)).toThrow('crowd.tick takes seconds, 0 or more');
    expect(many.size).toBe(0);
  });
});

describe('level of detail', () => {
  interface Sleeper {
    looks: number;
    driven: number[];
    done: number;
  }
  const napping = domain({ facts: { rested: flag, dark: flag }, actions: { nap: { effects: { rested: true } } }, goals: { rest: { rested: true } } });
  const sleeperBrain = brain(perceive(napping, { always: (_body: Sleeper) => {}, timed: { look: { every: 0.35, writes: ['dark'], read: (body) => { body.looks++; } } } }), {
    utility: { rest: 1 },
    steps: { nap: leaf({ cells: { slept: 0 }, drive: (body: Sleeper, _params, frame) => { body.driven.push(frame.dt); frame.cells.slept += frame.dt; if (frame.cells.slept < 1) return running; body.done++; return success; } }) },
  });
  const sleeper = (): Sleeper => ({ looks: 0, driven: [], done: 0 });

  it.each([1, 2, 3, 7])('every %i ticks a mind gets the time of all of them', (every) => {
    const many = crowd();
    const body = sleeper();
    many.spawn(sleeperBrain, body, { every });
    ticks(many, 40);
    expect(body.done).toBe(1);
    // The first tick does not wait; from then on each drive gets the time of `every` ticks.
    expect(body.driven[0]).toBeCloseTo(0.1, 6);
    for (const dt of body.driven.slice(2)) expect(dt).toBeCloseTo(0.1 * every, 5);
    const total = body.driven.reduce((sum, dt) => sum + dt, 0);
    expect(total).toBeGreaterThanOrEqual(1 - 1e-6);
    expect(total).toBeLessThan(1 + 0.1 * every + 1e-6);
  });

  it('loses no time when it changes in mid-step, up or down', () => {
    const many = crowd();
    const body = sleeper();
    const mind = many.spawn(sleeperBrain, body);
    const drives = (): number => body.driven.reduce((sum, dt) => sum + dt, 0);
    ticks(many, 2);
    mind.setEvery(4);
    ticks(many, 3);
    expect(drives()).toBeCloseTo(0.2, 5);
    mind.setEvery(1);
    many.tick(0.1);
    expect(drives()).toBeCloseTo(0.6, 5);
    many.tick(0.1);
    expect(drives()).toBeCloseTo(0.7, 5);
  });

  it('runs what is periodic once, however many periods went by', () => {
    const many = crowd();
    const [near, far] = [sleeper(), sleeper()];
    many.spawn(sleeperBrain, near);
    many.spawn(sleeperBrain, far, { every: 20 });
    ticks(many, 1);
    const before = far.looks;
    ticks(many, 60);
    expect(near.looks).toBeGreaterThanOrEqual(15);
    expect(far.looks - before).toBe(3);
  });

  it('comes from a function of the body, asked once a second', () => {
    let asked = 0;
    const many = crowd({ lod: (body: Guard & { far?: boolean }) => { asked++; return body.far === true ? 5 : 1; } });
    const [near, far] = [guard(), { ...guard(), far: true }];
    many.spawn(guardBrain, near);
    many.spawn(guardBrain, far);
    ticks(many, 51, 0.1);
    // Five seconds, two minds.
    expect(asked).toBe(10);
    expect(near.ticks).toBe(51);
    expect(far.ticks).toBeGreaterThan(14);
    expect(far.ticks).toBeLessThan(22);
  });
});

describe('the planner service', () => {
  it.each([10, 50, 400])('spends at most %i expansions a tick, and answers everybody', (expansionsPerTick) => {
    const many = crowd({ expansionsPerTick });
    const bodies = Array.from({ length: 20 }, (_, index) => thief((['open', 'first', 'last'] as const)[index % 3]!));
    const minds = bodies.map((body) => many.spawn(thiefBrain, body));
    let spent = 0;
    let tick = 0;
    for (; tick < 2000 && minds.some((mind) => mind.plan === undefined); tick++) {
      many.tick(0.1);
      expect(many.expansions).toBeLessThanOrEqual(expansionsPerTick);
      spent += many.expansions;
    }
    expect(minds.every((mind) => mind.plan !== undefined)).toBe(true);
    expect(many.searches).toBe(0);
    expect(spent).toBeGreaterThan(0);
  });

  it('lets minds that ask the same share one search', () => {
    const many = crowd({ expansionsPerTick: 1 });
    for (let count = 0; count < 10; count++) many.spawn(thiefBrain, thief('open'));
    for (let count = 0; count < 5; count++) many.spawn(thiefBrain, thief('last'));
    many.tick(0.1);
    expect(many.searches).toBe(2);
  });

  it('forgets a search that nobody waits for any more: despawned, aborted, or another goal', () => {
    const many = crowd({ expansionsPerTick: 1 });
    const bodies = [thief('open'), thief('first'), thief('last')];
    const minds = bodies.map((body) => many.spawn(thiefBrain, body));
    many.tick(0.1);
    expect(many.searches).toBe(3);
    minds[0]!.despawn();
    expect(many.searches).toBe(2);
    // Tea needs one step, which the policy table knows: nothing is searched for any more.
    bodies[1]!.wish = 'sip';
    minds[1]!.want('sip' as never);
    many.tick(0.1);
    expect(many.searches).toBe(1);
    expect(minds[1]!.path).toEqual(['brew']);
    expect(explain(minds[1]!).planning).toBe(false);
  });

  it('is not believed when the world has moved on: the answer is played on the facts of today and asked for again', () => {
    const many = crowd({ expansionsPerTick: 9 });
    trace(many, 500);
    const mind = many.spawn(thiefBrain, thief('first'));
    many.tick(0.1);
    expect(mind.plan).toBeUndefined();
    mind.notify('jolt' as never);
    for (let tick = 0; tick < 200 && mind.plan === undefined; tick++) many.tick(0.1);
    // One turn is missing from 2 to 3; the plan of three turns that was asked for reaches the goal too, and is good enough or asked anew.
    expect(mind.facts.lock0).toBe(2);
    expect(mind.plan!.steps.every((step) => step.action === 'turn0')).toBe(true);
    expect(many.errors).toEqual([]);
  });
});

import { brain, crowd, domain, explain, failure, flag, int, leaf, oneOf, perceive, running, success, trace, wait } from 'ganglion';
import { describe, expect, it } from 'vitest';

const watching = domain({
  facts: { at: oneOf('post', 'gate'), ammo: int(0, 6), intruder: flag, tired: flag },
  actions: { go: { effects: { at: 'gate' } }, fire: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } }, nap: { effects: { tired: false } } },
  goals: { repel: { intruder: false }, rest: { tired: false } },
});

interface Watcher {
  looks: string[];
  ammo: number;
  at: string;
  intruder: boolean;
}
const watcher = (): Watcher => ({ looks: [], ammo: 3, at: 'post', intruder: true });
const steps = { go: () => running, fire: () => success, nap: () => success } as const;

describe('sensors', () => {
  it('look when they are due: always at every tick, timed ones at their period, and all at the first tick', () => {
    const looking = brain(
      perceive(watching, {
        always: (body: Watcher) => void body.looks.push('always'),
        timed: { eyes: { every: 0.3, read: (body) => void body.looks.push('eyes') }, ears: { every: 1, read: (body) => void body.looks.push('ears') } },
      }),
      { steps },
    );
    const body = watcher();
    const mind = looking.spawn(body);
    mind.tick(0.1);
    expect(body.looks).toEqual(['always', 'eyes', 'ears']);
    body.looks.length = 0;
    for (let tick = 0; tick < 30; tick++) mind.tick(0.1);
    const count = (name: string): number => body.looks.filter((look) => look === name).length;
    expect(count('always')).toBe(30);
    // In 3 seconds: ten periods of 0.3 s and three of 1 s, one more or less by where the phase falls.
    expect(Math.abs(count('eyes') - 10)).toBeLessThanOrEqual(1);
    expect(Math.abs(count('ears') - 3)).toBeLessThanOrEqual(1);
  });

  it('of many minds do not look all in the same tick', () => {
    const spread = brain(perceive(watching, { always: () => {}, timed: { eyes: { every: 1, read: (body: Watcher) => void body.looks.push('eyes') } } }), { steps });
    const many = crowd();
    const bodies = Array.from({ length: 200 }, watcher);
    for (const body of bodies) many.spawn(spread, body);
    many.tick(0.1);
    let most = 0;
    for (let tick = 0; tick < 10; tick++) {
      for (const body of bodies) body.looks.length = 0;
      many.tick(0.1);
      most = Math.max(most, bodies.filter((body) => body.looks.length > 0).length);
    }
    // An even spread is 20 a tick.
    expect(most).toBeLessThan(40);
  });

  it('write what the world says: a number out of range is cut, an unknown member keeps the last value, each said once', () => {
    const sloppy = brain(perceive(watching, (body: Watcher, facts) => {
      facts.ammo = body.ammo;
      facts.at = body.at as 'post';
    }), { steps });
    const many = crowd();
    const bodies = [watcher(), watcher()];
    const minds = bodies.map((body) => many.spawn(sloppy, body));
    bodies[0]!.ammo = 99;
    bodies[1]!.at = 'roof';
    for (let tick = 0; tick < 5; tick++) many.tick(0.1);
    expect(minds[0]!.facts.ammo).toBe(6);
    expect(minds[1]!.facts.at).toBe('post');
    expect(many.warnings).toHaveLength(2);
    expect(many.warnings.map((warning) => warning.text).sort()).toEqual(['ammo was given 99, which is out of its range, and cut to it', 'at was given "roof", which is no member of it, and was left alone']);
  });

  it('may write only the facts they own', () => {
    const greedy = brain(perceive(watching, { always: () => {}, timed: { eyes: { every: 0.1, writes: ['intruder'], read: (body: Watcher, facts) => { facts.intruder = body.intruder; facts.ammo = 6; } } } }), { steps });
    const many = crowd();
    const mind = many.spawn(greedy, watcher());
    many.tick(0.1);
    expect(mind.facts.intruder).toBe(true);
    expect(mind.facts.ammo).toBe(0);
    expect(many.warnings.map((warning) => [warning.path, warning.text])).toEqual([['senses.timed.eyes', 'ammo is not among the facts that this sensor writes, and was left alone']]);
  });

  it('that throw leave the facts as they were, and the others look on', () => {
    const faulty = brain(perceive(watching, { always: (body: Watcher, facts) => { facts.ammo = body.ammo; }, timed: { eyes: { every: 0.1, read: (_body, facts) => { facts.intruder = true; throw new Error('blind'); } } } }), { steps });
    const many = crowd();
    const mind = many.spawn(faulty, watcher());
    many.tick(0.1);
    expect(mind.facts.intruder).toBe(false);
    expect(mind.facts.ammo).toBe(3);
    expect(many.errors.map(({ path, text }) => [path, text])).toEqual([['senses.timed.eyes', 'blind']]);
  });

  it('marked "planned" look only while the goal at hand depends on what they write', () => {
    const frugal = brain(
      perceive(watching, { always: (body: Watcher, facts) => { facts.intruder = body.intruder; facts.tired = true; }, timed: { count: { every: 0.1, writes: ['ammo'], while: 'planned', read: (body, facts) => { body.looks.push('count'); facts.ammo = body.ammo; } } } }),
      { utility: { repel: { seen: (body) => (body.intruder ? 1 : 0) }, rest: 0.5 }, steps: { ...steps, nap: () => running } },
    );
    const body = watcher();
    body.intruder = false;
    const mind = frugal.spawn(body);
    for (let tick = 0; tick < 10; tick++) mind.tick(0.1);
    // A mind that wants nothing yet cannot tell what it will need, so it may look once; resting needs no ammo.
    expect(mind.goal?.name).toBe('rest');
    expect(body.looks.length).toBeLessThanOrEqual(1);
    body.intruder = true;
    for (let tick = 0; tick < 10; tick++) mind.tick(0.1);
    expect(mind.goal?.name).toBe('repel');
    expect(body.looks.length).toBeGreaterThanOrEqual(5);
  });
});

describe('what a step is said to have done', () => {
  const acting = (fire: (body: Watcher) => void) =>
    brain(perceive(watching, (body: Watcher, facts) => { facts.at = body.at as 'post'; facts.ammo = body.ammo; facts.intruder = body.intruder; }), {
      utility: { repel: { seen: (body) => (body.intruder ? 1 : 0) } },
      steps: { go: leaf({ drive: (body: Watcher) => { body.at = 'gate'; return success; } }), fire: (body) => { fire(body); return success; }, nap: wait(1) },
    });

  it('is believed when the senses agree', () => {
    const body = watcher();
    const mind = acting((guard) => { guard.ammo--; guard.intruder = false; }).spawn(body);
    mind.tick(0.1);
    expect(mind.facts).toMatchObject({ at: 'gate', ammo: 2, intruder: false });
  });

  it('is denied when the senses see no change: the step failed, and the plan is made anew', () => {
    const many = crowd();
    trace(many, 100);
    const body = watcher();
    const mind = many.spawn(acting((guard) => { guard.ammo--; }), body);
    many.tick(0.1);
    expect(explain(mind).causes.map((record) => record.event)).toContain(16);
    expect(mind.facts.intruder).toBe(true);
    many.tick(0.1);
    expect(body.ammo).toBe(1);
  });

  it('counts for a number when it moved the right way, however far', () => {
    const many = crowd();
    trace(many, 100);
    const body = watcher();
    const mind = many.spawn(acting((guard) => { guard.ammo -= 2; guard.intruder = false; }), body);
    many.tick(0.1);
    expect(explain(mind).causes.map((record) => record.event)).not.toContain(16);
    expect(mind.facts.ammo).toBe(1);
  });

  it('stands when nobody senses it', () => {
    const blind = brain(perceive(watching, { always: (_body: Watcher) => {}, events: { alarm: (_body, facts) => { facts.intruder = true; facts.ammo = 1; } } }), { utility: { repel: 1 }, steps: { go: () => success, fire: () => success, nap: () => failure } });
    const mind = blind.spawn(watcher());
    mind.notify('alarm');
    mind.tick(0.1);
    expect(mind.facts).toMatchObject({ at: 'gate', ammo: 0, intruder: false });
  });
});

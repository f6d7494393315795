import { brain, bt, crowd, domain, explain, flag, int, isProblem, leaf, oneOf, perceive, perTarget, restoreCrowd, restoreMind, running, saveCrowd, saveMind, success, swap, trace, type Crowd, type MindError } from 'ganglion';
import { placeOf, traceEvent, traceText } from '../../src/brain/internal.js';
import { describe, expect, it } from 'vitest';

// Postmen who carry letters to places, rest when tired and flee when hurt. Every callback can be told to throw once.
const round = domain({
  facts: { at: oneOf('office', 'mill', 'farm'), letters: int(0, 9), tired: flag, warned: flag },
  actions: {
    walk: { params: { to: 'at' }, effects: { at: '$to' } },
    drop: { params: { to: 'at' }, preconditions: { at: '$to', letters: { atLeast: 1 } }, effects: { letters: { add: -1 } } },
    nap: { effects: { tired: false }, cost: 2 },
  },
  goals: { visit: { params: { place: 'at' }, want: { at: '$place' } }, rest: { tired: false } },
});

interface Postman {
  /** Which callback throws, once. */
  fault: string;
  thrown: boolean;
  at: 'office' | 'mill' | 'farm';
  tired: boolean;
  hurt: boolean;
  /** Enters and exits, in order. */
  log: string[];
  ticks: number;
}

function postman(fault = ''): Postman {
  return { fault, thrown: false, at: 'office', tired: false, hurt: false, log: [], ticks: 0 };
}

/** Throws when this callback is the faulty one, the first time. */
function may(body: Postman, callback: string): void {
  if (body.fault !== callback || body.thrown) return;
  body.thrown = true;
  throw new Error(`${callback} is broken`);
}

const places = ['office', 'mill', 'farm'] as const;

const postBrain = brain(
  perceive(round, {
    always: (body: Postman, facts) => {
      may(body, 'sensor');
      facts.at = body.at;
    },
    timed: { feel: { every: 0.3, writes: ['tired'], read: (body, facts) => { may(body, 'timed sensor'); facts.tired = body.tired; } } },
    events: { shout: { writes: ['warned'], read: (body, facts, _by: string) => { facts.warned = true; may(body, 'event sensor'); } } },
  }),
  {
    name: 'postman',
    utility: {
      visit: perTarget((body: Postman) => { may(body, 'targets'); return places.filter((place) => place !== body.at).map((place) => ({ place, visitor: body })); }, {
        considerations: { due: (body, _facts, { place }) => { may(body, 'target consideration'); return place === 'farm' ? 0.5 : 0.4; } },
        key: ({ place, visitor }) => { may(visitor, 'key'); return place; },
        params: ({ place, visitor }) => { may(visitor, 'params'); return { place }; },
        bind: (body) => may(body, 'bind'),
      }),
      rest: { worn: (body) => { may(body, 'consideration'); return body.tired ? 0.9 : 0; } },
    },
    costs: { nap: (body) => { may(body, 'cost'); return body.hurt ? 5 : 2; } },
    tree: bt('root { reactiveSelector { action [flee] while(isHurt) exit(safe)  action [plan] } }', {
      isHurt: (body: Postman) => { may(body, 'guard'); return body.hurt; },
      flee: (body) => { body.log.push('flee'); may(body, 'leaf'); return running; },
      safe: (body) => { body.log.push('safe'); may(body, 'tree exit'); },
    }),
    steps: {
      walk: leaf({
        cells: { left: 3 },
        enter: (body: Postman, { to }, frame) => { body.log.push(`enter walk(${to})`); frame.cells.left = 3; may(body, 'enter'); },
        drive: (body, { to }, frame) => {
          may(body, 'drive');
          if (--frame.cells.left > 0) return running;
          body.at = to;
          return success;
        },
        exit: (body, { to }, why) => { body.log.push(`exit walk(${to}) ${why}`); may(body, 'exit'); },
        resume: (body) => may(body, 'resume'),
      }),
      drop: () => success,
      nap: leaf({ enter: (body: Postman) => void body.log.push('enter nap'), drive: (body) => { body.tired = false; return success; }, exit: (body, _params, why) => void body.log.push(`exit nap ${why}`) }),
    },
  },
);

/** A day in the life: tired at 1 s, hurt from 2 to 2.5 s, warned at 3 s. */
function day(many: Crowd, minds: readonly { notify(event: 'shout', by: string): void }[], bodies: readonly Postman[]): void {
  for (let tick = 0; tick < 60; tick++) {
    for (const body of bodies) {
      body.ticks++;
      if (body.ticks === 10) body.tired = true;
      body.hurt = body.ticks >= 20 && body.ticks < 25;
    }
    if (tick === 30) for (const mind of minds) mind.notify('shout', 'dog');
    many.tick(0.1);
  }
}

function run(fault: string) {
  const heard: MindError[] = [];
  const many = crowd({ seed: 7, onError: (error) => heard.push(error), lod: (body: Postman) => { may(body, 'lod'); return 1; } });
  const bodies = [postman(), postman(fault), postman()];
  const minds = bodies.map((body) => many.spawn(postBrain, body));
  day(many, minds, bodies);
  return { many, bodies, minds, heard };
}

const healthy = run('');

/** Enters and exits of one postman must come in pairs. */
function pairs(body: Postman): boolean {
  const count = (word: string): number => body.log.filter((line) => line.startsWith(word)).length;
  return count('enter') === count('exit');
}

describe('a callback that throws', () => {
  const faults: readonly (readonly [callback: string, path: string])[] = [
    ['sensor', 'senses.always'],
    ['timed sensor', 'senses.timed.feel'],
    ['event sensor', 'senses.events.shout'],
    ['consideration', 'brain.utility.rest.worn'],
    ['targets', 'brain.utility.visit.targets'],
    ['target consideration', 'brain.utility.visit.due'],
    ['key', 'brain.utility.visit.key'],
    ['params', 'brain.utility.visit.params'],
    ['bind', 'brain.utility.visit.bind'],
    ['cost', 'brain.costs.nap'],
    ['guard', 'brain.tree.root/reactiveSelector/flee'],
    ['leaf', 'brain.tree.root/reactiveSelector/flee'],
    ['tree exit', 'brain.tree.root/reactiveSelector/flee'],
    ['enter', 'brain.steps.walk.enter'],
    ['drive', 'brain.steps.walk.drive'],
    ['exit', 'brain.steps.walk.exit'],
    ['lod', 'crowd.lod'],
  ];

  it.each(faults)('%s: costs one record, hurts no neighbour, and its own mind goes on', (callback, path) => {
    const { many, bodies, minds, heard } = run(callback);
    expect(many.errors.map((error) => ({ mind: error.mind, path: error.path, text: error.text }))).toEqual([{ mind: minds[1]!.id, path, text: `${callback} is broken` }]);
    expect(heard).toEqual(many.errors);
    for (const neighbour of [0, 2]) {
      expect(bodies[neighbour]!.log).toEqual(healthy.bodies[neighbour]!.log);
      expect({ ...minds[neighbour]!.facts }).toEqual({ ...healthy.minds[neighbour]!.facts });
    }
    // The broken one has come through the same day: it walked on after the fault, fled and was safe again.
    const { log } = bodies[1]!;
    expect(log.filter((line) => line.endsWith('success')).length).toBeGreaterThan(8);
    expect(log).toContain('safe');
    for (const mind of minds) mind.despawn();
    expect(bodies.every(pairs)).toBe(true);
    expect(many.size).toBe(0);
  });

  it('resume: the restored mind goes on', () => {
    const body = postman('resume');
    const mind = crowd({ seed: 7 }).spawn(postBrain, body);
    (mind as { tick(dt: number): void }).tick(0.1);
    expect(mind.path).toEqual(['walk']);
    const many = crowd();
    const again = restoreMind(postBrain, body, saveMind(mind), { crowd: many });
    expect(many.errors.map(({ path, mind: id }) => [path, id])).toEqual([['brain.steps.walk.resume', again.id]]);
    for (let tick = 0; tick < 20; tick++) many.tick(0.1);
    expect(body.log.filter((line) => line.endsWith('success')).length).toBeGreaterThan(3);
  });

  it('exit during despawn: the mind is gone all the same', () => {
    const many = crowd();
    const body = postman('exit');
    const mind = many.spawn(postBrain, body);
    many.tick(0.1);
    mind.despawn();
    expect(mind.alive).toBe(false);
    expect(many.errors.map(({ path }) => path)).toEqual(['brain.steps.walk.exit']);
    expect(body.log).toEqual(['enter walk(farm)', 'exit walk(farm) abort']);
  });

  it('again and again is recorded again and again, the last 256 times, and the trace names each by its own text', () => {
    let count = 0;
    const noisy = brain(perceive(round, () => { throw new Error(`fault ${count++}`); }), { steps: { walk: () => success, drop: () => success, nap: () => success } });
    const many = crowd();
    trace(many, 1000);
    const mind = many.spawn(noisy, {});
    for (let tick = 0; tick < 300; tick++) many.tick(0.1);
    expect(many.errors).toHaveLength(256);
    expect(many.errors[0]!.text).toBe('fault 44');
    expect(many.errors[255]!.text).toBe('fault 299');
    const told = [...trace(many).records(mind.id)].filter((record) => record.event === traceEvent.error).map((record) => traceText(placeOf(mind).minds, record));
    expect(told.slice(43, 45)).toEqual(['a callback threw: what it was is no longer known', 'senses threw: fault 44']);
    expect(told[299]).toBe('senses threw: fault 299');
    expect(mind.alive).toBe(true);
  });

  it('with something that cannot be printed is recorded too', () => {
    const odd = brain(perceive(round, () => { throw { toString: () => { throw new Error('again'); } }; }), { steps: { walk: () => success, drop: () => success, nap: () => success } });
    const many = crowd();
    many.spawn(odd, {});
    many.tick(0.1);
    expect(many.errors.map(({ text }) => text)).toEqual(['something that cannot be printed']);
  });
});

describe('onError that throws', () => {
  it('is heard at the end of the tick, when all minds have ticked, and only there', () => {
    const many = crowd({ onError: ({ mind, text }) => { throw new Error(`mind ${mind}: ${text}`); } });
    const bodies = [postman('sensor'), postman('sensor'), postman()];
    for (const body of bodies) many.spawn(postBrain, body);
    expect(() => many.tick(0.1)).toThrow('mind 0: sensor is broken');
    expect(many.errors).toHaveLength(2);
    expect(bodies.map((body) => body.log)).toEqual([['enter walk(farm)'], ['enter walk(farm)'], ['enter walk(farm)']]);
    expect(many.ticks).toBe(1);
    expect(() => many.tick(0.1)).not.toThrow();
  });

  it('is heard by whoever despawns, when the mind is gone', () => {
    const many = crowd({ onError: ({ error }) => { throw error; } });
    const mind = many.spawn(postBrain, postman('exit'));
    many.tick(0.1);
    expect(() => mind.despawn()).toThrow('exit is broken');
    expect(mind.alive).toBe(false);
    expect(() => many.tick(0.1)).not.toThrow();
  });
});

describe('inside a tick', () => {
  /** A mind whose one step does something to its crowd. */
  function meddler(meddle: (many: Crowd) => void, options: { onError?: (error: MindError) => void } = {}) {
    const many = crowd(options);
    const meddling = brain(perceive(round, { always: (_body: Postman) => {} }), { name: 'meddler', steps: { walk: () => { meddle(many); return success; }, drop: () => success, nap: () => success } });
    const mind = many.spawn(meddling, postman());
    mind.want({ goal: 'visit', params: { place: 'farm' } });
    return { many, mind };
  }

  it.each([
    ['tick', (many: Crowd) => many.tick(0.1), 'tick-inside-tick'],
    ['save', (many: Crowd) => void saveCrowd(many), 'inside-tick'],
    ['restore', (many: Crowd) => restoreCrowd(new ArrayBuffer(8), { crowd: many }), 'inside-tick'],
    ['swap', (many: Crowd) => void swap(many, postBrain, postBrain), 'inside-tick'],
  ])('%s is refused, as an error of the step that tried', (_what, meddle, code) => {
    const { many } = meddler(meddle);
    many.tick(0.1);
    expect(many.errors.map(({ path, error }) => [path, isProblem(error) && error.code])).toEqual([['brain.steps.walk.drive', code]]);
    expect(many.ticks).toBe(1);
  });

  it('spawned minds come to life when it is over', () => {
    const spawned: { readonly alive: boolean }[] = [];
    const seen: boolean[] = [];
    const { many } = meddler((crowd) => {
      if (spawned.length > 0) return;
      spawned.push(crowd.spawn(postBrain, postman()));
      seen.push(spawned[0]!.alive);
    });
    many.tick(0.1);
    expect(seen).toEqual([false]);
    expect(spawned[0]!.alive).toBe(true);
    expect(many.size).toBe(2);
    expect(many.errors).toEqual([]);
  });

  it('a mind that despawns itself ends its step first; its exit runs once', () => {
    const log: string[] = [];
    const many = crowd();
    const leaving = brain(perceive(round, { always: (_body: object) => {} }), {
      name: 'leaving',
      steps: { walk: leaf({ enter: () => void log.push('enter'), drive: () => { mind.despawn(); log.push(`alive ${mind.alive}`); return running; }, exit: (_body, _params, why) => { log.push(`exit ${why}`); mind.despawn(); } }), drop: () => success, nap: () => success },
    });
    const mind = many.spawn(leaving, {});
    mind.want({ goal: 'visit', params: { place: 'farm' } });
    many.tick(0.1);
    expect(log).toEqual(['enter', 'alive true', 'exit abort']);
    expect([mind.alive, many.size]).toEqual([false, 0]);
    expect(many.errors).toEqual([]);
  });

  it('a mind spawned and despawned in the same tick never lives', () => {
    const { many } = meddler((crowd) => crowd.spawn(postBrain, postman()).despawn());
    many.tick(0.1);
    expect(many.size).toBe(1);
    expect(many.errors).toEqual([]);
  });

  it('an exit that spawns during a despawn between ticks is served too, and one that ticks is refused', () => {
    const many = crowd();
    const leaving = brain(perceive(round, { always: (_body: object) => {} }), {
      name: 'leaving',
      steps: { walk: leaf({ drive: () => running, exit: () => { many.spawn(postBrain, postman()); many.tick(0.1); } }), drop: () => success, nap: () => success },
    });
    const mind = many.spawn(leaving, {});
    mind.want({ goal: 'visit', params: { place: 'farm' } });
    many.tick(0.1);
    mind.despawn();
    expect(many.size).toBe(1);
    expect(many.errors.map(({ path, error }) => [path, isProblem(error) && error.code])).toEqual([['brain.steps.walk.exit', 'tick-inside-tick']]);
  });

  it('looking at another mind does not move what one sees oneself', () => {
    const many = crowd();
    const seen: string[] = [];
    const looking = brain(perceive(round, (body: Postman, facts) => { facts.at = body.at; }), {
      name: 'looking',
      utility: { rest: 0 },
      tree: bt('root { sequence { action [look]  action [tell] } }', {
        look: (body: Postman) => { if (body.fault === 'looks') { others.forEach((mind) => { void mind.facts.at; explain(mind); void mind.goal; void mind.plan; }); } return success; },
        tell: (body, facts) => { seen.push(`${body.at} ${facts.at}`); return success; },
      }),
      steps: { walk: () => success, drop: () => success, nap: () => success },
    });
    const others = [{ ...postman(), at: 'mill' as const }, { ...postman('looks'), at: 'farm' as const }, postman()].map((body) => many.spawn(looking, body));
    many.tick(0.1);
    expect(seen).toEqual(['mill mill', 'farm farm', 'office office']);
  });
});

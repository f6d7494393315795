import { brain, bt, chance, crowd, digest, domain, explain, extract, flag, insert, int, isProblem, leaf, once, per, perceive, release, restoreCrowd, restoreMind, running, saveCrowd, saveMind, sequence, success, swap, trace, wait, type Brain, type Crowd, type Mind, type MindSnapshot } from 'ganglion';
import { describe, expect, it } from 'vitest';

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A wolf that hunts deer, which all wolves of a zone share. */
function makeWolf({ cost = 3, most = 100, name = 'wolf' } = {}): Brain<{ fed?: boolean }> {
  const words = domain({ facts: { fed: flag }, shared: { deer: int(0, most), alarm: flag }, actions: { hunt: { preconditions: { deer: { atLeast: 1 } }, effects: { fed: true }, cost } }, goals: { eat: { fed: true } } });
  return brain(perceive(words, (_body: { fed?: boolean }) => {}), { name, utility: { eat: 1 }, steps: { hunt: () => running } });
}

describe('a mind that moves to another crowd', () => {
  const wolf = makeWolf();

  it('finds the shared facts of that one as they are, also where nobody is at home for a moment', () => {
    const [north, south] = [crowd(), crowd()];
    const mover = north.spawn(wolf, {});
    const last = south.spawn(wolf, {});
    north.set('deer', 3);
    north.set('alarm', true);
    south.set('deer', 80);
    last.despawn();
    north.tick(0.1);
    south.tick(0.1);
    restoreMind(wolf, {}, plain(saveMind(mover)), { crowd: south });
    expect([south.get('deer'), south.get('alarm')]).toEqual([80, false]);
    restoreMind(wolf, {}, plain(saveMind(mover)), { crowd: south, shared: 'take' });
    expect([south.get('deer'), south.get('alarm')]).toEqual([3, true]);
    // A crowd of its own has nothing to keep.
    const alone = crowd();
    restoreMind(wolf, {}, plain(saveMind(mover)), { crowd: alone });
    expect(alone.get('deer')).toBe(3);
    expect(() => restoreMind(wolf, {}, saveMind(mover), { shared: 'both' as never })).toThrow('shared facts are kept or taken, not "both"');
  });

  it('leaves without exits and without undo, since what it does goes on there', () => {
    const world = { gold: 5 };
    const words = domain({ facts: { rich: flag }, actions: { rob: { effects: { rich: true } } }, goals: { be: { rich: true } } });
    const thief = brain(perceive(words, (body: { rich: boolean }, facts) => { facts.rich = body.rich; }), {
      utility: { be: 1 },
      steps: { rob: sequence(once(() => { world.gold -= 5; }, { undo: () => { world.gold += 5; } }), wait(10), once((body: { rich: boolean }) => { body.rich = true; })) },
    });
    const [here, there] = [crowd(), crowd()];
    const mind = here.spawn(thief, { rich: false });
    for (let tick = 0; tick < 10; tick++) here.tick(0.1);
    const moved = restoreMind(thief, { rich: false }, plain(release(mind)), { crowd: there });
    expect([world.gold, mind.alive, here.size, moved.path[0]]).toEqual([0, false, 0, 'rob']);
    for (let tick = 0; tick < 120; tick++) there.tick(0.1);
    expect([world.gold, moved.facts.rich]).toEqual([0, true]);
  });

  it('carries nothing but itself when others share its facts with it', () => {
    const names = (prefix: string): string[] => Array.from({ length: 20 }, (_, index) => `${prefix}${index}`);
    const npc = brain(perceive(domain({ objects: { store: names('store'), ware: names('ware') }, facts: { a: flag }, shared: { stock: per(['store', 'ware'], int(0, 99)) }, actions: { x: { effects: { a: true } } }, goals: { g: { a: true } } }), () => {}), { utility: { g: 1 }, steps: { x: () => running } });
    const room = crowd();
    const mind = room.spawn(npc, {});
    room.spawn(npc, {});
    room.tick(0.1);
    expect(JSON.stringify(saveMind(mind)).length).toBeLessThan(1500);
  });

  it('goes on as if it had stayed, whatever it was at: a search under way too', () => {
    const run = (moves: boolean): unknown => {
      let zone = crowd({ seed: 9, expansionsPerTick: 2 });
      const body = { at: 0, log: [] as string[] };
      let mind: Mind<any, any, any, any> = zone.spawn(walker, body);
      const seen: unknown[] = [];
      for (let tick = 0; tick < 60; tick++) {
        zone.tick(0.1);
        seen.push([mind.goal?.name, mind.plan?.steps.length, mind.path.join('/'), body.at, body.log.length]);
        if (moves && tick % 3 === 2) {
          const next = crowd({ seed: 9, expansionsPerTick: 2 });
          mind = restoreMind(walker, body, plain(release(mind)), { crowd: next });
          zone = next;
        }
      }
      return seen;
    };
    expect(run(true)).toEqual(run(false));
  });
});

const walker = brain(
  perceive(domain({ facts: { at: int(0, 40), rested: flag }, actions: { step: { effects: { at: { add: 1 } } }, rest: { preconditions: { at: { atLeast: 5 } }, effects: { rested: true, at: 0 } } }, goals: { far: { at: { atLeast: 7 } }, calm: { rested: true } } }), (body: { at: number }, facts) => {
    facts.at = body.at;
  }),
  {
    name: 'walker',
    utility: { far: 0.6, calm: { of: () => 0.5 } },
    costs: { step: (body) => (body.at % 2 === 0 ? 1 : 2) },
    steps: {
      step: leaf({ drive: (body, _params, { elapsed }) => { if (elapsed < 0.25) return running; body.at++; return success; } }),
      rest: leaf({ drive: (body) => { body.at = 0; return success; } }),
    },
  },
);

describe('many minds at once', () => {
  it('move with their searches and their shared facts once, all or none, and go on as if they had stayed', () => {
    const run = (moves: boolean): unknown => {
      let zone = crowd({ seed: 4, expansionsPerTick: 3 });
      const bodies = Array.from({ length: 5 }, () => ({ at: 0, log: [] as string[] }));
      let minds: readonly Mind<any, any, any, any>[] = bodies.map((body, index) => zone.spawn(walker, body, { key: index }));
      const seen: unknown[] = [];
      for (let tick = 0; tick < 40; tick++) {
        zone.tick(0.1);
        seen.push(minds.map((mind) => [mind.goal?.name, mind.plan?.steps.length, mind.path.join('/'), (mind.body as { at: number }).at, mind.key]));
        if (moves && tick % 4 === 3) {
          const next = crowd({ seed: 4, expansionsPerTick: 3 });
          const batch = plain(extract(zone, minds.map(({ id }) => id)));
          expect(zone.size).toBe(0);
          const came = insert(next, batch, { brains: [walker], bodyOf: (key: number) => bodies[key] });
          expect(came.report).toEqual({ outcome: 'exact', lost: [] });
          minds = came.minds;
          zone = next;
        }
      }
      return seen;
    };
    expect(run(true)).toEqual(run(false));
  });

  it('stay where one of them does not fit', () => {
    const [from, to] = [crowd(), crowd()];
    const ids = [0, 1, 2].map(() => from.spawn(walker, { at: 0 }).id);
    to.spawn(walker, { at: 3 });
    from.tick(0.1);
    const batch = plain(extract(from, ids));
    const before = digest(to);
    expect(() => insert(to, batch, { bodyOf: (key: number) => (key === 2 ? undefined : { at: 0 }) })).toThrow('bodyOf knows no body of mind 2');
    expect(() => insert(to, batch, { bodyOf: async () => ({ at: 0 }) })).toThrow('bodyOf promises a body of mind 0');
    const broken = plain(batch) as unknown as { minds: { mind: { facts: unknown } }[] };
    broken.minds[2]!.mind.facts = { at: 99 };
    expect(() => insert(to, broken as never, { bodyOf: () => ({ at: 0 }) })).toThrow();
    expect([digest(to), to.size]).toEqual([before, 1]);
    expect(() => extract(to, [0, 77])).toThrow('this crowd has no mind 77');
    expect(to.size).toBe(1);
  });
});

describe('a crowd saved as JSON', () => {
  it('is found again by the keys of the game, in another crowd and another version of its brains', () => {
    const make = (cost: number, action = 'hunt', fact = 'fed'): Brain<{ id: string }> => brain(perceive(domain({ facts: { [fact]: flag }, shared: { deer: int(0, 50) }, actions: { [action]: { effects: { [fact]: true }, cost } }, goals: { eat: { [fact]: true } } } as never), (_body: { id: string }) => {}), { name: 'wolf', utility: { eat: 1 }, steps: { [action]: () => running } } as never) as never;
    const pack = crowd({ seed: 77, expansionsPerTick: 500 });
    for (const id of ['grey', 'white', 'black']) pack.spawn(make(3), { id });
    const [v1] = [[...pack.minds()][0]!.brain];
    const one = crowd({ seed: 77, expansionsPerTick: 500 });
    for (const id of ['grey', 'white', 'black']) one.spawn(v1, { id } as never);
    one.set('deer', 40);
    for (let tick = 0; tick < 3; tick++) one.tick(0.1);
    const saved = plain(saveCrowd(one, { as: 'json', keyOf: (body: { id: string }) => body.id }));
    const bodies = new Map(['grey', 'white', 'black'].map((id) => [id, { id }]));
    const bodyOf = (key: string): unknown => bodies.get(key);

    const same = restoreCrowd(saved, { brains: [v1], bodyOf });
    expect(same.report).toEqual({ outcome: 'exact', lost: [] });
    expect([...same.crowd.minds()].map((mind) => [mind.id, (mind.body as { id: string }).id, mind.path])).toEqual([[0, 'grey', ['hunt']], [1, 'white', ['hunt']], [2, 'black', ['hunt']]]);
    expect([same.crowd.get('deer'), same.crowd.ticks]).toEqual([40, 3]);

    // A dearer hunt: the same memory, plans looked at again.
    const dearer = restoreCrowd(saved, { brains: [make(4)], bodyOf });
    expect(dearer.report.lost).toEqual([]);
    expect([...dearer.crowd.minds()].every((mind) => mind.path[0] === 'hunt')).toBe(true);

    // Another name is another brain, unless it is said what became of what.
    const renamed = make(3, 'stalk', 'sated');
    expect(() => restoreCrowd(saved, { brains: [renamed], bodyOf })).toThrow('this snapshot is of another brain or another version of "wolf"');
    const told = restoreCrowd(saved, { brains: [renamed], bodyOf, rename: { actions: { hunt: 'stalk' }, facts: { fed: 'sated' } } });
    expect(told.report.lost).toEqual([]);
    expect([...told.crowd.minds()].every((mind) => mind.path[0] === 'stalk')).toBe(true);
    const untold = restoreCrowd(saved, { brains: [renamed], bodyOf, changed: 'nearest' });
    expect(untold.report.lost.filter(({ where }) => where === 'wolf 0').map(({ kind, name, was }) => [kind, name, was])).toEqual(expect.arrayContaining([['fact', 'fed', false], ['step', 'hunt', undefined]]));
  });

  it('takes the place of what lives in a crowd, or changes nothing', () => {
    const zone = crowd();
    const minds = [zone.spawn(walker, { at: 0 }), zone.spawn(walker, { at: 1 })];
    zone.tick(0.1);
    const saved = plain(saveCrowd(zone, { as: 'json' }));
    for (let tick = 0; tick < 9; tick++) zone.tick(0.1);
    const before = digest(zone);
    const spoilt = plain(saved) as unknown as { minds: { mind: { tree: unknown } }[] };
    spoilt.minds[1]!.mind.tree = { tree: 7 };
    expect(() => restoreCrowd(spoilt as never, { crowd: zone })).toThrow();
    expect(digest(zone)).toBe(before);
    restoreCrowd(saved, { crowd: zone });
    expect([zone.ticks, zone.size, minds.map((mind) => [mind.alive, mind.id])]).toEqual([1, 2, [[true, 0], [true, 1]]]);
  });
});

describe('a save of a crowd', () => {
  it('brings seed and budgets along, and says where those of the heir were others', () => {
    const npc = brain(perceive(domain({ facts: { a: flag, b: flag }, actions: { x: { effects: { a: true } }, y: { effects: { b: true } } }, goals: { ga: { a: true }, gb: { b: true } } }), () => {}), { name: 'npc', utility: { ga: 0.5, gb: 0.5 }, decide: { every: 0.25, momentum: 1, pick: chance({ top: 2 }) }, steps: { x: () => running, y: () => running } });
    const spawned = (room: Crowd): string => {
      const minds = Array.from({ length: 40 }, () => room.spawn(npc, {}));
      room.tick(0.1);
      return minds.map((mind) => String(mind.goal?.name)).join('');
    };
    const owner = crowd({ seed: 'monday', expansionsPerTick: 10 });
    owner.spawn(npc, {});
    owner.tick(0.1);
    const bytes = saveCrowd(owner);
    const heir = restoreCrowd(bytes, { bodyOf: () => ({}), brains: [npc] });
    const other = restoreCrowd(bytes, { bodyOf: () => ({}), brains: [npc], crowd: crowd({ expansionsPerTick: 99 }) });
    expect(heir.report.lost).toEqual([]);
    expect(other.report.lost.map(({ kind, name, was }) => [kind, name, was])).toEqual([['setting', 'seed', 1], ['setting', 'expansionsPerTick', 99]]);
    const expected = spawned(owner);
    expect([spawned(heir.crowd), spawned(other.crowd)]).toEqual([expected, expected]);
    expect(() => crowd({ seed: Math.PI })).toThrow('a seed is a whole number or a text, not 3.14');
  });

  it('outlives a changed cost, and needs no more brains than live in it', () => {
    const [v1, v2] = [makeWolf({ cost: 3 }), makeWolf({ cost: 4 })];
    const room = crowd();
    for (let index = 0; index < 50; index++) room.spawn(v1, {});
    room.set('deer', 40);
    room.tick(0.1);
    const { crowd: next, report } = restoreCrowd(saveCrowd(room), { brains: [v2], bodyOf: () => ({}) });
    expect([next.size, next.get('deer'), report.lost]).toEqual([50, 40, []]);
    next.tick(0.1);
    expect([...next.minds()][0]!.path).toEqual(['hunt']);
    // Hot reload leaves nothing behind.
    const small = saveCrowd(room).byteLength;
    let old = v1;
    for (let reload = 0; reload < 20; reload++) {
      const fresh = makeWolf();
      swap(room, old, fresh);
      old = fresh;
    }
    expect(saveCrowd(room).byteLength).toBeLessThan(small * 1.1);
    expect(restoreCrowd(saveCrowd(room), { brains: [old], bodyOf: () => ({}) }).crowd.size).toBe(50);
  });

  it('of brains that nobody can tell apart is refused', () => {
    const make = (): Brain<object> => brain(perceive(domain({ facts: { a: flag }, actions: { x: { effects: { a: true } } }, goals: { g: { a: true } } }), () => {}), { utility: { g: 1 }, steps: { x: () => running } });
    const [one, other] = [make(), make()];
    const room = crowd();
    room.spawn(one, {});
    room.spawn(other, {});
    expect(() => restoreCrowd(saveCrowd(room), { brains: [other, one], bodyOf: () => ({}) })).toThrow('2 brains are named "brain" and look alike');
    // The crowd itself knows them by their places.
    restoreCrowd(saveCrowd(room), { crowd: room });
  });

  it('is equal for crowds that run alike, and its digest too', () => {
    const play = (): Crowd => {
      const zone = crowd({ seed: 3 });
      for (let index = 0; index < 6; index++) zone.spawn(walker, { at: index });
      for (let tick = 0; tick < 30; tick++) zone.tick(0.1);
      return zone;
    };
    const [one, other] = [play(), play()];
    expect(new Uint8Array(saveCrowd(one))).toEqual(new Uint8Array(saveCrowd(other)));
    expect(digest(one)).toBe(digest(other));
    other.tick(0.1);
    expect(digest(one)).not.toBe(digest(other));
  });

  it('is read from memory that others write to as well', () => {
    const zone = crowd();
    zone.spawn(walker, { at: 0 });
    const bytes = new Uint8Array(saveCrowd(zone));
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    restoreCrowd(shared, { crowd: zone });
    expect(zone.size).toBe(1);
  });
});

describe('names with signs in them', () => {
  it.each(['Paris', 'Paris, France', 'Springfield (Ohio)'])('such as %s do no harm to a save while a search waits', (town) => {
    const d = domain({ objects: { town: ['Rome', town] }, facts: { seen: per(['town'], flag), n: int(0, 1000) }, actions: { go: { params: { to: 'town' }, effects: { seen: [['$to', true]] } } }, goals: { see: { params: { town: 'town' }, want: { seen: [['$town', true]] } }, 'eat (raw)': { n: 5 } } } as never) as never;
    const made = brain(perceive(d, () => {}), { costs: { go: () => 2 }, steps: { go: () => running } } as never) as Brain<object, any, any, any, any>;
    for (const goal of [{ goal: 'see', params: { town } }, 'eat (raw)']) {
      const zone = crowd({ expansionsPerTick: 1 });
      const mind = zone.spawn(made, {});
      mind.want(goal as never);
      zone.tick(0.1);
      restoreMind(made, {}, plain(saveMind(mind)));
      restoreCrowd(saveCrowd(zone), { crowd: zone });
      expect(zone.size).toBe(1);
    }
  });
});

describe('a handle', () => {
  it('of a mind that a rollback undid is never that of another one', () => {
    const zone = crowd();
    zone.spawn(walker, { at: 0 });
    const frame = saveCrowd(zone);
    const undone = zone.spawn(walker, { at: 1 });
    restoreCrowd(frame, { crowd: zone });
    const next = zone.spawn(walker, { at: 2 });
    expect([undone.alive, next.alive, next.id === undone.id]).toEqual([false, true, false]);
    undone.despawn();
    expect([next.alive, zone.size]).toEqual([true, 2]);
  });

  it('is found by its number at once, says its brain, its body and its key, and is a line as text', () => {
    const zone = crowd();
    const body = { at: 0 };
    const mind = zone.spawn(walker, body, { key: 'hans' });
    zone.spawn(walker, { at: 1 });
    for (let tick = 0; tick < 3; tick++) zone.tick(0.1);
    expect([mind.brain, mind.body, mind.key, zone.mind(0)?.key, zone.mind(7)]).toEqual([walker, body, 'hans', 'hans', undefined]);
    expect(`${mind}`).toBe('walker 0: far > step');
    expect([...zone.minds()].map(({ id }) => id)).toEqual([0, 1]);
    restoreCrowd(saveCrowd(zone), { crowd: zone, bodyOf: (key: string | number) => (key === 'hans' ? body : { at: 1 }) });
    expect([mind.key, mind.body]).toEqual(['hans', body]);
    mind.despawn();
    expect([`${mind}`, zone.mind(0)]).toEqual(['mind 0, gone', undefined]);
    expect(() => zone.spawn(walker, body, { key: {} as never })).toThrow('the key of a mind is a text or a whole number, not an object');
  });

  it('of another copy of the package is refused as such', () => {
    const foreign = { [Symbol.for('ganglion.handle')]: true };
    for (const use of [() => explain(foreign as never), () => saveMind(foreign as never), () => saveCrowd(foreign as never), () => crowd().spawn(foreign as never, {}), () => brain(foreign as never, {} as never), () => trace(foreign as never)]) expect(use).toThrow('this was made by another copy of the package');
    expect(() => explain({} as never)).toThrow('this is no mind');
    expect(() => saveCrowd({} as never)).toThrow('this is no crowd');
  });
});

describe('what notify brings', () => {
  class Foe {
    readonly id = 'foe';
  }
  const heard: unknown[] = [];
  const npc = brain(perceive(domain({ facts: { hit: flag }, actions: { rest: { effects: { hit: false } } }, goals: { calm: { hit: false } } }), { events: { hurt: (_body: object, facts: { hit: boolean }, data: unknown) => { heard.push(data); facts.hit = true; } } } as never), { name: 'npc', utility: { calm: 1 }, steps: { rest: () => running } } as never) as Brain<object, any, any, any, { hurt: {} }>;

  it.each([
    ['a cycle', (() => { const player: { weapon?: unknown } = {}; player.weapon = { owner: player }; return player; })(), 'goes in circles'],
    ['a bigint', { by: 7n }, 'data.by is 7'],
    ['a Map', { by: new Map() }, 'data.by is an object of a class'],
    ['NaN', { damage: [1, NaN] }, 'data.damage[1] is NaN'],
    ['a date', new Date(0), 'data is an object of a class'],
    ['a function', () => {}, 'data is a function'],
    ['a hole in a list', { list: [undefined] }, 'data.list[0] is nothing'],
  ])('is refused there when it is %s', (_what, data, text) => {
    const mind = crowd().spawn(npc, {});
    expect(() => mind.notify('hurt', data)).toThrow(text);
  });

  it('stays the same object where the crowd says so, also in a rollback; another process hears what is lost', () => {
    const zone = crowd({ eventData: 'reference' });
    const mind = zone.spawn(npc, {});
    zone.tick(0.1);
    const foe = new Foe();
    mind.notify('hurt', foe);
    const frame = saveCrowd(zone);
    heard.length = 0;
    zone.tick(0.1);
    restoreCrowd(frame, { crowd: zone });
    zone.tick(0.1);
    expect(heard).toEqual([foe, foe]);
    expect(heard[1]).toBe(foe);
    const elsewhere = restoreCrowd(frame, { brains: [npc], bodyOf: () => ({}) });
    expect(elsewhere.report.lost).toEqual([{ kind: 'event', where: 'npc 0', name: 'hurt' }]);
    mind.notify('hurt', foe);
    expect(() => saveMind(mind)).toThrow('whose data is kept by reference');
  });

  it('does not pile up for a mind that nobody ticks', () => {
    const zone = crowd();
    const mind = zone.spawn(npc, {});
    for (let event = 0; event < 3000; event++) mind.notify('hurt', event);
    expect((saveMind(mind) as MindSnapshot).notices.length).toBe(1024);
    expect(zone.warnings.map(({ text }) => text)).toEqual(['more than 1024 events wait for a mind that does not tick: the oldest are forgotten']);
  });
});

describe('a promise that nobody waits for', () => {
  const d = domain({ facts: { f: flag }, actions: { go: { effects: { f: true } } }, goals: { g: { f: true } } });
  const bad = async (): Promise<never> => { throw new Error('rejected'); };
  const leafOf = (hooks: object): never => leaf({ drive: () => success, ...hooks }) as never;
  const kinds: Readonly<Record<string, readonly [parts: object, look?: unknown]>> = {
    sensor: [{}, bad],
    consideration: [{ utility: { g: { c: bad } } }],
    cost: [{ costs: { go: bad } }],
    'step drive': [{ steps: { go: bad } }],
    'step enter': [{ steps: { go: leafOf({ enter: bad }) } }],
    'step exit': [{ steps: { go: leafOf({ exit: bad }) } }],
    'tree entry': [{ tree: bt('root { action [plan] entry(x) }', { x: bad } as never) }],
    'tree exit': [{ tree: bt('root { action [plan] exit(x) }', { x: bad } as never), steps: { go: () => success } }],
    'tree while': [{ tree: bt('root { action [plan] while(x) }', { x: bad } as never) }],
    'tree action': [{ tree: bt('root { action [x] }', { x: bad } as never) }],
  };

  it.each(Object.entries(kinds))('of a %s is an error of its mind when it is rejected, never the end of the process', async (_what, [parts, look = () => {}]) => {
    const unhandled: unknown[] = [];
    const hear = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', hear);
    const zone = crowd();
    zone.spawn(brain(perceive(d, look as never), { utility: { g: 1 }, steps: { go: () => running }, ...parts } as never), {});
    for (let tick = 0; tick < 3; tick++) {
      zone.tick(0.1);
      await new Promise((done) => { setTimeout(done, 1); });
    }
    process.off('unhandledRejection', hear);
    expect(unhandled).toEqual([]);
    expect(zone.errors.some(({ text, mind }) => mind === 0 && text.includes('rejected'))).toBe(true);
  });
});

describe('a small save that asks for much', () => {
  it('is refused before memory is taken', () => {
    const made = brain(perceive(domain({ facts: { f: flag, n: int(0, 1000) }, actions: { go: { effects: { f: true } } }, goals: { g: { f: true } } }), () => {}), { utility: { g: 1 }, costs: { go: () => 2 }, steps: { go: () => running } });
    const zone = crowd({ expansionsPerTick: 1 });
    const mind = zone.spawn(made, {});
    zone.tick(0.1);
    const save = plain(saveMind(mind)) as unknown as { seat: number; desk: { seats: number; service: { answers: unknown[] } } };
    const attempt = (change: (spoilt: typeof save) => void): unknown => {
      const spoilt = plain(save);
      change(spoilt);
      const before = process.memoryUsage().rss;
      try {
        restoreMind(made, {}, spoilt as never, { crowd: crowd() });
      } catch (error) {
        if (!isProblem(error)) throw error;
      }
      return process.memoryUsage().rss - before < 64e6;
    };
    for (const big of [2 ** 23, 2 ** 26, 2 ** 31, 2 ** 52]) {
      expect(attempt((spoilt) => { spoilt.desk.service.answers = [{ client: big, outcome: 'found', actions: [], cost: 1, bound: 1, expansions: 1 }]; })).toBe(true);
      expect(attempt((spoilt) => { spoilt.desk.seats = big; })).toBe(true);
      expect(attempt((spoilt) => { spoilt.seat = big; spoilt.desk.service.answers = [{ client: big, outcome: 'found', actions: [], cost: 1, bound: 1, expansions: 1 }]; })).toBe(true);
    }
  });
});


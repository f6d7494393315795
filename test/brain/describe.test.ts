import { describe as group, expect, test } from 'vitest';
import { brain, bt, crowd, curves, describe, domain, explain, flag, follow, int, leaf, look, machine, once, oneOf, parallel, peek, perceive, running, saveCrowd, sequence, success, swap, trace, wait } from 'ganglion';

const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate'), ammo: int(0, 6), intruder: flag },
  shared: { alarm: flag },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

interface Guard {
  at: 'post' | 'armory' | 'gate';
  ammo: number;
  sees: boolean;
  wait: number;
}

let resumed = 0;
const senses = perceive(guarding, (guard: Guard, facts) => {
  facts.at = guard.at;
  facts.ammo = guard.ammo;
  facts.intruder = guard.sees;
});
const make = (slope = 12) =>
  brain(senses, {
    name: 'guard',
    utility: { repel: { seen: { of: (guard) => (guard.sees ? 1 : 0), curve: curves.logistic(0.3, slope) } }, rearm: { weight: 0.5, considerations: { empty: { of: (guard) => guard.ammo, min: 6, max: 0 } } }, standGuard: 0.1 },
    tree: bt('root { selector { action [cry] while(hurt) action [plan] } }', { hurt: () => false, cry: () => success }),
    steps: {
      goTo: machine({
        states: { walk: leaf({ enter: (guard) => { guard.wait = 3; }, resume: () => { resumed++; }, drive: (guard, { place }) => { if (--guard.wait > 0) return running; guard.at = place; return success; } }), rest: wait(0.1) },
        initial: 'walk',
        transitions: [{ from: 'walk', after: 5, to: 'rest' }],
      }),
      load: parallel('all', { hands: wait(0.4), eyes: sequence(wait(0.2), once((guard: Guard) => { guard.ammo = 6; })) }),
      shoot: once((guard) => { guard.sees = false; guard.ammo--; }),
    },
  });
const guardBrain = make();

function town(count = 12) {
  const world = crowd({ seed: 3 });
  const minds = Array.from({ length: count }, (_, at) => world.spawn(guardBrain, { at: 'post', ammo: at % 3, sees: at % 2 === 0, wait: 0 } as Guard, { key: `guard-${at}` }));
  return { world, minds };
}

group('describe', () => {
  test('says everything about a brain as JSON that survives being written', () => {
    const description = describe(guardBrain);
    expect(JSON.parse(JSON.stringify(description))).toEqual(JSON.parse(JSON.stringify({ ...description })));
    expect(description.name).toBe('guard');
    expect(description.goals).toEqual(['repel', 'rearm', 'standGuard']);
    expect(description.steps.map(({ text }) => text)).toEqual(['goTo(post)', 'goTo(armory)', 'goTo(gate)', 'load', 'shoot']);
    expect(description.actions[2]).toEqual({ name: 'shoot', preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } }, cost: 1, ownCost: false });
    expect(description.options.map(({ name, constant, weight }) => [name, constant, weight])).toEqual([['repel', undefined, 1], ['rearm', undefined, 0.5], ['standGuard', 0.1, 1]]);
    const [seen] = description.options[0]!.considerations;
    expect(seen).toMatchObject({ name: 'seen', min: 0, max: 1, curve: { kind: 'logisticPlain' } });
    expect(seen!.samples).toHaveLength(33);
    expect(description.tree.map(({ text, parent, guards }) => [text, parent, guards])).toEqual([['root', -1, []], ['selector', 0, []], ['action [cry]', 1, ['while(hurt)']], ['action [plan]', 1, []]]);
    expect(description.states.filter(({ id }) => id !== '').map(({ id }) => id)).toContain('load/eyes/1');
    expect(description.transitions).toContainEqual({ machine: 'goTo', to: 'goTo/rest', event: undefined, after: 5, when: undefined });
  });

  test('tells which names and widths the columns have, so that bytes can be read without the brain', () => {
    const { world } = town();
    const bytes = describe(guardBrain).columns.reduce((sum, { kind, width }) => sum + width * (Number(kind.slice(1)) / 8), 0);
    expect(bytes).toBe(world.bytesPerMind(guardBrain));
  });
});

group('peek', () => {
  test('reads of a saved crowd what the live minds say of themselves, for every tick of a run', () => {
    const { world, minds } = town();
    for (let tick = 0; tick < 60; tick++) {
      world.tick(0.1);
      const view = peek(saveCrowd(world), JSON.parse(JSON.stringify([describe(guardBrain)])) as ReturnType<typeof describe>[]);
      expect(view.tick).toBe(world.ticks);
      for (const mind of minds) {
        const moment = view.mind(mind.id)!;
        const told = explain(mind);
        expect(moment.goal).toBe(told.goal?.text);
        expect(moment.facts).toEqual(told.facts);
        expect(moment.plan?.steps).toEqual(told.plan?.steps.map(({ text }) => text));
        expect(moment.plan?.at).toBe(told.plan?.at);
        expect(moment.step).toBe(told.step?.text);
        expect(moment.key).toBe(mind.key);
        const running = moment.nodes.flatMap((state, node) => (state === 'running' ? [describe(guardBrain).tree[node]!.text] : []));
        expect(running).toEqual(told.branch);
        if (told.step === undefined) expect(moment.states).toEqual([]);
        else expect(moment.states[0]).toBe(told.step.action);
        if (told.step?.text !== 'load') continue;
        for (const region of ['hands', 'eyes']) expect(moment.states.includes(`load/${region}`)).toBe(told.step.path.some((name) => name.startsWith(region)));
      }
    }
  });

  test('calls nothing of the game, however often a moment is looked at', () => {
    const { world } = town(200);
    world.tick(0.1);
    const bytes = saveCrowd(world);
    resumed = 0;
    for (let look = 0; look < 10; look++) peek(bytes, [describe(guardBrain)]).rows();
    expect(resumed).toBe(0);
  });

  test('frames of before a swap of curves still open', () => {
    const { world } = town();
    world.tick(0.1);
    const before = saveCrowd(world);
    const tuned = make(5);
    swap(world, guardBrain, tuned);
    world.tick(0.1);
    for (const bytes of [before, saveCrowd(world)]) expect(peek(bytes, [describe(guardBrain), describe(tuned)]).mind(0)!.goal).toBe('repel');
  });

  test('refuses what is no saved crowd, what is cut short, and minds of a brain that is not described', () => {
    const { world } = town();
    const bytes = saveCrowd(world);
    expect(() => peek(new ArrayBuffer(8), [])).toThrow(/no saved crowd/);
    expect(() => peek(bytes.slice(0, 400), [describe(guardBrain)])).toThrow(/not whole/);
    expect(() => peek(bytes, [])).toThrow('the saved crowd has minds of brain "guard", which is not described');
  });
});

group('look and follow', () => {
  test('a running crowd looks the same as when it is saved', () => {
    const { world } = town();
    for (let tick = 0; tick < 10; tick++) world.tick(0.1);
    const saved = peek(saveCrowd(world), [describe(guardBrain)]);
    expect([...look(world).rows()]).toEqual([...saved.rows()]);
    expect(look(world).mind(3)).toEqual(saved.mind(3));
  });

  test('a follower can hold the crowd still, and hears of every tick that is made', () => {
    const { world } = town();
    let [open, heard] = [true, 0];
    const end = follow(world, { gate: () => open, ticked: () => { heard++; } });
    world.tick(0.1);
    open = false;
    world.tick(0.1);
    expect([world.ticks, heard]).toEqual([1, 1]);
    end();
    world.tick(0.1);
    expect([world.ticks, heard]).toEqual([2, 1]);
  });

  test('the words of a trace are those of its records, also when the ring has gone round', () => {
    const { world } = town();
    const ring = trace(world, 50);
    for (let tick = 0; tick < 30; tick++) world.tick(0.1);
    const { first, words } = ring.words(0);
    expect(first).toBe(ring.written - 50);
    const records = [...ring.records()].map(({ tick, mind, layer, node, event, a, b, cause }) => [tick, mind, layer, node, event, a, b, cause]);
    expect([...words]).toEqual(records.flat());
    expect(ring.words(ring.written).words).toHaveLength(0);
  });
});

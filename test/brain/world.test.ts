import { brain, bt, crowd, domain, explain, flag, int, leaf, once, oneOf, perceive, perTarget, pursuing, refine, restoreCrowd, running, saveCrowd, sequence, success, failure, wait, type ExitReason } from 'ganglion';
import { describe, expect, it, vi } from 'vitest';

const eating = domain({
  facts: { hungry: flag },
  shared: { food: int(0, 9) },
  actions: { eat: { preconditions: { food: { atLeast: 1 } }, effects: { hungry: false, food: { add: -1 } } } },
  goals: { beFed: { hungry: false } },
});
interface Eater { hunger: number }
const eaters = (steps: object) => brain(perceive(eating, (v: Eater, f) => { f.hungry = v.hunger > 0; }), { utility: { beFed: 1 }, steps: steps as never });

describe('one stock and many who want of it', () => {
  it('ten villagers and one meal: one eats, and nobody else walks for it', () => {
    let begun = 0;
    const eater = eaters({ eat: sequence(once(() => { begun++; }), wait(1), once((v: Eater) => { v.hunger = 0; })) });
    const world = crowd();
    const bodies = Array.from({ length: 10 }, () => ({ hunger: 1 }));
    bodies.forEach((body) => world.spawn(eater, body));
    world.set('food', 1);
    for (let tick = 0; tick < 60; tick++) world.tick(0.1);
    expect([world.get('food'), bodies.filter(({ hunger }) => hunger === 0).length, begun]).toEqual([0, 1, 1]);
  });

  it('what the game takes away under a plan ends the latest of them as refused, with its undo, and nothing is believed', () => {
    const ends: ExitReason[] = [];
    const eater = eaters({ eat: leaf({ drive: (_v: Eater, _p, { elapsed }) => (elapsed > 1 ? success : running), exit: (_v, _p, why) => void ends.push(why) }) });
    const world = crowd();
    const minds = [1, 1, 1].map((hunger) => world.spawn(eater, { hunger }));
    world.set('food', 3);
    world.tick(0.1);
    expect(world.add('food', -1)).toBe(true);
    world.tick(0.1);
    expect(ends).toEqual(['refused']);
    expect(minds.map((mind) => mind.plan !== undefined)).toEqual([true, true, false]);
    expect(world.add('food', -9)).toBe(false);
  });

  it('frame.take has it now and for good, and it is not taken again when the step succeeds', () => {
    const answers: boolean[] = [];
    const eater = eaters({ eat: leaf({ enter: (_v: Eater, _p, frame) => void answers.push(frame.take('food')), drive: (v: Eater, _p, { elapsed }) => (elapsed > 0.3 ? ((v.hunger = 0), success) : running) }) });
    const world = crowd();
    world.spawn(eater, { hunger: 1 });
    world.set('food', 2);
    world.tick(0.1);
    expect([answers, world.get('food')]).toEqual([[true], 1]);
    for (let tick = 0; tick < 4; tick++) world.tick(0.1);
    expect(world.get('food')).toBe(1);
  });

  it('what a plan makes itself is not claimed before it is there, and is kept afterwards', () => {
    const baking = domain({
      facts: { full: flag },
      shared: { bread: int(0, 5) },
      actions: { bake: { effects: { bread: { add: 1 } }, cost: 3 }, eat: { preconditions: { bread: { atLeast: 1 } }, effects: { full: true, bread: { add: -1 } } } },
      goals: { beFull: { full: true } },
    });
    const baker = brain(perceive(baking, (_b: object) => {}), { name: 'baker', utility: { beFull: 1 }, steps: { bake: wait(0.5), eat: wait(1) } });
    const thief = brain(perceive(baking, (_b: object) => {}), { name: 'thief', utility: { beFull: { always: () => 1 } }, costs: { bake: () => Infinity }, steps: { bake: wait(9), eat: wait(0.1) } });
    const world = crowd();
    const mind = world.spawn(baker, {});
    const other = world.spawn(thief, {});
    for (let tick = 0; tick < 30; tick++) world.tick(0.1);
    expect([mind.facts.full, other.facts.full, world.get('bread')]).toEqual([true, false, 0]);
  });

  it('a recipe of two things claims both or none', () => {
    const cakes = domain({
      facts: { cake: flag },
      shared: { eggs: int(0, 9), milk: int(0, 9) },
      actions: { bake: { preconditions: { eggs: { atLeast: 2 }, milk: { atLeast: 1 } }, effects: { cake: true, eggs: { add: -2 }, milk: { add: -1 } } } },
      goals: { haveCake: { cake: true } },
    });
    const cook = brain(perceive(cakes, (_b: object) => {}), { utility: { haveCake: 1 }, steps: { bake: wait(0.5) } });
    const world = crowd();
    const minds = [0, 1, 2].map(() => world.spawn(cook, {}));
    world.set('eggs', 5);
    world.set('milk', 2);
    for (let tick = 0; tick < 20; tick++) world.tick(0.1);
    expect([minds.filter((mind) => mind.facts.cake).length, world.get('eggs'), world.get('milk')]).toEqual([2, 1, 0]);
  });

  it('goes to everybody in turn: nobody waits much longer than the others', () => {
    const eats = new Map<Eater, number>();
    const eater = eaters({ eat: once((v: Eater) => { eats.set(v, (eats.get(v) ?? 0) + 1); }) });
    const world = crowd();
    const bodies = Array.from({ length: 6 }, () => ({ hunger: 1 }));
    bodies.forEach((body) => world.spawn(eater, body));
    for (let tick = 0; tick < 120; tick++) {
      world.set('food', 1);
      world.tick(0.3);
    }
    const shares = bodies.map((body) => eats.get(body) ?? 0);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(10);
  });

  it('a body with minds inside its step takes once', () => {
    const inner = eaters({ eat: sequence(wait(0.2), once((v: Eater) => { v.hunger = 0; })) });
    const outerDomain = domain({ facts: { well: flag }, shared: { food: int(0, 9) }, actions: { dine: { preconditions: { food: { atLeast: 1 } }, effects: { well: true, food: { add: -1 } } } }, goals: { beWell: { well: true } } });
    const outer = brain(perceive(outerDomain, (_v: Eater) => {}), { name: 'outer', utility: { beWell: 1 }, steps: { dine: refine(inner, 'beFed') } });
    const world = crowd();
    world.spawn(outer, { hunger: 1 });
    world.set('food', 3);
    for (let tick = 0; tick < 20; tick++) world.tick(0.1);
    expect(world.get('food')).toBe(2);
  });

  it('a shared fact may be set before anybody is there', () => {
    const world = crowd();
    world.set('food', 4);
    const mind = world.spawn(eaters({ eat: () => running }), { hunger: 0 });
    world.tick(0.1);
    expect([world.get('food'), mind.facts.food]).toEqual([4, 4]);
  });
});

describe('the end of a step', () => {
  const life = domain({ facts: { tired: flag }, actions: { sleep: { effects: { tired: false } } }, goals: { rest: { tired: false } } });

  it('that serves its goal comes when it says so: one nap, not ninety', () => {
    const why: ExitReason[] = [];
    const sleeper = brain(perceive(life, (v: { tiredness: number }, f) => { f.tired = v.tiredness > 0.4; }), {
      utility: { rest: { t: (v) => v.tiredness } },
      steps: { sleep: leaf({ drive: (v: { tiredness: number }, _p, { dt }) => ((v.tiredness -= dt / 8) > 0 ? running : success), exit: (_v, _p, w) => void why.push(w) }) },
    });
    const v = { tiredness: 0.4 };
    const mind = sleeper.spawn(v);
    for (let tick = 0; tick < 1800; tick++) {
      v.tiredness = Math.min(1, v.tiredness + 1 / 30 / 150);
      mind.tick(1 / 30);
    }
    expect(why).toEqual(['success']);
  });

  it('that does not serve it comes with the goal, and is told so', () => {
    const why: ExitReason[] = [];
    const d = domain({ facts: { home: flag, warm: flag }, actions: { walk: { effects: { home: true } }, heat: { preconditions: { home: true }, effects: { warm: true } } }, goals: { beWarm: { warm: true } } });
    const body = { warm: false };
    const b = brain(perceive(d, (v: { warm: boolean }, f) => { f.warm = v.warm; }), { utility: { beWarm: 1 }, steps: { walk: leaf({ drive: () => running, exit: (_v, _p, w) => void why.push(w) }), heat: () => running } });
    const mind = b.spawn(body);
    mind.tick(0.1);
    body.warm = true;
    mind.tick(0.1);
    expect(why).toEqual(['goalReached']);
  });

  it("comes as soon as its effect is seen, where the action says until: 'effect'", () => {
    const d = domain({ facts: { seen: flag, dead: flag }, actions: { find: { effects: { seen: true }, until: 'effect' }, kill: { preconditions: { seen: true }, effects: { dead: true } } }, goals: { kill: { dead: true } } });
    const body = { sees: false, dead: false };
    const why: ExitReason[] = [];
    const b = brain(perceive(d, (me: typeof body, facts) => { facts.seen = me.sees; facts.dead = me.dead; }), { utility: { kill: 1 }, steps: { find: leaf({ drive: () => running, exit: (_me, _p, w) => void why.push(w) }), kill: once((me: typeof body) => { me.dead = true; }) } });
    const mind = b.spawn(body);
    for (let tick = 0; tick < 10; tick++) mind.tick(0.1);
    body.sees = true;
    mind.tick(0.1);
    expect([body.dead, why]).toEqual([true, ['success']]);
    expect(() => domain({ facts: { n: int(0, 3) }, actions: { add: { effects: { n: { add: 1 } }, until: 'effect' } }, goals: {} })).toThrow('has no end that can be seen');
  });

  it('that never comes though all effects hold is warned of once', () => {
    const d = domain({ facts: { seen: flag, dead: flag }, actions: { find: { effects: { seen: true } }, kill: { preconditions: { seen: true }, effects: { dead: true } } }, goals: { kill: { dead: true } } });
    const world = crowd();
    world.spawn(brain(perceive(d, (_me: object, facts) => { facts.dead = false; }), { name: 'seeker', utility: { kill: 1 }, steps: { find: () => running, kill: () => running } }), {});
    const seeing = brain(perceive(d, (me: { at: number }, facts) => { facts.seen = ++me.at > 5; facts.dead = false; }), { name: 'seer', utility: { kill: 1 }, steps: { find: () => running, kill: () => running } });
    world.spawn(seeing, { at: 0 });
    for (let tick = 0; tick < 300; tick++) world.tick(0.1);
    expect(world.warnings.map(({ path }) => path)).toEqual(['brain.steps.find']);
    expect(world.warnings[0]!.text).toContain("until: 'effect'");
  });
});

describe('targets that come and go', () => {
  const fighting = domain({ facts: { near: flag, down: flag }, actions: { approach: { effects: { near: true } }, strike: { preconditions: { near: true }, effects: { down: true } } }, goals: { fight: { down: true } } });
  interface Foe { readonly id: number; hp: number }
  interface Fighter { foe: Foe | undefined; walked: number }

  it.each(['failure', 'running'] as const)('a guard whose foe is killed by a comrade goes for the next at once (its step answers %s)', (answer) => {
    let foes: Foe[] = [0, 1, 2, 3, 4, 5, 6].map((id) => ({ id, hp: 1 }));
    const guard: Fighter = { foe: undefined, walked: 0 };
    const log: (number | undefined)[] = [];
    const b = brain(perceive(fighting, (_g: Fighter, f) => { f.near = false; f.down = false; }), {
      utility: { fight: perTarget((_g: Fighter) => foes, { considerations: { d: { of: (_g, _f, t) => t.id, min: 10, max: 0 } }, bind: (g, t) => { g.foe = t; log.push(t?.id); } }) },
      steps: { approach: (g: Fighter) => { if (g.foe === undefined || g.foe.hp === 0) return answer === 'failure' ? failure : running; g.walked++; return running; }, strike: () => success },
    });
    const mind = b.spawn(guard);
    for (let kill = 0; kill < 6; kill++) {
      for (let tick = 0; tick < 60; tick++) mind.tick(1 / 30);
      foes[0]!.hp = 0;
      foes = foes.slice(1);
      const before = guard.walked;
      let idle = 0;
      for (; guard.walked === before && idle < 100; idle++) mind.tick(1 / 30);
      expect(idle).toBeLessThanOrEqual(9);
    }
    expect(log.filter((id) => id !== undefined)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(log.filter((id) => id === undefined)).toHaveLength(6);
    mind.despawn();
    expect(log.filter((id) => id === undefined)).toHaveLength(7);
  });

  it('an uninterruptible step ends with its target before another goal is taken up, and frame.target is there at its exit', () => {
    const d = domain({ facts: { down: flag, rested: flag }, actions: { strike: { effects: { down: true }, uninterruptible: true }, rest: { effects: { rested: true } } }, goals: { fight: { down: true }, rest: { rested: true } } });
    const body = { enemies: [{ id: 'wolf' }], tired: 0, target: undefined as { id: string } | undefined };
    const log: string[] = [];
    const b = brain(perceive(d, (_me: typeof body) => {}), {
      utility: { fight: perTarget((me: typeof body) => me.enemies, { considerations: { threat: () => 0.5 }, bind: (me, enemy) => { me.target = enemy; log.push(`bind ${enemy?.id}`); } }), rest: { tired: (me) => me.tired } },
      steps: { strike: leaf({ drive: (_me: typeof body, _p, { elapsed }) => (elapsed > 0.6 ? success : running), exit: (me: typeof body, _p, why, frame) => void log.push(`strike ${why} ${me.target?.id} ${(frame.target as { id: string }).id}`) }), rest: () => running },
    });
    const world = crowd();
    world.spawn(b, body);
    for (let tick = 0; tick < 12; tick++) {
      if (tick === 3) body.tired = 1;
      world.tick(0.1);
    }
    expect(log).toEqual(['bind wolf', 'strike success wolf wolf', 'bind undefined']);
  });

  it('one that cannot be had is let be for a while, and the next is taken', () => {
    const foes = [{ id: 'ghost' }, { id: 'wolf' }];
    const log: string[] = [];
    const b = brain(perceive(fighting, (_g: { foe?: { id: string } | undefined }, f) => { f.near = false; f.down = false; }), {
      utility: { fight: perTarget(() => foes, { considerations: { d: (_g, _f, t) => (t.id === 'ghost' ? 0.9 : 0.5) }, bind: (g: { foe?: { id: string } | undefined }, t) => { g.foe = t; } }) },
      steps: { approach: (g: { foe?: { id: string } | undefined }) => { log.push(g.foe!.id); return g.foe!.id === 'ghost' ? failure : running; }, strike: () => success },
      decide: { every: 0 },
    });
    const mind = b.spawn({});
    for (let tick = 0; tick < 5; tick++) mind.tick(0.1);
    expect(log).toContain('wolf');
    expect(explain(mind).aside.map(({ goal }) => goal)).toEqual(['fight ghost']);
  });
});

describe('places and stations', () => {
  const cooking = domain({ facts: { meal: flag }, shared: { food: int(0, 31) },
    actions: { cook: { preconditions: { meal: false }, effects: { meal: true }, cost: 4 }, serve: { preconditions: { meal: true }, effects: { meal: false, food: { add: 1 } } } },
    goals: { feedAll: { food: { atLeast: 24 } } } });

  it('one meal is missing: one of ten cooks sets out, and no meal is left over', () => {
    const cook = brain(perceive(cooking, (v: { meal: boolean }, f) => { f.meal = v.meal; }), {
      utility: { feedAll: { considerations: {}, limit: (_me, facts) => 24 - facts.food } },
      steps: { cook: sequence(wait(4), once((v: { meal: boolean }) => { v.meal = true; })), serve: sequence(wait(0.5), once((v: { meal: boolean }) => { v.meal = false; })) },
    });
    let world = crowd();
    const bodies = Array.from({ length: 10 }, () => ({ meal: false }));
    bodies.forEach((body) => world.spawn(cook, body));
    world.set('food', 23);
    for (let tick = 0; tick < 100; tick++) {
      world.tick(0.1);
      if (tick % 7 === 3) ({ crowd: world } = restoreCrowd(saveCrowd(world), { brains: [cook], bodyOf: (id: number) => bodies[id] }));
      expect([...world.minds()].filter((mind) => mind.plan !== undefined).length).toBeLessThanOrEqual(1);
    }
    expect([world.get('food'), bodies.filter(({ meal }) => meal).length]).toEqual([24, 0]);
  });

  it('a consideration may ask how many others are at it', () => {
    const d = domain({ facts: { a: flag, b: flag }, actions: { doA: { effects: { a: true } }, doB: { effects: { b: true } } }, goals: { a: { a: true }, b: { b: true } } });
    const each = brain(perceive(d, (_v: object) => {}), { utility: { a: { crowded: { of: pursuing('a'), min: 3, max: 0 } }, b: 0.5 }, steps: { doA: () => running, doB: () => running } });
    const world = crowd();
    const minds = Array.from({ length: 6 }, () => world.spawn(each, {}));
    for (let tick = 0; tick < 10; tick++) world.tick(0.1);
    expect(minds.filter((mind) => mind.goal?.name === 'a').length).toBeLessThanOrEqual(3);
    expect(minds.filter((mind) => mind.goal?.name === 'b').length).toBeGreaterThanOrEqual(3);
  });

  it('one anvil is held whole by one smith at a time, in line, also across saves', () => {
    const forge = domain({ facts: { sword: flag }, actions: { smith: { effects: { sword: true }, holds: ['anvil'] } }, goals: { have: { sword: true } } });
    let at = 0;
    const order: number[] = [];
    const smith = brain(perceive(forge, (_v: { id: number }) => {}), { utility: { have: 1 }, steps: { smith: leaf({ enter: (v: { id: number }) => { expect(++at).toBe(1); order.push(v.id); }, drive: (_v, _p, { elapsed }) => (elapsed > 0.9 ? success : running), exit: () => { at--; } }) } });
    let world = crowd();
    const bodies = [0, 1, 2, 3].map((id) => ({ id }));
    bodies.forEach((body) => world.spawn(smith, body));
    world.tick(0.1);
    expect([...world.minds()].map((mind) => explain(mind).waits)).toEqual([undefined, 'first in line for the anvil', 'second in line for the anvil', 'third in line for the anvil']);
    for (let tick = 0; tick < 60; tick++) {
      world.tick(0.1);
      if (tick % 5 === 0) ({ crowd: world } = restoreCrowd(saveCrowd(world), { brains: [smith], bodyOf: (id: number) => bodies[id] }));
    }
    expect(order).toEqual([0, 1, 2, 3]);
  });
});

describe('steadiness', () => {
  it('a fact that settles keeps a fleeing villager fleeing', () => {
    const life = domain({ facts: { at: oneOf('home', 'pile', 'road'), wolfNear: flag }, actions: { goTo: { params: { place: 'at' }, where: { place: { not: 'road' } }, effects: { at: '$place' } } }, goals: { work: { at: 'pile' } } });
    let enters = 0;
    interface Walker { x: number; dir: number }
    const b = brain(perceive(life, { always: { settle: { wolfNear: [0, 3] }, read: (v: Walker, f) => { f.at = v.x < 1 ? 'home' : v.x > 399 ? 'pile' : 'road'; f.wolfNear = Math.abs(v.x - 200) < 110; } } }), {
      utility: { work: 1 },
      tree: bt('root { reactiveSelector { action [flee] while(holds, "wolfNear", "is", true) action [plan] } }', { flee: (v: Walker) => { v.dir = -1; return running; } }),
      steps: { goTo: leaf({ enter: (v: Walker) => { enters++; v.dir = 1; }, drive: (v: Walker) => (v.x >= 400 ? success : running) }) },
    });
    const v = { x: 0, dir: 0 };
    const mind = b.spawn(v);
    for (let tick = 0; tick < 1800; tick++) {
      v.x = Math.max(0, v.x + (v.dir * 70) / 30);
      mind.tick(1 / 30);
    }
    expect(enters).toBeLessThanOrEqual(15);
  });

  it('an option that never had a plan does not cool down', () => {
    const d = domain({ facts: { door: flag, in: flag, fed: flag }, actions: { enter: { preconditions: { door: true }, effects: { in: true } }, eat: { effects: { fed: true } } }, goals: { enter: { in: true }, eat: { fed: true } } });
    const entered = [{}, { cooldown: 10 }, { penalty: { amount: 0.9, over: 10 } }].map((extra) => {
      const body = { door: false };
      const world = crowd();
      let time: number | undefined;
      world.spawn(brain(perceive(d, (me: typeof body, facts) => { facts.door = me.door; }), { utility: { enter: { considerations: { keen: () => 0.9 }, ...extra }, eat: 0.3 }, steps: { enter: leaf({ enter: () => { time ??= world.time; }, drive: () => running }), eat: () => running } }), body);
      for (let tick = 0; tick < 60; tick++) {
        if (tick === 20) body.door = true;
        world.tick(0.1);
      }
      return Math.round(time! * 10) / 10;
    });
    expect(entered).toEqual([2.1, 2.1, 2.1]);
  });

  it('the running step is not thrown away for a plan that is hardly cheaper', () => {
    const d = domain({ facts: { at: oneOf('mid', 'left', 'right'), water: flag }, actions: { goTo: { params: { to: 'at' }, where: { to: { not: 'mid' } }, effects: { at: '$to' } }, drinkL: { preconditions: { at: 'left' }, effects: { water: true } }, drinkR: { preconditions: { at: 'right' }, effects: { water: true } } }, goals: { drink: { water: true } } });
    const body = { n: 0, x: 0, starts: 0, drunk: false };
    const b = brain(perceive(d, (me: typeof body, facts) => { me.n++; facts.at = me.x >= 5 ? 'right' : me.x <= -5 ? 'left' : 'mid'; facts.water = me.drunk; }), {
      utility: { drink: 1 }, replan: { every: 0.2 }, costs: { goTo: (me, { to }) => 10 + (to === 'left' ? 1 : -1) * 0.5 * Math.sin(me.n) },
      steps: { goTo: leaf({ enter: (me: typeof body) => void me.starts++, drive: (me: typeof body, { to }, { dt }) => { me.x += to === 'right' ? dt : -dt; return Math.abs(me.x) >= 5 ? success : running; } }), drinkL: once((me: typeof body) => { me.drunk = true; }), drinkR: once((me: typeof body) => { me.drunk = true; }) },
    });
    const world = crowd();
    world.spawn(b, body);
    for (let tick = 0; tick < 100; tick++) world.tick(0.1);
    expect([body.drunk, body.starts]).toEqual([true, 1]);
  });

  it('what a callback throws is said on the console once, where nobody listens', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const b = eaters({ eat: () => { throw new Error('a destroyed sprite'); } });
    const world = crowd();
    world.spawn(b, { hunger: 1 });
    world.set('food', 5);
    for (let tick = 0; tick < 60; tick++) world.tick(0.1);
    world.tick(16);
    const texts = said.mock.calls.map(([text]) => String(text));
    said.mockRestore();
    expect(texts.filter((text) => text.includes('destroyed sprite'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('seconds, not milliseconds'))).toHaveLength(1);
  });
});

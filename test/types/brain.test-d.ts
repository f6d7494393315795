import { describe, expectTypeOf, it } from 'vitest';
import { ask, brain, bt, chance, crowd, curves, domain, failure, flag, int, leaf, machine, once, oneOf, parallel, per, perceive, perTarget, refine, repeat, running, sequence, success, until, wait } from 'ganglion';

// A guard, as in the README: everything is inferred, the body's type is written once.
class Guard {
  zone: 'post' | 'armory' | 'gate' = 'post';
  ammo = 0;
  health = 1;
  seesIntruder = false;
  arrived = true;
  walkTo(_place: 'post' | 'armory' | 'gate'): void {}
  stop(): void {}
  reload(): void {}
  fire(): boolean {
    return true;
  }
  runAway(): boolean {
    return true;
  }
}

const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate'), ammo: int(0, 6), intruder: flag },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

const senses = perceive(guarding, (guard: Guard, facts) => {
  facts.at = guard.zone;
  facts.ammo = guard.ammo;
  facts.intruder = guard.seesIntruder;
});

const guardBrain = brain(senses, {
  utility: {
    repel: { seen: (guard) => (guard.seesIntruder ? 1 : 0), brave: { of: (guard) => guard.health, curve: curves.logistic(0.3, 12) } },
    rearm: { empty: (_guard, facts) => 0.9 * (1 - facts.ammo / 6) },
    standGuard: 0.1,
  },
  tree: bt(`root { reactiveSelector { action [flee] while(isHurt)  action [plan] } }`, {
    isHurt: (guard) => guard.health < 0.25,
    flee: (guard) => (guard.runAway() ? success : running),
  }),
  steps: {
    goTo: leaf({
      enter: (guard, { place }) => guard.walkTo(place),
      drive: (guard) => (guard.arrived ? success : running),
      exit: (guard, _params, why) => {
        if (why !== 'success') guard.stop();
      },
    }),
    load: sequence(wait(1), once((guard) => guard.reload())),
    shoot: (guard) => (guard.fire() ? success : failure),
  },
});

// A smith: objects, params, shared facts, events, targets.
const smithing = domain({
  objects: { place: ['workshop', 'mine'], tool: ['axe', 'pick'], bin: ['shelf', 'bag'] },
  facts: { at: oneOf('workshop', 'mine'), store: per(['bin', 'tool'], int(0, 3)), ingot: flag, lit: flag },
  shared: { mineOpen: flag },
  actions: {
    goTo: { params: { to: 'place' }, effects: { at: '$to' } },
    take: { params: { what: 'tool', from: 'bin' }, preconditions: { store: [['$from', '$what', { atLeast: 1 }]] }, effects: { store: [['$from', '$what', { add: -1 }]] } },
    smelt: { preconditions: { at: 'workshop', lit: true, mineOpen: true }, effects: { ingot: true } },
  },
  goals: { haveIngot: { ingot: true }, tidy: { params: { what: 'tool', where: 'bin' }, want: { store: [['$where', '$what', { atLeast: 1 }]] } } },
});
class Smith {
  skill = 1;
  at: 'workshop' | 'mine' = 'workshop';
  tools: { id: 'axe' | 'pick'; worn: number }[] = [];
  walk(_to: 'workshop' | 'mine'): void {}
}
interface Noise {
  readonly loud: number;
}
const smithSenses = perceive(smithing, {
  always: (smith: Smith, facts) => {
    facts.at = smith.at;
    facts.store.bag.axe = smith.tools.length;
  },
  timed: { shelf: { writes: ['store'], every: 2, read: (smith, facts) => { facts.store.shelf.pick = smith.skill; } } },
  events: { noise: { writes: ['lit'], read: (smith, facts, noise: Noise) => { facts.lit = noise.loud > smith.skill; } }, closing: (_smith, facts) => { facts.mineOpen = false; } },
});
const smithSteps = {
  goTo: machine({
    initial: 'walk',
    states: { walk: sequence(once((smith: Smith, { to }: { to: 'workshop' | 'mine' }) => smith.walk(to)), until(() => true)), hide: repeat('forever', wait(1)) },
    transitions: [{ from: 'walk', to: 'hide', event: 'noise' }, { from: 'hide', to: 'walk', after: 3 }],
  }),
  take: parallel('all', wait(1), once(() => {})),
  smelt: () => success,
} as const;
const smithBrain = brain(smithSenses, {
  utility: {
    haveIngot: { considerations: { keen: (smith) => smith.skill, stock: { of: (_smith, facts) => facts.store.bag.pick, max: 3, curve: curves.logistic(0.5, 5) } }, weight: 2, rank: (smith) => smith.skill },
    tidy: perTarget((smith) => smith.tools, { considerations: { worn: (smith, facts, tool) => tool.worn * smith.skill + (facts.lit ? 1 : 0) }, params: (tool) => ({ what: tool.id, where: 'shelf' as const }) }),
  },
  steps: smithSteps,
  decide: { every: 0.25, momentum: 1.25, pick: chance({ top: 2 }) },
  replan: 'onChange',
});

const steps = { goTo: () => success, load: () => success, shoot: () => success } as const;
const noTree = perceive(guarding, (guard: Guard, facts) => {
  facts.ammo = guard.ammo;
});
const mind = guardBrain.spawn(new Guard());
const smith = smithBrain.spawn(new Smith());

describe('a brain', () => {
  it('carries plain values: what hovers show is what one would write', () => {
    expectTypeOf(mind.facts).toEqualTypeOf<{ readonly at: 'post' | 'armory' | 'gate'; readonly ammo: number; readonly intruder: boolean }>();
    expectTypeOf(mind.goal?.name).toEqualTypeOf<'repel' | 'rearm' | 'standGuard' | undefined>();
    expectTypeOf(mind.plan!.steps[0]!.action).toEqualTypeOf<'goTo' | 'load' | 'shoot'>();
    expectTypeOf(smith.facts.store.bag.axe).toEqualTypeOf<number>();
  });

  it('knows its goals, events and their data', () => {
    smith.notify('noise', { loud: 2 });
    smith.notify('closing');
    smith.want('haveIngot');
    smith.want({ goal: 'tidy', params: { what: 'axe', where: 'bag' } });
    // @ts-expect-error event misspelt
    smith.notify('nois', { loud: 1 });
    // @ts-expect-error event data of the wrong type
    smith.notify('noise', { loud: 'x' });
    // @ts-expect-error event data forgotten
    smith.notify('noise');
    // @ts-expect-error goal wanted is unknown
    mind.want('repl');
    // @ts-expect-error goal with params given as a bare name
    smith.want('tidy');
    // @ts-expect-error goal asked for is unknown
    ask(mind, 'repl');
  });

  it('takes bodies of its own kind only', () => {
    // @ts-expect-error spawn with the wrong body
    guardBrain.spawn(new Smith());
    // @ts-expect-error crowd spawn with the wrong body
    crowd().spawn(smithBrain, new Guard());
    crowd().spawn(smithBrain, new Smith());
  });
});

describe('senses', () => {
  it('write facts of the domain, with values they can have', () => {
    // @ts-expect-error fact misspelt
    perceive(guarding, (guard: Guard, facts) => { facts.amo = guard.ammo; });
    // @ts-expect-error value of the wrong type
    perceive(guarding, (guard: Guard, facts) => { facts.at = guard.ammo; });
    // @ts-expect-error a sensor owns an unknown fact
    perceive(guarding, { always: (_guard: Guard) => {}, timed: { eyes: { every: 1, writes: ['amo'], read: () => {} } } });
  });
});

describe('utility inside a brain', () => {
  it('scores goals of the domain from body and facts', () => {
    // @ts-expect-error option misspelt
    brain(noTree, { utility: { repl: 0.1 }, steps });
    // @ts-expect-error consideration reads an unknown fact
    brain(noTree, { utility: { repel: { x: (_guard, facts) => facts.amo } }, steps });
    // @ts-expect-error consideration reads an unknown body field
    brain(noTree, { utility: { repel: { x: { of: (guard) => guard.helth } } }, steps });
    // @ts-expect-error option key misspelt in the full form
    brain(noTree, { utility: { repel: { considerations: { x: () => 1 }, wieght: 2 } }, steps });
    // @ts-expect-error perTarget params of the wrong type
    brain(smithSenses, { utility: { tidy: perTarget((body) => body.tools, { considerations: {}, params: (tool) => ({ what: tool.id, where: 'bagg' as const }) }) }, steps: smithSteps });
    // @ts-expect-error perTarget: unknown field of the target
    brain(smithSenses, { utility: { haveIngot: perTarget((body) => body.tools, { considerations: { w: (_body, _facts, tool) => tool.wrn } }) }, steps: smithSteps });
    // @ts-expect-error a goal with params as a plain number
    brain(smithSenses, { utility: { tidy: 0.5 }, steps: smithSteps });
  });
});

describe('steps inside a brain', () => {
  it('are one an action, with its params', () => {
    // @ts-expect-error step missing
    brain(noTree, { steps: { goTo: () => success, load: () => success } });
    // @ts-expect-error step misspelt
    brain(noTree, { steps: { goTo: () => success, load: () => success, shoot: () => success, shot: () => success } });
    // @ts-expect-error step param misspelt
    brain(noTree, { steps: { ...steps, goTo: once((guard, { plce }) => guard.walkTo(plce)) } });
    // @ts-expect-error step returns nothing
    brain(noTree, { steps: { ...steps, goTo: (guard) => { guard.reload(); } } });
    // @ts-expect-error body method misspelt deep in a sequence
    brain(noTree, { steps: { ...steps, load: sequence(wait(1), once((guard) => guard.relod())) } });
    // @ts-expect-error machine: transition to an unknown state
    brain(noTree, { steps: { ...steps, goTo: machine({ states: { walk: wait(1), rest: wait(2) }, transitions: [{ from: 'walk', to: 'rst' }] }) } });
    // @ts-expect-error machine: unknown event
    brain(smithSenses, { steps: { ...smithSteps, smelt: machine({ states: { walk: wait(1), rest: wait(2) }, transitions: [{ from: 'walk', to: 'rest', event: 'nois' }] }) } });
    // @ts-expect-error machine: unknown initial
    brain(noTree, { steps: { ...steps, goTo: machine({ initial: 'wlk', states: { walk: wait(1) }, transitions: [] }) } });
  });

  it('may be plans of another brain for the same body', () => {
    const town = domain({ facts: { ingot: flag, sword: flag }, actions: { getIngot: { effects: { ingot: true } }, forge: { preconditions: { ingot: true }, effects: { sword: true } } }, goals: { arm: { sword: true } } });
    const townSenses = perceive(town, (body: Smith, facts) => { facts.ingot = body.skill > 3; });
    brain(townSenses, { utility: { arm: 1 }, steps: { getIngot: refine(smithBrain, 'haveIngot'), forge: sequence(wait(1), refine(smithBrain, { goal: 'tidy', params: { what: 'axe', where: 'bag' } })) } });
    // @ts-expect-error nested plan: unknown goal
    brain(townSenses, { steps: { getIngot: refine(smithBrain, 'haveIngt'), forge: () => success } });
    // @ts-expect-error nested plan: another body
    brain(noTree, { steps: { ...steps, load: refine(smithBrain, 'haveIngot') } });
  });
});

describe('trees inside a brain', () => {
  it('name goals, facts and leaves that exist', () => {
    // @ts-expect-error leaf reads an unknown fact
    brain(noTree, { tree: bt('root { action [flee] while(weak) }', { flee: () => success, weak: (_guard, facts) => facts.amo > 1 }), steps });
    // @ts-expect-error tree plans an unknown goal
    brain(noTree, { tree: bt('root { selector { action [plan, "repl"] action [plan] } }', {}), steps });
    // @ts-expect-error tree asks for an unknown goal
    brain(noTree, { tree: bt('root { sequence { condition [goalIs, "repl"] action [plan] } }', {}), steps });
    // @ts-expect-error tree asks for an unknown fact
    brain(noTree, { tree: bt('root { action [plan] while(holds, "amo", "atLeast", 1) }', {}), steps });
    // @ts-expect-error leaf name misspelt
    brain(noTree, { tree: bt('root { selector { action [flee] action [plan] } }', { fle: () => success }), steps });
    // @ts-expect-error guard returns a text
    brain(noTree, { tree: bt('root { action [flee] while(weak) }', { flee: () => success, weak: () => 'yes' }), steps });
  });
});

describe('policies', () => {
  it('are spelt right', () => {
    // @ts-expect-error policy misspelt
    brain(noTree, { steps, replan: 'onBrokn' });
    // @ts-expect-error depress of an unknown action
    brain(noTree, { steps, depress: { lod: 1 } });
    // @ts-expect-error costs of an unknown action
    brain(noTree, { steps, costs: { lod: () => 1 } });
    // @ts-expect-error decide key misspelt
    brain(noTree, { steps, decide: { evry: 1 } });
  });
});

describe('what the compiler says tells what to write', () => {
  const senses = perceive(domain({ facts: { lit: flag }, actions: { light: { effects: { lit: true } } }, goals: { light: { lit: true } } }), (_body: object, facts) => { facts.lit = false; });

  it('where a mind is told of an event and none are declared', () => {
    const mind = brain(senses, { steps: { light: () => success } }).spawn({});
    expectTypeOf(mind.notify).parameter(0).toEqualTypeOf<'no events are declared here: a brain hears those that its perceive names under events'>();
  });

  it('where nobody wrote the type of the body, and it is looked at', () => {
    perceive(guarding, (body, facts) => {
      expectTypeOf(body).toEqualTypeOf<'write the type of the body: perceive(domain, (guard: Guard, facts) => ...)'>();
      facts.ammo = 1;
    });
  });
});

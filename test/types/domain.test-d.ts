import { actions, domain, flag, int, oneOf, per, plan, vocabulary } from 'ganglion/goap';
import { describe, expectTypeOf, test } from 'vitest';

const facts = { at: oneOf('post', 'armory'), ammo: int(0, 6), seen: flag };
const objects = { item: ['raw', 'roast'], box: ['stove', 'shed'] } as const;
const goals = { g: { seen: true } } as const;

const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate'), ammo: int(0, 6), intruder: flag },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

const smithing = domain({
  objects: { tool: ['axe', 'pick'], bin: ['shelf', 'bag'] },
  facts: { at: oneOf('workshop', 'forest', 'mine'), held: oneOf('none', 'axe', 'pick'), store: per(['bin', 'tool'], int(0, 3)), wood: int(0, 9), ore: flag },
  shared: { mineOpen: flag },
  actions: {
    goTo: { params: { to: 'at' }, effects: { at: '$to' }, cost: { by: ['at', '$to'], table: { forest: { mine: 6 } } } },
    take: {
      params: { what: 'tool', from: 'bin' },
      where: { from: { not: 'bag' } },
      preconditions: { held: 'none', store: [['$from', '$what', { atLeast: 1 }]] },
      effects: { held: '$what', store: [['$from', '$what', { add: -1 }]] },
    },
    chop: { preconditions: { at: 'forest', held: { not: ['none', 'pick'] } }, effects: { wood: { add: 2, clamp: true } }, cost: [{ when: { wood: { atLeast: 4, not: 6 } }, cost: 20 }, { cost: 10 }] },
    dig: { preconditions: { at: { in: ['mine'] }, mineOpen: true }, effects: { ore: true }, urgent: true },
  },
  goals: { haveOre: { ore: true }, tidy: { params: { what: 'tool', where: 'bin' }, want: { store: [['$where', '$what', { atLeast: 1 }]] } } },
});

describe('what a domain is, as types', () => {
  test('facts, params and goals are plain values', () => {
    type Guarding = NonNullable<(typeof guarding)['~types']>;
    expectTypeOf<Guarding[0]>().toEqualTypeOf<{ at: 'post' | 'armory' | 'gate'; ammo: number; intruder: boolean }>();
    expectTypeOf<Guarding[1]>().toEqualTypeOf<{ goTo: { readonly place: 'post' | 'armory' | 'gate' }; load: {}; shoot: {} }>();
    expectTypeOf<Guarding[2]>().toEqualTypeOf<{ repel: {}; rearm: {}; standGuard: {} }>();
    type Smithing = NonNullable<(typeof smithing)['~types']>;
    expectTypeOf<Smithing[0]['store']>().toEqualTypeOf<{ shelf: { axe: number; pick: number }; bag: { axe: number; pick: number } }>();
    expectTypeOf<Smithing[0]['mineOpen']>().toEqualTypeOf<boolean>();
    expectTypeOf<Smithing[2]['tidy']>().toEqualTypeOf<{ readonly what: 'axe' | 'pick'; readonly where: 'shelf' | 'bag' }>();
  });

  test('steps are a union over the actions, narrowed by their name', () => {
    const result = plan(smithing, {}, { goal: 'tidy', params: { what: 'axe', where: 'bag' } });
    if (!result.found) {
      expectTypeOf(result.reason).toEqualTypeOf<'unreachable' | 'exhausted' | 'budget'>();
      return;
    }
    for (const step of result.steps) {
      expectTypeOf(step.action).toEqualTypeOf<'goTo' | 'take' | 'chop' | 'dig'>();
      if (step.action === 'take') expectTypeOf(step.params).toEqualTypeOf<{ readonly what: 'axe' | 'pick'; readonly from: 'shelf' | 'bag' }>();
    }
  });

  test('a big domain may be spread over files', () => {
    const words = vocabulary({ objects, facts: { ...facts, stock: per(['box', 'item'], int(0, 9)) }, shared: { open: flag } });
    const moving = actions(words, { goTo: { params: { place: 'at' }, effects: { at: '$place' } } });
    const cooking = actions(words, { roast: { preconditions: { open: true, stock: [['stove', 'raw', { atLeast: 1 }]] }, effects: { stock: [['stove', 'raw', { add: -1 }]] } } });
    const kitchen = domain({ ...words, actions: { ...moving, ...cooking }, goals: { look: { seen: true } } });
    type Kitchen = NonNullable<(typeof kitchen)['~types']>;
    expectTypeOf<Kitchen[0]['stock']['stove']>().toEqualTypeOf<{ raw: number; roast: number }>();
    expectTypeOf<Kitchen[1]>().toEqualTypeOf<{ goTo: { readonly place: 'post' | 'armory' }; roast: {} }>();
    // @ts-expect-error a misspelt fact in one of the files
    actions(words, { goTo: { effects: { att: 'post' } } });
    // @ts-expect-error a misspelt member in one of the files
    actions(words, { goTo: { effects: { at: 'psot' } } });
  });

  test('a goal may be made up on the spot', () => {
    plan(guarding, {}, { want: { intruder: false, ammo: { atLeast: 2 }, at: { in: ['post', 'gate'] } } });
    plan(smithing, {}, { want: { store: [['bag', 'axe', { atLeast: 1 }]] } });
    // @ts-expect-error fact misspelt
    plan(guarding, {}, { want: { intrude: false } });
    // @ts-expect-error index the wrong way round
    plan(smithing, {}, { want: { store: [['axe', 'bag', { atLeast: 1 }]] } });
  });
});

describe('what is a compile error', () => {
  test('params', () => {
    // @ts-expect-error param set misspelt
    domain({ facts, actions: { go: { params: { to: 'att' }, effects: { at: '$to' } } }, goals });
    // @ts-expect-error $name misspelt
    domain({ facts, actions: { go: { params: { to: 'at' }, effects: { at: '$too' } } }, goals });
    // @ts-expect-error param of the wrong set
    domain({ objects, facts, actions: { go: { params: { to: 'item' }, effects: { at: '$to' } } }, goals });
    // @ts-expect-error where: param misspelt
    domain({ facts, actions: { go: { params: { to: 'at' }, where: { too: 'post' }, effects: { at: '$to' } } }, goals });
    // @ts-expect-error where: member misspelt
    domain({ facts, actions: { go: { params: { to: 'at' }, where: { to: { not: 'psot' } }, effects: { at: '$to' } } }, goals });
    // @ts-expect-error where: compared with an unknown param
    domain({ facts, actions: { go: { params: { to: 'at' }, where: { to: { not: '$from' } }, effects: { at: '$to' } } }, goals });
  });

  test('conditions and effects', () => {
    // @ts-expect-error fact misspelt in effects
    domain({ facts, actions: { go: { effects: { amo: 1 } } }, goals });
    // @ts-expect-error fact misspelt in preconditions
    domain({ facts, actions: { go: { preconditions: { amo: 1 }, effects: { ammo: 1 } } }, goals });
    // @ts-expect-error member misspelt
    domain({ facts, actions: { go: { effects: { at: 'psot' } } }, goals });
    // @ts-expect-error unknown effect operator
    domain({ facts, actions: { go: { effects: { ammo: { ad: 1 } } } }, goals });
    // @ts-expect-error wrong type in a condition
    domain({ facts, actions: { go: { preconditions: { ammo: { atLeast: '1' } }, effects: {} } }, goals });
    // @ts-expect-error bound misspelt
    domain({ facts, actions: { go: { preconditions: { ammo: { atleast: 1 } }, effects: {} } }, goals });
    // @ts-expect-error a flag given a number
    domain({ facts, actions: { go: { effects: { seen: 1 } } }, goals });
    // @ts-expect-error action key misspelt
    domain({ facts, actions: { go: { precondition: { ammo: 1 }, effects: { ammo: 1 } } }, goals });
    // @ts-expect-error effects left out
    domain({ facts, actions: { go: { preconditions: { ammo: 1 } } }, goals });
  });

  test('goals', () => {
    // @ts-expect-error fact misspelt
    domain({ facts, actions: { go: { effects: { ammo: 1 } } }, goals: { g: { amo: 1 } } });
    // @ts-expect-error param set misspelt
    domain({ facts, actions: { go: { effects: { ammo: 1 } } }, goals: { g: { params: { to: 'att' }, want: { at: '$to' } } } });
    // @ts-expect-error $name misspelt
    domain({ facts, actions: { go: { effects: { ammo: 1 } } }, goals: { g: { params: { to: 'at' }, want: { at: '$tp' } } } });
  });

  test('families', () => {
    const stocked = { stock: per(['box', 'item'], int(0, 9)) };
    // @ts-expect-error index member misspelt
    domain({ objects, facts: stocked, actions: { go: { effects: { stock: [['stove', 'raww', 1]] } } }, goals: {} });
    // @ts-expect-error index the wrong way round
    domain({ objects, facts: stocked, actions: { go: { params: { i: 'item', b: 'box' }, effects: { stock: [['$i', '$b', 1]] } } }, goals: {} });
    // @ts-expect-error row too short
    domain({ objects, facts: stocked, actions: { go: { effects: { stock: [['stove', 1]] } } }, goals: {} });
    // @ts-expect-error over an unknown set
    domain({ objects, facts: { stock: per(['bax', 'item'], int(0, 9)) }, actions: { go: { effects: {} } }, goals: {} });
  });

  test('costs', () => {
    // @ts-expect-error condition misspelt
    domain({ facts, actions: { go: { effects: { ammo: 1 }, cost: [{ when: { amo: 1 }, cost: 2 }, { cost: 1 }] } }, goals });
    // @ts-expect-error costs that look at a body belong to the brain
    domain({ facts, actions: { go: { effects: { ammo: 1 }, cost: () => 1 } }, goals });
    // @ts-expect-error table by an unknown param
    domain({ facts, actions: { go: { params: { to: 'at' }, effects: { at: '$to' }, cost: { by: ['$too'], table: {} } } }, goals });
    // @ts-expect-error table by a fact that has no members
    domain({ facts, actions: { go: { params: { to: 'at' }, effects: { at: '$to' }, cost: { by: ['seen'], table: {} } } }, goals });
  });

  test('requests', () => {
    // @ts-expect-error start fact misspelt
    plan(guarding, { amo: 1 }, 'repel');
    // @ts-expect-error start value of the wrong type
    plan(guarding, { ammo: 'full' }, 'repel');
    // @ts-expect-error start member of a family misspelt
    plan(smithing, { store: { shelf: { axee: 2 } } }, 'haveOre');
    // @ts-expect-error goal misspelt
    plan(guarding, { ammo: 1 }, 'repl');
    // @ts-expect-error a goal with params given as a bare name
    plan(smithing, {}, 'tidy');
    // @ts-expect-error goal param's member misspelt
    plan(smithing, {}, { goal: 'tidy', params: { what: 'axe', where: 'bagg' } });
    // @ts-expect-error result read without looking at found
    void plan(guarding, {}, 'repel').steps;
    // @ts-expect-error cost of an unknown action
    plan(guarding, {}, 'repel', { costs: { gooTo: 2 } });
    // @ts-expect-error unknown rung
    plan(guarding, {}, 'repel', { rung: 'backward' });
    const result = plan(guarding, {}, 'repel');
    // @ts-expect-error step compared with a misspelt name
    if (result.found && result.steps[0]?.action === 'gooTo') throw new Error('never');
  });
});

import { actions, domain, flag, int, oneOf, per, plan, readDomain, vocabulary } from 'ganglion/goap';
import { domainText, engineOf } from '../../../src/goap/internal.js';
import { describe, expect, test } from 'vitest';

const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate'), ammo: int(0, 6), intruder: flag },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

describe('a guard', () => {
  test('without ammo visits the armory first', () => {
    const answer = plan(guarding, { intruder: true }, 'repel');
    expect(`${answer}`).toBe('repel: 4 steps, cost 8\n  goTo(armory)\n  load\n  goTo(gate)\n  shoot');
    expect(answer).toMatchObject({ found: true, cost: 8, optimal: true, bound: 8 });
    expect(answer.found && answer.steps[0]).toEqual({ action: 'goTo', params: { place: 'armory' } });
  });

  test('who has nothing to repel has a plan without steps', () => {
    const answer = plan(guarding, {}, 'repel');
    expect(answer).toMatchObject({ found: true, cost: 0, steps: [] });
    expect(`${answer}`).toBe('repel: already true');
  });

  test('may be asked for something that has no name', () => {
    const answer = plan(guarding, { intruder: true, at: 'armory' }, { want: { intruder: false, at: 'post', ammo: { atLeast: 2 } } });
    expect(answer.found && answer.steps.map((step) => step.action)).toEqual(['load', 'goTo', 'shoot', 'goTo']);
  });

  test('gets the same steps every time, as the same frozen objects', () => {
    const [one, other] = [plan(guarding, { intruder: true }, 'repel'), plan(guarding, { intruder: true }, 'repel')];
    if (!one.found || !other.found) return expect.fail('there is a plan');
    expect(one.steps.every((step, number) => step === other.steps[number] && Object.isFrozen(step) && Object.isFrozen(step.params))).toBe(true);
  });

  test('pays what this request says', () => {
    expect(plan(guarding, { ammo: 1, intruder: true }, 'repel', { costs: { goTo: ({ place }) => (place === 'gate' ? 10 : 1) } })).toMatchObject({ cost: 11 });
    const without = plan(guarding, { intruder: true }, 'repel', { costs: { load: Infinity } });
    expect(`${without}`).toBe('repel: no plan (unreachable)\n  not intruder <- shoot needs ammo >= 1: load is not available now');
  });

  test('cannot do it in three steps', () => {
    const answer = plan(guarding, { intruder: true }, 'repel', { maxSteps: 3 });
    expect(answer).toMatchObject({ found: false, reason: 'exhausted' });
    expect(!answer.found && answer.explanation).toMatch(/^a plan needs more than 3 steps/);
  });

  test.each(['regression', 'forward'] as const)('thinks alike on the %s rung', (rung) => {
    expect(plan(guarding, { intruder: true }, 'repel', { rung })).toMatchObject({ cost: 8, rung });
  });
});

describe('what a search looked at', () => {
  test('is kept on request, parents first, and leads to the plan', () => {
    const answer = plan(guarding, { intruder: true }, 'repel', { trace: true, rung: 'forward' });
    if (!answer.found || answer.trace === undefined) return expect.fail('a plan and a trace were asked for');
    expect(answer.trace).toHaveLength(answer.expansions);
    expect(answer.trace[0]).toMatchObject({ parent: -1, step: undefined, g: 0 });
    for (const [number, { parent, g, h }] of answer.trace.entries()) {
      expect(answer.trace.slice(0, number).some((each) => each.node === parent) || parent === -1).toBe(true);
      expect(g + h).toBeLessThanOrEqual(answer.cost);
    }
    expect(plan(guarding, { intruder: true }, 'repel', { trace: true }).rung).toBe('regression');
    expect(plan(guarding, { intruder: true }, 'repel')).not.toHaveProperty('trace');
  });
});

describe('a domain', () => {
  test('survives JSON, and its fingerprint with it', () => {
    const back = readDomain(JSON.parse(JSON.stringify(guarding)));
    expect(back.fingerprint).toBe(guarding.fingerprint);
    expect(JSON.stringify(back)).toBe(JSON.stringify(guarding));
    expect(`${plan(back, { intruder: true }, 'repel')}`).toBe(`${plan(guarding, { intruder: true }, 'repel')}`);
    expect(domain({ facts: { x: flag }, actions: {}, goals: {} }).fingerprint).not.toBe(guarding.fingerprint);
  });

  test('prints itself', () => {
    expect(`${guarding}`).toBe('domain { actions: 3, steps: 5, goals: 3 }');
    expect(domainText(guarding).split('\n')).toEqual([
      'fact at: one of post, armory, gate',
      'fact ammo: int from 0 to 6',
      'fact intruder: flag',
      'action goTo(place: at): 3 steps',
      '  makes at = $place',
      '  costs 3',
      'action load: 1 step',
      '  needs at = armory',
      '  makes ammo = 6',
      '  costs 1',
      'action shoot: 1 step',
      '  needs at = gate, ammo >= 1',
      '  makes not intruder, ammo - 1',
      '  costs 1',
      'goal repel: not intruder',
      'goal rearm: ammo = 6',
      'goal standGuard: at = post',
    ]);
  });

  test('is frozen to its depths, and keeps no tie to what it was made from', () => {
    const parts = { facts: { x: flag, y: flag }, actions: { go: { preconditions: { y: true } as { y: boolean }, effects: { x: true } } }, goals: { g: { x: true } } };
    const made = domain(parts);
    parts.actions.go.preconditions.y = false;
    expect(plan(made, {}, 'g').found).toBe(false);
    const frozen = (value: unknown): boolean => typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(made.toJSON())).toBe(true);
    expect(Object.isFrozen(made)).toBe(true);
    expect(Object.isFrozen(parts)).toBe(false);
  });

  test('may be spread over files', () => {
    const words = vocabulary({ objects: { item: ['raw', 'roast'] }, facts: { stock: per(['item'], int(0, 3)), lit: flag } });
    const fire = actions(words, { light: { effects: { lit: true } } });
    const cook = actions(words, { roast: { preconditions: { lit: true, stock: [['raw', { atLeast: 1 }]] }, effects: { stock: [['raw', { add: -1 }], ['roast', { add: 1 }]] } } });
    const kitchen = domain({ ...words, actions: { ...fire, ...cook }, goals: { eat: { stock: [['roast', { atLeast: 1 }]] } } });
    const answer = plan(kitchen, { stock: { raw: 1 } }, 'eat');
    expect(answer.found && answer.steps.map((step) => step.action)).toEqual(['light', 'roast']);
    expect(() => actions(words, { light: { effects: { lid: true } } } as never)).toThrow('there is no fact "lid"; did you mean "lit"? (actions.light.effects)');
  });

  test('is known from other things', () => {
    expect(() => engineOf({} as never)).toThrow('this is no domain; make one with domain(...)');
  });
});

describe('params', () => {
  const trading = domain({
    objects: { trader: ['ann', 'bob', 'eve'], good: ['salt', 'silk'] },
    facts: { has: per(['trader', 'good'], int(0, 2)), market: oneOf('open', 'shut') },
    actions: {
      give: {
        params: { from: 'trader', to: 'trader', what: 'good' },
        where: { to: { not: '$from' }, from: { in: ['ann', 'bob'] } },
        preconditions: { has: [['$from', '$what', { atLeast: 1 }]] },
        effects: { has: [['$from', '$what', { add: -1 }], ['$to', '$what', { add: 1 }]] },
      },
      swap: {
        params: { one: 'trader', other: 'trader' },
        preconditions: { has: [['$one', 'salt', { atLeast: 1 }], ['$other', 'silk', { atLeast: 1 }]] },
        effects: { has: [['$one', 'salt', { add: -1 }], ['$other', 'salt', { add: 1 }], ['$one', 'silk', { add: 1 }], ['$other', 'silk', { add: -1 }]] },
        cost: 1.5,
      },
    },
    goals: { rich: { params: { who: 'trader' }, want: { has: [['$who', 'salt', { atLeast: 1 }], ['$who', 'silk', { atLeast: 1 }]] } } },
  });

  test('are filled in within what "where" allows, and no cell is written twice', () => {
    expect(engineOf(trading).report).toEqual([
      { action: 'give', combinations: 18, steps: 8, grounded: 8, dropped: [{ reason: 'where', count: 10, example: 'give(ann, ann, salt)' }] },
      { action: 'swap', combinations: 9, steps: 6, grounded: 6, dropped: [{ reason: 'writes one cell twice', count: 3, example: 'swap(ann, ann)' }] },
    ]);
  });

  test('of goals pick what is wanted', () => {
    const start = { has: { ann: { salt: 1 }, bob: { silk: 1 } } };
    expect(plan(trading, start, { goal: 'rich', params: { who: 'eve' } })).toMatchObject({ cost: 2 });
    expect(plan(trading, start, { goal: 'rich', params: { who: 'ann' } })).toMatchObject({ cost: 1, steps: [{ action: 'give', params: { from: 'bob', to: 'ann', what: 'silk' } }] });
  });

  test('of a goal are checked when it is asked for', () => {
    const ask = (start: unknown, goal: unknown): unknown => plan(trading, start as never, goal as never);
    expect(() => ask({}, 'rich')).toThrow('goal "rich" needs param "who", one of "trader", not nothing');
    expect(() => ask({}, { goal: 'rich', params: { who: 'anne' } })).toThrow('not "anne"; did you mean "ann"? (goal.params)');
    expect(() => ask({}, { goal: 'rich', params: { who: 'ann', how: 1 } })).toThrow('unknown key "how"');
    expect(() => ask({}, 'rish')).toThrow('there is no goal "rish"; did you mean "rich"? (goal)');
    expect(() => ask({}, 7)).toThrow('a goal cannot be 7; use a name, { goal, params } or { want } (goal)');
  });
});

describe('costs', () => {
  const travel = (cost: any): any => domain({ facts: { at: oneOf('a', 'b', 'c'), load: int(0, 3), cart: flag }, actions: { go: { params: { to: 'at' }, effects: { at: '$to' }, cost } }, goals: { there: { at: 'c' } } } as never);

  test('may be looked up by where one is and where one goes; a gap is no way', () => {
    const walk = travel({ by: ['at', '$to'], table: { a: { b: 1, c: 9 }, b: { c: 2 } } });
    expect(plan(walk, {}, 'there')).toMatchObject({ cost: 3, steps: [{ params: { to: 'b' } }, { params: { to: 'c' } }] });
    expect(`${plan(walk, { at: 'b' }, { want: { at: 'a' } })}`).toBe('at = a: no plan (unreachable)\n  at = a: nothing makes it true');
  });

  test('of a list are the first that matches', () => {
    const haul = travel([{ when: { cart: true }, cost: 2 }, { when: { load: { atLeast: 2 } }, cost: 7 }, { cost: 4 }]);
    expect(['a', 'b'].map((at) => plan(haul, { at }, 'there'))).toMatchObject([{ cost: 4 }, { cost: 4 }]);
    expect(plan(haul, { load: 2 }, 'there')).toMatchObject({ cost: 7 });
    expect(plan(haul, { load: 3, cart: true }, 'there')).toMatchObject({ cost: 2 });
  });

  test('that come apart into few cases stay in reach of masks', () => {
    const haul = travel([{ when: { cart: true, load: 2 }, cost: 2 }, { cost: 4 }]);
    expect(plan(haul, { cart: true, load: 2 }, 'there')).toMatchObject({ cost: 2, rung: 'regression' });
  });

  test.each([
    [-1, 'a cost is a finite number of 0 or more, not -1 (domain.actions.go.cost)'],
    [NaN, 'NaN is no number that can be planned with (domain.actions.go.cost)'],
    ['3', 'a cost cannot be "3"; use a number, a list of { when, cost }, or { by, table } (domain.actions.go.cost)'],
    [[], 'the cost list is empty'],
    [[{ when: { cart: true }, cost: 1 }], 'the last case of a cost list has a condition; end with { cost } for all other states (domain.actions.go.cost[0])'],
    [[{ cost: 1 }, { cost: 2 }], 'the cases behind one without "when" never count (domain.actions.go.cost[0])'],
    [[{ when: { crat: true }, cost: 1 }, { cost: 2 }], 'there is no fact "crat"; did you mean "cart"? (domain.actions.go.cost[0].when)'],
    [{ by: ['$too'], table: {} }, 'there is no param "$too"; did you mean "$to"? (domain.actions.go.cost.by[0])'],
    [{ by: ['cart'], table: {} }, 'a cost table cannot be read by "cart"; use params and oneOf facts (domain.actions.go.cost.by[0])'],
    [{ by: ['$to'], table: { d: 1 } }, 'the cost table names "d"'],
    [{ by: ['$to'], table: { a: -1 } }, 'a cost is a finite number of 0 or more, not -1 (domain.actions.go.cost.table.a)'],
    [() => 1, 'a function is no plain data; definitions hold objects, lists, texts, numbers and true or false (domain.actions.go.cost)'],
  ])('%j are refused', (cost, message) => {
    expect(() => travel(cost)).toThrow(message);
  });
});

describe('mistakes that types do not see, since there are none in JSON', () => {
  const facts = { at: { kind: 'oneOf', values: ['post', 'armory'] }, ammo: { kind: 'int', min: 0, max: 6 }, seen: { kind: 'flag' } };
  const objects = { item: ['raw', 'roast'], box: ['stove', 'shed'] };
  const go = (action: object): object => ({ facts, objects, actions: { go: action }, goals: {} });

  test.each<[string, unknown, string]>([
    ['nothing at all', undefined, 'domain must be an object with facts, actions and goals, not nothing (domain)'],
    ['a key too many', { facts, actions: {}, goals: {}, action: {} }, 'unknown key "action"; did you mean "actions"? (domain)'],
    ['goals left out', { facts, actions: {} }, 'domain.goals must be an object of goals, not nothing'],
    ['a kind misspelt', { facts: { x: { kind: 'flg' } }, actions: {}, goals: {} }, '"flg" is no kind of fact; did you mean "flag"? (domain.facts.x.kind)'],
    ['a limit misspelt', { facts: { x: { kind: 'int', min: 0, maximum: 3 } }, actions: {}, goals: {} }, 'unknown key "maximum"'],
    ['an unknown object set', { facts: { x: { kind: 'per', index: ['bax'], of: { kind: 'flag' } } }, objects, actions: {}, goals: {} }, '"bax" is no object set; did you mean "box"? (domain.facts.x.index[0])'],
    ['a family of families', { facts: { x: { kind: 'per', index: ['box'], of: { kind: 'per', index: ['box'], of: { kind: 'flag' } } } }, objects, actions: {}, goals: {} }, 'a family cannot hold families; list all object sets in one `per` (domain.facts.x.of)'],
    ['an empty object set', { facts, objects: { tool: [] }, actions: {}, goals: {} }, 'there are no members; name at least one (domain.objects.tool)'],
    ['a member twice', { facts, objects: { tool: ['axe', 'axe'] }, actions: {}, goals: {} }, 'member "axe" is named twice (domain.objects.tool[1])'],
    ['a fact twice', { facts, shared: { ammo: { kind: 'flag' } }, actions: {}, goals: {} }, 'fact "ammo" is private and shared (domain.shared.ammo)'],
    ['a name for two things', { facts, objects: { at: ['x'] }, actions: {}, goals: {} }, '"at" is an object set and a fact (domain.objects.at)'],
    ['a name of the language', JSON.parse('{"facts":{"__proto__":{"kind":"flag"}},"actions":{},"goals":{}}'), 'a key may not be named "__proto__"'],
    ['a constructor', { facts: { constructor: { kind: 'flag' } }, actions: {}, goals: {} }, 'a fact may not be named "constructor"; the language itself uses that name (domain.facts)'],
    ['no effects', go({ preconditions: { ammo: 1 } }), 'domain.actions.go.effects must be an object of facts, not nothing'],
    ['a misspelt key', go({ precondition: {}, effects: {} }), 'unknown key "precondition"; did you mean "preconditions"? (domain.actions.go)'],
    ['a param over nothing', go({ params: { to: 'att' }, effects: { at: '$to' } }), 'param "to" ranges over "att", which is no object set, oneOf fact or int; did you mean "at"? (domain.actions.go.params.to)'],
    ['a param that is none', go({ params: { to: 'at' }, effects: { at: '$too' } }), 'there is no param "$too"; did you mean "$to"? (domain.actions.go.effects.at)'],
    ['a param of the wrong set', go({ params: { to: 'item' }, effects: { at: '$to' } }), 'param "to" ranges over "item", but fact "at" has no member "raw" (domain.actions.go.effects.at)'],
    ['a restriction of an unknown param', go({ params: { to: 'at' }, where: { too: 'post' }, effects: { at: '$to' } }), 'there is no param "too"; did you mean "to"? (domain.actions.go.where)'],
    ['a restriction to an unknown member', go({ params: { to: 'at' }, where: { to: { not: 'psot' } }, effects: { at: '$to' } }), '"at" has no member "psot"; did you mean "post"? (domain.actions.go.where.to.not)'],
    ['a param compared with itself', go({ params: { to: 'at' }, where: { to: '$to' }, effects: { at: '$to' } }), 'param "$to" is compared with itself'],
    ['a switch that is none', go({ effects: { ammo: 1 }, urgent: 'yes' }), 'this is true or false, not "yes" (domain.actions.go.urgent)'],
    ['a goal that contradicts itself', { facts: { x: { kind: 'per', index: ['box'], of: { kind: 'int', min: 0, max: 3 } } }, objects, actions: {}, goals: { g: { x: [['shed', 1], ['shed', 2]] } } }, 'this condition contradicts itself (domain.goals.g)'],
    ['a function', { facts: () => facts, actions: {}, goals: {} }, 'a function is no plain data'],
  ])('%s', (_what, parts, message) => {
    expect(() => readDomain(parts)).toThrow(message);
  });
});

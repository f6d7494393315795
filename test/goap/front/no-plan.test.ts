import { domain, flag, int, type NoPlan, oneOf, per, plan, type PlanResult } from 'ganglion/goap';
import { describe, expect, test } from 'vitest';

function refused(result: PlanResult<any>): NoPlan {
  if (result.found) throw new Error(`there is a plan: ${result}`);
  return result;
}

const smithing = domain({
  facts: { at: oneOf('workshop', 'mine'), sword: flag, ingot: flag, ore: flag, lit: flag, coal: int(0, 40), mineOpen: flag },
  actions: {
    walk: { params: { to: 'at' }, effects: { at: '$to' } },
    forge: { preconditions: { at: 'workshop', ingot: true }, effects: { sword: true, ingot: false } },
    smelt: { preconditions: { at: 'workshop', ore: true, lit: true }, effects: { ingot: true, ore: false } },
    light: { preconditions: { coal: { atLeast: 5 } }, effects: { lit: true, coal: { add: -5 } } },
    dig: { preconditions: { at: 'mine', mineOpen: true }, effects: { ore: true } },
  },
  goals: { arm: { sword: true }, away: { at: 'mine', sword: true } },
});

describe('why there is no plan', () => {
  test('the chain goes back to what nothing makes true', () => {
    const none = refused(plan(smithing, { coal: 5 }, 'arm'));
    expect(none.reason).toBe('unreachable');
    expect(none.unmet).toEqual(['sword']);
    expect(none.explanation).toBe('sword <- forge needs ingot <- smelt needs ore <- dig needs mineOpen: nothing makes it true');
    expect(none.chain).toEqual([
      {
        fact: 'sword', step: 'forge', because: undefined, lacks: [
          { fact: 'ingot', step: 'smelt', because: undefined, lacks: [
            { fact: 'ore', step: 'dig', because: undefined, lacks: [{ fact: 'mineOpen', step: undefined, lacks: [], because: 'nothing makes it true' }] },
          ] },
        ],
      },
    ]);
    expect(`${none}`).toBe(`arm: no plan (unreachable)\n  ${none.explanation}`);
  });

  test('every loose end has its line', () => {
    expect(refused(plan(smithing, {}, 'arm')).explanation.split('\n')).toEqual([
      'sword <- forge needs ingot <- smelt needs ore <- dig needs mineOpen: nothing makes it true',
      'sword <- forge needs ingot <- smelt needs lit <- light needs coal >= 5: nothing makes it true',
    ]);
  });

  test('a wish that holds in part names only what is missing', () => {
    expect(refused(plan(smithing, { at: 'mine' }, 'away')).unmet).toEqual(['sword']);
  });

  test('facts that can each be had, but not together', () => {
    const once = domain({
      facts: { ore: flag, sword: flag, shield: flag },
      actions: { sword: { preconditions: { ore: true }, effects: { sword: true, ore: false } }, shield: { preconditions: { ore: true }, effects: { shield: true, ore: false } } },
      goals: { both: { sword: true, shield: true } },
    });
    const none = refused(plan(once, { ore: true }, 'both'));
    expect(none).toMatchObject({ reason: 'exhausted', unmet: ['sword', 'shield'], chain: [] });
    expect(none.explanation).toMatch(/^sword and shield can each be reached alone, but not together; all \d+ possibilities were tried$/);
  });

  test('one fact whose every way spoils what it needs', () => {
    const trap = domain({ facts: { key: flag, door: flag, out: flag }, actions: { throwKey: { preconditions: { key: true }, effects: { door: true, key: false } }, leave: { preconditions: { key: true, door: true }, effects: { out: true } } }, goals: { free: { out: true } } });
    expect(refused(plan(trap, { key: true }, 'free'))).toMatchObject({ reason: 'exhausted', unmet: ['out'], chain: [] });
  });

  test('two things that need each other', () => {
    const circular = domain({ facts: { hen: flag, egg: flag }, actions: { hatch: { preconditions: { egg: true }, effects: { hen: true } }, lay: { preconditions: { hen: true }, effects: { egg: true } } }, goals: { farm: { hen: true } } });
    expect(refused(plan(circular, {}, 'farm')).explanation).toBe('hen <- hatch needs egg <- lay needs hen: which is what it is needed for');
  });

  test('a number that no number of steps gives', () => {
    const leaps = domain({ facts: { n: int(0, 1000) }, actions: { leap: { preconditions: { n: { atMost: 40 } }, effects: { n: { add: 4 } } } }, goals: { ten: { n: 10 }, far: { n: { atLeast: 100 } } } });
    expect(refused(plan(leaps, {}, 'ten')).reason).toBe('exhausted');
    expect(refused(plan(leaps, {}, 'far')).explanation).toContain('n >= 100');
  });

  test('members of families by their names', () => {
    const store = domain({ objects: { item: ['raw', 'roast'] }, facts: { stock: per(['item'], int(0, 3)) }, actions: { roast: { preconditions: { stock: [['raw', { atLeast: 1 }]] }, effects: { stock: [['raw', { add: -1 }], ['roast', { add: 1 }]] } } }, goals: { eat: { stock: [['roast', { atLeast: 1 }]] } } });
    expect(refused(plan(store, {}, 'eat')).explanation).toBe('stock[roast] >= 1 <- roast needs stock[raw] >= 1: nothing makes it true');
  });

  test('a search that gave up says how far it came', () => {
    const far = domain({ facts: { n: int(0, 100_000) }, actions: { count: { effects: { n: { add: 1 } } } }, goals: { high: { n: 100_000 } } });
    const none = refused(plan(far, {}, 'high', { maxExpansions: 50 }));
    expect(none.reason).toBe('budget');
    expect(none.explanation).toMatch(/^the search gave up after 50 expansions without n = 100000; a plan costs \d+ or more; `maxExpansions` gives it more time$/);
  });

  test('a goal with params that contradict each other can never hold', () => {
    const pair = domain({ facts: { at: oneOf('a', 'b') , x: flag }, objects: { who: ['ann'] }, actions: { go: { params: { to: 'at' }, effects: { at: '$to' } } }, goals: { twice: { params: { one: 'at' }, want: { at: { in: ['$one'], not: 'a' } } } } });
    expect(refused(plan(pair, {}, { goal: 'twice', params: { one: 'a' } })).explanation).toBe('the goal "twice(a)" contradicts itself');
    expect(plan(pair, {}, { goal: 'twice', params: { one: 'b' } }).found).toBe(true);
  });
});

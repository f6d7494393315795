import { domain, flag, int, plan, readDomain } from 'ganglion/goap';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/core/internal.js';

const smithy = domain({
  facts: { ore: int(0, 10), gold: int(0, 10), fed: flag, drunk: flag },
  actions: {
    smelt: { preconditions: { ore: { atLeast: 2 } }, effects: { ore: { add: -2 }, gold: { add: 1 } } },
    drink: { preconditions: { gold: { atLeast: 1 } }, effects: { gold: { add: -1 }, drunk: true }, cost: 3 },
  },
  goals: { rich: { gold: 10 }, having: { params: { n: 'gold' }, want: { gold: { atLeast: '$n' } } }, content: [{ fed: true }, { drunk: true }] },
});

describe('amounts', () => {
  test('that a goal is asked for', () => {
    expect(plan(smithy, { ore: 7 }, { goal: 'having', params: { n: 2 } })).toMatchObject({ found: true, cost: 2 });
    expect(`${plan(smithy, { ore: 7 }, { goal: 'having', params: { n: 4 } })}`).toContain('having(4): no plan');
    expect(() => plan(smithy, {}, { goal: 'having', params: { n: '2' } } as never)).toThrow('needs param "n", one of "gold", not "2"');
    expect(() => plan(smithy, {}, { goal: 'having', params: { n: 11 } })).toThrow('not 11');
  });

  test('by param: a table for each card instead of an action for each', () => {
    const duel = domain({
      objects: { card: ['stab', 'slash', 'rest'] },
      facts: { hp: int(0, 12), stamina: int(0, 3) },
      actions: {
        play: {
          params: { card: 'card' },
          preconditions: { stamina: { atLeast: { by: ['$card'], table: { stab: 1, slash: 2, rest: 0 } } } },
          effects: { hp: { add: { by: ['$card'], table: { stab: -1, slash: -3, rest: 0 } }, clamp: true }, stamina: { add: { by: ['$card'], table: { stab: -1, slash: -2, rest: 2 } }, clamp: true } },
        },
      },
      goals: { win: { hp: 0 } },
    });
    const answer = plan(duel, { hp: 7, stamina: 3 }, 'win');
    expect(answer).toMatchObject({ found: true, cost: 4 });
    // A card without an entry cannot be played.
    expect(readDomain({ ...duel.toJSON(), actions: { play: { params: { card: 'card' }, effects: { hp: { by: ['$card'], table: { stab: 0 } } } } } }).toString()).toContain('steps: 1');
  });

  test('that are no numbers are refused', () => {
    const made = (effects: object, preconditions: object = {}) => () => readDomain({ objects: { card: ['stab', '2'] }, facts: { hp: { kind: 'int', min: 0, max: 9 } }, actions: { a: { params: { card: 'card', n: 'hp' }, preconditions, effects } }, goals: {} });
    expect(made({ hp: '$card' })).toThrow('param "card" ranges over "card", whose members are no numbers; let it range over an int');
    expect(made({ hp: { add: '$m' } })).toThrow('there is no param "$m"');
    expect(made({ hp: { by: ['$card'], table: { stob: 1 } } })).toThrow('the table names "stob"; did you mean "stab"?');
    expect(made({ hp: { by: ['$card'], table: { stab: 1.5 } } })).toThrow('whole numbers, not 1.5');
    expect(made({ hp: '$n' }, { hp: { not: '$n' } })).not.toThrow();
  });

  test('of two facts are compared', () => {
    const market = domain({
      facts: { gold: int(0, 9), price: int(0, 9), fed: flag },
      actions: { buy: { preconditions: { gold: { atLeast: '$price' } }, effects: { fed: true } }, haggle: { effects: { price: { add: -1 } }, cost: 2 }, earn: { effects: { gold: { add: 2, clamp: true } }, cost: 5 } },
      goals: { eat: { fed: true }, poor: { gold: { atMost: '$price' } } },
    });
    const cost = (gold: number, price: number): unknown => plan(market, { gold, price }, 'eat');
    expect(cost(5, 5)).toMatchObject({ cost: 1 });
    expect(cost(3, 5)).toMatchObject({ cost: 5 });
    expect(cost(0, 6)).toMatchObject({ cost: 13 });
    expect(plan(market, { gold: 3, price: 2 }, 'poor')).toMatchObject({ found: false });
    expect(plan(market, { gold: 2, price: 2 }, 'poor')).toMatchObject({ found: true, cost: 0 });
  });
});

describe('either of two wishes', () => {
  test('is enough, the cheaper one', () => {
    expect(`${plan(smithy, { ore: 2 }, 'content')}`).toBe('content: 2 steps, cost 4\n  smelt\n  drink');
    expect(`${plan(smithy, { ore: 2 }, { want: [{ fed: true }, { gold: 1 }] })}`).toBe('fed or gold = 1: 1 step, cost 1\n  smelt');
  });

  test('is explained one by one where neither can be had', () => {
    expect(`${plan(smithy, {}, 'content')}`.split('\n')).toEqual(['content: no plan (unreachable)', '  fed: nothing makes it true', '  nor the other way: drunk <- drink needs gold >= 1 <- smelt needs ore >= 2: nothing makes it true']);
  });
});

test('"no plan" names what there is too little of', () => {
  expect(`${plan(smithy, { ore: 7 }, 'rich')}`).toContain('gold = 10 is out of reach: the best that can be had is gold = 3, then smelt needs ore >= 2 and nothing adds ore');
  const spent = domain({ facts: { coins: int(0, 5), debt: int(0, 9) }, actions: { pay: { effects: { coins: { add: -1 }, debt: { add: -2, clamp: true } } } }, goals: { free: { debt: 0 } } });
  expect(`${plan(spent, { coins: 3, debt: 9 }, 'free')}`).toContain('debt = 0 is out of reach: the least it can come to is debt = 3, then pay needs coins >= 1 and nothing adds coins');
});

describe('as much as possible', () => {
  const shop = domain({
    facts: { gold: int(0, 60), ore: int(0, 9) },
    actions: { dig: { effects: { ore: { add: 1 } }, cost: 2 }, sell: { preconditions: { ore: { atLeast: 1 } }, effects: { ore: { add: -1 }, gold: { add: 5 } } }, beg: { effects: { gold: { add: 1 } }, cost: 1.5 } },
    goals: { rich: { gold: { atLeast: 10 } } },
  });

  test('within a cost', () => {
    for (const within of [0, 1.5, 3, 4, 7, 9, 20]) {
      const answer = plan(shop, {}, { maximise: 'gold', within });
      // Three for five, and what is left for begging.
      const best = Math.max(...[0, 1, 2, 3, 4, 5, 6].filter((times) => times * 3 <= within).map((times) => times * 5 + Math.floor((within - times * 3) / 1.5)));
      expect(answer, `within ${within}`).toMatchObject({ found: true, optimal: true, value: best });
      expect(answer.found && answer.cost).toBeLessThanOrEqual(within);
    }
    expect(plan(smithy, { ore: 9 }, { maximise: 'gold' })).toMatchObject({ value: 4, cost: 4 });
    expect(() => plan(smithy, {}, { maximise: 'fed' } as never)).toThrow('"fed" cannot be maximised; only an int can');
  });

  test('alternatives come by cost, each without a step of those before it, and say what they need', () => {
    const answer = plan(shop, { ore: 2 }, 'rich', { alternatives: 2 });
    if (!answer.found) return expect.fail('there is a plan');
    expect(answer).toMatchObject({ cost: 2, steps: [{ action: 'sell' }, { action: 'sell' }] });
    expect(answer.alternatives).toMatchObject([{ cost: 15, needs: ['gold <= 59'] }]);
    expect(answer.alternatives![0]!.steps.every(({ action }) => action === 'beg')).toBe(true);
    return undefined;
  });
});

test('random domains with amounts, comparisons and alternatives cost what trying everything costs', () => {
  for (let seed = 0; seed < 60 * Number(process.env['GANGLION_FUZZ'] ?? 1); seed++) {
    const random = new Random(seed, 4);
    const below = (count: number): number => Math.floor(random.next() * count);
    const [gain, loss, price, least] = [{ x: below(4), y: below(4) - 1 }, 1 + below(2), below(6), below(3)];
    const made = readDomain({
      objects: { card: ['x', 'y', 'z'] },
      facts: { a: { kind: 'int', min: 0, max: 6 }, b: { kind: 'int', min: -2, max: 5 }, done: { kind: 'flag' } },
      actions: {
        move: { params: { n: 'a' }, where: { n: { not: 0 } }, preconditions: { a: { atLeast: '$n' } }, effects: { a: { add: '-$n' }, b: { add: '$n' } }, cost: { by: ['$n'], table: { 1: 1, 2: 1.5, 3: 4 } } },
        play: { params: { card: 'card' }, preconditions: { b: { atLeast: '$a' } }, effects: { a: { add: { by: ['$card'], table: gain }, clamp: true }, b: { add: -loss, clamp: true } }, cost: 2 },
        end: { preconditions: [{ a: { atMost: '$b' }, b: { atLeast: least } }, { a: price }], effects: { done: true }, cost: 3 },
        set: { params: { n: 'b' }, preconditions: { a: { atLeast: 5 } }, effects: { b: '$n' }, cost: 6 },
      },
      goals: { g: [{ done: true, b: { atLeast: 1 } }, { a: 6, b: { atMost: 0 } }] },
    });
    const start = { a: below(7), b: below(8) - 2, done: false };
    const answer = plan(made, start, 'g', { optimal: true });
    const best = tryEverything(start, gain, loss, price, least);
    expect(answer.found ? answer.cost : undefined, `seed ${seed}: ${answer}`).toBe(best);
  }
});

interface Plain {
  readonly a: number;
  readonly b: number;
  readonly done: boolean;
}

/** Dijkstra over plain objects; undefined where there is no way. */
function tryEverything(start: Plain, gain: { readonly x: number; readonly y: number }, loss: number, price: number, least: number): number | undefined {
  const best = new Map<string, number>();
  const open: [number, Plain][] = [[0, start]];
  const cut = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
  while (open.length > 0) {
    open.sort(([one], [other]) => one - other);
    const [cost, state] = open.shift()!;
    const key = JSON.stringify(state);
    if (best.has(key)) continue;
    best.set(key, cost);
    const { a, b } = state;
    if ((state.done && b >= 1) || (a === 6 && b <= 0)) return cost;
    for (const [n, price] of [[1, 1], [2, 1.5], [3, 4]] as const) if (a >= n && b + n <= 5) open.push([cost + price, { ...state, a: a - n, b: b + n }]);
    if (b >= a) for (const more of [gain.x, gain.y]) open.push([cost + 2, { ...state, a: cut(a + more, 0, 6), b: cut(b - loss, -2, 5) }]);
    if ((a <= b && b >= least) || a === price) open.push([cost + 3, { ...state, done: true }]);
    if (a >= 5) for (let n = -2; n <= 5; n++) open.push([cost + 6, { ...state, b: n }]);
  }
  return undefined;
}

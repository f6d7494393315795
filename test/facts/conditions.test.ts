import { anyHolds, applyEffects, changeText, compileCondition, constraintText, flag, groundCondition, groundEffects, int, makeLayout, oneOf, parseCondition, parseEffects, per, startState, unpack } from '../../src/facts/internal.js';
import { describe, expect, test } from 'vitest';

const layout = makeLayout({ at: oneOf('post', 'armory', 'gate'), ammo: int(0, 6), gold: int(0, 1000), seen: flag, stock: per(['item'], int(0, 3)) }, {}, { item: ['raw', 'roast'] });
const start = startState({ at: 'gate', ammo: 3, gold: 500, stock: { raw: 2 } }, layout, 'start');

const holds = (condition: unknown): boolean => anyHolds(compileCondition(condition, layout, 'when'), start, 0);

describe('conditions', () => {
  test.each([
    [{}, true],
    [{ at: 'gate' }, true],
    [{ at: { not: 'gate' } }, false],
    [{ at: { not: ['post', 'armory'] } }, true],
    [{ at: { in: ['gate', 'post'], not: 'post' } }, true],
    [{ ammo: { atLeast: 3, atMost: 3 } }, true],
    [{ ammo: { atLeast: 2.5 } }, true],
    [{ ammo: { atLeast: 3.5 } }, false],
    [{ ammo: { atLeast: 1, not: 3 } }, false],
    [{ ammo: { in: [0, 1, 3, 6] } }, true],
    [{ gold: { atLeast: 400, not: [450, 500] } }, false],
    [{ gold: { not: 499 } }, true],
    [{ seen: { not: true } }, true],
    [{ stock: [['raw', { atLeast: 1 }], ['raw', { atMost: 2 }], ['roast', 0]] }, true],
    [{ stock: [['raw', 1], ['raw', 2]] }, false],
  ])('%j', (condition, expected) => {
    expect(holds(condition)).toBe(expected);
  });

  test('"none of these members" is one mask, not many alternatives', () => {
    expect(compileCondition({ at: { in: ['post', 'gate'] } }, layout, 'when')).toHaveLength(1);
    expect(compileCondition({ ammo: { not: 3 } }, layout, 'when')).toHaveLength(2);
    expect(compileCondition({ ammo: { not: 3 }, gold: { not: 7 } }, layout, 'when')).toHaveLength(4);
  });

  test('that come apart into too many cases are refused', () => {
    const odd = Array.from({ length: 300 }, (_, number) => number * 2 + 1);
    expect(() => compileCondition({ gold: { in: odd } }, layout, 'when')).toThrow(/expands to 300 alternatives; at most 256/);
  });

  test.each([
    [{ amo: 1 }, 'there is no fact "amo"; did you mean "ammo"? (when)'],
    [{ at: 'gte' }, 'fact "at" has no member "gte"; did you mean "gate"? (when.at)'],
    [{ at: 3 }, 'fact "at" takes a member\'s name, not 3 (when.at)'],
    [{ at: '$place' }, 'there is no param "$place"; there are no params here (when.at)'],
    [{ at: { atLeast: 'gate' } }, 'unknown key "atLeast"'],
    [{ ammo: 7 }, 'int "ammo" goes from 0 to 6, not to 7 (when.ammo)'],
    [{ ammo: { atLeast: 7 } }, 'no value of "ammo" (0 to 6) satisfies this condition (when.ammo)'],
    [{ ammo: { atLeast: 4, atMost: 2 } }, 'satisfies this condition (when.ammo)'],
    [{ ammo: { atleast: 1 } }, 'unknown key "atleast"; did you mean "atLeast"? (when.ammo)'],
    [{ ammo: { atLeast: '1' } }, 'a bound is a finite number, not "1" (when.ammo.atLeast)'],
    [{ ammo: {} }, 'the test of "ammo" says nothing'],
    [{ ammo: { in: [] } }, '"in" has an empty list'],
    [{ ammo: { in: 3 } }, '"in" takes a list of values, not 3 (when.ammo.in)'],
    [{ seen: 1 }, 'flag "seen" is true or false, not 1 (when.seen)'],
    [{ stock: 3 }, 'family "stock" takes a list of rows, not 3; each row is [a item, value] (when.stock)'],
    [{ stock: [['raw']] }, 'a row of "stock" is [a item, value], not a list of 1 (when.stock[0])'],
    [{ stock: [['raww', 1]] }, 'object set "item" has no member "raww"; did you mean "raw"? (when.stock[0][0])'],
  ])('%j is refused', (condition, message) => {
    expect(() => compileCondition(condition, layout, 'when')).toThrow(message);
  });

  test.each([
    [{ seen: true }, 'seen'],
    [{ seen: false }, 'not seen'],
    [{ at: 'gate' }, 'at = gate'],
    [{ at: { not: 'gate' } }, 'at != gate'],
    [{ at: { in: ['gate', 'post'] } }, 'at != armory'],
    [{ ammo: { atLeast: 2 } }, 'ammo >= 2'],
    [{ ammo: { atMost: 2 } }, 'ammo <= 2'],
    [{ ammo: { atLeast: 2, atMost: 4 } }, 'ammo in 2..4'],
    [{ ammo: { in: [1, 3, 4] } }, 'ammo in 1, 3..4'],
    [{ stock: [['raw', 3]] }, 'stock[raw] = 3'],
  ])('%j reads "%s"', (condition, text) => {
    expect(groundCondition(parseCondition(condition, layout, [], 'when'), [])!.map(constraintText)).toEqual([text]);
  });
});

describe('effects', () => {
  const after = (effects: unknown): unknown => {
    const words = start.slice();
    const grounded = groundEffects(parseEffects(effects, layout, [], 'effects'), []);
    if ('gap' in grounded) return `${grounded.gap.text} has no value`;
    if ('twice' in grounded) return `${grounded.twice.text} twice`;
    return applyEffects(grounded.changes, words, 0) ? unpack(layout, words, 0) : 'refused';
  };

  test('set, add and saturate; all read the state before', () => {
    expect(after({ at: 'post', ammo: { add: -3 }, gold: { add: 700, clamp: true }, stock: [['raw', { add: 1 }], ['roast', 2]], seen: true })).toEqual({
      at: 'post', ammo: 0, gold: 1000, seen: true, stock: { raw: 3, roast: 2 },
    });
  });

  test('an amount that leaves the range refuses all of them', () => {
    expect(after({ at: 'post', ammo: { add: -4 } })).toBe('refused');
    expect(after({ gold: { add: 501 } })).toBe('refused');
  });

  test('a cell written twice is noticed', () => {
    expect(after({ stock: [['raw', 1], ['raw', { add: 1 }]] })).toBe('stock[raw] twice');
  });

  test.each([
    [{ ammo: { ad: 1 } }, 'unknown key "ad"; did you mean "add"? (effects.ammo)'],
    [{ ammo: { add: 0.5 } }, '"add" takes a whole number, not 0.5 (effects.ammo)'],
    [{ ammo: { add: 7 } }, 'adding 7 to "ammo" always leaves its range 0 to 6; a wider range, or clamp: true (effects.ammo)'],
    [{ ammo: { add: 1, clamp: 'yes' } }, '"clamp" is true or false, not "yes" (effects.ammo)'],
    [{ seen: { add: 1 } }, 'an effect on "seen" is a value, not an object; { add } works on ints only (effects.seen)'],
    [{ at: 'psot' }, 'fact "at" has no member "psot"; did you mean "post"? (effects.at)'],
    [undefined, 'effects must be an object of facts, not nothing'],
  ])('%j is refused', (effects, message) => {
    expect(() => parseEffects(effects, layout, [], 'effects')).toThrow(message);
  });

  test('read well', () => {
    const grounded = groundEffects(parseEffects({ at: 'post', ammo: { add: -1 }, seen: false, gold: 7 }, layout, [], 'effects'), []);
    expect('changes' in grounded && grounded.changes.map(changeText)).toEqual(['at = post', 'ammo - 1', 'not seen', 'gold = 7']);
  });
});

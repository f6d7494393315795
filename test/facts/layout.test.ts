import { checkSchema, flag, int, makeLayout, oneOf, pack, per, startState, unpack } from '../../src/facts/internal.js';
import { describe, expect, test } from 'vitest';

const many = (count: number): string[] => Array.from({ length: count }, (_, number) => `m${number}`);

describe('where facts lie', () => {
  test('small fields share a word, wide ints and long lists have words of their own', () => {
    const layout = makeLayout({ at: oneOf('post', 'armory', 'gate'), gold: int(0, 1000), ammo: int(0, 6), zone: oneOf(...many(40)), seen: flag }, {}, {});
    expect(layout.cells.map(({ text, coding, word, shift, bits }) => [text, coding, word, shift, bits])).toEqual([
      ['at', 'oneHot', 0, 0, 3],
      ['gold', 'wide', 1, 0, 32],
      ['ammo', 'thermometer', 0, 3, 6],
      ['zone', 'oneHot', 2, 0, 40],
      ['seen', 'flag', 0, 9, 1],
    ]);
    expect(layout.words).toBe(4);
  });

  test('an int is a thermometer up to 32 values and a word beyond', () => {
    const layout = makeLayout({ just: int(-1, 30), over: int(-1, 31), alone: int(7, 7) }, {}, {});
    expect(layout.cells.map(({ coding, bits }) => [coding, bits])).toEqual([
      ['thermometer', 31],
      ['wide', 32],
      ['thermometer', 0],
    ]);
    expect(unpack(layout, layout.defaults, 0)).toEqual({ just: -1, over: -1, alone: 7 });
  });

  test('shared facts begin on a new word, so that a crowd can lay its own over a mind', () => {
    const layout = makeLayout({ seen: flag }, { open: flag, level: int(0, 3) }, {});
    expect([layout.privateWords, layout.words]).toEqual([1, 2]);
    expect(layout.cells.map((cell) => [cell.text, cell.word, cell.shared])).toEqual([
      ['seen', 0, false],
      ['open', 1, true],
      ['level', 1, true],
    ]);
  });

  test('families are named by their members, the last set counting fastest', () => {
    const layout = makeLayout({ stock: per(['box', 'item'], int(0, 3)) }, {}, { box: ['stove', 'shed'], item: ['raw', 'roast'] });
    expect(layout.cells.map((cell) => cell.text)).toEqual(['stock[stove][raw]', 'stock[stove][roast]', 'stock[shed][raw]', 'stock[shed][roast]']);
  });

  test('the fingerprint tells layouts apart, by the order of facts too', () => {
    const one = makeLayout({ a: flag, b: flag }, {}, {}).fingerprint;
    expect(makeLayout({ a: flag, b: flag }, {}, {}).fingerprint).toBe(one);
    expect(makeLayout({ b: flag, a: flag }, {}, {}).fingerprint).not.toBe(one);
    expect(makeLayout({ a: flag }, { b: flag }, {}).fingerprint).not.toBe(one);
  });
});

describe('a start', () => {
  const layout = makeLayout({ at: oneOf('post', 'gate'), ammo: int(2, 6), stock: per(['item'], int(0, 3)) }, {}, { item: ['raw', 'roast'] });

  test('takes its defaults where it says nothing: false, the least, the first', () => {
    expect(unpack(layout, startState({ stock: { roast: 2 } }, layout, 'start'), 0)).toEqual({ at: 'post', ammo: 2, stock: { raw: 0, roast: 2 } });
  });

  test.each([
    [{ amo: 3 }, 'there is no fact "amo"; did you mean "ammo"? (start)'],
    [{ at: 'gaet' }, 'fact "at" cannot be "gaet"; did you mean "gate"? (start.at)'],
    [{ ammo: 9 }, 'int "ammo" goes from 2 to 6, not to 9 (start.ammo)'],
    [{ ammo: 2.5 }, 'int "ammo" is a whole number, not 2.5 (start.ammo)'],
    [{ ammo: NaN }, 'int "ammo" is a whole number, not NaN (start.ammo)'],
    [{ stock: { rost: 1 } }, 'object set "item" has no member "rost"; did you mean "roast"? (start.stock)'],
    [{ stock: 3 }, 'start.stock must be an object by item, not 3 (start.stock)'],
    [null, 'start must be an object of facts, not null (start)'],
  ])('%j is refused', (start, message) => {
    expect(() => startState(start, layout, 'start')).toThrow(message);
  });

  test('is taken whole or not at all', () => {
    const words = layout.defaults.slice();
    expect(() => pack({ ammo: 5, at: 'nowhere' }, layout, words, 0, 'start')).toThrow();
    expect([...words]).toEqual([...layout.defaults]);
  });
});

describe('kinds', () => {
  test.each([
    [() => int(3, 2), 'min 3 is above max 2'],
    [() => int(0.5, 2), '0.5 is no limit of an int'],
    [() => int(0, Infinity), 'Infinity is no limit of an int'],
    [() => int(0, 2 ** 32), 'too wide; max - min may be 4294967295 at most'],
    [() => oneOf(), 'there are no members; name at least one'],
    [() => oneOf('a', 'b', 'a'), 'member "a" is named twice'],
    [() => oneOf(['post', 'gate'] as never), "a member must be a name, not a list of 2; write the names one by one: oneOf('post', 'gate') (oneOf[0])"],
    // Without types, a wish that would be lost in silence.
    [() => (int as (...given: unknown[]) => unknown)(0, 20, { clamp: true }), 'an int takes two limits and nothing else, not an object; whether a sum stops at the limits is said in the effect: { add: 1, clamp: true } (int(0, 20))'],
    [() => checkSchema({ logs: { kind: 'int', min: 0, max: 20, clamp: true } }, {}, 'facts'), 'unknown key "clamp"; whether a sum stops at the limits is said in the effect: { add: 1, clamp: true } (facts.logs)'],
    [() => oneOf('$a'), 'member "$a" starts with "$"'],
    [() => oneOf(''), 'a member has an empty name'],
  ])('%s is refused', (make, message) => {
    expect(make).toThrow(message);
  });

  test('are plain frozen data, as their JSON has them', () => {
    expect(JSON.stringify([flag, int(0, 6), oneOf('a', 'b'), per(['box'], flag)])).toBe(
      '[{"kind":"flag"},{"kind":"int","min":0,"max":6},{"kind":"oneOf","values":["a","b"]},{"kind":"per","index":["box"],"of":{"kind":"flag"}}]',
    );
    expect([flag, int(0, 6), oneOf('a'), per(['box'], flag)].every((kind) => Object.isFrozen(kind))).toBe(true);
  });
});

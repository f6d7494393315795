import { flag, int, makeLayout, oneOf, per, readingView, startState, unpack, type WarningKind, writingView } from '../../src/facts/internal.js';
import { describe, expect, test } from 'vitest';

const sets = { box: ['stove', 'shed'], item: ['raw', 'roast'] };
const layout = makeLayout({ at: oneOf('post', 'gate'), ammo: int(0, 6), gold: int(-10, 100_000), seen: flag, stock: per(['box', 'item'], int(0, 3)) }, { open: flag }, sets);

interface Facts {
  at: 'post' | 'gate';
  ammo: number;
  gold: number;
  seen: boolean;
  stock: { stove: { raw: number; roast: number }; shed: { raw: number; roast: number } };
  open: boolean;
}

function sensing(): { view: Facts; words: Int32Array; warnings: [string, WarningKind, unknown][] } {
  const warnings: [string, WarningKind, unknown][] = [];
  const words = layout.defaults.slice();
  const { view, point } = writingView<Facts>(layout, (cell, kind, value) => warnings.push([cell.text, kind, value]));
  point(words, 0);
  return { view, words, warnings };
}

describe('what sensors write', () => {
  test('a value that fits is stored without a word', () => {
    const { view, words, warnings } = sensing();
    view.at = 'gate';
    view.ammo = 4;
    view.stock.shed.roast = 2;
    view.open = true;
    expect(unpack(layout, words, 0)).toEqual({ at: 'gate', ammo: 4, gold: -10, seen: false, stock: { stove: { raw: 0, roast: 0 }, shed: { raw: 0, roast: 2 } }, open: true });
    expect(warnings).toEqual([]);
  });

  test('a number out of range is cut, also an infinite one', () => {
    const { view, warnings } = sensing();
    view.ammo = 9;
    view.gold = -Infinity;
    expect([view.ammo, view.gold]).toEqual([6, -10]);
    expect(warnings).toEqual([
      ['ammo', 'clamped', 9],
      ['gold', 'clamped', -Infinity],
    ]);
  });

  test('a fraction is rounded down, so that "at least 3" is true of 3.9 and not of 2.9', () => {
    const { view, warnings } = sensing();
    view.ammo = 2.9;
    view.gold = -0.5;
    expect([view.ammo, view.gold]).toEqual([2, -1]);
    expect(warnings).toEqual([]);
  });

  test('NaN, unknown members and wrong types leave the last value', () => {
    const { view, warnings } = sensing();
    view.ammo = 5;
    view.at = 'gate';
    view.seen = true;
    view.ammo = NaN;
    view.at = 'gaet' as 'gate';
    view.seen = 1 as never;
    view.gold = '7' as never;
    expect([view.ammo, view.at, view.seen, view.gold]).toEqual([5, 'gate', true, -10]);
    expect(warnings.map(([cell, kind]) => [cell, kind])).toEqual([
      ['ammo', 'notANumber'],
      ['at', 'unknownMember'],
      ['seen', 'wrongType'],
      ['gold', 'wrongType'],
    ]);
  });

  test('a misspelt fact throws instead of vanishing', () => {
    const { view } = sensing();
    expect(() => ((view as any).amo = 1)).toThrow(TypeError);
    expect(() => ((view.stock.stove as any).raww = 1)).toThrow(TypeError);
    expect(() => (view.stock = {} as never)).toThrow(/members one by one, as in stock\[stove\]\[raw\]/);
  });
});

describe('a view', () => {
  test('is one object that shows whatever state it is pointed at', () => {
    const column = new Int32Array(layout.words * 2);
    column.set(startState({ ammo: 1 }, layout, 'start'), 0);
    column.set(startState({ ammo: 2, stock: { stove: { raw: 3 } } }, layout, 'start'), layout.words);
    const { view, point } = readingView<Facts>(layout);
    const { stove } = view.stock;
    point(column, 0);
    expect([view.ammo, stove.raw]).toEqual([1, 0]);
    point(column, layout.words);
    expect([view.ammo, stove.raw]).toEqual([2, 3]);
    expect(view.stock.stove).toBe(stove);
  });

  test('for reading refuses to be written', () => {
    const { view } = readingView<Facts>(layout);
    expect(() => (view.stock.shed.raw = 1)).toThrow(/stock\[shed\]\[raw\] cannot be written here/);
  });

  test('lists its facts, and has none of its own machinery among them', () => {
    const { view } = readingView<Facts>(layout);
    const names: string[] = [];
    for (const name in view) names.push(name);
    expect(names).toEqual(['at', 'ammo', 'gold', 'seen', 'stock', 'open']);
  });

  test('may have facts named like methods', () => {
    const odd = makeLayout({ point: flag, toString: flag, view: int(0, 3), hasOwnProperty: flag }, {}, {});
    const { view, point } = writingView<Record<string, unknown>>(odd, () => expect.fail('taken'));
    point(odd.defaults.slice(), 0);
    view['point'] = true;
    view['toString'] = true;
    expect([view['point'], view['toString'], view['view'], view['hasOwnProperty']]).toEqual([true, true, 0, false]);
  });
});

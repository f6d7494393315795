import { describe, expect, it } from 'vitest';
import { amount, born, Columns, counted, derived, faultText, flags, range, ref, restoreColumns, rowFault, saveColumns, seconds, word, type NamesByKind } from '../../src/core/internal.js';

// A shop keeps a row for every customer.
const wares = ['apple', 'bread', 'cheese'];
const names: NamesByKind = { ware: { name: (number) => wares[number], find: (saved) => (typeof saved === 'string' ? wares.indexOf(saved) : undefined) } };

function shop(capacity = 4) {
  const columns = new Columns(capacity);
  const basket = columns.add('shop.inBasket', 'u8', 1, range(0, 3));
  return {
    columns,
    number: columns.add('shop.number', 'u32', 1, derived(word)),
    mood: columns.add('shop.mood', 'u8', 1, flags({ hurried: 1, angry: 2, seen: 4 }, ['hurried', 'angry'])),
    wants: columns.add('shop.wants', 'u16', 1, ref(wares.length, 'ware')),
    waited: columns.add('shop.waited', 'f32', 1, seconds),
    owes: columns.add('shop.owes', 'f64', 1, amount(-100, 100)),
    every: columns.add('shop.every', 'u16', 1, born(1, range(1, 60))),
    inBasket: basket,
    basket: columns.add('shop.basket', 'u16', 3, counted(basket, ref(wares.length, 'ware'))),
    secret: columns.add('shop.secret', 'u8', 2),
  };
}

function customer(at = 1): ReturnType<typeof shop> {
  const made = shop();
  made.number.data[at] = 77;
  made.mood.data[at] = 1 | 4;
  made.wants.data[at] = 3;
  made.waited.data[at] = 1.5;
  made.owes.data[at] = -2.25;
  made.every.data[at] = 1;
  made.inBasket.data[at] = 2;
  made.basket.data.set([1, 2], at * 3);
  return made;
}

const thrown = (run: () => void): unknown => {
  try {
    run();
  } catch (error) {
    return `${(error as { code: string; path: string }).code} at ${(error as { path: string }).path}`;
  }
  return 'nothing';
};

describe('a row by name', () => {
  it('is what means something, as names, and leaves out what a fresh row holds', () => {
    expect(saveColumns(customer().columns.all, 1, names)).toEqual({ inBasket: 2, mood: ['hurried'], wants: 'cheese', waited: 1.5, owes: -2.25, basket: ['apple', 'bread'] });
  });

  it('comes back the same through JSON, in another row of other columns', () => {
    const saved: unknown = JSON.parse(JSON.stringify(saveColumns(customer().columns.all, 1, names)));
    const other = shop();
    other.basket.data.fill(3);
    restoreColumns(other.columns.all, 2, saved, names, { path: 'row' });
    expect(saveColumns(other.columns.all, 2, names)).toEqual(saved);
    expect([other.every.data[2], other.number.data[2]]).toEqual([1, 0]);
    expect(Array.from(other.basket.data.subarray(6, 9))).toEqual([1, 2, 0]);
  });

  it('follows things that moved, and tells what is gone', () => {
    const newer: NamesByKind = { ware: { name: () => undefined, find: (saved) => ['cheese', 'apple'].indexOf(saved as string) } };
    const other = shop();
    const lost: string[] = [];
    restoreColumns(other.columns.all, 0, saveColumns(customer().columns.all, 1, names), newer, { path: 'row', lose: (kind, saved) => lost.push(`${kind} ${String(saved)}`) });
    expect([other.wants.data[0], Array.from(other.basket.data.subarray(0, 2)), lost]).toEqual([1, [2, 0], ['ware bread']]);
  });

  it.each([
    ['is no object', 7, 'row'],
    ['names a column that is not there', { moods: [] }, 'row.moods'],
    ['names a column that is given anew', { number: 7 }, 'row.number'],
    ['goes by what every object has', { constructor: 1 }, 'row.constructor'],
    ['has a text for a number', { waited: '1' }, 'row.waited'],
    ['has a negative time', { waited: -1 }, 'row.waited'],
    ['has a number above its bounds', { every: 61 }, 'row.every'],
    ['has a fraction for a whole number', { every: 1.5 }, 'row.every'],
    ['has more than fits', { inBasket: 3, basket: ['apple', 'apple', 'apple', 'apple'] }, 'row.basket'],
    ['has fewer than it says', { inBasket: 3, basket: ['apple'] }, 'row.basket'],
    ['has a list and says nothing of its length', { basket: ['apple'] }, 'row.basket'],
    ['has no list of bits', { mood: 3 }, 'row.mood'],
    ['has a bit that nobody knows', { mood: ['hurried', 'toString'] }, 'row.mood[1]'],
    ['names what is gone', { wants: 'wine' }, 'row.wants'],
    ['names by a number', { wants: 1 }, 'row.wants'],
  ])('is refused with its path when it %s, and nothing is written', (_what, saved, path) => {
    const { columns } = customer();
    const before = columns.all.map(({ data }) => [...data]);
    expect(thrown(() => restoreColumns(columns.all, 1, saved, names, { path: 'row' }))).toBe(`bad-snapshot at ${path}`);
    expect(columns.all.map(({ data }) => [...data])).toEqual(before);
  });
});

describe('a row of raw bytes', () => {
  it('is sound when every number is within its bounds', () => {
    expect(rowFault(customer().columns.all, 1)).toBeUndefined();
  });

  it.each([
    ['wants', 4, 'shop.wants of row 1 is 4, not a whole number from 0 to 3'],
    ['mood', 8, 'shop.mood of row 1 is 8, not bits of 7'],
    ['waited', Number.NaN, 'shop.waited of row 1 is NaN, not a finite number from 0'],
    ['waited', -1, 'shop.waited of row 1 is -1, not a finite number from 0'],
    ['owes', Number.POSITIVE_INFINITY, 'shop.owes of row 1 is Infinity, not a finite number from -100 to 100'],
    ['every', 0, 'shop.every of row 1 is 0, not a whole number from 1 to 60'],
    ['inBasket', 9, 'shop.inBasket of row 1 is 9, not a whole number from 0 to 3'],
  ] as const)('with %s = %d is told', (name, value, text) => {
    const made = customer();
    made[name].data[1] = value;
    expect(faultText(rowFault(made.columns.all, 1)!)).toBe(text);
  });

  it('is looked at only as far as its lists go', () => {
    const made = customer();
    made.basket.data[5] = 999;
    expect(rowFault(made.columns.all, 1)).toBeUndefined();
    made.inBasket.data[1] = 3;
    expect(faultText(rowFault(made.columns.all, 1)!)).toBe('shop.basket[2] of row 1 is 999, not a whole number from 0 to 3');
  });
});

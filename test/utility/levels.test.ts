import { levels } from 'ganglion/utility';
import { describe, expect, it } from 'vitest';

describe('levels', () => {
  const condition = levels({ dying: 0, hurt: 0.25, fine: 0.6 }, { gap: 0.05 });

  it('name the stretch a number lies in, from its own number on', () => {
    expect([0, 0.24, 0.25, 0.59, 0.6, 1].map((x) => condition(x))).toEqual(['dying', 'dying', 'hurt', 'hurt', 'fine', 'fine']);
  });

  it('keep a guard "fine" while his health trembles around the line, and let him go once it sinks clearly', () => {
    expect([0.62, 0.58, 0.61, 0.57, 0.54].map((x) => condition(x, 'fine'))).toEqual(['fine', 'fine', 'fine', 'fine', 'hurt']);
  });

  it('are entered at their number, without a gap', () => expect([condition(0.59, 'hurt'), condition(0.6, 'hurt')]).toEqual(['hurt', 'fine']));

  it('are walked down one by one: a fall ends where a gap still holds', () => {
    expect([condition(0.22, 'fine'), condition(0.19, 'fine'), condition(0.9, 'dying')]).toEqual(['hurt', 'dying', 'fine']);
  });

  it('have no bottom: the lowest holds for all below', () => expect([condition(-5), condition(-5, 'fine')]).toEqual(['dying', 'dying']));

  it('keep what held when the number is none', () => expect([condition(NaN, 'hurt'), condition(NaN)]).toEqual(['hurt', 'dying']));

  it('do not mind in which order they are written, nor a level they do not know', () => {
    const distance = levels({ far: 20, close: 0, near: 5 });
    expect([distance(4), distance(5), distance(19, 'far'), distance(30, 'gone' as 'far')]).toEqual(['close', 'near', 'near', 'far']);
  });

  it('flicker less with a gap than without: a trembling number, counted', () => {
    const changes = (gap: number): number => {
      const level = levels({ low: 0, high: 0.5 }, { gap });
      let held = level(0.5);
      let count = 0;
      for (let tick = 0; tick < 1000; tick++) {
        const next = level(0.5 + 0.04 * Math.sin(tick * 1.7), held);
        if (next !== held) count++;
        held = next;
      }
      return count;
    };
    expect(changes(0)).toBeGreaterThan(200);
    expect(changes(0.1)).toBe(0);
  });

  it.each<[string, unknown, unknown, RegExp]>([
    ['no levels', {}, {}, /at least one name/],
    ['a level without a number', { low: 'none' }, {}, /level "low" must begin at a finite number, not "none" \(levels\.low\)/],
    ['two levels at one number', { low: 0, high: 0 }, {}, /"low" and "high" begin at the same number/],
    ['a negative gap', { low: 0 }, { gap: -1 }, /gap must be a number of at least 0, not -1/],
    ['a list', [0, 1], {}, /must be an object of name: number/],
  ])('refuse %s', (_name, table, options, message) => expect(() => levels(table as Record<string, number>, options as object)).toThrow(message));
});

import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance, nearest } from '../../src/core/internal.js';

describe('the nearest name', () => {
  // Distances counted by hand.
  it.each([
    ['mineOpne', 'mineOpen', 1],
    ['shoot', 'shot', 1],
    ['goTo', 'GOTO', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
  ])('needs the fewest edits from %s to %s', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
    expect(editDistance(other, one)).toBe(distance);
  });

  it('is found for a slip and not for another word', () => {
    const facts = ['intruder', 'ammo', 'mineOpen'];
    expect(nearest('mineOpne', facts)).toBe('mineOpen');
    expect(nearest('amo', facts)).toBe('ammo');
    expect(nearest('weather', facts)).toBeUndefined();
  });

  it('of several equally near is the first', () => {
    expect(nearest('bat', ['cat', 'hat'])).toBe('cat');
  });

  it('ends an error with a question, or with the names there are', () => {
    expect(didYouMean('amo', ['ammo', 'at'])).toBe('did you mean "ammo"?');
    expect(didYouMean('zzz', ['ammo', 'at'])).toBe('known: "ammo", "at"');
    expect(didYouMean('zzz', [])).toBe('there are none');
    expect(didYouMean('zzzz', Array.from({ length: 10 }, (_, index) => `fact${index}`))).toMatch(/and 2 more$/);
  });

  it('is looked for quickly even when a hostile name is a megabyte long', () => {
    expect(nearest('x'.repeat(1_000_000), ['ammo', 'y'.repeat(1_000_000)])).toBeUndefined();
  });
});

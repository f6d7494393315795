import { describe, expect, it } from 'vitest';
import { nextRandom, Random, seedStream } from '../../src/core/internal.js';

describe('seeded random numbers', () => {
  it('are the same again for the same seed and stream, and others for others', () => {
    const draw = (seed: number, stream: number): number[] => {
      const random = new Random(seed, stream);
      return Array.from({ length: 5 }, () => random.next());
    };
    expect(draw(7, 0)).toEqual(draw(7, 0));
    expect(draw(7, 0)).not.toEqual(draw(7, 1));
    expect(draw(7, 0)).not.toEqual(draw(8, 0));
  });

  it('go on from a saved word', () => {
    const random = new Random(3);
    random.next();
    const saved = random.state;
    const after = [random.next(), random.next()];
    const restored = new Random();
    restored.state = saved;
    expect([restored.next(), restored.next()]).toEqual(after);
  });

  it('fill [0, 1) evenly: ten bins of 100,000 draws, chi-squared below the 99.9 % point for 9 degrees of freedom', () => {
    const states = new Uint32Array([seedStream(1, 1)]);
    const bins = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 100_000; draw++) {
      const value = nextRandom(states, 0);
      expect(value >= 0 && value < 1).toBe(true);
      bins[Math.floor(value * 10)]!++;
    }
    const chiSquared = bins.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquared).toBeLessThan(27.88);
  });

  it('start far apart for neighbouring streams', () => {
    const firsts = Array.from({ length: 1000 }, (_, stream) => new Random(1, stream).next());
    expect(new Set(firsts).size).toBe(1000);
    const mean = firsts.reduce((sum, value) => sum + value, 0) / 1000;
    // The mean of 1,000 even draws has a standard deviation of 0.0091; four of them.
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.0365);
  });
});

describe('a seed', () => {
  it('may be a text, which is hashed', () => {
    expect(new Random('monday').next()).toBe(new Random('monday').next());
    expect(new Random('monday').next()).not.toBe(new Random('tuesday').next());
  });

  it.each([[0.5], [NaN], [Infinity], [null], [{}], [true], [2 ** 60]])('is a whole number or a text, not %o', (seed) => {
    expect(() => new Random(seed as never)).toThrow(/a seed is a whole number or a text/);
  });
});

import { describe, expect, it } from 'vitest';
import { play } from '../../examples/village.js';

describe('ten minutes of the village', () => {
  it('are lived through: what is taken is eaten, few walk in vain, nobody stands idle or waits beside food', () => {
    const { accounts, log, villagers } = play(() => {});
    expect(accounts.mealsAsked).toBeGreaterThanOrEqual(100);
    expect(accounts.targetsLost).toBeGreaterThanOrEqual(20);
    expect(accounts.approaches).toBeGreaterThanOrEqual(10);
    expect(accounts.mealsEaten).toBe(accounts.mealsTaken);
    expect(accounts.walksInVain).toBeLessThan(accounts.walks * 0.05);
    expect(accounts.ovenClashes).toBe(0);
    expect(accounts.longestBesideFood).toBeLessThanOrEqual(60);
    expect(accounts.naps).toBeLessThanOrEqual(villagers.length * 10);
    expect(log.length).toBeGreaterThan(1000);
  }, 60_000);
});

import { describe, expect, it } from 'vitest';
import { play } from '../../examples/smithy-town.js';

describe('the smithy-town example', () => {
  it('plans above once, and below when a step is reached', () => {
    const { smith, above, below, seconds } = play(() => {}, false);
    expect(above).toEqual(['getIngot, getHammer, goHome, forge: 43']);
    expect(below).toEqual(['goTo(mine), dig, gatherCoal, goTo(workshop), smelt: 21', 'goTo(market), borrowHammer: 5', 'goTo(workshop): 4']);
    expect(smith).toMatchObject({ gold: 1, has: { sword: true, hammer: true, ingot: false } });
    // Half a second is one tick: the one in which he sees the sword.
    expect(seconds).toBeCloseTo(21 + 5 + 4 + 10 + 0.5, 5);
  });

  it('finds another way below when the mine floods, and the plan above never notices', () => {
    const { smith, above, below } = play(() => {});
    expect(above).toHaveLength(1);
    expect(below).toEqual([
      'goTo(mine), dig, gatherCoal, goTo(workshop), smelt: 21',
      'goTo(market), buyIngot: 24',
      // He is at the market already.
      'borrowHammer: 1',
      'goTo(workshop): 4',
    ]);
    expect(smith).toMatchObject({ gold: 0, flooded: true, has: { sword: true } });
  });
});

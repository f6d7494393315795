import { describe, expect, it } from 'vitest';
import { plan } from 'ganglion/goap';
import { play, smithing } from '../../examples/craftsman.js';

describe('the craftsman example', () => {
  it('plans the eighteen cheapest steps to a sword and performs them in as many seconds as they cost', () => {
    const { smith, plans, seconds } = play(() => {}, false);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/^pickUp\(axe\), goTo\(forest\), chop, .*, forge: 124$/);
    expect(plans[0]!.split(', ')).toHaveLength(18);
    expect(smith.has).toEqual({ wood: false, charcoal: false, ore: false, ingot: false, lit: true, sword: true });
    expect(seconds).toBeCloseTo(124, 0);
  });

  it('pans for ore when the mine collapses under way', () => {
    const lines: string[] = [];
    const { smith, plans, seconds } = play((line) => lines.push(line));
    expect(plans).toHaveLength(2);
    // From the workshop: 4 to the riverbed, 40, 4 back, 1 and 1 for the hammer, 5 to light the furnace, 20, 15.
    expect(plans[1]).toBe('goTo(riverbed), pan, goTo(workshop), putDown, pickUp(hammer), lightFurnace, smelt, forge: 90');
    expect(smith.has.sword).toBe(true);
    // What he had done by then, three seconds of road there and back again, and the new plan.
    expect(seconds).toBeCloseTo(51 + 3 + 3 + 90, 0);
    expect(lines.filter((line) => line.includes('collapses'))).toHaveLength(1);
  });

  it('knows what it would have been, had the mine been closed all along', () => {
    const closed = plan(smithing, { collapsed: true }, 'arm');
    // 33 less for the pick and the mine, 40 more for panning, 2 more for the way round by the riverbed.
    expect(closed.found && closed.cost).toBe(124 - 33 + 40 + 2);
  });
});

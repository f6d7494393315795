import { beforeAll, describe, expect, it } from 'vitest';
import { crowd, explain } from 'ganglion';
import { play, Unit, unitBrain } from '../../examples/warband.js';

describe('the warband example', () => {
  const lines: string[] = [];
  let story: ReturnType<typeof play>;
  beforeAll(() => {
    story = play((line) => lines.push(line));
  });

  it('attacks by a plan over range, cool-downs and armour', () => {
    expect(story.plans).toEqual([
      'moveIn, pierce, strike, strike, strike: 8',
      'fallBack, raiseShield: 4',
      // The blow through the armour is 12 s away: two heavy ones are cheaper.
      'lowerShield, moveIn, bludgeon, bludgeon: 13',
      // Near already, and the cool-down is over.
      'pierce, strike, strike, strike: 4',
      'moveIn, pierce, strike, strike, strike: 8',
    ]);
  });

  it('defends, attacks and flees as the tree says, at once', () => {
    const after = (event: string): string => lines.slice(lines.findIndex((line) => line.includes(event)) + 1).find((line) => !line.includes('plans'))!;
    expect(after('Riders join')).toContain('4.5 s      fallBack');
    expect(after('Spearmen')).toContain('action [plan, "slay"]');
    expect(after('The general falls')).toContain('33.0 s      action [flee]');
    expect(story.did).toContain('stands at the banner');
  });

  it('ends with the foe slain at close quarters', () => {
    expect(story.unit).toMatchObject({ place: 'foe', foe: { health: 0, armoured: false } });
  });

  it('waits for the blow when it is nearly ready: a cost that looks at the body', () => {
    const unit = Object.assign(new Unit(), { x: 20, target: 20, coolDown: 2 });
    const world = crowd();
    const mind = world.spawn(unitBrain, unit);
    world.tick(0.1);
    world.tick(0.1);
    const { plan } = explain(mind);
    expect(plan?.steps.map((step) => step.text)).toEqual(['catchBreath', 'pierce', 'strike', 'strike', 'strike']);
    expect(plan?.cost).toBe(2 + 1 + 3);
  });
});

import { describe, expect, it } from 'vitest';
import { plan } from 'ganglion/goap';
import { play, rounds } from '../../examples/carrier.js';

describe('the carrier example', () => {
  it('plans for the house it is asked for: a parcel first, then the way', () => {
    const answer = plan(rounds, { at: 'inn' }, { goal: 'serve', params: { house: 'farm' } });
    expect(answer.found && [answer.cost, ...answer.steps.map((step) => step.action)]).toEqual([8, 'goTo', 'load', 'goTo', 'deliver']);
  });

  it('serves who has waited longest, turns to one who has waited longer, and drops an order that is taken back', () => {
    const lines: string[] = [];
    const { carrier, plans } = play((line) => lines.push(line));
    expect(plans.map((plan) => plan.split(':')[0])).toEqual([
      'serve(mill)', 'serve(inn)', 'serve(forge)', 'nothing to do at the forge', 'serve(farm)', 'nothing to do at the farm', 'serve(mill)',
    ]);
    expect(carrier.orders.map(({ house }) => house)).toEqual(['mill', 'inn']);
    expect(lines.at(-1)!.trim().split('\n').map((line) => line.replace(/^>? */, '').split(/ {2,}/).slice(0, 2).join(' '))).toEqual(['serve mill, for 3.9 s; held: momentum x1.25', 'serve mill', 'serve inn']);
  });
});

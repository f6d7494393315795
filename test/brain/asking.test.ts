import { ask, brain, crowd, domain, explain, failure, flag, oneOf, perceive, running } from 'ganglion';
import { describe, expect, it } from 'vitest';

const crossing = domain({
  facts: { side: oneOf('here', 'there'), wet: flag },
  actions: { swim: { effects: { side: 'there', wet: true }, cost: 5 }, row: { effects: { side: 'there' }, cost: 3 } },
  goals: { cross: { side: 'there' } },
});
interface Traveller {
  tired: number;
  boatLeaks?: boolean;
}
const senses = perceive(crossing, (_body: Traveller, facts) => {
  facts.side = 'here';
});
const traveller = brain(senses, {
  utility: { cross: 1 },
  costs: { row: (body) => (body.boatLeaks === true ? Infinity : 3 + body.tired) },
  steps: { swim: () => running, row: () => running },
});

describe('asking a mind for a way', () => {
  it('counts what its body makes of the costs, as its own plans do', () => {
    const body: Traveller = { tired: 0 };
    const mind = traveller.spawn(body);
    mind.tick(0.1);
    expect(String(ask(mind, 'cross'))).toBe('cross: 1 step, cost 3\n  row');
    body.tired = 4;
    expect(String(ask(mind, 'cross'))).toBe('cross: 1 step, cost 5\n  swim');
  });

  it('leaves out steps that are left out of plans, and explains a no with them', () => {
    const sinking = brain(senses, { utility: { cross: 1 }, steps: { swim: () => failure, row: () => failure }, depress: { swim: 100, row: 100 } });
    const mind = sinking.spawn({ tired: 0 });
    for (let tick = 0; tick < 40; tick++) mind.tick(0.1);
    const answer = ask(mind, 'cross');
    expect(answer.found).toBe(false);
    expect(explain(mind).leftOut.map(({ step }) => step).sort()).toEqual(['row', 'swim']);
    expect(String(answer)).toContain('is not available now');
    expect(explain(mind).noPlan?.reason).toBe('unreachable');
  });

  it('takes the domain\'s cost where the body\'s throws, and reports that', () => {
    const broken = brain(senses, { utility: { cross: 1 }, costs: { row: () => { throw new Error('no oars'); } }, steps: { swim: () => running, row: () => running } });
    const world = crowd();
    const mind = world.spawn(broken, { tired: 0 });
    const answer = ask(mind, 'cross');
    expect(answer.found && answer.cost).toBe(3);
    expect(world.errors.map(({ path }) => path)).toEqual(['brain.costs.row']);
  });
});

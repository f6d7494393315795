import { brain, crowd, domain, flag, leaf, perceive, running } from 'ganglion';
import { describe, expect, it } from 'vitest';

const evening = domain({
  facts: { read: flag, danced: flag, called: flag },
  actions: { read: { effects: { read: true } }, dance: { effects: { danced: true } }, call: { effects: { called: true } } },
  goals: { toRead: { read: true }, toDance: { danced: true }, toCall: { called: true } },
});
interface Guest {
  music: number;
}
const forever = leaf({ drive: (_guest: Guest) => running });
const guest = brain(perceive(evening, { always: (_guest: Guest) => {} }), {
  utility: {
    toRead: { commitment: 3, considerations: { quiet: () => 0.5 } },
    toDance: { music: (body: Guest) => body.music },
    toCall: { never: () => 0 },
  },
  decide: { every: 0.5 },
  steps: { read: forever, dance: forever, call: forever },
});

describe('a goal that is asked for from outside', () => {
  it('lets the clocks of the options go on: a commitment that ran out meanwhile does not hold afterwards', () => {
    const heldFor = (seconds: number): string | undefined => {
      const minds = crowd();
      const body: Guest = { music: 0 };
      const mind = minds.spawn(guest, body);
      minds.tick(0.5);
      expect(mind.goal?.name).toBe('toRead');
      body.music = 1;
      mind.want('toCall');
      for (let time = 0; time < seconds; time += 0.5) minds.tick(0.5);
      expect(mind.goal?.name).toBe('toCall');
      mind.want(undefined);
      minds.tick(0.5);
      return mind.goal?.name;
    };
    expect(heldFor(1)).toBe('toRead');
    expect(heldFor(4)).toBe('toDance');
  });
});

import { brain, crowd, domain, flag, int, leaf, once, oneOf, perceive, running, sequence, success, wait, type Crowd, type Mind } from 'ganglion';

/** A guard of a small town, for tests that look at crowds from outside. */
export interface Guard {
  at: 'post' | 'armory' | 'gate';
  ammo: number;
  sees: boolean;
  left: number;
}

export const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate'), ammo: int(0, 6), intruder: flag },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

export const guardBrain = brain(
  perceive(guarding, (guard: Guard, facts) => {
    facts.at = guard.at;
    facts.ammo = guard.ammo;
    facts.intruder = guard.sees;
  }),
  {
    name: 'guard',
    utility: { repel: { seen: (guard) => (guard.sees ? 1 : 0) }, rearm: { weight: 0.5, considerations: { empty: { of: (guard) => guard.ammo, min: 6, max: 0 } } }, standGuard: 0.1 },
    steps: {
      goTo: leaf({ enter: (guard) => { guard.left = 8; }, drive: (guard, { place }) => { if (--guard.left > 0) return running; guard.at = place; return success; } }),
      load: sequence(wait(0.4), once((guard) => { guard.ammo = 6; })),
      shoot: once((guard) => { guard.sees = false; guard.ammo--; }),
    },
    decide: { every: 0.1, momentum: 1 },
  },
);

/** So many guards; intruders come now and then, without chance. */
export function town(count = 20): { world: Crowd; minds: Mind<any, any, any, any>[]; bodies: Guard[]; run: (ticks: number) => void } {
  const world = crowd({ seed: 7 });
  const bodies = Array.from({ length: count }, (_, at): Guard => ({ at: 'post', ammo: at % 4, sees: false, left: 0 }));
  const minds = bodies.map((body) => world.spawn(guardBrain, body));
  const run = (ticks: number): void => {
    for (let tick = 0; tick < ticks; tick++) {
      bodies.forEach((body, at) => {
        if ((world.ticks + at * 17) % 97 === 0) body.sees = true;
      });
      world.tick(0.05);
    }
  };
  return { world, minds, bodies, run };
}

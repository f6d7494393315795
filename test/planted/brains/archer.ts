// After examples/shooters.ts, one of the two. Sound as it stands; the faults are in ../answers.json.
import { brain, domain, flag, leaf, once, perceive, running, sequence, success, wait } from 'ganglion';

export const shooting = domain({
  facts: { safe: flag, close: flag, aimed: flag, fired: flag, playerWeak: flag },
  actions: {
    aim: { effects: { aimed: true } },
    attack: { preconditions: { aimed: true }, effects: { fired: true, aimed: false } },
    chase: { preconditions: { playerWeak: true }, effects: { close: true, aimed: false }, cost: 2 },
    retreat: { effects: { safe: true, close: false }, urgent: true },
  },
  goals: { engage: { fired: true }, hunt: { close: true }, survive: { safe: true } },
});

export class Archer {
  shield = 1;
  heat = 0;
  aimed = false;
  way = 0;
  distance = 60;
  playerWeak = false;
}

/** The game's own movement; the shield is hit when near, and mends when far away. */
export function live(archer: Archer, dt: number): void {
  archer.heat = Math.max(0, archer.heat - dt);
  archer.distance = Math.max(0, archer.distance + (archer.way - 1) * dt);
  archer.shield = Math.max(0, Math.min(1, archer.shield + (archer.distance < 30 ? -dt / 8 : dt / 8)));
}

export const archerBrain = brain(
  perceive(shooting, (archer: Archer, facts) => {
    facts.safe = archer.shield >= 0.3 || archer.distance >= 40;
    facts.close = archer.distance <= 10;
    facts.aimed = archer.aimed;
    facts.fired = archer.heat > 0;
    facts.playerWeak = archer.playerWeak;
  }),
  {
    name: 'archer',
    utility: {
      engage: 0.5,
      hunt: { weak: (_archer, facts) => (facts.playerWeak ? 0.8 : 0) },
      survive: { hurt: (archer) => 1 - archer.shield },
    },
    steps: {
      aim: sequence(wait(0.5), once((archer) => (archer.aimed = true))),
      attack: sequence(wait(0.6), once((archer) => Object.assign(archer, { heat: 1.5, aimed: false }))),
      chase: leaf({
        enter: (archer) => Object.assign(archer, { way: -12, aimed: false }),
        drive: (archer) => (archer.distance <= 10 ? success : running),
        exit: (archer) => (archer.way = 0),
      }),
      retreat: leaf({
        enter: (archer) => Object.assign(archer, { way: 8, aimed: false }),
        drive: (archer) => (archer.distance >= 40 ? success : running),
        exit: (archer) => (archer.way = 0),
      }),
    },
  },
);

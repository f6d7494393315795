// After examples/guard.ts, with senses and movement of its own. Sound as it stands; the faults are in ../answers.json.
import { brain, bt, domain, failure, flag, int, leaf, once, oneOf, perceive, running, sequence, success, wait } from 'ganglion';

type Zone = 'post' | 'armory' | 'gate' | 'road';

export const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate', 'road'), ammo: int(0, 6), intruder: flag },
  actions: {
    goTo: { params: { place: 'at' }, where: { place: { not: 'road' } }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

const places = { post: 0, armory: 6, gate: 10 };

export class Guard {
  position = 0;
  target = 0;
  ammo = 6;
  health = 1;
  seesIntruder = false;
  get zone(): Zone {
    const place = Object.entries(places).find(([, at]) => Math.abs(at - this.position) < 0.01);
    return (place?.[0] ?? 'road') as Zone;
  }
  walkTo(place: Zone): void {
    this.target = place === 'road' ? this.position : places[place];
  }
}

/** The game's own movement, and its dressing of wounds. */
export function live(guard: Guard, dt: number): void {
  const way = guard.target - guard.position;
  guard.position = Math.abs(way) <= 2 * dt ? guard.target : guard.position + Math.sign(way) * 2 * dt;
  if (guard.position < 0) guard.health = Math.min(1, guard.health + dt / 5);
}

const senses = perceive(guarding, (guard: Guard, facts) => {
  facts.at = guard.zone;
  facts.ammo = guard.ammo;
  facts.intruder = guard.seesIntruder;
});

export const guardBrain = brain(senses, {
  name: 'guard',
  utility: {
    repel: { seen: (guard) => (guard.seesIntruder ? 1 : 0), brave: (guard) => guard.health },
    rearm: { empty: (_guard, facts) => 0.9 * (1 - facts.ammo / 6) },
    standGuard: 0.05,
  },
  tree: bt(`root { reactiveSelector { action [flee] while(isHurt)  action [plan] } }`, {
    isHurt: (guard) => guard.health < 0.25,
    flee: (guard) => {
      guard.target = -4;
      return guard.position === -4 ? success : running;
    },
  }),
  steps: {
    goTo: leaf({
      enter: (guard, { place }) => guard.walkTo(place),
      drive: (guard) => (guard.position === guard.target ? success : running),
      exit: (guard, _params, why) => {
        if (why !== 'success') guard.target = guard.position;
      },
    }),
    load: sequence(wait(1), once((guard) => {
      guard.ammo = 6;
    })),
    shoot: (guard) => {
      if (guard.ammo === 0) return failure;
      guard.ammo--;
      guard.seesIntruder = false;
      return success;
    },
  },
});

import { brain, bt, crowd, curves, domain, failure, flag, int, leaf, machine, once, oneOf, perceive, running, sequence, success, wait, type Crowd } from 'ganglion';

/** A garrison with a gate, an armory and a well: two hundred guards with plenty to do, so that the page has something to show. */
export const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate', 'well', 'infirmary', 'road'), ammo: int(0, 6), intruder: flag, wounded: flag, thirsty: flag, helmet: flag },
  shared: { alarm: flag },
  actions: {
    goTo: { params: { place: 'at' }, where: { place: { not: 'road' } }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    wearHelmet: { preconditions: { at: 'armory' }, effects: { helmet: true }, cost: 2 },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 }, helmet: true }, effects: { intruder: false, ammo: { add: -1 } } },
    brawl: { preconditions: { at: 'gate' }, effects: { intruder: false, wounded: true }, cost: 14 },
    drink: { preconditions: { at: 'well' }, effects: { thirsty: false } },
    bandage: { preconditions: { at: 'infirmary' }, effects: { wounded: false }, cost: 2 },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6, helmet: true }, recover: { wounded: false }, refresh: { thirsty: false }, standGuard: { at: 'post' } },
});

const places: Record<string, number> = { post: 0, armory: 6, gate: 10, well: 3, infirmary: -5 };

export class Guard {
  x = 0;
  target = 0;
  ammo = 6;
  health = 1;
  thirst = 0;
  sees = false;
  helmet = false;
  speed = 2;

  get arrived(): boolean {
    return this.x === this.target;
  }
  get zone(): 'post' | 'armory' | 'gate' | 'well' | 'infirmary' | 'road' {
    return (Object.keys(places).find((name) => Math.abs(places[name]! - this.x) < 0.01) ?? 'road') as 'post';
  }
  move(dt: number): void {
    const way = this.target - this.x;
    this.x = Math.abs(way) <= this.speed * dt ? this.target : this.x + Math.sign(way) * this.speed * dt;
  }
}

export const guardBrain = brain(
  perceive(guarding, (guard: Guard, facts) => {
    facts.at = guard.zone;
    facts.ammo = guard.ammo;
    facts.intruder = guard.sees;
    facts.helmet = guard.helmet;
    facts.wounded = guard.health < 0.6;
    facts.thirsty = guard.thirst > 0.5;
  }),
  {
    name: 'guard',
    utility: {
      repel: { seen: (guard) => (guard.sees ? 1 : 0), brave: { of: (guard) => guard.health, curve: curves.logistic(0.3, 12) } },
      rearm: { empty: { of: (_guard, facts) => facts.ammo, min: 6, max: 0, curve: curves.power(1.5) }, calm: (guard) => (guard.sees ? 0.4 : 0.9) },
      recover: { pain: { of: (guard) => 1 - guard.health, curve: curves.power(2) } },
      refresh: { thirst: { of: (guard) => guard.thirst, curve: curves.logistic(0.7, 14) }, peace: (guard) => (guard.sees ? 0.2 : 1) },
      standGuard: 0.04,
    },
    tree: bt(
      `root {
        reactiveSelector {
          sequence while(isHurt) { action [cry] action [flee] }
          cooldown [8000] { sequence { condition [hearsAlarm] action [salute] wait [300] } }
          selector {
            action [plan, "repel"] while(mustFight)
            action [plan]
            action [idle]
          }
        }
      }`,
      {
        isHurt: (guard) => guard.health < 0.25,
        cry: () => success,
        flee: (guard) => {
          guard.target = -5;
          if (!guard.arrived) return running;
          guard.health = Math.min(1, guard.health + 0.02);
          return guard.health > 0.4 ? success : running;
        },
        hearsAlarm: (_guard, facts) => facts.alarm,
        salute: () => success,
        mustFight: (guard) => guard.sees && guard.ammo > 0 && guard.helmet,
        idle: () => success,
      },
    ),
    steps: {
      goTo: machine({
        states: {
          walk: leaf({
            enter: (guard, { place }) => {
              guard.target = places[place] ?? guard.x;
            },
            drive: (guard) => (guard.arrived ? success : running),
            exit: (guard, _params, why) => {
              if (why !== 'success') guard.target = guard.x;
            },
          }),
          rest: wait(0.5),
        },
        initial: 'walk',
        transitions: [{ from: 'walk', after: 6, to: 'rest' }],
      }),
      load: sequence(wait(0.6), once((guard) => { guard.ammo = 6; })),
      wearHelmet: once((guard) => { guard.helmet = true; }),
      shoot: sequence(wait(0.3), (guard: Guard) => {
        if (guard.ammo === 0) return failure;
        guard.ammo--;
        guard.sees = false;
        return success;
      }),
      brawl: sequence(wait(2), once((guard) => { guard.sees = false; guard.health = Math.max(0.1, guard.health - 0.4); })),
      drink: sequence(wait(1), once((guard) => { guard.thirst = 0; })),
      bandage: sequence(wait(1.2), once((guard) => { guard.health = 1; })),
    },
    decide: { every: 0.25, momentum: 1.2 },
  },
);

/** @param fault what is wrong with one guard: its thirst is seen by one eye and not by the other, tick by tick */
export function garrison(count: number, fault?: { readonly mind: number }): { world: Crowd; bodies: Guard[]; tick: (dt: number) => void } {
  const world = crowd({ seed: 7 });
  let state = 12345;
  const luck = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
  const bodies = Array.from({ length: count }, () => Object.assign(new Guard(), { ammo: Math.floor(luck() * 7), thirst: luck() * 0.6, speed: 1.5 + luck(), helmet: luck() < 0.4 }));
  for (const body of bodies) world.spawn(guardBrain, body);
  const tick = (dt: number): void => {
    if (world.ticks % 300 === 200) world.set('alarm', true);
    if (world.ticks % 300 === 240) world.set('alarm', false);
    bodies.forEach((guard, at) => {
      guard.thirst = Math.min(1, guard.thirst + 0.02 * dt);
      if (luck() < 0.05 * dt) guard.sees = true;
      if (guard.sees && guard.zone === 'gate' && luck() < 0.25 * dt) guard.health = Math.max(0.05, guard.health - 0.35);
      if (luck() < 0.03 * dt) guard.helmet = false;
      if (at === fault?.mind) guard.thirst = world.ticks % 12 < 6 ? 0.95 : 0.1;
      guard.move(dt);
    });
    world.tick(dt);
  };
  return { world, bodies, tick };
}

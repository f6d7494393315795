import { brain, bt, curves, domain, failure, flag, int, leaf, once, oneOf, perceive, running, sequence, success, wait } from 'ganglion';

// What can be thought: facts, actions, goals.
const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate', 'road'), ammo: int(0, 6), intruder: flag },
  actions: {
    goTo: { params: { place: 'at' }, where: { place: { not: 'road' } }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

// Your own object. The road has the post at 0 m, the armory at 6 m and the gate at 10 m.
const places = { post: 0, armory: 6, gate: 10 };
class Guard {
  x = 0;
  goal = 0;
  ammo = 0;
  health = 1;
  seesIntruder = true;
  get arrived() { return this.x === this.goal; }
  get zone() { return (['post', 'armory', 'gate'] as const).find((place) => places[place] === this.x) ?? 'road'; }
  move(dt: number) { this.x += Math.max(-2 * dt, Math.min(2 * dt, this.goal - this.x)); }
}

// What the guard sees. This is the one place where the body's type is written.
const senses = perceive(guarding, (guard: Guard, facts) => {
  facts.at = guard.zone;
  facts.ammo = guard.ammo;
  facts.intruder = guard.seesIntruder;
});

const guardBrain = brain(senses, {
  // What to want: each goal is scored, the highest wins.
  utility: {
    repel: { seen: (guard) => (guard.seesIntruder ? 1 : 0), brave: { of: (guard) => guard.health, curve: curves.logistic(0.3, 12) } },
    rearm: { empty: (_guard, facts) => 0.9 * (1 - facts.ammo / 6) },
    standGuard: 0.1,
  },
  // Which strategy: run when hurt, otherwise carry out a plan for the wanted goal.
  tree: bt(`root { reactiveSelector { action [flee] while(isHurt)  action [plan] } }`, {
    isHurt: (guard) => guard.health < 0.25,
    flee: (guard) => { guard.goal = -4; return guard.arrived ? success : running; },
  }),
  // How each step of a plan is performed.
  steps: {
    goTo: leaf({
      enter: (guard, { place }) => { if (place !== 'road') guard.goal = places[place]; },
      drive: (guard) => (guard.arrived ? success : running),
      exit: (guard, _params, why) => { if (why !== 'success') guard.goal = guard.x; },
    }),
    load: sequence(wait(1), once((guard) => { guard.ammo = 6; })),
    shoot: (guard) => {
      if (guard.ammo === 0) return failure;
      guard.ammo--;
      guard.seesIntruder = false;
      return success;
    },
  },
});

const guard = new Guard();
const mind = guardBrain.spawn(guard);
const play = (seconds: number) => {
  for (let frame = 0; frame < seconds * 64; frame++) {
    mind.tick(1 / 64);
    guard.move(1 / 64);
  }
};

play(1);
console.log(guard.x, mind.goal);

// A guard at its post: an intruder comes, it fetches ammo, goes to the gate and shoots; hurt, it flees.
import { ask, brain, bt, curves, domain, explain, failure, flag, int, leaf, type Mind, once, oneOf, perceive, running, sequence, success, wait } from 'ganglion';

type Zone = 'post' | 'armory' | 'gate' | 'road';

// What can be thought: facts, actions, goals.
export const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate', 'road'), ammo: int(0, 6), intruder: flag },
  actions: {
    goTo: { params: { place: 'at' }, where: { place: { not: 'road' } }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

// The body: the game's own object. The post is at 0 m, the armory at 6 m, the gate at 10 m.
const places = { post: 0, armory: 6, gate: 10 };
const speed = 2;

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
  get arrived(): boolean {
    return this.position === this.target;
  }
  walkTo(place: Zone): void {
    this.target = place === 'road' ? this.position : places[place];
  }
  stop(): void {
    this.target = this.position;
  }
  fire(): boolean {
    if (this.ammo === 0) return false;
    this.ammo--;
    this.seesIntruder = false;
    return true;
  }
  runAway(): boolean {
    this.target = -4;
    return this.arrived;
  }
  /** The game's own movement. */
  move(dt: number): void {
    const way = this.target - this.position;
    this.position = Math.abs(way) <= speed * dt ? this.target : this.position + Math.sign(way) * speed * dt;
  }
}

// What is seen of the body: the one place where its type is written.
const senses = perceive(guarding, (guard: Guard, facts) => {
  facts.at = guard.zone;
  facts.ammo = guard.ammo;
  facts.intruder = guard.seesIntruder;
});

export const guardBrain = brain(senses, {
  name: 'guard',
  utility: {
    repel: { seen: (guard) => (guard.seesIntruder ? 1 : 0), brave: { of: (guard) => guard.health, curve: curves.logistic(0.3, 12) } },
    rearm: { empty: (_guard, facts) => 0.9 * (1 - facts.ammo / 6) },
    standGuard: 0.1,
  },
  tree: bt(`root { reactiveSelector { action [flee] while(isHurt)  action [plan] } }`, {
    isHurt: (guard) => guard.health < 0.25,
    flee: (guard) => (guard.runAway() ? success : running),
  }),
  steps: {
    goTo: leaf({
      enter: (guard, { place }) => guard.walkTo(place),
      drive: (guard) => (guard.arrived ? success : running),
      exit: (guard, _params, why) => {
        if (why !== 'success') guard.stop();
      },
    }),
    load: sequence(wait(1), once((guard) => {
      guard.ammo = 6;
    })),
    shoot: (guard) => (guard.fire() ? success : failure),
  },
});

/** Runs the story for 40 simulated seconds; says a line whenever the guard changes its mind. Returns the guard as it ends. */
export function play(print: (line: string) => void): { guard: Guard; mind: Mind<any, any, any, any> } {
  const guard = new Guard();
  const mind = guardBrain.spawn(guard);
  const events: readonly [seconds: number, text: string, happen: () => void][] = [
    [2, 'A shower soaks the powder, and an intruder climbs the wall.', () => Object.assign(guard, { ammo: 0, seesIntruder: true })],
    [18, 'A second intruder comes and hurts the guard badly.', () => Object.assign(guard, { health: 0.2, seesIntruder: true })],
    [24, 'The wound is dressed.', () => Object.assign(guard, { health: 1 })],
  ];
  const dt = 1 / 20;
  let said = '';
  for (let frame = 0; frame < 40 / dt; frame++) {
    for (const [seconds, text, happen] of events) {
      if (frame !== Math.round(seconds / dt)) continue;
      print(`${time(frame * dt)}  ${text}`);
      happen();
    }
    mind.tick(dt);
    guard.move(dt);
    const line = sayMind(guard, mind);
    if (line !== said) print(`${time(frame * dt)}    ${line}`);
    said = line;
  }
  print('');
  print(explain(mind).toString());
  return { guard, mind };
}

/** Goal and why; plan, cost and step, or what it does without a plan: one line. */
function sayMind(guard: Guard, mind: Mind<any, any, any, any>): string {
  const { goal, options, branch, plan, step } = explain(mind);
  const best = options.options.find((each) => each.option === goal?.name);
  const wish = goal === undefined ? 'wants nothing' : `wants ${goal.text} (${best?.because.map(({ name, value }) => `${name} ${value.toFixed(2)}`).join(', ') || best?.score.toFixed(2)})`;
  if (plan === undefined) return `${wish}; ${branch.length === 0 ? sayIdle(guard, mind, goal?.text) : `does ${branch.at(-1)}`}`;
  return `${wish}; plans ${plan.steps.map((each) => each.text).join(', ')} for ${plan.cost}${step === undefined ? '' : `; now ${step.text}`}`;
}

/** No branch of the tree runs. Either there is nothing left to do for the goal, or the tree has done something else. */
function sayIdle(guard: Guard, mind: Mind<any, any, any, any>, goal: string | undefined): string {
  if (goal === undefined) return guard.zone === 'road' ? 'stands on the road' : `stands at the ${guard.zone}`;
  const way = ask(mind, goal);
  return way.found && way.steps.length === 0 ? 'has reached it, and will look for something else' : `stays where it fled to, at ${guard.position.toFixed(0)} m`;
}

function time(seconds: number): string {
  return `${seconds.toFixed(1).padStart(5)} s`;
}

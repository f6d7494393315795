// A unit in a battle: the tree picks attack, defend or retreat; the attack is a plan over range, cool-downs and armour.
import { brain, bt, crowd, domain, explain, flag, int, once, oneOf, perceive, running, sequence, success, wait, type Status } from 'ganglion';

export const battle = domain({
  facts: { place: oneOf('field', 'foe', 'banner'), pierceReady: flag, foeArmoured: flag, foeHealth: int(0, 3), shieldUp: flag },
  actions: {
    moveIn: { preconditions: { place: { not: 'foe' }, shieldUp: false }, effects: { place: 'foe' }, cost: 4 },
    pierce: { preconditions: { place: 'foe', pierceReady: true, shieldUp: false }, effects: { foeArmoured: false, pierceReady: false } },
    strike: { preconditions: { place: 'foe', foeArmoured: false, shieldUp: false }, effects: { foeHealth: { add: -1 } } },
    // Through the armour by brute force: possible at any time, and slow.
    bludgeon: { preconditions: { place: 'foe', foeArmoured: true, shieldUp: false }, effects: { foeHealth: { add: -1 } }, cost: 4 },
    catchBreath: { preconditions: { pierceReady: false }, effects: { pierceReady: true } },
    fallBack: { effects: { place: 'banner' }, cost: 3 },
    raiseShield: { preconditions: { place: 'banner' }, effects: { shieldUp: true } },
    lowerShield: { effects: { shieldUp: false } },
  },
  goals: { slay: { foeHealth: 0 }, holdBanner: { place: 'banner', shieldUp: true } },
});

type Place = 'field' | 'foe' | 'banner';
const at = { banner: 0, field: 10, foe: 20 };

export class Foe {
  health = 3;
  armoured = true;
}

export class Unit {
  x = at.field;
  /** Where it walks to; the game moves it. */
  target = at.field;
  morale = 1;
  friends = 5;
  enemies = 3;
  /** Seconds until the piercing blow can be used again. */
  coolDown = 0;
  shieldUp = false;
  foe = new Foe();

  get place(): Place {
    return this.x <= 0 ? 'banner' : this.x >= at.foe ? 'foe' : 'field';
  }
  goTo(x: number): Status {
    this.target = x;
    return this.x === x ? success : running;
  }
  move(dt: number): void {
    this.x += Math.max(-4 * dt, Math.min(4 * dt, this.target - this.x));
  }
}

const senses = perceive(battle, (unit: Unit, facts) => {
  facts.place = unit.place;
  facts.pierceReady = unit.coolDown <= 0;
  facts.foeArmoured = unit.foe.armoured;
  facts.foeHealth = unit.foe.health;
  facts.shieldUp = unit.shieldUp;
});

const hit = once((unit: Unit) => unit.foe.health--);

export const unitBrain = brain(senses, {
  name: 'unit',
  // No utility here: the tree knows what is wanted. Each branch but the first names the goal that its plan is for.
  tree: bt(
    `root {
      reactiveSelector {
        action [flee] while(isBroken)
        action [plan, "holdBanner"] while(isOutnumbered)
        action [plan, "slay"]
      }
    }`,
    {
      isBroken: (unit) => unit.morale < 0.3,
      isOutnumbered: (unit) => unit.enemies > unit.friends,
      flee: (unit) => unit.goTo(-30),
    },
  ),
  // How long it takes to catch one's breath is known by the body alone; the other costs are in the domain.
  costs: { catchBreath: (unit) => unit.coolDown },
  steps: {
    moveIn: (unit) => unit.goTo(at.foe),
    fallBack: (unit) => unit.goTo(at.banner),
    pierce: sequence(wait(0.5), once((unit) => {
      unit.foe.armoured = false;
      unit.coolDown = 6;
    })),
    strike: sequence(wait(1), hit),
    bludgeon: sequence(wait(4), hit),
    catchBreath: (unit) => (unit.coolDown <= 0 ? success : running),
    raiseShield: once((unit) => (unit.shieldUp = true)),
    lowerShield: once((unit) => (unit.shieldUp = false)),
  },
});

/** Plays a battle of a minute. Returns what the unit did, in order, and its plans with their costs. */
export function play(print: (line: string) => void): { unit: Unit; did: string[]; plans: string[] } {
  const world = crowd();
  const unit = new Unit();
  const mind = world.spawn(unitBrain, unit);
  const did: string[] = [];
  const plans: string[] = [];
  const events: readonly [seconds: number, text: string, happen: () => void][] = [
    [4.5, 'Riders join the foe: seven against five.', () => Object.assign(unit, { enemies: 7 })],
    [11, 'Spearmen come to help; but the foe has put on new armour, and the blow through it was just wasted.', () => {
      Object.assign(unit, { friends: 9, coolDown: 12 });
      unit.foe.armoured = true;
    }],
    [27, 'A new foe steps up, in plate.', () => Object.assign(unit, { foe: new Foe() })],
    [33, 'The general falls; the unit loses heart.', () => Object.assign(unit, { morale: 0.1, foe: new Foe() })],
    [42, 'The general was only stunned.', () => Object.assign(unit, { morale: 1 })],
  ];
  const dt = 0.1;
  let last = '';
  for (let tick = 0; tick < 620; tick++) {
    const clock = `${(tick * dt).toFixed(1).padStart(5)} s`;
    for (const [seconds, text, happen] of events) {
      if (tick !== Math.round(seconds / dt)) continue;
      print(`${clock}  ${text}`);
      happen();
    }
    unit.coolDown = Math.max(0, unit.coolDown - dt);
    world.tick(dt);
    unit.move(dt);
    const { branch, plan, step } = explain(mind);
    const whole = plan && `${plan.steps.map((each) => each.text).join(', ')}: ${Number(plan.cost.toFixed(1))}`;
    if (whole !== undefined && whole !== plans.at(-1)) print(`${clock}    plans ${plans[plans.push(whole) - 1]}`);
    const doing = step?.text ?? branch.at(-1) ?? `stands at the ${unit.place}`;
    const now = `${doing} ${plan?.at}`;
    if (now === last) continue;
    last = now;
    did.push(doing);
    print(`${clock}      ${doing}${unit.shieldUp ? ', shield up' : ''}`);
  }
  return { unit, did, plans };
}

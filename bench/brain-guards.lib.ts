/** The minds of the brain bench: senses and decisions at 4 Hz, 4 options, a tree of 30 nodes, a plan from the policy table, empty callbacks. */
import { brain, type Brain, bt, curves, domain, flag, int, oneOf, perceive, running, success, until } from 'ganglion';

export class Guard {
  at: 'post' | 'armory' | 'gate' = 'post';
  ammo = 6;
  health = 1;
  alarm = 0;
  tired = 0;
  fed = false;
  /** Ticks until the step at hand is done. */
  left = 0;
}

/** The tree; mistreevous gets the nearest one in its own words: a plain selector, and an action that runs. */
export const treeText = `root {
  reactiveSelector {
    sequence while(isHurt) { condition [hasPotion] action [drink] action [hide] }
    sequence { condition [isCornered] action [fight] action [shout] }
    selector {
      sequence { condition [isBurning] action [roll] wait [500] }
      sequence { condition [isDrowning] action [swim] action [gasp] }
      sequence { condition [isBlind] action [grope] }
      sequence until(isTired) {
        condition [isAwake]
        selector {
          sequence { condition [hasOrders] action [obey] action [report] }
          action [plan]
        }
      }
    }
  }
}`;
export const stockText: string = treeText.replace('reactiveSelector', 'selector').replace('[plan]', '[patrol]');

const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate'), ammo: int(0, 6), intruder: flag, fed: flag },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
    eat: { preconditions: { at: 'post' }, effects: { fed: true } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' }, lunch: { fed: true } },
});

const senses = perceive(guarding, {
  timed: {
    eyes: {
      every: 0.25,
      read: (guard: Guard, facts) => {
        facts.at = guard.at;
        facts.ammo = guard.ammo;
        facts.intruder = guard.alarm > 0;
        facts.fed = guard.fed;
      },
    },
  },
});

const never = (): boolean => false;
const always = (): boolean => true;
const idle = (): 0 => running;

/**
 * A guard that fetches ammunition, eats, finds that it has none left, and so on: a plan of two steps each time.
 *
 * @param stepTicks ticks that a step takes
 */
export function guardBrain(stepTicks: number): Brain<Guard, any, any, any, any> {
  /** A step that runs for its time and then does to the body what the domain says of it. */
  const step = (outcome: (guard: Guard) => void) => (guard: Guard): 0 | 1 => {
    if (guard.left-- > 0) return running;
    guard.left = stepTicks;
    outcome(guard);
    return success;
  };
  return brain(senses, {
    name: `guard ${stepTicks}`,
    utility: {
      repel: { seen: (guard) => guard.alarm, brave: { of: (guard) => guard.health, curve: curves.logistic(0.3, 12) } },
      rearm: { empty: (_guard, facts) => (facts.ammo < 6 ? 0.5 : 0), calm: (guard) => 1 - guard.alarm, fresh: (guard) => 1 - guard.tired },
      standGuard: { duty: { of: () => 0.3, curve: curves.linear() }, awake: (guard) => 1 - guard.tired },
      lunch: { hungry: () => 0.2, safe: (guard) => 1 - guard.alarm },
    },
    tree: bt(treeText, {
      isHurt: (guard) => guard.health < 0.2,
      isTired: (guard) => guard.tired > 0.9,
      isCornered: never, isBurning: never, isDrowning: never, isBlind: never, hasPotion: never, hasOrders: never, isAwake: always,
      drink: idle, hide: idle, fight: idle, shout: idle, roll: idle, swim: idle, gasp: idle, grope: idle, obey: idle, report: idle,
    }),
    steps: {
      goTo: until((guard, { place }) => {
        if (guard.left-- > 0) return false;
        guard.left = stepTicks;
        guard.at = place;
        return true;
      }),
      load: step((guard) => {
        guard.ammo = 6;
        guard.fed = false;
      }),
      shoot: step((guard) => void (guard.alarm = 0)),
      eat: step((guard) => {
        guard.ammo = 0;
        guard.fed = true;
      }),
    },
    decide: { every: 0.25 },
  });
}

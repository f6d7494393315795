import { brain, bt, domain, flag, int, oneOf, perceive, running, success, type Brain } from 'ganglion';

/** The guard's domain with an option for every goal, for scenarios: facts are given, steps are scripted. */
export const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate'), ammo: int(0, 6), intruder: flag, open: flag },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory', open: true }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
    brace: { preconditions: { at: 'gate' }, effects: { intruder: false }, cost: 50, uninterruptible: true },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

export interface Mood {
  hurt: boolean;
  /** How much each goal is wanted. */
  repel: number;
  rearm: number;
  standGuard: number;
}

export function mood(changes: Partial<Mood> = {}): Mood {
  return { hurt: false, repel: 0, rearm: 0, standGuard: 0, ...changes };
}

const senses = perceive(guarding, { always: (_mood: Mood) => {}, events: { noise: (_mood, facts) => { facts.intruder = true; } } });

const parts = {
  utility: { repel: { wish: (body: Mood) => body.repel }, rearm: { wish: (body: Mood) => body.rearm }, standGuard: { wish: (body: Mood) => body.standGuard } },
  tree: bt('root { reactiveSelector { action [flee] while(isHurt)  action [plan] } }', { isHurt: (body: Mood) => body.hurt, flee: () => running }),
  steps: { goTo: () => success, load: () => success, shoot: () => success, brace: () => success },
} as const;

/** Decides every tick, so that a scenario of a few ticks shows every change. */
export const guardBrain: Brain<Mood, any, any, any, any> = brain(senses, { name: 'guard', ...parts, decide: { every: 0, momentum: 1 } });
export const changeBrain: Brain<Mood, any, any, any, any> = brain(senses, { name: 'change', ...parts, decide: { every: 0, momentum: 1 }, replan: 'onChange' });
export const neverBrain: Brain<Mood, any, any, any, any> = brain(senses, { name: 'never', ...parts, decide: { every: 0, momentum: 1 }, replan: 'never' });

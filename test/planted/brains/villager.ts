// After examples/needs.ts, with senses of its own. Sound as it stands; the faults are in ../answers.json.
import { brain, domain, flag, int, oneOf, once, perceive, sequence, wait } from 'ganglion';

type Place = 'home' | 'river' | 'shop' | 'field';

const roads: Record<Place, Partial<Record<Place, number>>> = {
  home: { river: 6, shop: 3, field: 4 },
  river: { home: 6, shop: 8, field: 3 },
  shop: { home: 3, river: 8, field: 7 },
  field: { home: 4, river: 3, shop: 7 },
};

export const living = domain({
  objects: { place: ['home', 'river', 'shop', 'field'] },
  facts: { at: oneOf('home', 'river', 'shop', 'field'), coins: int(0, 9), thirsty: flag, hungry: flag, tired: flag },
  actions: {
    goTo: { params: { to: 'place' }, effects: { at: '$to' }, cost: { by: ['at', '$to'], table: roads }, uninterruptible: true },
    drinkWater: { preconditions: { at: 'river' }, effects: { thirsty: false }, cost: 2 },
    buyDrink: { preconditions: { at: 'shop' }, effects: { thirsty: false, coins: { add: -1 } } },
    fish: { preconditions: { at: 'river' }, effects: { hungry: false }, cost: 14 },
    buyMeal: { preconditions: { at: 'shop' }, effects: { hungry: false, coins: { add: -3 } }, cost: 2 },
    reap: { preconditions: { at: 'field' }, effects: { coins: { add: 1, clamp: true } }, cost: 2 },
    sleep: { preconditions: { at: 'home' }, effects: { tired: false }, cost: 6 },
  },
  goals: { quench: { thirsty: false }, eat: { hungry: false }, rest: { tired: false }, earn: { coins: { atLeast: 6 } } },
});

export class Villager {
  at: Place = 'home';
  coins = 2;
  thirst = 0.6;
  hunger = 0.2;
  fatigue = 0;
}

/** The game's own clock: needs grow. */
export function live(villager: Villager, dt: number): void {
  villager.thirst = Math.min(1, villager.thirst + dt / 60);
  villager.hunger = Math.min(1, villager.hunger + dt / 120);
  villager.fatigue = Math.min(1, villager.fatigue + dt / 240);
}

const senses = perceive(living, (villager: Villager, facts) => {
  facts.at = villager.at;
  facts.coins = villager.coins;
  facts.thirsty = villager.thirst > 0.3;
  facts.hungry = villager.hunger > 0.3;
  facts.tired = villager.fatigue > 0.3;
});

export const villagerBrain = brain(senses, {
  name: 'villager',
  utility: {
    quench: { thirst: (villager) => villager.thirst },
    eat: { hunger: (villager) => villager.hunger },
    rest: { fatigue: (villager) => villager.fatigue },
    earn: 0.1,
  },
  decide: { every: 1 },
  steps: {
    goTo: sequence(wait(3), once((villager, { to }) => (villager.at = to))),
    drinkWater: sequence(wait(2), once((villager) => (villager.thirst = 0))),
    buyDrink: sequence(wait(1), once((villager) => Object.assign(villager, { thirst: 0, coins: villager.coins - 1 }))),
    fish: sequence(wait(14), once((villager) => (villager.hunger = 0))),
    buyMeal: sequence(wait(2), once((villager) => Object.assign(villager, { hunger: 0, coins: villager.coins - 3 }))),
    reap: sequence(wait(2), once((villager) => villager.coins++)),
    sleep: sequence(wait(6), once((villager) => (villager.fatigue = 0))),
  },
});

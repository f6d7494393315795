// Thirst, hunger, fatigue: needs grow and set the goal; the plan depends on where one is and what is in the purse.
import { brain, curves, domain, explain, flag, int, leaf, once, oneOf, perceive, running, sequence, success, wait } from 'ganglion';

type Place = 'home' | 'river' | 'shop' | 'field';

const roads: Record<Place, Partial<Record<Place, number>>> = {
  home: { river: 6, shop: 3, field: 4 },
  river: { home: 6, shop: 8, field: 3 },
  shop: { home: 3, river: 8, field: 7 },
  field: { home: 4, river: 3, shop: 7 },
};

// Needs are numbers of the body. The planner only has to know whether one is still there: it is a reason to act, and no state of the world.
export const living = domain({
  objects: { place: ['home', 'river', 'shop', 'field'] },
  facts: { at: oneOf('home', 'river', 'shop', 'field'), coins: int(0, 9), thirsty: flag, hungry: flag, tired: flag },
  actions: {
    // Who has set out arrives; another wish waits until then.
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
  /** 0 is content, 1 is as bad as it gets. */
  thirst = 0.6;
  hunger = 0.2;
  fatigue = 0;

  /** The game's own clock: needs grow. */
  grow(dt: number): void {
    this.thirst = Math.min(1, this.thirst + dt / 60);
    this.hunger = Math.min(1, this.hunger + dt / 120);
    this.fatigue = Math.min(1, this.fatigue + dt / 240);
  }
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
    // Thirst is urgent from the middle on, hunger grows on you, fatigue comes late and then at once.
    quench: { thirst: { of: (villager) => villager.thirst, curve: curves.logistic(0.5, 10) } },
    eat: { hunger: { of: (villager) => villager.hunger, curve: curves.power(2) } },
    rest: { fatigue: { of: (villager) => villager.fatigue, curve: curves.logistic(0.7, 20) } },
    earn: 0.1,
  },
  decide: { every: 1 },
  steps: {
    goTo: sequence(
      leaf({ drive: (villager, { to }, { elapsed }) => (elapsed < roads[villager.at][to]! ? running : success) }),
      once((villager, { to }) => (villager.at = to)),
    ),
    drinkWater: sequence(wait(2), once((villager) => (villager.thirst = 0))),
    buyDrink: sequence(wait(1), once((villager) => Object.assign(villager, { thirst: 0, coins: villager.coins - 1 }))),
    fish: sequence(wait(14), once((villager) => (villager.hunger = 0))),
    buyMeal: sequence(wait(2), once((villager) => Object.assign(villager, { hunger: 0, coins: villager.coins - 3 }))),
    reap: sequence(wait(2), once((villager) => villager.coins++)),
    sleep: sequence(wait(6), once((villager) => (villager.fatigue = 0))),
  },
});

/** Lives for so many simulated seconds and prints a line for each new plan. Returns the plans, as `goal at place: steps`. */
export function play(print: (line: string) => void, _status?: unknown, seconds = 240): { villager: Villager; plans: string[] } {
  const villager = new Villager();
  const mind = villagerBrain.spawn(villager);
  const plans: string[] = [];
  const dt = 1 / 4;
  let pursued: string | undefined;
  print('         thirst  hunger  fatigue  coins');
  for (let now = 0; now < seconds; now += dt) {
    mind.tick(dt);
    villager.grow(dt);
    const { plan } = explain(mind);
    if (plan !== undefined && plan.goal !== pursued) {
      plans.push(`${plan.goal} at ${villager.at}: ${plan.steps.map((step) => step.text).join(', ')}`);
      print(`${now.toFixed(0).padStart(5)} s  ${bar(villager.thirst)}  ${bar(villager.hunger)}  ${bar(villager.fatigue)}   ${villager.coins}      ${plans.at(-1)}`);
    }
    pursued = plan?.goal;
  }
  return { villager, plans };
}

function bar(need: number): string {
  return '#'.repeat(Math.round(need * 6)).padEnd(6, '.');
}

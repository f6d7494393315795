// A carrier brings parcels to whoever has waited longest: one goal with a param, one option for each who waits, and orders that come and go.
import { brain, crowd, domain, explain, flag, once, oneOf, per, perceive, perTarget, sequence, wait } from 'ganglion';

// Used twice, so a constant. Without `as const` these would be any texts, and a misspelt house would pass.
const houses = ['mill', 'inn', 'farm', 'forge'] as const;
export type House = (typeof houses)[number];

export const rounds = domain({
  objects: { house: houses },
  facts: { at: oneOf('depot', ...houses), parcel: flag, served: per(['house'], flag) },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'depot' }, effects: { parcel: true } },
    deliver: { params: { house: 'house' }, preconditions: { at: '$house', parcel: true }, effects: { served: [['$house', true]], parcel: false } },
  },
  // serve(mill), serve(inn), ...: the option below says which.
  goals: { serve: { params: { house: 'house' }, want: { served: [['$house', true]] } } },
});

interface Order {
  readonly house: House;
  minutes: number;
}

export class Carrier {
  at: 'depot' | House = 'depot';
  parcel = false;
  orders: Order[] = [];
}

export const carrierBrain = brain(
  perceive(rounds, (carrier: Carrier, facts) => {
    facts.at = carrier.at;
    facts.parcel = carrier.parcel;
    // A family of facts is written cell by cell, like facts.served.mill = true. Who ordered nothing has been served.
    for (const house of houses) facts.served[house] = carrier.orders.every((order) => order.house !== house);
  }),
  {
    name: 'carrier',
    utility: {
      serve: perTarget((carrier) => carrier.orders, {
        // By the house an order is known again at the next decision, and in a saved game.
        key: ({ house }) => house,
        params: ({ house }) => ({ house }),
        considerations: { patience: { of: (_carrier, _facts, { minutes }) => minutes, max: 60 } },
      }),
    },
    steps: {
      goTo: sequence(wait(3), once((carrier, { place }) => (carrier.at = place))),
      load: sequence(wait(1), once((carrier) => (carrier.parcel = true))),
      deliver: once((carrier, { house }) => {
        carrier.parcel = false;
        carrier.orders = carrier.orders.filter((order) => order.house !== house);
      }),
    },
  },
);

/** Plays forty seconds, each a minute to those who wait. Returns the carrier and the plans it followed. */
export function play(print: (line: string) => void): { carrier: Carrier; plans: string[] } {
  const village = crowd();
  const carrier = new Carrier();
  carrier.orders = [{ house: 'inn', minutes: 5 }, { house: 'mill', minutes: 20 }];
  const mind = village.spawn(carrierBrain, carrier);
  const plans: string[] = [];
  const events: readonly [second: number, text: string, happen: () => void][] = [
    [6, 'The smith has waited for an hour, says he.', () => carrier.orders.push({ house: 'forge', minutes: 60 })],
    [13, 'The innkeeper needs nothing any more.', () => (carrier.orders = carrier.orders.filter(({ house }) => house !== 'inn'))],
    [24, 'The farmer orders seed.', () => carrier.orders.push({ house: 'farm', minutes: 1 })],
    [36, 'The miller and the innkeeper order again.', () => carrier.orders.push({ house: 'mill', minutes: 8 }, { house: 'inn', minutes: 2 })],
  ];
  for (let tick = 0; tick < 400; tick++) {
    const clock = `${(tick / 10).toFixed(1).padStart(5)} s`;
    for (const [second, text, happen] of events) {
      if (tick !== second * 10) continue;
      print(`${clock}  ${text}`);
      happen();
    }
    for (const order of carrier.orders) order.minutes += 0.1;
    village.tick(0.1);
    const { goal, plan } = explain(mind);
    const now = goal === undefined || plan === undefined ? `nothing to do at the ${carrier.at}` : `${plan.goal}: ${plan.steps.map(({ text }) => text).join(', ')}`;
    if (now === plans.at(-1)) continue;
    plans.push(now);
    print(`${clock}    ${now}`);
  }
  print(`\n${explain(mind).options.toString()}`);
  return { carrier, plans };
}

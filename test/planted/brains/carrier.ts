// After examples/carrier.ts, with orders of its own. Sound as it stands; the faults are in ../answers.json.
import { brain, domain, flag, once, oneOf, per, perceive, perTarget, sequence, wait } from 'ganglion';

const houses = ['mill', 'inn', 'farm', 'forge'] as const;
type House = (typeof houses)[number];

export const rounds = domain({
  objects: { house: houses },
  facts: { at: oneOf('depot', ...houses), parcel: flag, served: per(['house'], flag) },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'depot' }, effects: { parcel: true } },
    deliver: { params: { house: 'house' }, preconditions: { at: '$house', parcel: true }, effects: { served: [['$house', true]], parcel: false } },
  },
  goals: { serve: { params: { house: 'house' }, want: { served: [['$house', true]] } } },
});

export class Carrier {
  at: 'depot' | House = 'depot';
  parcel = false;
  /** Parcels it gave away without having one. */
  conjured = 0;
  orders: { readonly house: House; minutes: number }[] = [{ house: 'inn', minutes: 5 }, { house: 'mill', minutes: 20 }];
  seconds = 0;
}

/** Each house in turn orders again, one every eight seconds. */
export function live(carrier: Carrier, dt: number): void {
  const before = Math.floor(carrier.seconds / 8);
  carrier.seconds += dt;
  for (const order of carrier.orders) order.minutes += dt;
  const now = Math.floor(carrier.seconds / 8);
  const house = houses[now % houses.length]!;
  if (now > before && carrier.orders.every((order) => order.house !== house)) carrier.orders.push({ house, minutes: 0 });
}

export const carrierBrain = brain(
  perceive(rounds, (carrier: Carrier, facts) => {
    facts.at = carrier.at;
    facts.parcel = carrier.parcel;
    for (const house of houses) facts.served[house] = carrier.orders.every((order) => order.house !== house);
  }),
  {
    name: 'carrier',
    utility: {
      serve: perTarget((carrier) => carrier.orders, {
        key: ({ house }) => house,
        params: ({ house }) => ({ house }),
        considerations: { patience: { of: (_carrier, _facts, { minutes }) => minutes, min: -10, max: 60 } },
      }),
    },
    steps: {
      goTo: sequence(wait(3), once((carrier, { place }) => (carrier.at = place))),
      load: sequence(wait(1), once((carrier) => (carrier.parcel = true))),
      deliver: once((carrier, { house }) => {
        if (!carrier.parcel) carrier.conjured++;
        carrier.parcel = false;
        carrier.orders = carrier.orders.filter((order) => order.house !== house);
      }),
    },
  },
);

import { expectTypeOf, test } from 'vitest';
import { flag, int, per } from '../../src/facts/internal.js';
import { crewWork, team } from '../../src/team/index.js';

const yard = team({
  objects: { place: ['mill', 'site'], item: ['log', 'plank'] },
  facts: { stock: per(['place', 'item'], int(0, 9)), lit: flag },
  locks: ['saw'],
  jobs: {
    saw: { at: 'mill', holds: ['mill', 'saw'], duration: { base: 2, skill: 'saw' }, effects: { stock: [['mill', 'plank', { add: 1 }]] } },
    carry: { params: { what: 'item', to: 'place' }, from: 'mill', to: '$to', effects: { stock: [['mill', '$what', { add: -1 }], ['$to', '$what', { add: 1 }]] } },
  },
  goals: { light: { lit: true }, bring: { params: { what: 'item' }, take: { stock: [['site', '$what', 1]] } } },
});

test('what was named is known', () => {
  const plan = yard.plan({ agents: [{ name: 'a', place: 'mill' }], goals: ['light', { goal: 'bring', params: { what: 'log' } }, { want: { stock: [['site', 'plank', { atLeast: 2 }]] } }] });
  if (plan.found) {
    const [first] = plan.jobs;
    if (first?.job === 'carry') expectTypeOf(first.params.what).toEqualTypeOf<'log' | 'plank'>();
  }
  expectTypeOf(yard.crew().facts.stock.mill.log).toEqualTypeOf<number>();
});

test('what was not named is refused', () => {
  const crew = yard.crew();
  // @ts-expect-error no such goal
  crew.want('ligth');
  // @ts-expect-error a goal with params needs them
  crew.want('bring');
  // @ts-expect-error no such member
  crew.want({ goal: 'bring', params: { what: 'stone' } });
  // @ts-expect-error no such fact
  crew.change({ lid: true });
  // @ts-expect-error no such job
  crewWork(yard, { crew: (_body: object) => crew, agent: () => 'a', jobs: { swa: () => 1 } });
  const objects = { place: ['mill', 'site'] } as const;
  // @ts-expect-error no such place
  team({ objects, facts: { lit: flag }, jobs: { light: { at: 'mil', effects: { lit: true } } } });
  // @ts-expect-error no such fact
  team({ objects, facts: { lit: flag }, jobs: { light: { at: 'mill', effects: { lid: true } } } });
  // @ts-expect-error no such lock
  team({ objects, facts: { lit: flag }, locks: ['lamp'], jobs: { light: { at: 'mill', holds: ['lmap'], effects: { lit: true } } } });
  // @ts-expect-error no such param
  team({ objects, facts: { lit: flag }, jobs: { light: { params: { where: 'place' }, at: '$were', effects: { lit: true } } } });
  // @ts-expect-error a goal about no fact
  team({ objects, facts: { lit: flag }, jobs: {}, goals: { dark: { lid: false } } });
});

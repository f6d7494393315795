import { int, per } from '../../src/facts/internal.js';
import { type Agent, team } from '../../src/team/index.js';

const where: Record<string, number> = { door: 0, cooker: 2, collector: 4 };

/** The kitchen of two cooks: a line with the door at 0, the cooker at 2 and the collector, in reach of the tree, at 4. */
export const kitchen = team({
  objects: { place: ['collector', 'cooker'], item: ['raw', 'roast'] },
  facts: { stock: per(['place', 'item'], int(0, 9)) },
  travel: (_agent, from, to) => Math.abs(where[from]! - where[to]!),
  jobs: {
    collect: { at: 'collector', duration: { base: 4, skill: 'collect' }, effects: { stock: [['collector', 'raw', { add: 1 }]] } },
    carry: {
      params: { what: 'item', source: 'place', target: 'place' },
      where: { target: { not: '$source' } },
      says: 'carries $what to the $target',
      from: '$source',
      to: '$target',
      effects: { stock: [['$source', '$what', { add: -1 }], ['$target', '$what', { add: 1 }]] },
    },
    cook: { at: 'cooker', duration: { base: 4, skill: 'cook' }, effects: { stock: [['cooker', 'raw', { add: -1 }], ['cooker', 'roast', { add: 1 }]] } },
  },
  goals: { roastApple: { take: { stock: [['cooker', 'roast', 1]] } } },
});

export const ann: Agent = { name: 'Ann', place: 'door', speed: 1, skills: { cook: 2, collect: 2 } };
export const bob: Agent = { name: 'Bob', place: 'door', speed: 2, skills: { cook: 1, collect: 1 } };

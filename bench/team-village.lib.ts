import { int, per } from 'ganglion';
import { type Agent, team } from 'ganglion/team';

// A village: wood and ore are gathered, carried to two workshops and made into tools.
const where: Record<string, readonly [number, number]> = { inn: [0, 0], forest: [8, 2], mine: [7, 9], smithy: [3, 4], forge: [4, 6], market: [0, 5] };
/** Its jobs and its one goal. */
export const village = team({
  objects: { place: ['forest', 'mine', 'smithy', 'forge', 'market'], item: ['wood', 'ore', 'tool'], shop: ['smithy', 'forge'] },
  facts: { stock: per(['place', 'item'], int(0, 999)) },
  travel: (_agent, from, to) => Math.hypot(where[from]![0] - where[to]![0], where[from]![1] - where[to]![1]),
  jobs: {
    chop: { at: 'forest', duration: { base: 4, skill: 'wood' }, holds: [], effects: { stock: [['forest', 'wood', { add: 1 }]] } },
    dig: { at: 'mine', duration: { base: 6, skill: 'ore' }, holds: [], effects: { stock: [['mine', 'ore', { add: 1 }]] } },
    bringWood: { params: { to: 'shop' }, from: 'forest', to: '$to', effects: { stock: [['forest', 'wood', { add: -1 }], ['$to', 'wood', { add: 1 }]] } },
    bringOre: { params: { to: 'shop' }, from: 'mine', to: '$to', effects: { stock: [['mine', 'ore', { add: -1 }], ['$to', 'ore', { add: 1 }]] } },
    make: { params: { at: 'shop' }, at: '$at', duration: { base: 8, skill: 'smith' }, effects: { stock: [['$at', 'wood', { add: -1 }], ['$at', 'ore', { add: -1 }], ['$at', 'tool', { add: 1 }]] } },
    sell: { params: { from: 'shop' }, from: '$from', to: 'market', effects: { stock: [['$from', 'tool', { add: -1 }], ['market', 'tool', { add: 1 }]] } },
  },
  goals: { tool: { take: { stock: [['market', 'tool', 1]] } } },
});

/** So many villagers: half of them can smith, and they differ in pace and skill. */
export function villagers(count: number): readonly Agent[] {
  return Array.from({ length: count }, (_, number) => ({
    name: `v${number}`,
    place: 'inn',
    speed: 1 + (number % 3) * 0.5,
    skills: { wood: 1 + (number % 2), ore: 1 + (number % 3), ...(number % 2 === 0 ? { smith: 1 + (number % 4) / 2 } : {}) },
  }));
}

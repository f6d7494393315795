// The ground under the village: places, walking times, stocks and the numbers of the fixed world. Nothing here knows a decision layer.

export const places = ['house', 'square', 'bakery', 'woodpile', 'forest', 'meadow'] as const;
export type Place = (typeof places)[number];
/** `road` is anywhere between two places. */
export type Whereabouts = Place | 'road';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In metres. */
export const map: Readonly<Record<Place, Point>> = {
  house: { x: 0, y: -16 },
  square: { x: 0, y: 0 },
  bakery: { x: 14, y: 0 },
  woodpile: { x: -8, y: 4 },
  forest: { x: -40, y: 12 },
  meadow: { x: 40, y: 20 },
};

/** Metres a second. */
export const walkingSpeed = 2;
export const runningSpeed = 3.5;

export function distance(from: Point, to: Point): number {
  return Math.sqrt((from.x - to.x) ** 2 + (from.y - to.y) ** 2);
}

/** A table fit for the cost of walking: seconds from place to place. */
export const walkingSeconds: Readonly<Record<Place, Readonly<Record<Place, number>>>> = Object.fromEntries(
  places.map((from) => [from, Object.fromEntries(places.map((to) => [to, distance(map[from], map[to]) / walkingSpeed]))]),
) as Record<Place, Record<Place, number>>;

/** What the village owns together, with the most that fits and what there is at the beginning. */
export const stocks = {
  flour: { most: 60, first: 8 },
  wood: { most: 60, first: 10 },
  meat: { most: 20, first: 0 },
  meals: { most: 40, first: 6 },
} as const;
export type Stock = keyof typeof stocks;
export const stockNames: readonly Stock[] = ['flour', 'wood', 'meat', 'meals'];

/** What one takes out of the oven, and what it needs. Each needs two things. */
export const recipes = {
  bread: { flour: 1, wood: 1, meals: 4 },
  roast: { meat: 1, wood: 1, meals: 3 },
} as const;
export type Recipe = keyof typeof recipes;

/** How long things take, in seconds. */
export const times = { bake: 6, chop: 5, aim: 2, eat: 3, warm: 3, sleepItOff: 20 } as const;
/** How much a back carries. */
export const loads = { wood: 3, meat: 2 } as const;
/** From here on a need is felt; 1 is as bad as it gets. */
export const felt = { hunger: 0.5, fatigue: 0.6, cold: 0.6 } as const;

/** Metres: how far a villager sees a wolf, how far a hunter sees a deer, how far an arrow flies. */
export const sight = 12;
export const deerSight = 60;
export const bowShot = 8;

/** What the fixed world promises for its ten minutes, whatever the villagers do. Asserted in test/examples/village-world.test.ts. */
export const promised = { villagers: 40, seconds: 600, mealsAsked: 100, deerLost: 20, approaches: 10 } as const;

/** A small generator of its own (xorshift), so that the world is the same everywhere: numbers from 0 to 1, without 1. */
export function seeded(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
}

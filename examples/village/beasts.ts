// Deer that come and go, and wolves that circle at the border of sight.
import { distance, map, sight, type Point } from './map.js';
import type { Villager } from './villager.js';

/** A hunter's target. It stands in the meadow until it is shot or runs, and never comes back. */
export interface Deer extends Point {
  readonly id: string;
  readonly herd: number;
  readonly leaves: number;
  here: boolean;
}

/** A herd as planned from the beginning: when it comes, when it goes, where each deer stands. */
export interface Herd {
  readonly comes: number;
  readonly leaves: number;
  readonly spots: readonly Point[];
}

export interface Approach {
  readonly comes: number;
  readonly stays: number;
  readonly from: Point;
}

const speed = 8;
/** How far the circle swings to both sides of the border, and how long a swing takes. */
const swing = { metres: 2, seconds: 3 };

/** Comes from the hills, picks the nearest villager outside and circles round it, now just in sight, now just out of it; then leaves. */
export class Wolf {
  readonly id: string;
  x: number;
  y: number;
  seen = false;
  gone = false;
  readonly #approach: Approach;
  #quarry: Villager | undefined;
  #circled = 0;

  constructor(id: string, approach: Approach) {
    this.id = id;
    this.#approach = approach;
    this.x = approach.from.x;
    this.y = approach.from.y;
  }

  move(dt: number, villagers: readonly Villager[]): void {
    const leaves = this.#circled >= this.#approach.stays;
    if (leaves) {
      this.#go(this.#approach.from, speed * dt);
      this.gone = distance(this, this.#approach.from) < 0.01;
      return;
    }
    if (this.#quarry?.at === 'house') this.#quarry = undefined;
    this.#quarry ??= nearestOutside(this, villagers);
    const round = this.#quarry ?? map.square;
    const away = distance(this, round);
    if (this.seen || away < sight + 2 * swing.metres) this.#circled += dt;
    const wished = sight + swing.metres * triangle(this.#circled / swing.seconds);
    if (away === 0) this.x += wished;
    else this.#go({ x: round.x + ((this.x - round.x) * wished) / away, y: round.y + ((this.y - round.y) * wished) / away }, speed * dt);
  }

  #go(to: Point, reach: number): void {
    const left = distance(this, to);
    const part = left <= reach ? 1 : reach / left;
    this.x += (to.x - this.x) * part;
    this.y += (to.y - this.y) * part;
  }
}

function nearestOutside(from: Point, villagers: readonly Villager[]): Villager | undefined {
  let best: Villager | undefined;
  for (const villager of villagers) if (villager.at !== 'house' && (best === undefined || distance(from, villager) < distance(from, best))) best = villager;
  return best;
}

/** From 1 to -1 and back again, once a turn. */
function triangle(turns: number): number {
  return Math.abs((turns - Math.floor(turns)) * 4 - 2) - 1;
}

export function planHerds(random: () => number, seconds: number): Herd[] {
  const herds: Herd[] = [];
  for (let comes = 5; comes < seconds - 60; comes += 14 + random() * 8) {
    const spots = Array.from({ length: 2 + Math.floor(random() * 3) }, () => ({ x: map.meadow.x + random() * 20 - 10, y: map.meadow.y + random() * 20 - 10 }));
    herds.push({ comes, leaves: comes + 25 + random() * 30, spots });
  }
  return herds;
}

export function planApproaches(random: () => number, seconds: number): Approach[] {
  const approaches: Approach[] = [];
  for (let comes = 25; comes < seconds - 30; comes += 34 + random() * 12) {
    const side = random() < 0.5 ? -1 : 1;
    approaches.push({ comes, stays: 10 + random() * 8, from: { x: side * 60, y: random() * 80 - 30 } });
  }
  return approaches;
}

import { Problem } from '../core/internal.js';

/** Whatever lets time pass: a mind, a crowd, a store, a game of your own. */
export interface Ticked {
  tick(dt: number): unknown;
}

/** How {@link pace} goes through time. */
export interface PaceOptions {
  /** Seconds a tick; default 1/60. */
  readonly dt?: number;
  /** Called before each tick with its number and the seconds gone by: move the world here. */
  readonly before?: (tick: number, seconds: number) => void;
  /** Called after each tick; true ends the run. */
  readonly until?: (tick: number, seconds: number) => boolean;
}

/**
 * Lets so many seconds pass in even ticks.
 *
 * @returns the number of ticks that were made; fewer than asked for when `until` ended the run
 * @throws Problem unless `dt` is above 0 and `seconds` finite
 */
export function pace(ticked: Ticked, seconds: number, { dt = 1 / 60, before, until }: PaceOptions = {}): number {
  if (!(seconds >= 0 && seconds < Infinity && dt > 0)) throw new Problem('bad-time', `\`dt\` must be above 0 and \`seconds\` finite (got ${seconds} s in ticks of ${dt} s)`, { path: 'pace' });
  // Rounded, so that one second in sixtieths is 60 ticks and not 59 or 61.
  const ticks = Math.round(seconds / dt);
  for (let tick = 0; tick < ticks; tick++) {
    before?.(tick, tick * dt);
    ticked.tick(dt);
    if (until?.(tick, (tick + 1) * dt) === true) return tick + 1;
  }
  return ticks;
}

import { describe } from './plain.js';
import { Problem } from './problem.js';

/**
 * Refuses what is no time to pass: finite seconds from 0 are, and nothing that only reads as a number, since sums would make texts of it.
 * Called before anything is counted.
 *
 * @param path what was called: `crowd.tick`
 * @throws Problem `bad-time`
 */
export function checkSeconds(dt: unknown, path: string): void {
  if (typeof dt === 'number' && dt >= 0 && dt < Infinity) return;
  throw new Problem('bad-time', `${path} takes seconds, 0 or more, not ${describe(dt)}`, { path });
}

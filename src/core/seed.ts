import { fingerprint } from './hash.js';
import { describe } from './plain.js';
import { Problem } from './problem.js';

/** A seed: a whole number as it is, a text by its hash. Anything else would be one and the same run without a word. @throws Problem `bad-seed` */
export function readSeed(seed: unknown, path: string): number {
  if (typeof seed === 'string') return Number.parseInt(fingerprint(seed).slice(0, 8), 16);
  if (Number.isSafeInteger(seed)) return seed as number;
  throw new Problem('bad-seed', `a seed is a whole number or a text, not ${describe(seed)}`, { path, hint: 'for chance: seed: Math.floor(Math.random() * 2 ** 32)' });
}

import { didYouMean } from './nearest.js';
import { describe } from './plain.js';
import { Problem } from './problem.js';

/** Refuses unknown keys; a misspelt key must not pass as an absent one. @throws Problem `unknown-key` */
export function checkKeys(value: Readonly<Record<string, unknown>>, known: readonly string[], path: string): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new Problem('unknown-key', `unknown key ${describe(key)}`, { path, hint: didYouMean(key, known) });
  }
}

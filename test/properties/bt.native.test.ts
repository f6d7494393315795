import { expect, test } from 'vitest';
import { compileTree, TreeStore } from '../../src/bt/internal.js';
import { difference } from './bt.versus.js';

/** Set GANGLION_FUZZ=20000 for a long run. */
const trees = Number(process.env['GANGLION_FUZZ'] ?? 500);
const library = { compileTree, TreeStore };

test('the interpreter does what the plain walk from the root does: calls, guards, draws, errors, states', () => {
  for (let seed = 1; seed <= trees; seed++) expect(difference(library, seed, 0.01 * (seed % 2), false)).toBeUndefined();
});

test('a row that is saved as JSON and restored after every step goes on as if nothing had happened', () => {
  for (let seed = 1; seed <= trees / 3; seed++) expect(difference(library, seed, 0, true)).toBeUndefined();
});

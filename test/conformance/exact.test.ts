import { expect, test } from 'vitest';
import { BehaviourTree } from '../../src/mistreevous/facade.js';
import { calm, wild } from './agents.js';
import { duel } from './duel.js';
import { randomTree } from './trees.js';

/** Set GANGLION_FUZZ=20000 for the full run of the acceptance. */
const trees = Number(process.env['GANGLION_FUZZ'] ?? 600);

test('every step of random trees is the same on the real mistreevous: calls, draws, events, states and errors', async () => {
  for (let seed = 1; seed <= trees; seed++) {
    const roots = randomTree(seed);
    const difference = await duel(BehaviourTree, roots, seed, seed % 2 === 0 ? calm : wild);
    expect(difference, `tree ${seed}: ${JSON.stringify(roots)}`).toBeUndefined();
  }
}, 60_000 + trees * 20);

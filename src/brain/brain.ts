import { crowd } from './crowd.js';
import { attachProgram, compileBrain } from './program.js';
import { isTree, stepProgram, treeStep } from './tree-step.js';
import type { Brain, BrainParts, Mind, Senses, SpawnOptions } from './types.js';

/**
 * Defines a brain: utility chooses what to want, the tree which strategy, the planner how, and the steps do it.
 * Everything is checked here; minds are spawned from it in any number and share it.
 *
 * @throws Problem with the path of the first mistake
 */
export function brain<Body, F, A, G, V>(senses: Senses<Body, F, A, G, V>, parts: BrainParts<Body, F, A, G, V>): Brain<Body, F, A, G, V> {
  const program = compileBrain(senses, parts, { isTree, treeStep, stepProgram });
  const made: Brain<Body, F, A, G, V> = {
    name: program.name,
    fingerprint: program.fingerprint,
    spawn: (body: Body, options?: SpawnOptions): Mind<F, A, G, V> => crowd().spawn(made, body, options),
  };
  return attachProgram(made, program);
}

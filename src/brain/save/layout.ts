import { fingerprint, stableJson } from '../../core/internal.js';
import type { BrainProgram } from '../program.js';

const known = new WeakMap<BrainProgram, string>();

/**
 * A fingerprint of what the numbers in a mind's columns mean: facts, steps, goals, options, nodes and states, but not what they cost or do.
 * Minds of equal layouts fit each other as they are; where only the content differs (see `Brain.fingerprint`), plans are looked at again.
 */
export function layoutOf(program: BrainProgram): string {
  let layout = known.get(program);
  if (layout === undefined) {
    const { engine, options, tree, states, planLength, savesTree } = program;
    const cells = engine.layout.cells.map(({ text, kind, min, max, values, shared }) => [text, kind, min, max, values, shared]);
    const goals = engine.goals.map(({ name, params }) => [name, params.map(({ members }) => members)]);
    const steps = engine.steps.map(({ action, params }) => [action, params]);
    layout = fingerprint(stableJson([cells, goals, steps, Array.from(engine.task.step), options.names, tree.hash, states.hash, planLength, savesTree]));
    known.set(program, layout);
  }
  return layout;
}

import { badTargets } from './answers.js';
import type { CompiledOption } from './compiled.js';
import type { Scorer } from './scorer.js';

const none: readonly unknown[] = [];

/**
 * The targets of an option now. A user's array is read where it is; anything else that can be iterated is copied into `scratch`.
 * A list that throws, or is no list, is reported and counts as empty.
 */
export function listTargets(scorer: Scorer, option: CompiledOption, body: unknown, facts: unknown, slot: number, scratch: unknown[]): readonly unknown[] {
  try {
    const list = option.targets!(body, facts);
    if (Array.isArray(list)) return list as unknown[];
    if (typeof (list as Iterable<unknown> | null | undefined)?.[Symbol.iterator] !== 'function') {
      scorer.warn(slot, `${option.path}.targets`, list, badTargets(list));
      return none;
    }
    scratch.length = 0;
    for (const target of list as Iterable<unknown>) scratch.push(target);
    return scratch;
  } catch (error) {
    scorer.fail(slot, `${option.path}.targets`, error);
    return none;
  }
}

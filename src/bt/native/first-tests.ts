import { conditionKind, sequenceKind } from '../kinds.js';
import type { BoundCalls } from './bind.js';

/**
 * For each node the condition that is asked first when it begins, and whose no makes it fail at once: the node itself, or the first leaf
 * of a sequence (of sequences) where nothing on the way has a guard or a hook. -1 where there is no such condition.
 */
export function firstTests(kinds: Uint8Array, duties: Uint8Array, calls: BoundCalls): Int32Array {
  const tests = new Int32Array(kinds.length).fill(-1);
  for (let node = kinds.length - 1; node >= 0; node--) {
    if (duties[node] !== 0 || calls.entries[node] !== undefined || calls.exits[node] !== undefined) continue;
    if (kinds[node] === conditionKind) tests[node] = node;
    else if (kinds[node] === sequenceKind) tests[node] = tests[node + 1]!;
  }
  return tests;
}

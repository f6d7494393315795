import { failure, Problem, running, success, type Status } from '../core/internal.js';

/** What a scripted leaf does on one call: answer, or throw. */
export type Cue = 'running' | 'success' | 'failure' | 'throw' | Status;

/** A leaf that follows a script, for steps and for the leaves of trees. */
export interface Scripted {
  (...args: readonly unknown[]): Status;
  /** Calls so far. */
  readonly calls: number;
  /** What it was called with, call by call. */
  readonly given: readonly (readonly unknown[])[];
}

const statuses = { running, success, failure } as const;

/**
 * A leaf that answers with one cue a call; the last one repeats. Without cues it succeeds.
 * @throws Problem for an unknown cue
 */
export function scripted(...cues: readonly Cue[]): Scripted {
  for (const cue of cues) {
    if (cue !== 'throw' && !(typeof cue === 'number' ? cue === running || cue === success || cue === failure : Object.hasOwn(statuses, cue))) {
      throw new Problem('bad-cue', `a scripted leaf cannot "${String(cue)}"`, { path: 'scripted', hint: 'use running, success, failure or throw' });
    }
  }
  const given: (readonly unknown[])[] = [];
  const leaf = (...args: readonly unknown[]): Status => {
    const cue = cues.length === 0 ? success : cues[Math.min(given.length, cues.length - 1)]!;
    given.push(args);
    if (cue === 'throw') throw new Error('this leaf throws, as its script says');
    return typeof cue === 'number' ? cue : statuses[cue];
  };
  Object.defineProperties(leaf, { calls: { get: () => given.length }, given: { value: given } });
  return leaf as Scripted;
}

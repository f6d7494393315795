import { isPromise, Problem } from '../../core/internal.js';
import type { MindKey } from '../types.js';

/** Asked for the body of a mind: by its key, else by its number. */
export type BodyOf = (key: never, brain: string, id: number) => unknown;

/** A body that nobody knows would throw in every callback: that is said now. @throws Problem for what is no body */
export function checkBody(body: unknown, key: MindKey, brain: string): unknown {
  if (body === undefined) throw new Problem('no-body', `bodyOf knows no body of mind ${key}, of brain "${brain}"`, { path: 'restoreCrowd', hint: 'answer the body that this mind had' });
  if (isPromise(body)) throw new Problem('promised-body', `bodyOf promises a body of mind ${key}, of brain "${brain}"`, { path: 'restoreCrowd', hint: 'load the bodies first, then restore the minds' });
  return body;
}

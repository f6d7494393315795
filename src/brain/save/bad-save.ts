import { Problem } from '../../core/internal.js';

/** The Problem of a saved crowd that cannot be restored. */
export function bad(what: string, hint?: string, path = 'restoreCrowd'): Problem {
  return new Problem('bad-save', `this ${what}`, { path, ...(hint === undefined ? {} : { hint }) });
}

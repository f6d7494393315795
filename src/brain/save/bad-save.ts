import { Problem } from '../../core/internal.js';

/** A saved crowd that is none. */
export function bad(what: string, hint?: string, path = 'restoreCrowd'): Problem {
  return new Problem('bad-save', `the saved crowd ${what}`, { path, ...(hint === undefined ? {} : { hint }) });
}

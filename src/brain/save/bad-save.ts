import { Problem } from '../../core/internal.js';

/** A saved crowd that is none. */
export function bad(what: string, hint?: string, path = 'restoreCrowd'): Problem {
  return new Problem('bad-save', `this ${what}`, { path, ...(hint === undefined ? {} : { hint }) });
}

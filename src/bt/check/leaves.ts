import { describe, didYouMean, isPlainObject, nearest } from '../../core/internal.js';
import { isBuiltIn } from '../built-ins.js';
import type { AnyLeaf, AnyLeaves } from '../leaves.js';
import type { CallUse } from '../uses.js';
import type { Report } from './report.js';

/** Names that are held against a misspelt one. */
const mostCompared = 1000;

/** Checks that the functions given are just those the tree names, and returns them as a frozen object of our own. */
export function checkLeaves(leaves: unknown, calls: readonly CallUse[], report: Report): AnyLeaves {
  const copy: Record<string, AnyLeaves[string]> = {};
  if (!isPlainObject(leaves)) {
    report.add('not-an-object', `the functions of a tree must be an object, not ${describe(leaves)}`, 'leaves', undefined, 'write bt(text, { flee: (body) => ... })');
    return copy;
  }
  const firstUse = new Map<string, CallUse>();
  for (const use of calls) if (!isBuiltIn(use.name) && !firstUse.has(use.name)) firstUse.set(use.name, use);
  const given = Object.keys(leaves);
  const superfluous = given.filter((name) => !firstUse.has(name));

  for (const [name, use] of firstUse) {
    if (report.full) break;
    const leaf = Object.hasOwn(leaves, name) ? leaves[name] : undefined;
    if (typeof leaf === 'function') {
      copy[name] = leaf as AnyLeaf;
    } else if (isPlainObject(leaf) && typeof leaf['drive'] === 'function') {
      copy[name] = checkParts(leaf, use, report);
    } else if (leaf !== undefined) {
      report.add('bad-leaf', `\`${name}\` must be a function, not ${describe(leaf)}`, `leaves.${name}`, use.call);
    } else {
      // A function that fits nothing is the likeliest candidate: the name was then misspelt on one of the two sides.
      const close = nearest(name, superfluous.slice(0, mostCompared));
      const hint = close === undefined ? `add ${name}: (body, facts) => ...` : `the function given is named "${close}"`;
      report.add('missing-leaf', `the tree names \`${name}\`, but no such function is given`, use.path, use.call, hint);
    }
  }
  for (const name of superfluous) {
    if (report.full) break;
    if (isBuiltIn(name)) report.add('reserved-leaf', `\`${name}\` is a leaf of the brain's own`, `leaves.${name}`, undefined, 'choose another name');
    else report.add('unknown-leaf', `no node of the tree names \`${name}\``, `leaves.${name}`, undefined, didYouMean(name, [...firstUse.keys()].slice(0, mostCompared)));
  }
  return Object.freeze(copy);
}

/** An action in parts: only an action can be aborted while it runs. */
function checkParts(parts: Readonly<Record<string, unknown>>, use: CallUse, report: Report): AnyLeaves[string] {
  const path = `leaves.${use.name}`;
  if (use.role !== 'action') report.add('bad-leaf', `\`${use.name}\` stands in \`${use.role}\` and must be a plain function`, path, use.call);
  if (parts['abort'] !== undefined && typeof parts['abort'] !== 'function') report.add('bad-leaf', `\`abort\` of \`${use.name}\` must be a function, not ${describe(parts['abort'])}`, `${path}.abort`, use.call);
  for (const key of Object.keys(parts)) {
    if (key !== 'drive' && key !== 'abort') report.add('unknown-property', `\`${use.name}\` has no part ${describe(key)}`, `${path}.${key}`, use.call, didYouMean(key, ['drive', 'abort']));
  }
  return Object.freeze({ ...parts }) as AnyLeaves[string];
}

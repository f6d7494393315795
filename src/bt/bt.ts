import { checkBuiltIns } from './check/built-ins.js';
import { checkTree } from './check/check.js';
import { checkLeaves } from './check/leaves.js';
import { Report } from './check/report.js';
import type { TreeDefinition } from './definition.js';
import type { Tree } from './leaves.js';
import { printTree } from './text/print.js';
import type { Checked, Leaves } from './typed.js';
import { treeUses } from './uses.js';

/**
 * Makes a behaviour tree from text and the functions it names, for a brain or to be driven by hand.
 *
 * The compiler reads the text too: a function, branch, goal or fact that does not exist is a type error, and functions get
 * their types from their use: `action` answers a status (or a promise of one), `condition`, `while` and `until` a boolean,
 * `score` a number. Text that the compiler does not know, and definitions given as data, are checked when this is called.
 *
 * @param source text in the language of the guide, or a definition as mistreevous's JSON with our extra nodes
 * @param leaves the functions by name: body first, then facts, then the arguments of the text
 * @throws Problem for the first mistake, with line and column in the text or path in the data, and the nearest name
 */
export function bt<Body, F = any, G = any, const T extends string = string>(source: Checked<T, F, G> | TreeDefinition, leaves: Leaves<Body, F, T>): Tree<Body, F, G> {
  const checked = checkTree(source);
  if (!checked.ok) throw checked.problems[0];
  const { roots, spans } = checked;
  const report = new Report(spans);
  const uses = treeUses(roots, spans);
  checkBuiltIns(uses.builtIns, report);
  const functions = checkLeaves(leaves, uses, report);
  if (report.problems[0] !== undefined) throw report.problems[0];
  return Object.freeze({ text: typeof source === 'string' ? source : printTree(roots), definition: roots, leaves: functions, spans });
}

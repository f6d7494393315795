import { describe, Problem } from '../core/internal.js';
import { checkBuiltIns } from './check/built-ins.js';
import { checkDefinition, checkText, type CheckedTree } from './check/check.js';
import { checkLeaves } from './check/leaves.js';
import { Report } from './check/report.js';
import type { TreeDefinition } from './definition.js';
import type { AnyLeaf, AnyLeaves, Tree } from './leaves.js';
import type { Checked, Leaves } from './typed.js';
import { callsOf } from './uses.js';

/**
 * Makes a behaviour tree from text and the functions it names, for a brain or to be driven by hand.
 *
 * The compiler reads the text too: a function, branch, goal or fact that does not exist is a type error, and functions get
 * their types from their use: `action` answers a status (or a promise of one), `condition`, `while` and `until` a boolean,
 * `score` a number. Text that the compiler does not know is checked when this is called.
 *
 * @param text in the language of the guide
 * @param leaves the functions by name: body first, then facts, then the arguments of the text
 * @throws Problem for the first mistake, with line and column in the text, and the nearest name
 */
export function bt<Body, F = any, G = any, const T extends string = string>(text: Checked<T, F, G>, leaves: Leaves<Body, F, T>): Tree<Body, F, G> {
  if (typeof text !== 'string') throw new Problem('not-a-text', `bt takes the text of a tree, not ${describe(text)}`, { path: 'tree', hint: 'treeOf(definition, leaves) takes what the builders make' });
  return made(checkText(text), text, leaves as AnyLeaves);
}

/**
 * Makes a behaviour tree from a definition, as the builders of {@link tree} make it or as it came from a JSON file, and the functions it names.
 * A program that uses this only does not carry the reader of texts.
 *
 * @param definition as mistreevous's JSON, with our extra nodes
 * @param leaves the functions by name: body first, then facts, then the arguments
 * @throws Problem for the first mistake, with its path in the data and the nearest name
 */
export function treeOf<Body, F = any, G = any>(definition: TreeDefinition, leaves: Leaves<Body, F, string>): Tree<Body, F, G> {
  return made(checkDefinition(definition), undefined, leaves as Readonly<Record<string, AnyLeaf>>);
}

function made<Body, F, G>(checked: CheckedTree, text: string | undefined, leaves: unknown): Tree<Body, F, G> {
  if (!checked.ok) throw checked.problems[0];
  const { roots, spans } = checked;
  const report = new Report(spans);
  const calls = callsOf(roots, spans);
  checkBuiltIns(calls, report);
  const functions = checkLeaves(leaves, calls, report);
  if (report.problems[0] !== undefined) throw report.problems[0];
  return Object.freeze({ text, definition: roots, leaves: functions, spans });
}

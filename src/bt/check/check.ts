import { describe, isProblem, type Problem } from '../../core/internal.js';
import type { RootNode } from '../definition.js';
import { parseTree } from '../text/parse.js';
import type { TreeSpans } from '../text/span.js';
import { rootPath } from '../walk.js';
import { NodeChecker } from './nodes.js';
import { checkNumbers } from './numbers.js';
import { Report } from './report.js';
import { checkRoots } from './roots.js';

/** A tree that was checked: its roots frozen and our own, or what is wrong with it. */
export type CheckedTree =
  | { readonly ok: true; readonly roots: readonly RootNode[]; readonly spans: TreeSpans | undefined }
  | { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] };

/**
 * Checks a tree given as text or as data, and says everything that is wrong with it.
 * Of a text that cannot be read, the first mistake is the only one told.
 */
export function checkTree(source: unknown): CheckedTree {
  if (typeof source !== 'string') return checkDefinition(source);
  try {
    return checkText(source);
  } catch (error) {
    if (isProblem(error)) return { ok: false, problems: [error] };
    throw error;
  }
}

/** Checks a tree given as text. @throws Problem when the text cannot be read */
export function checkText(text: string): CheckedTree {
  const { roots, spans } = parseTree(text);
  return checkWhole(roots, spans, new Report(spans));
}

/** Checks a tree given as data. */
export function checkDefinition(value: unknown): CheckedTree {
  const report = new Report(undefined);
  const checker = new NodeChecker(report);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0) report.add('bad-root', `a tree needs a root, not ${describe(value)}`, 'tree', undefined);
  const roots: RootNode[] = [];
  for (let index = 0; index < list.length && !report.full; index++) {
    const root = checker.root(list[index], rootPath(list, index));
    if (root !== undefined) roots.push(root);
  }
  return checkWhole(Object.freeze(roots), undefined, report);
}

function checkWhole(roots: readonly RootNode[], spans: TreeSpans | undefined, report: Report): CheckedTree {
  checkNumbers(roots, report);
  if (report.problems.length === 0) checkRoots(roots, report);
  const [first, ...others] = report.problems;
  return first === undefined ? { ok: true, roots, spans } : { ok: false, problems: [first, ...others] };
}

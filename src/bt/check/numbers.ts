import { describe } from '../../core/internal.js';
import { amountField, attributeNames, isReference, type AnyNode, type Attributes, type NodeType, type RootNode } from '../definition.js';
import { rootPath } from '../walk.js';
import { aNode } from '../wording.js';
import type { Report } from './report.js';

/** Checks the numbers of a tree that is right in its structure, and that scores and resets stand where they mean something. */
export function checkNumbers(roots: readonly RootNode[], report: Report): void {
  for (let index = 0; index < roots.length && !report.full; index++) {
    checkNode(roots[index]!, rootPath(roots, index), undefined, report);
  }
}

function checkNode(node: AnyNode, path: string, parent: AnyNode | undefined, report: Report): void {
  if (report.full) return;
  checkAmount(node, path, report);
  const { child, children } = node as { readonly child?: AnyNode; readonly children?: readonly (AnyNode | undefined)[] };
  if (children !== undefined && node.type === 'lotto' && node.weights !== undefined) checkWeights(node.weights, node, path, report);
  if (children !== undefined && node.type === 'parallel') {
    checkThreshold(node.successes, 'successes', 0, node, path, report);
    checkThreshold(node.failures, 'failures', 1, node, path, report);
  }
  checkPlaces(node, path, parent, report);
  if (child !== undefined) checkNode(child, `${path}.child`, node, report);
  children?.forEach((each, index) => { if (each !== undefined) checkNode(each, `${path}.children.${index}`, node, report); });
}

function checkAmount(node: AnyNode, path: string, report: Report): void {
  const field = amountField(node.type);
  const value: unknown = field && (node as unknown as Readonly<Record<string, unknown>>)[field];
  if (value === undefined) return;
  const least = field === 'count' ? 1 : 0;
  const what = `\`${field}\` of ${aNode(node.type)}`;
  const at = `${path}.${field}`;
  if (!Array.isArray(value)) {
    if (!isReference(value)) checkWhole(value, what, least, at, node, report, 0);
  } else if (value.length !== 2) {
    report.add('bad-value', `${what} must be a number or a list of the least and the most, not ${describe(value)}`, at, node);
  } else {
    const [from, to] = value as readonly unknown[];
    const both = [from, to].every((each, index) => isReference(each) || checkWhole(each, what, least, `${at}.${index}`, node, report, index));
    if (both && !isReference(from) && !isReference(to) && (from as number) > (to as number)) report.add('bad-value', `${what} has a least of ${String(from)} above its most of ${String(to)}`, at, node);
  }
}

function checkWhole(value: unknown, what: string, least: number, path: string, part: object, report: Report, argument: number): boolean {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return true;
  report.add('bad-value', `${what} must be a whole number of at least ${least}, not ${describe(value)}`, path, part, undefined, argument);
  return false;
}

/** Tickets of a lotto: as many as it has children. */
function checkWeights(weights: unknown, node: AnyNode & { readonly type: 'lotto' }, path: string, report: Report): void {
  const count = node.children.length;
  if (!Array.isArray(weights) || weights.length !== count) {
    report.add('bad-value', `\`weights\` of a lotto must be a list with one weight for each of the ${count} nodes, not ${describe(weights)}`, `${path}.weights`, node);
    return;
  }
  weights.forEach((weight, index) => checkWhole(weight, '`weights` of a lotto', 0, `${path}.weights.${index}`, node, report, index));
}

/** How many children must succeed or fail: not more than there are; below 0 it counts from all of them down. */
function checkThreshold(value: unknown, field: string, argument: number, node: AnyNode & { readonly type: 'parallel' }, path: string, report: Report): void {
  if (value === undefined) return;
  const count = node.children.length;
  const what = `\`${field}\` of a parallel`;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value === 0) {
    report.add('bad-value', `${what} must be a whole number of at least 1, or -1 for all of its nodes, not ${isReference(value) ? `$${value.$}, which only the tick knows` : describe(value)}`, `${path}.${field}`, node, undefined, argument);
  } else if (Math.abs(value) > count) {
    report.add('bad-value', `${what} is ${value}, but there are only ${count} nodes`, `${path}.${field}`, node, undefined, argument);
  }
}

function checkPlaces(node: AnyNode, path: string, parent: AnyNode | undefined, report: Report): void {
  const { score, reset }: Attributes = node;
  const scored = parent?.type === 'utilitySelector';
  if (scored && score === undefined) report.add('missing-part', 'each node of a utilitySelector needs a score', path, node, 'write score(howMuch) behind it');
  else if (!scored && score !== undefined) report.add('misplaced-score', 'only the nodes of a utilitySelector have a score', `${path}.score`, score);
  if (reset !== undefined && node.type !== 'once' && node.type !== 'runLimit' && node.type !== 'cooldown') {
    report.add('misplaced-reset', `${aNode(node.type)} counts nothing that could be reset`, `${path}.reset`, reset, 'reset stands on a once, a runLimit or a cooldown');
  }
}

/** The attributes that may stand on a node of this type; whether `score` and `reset` may is checked with the numbers. */
export function attributesOf(type: NodeType): readonly (typeof attributeNames)[number][] {
  return type === 'branch' ? ['score'] : attributeNames;
}

import { describe, Problem } from '../core/internal.js';
import { amountField, childrenOf, isReference, type Amount, type AnyNode, type Argument, type Attributes, type Call, type Quantity, type RootNode } from './definition.js';
import { branchKind, kindOf } from './kinds.js';
import type { ProgramCall, ProgramGuard, Role, TreeShape } from './program.js';

/** What the params of a root are where a branch leads to it. */
type Params = ReadonlyMap<string, Argument>;

/**
 * Lays the nodes of a tree out in preorder, with branches followed.
 *
 * @param find the root that a branch names; it must be there, and branches must not go in a circle
 * @param reading in the native reading guards and hooks on the root that a branch names apply; in the exact one they are lost, as in mistreevous
 * @throws Problem when a branch gives something that is no number where a time or count should be
 */
export function layOut(roots: readonly RootNode[], find: (ref: string) => RootNode, reading: 'native' | 'exact'): TreeShape {
  const kinds: number[] = [];
  const parents: number[] = [];
  const ends: number[] = [];
  const least: number[] = [];
  const most: number[] = [];
  const drawn: number[] = [];
  const amounts: (Amount | undefined)[] = [];
  const weights: (readonly number[] | undefined)[] = [];
  const calls: (ProgramCall | undefined)[] = [];
  const entries: (ProgramCall | undefined)[] = [];
  const steps: (ProgramCall | undefined)[] = [];
  const exits: (ProgramCall | undefined)[] = [];
  const scores: (ProgramCall | undefined)[] = [];
  const resets: (ProgramCall | undefined)[] = [];
  const guards: (readonly ProgramGuard[])[] = [];
  const guardPaths: (readonly ProgramGuard[])[] = [];
  const ids: string[] = [];
  const texts: string[] = [];
  const definitions: AnyNode[] = [];

  const add = (node: AnyNode, asBranch: boolean, parent: number, taken: Map<string, number>, score: ProgramCall | undefined, params: Params | undefined): void => {
    const index = kinds.length;
    const call = (role: Role, of: Call | undefined): ProgramCall | undefined => {
      if (!of) return undefined;
      const args = (of.args ?? []).map((arg) => given(arg, params));
      return { role, name: of.call, args, reads: args.some(isReference), node: index, from: of };
    };
    const native = reading === 'native';
    if (node.type === 'branch') {
      const root = find(node.ref);
      const theirs = root.params && new Map(root.params.map((name, at) => [name, given(node.args![at]!, params)]));
      // A score stands on the outermost branch: those it leads through have none.
      const scored = score ?? (native ? call('score', node.score) : undefined);
      const follow = native && Boolean(root.while ?? root.until ?? root.entry ?? root.step ?? root.exit);
      add(follow ? root : root.child, follow, parent, taken, scored, theirs);
      return;
    }
    const attributes: Attributes = node;
    const amount = amountOf(node, params);
    const range = listOf(amount);
    const reads = range.some(isReference);
    const text = asBranch ? `branch [${(node as RootNode).id ?? ''}]` : textOf(node, amount, params);
    const own: ProgramGuard[] = [];
    for (const name of ['while', 'until'] as const) {
      const asked = call('guard', attributes[name]);
      if (asked !== undefined) own.push({ node: index, call: asked, until: name === 'until', succeeds: Boolean(attributes[name]!.succeedOnAbort) });
    }
    kinds.push(asBranch ? branchKind : kindOf(node.type));
    parents.push(parent);
    ends.push(index + 1);
    least.push(reads ? 0 : (range[0] as number));
    most.push(node.type === 'parallel' ? failuresOf(node) : reads ? 0 : (range[range.length - 1] as number));
    drawn.push(reads ? 2 : Array.isArray(amount) ? 1 : 0);
    amounts.push(reads ? amount : undefined);
    weights.push(node.type === 'lotto' ? node.weights : undefined);
    calls.push(node.type === 'action' || node.type === 'condition' ? call(node.type, node) : undefined);
    entries.push(call('entry', attributes.entry));
    steps.push(call('step', attributes.step));
    exits.push(call('exit', attributes.exit));
    scores.push(native ? (score ?? call('score', attributes.score)) : undefined);
    resets.push(native ? call('reset', attributes.reset) : undefined);
    guards.push(own);
    // The native reading asks on the way to nodes that have children only.
    guardPaths.push(own.length === 0 || (native && childrenOf(node).length === 0) ? (guardPaths[parent] ?? []) : [...(guardPaths[parent] ?? []), ...own]);
    ids.push(idOf(ids[parent], asBranch ? text : shortId(node), taken));
    texts.push(text);
    definitions.push(node);
    const below = new Map<string, number>();
    for (const child of childrenOf(node)) add(child, false, index, below, undefined, params);
    ends[index] = kinds.length;
  };

  add(roots.find((root) => root.id === undefined)!, false, -1, new Map(), undefined, undefined);
  return {
    size: kinds.length,
    kinds: Uint8Array.from(kinds),
    parents: Int32Array.from(parents),
    ends: Int32Array.from(ends),
    least: Float64Array.from(least),
    most: Float64Array.from(most),
    drawn: Uint8Array.from(drawn),
    amounts, weights, calls, entries, steps, exits, scores, resets, guards, guardPaths, ids, texts, definitions,
  };
}

/** An argument with the param it names replaced. */
function given<T>(argument: T, params: Params | undefined): T | Argument {
  return params !== undefined && isReference(argument) && params.has(argument.$) ? params.get(argument.$)! : argument;
}

/** The number a node is about: milliseconds, runs, attempts, successes; -1 when it has none. */
function amountOf(node: AnyNode, params: Params | undefined): Amount {
  const written = writtenAmount(node);
  if (params === undefined || typeof written === 'number') return written;
  const put = (amount: Quantity): Quantity => {
    const put = given(amount, params);
    if (isReference(put) || (typeof put === 'number' && put >= 0)) return put;
    throw new Problem('bad-value', `a ${node.type} is given ${describe(put)} by its branch where a number belongs`, { path: 'tree' });
  };
  return Array.isArray(written) ? (written.map(put) as unknown as Amount) : put(written as Quantity);
}

function writtenAmount(node: AnyNode): Amount {
  if (node.type === 'parallel') return ofAll(node.successes ?? -1, node.children.length);
  const field = amountField(node.type);
  return field === undefined ? -1 : ((node as unknown as Readonly<Record<string, Amount | undefined>>)[field] ?? -1);
}

function listOf(amount: Amount): readonly Quantity[] {
  return Array.isArray(amount) ? (amount as readonly Quantity[]) : [amount as Quantity];
}

/** Failures that end a parallel: as many as put its successes out of reach unless it says otherwise, so one where all must succeed. */
function failuresOf(node: AnyNode & { readonly type: 'parallel' }): number {
  const children = node.children.length;
  const outOfReach = children - ofAll(node.successes ?? -1, children) + 1;
  return Math.min(outOfReach, node.failures === undefined ? outOfReach : ofAll(node.failures, children));
}

/** A threshold below 0 counts from all children down. */
function ofAll(threshold: number, children: number): number {
  return threshold < 0 ? children + 1 + threshold : threshold;
}

/** A node's own part of its id: with the function it calls, without arguments, so that tuning a number keeps the id. */
function shortId(node: AnyNode): string {
  // The marks that ids are made of are escaped, so that no name can pose as a path.
  return node.type === 'action' || node.type === 'condition' ? node.call.replace(/[%/#]/g, encodeURIComponent) : node.type;
}

function idOf(parent: string | undefined, own: string, taken: Map<string, number>): string {
  const count = (taken.get(own) ?? 0) + 1;
  taken.set(own, count);
  const unique = count === 1 ? own : `${own}#${count}`;
  return parent === undefined ? unique : `${parent}/${unique}`;
}

function textOf(node: AnyNode, amount: Amount, params: Params | undefined): string {
  if (node.type === 'action' || node.type === 'condition') return `${node.type} [${[node.call, ...(node.args ?? []).map((arg) => argumentText(given(arg, params)))].join(', ')}]`;
  if (amount === -1 || (node.type === 'parallel' && node.successes === undefined && node.failures === undefined)) return node.type;
  return `${node.type} [${listOf(amount).map(argumentText).join(', ')}]`;
}

function argumentText(argument: unknown): string {
  // Definitions of the exact reading may hold anything here.
  return isReference(argument) ? `$${String(argument.$)}` : describe(argument);
}

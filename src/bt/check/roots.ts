import { describe, didYouMean } from '../../core/internal.js';
import type { BranchNode, RootNode } from '../definition.js';
import { deepest, mostNodes } from '../limits.js';
import { rootPath, walkTree } from '../walk.js';
import type { Report } from './report.js';

/** A branch and where it stands. */
interface Reference {
  readonly node: BranchNode;
  readonly path: string;
  /** Levels below the root. */
  readonly depth: number;
}

/** What a root comes to when its branches are followed. */
interface Extent {
  readonly nodes: number;
  readonly depth: number;
}

/**
 * Checks what only shows when all roots are seen together: exactly one without a name, no name twice,
 * every branch names a root, none leads back to itself, and the whole is not absurdly large.
 */
export function checkRoots(roots: readonly RootNode[], report: Report): void {
  const pathOf = (index: number): string => rootPath(roots, index);
  const named = new Map<string, number>();
  const unnamed: number[] = [];
  roots.forEach(({ id }, index) => {
    if (id === undefined) unnamed.push(index);
    else if (named.has(id)) report.add('bad-root', `two roots are named ${describe(id)}`, pathOf(index), roots[index]);
    else named.set(id, index);
  });
  if (unnamed.length === 0) report.add('bad-root', 'every root has a name, so none is where a step starts', pathOf(0), roots[0], 'leave one root without a name');
  for (const index of unnamed.slice(1)) report.add('bad-root', 'a second root without a name', pathOf(index), roots[index], 'name it, and use it by branch [name]');
  const references = roots.map((root, index) => branchesBelow(root, pathOf(index)));
  for (const index of unnamed) if (roots[index]!.params !== undefined) report.add('bad-root', 'the root where a step starts takes no params', pathOf(index), roots[index], 'only a branch gives values to them');
  for (const { node, path } of references.flatMap(({ branches }) => branches)) {
    if (report.full) return;
    const target = named.get(node.ref);
    // Looking for a near name costs: only those that are told have one.
    if (target === undefined) report.add('unknown-branch', `there is no root ${describe(node.ref)}`, path, node, didYouMean(node.ref, [...named.keys()].slice(0, mostNamesCompared)));
    else checkArity(node, path, roots[target]!.params ?? [], report);
  }
  if (report.problems.length > 0) return;

  const extents: (Extent | undefined)[] = [];
  const way: number[] = [];
  const measure = (index: number): Extent | undefined => {
    if (extents[index] !== undefined) return extents[index];
    way.push(index);
    let { nodes, depth } = references[index]!;
    for (const branch of references[index]!.branches) {
      const target = named.get(branch.node.ref)!;
      if (way.includes(target)) {
        const names = [...way.slice(way.indexOf(target)), target].map((each) => roots[each]!.id);
        report.add('tree-cycle', `branches go in a circle: ${names.join(' -> ')}`, branch.path, branch.node, 'repeat runs a part again and again');
        return undefined;
      }
      const below = way.length > deepest ? { nodes: 0, depth: Infinity } : measure(target);
      if (below === undefined) return undefined;
      nodes += below.nodes;
      depth = Math.max(depth, branch.depth + below.depth);
    }
    way.pop();
    return (extents[index] = { nodes, depth });
  };
  for (let index = 0; index < roots.length && report.problems.length === 0; index++) {
    const extent = measure(index);
    if (extent === undefined) return;
    if (extent.depth > deepest) report.add('tree-too-large', `with its branches this root is nested deeper than ${deepest}`, pathOf(index), roots[index]);
    else if (extent.nodes > mostNodes) report.add('tree-too-large', `with its branches this root has more than ${mostNodes} nodes`, pathOf(index), roots[index]);
  }
}

/** Names that are held against a misspelt one: with thousands of them the nearest is anybody's guess. */
const mostNamesCompared = 1000;

function checkArity(node: BranchNode, path: string, params: readonly string[], report: Report): void {
  const { args = [] } = node;
  if (args.length === params.length) return;
  const takes = params.length === 0 ? 'takes no arguments' : `takes ${params.map((name) => `$${name}`).join(', ')}`;
  report.add('bad-branch', `root ${describe(node.ref)} ${takes}, and is given ${args.length === 0 ? 'none' : args.length}`, path, node, undefined, Math.min(args.length, params.length));
}

function branchesBelow(root: RootNode, path: string): Extent & { readonly branches: readonly Reference[] } {
  const branches: Reference[] = [];
  let nodes = 0;
  let levels = 0;
  walkTree(root, path, (node, at, depth) => {
    nodes++;
    levels = Math.max(levels, depth);
    if (node.type === 'branch') branches.push({ node, path: at, depth });
  });
  return { branches, nodes, depth: levels };
}

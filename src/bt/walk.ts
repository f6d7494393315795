import { childrenOf, type AnyNode, type RootNode } from './definition.js';

/** The dotted path of a root: `tree` alone, numbered among several. */
export function rootPath(roots: readonly unknown[], index: number): string {
  return roots.length === 1 ? 'tree' : `tree.${index}`;
}

/** Visits every node of a checked definition, parents before children; branches are visited but not followed. */
export function walkTree(root: RootNode, path: string, visit: (node: AnyNode, path: string, depth: number, parent: AnyNode | undefined) => void): void {
  const step = (node: AnyNode, at: string, depth: number, parent: AnyNode | undefined): void => {
    visit(node, at, depth, parent);
    childrenOf(node).forEach((child, index) => step(child, 'children' in node ? `${at}.children.${index}` : `${at}.child`, depth + 1, node));
  };
  step(root, path, 0, undefined);
}

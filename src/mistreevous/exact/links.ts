import { childrenOf, type AnyNode, type RootNode } from '../../bt/internal.js';

/**
 * Follows branches from the main root through tree-local and registered roots, and refuses what mistreevous refuses, in its words.
 *
 * @throws Error when branches go in a circle or name a root that does not exist
 */
export function checkLinks(main: RootNode, byId: ReadonlyMap<string, RootNode>): void {
  const refs = new Map<RootNode, readonly string[]>();
  const refsOf = (root: RootNode): readonly string[] => {
    const known = refs.get(root) ?? branchesBelow(root);
    refs.set(root, known);
    return known;
  };
  const follow = (root: RootNode, id: string | undefined, path: readonly (string | undefined)[]): void => {
    const here = [...path, id];
    if (path.includes(id)) throw new Error(`circular dependency found in branch node references: ${here.filter(Boolean).join(' => ')}`);
    for (const ref of refsOf(root)) {
      const target = byId.get(ref);
      if (target === undefined) {
        const who = id === undefined ? 'primary tree' : `subtree '${id}'`;
        throw new Error(`${who} has branch node that references root node '${ref}' which has not been defined`);
      }
      follow(target, ref, here);
    }
  };
  follow(main, undefined, []);
}

function branchesBelow(node: AnyNode): readonly string[] {
  return node.type === 'branch' ? [node.ref] : childrenOf(node).flatMap(branchesBelow);
}

import type { Tables } from './program.js';

/** The child of `node` on the way down to `target`. */
export function childTowards({ parent }: Tables, node: number, target: number): number {
  let child = target;
  while (parent[child] !== node) child = parent[child]!;
  return child;
}

import type { Definition } from './definition.js';

/** A node while it is being compiled. */
export interface Built {
  readonly number: number;
  readonly definition: Exclude<Definition, { kind: 'sub' }>;
  readonly name: string;
  readonly id: string;
  readonly root: number;
  readonly parent: Built | undefined;
  readonly index: number;
  readonly kids: readonly Built[];
}

/** Everything known about a program before its tables are made. */
export interface Blueprint {
  readonly roots: readonly Built[];
  /** In order of their numbers, the first of which is `firstNode`. */
  readonly nodes: readonly Built[];
  readonly events: readonly string[];
  readonly watched: readonly string[];
  readonly clocks: 'needed' | 'roots' | 'all';
}

/** True for the first node of a lane: the top of a root, or a child of a parallel. */
export function isTop(node: Built): boolean {
  return node.parent === undefined || node.parent.definition.kind === 'parallel';
}

/** The node and what is above it in its lane, innermost first. */
export function pathInLane(node: Built): readonly Built[] {
  const nodes = [node];
  for (let at = node; !isTop(at); at = at.parent!) nodes.push(at.parent!);
  return nodes;
}

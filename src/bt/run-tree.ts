import type { Status } from '../core/internal.js';
import { compileTree } from './compile.js';
import type { Tree } from './leaves.js';
import { TreeStore, type TreeStoreOptions } from './native/store.js';
import { treePath, treeStates, type NodeStates } from './runtime.js';

/** One tree at work on one body, without a brain. */
export interface TreeRun {
  /**
   * Carries the tree on; one that has ended starts afresh.
   *
   * @param dt seconds since the last step
   * @throws Problem `bad-time`
   */
  step(dt?: number): Status;
  /** Stops whatever runs: exits and aborts are called once each, children first. */
  abort(): void;
  /** Forgets everything, cooldowns and counts too, without a word to anybody. */
  reset(): void;
  /** The state of each node, in preorder with branches followed. */
  readonly states: NodeStates;
  /** What runs it. */
  readonly store: TreeStore<any, any>;
  /** How the root stands and what runs, in one line. @see treePicture */
  toString(): string;
}

/**
 * Runs a tree by hand on one body; for many bodies, give them a row each in one `TreeStore`.
 *
 * @param facts what the functions get as facts
 * @param options as of a `TreeStore`: a listener for what happens and for throws, a seed, stand-ins for the leaves that a brain provides
 * @throws Problem when the tree has a leaf that only a brain provides
 */
export function runTree<Body, F>(tree: Tree<Body, F, never>, body: Body, facts?: F, options: TreeStoreOptions = {}): TreeRun {
  const store = new TreeStore<Body, F | undefined>(compileTree(tree.definition), tree.leaves as never, options);
  store.columns.grow(1);
  return {
    step: (dt = 0) => store.step(0, body, facts, dt),
    abort: () => store.abort(0, body, facts),
    reset: () => {
      store.forget(0);
      store.columns.clear(0);
    },
    get states() {
      return treeStates(store, 0);
    },
    store,
    toString: () => `root ${[treeStates(store, 0)[0], ...treePath(store, 0).slice(1)].join(' > ')}`,
  };
}

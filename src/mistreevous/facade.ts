import { State, validateDefinition, convertMDSLToJSON, type BehaviourTreeOptions, type NodeDetails } from 'mistreevous';
import type { RootNode } from '../bt/internal.js';
import { detailsOf, stateNames } from './exact/details.js';
import { Lookup, type Agent, type GlobalFunction } from './exact/lookup.js';
import { buildProgram, definitionKey, type ExactProgram } from './exact/program.js';
import { ExactTree } from './exact/tree.js';

export { convertMDSLToJSON, State, validateDefinition, type BehaviourTreeOptions, type NodeDetails };

/** How many programs are kept for further instances of their definitions; the oldest goes first. */
const mostPrograms = 128;

/**
 * Mistreevous's `BehaviourTree`, to be imported in its place: the same constructor, methods, states, callbacks, order of calls, random
 * draws and error texts as version 4.3.1, on a program that all instances of a definition share and a row of bytes each.
 *
 * What differs: a promise of an aborted run never decides the next run, and node ids are paths, the same in every instance and run,
 * where mistreevous draws them at random.
 */
export class BehaviourTree {
  // Static state is what this class's public shape is about: `register` speaks to all trees of the program.
  static readonly #lookup: Lookup = new Lookup();
  static readonly #programs: Map<string, ExactProgram> = new Map();

  readonly #program: ExactProgram;
  readonly #tree: ExactTree;

  /**
   * @param definition the tree as text or as JSON: one root, or several of which exactly one has no `id`
   * @param agent the object whose methods the tree calls
   * @throws Error when the definition or the agent is not valid
   */
  constructor(definition: string | object, agent: object, options: BehaviourTreeOptions = {}) {
    if (definition === undefined || definition === null) throw new Error('tree definition not defined');
    if (typeof agent !== 'object' || agent === null) throw new Error('the agent must be an object and not null');
    this.#program = BehaviourTree.#programOf(definition);
    this.#tree = new ExactTree(this.#program, agent as Agent, options, BehaviourTree.#lookup);
  }

  /** Whether the root is running. */
  isRunning(): boolean {
    return this.getState() === State.RUNNING;
  }

  /** The state of the root. */
  getState(): State {
    return stateNames[this.#tree.states[0]!]!;
  }

  /** Carries the tree on; one that has ended is reset first. @throws Error when a function of the agent throws or answers nonsense */
  step(): void {
    // Outside: what a listener throws at a reset is not an error of the step.
    if (this.#tree.hasEnded) this.#tree.reset();
    try {
      this.#tree.step();
    } catch (exception) {
      throw new Error(`error stepping tree: ${(exception as Error).message}`, { cause: exception });
    }
  }

  /** Makes every node ready again, without calling the agent. */
  reset(): void {
    this.#tree.reset();
  }

  /** Every node with its state, as a tree of plain objects. */
  getTreeNodeDetails(): NodeDetails {
    return detailsOf(this.#program, this.#tree.states, 0);
  }

  /**
   * Makes a function or a subtree known to all trees: a function is called for a name that the agent does not have, with the agent first;
   * a subtree is what a `branch` of that name stands for in trees made from now on.
   *
   * @throws Error when a subtree is not valid, or the value is neither
   */
  static register(name: string, value: GlobalFunction | string | object): void {
    if (typeof value === 'function') {
      BehaviourTree.#lookup.setFunction(name, value as GlobalFunction);
      return;
    }
    BehaviourTree.#lookup.setSubtree(name, subtreeOf(value));
  }

  /** Forgets the function or subtree of this name. */
  static unregister(name: string): void {
    BehaviourTree.#lookup.remove(name);
  }

  /** Forgets all registered functions and subtrees. */
  static unregisterAll(): void {
    BehaviourTree.#lookup.clear();
  }

  /** The program of a definition, from an earlier instance when there was one and no subtree is registered that could change it. */
  static #programOf(definition: string | object): ExactProgram {
    const key = BehaviourTree.#lookup.subtrees.length === 0 ? definitionKey(definition) : undefined;
    const known = key === undefined ? undefined : BehaviourTree.#programs.get(key);
    if (known !== undefined) return known;
    const { succeeded, errorMessage, json } = validateDefinition(definition);
    if (!succeeded) throw new Error(`invalid definition: ${errorMessage}`);
    const roots = json as readonly RootNode[];
    try {
      // A program that is kept must not change with an object that its user may change.
      const program = buildProgram(key === undefined || typeof definition === 'string' ? roots : (JSON.parse(JSON.stringify(roots)) as readonly RootNode[]), BehaviourTree.#lookup);
      if (key !== undefined) BehaviourTree.#keep(key, program);
      return program;
    } catch (exception) {
      throw new Error(`error building tree: ${(exception as Error).message}`, { cause: exception });
    }
  }

  static #keep(key: string, program: ExactProgram): void {
    if (BehaviourTree.#programs.size >= mostPrograms) for (const oldest of [...BehaviourTree.#programs.keys()].slice(0, 1)) BehaviourTree.#programs.delete(oldest);
    BehaviourTree.#programs.set(key, program);
  }
}

/** The one root that a value given to `register` stands for. */
function subtreeOf(value: unknown): RootNode {
  if (typeof value === 'string') {
    const [root, ...others] = textRoots(value);
    if (root === undefined || others.length > 0 || root.id !== undefined) throw new Error('error registering definition: expected a single unnamed root node');
    return checkedRoot(root);
  }
  if (typeof value === 'object' && !Array.isArray(value)) return checkedRoot(value as RootNode);
  throw new Error('unexpected value, expected string mdsl definition, root node json definition or function');
}

function textRoots(text: string): readonly RootNode[] {
  try {
    return convertMDSLToJSON(text);
  } catch (exception) {
    throw new Error(`error registering definition, invalid MDSL: ${(exception as Error).message}`, { cause: exception });
  }
}

function checkedRoot(root: RootNode): RootNode {
  // As a list of one: alone, null would be refused in other words.
  const { succeeded, errorMessage } = validateDefinition([root]);
  if (!succeeded) throw new Error(`error registering definition: ${errorMessage}`);
  return root;
}

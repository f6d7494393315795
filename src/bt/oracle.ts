import { BehaviourTree, State, validateDefinition, type NodeDetails } from 'mistreevous';
import { didYouMean, failure, Problem, running, success, type Status } from '../core/index.js';
import { attributeNames, childrenOf, type AnyNode, type Call, type Guard, type RootNode } from './definition.js';
import { buildProgram } from './exact/program.js';
import { Lookup } from './exact/lookup.js';
import type { Ending } from './leaves.js';
import type { BuiltIn, LeafParts, LeafRecord } from './native/bind.js';
import type { OtherTree, RestoredTreeRow, SavedTreeRow } from './native/save.js';
import type { TreeStoreOptions } from './native/store.js';
import type { Role, TreeProgram, TreeShape } from './program.js';
import type { RuntimeMaker, TreeRuntime } from './runtime.js';

/** What the stock library calls: functions by name. */
type StockAgent = Record<string, (...args: unknown[]) => unknown>;
type StockDefinition = ConstructorParameters<typeof BehaviourTree>[0];

/** The entity that is being stepped. */
interface Current {
  readonly slot: number;
  readonly body: unknown;
  readonly facts: unknown;
  readonly dt: number;
  /** False while the tree is being aborted. */
  readonly alive: boolean;
}

/**
 * Runs a stock tree on the real mistreevous, one instance an entity: to compare our readings with, and a way in for its users.
 * It takes what a `TreeStore` takes. What the library does otherwise stays as it is: guards are asked at every node, a repeat needs a
 * step to end, and a row cannot be saved: a restored entity starts its tree over.
 */
export class StockStore<Body = unknown, Facts = unknown> implements TreeRuntime<Body, Facts> {
  readonly program: TreeShape;
  readonly saves = false as const;
  readonly #definition: readonly RootNode[];
  readonly #options: TreeStoreOptions;
  readonly #agent: StockAgent = {};
  readonly #program: TreeProgram;
  readonly #trees = new Map<number, BehaviourTree>();
  #current: Current = { slot: 0, body: undefined, facts: undefined, dt: 0, alive: true };

  /** @throws Problem when the tree uses a node that mistreevous does not know, or a function is missing */
  constructor(program: TreeProgram, leaves: LeafRecord<Body, Facts>, options: TreeStoreOptions = {}) {
    const { succeeded, errorMessage = '' } = validateDefinition(program.definition);
    if (!succeeded) throw new Problem('not-stock', `mistreevous does not know this tree: ${errorMessage}`, { path: 'tree', hint: 'run it on our own runtime' });
    this.program = buildProgram(program.definition, new Lookup());
    this.#program = program;
    this.#options = options;
    this.#definition = usedRoots(program.definition).map((root) => this.#rewritten(root, leaves) as RootNode);
  }

  step(slot: number, body: Body, facts: Facts, dt: number): Status {
    this.#run({ slot, body, facts, dt, alive: true });
    const state = this.#treeOf(slot).getState();
    return state === State.SUCCEEDED ? success : state === State.FAILED ? failure : running;
  }

  abort(slot: number, body: Body, facts: Facts): void {
    const tree = this.#trees.get(slot);
    if (tree === undefined) return;
    // The library has no abort. A guard on the root that says stop is one, with all its exits.
    if (tree.isRunning()) this.#run({ slot, body, facts, dt: 0, alive: false });
    tree.reset();
  }

  forget(slot: number): void {
    this.#trees.delete(slot);
  }

  states(slot: number): readonly ('ready' | 'running' | 'succeeded' | 'failed')[] {
    return statesOf(this.#treeOf(slot).getTreeNodeDetails());
  }

  path(slot: number): readonly string[] {
    const states = this.states(slot);
    return this.program.texts.filter((_text, node) => states[node] === 'running');
  }

  isRunning(slot: number, node: number): boolean {
    return this.states(slot)[node] === 'running';
  }

  /** Unknown here: the library tells nobody. */
  lastGuard(_slot: number): number {
    return -1;
  }

  saveRow(_slot: number): SavedTreeRow {
    return { tree: this.#program.hash, nodes: {}, numbers: {} };
  }

  restoreRow(slot: number, _saved: unknown, _other?: OtherTree): RestoredTreeRow {
    this.forget(slot);
    return { lost: [] };
  }

  isSound(_slot: number): boolean {
    return true;
  }

  #run(current: Current): void {
    const outer = this.#current;
    this.#current = current;
    try {
      this.#treeOf(current.slot).step();
    } finally {
      this.#current = outer;
    }
  }

  #treeOf(slot: number): BehaviourTree {
    const known = this.#trees.get(slot);
    if (known !== undefined) return known;
    const { random } = this.#options;
    const tree = new BehaviourTree(this.#definition as unknown as StockDefinition, this.#agent, {
      getDeltaTime: () => this.#current.dt,
      ...(random === undefined ? {} : { random: () => random(slot) }),
    });
    this.#trees.set(slot, tree);
    return tree;
  }

  /** The definition with each call under a name of its own, whose function brings body, facts and arguments along. */
  #rewritten(node: AnyNode, leaves: LeafRecord<Body, Facts>): AnyNode {
    if (node.type === 'branch') return node;
    const copy: Record<string, unknown> = { ...node };
    const text = node.type === 'action' || node.type === 'condition' ? `${node.type} [${node.call}]` : node.type;
    for (const name of attributeNames) {
      const attribute: Call | undefined = node[name];
      if (attribute !== undefined) copy[name] = { ...attribute, ...this.#site(name === 'while' || name === 'until' ? 'guard' : name, attribute, leaves, text) };
    }
    if (node.type === 'action' || node.type === 'condition') Object.assign(copy, this.#site(node.type, node, leaves, text));
    const abort = node.type === 'action' ? this.#abortOf(node, leaves) : undefined;
    if (abort !== undefined) copy['exit'] = this.#abortingExit(abort, copy['exit'] as Call | undefined);
    // Subtree roots are not run by the library, only their children.
    if (node.type === 'root' && node.id === undefined) copy['while'] = this.#aliveGuard(copy['while'] as Guard | undefined);
    if ('children' in node) copy['children'] = node.children.map((child) => this.#rewritten(child, leaves));
    else if ('child' in node) copy['child'] = this.#rewritten(node.child, leaves);
    return copy as unknown as AnyNode;
  }

  /** One place that calls: gives its function a name of its own. */
  #site(role: Role, call: Call, leaves: LeafRecord<Body, Facts>, text: string): Call {
    const args = call.args ?? [];
    const builtIn = this.#builtIn(call.call);
    const node = this.#nodeOf(call);
    const run = builtIn === undefined ? functionOf(role, call, leaves, text) : undefined;
    return this.#named((...given) => {
      const { slot, body, facts, dt } = this.#current;
      try {
        if (run === undefined) return answerOf(role, role === 'action' ? builtIn!.step!(slot, args, dt, node) : builtIn!.test!(slot, args));
        return answerOf(role, run(body, facts, ...(role === 'exit' ? given : []), ...read(args, body)));
      } catch (error) {
        if (this.#options.onError === undefined) throw error;
        this.#options.onError(slot, text, error);
        return role === 'action' ? State.FAILED : false;
      }
    });
  }

  /** The node that a call stands in; of a subtree used twice, the first: the library does not say which one calls. */
  #nodeOf(call: Call): number {
    return Math.max(0, this.#program.definitions.findIndex((definition) => definition === call));
  }

  #builtIn(name: string): BuiltIn | undefined {
    const { builtIns = {} } = this.#options;
    return Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
  }

  /** What an action wants done when it is aborted: the library knows exits only. */
  #abortOf(call: Call, leaves: LeafRecord<Body, Facts>): (() => void) | undefined {
    const builtIn = this.#builtIn(call.call);
    if (builtIn !== undefined) return builtIn.abort === undefined ? undefined : (): void => builtIn.abort!(this.#current.slot, this.#nodeOf(call));
    const parts = leaves[call.call];
    if (typeof parts !== 'object' || parts.abort === undefined) return undefined;
    return () => parts.abort!(this.#current.body as Body, this.#current.facts as Facts, ...read(call.args ?? [], this.#current.body));
  }

  #abortingExit(abort: () => void, exit: Call | undefined): Call {
    return this.#named((ending) => {
      if ((ending as Ending).aborted) abort();
      if (exit !== undefined) this.#agent[exit.call]!(ending);
    });
  }

  #aliveGuard(guard: Guard | undefined): Guard {
    return { ...guard, ...this.#named(() => this.#current.alive && (guard === undefined || this.#agent[guard.call]!() === true)) };
  }

  #named(run: (...args: unknown[]) => unknown): Call {
    const call = `call${Object.keys(this.#agent).length}`;
    this.#agent[call] = run;
    return { call, args: [] };
  }
}

/**
 * The real mistreevous as the runtime of a brain's tree: `brain(senses, { tree, runtime: mistreevousRuntime, ... })`. For those who move
 * over, and want to see their trees run as before. One instance a mind, with the library's price; its minds cannot be saved.
 *
 * @throws Problem `not-stock` when the tree uses a node that mistreevous does not know
 */
export const mistreevousRuntime: RuntimeMaker = (program, leaves, options) => new StockStore(program, leaves, options);

/** The main root and those that it reaches by branches: the functions of others need not exist. */
function usedRoots(roots: readonly RootNode[]): readonly RootNode[] {
  const used = new Set<RootNode>();
  const follow = (node: AnyNode): void => {
    if (node.type === 'branch') {
      for (const root of roots) if (root.id === node.ref && !used.has(root)) use(root);
    } else childrenOf(node).forEach(follow);
  };
  const use = (root: RootNode): void => {
    used.add(root);
    follow(root);
  };
  for (const root of roots) if (root.id === undefined) use(root);
  return [...used];
}

function functionOf(role: Role, { call }: Call, leaves: LeafRecord<never, never>, text: string): (...args: unknown[]) => unknown {
  const leaf: unknown = Object.hasOwn(leaves, call) ? leaves[call] : undefined;
  if (typeof leaf === 'function') return leaf as (...args: unknown[]) => unknown;
  const drive = typeof leaf === 'object' && leaf !== null && role === 'action' ? (leaf as LeafParts<unknown, unknown>).drive : undefined;
  if (drive !== undefined) return drive.bind(leaf);
  throw new Problem('missing-leaf', `${role} "${call}" is not among the leaves`, { path: text, hint: didYouMean(call, Object.keys(leaves)) });
}

/** What the library wants to hear: states as its words. A thenable becomes the native promise that it insists on. */
function answerOf(role: Role, answer: unknown): unknown {
  if (role !== 'action') return answer;
  if (typeof answer === 'object' && answer !== null && 'then' in answer) return Promise.resolve(answer as PromiseLike<unknown>).then((value) => answerOf(role, value));
  if (answer === success || answer === true) return State.SUCCEEDED;
  if (answer === failure || answer === false) return State.FAILED;
  return answer === running ? State.RUNNING : answer;
}

function read(args: readonly unknown[], body: unknown): readonly unknown[] {
  return args.map((each) => (typeof each === 'object' && each !== null && '$' in each ? (body as Record<string, unknown>)[each.$ as string] : each));
}

function statesOf({ state, children = [] }: NodeDetails): readonly ('ready' | 'running' | 'succeeded' | 'failed')[] {
  return [state.slice('mistreevous.'.length) as 'ready', ...children.flatMap(statesOf)];
}

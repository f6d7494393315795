import { BehaviourTree, State, validateDefinition, type NodeDetails } from 'mistreevous';
import {
  attributeNames, badAnswer, badStatus, branchKind, type AnyNode, type BuiltInLeaf, type Call, type Ending, type Guard, type LeafParts, type LeafRecord, type Role,
  type RuntimeMaker, type TreeProgram, type TreeRuntime, type TreeStoreOptions,
} from '../bt/internal.js';
import { didYouMean, failure, Problem, running, success, type Status } from '../core/internal.js';

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
 * It takes what a `TreeStore` takes and numbers nodes as that does. What the library does otherwise stays as it is: guards are asked at
 * every node, a repeat needs a step to end, guards and hooks on the root of a subtree are lost, and a row cannot be saved: a restored
 * entity starts its tree over. It has no trace and no substitutes.
 */
export class StockStore<Body = unknown, Facts = unknown> implements TreeRuntime<Body, Facts> {
  readonly program: TreeProgram;
  readonly stage: undefined = undefined;
  readonly #definition: AnyNode;
  readonly #options: TreeStoreOptions;
  readonly #agent: StockAgent = {};
  /** The node whose guard said stop last, by slot. */
  readonly #stops = new Map<number, number>();
  readonly #trees = new Map<number, BehaviourTree>();
  #current: Current = { slot: 0, body: undefined, facts: undefined, dt: 0, alive: true };

  /** @throws Problem when the tree uses a node that mistreevous does not know, or a function is missing */
  constructor(program: TreeProgram, leaves: LeafRecord<Body, Facts>, options: TreeStoreOptions = {}) {
    const { succeeded, errorMessage = '' } = validateDefinition(program.definition);
    if (!succeeded) throw new Problem('not-stock', `mistreevous does not know this tree: ${errorMessage}`, { path: 'tree', hint: 'run it on our own runtime' });
    this.program = program;
    this.#options = options;
    this.#definition = this.#rewritten(program.definition.find((root) => root.id === undefined)!, leaves, { next: 0 });
  }

  step(slot: number, body: Body, facts: Facts, dt: number): Status {
    this.#stops.delete(slot);
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
    this.#stops.delete(slot);
  }

  bytes(slot: number): Uint8Array {
    const theirs = bytesOf(this.#treeOf(slot).getTreeNodeDetails());
    let at = 0;
    // The library has no node for a branch: it is as the node that it leads to.
    return Uint8Array.from(this.program.kinds, (kind) => theirs[kind === branchKind ? at : at++]!);
  }

  lastGuard(slot: number): number {
    return this.#stops.get(slot) ?? -1;
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

  /**
   * The definition with branches followed, as the library does it, and each call under a name of its own: its function knows its node,
   * brings body, facts and arguments along, and answers nothing that the library would throw at.
   */
  #rewritten(node: AnyNode, leaves: LeafRecord<Body, Facts>, numbers: { next: number }): AnyNode {
    if (node.type === 'branch') return this.#rewritten(this.program.definition.find((root) => root.id === node.ref)!.child, leaves, numbers);
    while (this.program.kinds[numbers.next] === branchKind) numbers.next++;
    const index = numbers.next++;
    const copy: Record<string, unknown> = { ...node };
    for (const name of attributeNames) {
      const attribute: Call | Guard | undefined = node[name];
      if (attribute !== undefined) copy[name] = { ...attribute, ...this.#site(name === 'while' || name === 'until' ? 'guard' : name, attribute, leaves, index, name === 'until') };
    }
    if (node.type === 'action' || node.type === 'condition') Object.assign(copy, this.#site(node.type, node, leaves, index));
    const abort = node.type === 'action' ? this.#abortOf(node, leaves, index) : undefined;
    if (abort !== undefined) copy['exit'] = this.#abortingExit(abort, copy['exit'] as Call | undefined, index);
    if (index === 0) copy['while'] = this.#aliveGuard(copy['while'] as Guard | undefined);
    if ('children' in node) copy['children'] = node.children.map((child) => this.#rewritten(child, leaves, numbers));
    else if ('child' in node) copy['child'] = this.#rewritten(node.child, leaves, numbers);
    return copy as unknown as AnyNode;
  }

  /** One place that calls: gives its function a name of its own. */
  #site(role: Role, call: Call, leaves: LeafRecord<Body, Facts>, node: number, until = false): Call {
    const args = call.args ?? [];
    const builtIn = this.#builtIn(call.call);
    const run = builtIn === undefined ? functionOf(role, call, leaves, this.program.ids[node]!) : undefined;
    return this.#named(call.call, (...given) => {
      const { slot, body, facts, dt } = this.#current;
      let answer: unknown;
      try {
        if (run === undefined) answer = role === 'action' ? builtIn!.step!(slot, args, dt, node, body) : builtIn!.test!(slot, args, body);
        else answer = run(body, facts, ...(role === 'exit' ? given : []), ...read(args, body));
      } catch (error) {
        this.#report(slot, node, error);
        answer = false;
      }
      if (role === 'action') return this.#stateOf(slot, node, answer);
      if (role !== 'condition' && role !== 'guard') return undefined;
      const said = this.#saidYes(slot, node, call.call, answer);
      if (role === 'guard' && said === until) this.#stops.set(slot, node);
      return said;
    });
  }

  /** The answer of an action as the library wants to hear it: its own words, and native promises of them. */
  #stateOf(slot: number, node: number, answer: unknown): State | Promise<State> {
    if (typeof answer === 'object' && answer !== null && 'then' in answer) {
      const tree = this.#trees.get(slot);
      // Of an entity that is gone nobody wants to hear.
      const isThere = (): boolean => this.#trees.get(slot) === tree;
      return Promise.resolve(answer as PromiseLike<unknown>).then(
        (value) => (isThere() ? this.#endOf(slot, node, value) : State.FAILED),
        (error: unknown) => {
          if (isThere()) this.#report(slot, node, error);
          return State.FAILED;
        },
      );
    }
    if (answer === running || answer === undefined || answer === State.RUNNING) return State.RUNNING;
    return this.#endOf(slot, node, answer);
  }

  #endOf(slot: number, node: number, answer: unknown): State {
    if (answer === success || answer === true || answer === State.SUCCEEDED) return State.SUCCEEDED;
    if (answer !== failure && answer !== false && answer !== State.FAILED) {
      this.#report(slot, node, badStatus(this.program, node, answer, this.#placeOf(node)));
    }
    return State.FAILED;
  }

  #saidYes(slot: number, node: number, name: string, answer: unknown): boolean {
    if (typeof answer === 'boolean') return answer;
    this.#report(slot, node, badAnswer(this.program, node, name, answer, this.#placeOf(node)));
    return false;
  }

  /** Where a problem is, for its own text; a listener is told that beside it. */
  #placeOf(node: number): string | undefined {
    return this.#options.onError === undefined ? this.program.ids[node]! : undefined;
  }

  /** Hands an error to whoever listens, and what was called counts as failed. Without a listener it ends the step, in the library's words. */
  #report(slot: number, node: number, error: unknown): void {
    if (this.#options.onError === undefined) throw error;
    this.#options.onError(slot, this.program.ids[node]!, error);
  }

  #builtIn(name: string): BuiltInLeaf | undefined {
    const { builtIns = {} } = this.#options;
    return Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
  }

  /** What an action wants done when it is aborted: the library knows exits only. */
  #abortOf(call: Call, leaves: LeafRecord<Body, Facts>, node: number): (() => void) | undefined {
    const builtIn = this.#builtIn(call.call);
    if (builtIn !== undefined) return builtIn.abort === undefined ? undefined : (): void => builtIn.abort!(this.#current.slot, node);
    const parts = leaves[call.call];
    if (typeof parts !== 'object' || parts.abort === undefined) return undefined;
    return () => parts.abort!(this.#current.body as Body, this.#current.facts as Facts, ...read(call.args ?? [], this.#current.body));
  }

  #abortingExit(abort: () => void, exit: Call | undefined, node: number): Call {
    return this.#named('abort', (ending) => {
      try {
        if ((ending as Ending).aborted) abort();
      } catch (error) {
        this.#report(this.#current.slot, node, error);
      }
      if (exit !== undefined) this.#agent[exit.call]!(ending);
    });
  }

  #aliveGuard(guard: Guard | undefined): Guard {
    return { ...guard, ...this.#named('goes on', () => this.#current.alive && (guard === undefined || this.#agent[guard.call]!() === true)) };
  }

  /** A name of its own for a place that calls: the library's errors show it. */
  #named(name: string, run: (...args: unknown[]) => unknown): Call {
    const call = `${name}@${Object.keys(this.#agent).length}`;
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

function functionOf(role: Role, { call }: Call, leaves: LeafRecord<never, never>, path: string): (...args: unknown[]) => unknown {
  const leaf: unknown = Object.hasOwn(leaves, call) ? leaves[call] : undefined;
  if (typeof leaf === 'function') return leaf as (...args: unknown[]) => unknown;
  const drive = typeof leaf === 'object' && leaf !== null && role === 'action' ? (leaf as LeafParts<unknown, unknown>).drive : undefined;
  if (drive !== undefined) return drive.bind(leaf);
  throw new Problem('missing-leaf', `${role} "${call}" is not among the leaves`, { path, hint: didYouMean(call, Object.keys(leaves)) });
}

function read(args: readonly unknown[], body: unknown): readonly unknown[] {
  return args.map((each) => (typeof each === 'object' && each !== null && '$' in each ? (body as Record<string, unknown>)[each.$ as string] : each));
}

/** The states of a node and all below it as the bytes that our rows have for them. */
function bytesOf({ state, children = [] }: NodeDetails): readonly number[] {
  return [[State.READY, State.RUNNING, State.SUCCEEDED, State.FAILED].indexOf(state), ...children.flatMap(bytesOf)];
}

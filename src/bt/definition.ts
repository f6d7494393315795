/**
 * What a behaviour tree is as data: mistreevous's JSON definition, plus the nodes that language lacks.
 * A definition that uses only the stock nodes passes mistreevous's own `validateDefinition` and means the same there.
 */

/** An argument of a call: a value, or `{ $: name }` for the property of that name on the body, read at each call. */
export type Argument = string | number | boolean | null | { readonly $: string };

/** A function named by the tree, with what it is called with after body and facts. */
export interface Call {
  readonly call: string;
  readonly args?: readonly Argument[];
}

/** A guard: asked again before the node's work goes on; when it says stop, the node is aborted. */
export interface Guard extends Call {
  /** What an abort by this guard leaves the node as: succeeded when true, failed otherwise. */
  readonly succeedOnAbort?: boolean;
}

/** What every node may carry besides its own parts. */
export interface Attributes {
  /** Go on while this is true. */
  readonly while?: Guard;
  /** Go on until this is true. */
  readonly until?: Guard;
  /** Called when the node starts. */
  readonly entry?: Call;
  /** Called with `{ succeeded, aborted }` when the node ends, however it ends. */
  readonly exit?: Call;
  /** Called each step that reaches the node. */
  readonly step?: Call;
  /** How much this child of a `utilitySelector` is wanted now: each of its children has one, and no other node. */
  readonly score?: Call;
}

/** A count or a time: fixed, or drawn anew from a closed range of whole numbers at each start. */
export type Amount = number | readonly [least: number, most: number];

/** Calls a function of the body; its answer is the node's. */
export interface ActionNode extends Attributes, Call {
  readonly type: 'action';
}

/** Asks a function of the body: true succeeds, false fails. */
export interface ConditionNode extends Attributes, Call {
  readonly type: 'condition';
}

/** Runs for a time, then succeeds. */
export interface WaitNode extends Attributes {
  readonly type: 'wait';
  /** Milliseconds; without it the node runs until a guard ends it. */
  readonly duration?: Amount;
}

/** Stands for the child of the root with that id; what guards or follows it is written on that root. */
export interface BranchNode {
  readonly type: 'branch';
  readonly ref: string;
  readonly score?: Call;
}

interface WithChildren extends Attributes {
  /** At least one. */
  readonly children: readonly ChildNode[];
}

interface WithChild extends Attributes {
  readonly child: ChildNode;
}

/** `race` ends with the first success, `all` when every child has ended; the reactive kinds start over at child 0 each step. */
export interface PlainCompositeNode extends WithChildren {
  readonly type: 'sequence' | 'selector' | 'race' | 'all' | 'reactiveSequence' | 'reactiveSelector';
}

/** Draws one child and runs it to its end. */
export interface LottoNode extends WithChildren {
  readonly type: 'lotto';
  /** Tickets of each child, whole numbers of at least 0; one each without it. */
  readonly weights?: readonly number[];
}

/** Steps all its children in every step. */
export interface ParallelNode extends WithChildren {
  readonly type: 'parallel';
  /** Successes that make the node succeed, 1 to the number of children; all of them without it. */
  readonly successes?: number;
  /** Failures that make the node fail; without it one, or with `successes` as many as put those out of reach. */
  readonly failures?: number;
}

/** Runs the child whose score is highest, and when it fails the next best; a score of 0 or less is never run. Every child has a `score`. */
export interface UtilitySelectorNode extends WithChildren {
  readonly type: 'utilitySelector';
}

/** `flip` swaps success and failure of its child, `succeed` and `fail` fix how it ends. */
export interface PlainDecoratorNode extends WithChild {
  readonly type: 'flip' | 'succeed' | 'fail';
}

/** Runs its child again for as long as it succeeds; fails with it. */
export interface RepeatNode extends WithChild {
  readonly type: 'repeat';
  /** Runs of the child; endless without it. */
  readonly iterations?: Amount;
}

/** Runs its child again for as long as it fails; succeeds with it. */
export interface RetryNode extends WithChild {
  readonly type: 'retry';
  /** Failed runs of the child after which the node gives up; never without it. */
  readonly attempts?: Amount;
}

/** Bounds its child in time. */
export interface TimedNode extends WithChild {
  /** `cooldown` fails until its time since the start of the last run that succeeded is over, `timeLimit` aborts a child that takes longer and fails. */
  readonly type: 'cooldown' | 'timeLimit';
  /** Milliseconds, at least 0. */
  readonly duration: number;
}

/** Bounds how often its child is run. */
export interface RunLimitNode extends WithChild {
  readonly type: 'runLimit';
  /** How many times the child may be started at all, at least 1; then the node fails. */
  readonly count: number;
}

/** Any node that can stand below a root. */
export type ChildNode =
  | ActionNode
  | BranchNode
  | ConditionNode
  | LottoNode
  | ParallelNode
  | PlainCompositeNode
  | PlainDecoratorNode
  | RepeatNode
  | RetryNode
  | RunLimitNode
  | TimedNode
  | UtilitySelectorNode
  | WaitNode;

/** The top of a tree: the one without `id` is where a step starts, the others are what `branch` nodes name. */
export interface RootNode extends WithChild {
  readonly type: 'root';
  readonly id?: string;
}

/** Any node. */
export type AnyNode = ChildNode | RootNode;

/** The word a node is called by, in text and JSON. */
export type NodeType = AnyNode['type'];

/** A whole tree: its roots, exactly one of them without `id`; or that one root alone. */
export type TreeDefinition = RootNode | readonly RootNode[];

/** How a node holds other nodes. */
export type NodeShape = 'leaf' | 'decorator' | 'composite';

/** Every node type with its shape. */
export const nodeShapes: Readonly<Record<NodeType, NodeShape>> = {
  root: 'decorator',
  sequence: 'composite',
  selector: 'composite',
  lotto: 'composite',
  parallel: 'composite',
  race: 'composite',
  all: 'composite',
  repeat: 'decorator',
  retry: 'decorator',
  flip: 'decorator',
  succeed: 'decorator',
  fail: 'decorator',
  action: 'leaf',
  condition: 'leaf',
  wait: 'leaf',
  branch: 'leaf',
  reactiveSequence: 'composite',
  reactiveSelector: 'composite',
  utilitySelector: 'composite',
  cooldown: 'decorator',
  timeLimit: 'decorator',
  runLimit: 'decorator',
};

/** The attributes of a node in the order they are asked and called in. */
export const attributeNames: readonly ['while', 'until', 'entry', 'step', 'exit', 'score'] = ['while', 'until', 'entry', 'step', 'exit', 'score'];

/** The nodes directly below a node, in order. Its type decides, not what properties it has: mistreevous lets pass superfluous ones. */
export function childrenOf(node: AnyNode): readonly ChildNode[] {
  const shape = nodeShapes[node.type];
  if (shape === 'composite') return (node as WithChildren).children;
  return shape === 'decorator' ? [(node as WithChild).child] : [];
}

/** The roots of a definition as a list. */
export function rootsOf(definition: TreeDefinition): readonly RootNode[] {
  return 'type' in definition ? [definition] : definition;
}

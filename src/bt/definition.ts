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
  /** On a `once`, `runLimit` or `cooldown`: asked when the node is about to begin; when true, what it has counted is forgotten. */
  readonly reset?: Call;
}

/** A number, or `{ $: name }` for the property of that name on the body, read when the node begins. */
export type Quantity = number | { readonly $: string };

/** A count or a time: fixed, or drawn anew from a closed range of whole numbers at each start. */
export type Amount = Quantity | readonly [least: Quantity, most: Quantity];

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
  /** What the params of that root are here, in their order. */
  readonly args?: readonly Argument[];
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
  /** Successes that make the node succeed, 1 to the number of children; -1 for all, -2 for all but one; all of them without it. */
  readonly successes?: number;
  /** Failures that make the node fail, said as `successes` are. As many as put its successes out of reach always do. */
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

/** Runs its child until that has come to an end once, whatever the end; an abort is none. From then on it fails. */
export interface OnceNode extends WithChild {
  readonly type: 'once';
}

/** Runs its child again for as long as it succeeds; fails with it. `repeat` begins one round a step, `repeatNow` up to a hundred. */
export interface RepeatNode extends WithChild {
  readonly type: 'repeat' | 'repeatNow';
  /** Runs of the child; endless without it. */
  readonly iterations?: Amount;
}

/** Runs its child again for as long as it fails; succeeds with it. `retry` begins one round a step, `retryNow` up to a hundred. */
export interface RetryNode extends WithChild {
  readonly type: 'retry' | 'retryNow';
  /** Failed runs of the child after which the node gives up; never without it. */
  readonly attempts?: Amount;
}

/** Bounds its child in time. */
export interface TimedNode extends WithChild {
  /** `cooldown` fails until its time since the start of the last run that succeeded is over, `timeLimit` aborts a child that takes longer and fails. */
  readonly type: 'cooldown' | 'timeLimit';
  /** Milliseconds, at least 0. */
  readonly duration: Amount;
}

/** Bounds how often its child is run. */
export interface RunLimitNode extends WithChild {
  readonly type: 'runLimit';
  /** How many times the child may be started at all, at least 1; then the node fails. */
  readonly count: Quantity;
}

/** Any node that can stand below a root. */
export type ChildNode =
  | ActionNode
  | BranchNode
  | ConditionNode
  | LottoNode
  | OnceNode
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
  /** Names that branches give values to; below this root `{ $: name }` stands for them. */
  readonly params?: readonly string[];
}

/** Any node. */
export type AnyNode = ChildNode | RootNode;

/** The word a node is called by, in text and JSON. */
export type NodeType = AnyNode['type'];

/** A whole tree: its roots, exactly one of them without `id`; or that one root alone. */
export type TreeDefinition = RootNode | readonly RootNode[];

/** How a node holds other nodes. */
export type NodeShape = 'leaf' | 'decorator' | 'composite';

function shaped(shape: NodeShape, types: string): readonly (readonly [string, NodeShape])[] {
  return types.split(' ').map((type) => [type, shape]);
}

/** Every node type with its shape. */
export const nodeShapes: Readonly<Record<NodeType, NodeShape>> = /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ [
  .../* @__PURE__ */ shaped('decorator', 'root repeat retry flip succeed fail cooldown timeLimit runLimit once repeatNow retryNow'),
  .../* @__PURE__ */ shaped('composite', 'sequence selector lotto parallel race all reactiveSequence reactiveSelector utilitySelector'),
  .../* @__PURE__ */ shaped('leaf', 'action condition wait branch'),
]) as Readonly<Record<NodeType, NodeShape>>;

/** The field with the number that a node of this type is about. */
export function amountField(type: NodeType): 'duration' | 'iterations' | 'attempts' | 'count' | undefined {
  if (type === 'wait' || type === 'cooldown' || type === 'timeLimit') return 'duration';
  if (type === 'repeat' || type === 'repeatNow') return 'iterations';
  if (type === 'retry' || type === 'retryNow') return 'attempts';
  return type === 'runLimit' ? 'count' : undefined;
}

/** The attributes of a node in the order they are asked and called in. */
export const attributeNames: readonly ['while', 'until', 'entry', 'step', 'exit', 'score', 'reset'] = ['while', 'until', 'entry', 'step', 'exit', 'score', 'reset'];

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

/** `{ $: name }` stands for a property of the body, or for a param of the root. */
export function isReference(argument: unknown): argument is { readonly $: string } {
  return typeof argument === 'object' && argument !== null && Object.keys(argument).length === 1 && Object.hasOwn(argument, '$');
}

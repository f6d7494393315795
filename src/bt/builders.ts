import type {
  ActionNode,
  Amount,
  Argument,
  BranchNode,
  Call,
  ChildNode,
  ConditionNode,
  Guard,
  LottoNode,
  OnceNode,
  ParallelNode,
  PlainCompositeNode,
  PlainDecoratorNode,
  Quantity,
  RepeatNode,
  RetryNode,
  RootNode,
  RunLimitNode,
  TimedNode,
  UtilitySelectorNode,
  WaitNode,
} from './definition.js';

/** A function by its name, or by name and arguments: `'isHurt'`, `['isNear', 'wolf', 3]`. */
export type Called = string | readonly [name: string, ...args: Argument[]];

/** A guard: as {@link Called}, or with what an abort by it leaves the node as. */
export type Guarded = Called | { readonly call: Called; readonly then: 'succeed' | 'fail' };

/** Guards, hooks and the score of a node. */
export interface With {
  readonly while?: Guarded;
  readonly until?: Guarded;
  readonly entry?: Called;
  readonly step?: Called;
  readonly exit?: Called;
  readonly score?: Called;
  /** On a `once`, `runLimit` or `cooldown`. */
  readonly reset?: Called;
}

/** The children of a composite; what guards it may stand first, as in text. */
export type Below = readonly [ChildNode, ...ChildNode[]] | readonly [With, ChildNode, ...ChildNode[]];

/** The child of a decorator; what guards it may stand first, as in text. */
export type Inside = readonly [ChildNode] | readonly [With, ChildNode];

/**
 * Functions that make the nodes of a definition, in the order of the text: keyword, arguments, attributes, children.
 * They only put data together; `treeOf` and `checkTree` check it.
 *
 * `tree.root(tree.selector(tree.action('flee', { while: 'isHurt' }), tree.action('plan')))`
 */
export interface TreeBuilders {
  /** @param parts an id for a root that branches name, guards and hooks, then the child */
  root(...parts: Inside | readonly [With & Pick<RootNode, 'id' | 'params'>, ChildNode]): RootNode;
  sequence(...parts: Below): PlainCompositeNode;
  selector(...parts: Below): PlainCompositeNode;
  race(...parts: Below): PlainCompositeNode;
  all(...parts: Below): PlainCompositeNode;
  reactiveSequence(...parts: Below): PlainCompositeNode;
  reactiveSelector(...parts: Below): PlainCompositeNode;
  utilitySelector(...parts: Below): UtilitySelectorNode;
  parallel(...parts: Below | readonly [With & Pick<ParallelNode, 'successes' | 'failures'>, ChildNode, ...ChildNode[]]): ParallelNode;
  lotto(...parts: Below | readonly [With & Pick<LottoNode, 'weights'>, ChildNode, ...ChildNode[]]): LottoNode;
  flip(...parts: Inside): PlainDecoratorNode;
  succeed(...parts: Inside): PlainDecoratorNode;
  fail(...parts: Inside): PlainDecoratorNode;
  repeat(times: Amount | 'forever', ...parts: Inside): RepeatNode;
  retry(times: Amount | 'forever', ...parts: Inside): RetryNode;
  repeatNow(times: Amount | 'forever', ...parts: Inside): RepeatNode;
  retryNow(times: Amount | 'forever', ...parts: Inside): RetryNode;
  /** @param ms milliseconds, or the least and most of them */
  cooldown(ms: Amount, ...parts: Inside): TimedNode;
  /** @param ms milliseconds, or the least and most of them */
  timeLimit(ms: Amount, ...parts: Inside): TimedNode;
  runLimit(count: Quantity, ...parts: Inside): RunLimitNode;
  once(...parts: Inside): OnceNode;
  action(call: Called, more?: With): ActionNode;
  condition(call: Called, more?: With): ConditionNode;
  /** @param ms milliseconds, or the least and most of them */
  wait(ms: Amount | 'forever', more?: With): WaitNode;
  /** @param ref the id of a root, alone or with what its params are here */
  branch(ref: Called, more?: Pick<With, 'score'>): BranchNode;
}

/** See {@link TreeBuilders}. */
export const tree: TreeBuilders = {
  root: (...parts) => decorator('root', {}, parts) as RootNode,
  sequence: (...parts) => composite('sequence', parts) as PlainCompositeNode,
  selector: (...parts) => composite('selector', parts) as PlainCompositeNode,
  race: (...parts) => composite('race', parts) as PlainCompositeNode,
  all: (...parts) => composite('all', parts) as PlainCompositeNode,
  reactiveSequence: (...parts) => composite('reactiveSequence', parts) as PlainCompositeNode,
  reactiveSelector: (...parts) => composite('reactiveSelector', parts) as PlainCompositeNode,
  utilitySelector: (...parts) => composite('utilitySelector', parts) as UtilitySelectorNode,
  parallel: (...parts) => composite('parallel', parts) as ParallelNode,
  lotto: (...parts) => composite('lotto', parts) as LottoNode,
  flip: (...parts) => decorator('flip', {}, parts) as PlainDecoratorNode,
  succeed: (...parts) => decorator('succeed', {}, parts) as PlainDecoratorNode,
  fail: (...parts) => decorator('fail', {}, parts) as PlainDecoratorNode,
  repeat: (times, ...parts) => decorator('repeat', limited('iterations', times), parts) as RepeatNode,
  retry: (times, ...parts) => decorator('retry', limited('attempts', times), parts) as RetryNode,
  repeatNow: (times, ...parts) => decorator('repeatNow', limited('iterations', times), parts) as RepeatNode,
  retryNow: (times, ...parts) => decorator('retryNow', limited('attempts', times), parts) as RetryNode,
  cooldown: (duration, ...parts) => decorator('cooldown', { duration }, parts) as TimedNode,
  timeLimit: (duration, ...parts) => decorator('timeLimit', { duration }, parts) as TimedNode,
  runLimit: (count, ...parts) => decorator('runLimit', { count }, parts) as RunLimitNode,
  once: (...parts) => decorator('once', {}, parts) as OnceNode,
  action: (call, more) => ({ type: 'action', ...called(call), ...attributes(more) }),
  condition: (call, more) => ({ type: 'condition', ...called(call), ...attributes(more) }),
  wait: (ms, more) => ({ type: 'wait', ...limited('duration', ms), ...attributes(more) }),
  branch: (ref, more) => ({ type: 'branch', ...(typeof ref === 'string' ? { ref } : { ref: ref[0], args: ref.slice(1) }), ...attributes(more) }),
};

type Parts = readonly (ChildNode | With)[];

function composite(type: string, parts: Parts): object {
  const [more, children] = split(parts);
  return { type, ...attributes(more), children };
}

function decorator(type: string, fields: object, parts: Parts): object {
  const [more, [child]] = split(parts);
  return { type, ...fields, ...attributes(more), child };
}

/** The first part carries attributes when it is no node. */
function split(parts: Parts): readonly [With | undefined, readonly ChildNode[]] {
  const [first, ...others] = parts;
  if (first !== undefined && !('type' in first)) return [first, others as readonly ChildNode[]];
  return [undefined, parts as readonly ChildNode[]];
}

function limited(field: string, amount: Amount | 'forever'): object {
  return amount === 'forever' ? {} : { [field]: amount };
}

function called(call: Called): Call & { readonly args: readonly Argument[] } {
  if (typeof call === 'string') return { call, args: [] };
  const [name, ...args] = call;
  return { call: name, args };
}

function guarded(guard: Guarded): Guard {
  if (typeof guard === 'string' || !('then' in guard)) return { ...called(guard), succeedOnAbort: false };
  return { ...called(guard.call), succeedOnAbort: guard.then === 'succeed' };
}

/** Attributes in the form of a definition; anything else a node was given with them (an id, weights) stays as it is. */
function attributes(more: With = {}): object {
  const node: Record<string, unknown> = { ...more };
  for (const name of ['while', 'until'] as const) if (more[name] !== undefined) node[name] = guarded(more[name]);
  for (const name of ['entry', 'exit', 'step', 'score', 'reset'] as const) if (more[name] !== undefined) node[name] = called(more[name]);
  return node;
}

export type {
  ActionNode,
  Amount,
  AnyNode,
  Argument,
  Attributes,
  BranchNode,
  Call,
  ChildNode,
  ConditionNode,
  Guard,
  LottoNode,
  NodeShape,
  NodeType,
  ParallelNode,
  PlainCompositeNode,
  PlainDecoratorNode,
  RepeatNode,
  RetryNode,
  RootNode,
  RunLimitNode,
  TimedNode,
  TreeDefinition,
  UtilitySelectorNode,
  WaitNode,
} from './definition.js';
export { attributeNames, childrenOf, nodeShapes, rootsOf } from './definition.js';
export { builtIns, holdsOps, isBuiltIn, type BuiltIn, type HoldsOp } from './built-ins.js';
export type { AnyLeaf, AnyLeaves, Ending, ReadFacts, Tree, TreeAction, TreeExit, TreeHook, TreeScore, TreeTest } from './leaves.js';
export type { CallSpans, Span, TreeSpans } from './text/span.js';

export { failure, running, success, type Status } from '../core/internal.js';
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
export { compileTree, type CompileOptions } from './compile.js';
export type { ProgramCall, ProgramGuard, Role, TreeNames, TreeProgram, TreeShape } from './program.js';
export type { BuiltIn as BuiltInLeaf, LeafFunction, LeafParts, LeafRecord } from './native/bind.js';
export { treeEvent, type TreeErrorHandler, type TreeTrace } from './native/stage.js';
export type { OtherTree, RestoredTreeRow, SavedNodeState, SavedTreeRow } from './native/save.js';
export { TreeStore, type TreeStoreOptions } from './native/store.js';
export { bt } from './bt.js';
export { checkTree, type CheckedTree } from './check/check.js';
export { parseTree, type ParsedTree } from './text/parse.js';
export { treeText } from './text/print.js';
export type { Checked, Leaves } from './typed.js';
export { treeUses, type CallUse, type FactUse, type GoalUse, type TreeUses, type Use } from './uses.js';
export { BehaviourTree, convertMDSLToJSON, State, validateDefinition, type BehaviourTreeOptions, type NodeDetails } from './facade.js';
export { tree, type Below, type Called, type Guarded, type Inside, type TreeBuilders, type With } from './builders.js';
export { treeMermaid, treePicture, type NodeStates } from './picture.js';
export { runTree, type TreeRun } from './run-tree.js';
export { mistreevousRuntime, StockStore } from './oracle.js';
export type { RuntimeMaker } from './runtime-maker.js';
export type { TreeRuntime } from './runtime.js';

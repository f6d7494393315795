export type {
  ActionNode, Amount, AnyNode, Argument, Attributes, BranchNode, Call, ChildNode, ConditionNode, Guard, LottoNode, NodeShape, NodeType, OnceNode, ParallelNode,
  PlainCompositeNode, PlainDecoratorNode, Quantity, RepeatNode, RetryNode, RootNode, RunLimitNode, TimedNode, TreeDefinition, UtilitySelectorNode, WaitNode,
} from './definition.js';
export { attributeNames, childrenOf, isReference, nodeShapes, rootsOf } from './definition.js';
export { isBuiltIn, type HoldsOp } from './built-ins.js';
export {
  actionKind, branchKind, conditionKind, failKind, flipKind, lottoKind, parallelKind, raceKind, repeatKind, retryKind, rootKind, selectorKind, sequenceKind,
  succeedKind, waitKind,
} from './kinds.js';
export type { AnyLeaf, AnyLeaves, Ending, Tree } from './leaves.js';
export type { Span, TreeSpans } from './text/span.js';
export { badAnswer, badStatus } from './answers.js';
export { layOut } from './layout.js';
export { compileTree, type CompileOptions } from './compile.js';
export type { ProgramCall, ProgramGuard, Role, TreeProgram, TreeShape } from './program.js';
export type { BuiltIn as BuiltInLeaf, LeafFunction, LeafParts, LeafRecord } from './native/bind.js';
export { treeEvent, type TreeErrorHandler, type TreeTrace } from './native/stage.js';
export { isSoundTreeRow, restoreTreeRow, saveTreeRow, type OtherTree, type RestoredTreeRow, type SavedNodeState, type SavedTreeRow } from './native/save.js';
export { TreeStore, type TreeStoreOptions } from './native/store.js';
export { listenToTree, substituteNode, treeNode } from './native/substitute.js';
export { isNodeRunning, treePath, treeStates, type NodeStates, type RuntimeMaker, type TreeRuntime } from './runtime.js';
export { bt, treeOf } from './bt.js';
export { tree } from './builders.js';
export { checkTree, type CheckedTree } from './check/check.js';
export { parseTree } from './text/parse.js';
export { treeText } from './text/print.js';
export { treeMermaid, treePicture } from './picture.js';
export { runTree, type TreeRun } from './run-tree.js';
export { rootPath, walkTree } from './walk.js';
export { treeUses, type FactUse, type GoalUse, type TreeUses, type Use } from './uses.js';

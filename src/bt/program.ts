import type { AnyNode, Amount, Call, RootNode } from './definition.js';

/** What a call is for: it decides what the function is given and what its answer means. */
export type Role = 'action' | 'condition' | 'guard' | 'entry' | 'step' | 'exit' | 'score' | 'reset';

/** One place in a tree that calls a function. */
export interface ProgramCall {
  readonly role: Role;
  readonly name: string;
  readonly args: readonly unknown[];
  /** True when an argument is `{ $: name }`, to be read from the body at each call. */
  readonly reads: boolean;
  /** The node that calls. */
  readonly node: number;
  /** The call as the definition has it: its place in the text is known by that. */
  readonly from: Call;
}

/** One guard of one node. */
export interface ProgramGuard {
  /** The node that is aborted when the guard stops it. */
  readonly node: number;
  readonly call: ProgramCall;
  /** `until` stops when its function is true, `while` when it is false. */
  readonly until: boolean;
  /** Whether the stopped node counts as succeeded. */
  readonly succeeds: boolean;
}

/**
 * The nodes of one tree in preorder, branches followed, as parallel lists indexed by node number:
 * node 0 is the root, the first child of n is n + 1, the next sibling of c is `ends[c]`, and a subtree is a range.
 * Immutable, and shared by all entities.
 */
export interface TreeShape {
  /** How many nodes there are. */
  readonly size: number;
  /** What each node is: the numbers of kinds.ts. */
  readonly kinds: Uint8Array;
  /** The node above; -1 for the root. */
  readonly parents: Int32Array;
  /** The node behind the subtree. */
  readonly ends: Int32Array;
  /** The number a node is about (milliseconds, runs, attempts, successes); of a drawn amount the least; -1 without one. */
  readonly least: Float64Array;
  /** Of a drawn amount the most; equal to `least` for a fixed one; of a parallel its failures. */
  readonly most: Float64Array;
  /** 1 where the amount is drawn at each start (a range of one value too: the draw can be observed), 2 where it is read from the body. */
  readonly drawn: Uint8Array;
  /** The amounts that are read from the body. */
  readonly amounts: readonly (Amount | undefined)[];
  /** Tickets of the children of a lotto. */
  readonly weights: readonly (readonly number[] | undefined)[];
  /** What an action or condition calls. */
  readonly calls: readonly (ProgramCall | undefined)[];
  readonly entries: readonly (ProgramCall | undefined)[];
  readonly steps: readonly (ProgramCall | undefined)[];
  readonly exits: readonly (ProgramCall | undefined)[];
  readonly scores: readonly (ProgramCall | undefined)[];
  readonly resets: readonly (ProgramCall | undefined)[];
  /** The guards written on a node, `while` before `until`. */
  readonly guards: readonly (readonly ProgramGuard[])[];
  /** The guards on the way to a node, outermost first, its own last. */
  readonly guardPaths: readonly (readonly ProgramGuard[])[];
  /** A name for a node that stays when other parts of the tree are edited: the types and calls on the way to it. */
  readonly ids: readonly string[];
  /** What a node is, shortly: `sequence`, `action [flee]`. */
  readonly texts: readonly string[];
  /** The definition each node came from; of a `branch` that carries a root's attributes, that root. */
  readonly definitions: readonly AnyNode[];
}

/** A tree ready to run in the native reading: shape and the tables its interpreter reads. */
export interface TreeProgram extends TreeShape {
  /** Equal for equal definitions: rows saved under one hash fit every program with the same. */
  readonly hash: string;
  /** Every call of the tree, guards included, in node order. */
  readonly allCalls: readonly ProgramCall[];
  /** Names that the brain provides rather than the tree's leaves. */
  readonly builtIns: readonly string[];
  readonly definition: readonly RootNode[];
  /** Where the numbers of a node start in a row's numbers; -1 for a node without any. */
  readonly numberAt: Int32Array;
  /** Of a child of a reactive selector that asks before it begins: where its milliseconds of being passed over stand; else -1. */
  readonly passedAt: Int32Array;
  /** Numbers a row. */
  readonly numbers: number;
  /** The cooldown nodes: their clocks go on while the tree is elsewhere. */
  readonly cooldowns: readonly number[];
  /** Whether running the tree draws random numbers. */
  readonly random: boolean;
  /** For each node the nodes on the way to it, itself included, that have something to do on each step. */
  readonly checkpoints: readonly Uint32Array[];
  /** What there is to do at a node when a step passes through it: the duties of kinds.ts. */
  readonly duties: Uint8Array;
}

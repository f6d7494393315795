import type { Built } from './built.js';
import type { Stage } from './cell-view.js';
import type { AnyDrive, AnyExit, AnyGuard, AnyHook, AnyPrecheck } from './definition.js';
import type { Visit } from './visit.js';

/** What a node is to the interpreter. A `start` stands for a root that has begun and is not entered yet. */
export const nodeKind = { leaf: 0, sequence: 1, machine: 2, parallel: 3, steps: 4, start: 5 } as const;

/** A lane's `current` when nothing runs in it; real nodes start at {@link firstNode}. */
export const idle = 0;
export const succeeded = 1;
export const failed = 2;
export const aborted = 3;
export const firstNode = 4;

/**
 * Set on a lane's `current` when the node there cannot be driven: its enter threw, or a precheck refused a step.
 * It counts as failed the next time it would be driven. Node numbers stay below it.
 */
export const faulty = 0x8000;
export const nodeMask = 0x7fff;

/** Slack for sums of many small times: a wait of one second is over after sixty ticks of a sixtieth. */
export const epsilon = 1e-9;

/** How many numbers of the state row precede a step list: its length, the failed step + 1, and a mark. */
export const listHead = 3;
/** What happened to a step list; `stale` is a failed step that was never entered. */
export const listMark = { open: 0, stale: 1, done: 2 } as const;

/**
 * All that the common tick of a plain leaf needs, together in one object: a leaf in the root's lane that cannot sleep and takes the root's params.
 */
export interface QuickLeaf {
  readonly node: number;
  readonly drive: AnyDrive;
  /** What its callbacks see as `frame.cells`, and the number place of the first of them. */
  readonly view: object;
  readonly cellAt: number;
  /** The number place of what they see as `frame.elapsed`, -1 when there is none. */
  readonly ownClock: number;
  /** Number places that time is added to. */
  readonly clocks: readonly number[];
  /** The guards asked every tick, in order; one that always says yes where a transition has none. */
  readonly guards: readonly AnyGuard[];
  /** The first clock (-1 when there is none), the first two guards, and how many there are: most leaves have no more, and no list is looked into. */
  readonly clock: number;
  readonly guard: AnyGuard | undefined;
  readonly secondGuard: AnyGuard | undefined;
  readonly count: number;
  /** For each guard the number place of the clock that `after` reads, and its seconds (-1 where there is no `after`). Undefined when no guard has one. */
  readonly dues: readonly number[] | undefined;
  /** What clock and cells begin with, and the number place of the first. */
  readonly initial: readonly number[];
  readonly from: number;
  /** The leaf that follows in the sequence, when that is such a leaf too and nobody is told of the change (no exit here, no enter there). */
  readonly next: QuickLeaf | undefined;
}

/**
 * The structure as flat lists by node number, so that driving is table look-ups and nothing is built while running.
 * A place is an offset into the entity's row of 16-bit state or of 64-bit numbers; -1 is "has none".
 *
 * A *lane* is a line of control: the root has one, each child of a parallel has its own. Its two state cells hold the
 * current node and the activation token (the root lane's second cell counts the tokens given out to all lanes). In one lane the current node alone tells the whole path, because each node has one parent.
 */
export interface Tables {
  readonly kind: Uint8Array;
  /** The node above, 0 at the top of a root. */
  readonly parent: Uint16Array;
  /** Place among the siblings. */
  readonly index: Uint16Array;
  readonly root: Uint16Array;
  /** State place of the node's lane. */
  readonly lane: Uint16Array;
  /** 1: the node is the top of its lane. */
  readonly top: Uint8Array;
  /** Children of node n: `kids[kidStart[n]]` up to, not including, `kids[kidStart[n + 1]]`. */
  readonly kidStart: Uint32Array;
  readonly kids: Uint16Array;
  /** State place of the round of a looping sequence, or of the index of a step list. */
  readonly counter: Int32Array;
  /** Rounds of a sequence, 0 forever. */
  readonly rounds: Uint16Array;
  readonly skipFailures: Uint8Array;
  /** Parallel: 1 when any success is enough. */
  readonly any: Uint8Array;
  /** Machine: the state it begins with. */
  readonly initial: Uint16Array;
  /** Number place of the node's own clock (a machine's: since its state was entered). */
  readonly clock: Int32Array;
  /** Number place of the seconds a leaf still sleeps. */
  readonly sleep: Int32Array;
  /** A leaf's clock, sleep and cells: its places from, and up to, in the numbers, and where in `firstNumbers` the values stand that they begin with. */
  readonly numberFrom: Uint16Array;
  readonly numberTo: Uint16Array;
  readonly initialNumbers: Uint32Array;
  readonly firstNumbers: Float64Array;
  /** Number place of a leaf's first cell. */
  readonly cellAt: Int32Array;
  readonly cells: readonly (readonly { readonly name: string; readonly initial: number }[])[];
  readonly cellViews: readonly object[];
  readonly stage: Stage;
  /** State place of what a composite remembers: child + 1, then a copy of its region. */
  readonly history: Int32Array;
  readonly deep: Uint8Array;
  readonly regionAt: Uint16Array;
  readonly regionSize: Uint16Array;
  /** The steps node whose params a node is driven with, 0 when those of the root. */
  readonly stepsAbove: Uint16Array;
  /** State place of a step list. */
  readonly list: Int32Array;
  readonly maxSteps: Uint16Array;
  /** By root: state places of its histories and lists, which outlive an activation. */
  readonly lasting: readonly (readonly [from: number, to: number])[];
  /** By root: number place of the seconds since it began. */
  readonly rootClock: Int32Array;
  readonly start: Uint16Array;

  /** Number places that time is added to while node n is current: `clocks[clockStart[n]]`... */
  readonly clockStart: Uint32Array;
  readonly clocks: Uint16Array;
  /** Transitions asked every tick while node n is current, outermost machine first. */
  readonly checkStart: Uint32Array;
  readonly checks: Uint16Array;
  /** Transitions by event while node n is current, innermost machine first. */
  readonly eventStart: Uint32Array;
  readonly eventChecks: Uint16Array;
  /** Transitions taken when node n, a state of a machine, ends. */
  readonly doneStart: Uint32Array;
  readonly doneChecks: Uint16Array;
  /** 1: a guard over node n does not say what it watches, so the entity cannot sleep there. */
  readonly restless: Uint8Array;
  /** Bits of the watched names over node n. */
  readonly watches: Uint32Array;
  /** By node; undefined for all that go the long way. */
  readonly quick: readonly (QuickLeaf | undefined)[];

  /** By transition. A target below {@link firstNode} is a result: the machine ends. */
  readonly machineOf: Uint16Array;
  readonly target: Uint16Array;
  readonly event: Int16Array;
  /** Seconds, or -1 for a transition without `after`. */
  readonly after: Float64Array;
  /** 1 success, 2 failure, 3 both. */
  readonly results: Uint8Array;
  readonly when: readonly (AnyGuard | undefined)[];

  readonly enter: readonly (AnyHook | undefined)[];
  readonly drive: readonly (AnyDrive | undefined)[];
  readonly exit: readonly (AnyExit | undefined)[];
  readonly resume: readonly (AnyHook | undefined)[];
  readonly undo: readonly (((body: unknown, params: unknown) => void) | undefined)[];
  readonly precheck: readonly (AnyPrecheck | undefined)[];

  readonly stateWidth: number;
  readonly numberWidth: number;
  readonly hasHistory: boolean;
  readonly hasUndo: boolean;
  readonly canSleep: boolean;
  readonly hasLists: boolean;
}

/** One immutable program over several roots; any number of entities run on it. */
export interface StateProgram {
  /** Tells structures apart: equal hash, equal rows. */
  readonly hash: string;
  readonly roots: readonly string[];
  /** Stable id of every node by its number, like `goTo/walk/1`; the first four are not nodes. */
  readonly ids: readonly string[];
  /** The last part of each id. */
  readonly names: readonly string[];
  /** Events by number. */
  readonly events: readonly string[];
  /** Names that guards watch, by bit. */
  readonly watched: readonly string[];
  /** Events an entity can have waiting; 0 when the structure answers none. */
  readonly queue: number;
  /** Bytes of columns an entity takes. */
  readonly rowBytes: number;
  readonly tables: Tables;
  /** The common tick as generated code, when `codegen` was given. */
  readonly visit: Visit | undefined;
  /** @internal What it was made of, for pictures. */
  readonly built: readonly Built[];
}

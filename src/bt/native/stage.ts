import { failure, nextRandom, seedStream, type Status } from '../../core/internal.js';
import { conditionKind } from '../kinds.js';
import type { ProgramGuard, TreeProgram } from '../program.js';
import type { BoundCall, BoundCalls } from './bind.js';
import { probesOf, type Probe } from './probes.js';
import { Promises } from './promises.js';
import { readyState, type TreeRows } from './rows.js';

/** What a tree tells a trace, as the `event` of {@link TreeTrace}. */
export const treeEvent = { begin: 0, end: 1, abort: 2, guard: 3 } as const;

/** Hears what happens in a tree: `end` and `guard` come with the status the node got, the others with 0. */
export type TreeTrace = (slot: number, node: number, event: number, status: number) => void;

/** Hears of a callback that threw, and of answers that mean nothing. */
export type TreeErrorHandler = (slot: number, nodePath: string, error: unknown) => void;

/** The answer of a subtree that is being left because a guard above it says stop. */
export const unwind = 3;
/** How a visit of a node went. */
export type Outcome = Status | typeof unwind;

/** How a step gets about in a tree: what the kinds of nodes need of the interpreter, handed to them with the stage. */
export interface Walk {
  /** Begins, goes on with, or reads the result of a child. */
  visit(s: Stage, child: number): Outcome;
  /** Begins a node that is ready. */
  start(s: Stage, node: number): Outcome;
  /** Begins a node whose guards have agreed. */
  admit(s: Stage, node: number): Outcome;
  /** Asks the guards from the root down to a node again, since an action was called. True when one says stop. */
  mustUnwind(s: Stage, node: number): boolean;
}

/** What `$name` in a text stands for. */
export type Read = (slot: number, body: unknown, name: string) => unknown;

/** What a stage is made of. */
export interface StageParts {
  readonly program: TreeProgram;
  readonly rows: TreeRows;
  readonly calls: BoundCalls;
  readonly walk: Walk;
  readonly onError: TreeErrorHandler | undefined;
  readonly onPromise: ((slot: number, path: string, promise: PromiseLike<unknown>) => void) | undefined;
  readonly trace: TreeTrace | undefined;
  readonly random: ((slot: number) => number) | undefined;
  readonly seed: number;
  readonly read: Read | undefined;
  readonly lostPromises: 'again' | 'fail';
}

/** The tables of one tree, and the entity that is being stepped: what the functions of the native reading work on. */
export class Stage {
  readonly program: TreeProgram;
  readonly rows: TreeRows;
  readonly calls: BoundCalls;
  readonly walk: Walk;
  readonly onError: TreeErrorHandler | undefined;
  readonly onPromise: ((slot: number, path: string, promise: PromiseLike<unknown>) => void) | undefined;
  readonly lostPromises: 'again' | 'fail';
  readonly random: ((slot: number) => number) | undefined;
  readonly seed: number;
  readonly read: Read | undefined;
  /** The program's kinds and duties, but for nodes that a test has substituted. */
  readonly kinds: Uint8Array;
  readonly duties: Uint8Array;
  // The tables of the program that every step reads, as fields of ours: programs come in several hidden classes.
  readonly size: number;
  readonly ends: Int32Array;
  readonly parents: Int32Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly drawn: Uint8Array;
  readonly numberAt: Int32Array;
  readonly guards: readonly (readonly ProgramGuard[])[];
  readonly guardPaths: readonly (readonly ProgramGuard[])[];
  readonly checkpoints: readonly Uint32Array[];
  readonly cooldowns: readonly number[];
  /** Numbers a row. */
  readonly width: number;
  readonly promises: Promises;
  /** 1 for an action or condition without guards and hooks of its own. */
  readonly plain: Uint8Array;
  /** Whether the tree has any guards. */
  readonly guarded: boolean;
  /** The actions and conditions before a test has substituted any. */
  readonly originals: readonly (BoundCall | undefined)[];
  /** How the children of each reactive node are looked at again. */
  probes: readonly (readonly Probe[] | undefined)[];
  trace: TreeTrace | undefined;
  /** Nodes of which something was told that is told once only. */
  told: Set<number> | undefined = undefined;

  // The entity that is being stepped. One step at a time: a nested one sets these aside, see `step`.
  slot = 0;
  base = 0;
  numberBase = 0;
  body: unknown = undefined;
  facts: unknown = undefined;
  // Begins as undefined so that the engine keeps it as a reference: a field that only ever held numbers is read into a new box at every call.
  dt: number = undefined as unknown as number;
  states: Uint8Array = new Uint8Array(0);
  numbers: Float64Array = new Float64Array(0);
  /** True inside a step. */
  busy = false;
  /** An action has been called since the guards were asked: the world may be another. */
  dirty = false;
  /** What a node stopped by its guard counts as. */
  verdict: Status = failure;
  /** The node whose guard said stop, while a subtree is being left for it. */
  unwindTo = 0;
  /** Conditions up to this node have said yes already, while a branch begins that was asked before it was let in. */
  answered = -1;

  constructor(parts: StageParts) {
    const { program, calls } = parts;
    this.program = program;
    this.rows = parts.rows;
    this.calls = calls;
    this.walk = parts.walk;
    this.onError = parts.onError;
    this.onPromise = parts.onPromise;
    this.lostPromises = parts.lostPromises;
    this.random = parts.random;
    this.seed = parts.seed;
    this.read = parts.read;
    this.kinds = program.kinds.slice();
    this.duties = program.duties.slice();
    this.size = program.size;
    this.ends = program.ends;
    this.parents = program.parents;
    this.least = program.least;
    this.most = program.most;
    this.drawn = program.drawn;
    this.numberAt = program.numberAt;
    this.guards = program.guards;
    this.guardPaths = program.guardPaths;
    this.checkpoints = program.checkpoints;
    this.cooldowns = program.cooldowns;
    this.width = program.numbers;
    this.guarded = program.guards.some((guards) => guards.length > 0);
    this.promises = new Promises(program.size);
    this.originals = [...calls.leaves];
    this.trace = parts.trace;
    this.plain = Uint8Array.from(this.kinds, (kind, node) => (kind <= conditionKind && this.duties[node] === 0 && calls.entries[node] === undefined && calls.exits[node] === undefined ? 1 : 0));
    this.probes = probesOf(program, this.kinds, this.duties, calls);
  }
}

/** The next random number of the row, in [0, 1). */
export function chance(s: Stage): number {
  if (s.random !== undefined) return s.random(s.slot);
  const states = s.rows.random!.data;
  // A fresh row is all zeros; its stream is set up at the first draw.
  if (states[s.slot] === 0) states[s.slot] = seedStream(s.seed, s.slot);
  return nextRandom(states, s.slot);
}

/** Makes a subtree ready without a word. */
export function clear(s: Stage, node: number): void {
  const { states } = s;
  const end = s.base + s.ends[node]!;
  // A loop, since for the few bytes of a usual subtree a call of fill costs more.
  for (let at = s.base + node; at < end; at++) states[at] = readyState;
}

import { failure, nextRandom, seedStream, type Status } from '../../core/internal.js';
import { conditionKind } from '../kinds.js';
import type { ProgramGuard, TreeProgram } from '../program.js';
import type { BoundCalls } from './bind.js';
import { Promises } from './promises.js';
import { readyState, type TreeRows } from './rows.js';

/** What a tree tells a trace, as the `event` of {@link TreeTrace}. */
export const treeEvent = { begin: 0, end: 1, abort: 2, guard: 3 } as const;

/** Hears what happens in a tree: `end` and `guard` come with the status the node got, the others with 0. */
export type TreeTrace = (slot: number, node: number, event: number, status: number) => void;

/** Hears of a callback that threw, and of answers that mean nothing. */
export type TreeErrorHandler = (slot: number, nodePath: string, error: unknown) => void;

/** What an interpreter is made of. */
export interface InterpreterParts {
  readonly program: TreeProgram;
  readonly rows: TreeRows;
  readonly calls: BoundCalls;
  readonly onError: TreeErrorHandler | undefined;
  readonly trace: TreeTrace | undefined;
  readonly random: ((slot: number) => number) | undefined;
  readonly seed: number;
  readonly lostPromises: 'again' | 'fail';
}

/** The tables of one tree, and the entity that is being stepped. */
export abstract class Stage {
  protected readonly program: TreeProgram;
  protected readonly rows: TreeRows;
  protected readonly calls: BoundCalls;
  /** The program's kinds, but for nodes that a test has substituted. */
  protected readonly kinds: Uint8Array;
  /** The program's duties, but for nodes that a test has substituted. */
  protected readonly duties: Uint8Array;
  // The tables of the program that every step reads, as fields of ours: programs come in several hidden classes.
  protected readonly size: number;
  protected readonly ends: Int32Array;
  protected readonly parents: Int32Array;
  protected readonly least: Float64Array;
  protected readonly most: Float64Array;
  protected readonly drawn: Uint8Array;
  protected readonly numberAt: Int32Array;
  protected readonly guards: readonly (readonly ProgramGuard[])[];
  /** See `isPlain`. */
  protected readonly plain: Uint8Array;
  readonly promises: Promises;
  readonly #random: ((slot: number) => number) | undefined;
  readonly #seed: number;
  protected trace: TreeTrace | undefined;

  // The entity that is being stepped. One step at a time: a nested one sets these aside, see Interpreter.step.
  protected slot = 0;
  protected base = 0;
  protected numberBase = 0;
  protected body: unknown = undefined;
  protected facts: unknown = undefined;
  // Begins as undefined so that the engine keeps it as a reference: a field that only ever held numbers is read into a new box at every call.
  protected dt: number = undefined as unknown as number;
  protected states: Uint8Array = new Uint8Array(0);
  protected numbers: Float64Array = new Float64Array(0);
  protected busy = false;
  /** An action has been called since the guards were asked: the world may be another. */
  protected dirty = false;
  /** What a node stopped by its guard counts as. */
  protected verdict: Status = failure;

  constructor(parts: InterpreterParts) {
    this.program = parts.program;
    this.rows = parts.rows;
    this.calls = parts.calls;
    this.kinds = parts.program.kinds.slice();
    this.duties = parts.program.duties.slice();
    this.size = parts.program.size;
    this.ends = parts.program.ends;
    this.parents = parts.program.parents;
    this.least = parts.program.least;
    this.most = parts.program.most;
    this.drawn = parts.program.drawn;
    this.numberAt = parts.program.numberAt;
    this.guards = parts.program.guards;
    this.promises = new Promises(parts.program.size);
    this.#random = parts.random;
    this.#seed = parts.seed;
    this.trace = parts.trace;
    this.plain = Uint8Array.from(this.kinds, (_kind, node) => this.isPlain(node));
  }

  /** 1 for an action or condition without guards and hooks of its own. */
  protected isPlain(node: number): number {
    const { entries, exits } = this.calls;
    return this.kinds[node]! <= conditionKind && this.duties[node] === 0 && entries[node] === undefined && exits[node] === undefined ? 1 : 0;
  }

  /** True inside a step. */
  get stepping(): boolean {
    return this.busy;
  }

  /** Sets who is told of what happens from now on. */
  listen(trace: TreeTrace | undefined): void {
    this.trace = trace;
  }

  /** The amount of a node that counts or waits: fixed, or drawn when it began; -1 for none. */
  protected amount(node: number, at: number): number {
    return this.drawn[node] === 1 ? this.numbers[at + 1]! : this.least[node]!;
  }

  /** Draws an amount from the range of a node. */
  protected draw(node: number): number {
    const least = this.least[node]!;
    return Math.floor(this.chance() * (this.most[node]! - least + 1) + least);
  }

  /** The next random number of the row, in [0, 1). */
  protected chance(): number {
    if (this.#random !== undefined) return this.#random(this.slot);
    const states = this.rows.random!.data;
    // A fresh row is all zeros; its stream is set up at the first draw.
    if (states[this.slot] === 0) states[this.slot] = seedStream(this.#seed, this.slot);
    return nextRandom(states, this.slot);
  }

  /** Makes a subtree ready without a word. */
  protected clear(node: number): void {
    const { states } = this;
    const end = this.base + this.ends[node]!;
    // A loop, since for the few bytes of a usual subtree a call of fill costs more.
    for (let at = this.base + node; at < end; at++) states[at] = readyState;
  }
}

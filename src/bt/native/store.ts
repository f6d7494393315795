import { Columns, readSeed, type Status } from '../../core/internal.js';
import type { TreeProgram } from '../program.js';
import type { TreeRuntime } from '../runtime.js';
import { bindCalls, type BuiltIn, type LeafRecord } from './bind.js';
import { abort, step, walk } from './interpreter.js';
import { addRows } from './rows.js';
import { Stage, type TreeErrorHandler, type TreeTrace } from './stage.js';

/** How a store of rows is set up. */
export interface TreeStoreOptions {
  /** Where the rows live; columns of its own unless given. */
  readonly columns?: Columns;
  /** What the brain provides under reserved names. */
  readonly builtIns?: Readonly<Record<string, BuiltIn>>;
  /** Hears of callbacks that throw; the step then goes on as if they had failed. Without it a throw ends the step and reaches the caller. */
  readonly onError?: TreeErrorHandler;
  /** Gets a promise that a guard, hook or score answered though nobody waits for it. */
  readonly onPromise?: (slot: number, path: string, promise: PromiseLike<unknown>) => void;
  /** Hears what begins, ends and is aborted. */
  readonly trace?: TreeTrace;
  /** Random numbers in [0, 1) for lottos and drawn amounts; a seeded stream of each row unless given. */
  readonly random?: (slot: number) => number;
  /** Seed of the rows' own streams. */
  readonly seed?: number;
  /** What `$name` in a text stands for; the property of that name on the body unless given. */
  readonly read?: (slot: number, body: unknown, name: string) => unknown;
  /** What becomes of an action that waited for a promise when its row was saved: it is called `again` (as without this), or counts as failed. */
  readonly lostPromises?: 'again' | 'fail';
}

/**
 * A tree and the rows of all entities that run it, in the native reading: the running leaf is resumed, each guard is asked once a step.
 * All that an entity owns is its row in `columns`; make room with `columns.grow` before a slot is used, and clear it with `columns.clear`.
 * What is asked about a row is a function: `treeStates`, `treePath`, `saveTreeRow`, `restoreTreeRow`.
 */
export class TreeStore<Body = unknown, Facts = unknown> implements TreeRuntime<Body, Facts> {
  readonly program: TreeProgram;
  readonly columns: Columns;
  readonly stage: Stage;

  /** @throws Problem when a function is missing, misplaced, or has a reserved name */
  constructor(program: TreeProgram, leaves: LeafRecord<Body, Facts>, options: TreeStoreOptions = {}) {
    this.program = program;
    this.columns = options.columns ?? new Columns(1);
    this.stage = new Stage({
      program,
      rows: addRows(program, this.columns, options.random === undefined),
      calls: bindCalls(program, leaves, options.builtIns ?? {}),
      read: options.read,
      walk,
      onError: options.onError,
      onPromise: options.onPromise,
      trace: options.trace,
      random: options.random,
      seed: readSeed(options.seed ?? 1, 'seed'),
      lostPromises: options.lostPromises ?? 'again',
    });
  }

  /**
   * One step of one entity, `dt` seconds after its last. A tree that had ended starts afresh.
   *
   * @throws Problem `bad-time`
   */
  step(slot: number, body: Body, facts: Facts, dt: number): Status {
    return step(this.stage, slot, body, facts, dt);
  }

  /** Aborts whatever runs: each exit and abort hook once, children first. Cooldowns and run counts stay. */
  abort(slot: number, body: Body, facts: Facts): void {
    abort(this.stage, slot, body, facts);
  }

  /** Lets go of the promises of a slot that is freed or overwritten: what they say later decides nothing. */
  forget(slot: number): void {
    this.stage.promises.forgetSlot(slot);
  }

  bytes(slot: number): Uint8Array {
    return this.stage.rows.states.data.subarray(slot * this.program.size, (slot + 1) * this.program.size);
  }

  lastGuard(slot: number): number {
    return this.stage.rows.guard.data[slot]! - 1;
  }
}

import { failure, hearRejection, isPromise, Problem, type Status } from '../core/internal.js';
import { badStatus, yesOrNo } from './answers.js';
import { FrameView } from './frame.js';
import type { Tables } from './program.js';
import { exitReasons, stateEvent, type Rows } from './rows.js';

/** Told of every throw in a callback: the entity, which callback of which state, and what was thrown. */
export type StateErrorHandler = (slot: number, path: string, error: unknown) => void;

/** Gets a promise that a callback answered though nobody waits for it; whoever takes it hears of its rejection. */
export type PromiseHandler = (slot: number, path: string, promise: PromiseLike<unknown>) => void;

/** Detail of a drive record when the leaf threw. */
const thrown = 3;

/** Calls the user's functions for the entity that is being worked on. Nothing that they throw gets past here. */
export class Calls {
  readonly frame: FrameView;
  readonly #rows: Rows;
  readonly #tables: Tables;
  readonly #onError: StateErrorHandler | undefined;
  readonly #onPromise: PromiseHandler | undefined;
  /** What the error handler itself threw: thrown on when the store is at rest again. */
  #rethrow: { readonly error: unknown } | undefined;

  constructor(rows: Rows, onError: StateErrorHandler | undefined, onPromise?: PromiseHandler) {
    this.#rows = rows;
    this.#tables = rows.tables;
    this.#onError = onError;
    this.#onPromise = onPromise;
    this.frame = new FrameView(rows);
  }

  /** Drives a leaf. A throw counts as failure. */
  drive(node: number): Status {
    const rows = this.#rows;
    let status: Status;
    try {
      status = this.#tables.drive[node]!(rows.body, rows.paramsOf(node), this.#at(node));
    } catch (error) {
      this.report(node, 'drive', error);
      rows.trace?.(rows.slot, node, stateEvent.drive, thrown);
      return failure;
    }
    status = this.checked(node, status);
    rows.trace?.(rows.slot, node, stateEvent.drive, status);
    return status;
  }

  /** An answer that is no status counts as failure. */
  checked(node: number, answer: Status): Status {
    if (answer === 0 || answer === 1 || answer === 2) return answer;
    this.#hear(node, 'drive', answer);
    this.report(node, 'drive', badStatus(answer));
    return failure;
  }

  /** Returns false when it threw. */
  enter(node: number): boolean {
    const enter = this.#tables.enter[node];
    if (enter === undefined) return true;
    try {
      this.#notAwaited(node, 'enter', enter(this.#rows.body, this.#rows.paramsOf(node), this.#at(node)));
      return true;
    } catch (error) {
      this.report(node, 'enter', error);
      return false;
    }
  }

  exit(node: number, why: number): void {
    const exit = this.#tables.exit[node];
    if (exit === undefined) return;
    try {
      this.#notAwaited(node, 'exit', exit(this.#rows.body, this.#rows.paramsOf(node), exitReasons[why]!, this.#at(node)));
    } catch (error) {
      this.report(node, 'exit', error);
    }
  }

  resume(node: number): void {
    const resume = this.#tables.resume[node];
    if (resume === undefined) return;
    this.#rows.trace?.(this.#rows.slot, node, stateEvent.resume, 0);
    try {
      this.#notAwaited(node, 'resume', resume(this.#rows.body, this.#rows.paramsOf(node), this.#at(node)));
    } catch (error) {
      this.report(node, 'resume', error);
    }
  }

  undo(node: number): void {
    this.#rows.trace?.(this.#rows.slot, node, stateEvent.undo, 0);
    try {
      this.#notAwaited(node, 'undo', this.#tables.undo[node]!(this.#rows.body, this.#rows.paramsOf(node)));
    } catch (error) {
      this.report(node, 'undo', error);
    }
  }

  /** Asks a transition's guard; a throw, or an answer that is neither true nor false, is a no. */
  guard(way: number): boolean {
    const when = this.#tables.when[way];
    if (when === undefined) return true;
    const machine = this.#tables.machineOf[way]!;
    try {
      const answer: unknown = when(this.#rows.body, this.#rows.paramsOf(machine));
      this.#hear(machine, 'when', answer);
      return yesOrNo(answer);
    } catch (error) {
      this.report(machine, 'when', error);
      return false;
    }
  }

  /** Asks whether a step may be entered; a throw, or an answer that is neither true nor false, is a no. */
  precheck(steps: number, kid: number, params: unknown): boolean {
    const precheck = this.#tables.precheck[steps];
    if (precheck === undefined) return true;
    try {
      const answer: unknown = precheck(this.#rows.body, this.#rows.program.names[kid]!, params);
      this.#hear(steps, 'precheck', answer);
      return yesOrNo(answer);
    } catch (error) {
      this.report(steps, 'precheck', error);
      return false;
    }
  }

  /** A callback that only does something answered a promise: what it does later, the step does not wait for. */
  #notAwaited(node: number, callback: string, answer: unknown): void {
    if (answer === undefined || !isPromise(answer)) return;
    this.#hear(node, callback, answer);
    this.report(node, callback, new Problem('not-awaited', `${callback} answers a promise, and nobody waits for it`, { hint: 'what takes its time is written task(async (body, params, signal) => ...)' }));
  }

  /** A promise that is no answer may still be rejected: that is told, however late. */
  #hear(node: number, callback: string, answer: unknown): void {
    if (!isPromise(answer)) return;
    const { slot } = this.#rows;
    const path = `${this.#rows.program.ids[node]!}.${callback}`;
    if (this.#onPromise === undefined) hearRejection(answer, (reason) => this.#onError?.(slot, path, reason));
    else this.#onPromise(slot, path, answer);
  }

  /** Tells of a throw in a callback of a node. */
  report(node: number, callback: string, error: unknown): void {
    try {
      this.#onError?.(this.#rows.slot, `${this.#rows.program.ids[node]!}.${callback}`, error);
    } catch (again) {
      this.#rethrow ??= { error: again };
    }
  }

  /** Gives up the running tasks of a slot whose activations are gone without an exit. */
  dropTasks(slot: number): void {
    for (const bySlot of this.frame.tasks) {
      const run = bySlot?.[slot];
      if (run === undefined) continue;
      bySlot[slot] = undefined;
      run.cancel();
    }
  }

  dropAllTasks(): void {
    for (const bySlot of this.frame.tasks) for (const run of bySlot?.splice(0) ?? []) run?.cancel();
  }

  /** Throws what the error handler threw, now that the store is at rest. */
  rethrow(): void {
    if (this.#rethrow === undefined) return;
    const { error } = this.#rethrow;
    this.#rethrow = undefined;
    throw error;
  }

  /** The frame, pointed at a leaf. */
  #at(node: number): FrameView {
    const { stage, cellAt, cellViews, clock } = this.#tables;
    const { numbers, base } = this.#rows;
    this.#rows.node = node;
    if (clock[node] === -1) this.frame.elapsed = NaN;
    else this.frame.elapsed = numbers[base + clock[node]!]!;
    stage.at = base + cellAt[node]!;
    this.frame.cells = cellViews[node];
    return this.frame;
  }
}

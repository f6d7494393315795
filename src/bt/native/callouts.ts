import { failure, nextRandom, Problem, running, seedStream, success, type Status } from '../../core/index.js';
import { actionKind, conditionKind, cooldownKind } from '../kinds.js';
import type { ProgramGuard, TreeProgram } from '../program.js';
import { invoke, invokeExit, type BoundCall, type BoundCalls } from './bind.js';
import { Promises } from './promises.js';
import { enteredState, isActive, nowhere, readyState, runningState, waitingState, type TreeRows } from './rows.js';


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

/** The endings that exit hooks are told; frozen and shared, so that an exit allocates nothing. */
const succeededEnding = Object.freeze({ succeeded: true, aborted: false });
const failedEnding = Object.freeze({ succeeded: false, aborted: false });
const abortedEnding = Object.freeze({ succeeded: false, aborted: true });

/** Everything through which a step reaches the user's functions: leaves, guards, hooks, scores, errors, chance. */
export abstract class Callouts {
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
  readonly #onError: TreeErrorHandler | undefined;
  readonly #random: ((slot: number) => number) | undefined;
  readonly #seed: number;
  readonly #lostPromises: 'again' | 'fail';
  protected readonly trace: TreeTrace | undefined;
  readonly #guarded: boolean;

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
    this.#onError = parts.onError;
    this.#random = parts.random;
    this.#seed = parts.seed;
    this.#lostPromises = parts.lostPromises;
    this.trace = parts.trace;
    this.plain = Uint8Array.from(this.kinds, (_kind, node) => this.isPlain(node));
    this.#guarded = parts.program.guards.some((guards) => guards.length > 0);
  }

  /** 1 for an action or condition without guards and hooks of its own. */
  protected isPlain(node: number): number {
    const { entries, exits } = this.calls;
    return this.kinds[node]! <= conditionKind && this.duties[node] === 0 && entries[node] === undefined && exits[node] === undefined ? 1 : 0;
  }

  /** Runs a leaf; one that goes on becomes the row's cursor. */
  protected drive(node: number): Status {
    const kind = this.kinds[node]!;
    const status = kind === actionKind ? this.#act(node) : kind === conditionKind ? this.#test(node) : this.#wait(node);
    if (status === running) this.rows.cursor.data[this.slot] = node;
    return status;
  }

  /** Runs a ready leaf of which nothing else is known but what it does: no guards, no hooks, nobody listening, nothing to be asked again. */
  protected quick(node: number): Status {
    const at = this.base + node;
    this.states[at] = enteredState;
    const isTest = this.kinds[node] === conditionKind;
    const status = isTest ? this.#test(node) : this.#act(node);
    if (status === running) {
      this.rows.cursor.data[this.slot] = node;
      if (this.states[at] === enteredState) this.states[at] = runningState;
      return running;
    }
    this.states[at] = status + 1;
    return status;
  }

  #act(node: number): Status {
    const call = this.calls.leaves[node]!;
    if (this.states[this.base + node] === waitingState) {
      const pending = this.promises.get(this.slot, node);
      if (pending !== undefined) return pending.settled ? this.#settled(node, pending.rejected, pending.value) : running;
      // A restored row has no promise.
      if (this.#lostPromises === 'fail') return failure;
      this.states[this.base + node] = runningState;
    }
    this.dirty = this.#guarded;
    let answer: unknown;
    try {
      answer = call.builtIn === undefined ? invoke(call, this.body, this.facts) : call.builtIn.step!(this.slot, call.args, this.dt, node);
    } catch (error) {
      this.report(node, error);
      return failure;
    }
    if (answer === running || answer === success || answer === failure) return answer;
    return this.#understand(node, answer);
  }

  /** The less usual answers of an action. */
  #understand(node: number, answer: unknown): Status {
    switch (answer) {
      case undefined:
      case 'mistreevous.running':
        return running;
      case true:
      case 'mistreevous.succeeded':
        return success;
      case false:
      case 'mistreevous.failed':
        return failure;
    }
    if (typeof answer === 'object' && answer !== null && typeof (answer as PromiseLike<unknown>).then === 'function') {
      this.promises.wait(this.slot, node, answer as PromiseLike<unknown>);
      this.states[this.base + node] = waitingState;
      return running;
    }
    this.report(node, new Problem('bad-status', `${this.program.texts[node]!} answered ${String(answer)}`, { path: this.program.ids[node]!, hint: 'answer running, success, failure, a boolean or a promise' }));
    return failure;
  }

  #settled(node: number, rejected: boolean, value: unknown): Status {
    this.promises.forget(this.slot, node);
    if (rejected) {
      this.report(node, value);
      return failure;
    }
    const status = this.#understandSettled(value);
    if (status !== undefined) return status;
    this.report(node, new Problem('bad-status', `the promise of ${this.program.texts[node]!} resolved to ${String(value)}`, { path: this.program.ids[node]!, hint: 'resolve to success, failure or a boolean' }));
    return failure;
  }

  #understandSettled(value: unknown): Status | undefined {
    if (value === success || value === true || value === 'mistreevous.succeeded') return success;
    return value === failure || value === false || value === 'mistreevous.failed' ? failure : undefined;
  }

  #test(node: number): Status {
    return this.ask(node, this.calls.leaves[node]!) ? success : failure;
  }

  /** Asks a condition or guard; one that throws, or answers neither true nor false, has said no. */
  protected ask(node: number, call: BoundCall): boolean {
    let answer: unknown;
    try {
      answer = call.builtIn !== undefined ? call.builtIn.test!(this.slot, call.args) : call.arity === 0 ? call.target(this.body, this.facts) : invoke(call, this.body, this.facts);
    } catch (error) {
      this.report(node, error);
      return false;
    }
    if (typeof answer === 'boolean') return answer;
    this.report(node, new Problem('bad-answer', `a condition or guard of ${this.program.texts[node]!} answered ${String(answer)}`, { path: this.program.ids[node]!, hint: 'answer true or false' }));
    return false;
  }

  #wait(node: number): Status {
    const at = this.numberBase + this.numberAt[node]!;
    if (this.states[this.base + node] === enteredState) {
      this.numbers[at] = 0;
      if (this.drawn[node] === 1) this.numbers[at + 1] = this.draw(node);
    }
    const duration = this.amount(node, at);
    if (duration < 0) return running;
    const elapsed = this.numbers[at]! + this.dt * 1000;
    this.numbers[at] = elapsed;
    return elapsed >= duration ? success : running;
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

  /** Asks the guards of one node. When one says stop, `verdict` is what the node counts as. */
  protected passes(node: number): boolean {
    const guards = this.guards[node]!;
    const calls = this.calls.guards[node]!;
    for (let index = 0; index < guards.length; index++) {
      const guard = guards[index]!;
      if (this.ask(node, calls[index]!) !== guard.until) continue;
      this.verdict = guard.succeeds ? success : failure;
      this.rows.guard.data[this.slot] = node + 1;
      this.trace?.(this.slot, node, treeEvent.guard, this.verdict);
      return false;
    }
    return true;
  }

  /** How much a child of a utility selector is wanted; 0 when its function throws or answers no number. */
  protected score(node: number): number {
    try {
      const score = invoke(this.calls.scores[node]!, this.body, this.facts);
      if (typeof score === 'number' && score === score) return score;
      this.report(node, new Problem('bad-score', `the score of ${this.program.texts[node]!} is ${String(score)}`, { path: this.program.ids[node]!, hint: 'answer a number' }));
    } catch (error) {
      this.report(node, error);
    }
    return 0;
  }

  /** Calls an entry or step hook. */
  protected hook(node: number, call: BoundCall): void {
    try {
      invoke(call, this.body, this.facts);
    } catch (error) {
      this.report(node, error);
    }
  }

  #exit(node: number, ending: unknown): void {
    const call = this.calls.exits[node];
    if (call === undefined) return;
    try {
      invokeExit(call, this.body, this.facts, ending);
    } catch (error) {
      this.report(node, error);
    }
  }

  /** Ends a node that was active. */
  protected settle(node: number, status: Status): void {
    this.states[this.base + node] = status + 1;
    this.trace?.(this.slot, node, treeEvent.end, status);
    if (this.calls.exits[node] !== undefined) this.#exit(node, status === success ? succeededEnding : failedEnding);
  }

  /** Stops an active node and everything active below it: children first, left to right, each exit once. The subtree is ready afterwards. */
  protected abortNode(node: number): void {
    const { states, base, ends } = this;
    const end = ends[node]!;
    const kind = this.kinds[node]!;
    if (kind === actionKind) this.#abortAction(node);
    else {
      for (let child = node + 1; child < end; child = ends[child]!) if (isActive(states[base + child]!)) this.abortNode(child);
      // A child that was stopped has not used the cooldown up.
      if (kind === cooldownKind) this.numbers[this.numberBase + this.numberAt[node]! + 1] = 0;
    }
    this.clear(node);
    this.trace?.(this.slot, node, treeEvent.abort, 0);
    this.#exit(node, abortedEnding);
  }

  /** Makes a subtree ready without a word. */
  protected clear(node: number): void {
    const { states } = this;
    const end = this.base + this.ends[node]!;
    // A loop, since for the few bytes of a usual subtree a call of fill costs more.
    for (let at = this.base + node; at < end; at++) states[at] = readyState;
  }

  #abortAction(node: number): void {
    const call = this.calls.leaves[node]!;
    if (this.states[this.base + node] === waitingState) this.promises.forget(this.slot, node);
    try {
      if (call.builtIn !== undefined) call.builtIn.abort?.(this.slot, node);
      else if (call.abort !== undefined) invoke(call.abort, this.body, this.facts);
    } catch (error) {
      this.report(node, error);
    }
  }

  /**
   * Hands an error to whoever listens, and the step goes on as if the callback had failed.
   * Without a listener the step ends here: what began in it goes back to ready, and the error is the caller's.
   */
  protected report(node: number, error: unknown): void {
    try {
      if (this.#onError === undefined) throw error;
      this.#onError(this.slot, this.program.ids[node]!, error);
    } catch (thrown) {
      const { states, base } = this;
      for (let each = 0; each < this.size; each++) if (states[base + each] === enteredState) states[base + each] = readyState;
      this.rows.cursor.data[this.slot] = nowhere;
      this.busy = false;
      throw thrown;
    }
  }
}

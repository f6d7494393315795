import { failure, running, success, type Status } from '../../core/internal.js';
import { badAnswer, badScore, badSettled, badStatus } from '../answers.js';
import { actionKind, conditionKind, cooldownKind } from '../kinds.js';
import { invoke, invokeExit, type BoundCall } from './bind.js';
import { enteredState, isActive, nowhere, readyState, runningState, waitingState } from './rows.js';
import { Stage, treeEvent, type InterpreterParts, type TreeErrorHandler } from './stage.js';

/** The endings that exit hooks are told; frozen and shared, so that an exit allocates nothing. */
const succeededEnding = Object.freeze({ succeeded: true, aborted: false });
const failedEnding = Object.freeze({ succeeded: false, aborted: false });
const abortedEnding = Object.freeze({ succeeded: false, aborted: true });

/** Everything through which a step reaches the user's functions: leaves, guards, hooks, scores, errors. */
export abstract class Callouts extends Stage {
  readonly #onError: TreeErrorHandler | undefined;
  readonly #lostPromises: 'again' | 'fail';
  readonly #guarded: boolean;

  constructor(parts: InterpreterParts) {
    super(parts);
    this.#onError = parts.onError;
    this.#lostPromises = parts.lostPromises;
    this.#guarded = parts.program.guards.some((guards) => guards.length > 0);
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
    try {
      if (typeof answer === 'object' && answer !== null && typeof (answer as PromiseLike<unknown>).then === 'function') {
        this.promises.wait(this.slot, node, answer as PromiseLike<unknown>);
        this.states[this.base + node] = waitingState;
        return running;
      }
    } catch (error) {
      // What only looks like a promise runs code of its own when it is looked at.
      this.promises.forget(this.slot, node);
      this.report(node, error);
      return failure;
    }
    this.report(node, badStatus(this.program, node, answer, this.#placeOf(node)));
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
    this.report(node, badSettled(this.program, node, value, this.#placeOf(node)));
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
    this.report(node, badAnswer(this.program, node, call.name, answer, this.#placeOf(node)));
    return false;
  }

  /** Where a problem is, for its own text; a listener is told that beside it. */
  #placeOf(node: number): string | undefined {
    return this.#onError === undefined ? this.program.ids[node]! : undefined;
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
      this.report(node, badScore(this.program, node, score, this.#placeOf(node)));
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

import type { BehaviourTreeOptions } from 'mistreevous';
import { kindOf, type ProgramCall, type ProgramGuard } from '../program.js';
import { callByName, missing, thrownBy } from './calls.js';
import { changeOf } from './details.js';
import { hostMilliseconds, hostRandom } from './host.js';
import type { Agent, Lookup } from './lookup.js';
import type { ExactProgram } from './program.js';

const ready = 0;
const running = 1;
const succeeded = 2;
const failed = 3;

/** The promise that an action waits for; the object itself is the token of the run that made it. */
interface Pending {
  settled: boolean;
  resolved: boolean;
  value: unknown;
}

/**
 * One instance in the exact reading: what mistreevous 4.3.1 does step for step, on a shared program and a row of bytes.
 *
 * Two things are done another way with the same result. A guard that stops a node above is not an exception but the answer true
 * ("unwinding") of {@link update}, with the guard in `stoppedBy`. And a subtree is reset by filling its bytes when nobody listens.
 * One thing differs on purpose: a promise of an aborted run never decides the next run.
 */
export class ExactTree {
  readonly #program: ExactProgram;
  readonly #agent: Agent;
  readonly #options: BehaviourTreeOptions;
  readonly #lookup: Lookup;
  readonly #kinds: Uint8Array;
  readonly #ends: Int32Array;
  readonly #numbers: Float64Array | undefined;
  #promises: Map<number, Pending> | undefined = undefined;
  #stoppedBy: ProgramGuard | undefined = undefined;
  /** The state of each node, in preorder. */
  readonly states: Uint8Array;

  constructor(program: ExactProgram, agent: Agent, options: BehaviourTreeOptions, lookup: Lookup) {
    this.#program = program;
    this.#agent = agent;
    this.#options = options;
    this.#lookup = lookup;
    this.#kinds = program.kinds;
    this.#ends = program.ends;
    this.#numbers = program.numbers === 0 ? undefined : new Float64Array(program.numbers);
    this.states = new Uint8Array(program.size);
  }

  /** Updates a node that has not ended. True while a guard above this node is being unwound to. */
  update(node: number): boolean {
    const { states } = this;
    if (states[node]! >= succeeded) return false;
    const path = this.#program.guardPaths[node]!;
    for (let index = 0; index < path.length; index++) {
      const guard = path[index]!;
      if (this.#isSatisfied(guard)) continue;
      if (guard.node !== node) {
        this.#stoppedBy = guard;
        return true;
      }
      this.#leave(guard);
      return false;
    }
    if (states[node] === ready) this.#callback(this.#program.entries[node]);
    this.#callback(this.#program.steps[node]);
    if (this.#run(node)) {
      const guard = this.#stoppedBy!;
      if (guard.node !== node) return true;
      this.#leave(guard);
      return false;
    }
    const state = states[node]!;
    if (state >= succeeded) this.#exit(node, state === succeeded, false);
    return false;
  }

  /** Makes a node and everything below it ready, without a word to the agent. */
  reset(node: number): void {
    const end = this.#ends[node]!;
    if (this.#options.onNodeStateChange) {
      // Preorder is the order in which mistreevous tells of it.
      for (let each = node; each < end; each++) {
        this.#set(each, ready);
        this.#promises?.delete(each);
      }
      return;
    }
    this.states.fill(ready, node, end);
    if (this.#promises !== undefined && this.#promises.size > 0) for (let each = node; each < end; each++) this.#promises.delete(each);
  }

  /** The node of a failed guard: aborted if it was running (one that was only ready keeps what is below it), then resolved. */
  #leave(guard: ProgramGuard): void {
    this.#abort(guard.node);
    this.#set(guard.node, guard.succeeds ? succeeded : failed);
  }

  #abort(node: number): void {
    if (this.states[node] !== running) return;
    const end = this.#ends[node]!;
    for (let child = node + 1; child < end; child = this.#ends[child]!) this.#abort(child);
    this.reset(node);
    this.#exit(node, false, true);
  }

  #set(node: number, state: number): void {
    const previous = this.states[node]!;
    this.states[node] = state;
    if (previous !== state) this.#options.onNodeStateChange?.(changeOf(this.#program, node, previous, state));
  }

  #run(node: number): boolean {
    switch (this.#kinds[node]!) {
      case kindOf.action:
        this.#action(node);
        return false;
      case kindOf.condition:
        this.#condition(node);
        return false;
      case kindOf.wait:
        this.#wait(node);
        return false;
      case kindOf.sequence:
        return this.#inOrder(node, succeeded, failed);
      case kindOf.selector:
        return this.#inOrder(node, failed, succeeded);
      case kindOf.repeat:
        return this.#counted(node, succeeded, failed);
      case kindOf.retry:
        return this.#counted(node, failed, succeeded);
      case kindOf.lotto:
        return this.#lotto(node);
      case kindOf.parallel:
      case kindOf.race:
      case kindOf.all:
        return this.#together(node);
      default:
        return this.#decorator(node);
    }
  }

  /** Sequence and selector: goes on past children that end with `passing`. */
  #inOrder(node: number, passing: number, ending: number): boolean {
    const { states } = this;
    const ends = this.#ends;
    const end = ends[node]!;
    for (let child = node + 1; child < end; child = ends[child]!) {
      if (states[child]! < succeeded && this.update(child)) return true;
      const state = states[child]!;
      if (state === passing) continue;
      if (state === ready) throw new Error('child node was not in an expected state.');
      this.#set(node, state === ending ? ending : running);
      return false;
    }
    this.#set(node, passing);
    return false;
  }

  #decorator(node: number): boolean {
    const child = node + 1;
    if (this.states[child]! < succeeded && this.update(child)) return true;
    const state = this.states[child]!;
    this.#set(node, state < succeeded ? state : this.#decorated(this.#kinds[node]!, state));
    return false;
  }

  #decorated(kind: number, state: number): number {
    if (kind === kindOf.flip) return state === succeeded ? failed : succeeded;
    if (kind === kindOf.succeed) return succeeded;
    return kind === kindOf.fail ? failed : state;
  }

  /** Repeat and retry: one round a step, and one step more to say that the rounds are over. */
  #counted(node: number, again: number, ending: number): boolean {
    const child = node + 1;
    const numbers = this.#numbers!;
    const at = this.#program.numberAt[node]!;
    if (this.states[node] === ready) {
      this.reset(child);
      numbers[at] = 0;
      numbers[at + 1] = this.#amount(node);
    }
    // "Not less" rather than "at least": a random function may have made the target no number.
    if (!this.#isEndless(node) && !(numbers[at]! < numbers[at + 1]!)) {
      this.#set(node, again);
      return false;
    }
    this.#set(node, running);
    if (this.states[child] === again) this.reset(child);
    if (this.update(child)) return true;
    const state = this.states[child]!;
    if (state === ending) this.#set(node, ending);
    else if (state === again) numbers[at] = numbers[at]! + 1;
    return false;
  }

  #lotto(node: number): boolean {
    const numbers = this.#numbers!;
    const at = this.#program.numberAt[node]!;
    if (this.states[node] === ready) numbers[at] = this.#drawChild(node);
    const child = numbers[at]!;
    if (child === 0) throw new Error('failed to update lotto node as it has no active child');
    if (this.states[child]! < succeeded && this.update(child)) return true;
    // The choice is read again: an action that steps its own tree may have led to another draw.
    this.#set(node, this.states[numbers[at]!]!);
    return false;
  }

  /** The child whose ticket is drawn; 0 when the random function names no ticket. A weight of 0 counts as 1. */
  #drawChild(node: number): number {
    const end = this.#ends[node]!;
    const weights = this.#program.weights[node];
    let total = 0;
    for (let child = node + 1, index = 0; child < end; child = this.#ends[child]!, index++) total += weights?.[index] || 1;
    const random = this.#options.random;
    const drawn: unknown = random ? random() : hostRandom();
    if (random && (typeof drawn !== 'number' || drawn < 0 || drawn >= 1)) {
      throw new Error("the 'random' function provided did not return a number between 0 (inclusive) and 1");
    }
    let ticket = Math.floor((drawn as number) * total);
    for (let child = node + 1, index = 0; child < end; child = this.#ends[child]!, index++) {
      ticket -= weights?.[index] || 1;
      if (ticket < 0) return child;
    }
    return 0;
  }

  /** Parallel, race and all: every child that has not ended is updated before anything is decided. */
  #together(node: number): boolean {
    const { states } = this;
    const ends = this.#ends;
    const end = ends[node]!;
    const kind = this.#kinds[node]!;
    for (let child = node + 1; child < end; child = ends[child]!) {
      if (states[child]! < succeeded && this.update(child)) return true;
    }
    let successes = 0;
    let failures = 0;
    let children = 0;
    for (let child = node + 1; child < end; child = ends[child]!, children++) {
      if (states[child] === succeeded) successes++;
      else if (states[child] === failed) failures++;
    }
    const decided = kind === kindOf.parallel ? failures > 0 : kind === kindOf.race && successes > 0;
    if (decided) {
      this.#set(node, kind === kindOf.race ? succeeded : failed);
      for (let child = node + 1; child < end; child = ends[child]!) this.#abort(child);
      return false;
    }
    const ended = successes + failures === children;
    this.#set(node, ended ? (successes > 0 ? succeeded : failed) : running);
    return false;
  }

  #action(node: number): void {
    const call = this.#program.calls[node]!;
    const pending = this.#promises?.get(node);
    if (pending !== undefined) {
      if (pending.settled) this.#settle(node, call, pending);
      return;
    }
    let result: unknown;
    try {
      result = callByName(this.#agent, this.#lookup, call, undefined);
    } catch (error) {
      throw thrownBy(`action function '${call.name}'`, error);
    }
    switch (result) {
      case undefined:
      case 'mistreevous.running':
        this.#set(node, running);
        return;
      case 'mistreevous.succeeded':
        this.#set(node, succeeded);
        return;
      case 'mistreevous.failed':
        this.#set(node, failed);
        return;
      case missing:
        throw new Error(`cannot update action node as the action '${call.name}' function is not defined on the agent and has not been registered`);
    }
    // Native promises only: mistreevous takes any other thenable for a wrong value.
    if (!(result instanceof Promise)) {
      throw new Error(`expected action function '${call.name}' to return an optional State.SUCCEEDED or State.FAILED value but returned '${result as string}'`);
    }
    this.#waitFor(node, result);
  }

  #waitFor(node: number, promise: Promise<unknown>): void {
    const token: Pending = { settled: false, resolved: false, value: undefined };
    const settle = (resolved: boolean, value: unknown): void => {
      token.settled = true;
      token.resolved = resolved;
      token.value = value;
    };
    promise.then((value) => settle(true, value), (reason: unknown) => settle(false, reason));
    this.#set(node, running);
    this.#promises ??= new Map();
    this.#promises.set(node, token);
  }

  /** A settled promise says what the node is at the step after; what cannot be said is said again at every step until a reset. */
  #settle(node: number, call: ProgramCall, { resolved, value }: Pending): void {
    if (!resolved) throw new Error(`action function '${call.name}' promise rejected with '${value as string}'`);
    if (value === 'mistreevous.succeeded') this.#set(node, succeeded);
    else if (value === 'mistreevous.failed') this.#set(node, failed);
    else throw new Error('action node promise resolved with an invalid value, expected a State.SUCCEEDED or State.FAILED value to be returned');
  }

  #condition(node: number): void {
    const call = this.#program.calls[node]!;
    let result: unknown;
    try {
      result = callByName(this.#agent, this.#lookup, call, undefined);
    } catch (error) {
      throw thrownBy(`condition function '${call.name}'`, error);
    }
    if (result === missing) {
      throw new Error(`cannot update condition node as the condition '${call.name}' function is not defined on the agent and has not been registered`);
    }
    if (typeof result !== 'boolean') {
      throw new Error(`expected condition function '${call.name}' to return a boolean but returned '${result as string}'`);
    }
    this.#set(node, result ? succeeded : failed);
  }

  #isSatisfied({ call, until }: ProgramGuard): boolean {
    let result: unknown;
    try {
      result = callByName(this.#agent, this.#lookup, call, undefined);
    } catch (error) {
      throw thrownBy(`guard condition function '${call.name}'`, error);
    }
    if (typeof result === 'boolean') return result !== until;
    if (result === missing) {
      throw new Error(`cannot evaluate node guard as the condition '${call.name}' function is not defined on the agent and has not been registered`);
    }
    throw new Error(`expected guard condition function '${call.name}' to return a boolean but returned '${result as string}'`);
  }

  #wait(node: number): void {
    const numbers = this.#numbers!;
    const at = this.#program.numberAt[node]!;
    const { getDeltaTime } = this.#options;
    const isTold = typeof getDeltaTime === 'function';
    if (this.states[node] === ready) {
      numbers[at] = hostMilliseconds();
      numbers[at + 1] = this.#amount(node);
      numbers[at + 2] = 0;
      this.#set(node, running);
    }
    if (this.#isEndless(node)) return;
    if (isTold) {
      const seconds: unknown = this.#options.getDeltaTime!();
      if (typeof seconds !== 'number' || Number.isNaN(seconds)) throw new Error('The delta time must be a valid number and not NaN.');
      numbers[at + 2] = numbers[at + 2]! + seconds * 1000;
    } else {
      numbers[at + 2] = hostMilliseconds() - numbers[at]!;
    }
    if (numbers[at + 2]! >= numbers[at + 1]!) this.#set(node, succeeded);
  }

  /** Whether a node repeats, retries or waits without an amount. */
  #isEndless(node: number): boolean {
    return this.#program.least[node] === -1;
  }

  /** The amount of a run, drawn if it is a range. */
  #amount(node: number): number {
    const least = this.#program.least[node]!;
    if (this.#program.drawn[node] === 0) return least;
    const random = typeof this.#options.random === 'function' ? this.#options.random : hostRandom;
    return Math.floor(random() * (this.#program.most[node]! - least + 1) + least);
  }

  #callback(call: ProgramCall | undefined): void {
    if (call !== undefined) this.#called(call, callByName(this.#agent, this.#lookup, call, undefined));
  }

  #exit(node: number, isSuccess: boolean, isAborted: boolean): void {
    const call = this.#program.exits[node];
    if (call !== undefined) this.#called(call, callByName(this.#agent, this.#lookup, call, { succeeded: isSuccess, aborted: isAborted }));
  }

  #called(call: ProgramCall, result: unknown): void {
    if (result === missing) throw new Error(`cannot call ${call.role} function '${call.name}' as is not defined on the agent and has not been registered`);
  }
}

import type { BehaviourTreeOptions } from 'mistreevous';
import { callByName, callExit, missing, thrownBy, type ExactCall, type ExactGuard } from './calls.js';
import { changeOf } from './details.js';
import { askInTurn, type Asking } from './guards.js';
import { hostMilliseconds, hostRandom } from './host.js';
import type { Agent, Lookup } from './lookup.js';
import type { ExactNode, ExactProgram } from './program.js';
import { failed, ready, running, succeeded } from './states.js';

/** The promise that an action waits for; the object itself is the token of the run that made it. */
interface Pending {
  settled: boolean;
  resolved: boolean;
  value: unknown;
}

/** What one instance owns in the exact reading, and every way in which it speaks to its agent, its options and the host. */
export abstract class ExactRow implements Asking {
  protected readonly program: ExactProgram;
  protected readonly ends: Int32Array;
  protected readonly numbers: Float64Array | undefined;
  protected promises: Map<number, Pending> | undefined = undefined;
  protected readonly options: BehaviourTreeOptions;
  readonly #agent: Agent;
  readonly #lookup: Lookup;
  /** Steps and resets so far: tells whether a function of the agent has stepped or reset this very tree. */
  activity = 0;
  answer: unknown = undefined;
  /** The state of each node, in preorder. */
  readonly states: Uint8Array;

  constructor(program: ExactProgram, agent: Agent, options: BehaviourTreeOptions, lookup: Lookup) {
    this.program = program;
    this.ends = program.ends;
    this.numbers = program.numbers.length === 0 ? undefined : program.numbers.slice();
    this.states = new Uint8Array(program.size);
    this.options = options;
    this.#agent = agent;
    this.#lookup = lookup;
  }

  /** Gives a node a state and tells the listener, if it is another. */
  protected set(node: number, state: number): void {
    const previous = this.states[node]!;
    this.states[node] = state;
    if (previous !== state) this.options.onNodeStateChange?.(changeOf(this.program, node, previous, state));
  }

  /** Updates an action. */
  protected action({ index: node, call: named }: ExactNode): void {
    const call = named!;
    const pending = this.promises?.get(node);
    if (pending !== undefined) {
      if (pending.settled) this.#settle(node, call, pending);
      return;
    }
    let result: unknown;
    try {
      result = callByName(this.#agent, this.#lookup, call);
    } catch (error) {
      throw thrownBy(`action function '${call.name}'`, error);
    }
    switch (result) {
      case undefined:
      case 'mistreevous.running':
        this.set(node, running);
        return;
      case 'mistreevous.succeeded':
        this.set(node, succeeded);
        return;
      case 'mistreevous.failed':
        this.set(node, failed);
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
    this.set(node, running);
    this.promises ??= new Map();
    this.promises.set(node, token);
  }

  /** A settled promise says what the node is at the step after; what cannot be said is said again at every step until a reset. */
  #settle(node: number, call: ExactCall, { resolved, value }: Pending): void {
    if (!resolved) throw new Error(`action function '${call.name}' promise rejected with '${value as string}'`);
    if (value === 'mistreevous.succeeded') this.set(node, succeeded);
    else if (value === 'mistreevous.failed') this.set(node, failed);
    else throw new Error('action node promise resolved with an invalid value, expected a State.SUCCEEDED or State.FAILED value to be returned');
  }

  /** Updates a condition. */
  protected condition({ index: node, call: named }: ExactNode): void {
    const call = named!;
    let result: unknown;
    try {
      result = callByName(this.#agent, this.#lookup, call);
    } catch (error) {
      throw thrownBy(`condition function '${call.name}'`, error);
    }
    if (result === missing) {
      throw new Error(`cannot update condition node as the condition '${call.name}' function is not defined on the agent and has not been registered`);
    }
    if (typeof result !== 'boolean') {
      throw new Error(`expected condition function '${call.name}' to return a boolean but returned '${result as string}'`);
    }
    this.set(node, result ? succeeded : failed);
  }

  /** Asks guards from one of a list on, see {@link askInTurn}. */
  protected asked(guards: readonly ExactGuard[], from: number): number {
    return askInTurn(this, this.#agent, this.#lookup, guards, from);
  }

  /** Whether a guard that ended an asking says stop. @throws Error when its answer is no boolean */
  protected saysStop({ name, until }: ExactGuard): boolean {
    const { answer } = this;
    if (typeof answer === 'boolean') return answer === until;
    if (answer === missing) {
      throw new Error(`cannot evaluate node guard as the condition '${name}' function is not defined on the agent and has not been registered`);
    }
    throw new Error(`expected guard condition function '${name}' to return a boolean but returned '${answer as string}'`);
  }

  /** Updates a wait. */
  protected wait(node: number): void {
    const numbers = this.numbers!;
    const at = this.program.numberAt[node]!;
    const { getDeltaTime } = this.options;
    const isTold = typeof getDeltaTime === 'function';
    if (this.states[node] === ready) {
      numbers[at] = hostMilliseconds();
      numbers[at + 1] = this.amount(node);
      numbers[at + 2] = 0;
      this.set(node, running);
    }
    if (this.isEndless(node) || Number.isNaN(numbers[at])) return;
    if (isTold) {
      const seconds: unknown = this.options.getDeltaTime!();
      if (typeof seconds !== 'number' || Number.isNaN(seconds)) throw new Error('The delta time must be a valid number and not NaN.');
      numbers[at + 2] = numbers[at + 2]! + seconds * 1000;
    } else {
      numbers[at + 2] = hostMilliseconds() - numbers[at]!;
    }
    if (numbers[at + 2]! >= numbers[at + 1]!) this.set(node, succeeded);
  }

  /** Whether a node repeats, retries or waits without an amount. */
  protected isEndless(node: number): boolean {
    return this.program.least[node] === -1;
  }

  /** The amount of a run, drawn if it is a range. */
  protected amount(node: number): number {
    const least = this.program.least[node]!;
    if (this.program.drawn[node] === 0) return least;
    const random = typeof this.options.random === 'function' ? this.options.random : hostRandom;
    return Math.floor(random() * (this.program.most[node]! - least + 1) + least);
  }

  /** Calls an entry or step callback, if there is one. */
  protected callback(call: ExactCall | undefined): void {
    if (call !== undefined) this.#called(call, callByName(this.#agent, this.#lookup, call));
  }

  /** Calls the exit callback of a node, if it has one. */
  protected exit(node: number, isSuccess: boolean, isAborted: boolean): void {
    const call = this.program.exits[node];
    if (call !== undefined) this.#called(call, callExit(this.#agent, this.#lookup, call, { succeeded: isSuccess, aborted: isAborted }));
  }

  #called(call: ExactCall, result: unknown): void {
    if (result === missing) throw new Error(`cannot call ${call.role} function '${call.name}' as is not defined on the agent and has not been registered`);
  }

  /** The child whose ticket is drawn; 0 when the random function names no ticket. A weight of 0 counts as 1. */
  protected drawChild(node: number): number {
    const end = this.ends[node]!;
    const weights = this.program.weights[node];
    let total = 0;
    for (let child = node + 1, index = 0; child < end; child = this.ends[child]!, index++) total += weights?.[index] || 1;
    const random = this.options.random;
    const drawn: unknown = random ? random() : hostRandom();
    if (random && (typeof drawn !== 'number' || drawn < 0 || drawn >= 1)) {
      throw new Error("the 'random' function provided did not return a number between 0 (inclusive) and 1");
    }
    let ticket = Math.floor((drawn as number) * total);
    for (let child = node + 1, index = 0; child < end; child = this.ends[child]!, index++) {
      ticket -= weights?.[index] || 1;
      if (ticket < 0) return child;
    }
    return 0;
  }
}

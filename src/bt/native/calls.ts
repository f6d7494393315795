import { failure, hearRejection, isPromise, Problem, running, success, type Status } from '../../core/internal.js';
import { badAmount, badAnswer, badScore, badSettled, badStatus, lostWait } from '../answers.js';
import { isReference, type Quantity } from '../definition.js';
import { actionKind, conditionKind, cooldownKind, reactiveSelectorKind, reactiveSequenceKind } from '../kinds.js';
import type { BoundCall } from './bind.js';
import { enteredState, isActive, nowhere, readyState, runningState, waitingState } from './rows.js';
import { chance, clear, treeEvent, type Stage } from './stage.js';

// Everything through which a step reaches the user's functions: leaves, guards, hooks, scores, errors.

/** The endings that exit hooks are told; frozen and shared, so that an exit allocates nothing. */
const succeededEnding = /* @__PURE__ */ Object.freeze({ succeeded: true, aborted: false });
const failedEnding = /* @__PURE__ */ Object.freeze({ succeeded: false, aborted: false });
const abortedEnding = /* @__PURE__ */ Object.freeze({ succeeded: false, aborted: true });

/** Runs a leaf; one that goes on becomes the row's cursor. */
export function drive(s: Stage, node: number): Status {
  const kind = s.kinds[node]!;
  const status = kind === actionKind ? act(s, node) : kind === conditionKind ? test(s, node) : wait(s, node);
  if (status === running) s.rows.cursor.data[s.slot] = node;
  return status;
}

/** Runs a ready leaf of which nothing else is known but what it does: no guards, no hooks, nobody listening, nothing to be asked again. */
export function quick(s: Stage, node: number): Status {
  const at = s.base + node;
  s.states[at] = enteredState;
  const status = s.kinds[node] === conditionKind ? test(s, node) : act(s, node);
  if (status === running) {
    s.rows.cursor.data[s.slot] = node;
    if (s.states[at] === enteredState) s.states[at] = runningState;
    return running;
  }
  s.states[at] = status + 1;
  return status;
}

function act(s: Stage, node: number): Status {
  const call = s.calls.leaves[node]!;
  if (s.states[s.base + node] === waitingState) {
    const pending = s.promises.get(s.slot, node);
    if (pending !== undefined) return pending.settled ? settled(s, node, pending.rejected, pending.value) : running;
    // A restored row has no promise.
    if (s.lostPromises === 'fail') return failure;
    s.states[s.base + node] = runningState;
  }
  s.dirty = s.guarded;
  let answer: unknown;
  try {
    answer = call.builtIn === undefined ? invoke(s, call) : call.builtIn.step!(s.slot, call.args, s.dt, node, s.body);
  } catch (error) {
    report(s, node, error);
    return failure;
  }
  if (answer === running || answer === success || answer === failure) return answer;
  return understand(s, node, answer);
}

/** The less usual answers of an action. */
function understand(s: Stage, node: number, answer: unknown): Status {
  if (!isPromise(answer)) {
    report(s, node, badStatus(s.program, node, answer, placeOf(s, node)));
    return failure;
  }
  try {
    s.promises.wait(s.slot, node, answer);
  } catch (error) {
    // What only looks like a promise runs code of its own when it is waited for.
    s.promises.forget(s.slot, node);
    report(s, node, error);
    return failure;
  }
  s.states[s.base + node] = waitingState;
  tellLostWait(s, node, reactiveSequenceKind);
  return running;
}

function settled(s: Stage, node: number, rejected: boolean, value: unknown): Status {
  s.promises.forget(s.slot, node);
  if (!rejected && value === success) return success;
  if (rejected) report(s, node, value);
  else if (value !== failure) report(s, node, badSettled(s.program, node, value, placeOf(s, node)));
  tellLostWait(s, node, reactiveSelectorKind);
  return failure;
}

/**
 * Tells once of a promise that is lost: its node stands before others in a reactive node, which begins it afresh at the next step.
 * In a selector that is no harm until it has failed.
 */
function tellLostWait(s: Stage, node: number, kind: number): void {
  for (let child = node, above = s.parents[node]!; above >= 0; child = above, above = s.parents[above]!) {
    if (s.kinds[above] !== kind || s.ends[child] === s.ends[above]) continue;
    s.told ??= new Set();
    if (s.told.has(node)) return;
    s.told.add(node);
    // Whoever has nobody to tell gets it thrown: then nothing is waited for either.
    if (s.onError === undefined && s.states[s.base + node] === waitingState) {
      s.promises.forget(s.slot, node);
      s.states[s.base + node] = enteredState;
    }
    report(s, node, lostWait(s.program, node, placeOf(s, node)));
    return;
  }
}

function test(s: Stage, node: number): Status {
  return node <= s.answered || ask(s, node, s.calls.leaves[node]!) ? success : failure;
}

/** Asks a condition or guard; one that throws, or answers neither true nor false, has said no. */
export function ask(s: Stage, node: number, call: BoundCall): boolean {
  let answer: unknown;
  try {
    answer = call.builtIn !== undefined ? call.builtIn.test!(s.slot, call.args, s.body) : call.arity === 0 ? call.target(s.body, s.facts) : invoke(s, call);
  } catch (error) {
    report(s, node, error);
    return false;
  }
  return typeof answer === 'boolean' ? answer : nonsense(s, node, call, answer);
}

function nonsense(s: Stage, node: number, call: BoundCall, answer: unknown): false {
  hear(s, node, answer);
  report(s, node, badAnswer(s.program, node, call.name, answer, placeOf(s, node)));
  return false;
}

/** Where a problem is, for its own text; a listener is told that beside it. */
function placeOf(s: Stage, node: number): string | undefined {
  return s.onError === undefined ? s.program.ids[node]! : undefined;
}

function wait(s: Stage, node: number): Status {
  const at = s.numberBase + s.numberAt[node]!;
  if (s.states[s.base + node] === enteredState) {
    s.numbers[at] = 0;
    if (!settleAmount(s, node, at + 1)) return failure;
  }
  const duration = amount(s, node, at + 1);
  if (duration < 0) return running;
  const elapsed = s.numbers[at]! + s.dt * 1000;
  s.numbers[at] = elapsed;
  return elapsed >= duration ? success : running;
}

/** The amount of a node that counts or waits: fixed, or what it was when the node began; -1 for none. */
export function amount(s: Stage, node: number, at: number): number {
  return s.drawn[node] === 0 ? s.least[node]! : s.numbers[at]!;
}

/** Draws the amount of a node that begins, or reads it from the body. False when there is no number to be had. */
export function settleAmount(s: Stage, node: number, at: number): boolean {
  const drawn = s.drawn[node];
  if (drawn === 0) return true;
  const found = drawn === 1 ? between(s, s.least[node]!, s.most[node]!) : readAmount(s, node);
  s.numbers[at] = found;
  return found >= 0;
}

/** The amount that stands on the body; -1, and an error told, when there is none. */
export function readAmount(s: Stage, node: number): number {
  const written = s.program.amounts[node]!;
  const numberOf = (of: Quantity): number => {
    if (!isReference(of)) return of;
    let value: unknown;
    try {
      value = read(s, of.$);
    } catch (error) {
      value = error;
    }
    if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
    report(s, node, badAmount(s.program, node, of.$, value, placeOf(s, node)));
    return -1;
  };
  if (!Array.isArray(written)) return numberOf(written as Quantity);
  const [least, most] = written.map(numberOf);
  return least! < 0 || most! < 0 ? -1 : between(s, least!, Math.max(least!, most!));
}

function between(s: Stage, least: number, most: number): number {
  return Math.floor(chance(s) * (most - least + 1) + least);
}

/** Asks the guards of one node. When one says stop, `verdict` is what the node counts as. */
export function passes(s: Stage, node: number): boolean {
  const guards = s.guards[node]!;
  const calls = s.calls.guards[node]!;
  for (let index = 0; index < guards.length; index++) {
    const guard = guards[index]!;
    if (ask(s, node, calls[index]!) !== guard.until) continue;
    s.verdict = guard.succeeds ? success : failure;
    s.rows.guard.data[s.slot] = node + 1;
    s.trace?.(s.slot, node, treeEvent.guard, s.verdict);
    return false;
  }
  return true;
}

/** How much a child of a utility selector is wanted; 0 when its function throws or answers no number. */
export function score(s: Stage, node: number): number {
  try {
    const answer = invoke(s, s.calls.scores[node]!);
    if (typeof answer === 'number' && answer === answer) return answer;
    hear(s, node, answer);
    report(s, node, badScore(s.program, node, answer, placeOf(s, node)));
  } catch (error) {
    report(s, node, error);
  }
  return 0;
}

/** Calls an entry or step hook. */
export function hook(s: Stage, node: number, call: BoundCall): void {
  try {
    notAwaited(s, node, call, invoke(s, call));
  } catch (error) {
    report(s, node, error);
  }
}

function exit(s: Stage, node: number, ending: unknown): void {
  const call = s.calls.exits[node];
  if (call === undefined) return;
  try {
    notAwaited(s, node, call, invokeExit(s, call, ending));
  } catch (error) {
    report(s, node, error);
  }
}

/** Ends a node that was active. */
export function settle(s: Stage, node: number, status: Status): void {
  s.states[s.base + node] = status + 1;
  s.trace?.(s.slot, node, treeEvent.end, status);
  if (s.calls.exits[node] !== undefined) exit(s, node, status === success ? succeededEnding : failedEnding);
}

/** Stops an active node and everything active below it: children first, left to right, each exit once. The subtree is ready afterwards. */
export function abortNode(s: Stage, node: number): void {
  const { states, base, ends } = s;
  const end = ends[node]!;
  const kind = s.kinds[node]!;
  if (kind === actionKind) abortAction(s, node);
  else {
    for (let child = node + 1; child < end; child = ends[child]!) if (isActive(states[base + child]!)) abortNode(s, child);
    // A child that was stopped has not used the cooldown up.
    if (kind === cooldownKind) s.numbers[s.numberBase + s.numberAt[node]! + 1] = 0;
  }
  clear(s, node);
  s.trace?.(s.slot, node, treeEvent.abort, 0);
  exit(s, node, abortedEnding);
}

function abortAction(s: Stage, node: number): void {
  const call = s.calls.leaves[node]!;
  if (s.states[s.base + node] === waitingState) s.promises.forget(s.slot, node);
  try {
    if (call.builtIn !== undefined) call.builtIn.abort?.(s.slot, node);
    else if (call.abort !== undefined) notAwaited(s, node, call.abort, invoke(s, call.abort));
  } catch (error) {
    report(s, node, error);
  }
}

/** A hook answered a promise: what it does later, the tree does not wait for. */
function notAwaited(s: Stage, node: number, call: BoundCall, answer: unknown): void {
  if (answer === undefined || !isPromise(answer)) return;
  hear(s, node, answer);
  report(s, node, new Problem('not-awaited', `${call.name} answers a promise, and nobody waits for it`, { hint: 'only an action may answer one' }));
}

/** A promise that is no answer may still be rejected: that is told, however late. */
function hear(s: Stage, node: number, answer: unknown): void {
  if (!isPromise(answer)) return;
  const { slot, onError, onPromise } = s;
  const path = s.program.ids[node]!;
  if (onPromise === undefined) hearRejection(answer, (reason) => onError?.(slot, path, reason));
  else onPromise(slot, path, answer);
}

/**
 * Hands an error to whoever listens, and the step goes on as if the callback had failed.
 * Without a listener the step ends here: what began in it goes back to ready, and the error is the caller's.
 */
function report(s: Stage, node: number, error: unknown): void {
  try {
    if (s.onError === undefined) throw error;
    s.onError(s.slot, s.program.ids[node]!, error);
  } catch (thrown) {
    const { states, base } = s;
    for (let each = 0; each < s.size; each++) if (states[base + each] === enteredState) states[base + each] = readyState;
    s.rows.cursor.data[s.slot] = nowhere;
    s.busy = false;
    s.answered = -1;
    throw thrown;
  }
}

/** Calls with body, facts and the arguments of the text. The usual small counts are spelled out: a spread call costs several times as much. */
function invoke(s: Stage, call: BoundCall): unknown {
  const { target, args } = call;
  switch (call.arity) {
    case 0:
      return target(s.body, s.facts);
    case 1:
      return target(s.body, s.facts, args[0]);
    case 2:
      return target(s.body, s.facts, args[0], args[1]);
    case -1:
      return target(s.body, s.facts, ...readArguments(s, call));
    default:
      return target(s.body, s.facts, ...args);
  }
}

/** Calls an exit hook: the ending stands before the arguments of the text. */
function invokeExit(s: Stage, call: BoundCall, ending: unknown): unknown {
  const { target, args, arity } = call;
  if (arity === 0) return target(s.body, s.facts, ending);
  return target(s.body, s.facts, ending, ...(arity > 0 ? args : readArguments(s, call)));
}

function readArguments(s: Stage, { args, scratch }: BoundCall): readonly unknown[] {
  for (let index = 0; index < args.length; index++) {
    const argument = args[index];
    scratch[index] = typeof argument === 'object' && argument !== null && '$' in argument ? read(s, argument.$ as string) : argument;
  }
  return scratch;
}

/** What `$name` stands for. */
function read(s: Stage, name: string): unknown {
  return s.read === undefined ? (s.body as Readonly<Record<string, unknown>>)[name] : s.read(s.slot, s.body, name);
}

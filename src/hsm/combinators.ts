import { yesOrNo } from './answers.js';
import { checkKeys, checkName, checkSeconds, describe, isPlainObject, Problem } from '../core/internal.js';
import { leafState, type AnyDrive, type AnyExit, type AnyHook, type AnyPrecheck, type NamedStep, type ParallelState, type SequenceState, type StepsState, type SubState } from './definition.js';
import type { LeafParts, State, Step } from './types.js';
import { success } from '../core/internal.js';

/** Rounds are counted in 16 bits. */
const mostRounds = 65_535;

/** Steps done one after the other, with what `sequence(...steps)` leaves at its defaults. */
export interface SequenceParts<Body, P, V> {
  /** The steps by name, in order; a list names them 0, 1, 2... */
  readonly steps: { readonly [name: string]: Step<Body, P, V> } | readonly Step<Body, P, V>[];
  /** Rounds, 1 to 65535, or `'forever'`. Default 1. */
  readonly loop?: number | 'forever';
  /** What a failing step does: `fail` ends the sequence with failure (default), `skip` goes on with the next step. */
  readonly onFail?: 'fail' | 'skip';
  /** True: after an interruption it goes on with the step that was interrupted (a fresh activation), not with the first. */
  readonly history?: boolean;
}

/** One leaf: something that is entered, driven every tick, and left exactly once. */
export function leaf<Body = unknown, P = unknown, V = any, const C extends Readonly<Record<string, number>> = {}>(parts: LeafParts<Body, P, V, C>): State<Body, P, V> {
  if (!isPlainObject(parts)) throw new Problem('not-an-object', `leaf takes an object with drive, not ${describe(parts)}`, { path: 'leaf' });
  checkKeys(parts, ['cells', 'timed', 'sleeps', 'enter', 'drive', 'exit', 'resume'], 'leaf');
  for (const name of ['drive', 'enter', 'exit', 'resume'] as const) {
    if (typeof parts[name] === 'function' || (parts[name] === undefined && name !== 'drive')) continue;
    throw new Problem('not-a-function', `leaf.${name} must be a function, not ${describe(parts[name])}`, { path: `leaf.${name}` });
  }
  const cells = Object.entries(parts.cells ?? {}).map(([name, initial]) => {
    checkName(name, 'leaf.cells', 'cell');
    if (typeof initial !== 'number') throw new Problem('not-a-number', `cell "${name}" must start as a number, not ${describe(initial)}`, { path: `leaf.cells.${name}` });
    return Object.freeze({ name, initial });
  });
  return leafState({
    cells,
    timed: parts.timed ?? true,
    sleeps: parts.sleeps ?? false,
    enter: parts.enter as AnyHook | undefined,
    drive: parts.drive as AnyDrive,
    exit: parts.exit as AnyExit | undefined,
    resume: parts.resume as AnyHook | undefined,
  });
}

/**
 * Does something once and succeeds; a throw is a failure.
 * With `undo`, the work is taken back when the sequence or parallel around it is later left without success (last done, first undone).
 */
export function once<Body = unknown, P = unknown, V = any>(act: (body: Body, params: P) => unknown, options: { readonly undo?: (body: Body, params: P) => unknown } = {}): State<Body, P, V> {
  requireFunction(act, 'once');
  checkKeys(options, ['undo'], 'once');
  if (options.undo !== undefined) requireFunction(options.undo, 'once.undo');
  const drive: AnyDrive = (body, params) => {
    act(body as Body, params as P);
    return success;
  };
  return leafState({ timed: false, drive, undo: options.undo as ((body: unknown, params: unknown) => void) | undefined });
}

/** Waits until the test is true; it is asked every tick, the first time at once. A throw, or an answer that is neither true nor false, is a failure. */
export function until<Body = unknown, P = unknown, V = any>(test: (body: Body, params: P) => boolean): State<Body, P, V> {
  requireFunction(test, 'until');
  return leafState({ timed: false, drive: (body, params) => (yesOrNo(test(body as Body, params as P)) ? 1 : 0) });
}

/** Succeeds after so many seconds; meanwhile the entity can sleep. */
export function wait<Body = unknown, P = unknown, V = any>(seconds: number): State<Body, P, V> {
  checkSeconds(seconds, 'wait');
  return leafState({ timed: false, sleeps: true, enter: (_body, _params, frame) => frame.sleep(seconds), drive: () => success });
}

/** Steps one after the other. Fails with the first step that fails; the next step starts in the tick in which one succeeds. */
export function sequence<Body = unknown, P = unknown, V = any>(parts: SequenceParts<Body, P, V>): State<Body, P, V>;
export function sequence<Body = unknown, P = unknown, V = any>(...steps: readonly Step<Body, P, V>[]): State<Body, P, V>;
export function sequence(...given: readonly (Step | SequenceParts<unknown, unknown, unknown>)[]): State {
  const [first] = given;
  const parts = given.length === 1 && typeof first === 'object' && first !== null && 'steps' in first && !('kind' in first) ? first : undefined;
  if (parts !== undefined) checkKeys(parts as object as Record<string, unknown>, ['steps', 'loop', 'onFail', 'history'], 'sequence');
  return sequenceState(namedSteps(parts === undefined ? (given as readonly Step[]) : parts.steps, 'sequence'), parts ?? {}, 'sequence');
}

/** One step again and again: so many times (1 to 65535) or forever. Ends with the first failure. */
export function repeat<Body = unknown, P = unknown, V = any>(times: number | 'forever', step: Step<Body, P, V>): State<Body, P, V> {
  return sequenceState(namedSteps([step], 'repeat'), { loop: times }, 'repeat');
}

/**
 * Steps side by side, each driven every tick in order.
 * `all` succeeds when all have succeeded and fails as soon as one has failed; `any` the other way round. Whoever still runs then is aborted, last first.
 */
export function parallel<Body = unknown, P = unknown, V = any>(until: 'all' | 'any', steps: { readonly [name: string]: Step<Body, P, V> } & { readonly kind?: never }): State<Body, P, V>;
export function parallel<Body = unknown, P = unknown, V = any>(until: 'all' | 'any', ...steps: readonly Step<Body, P, V>[]): State<Body, P, V>;
export function parallel(until: 'all' | 'any', ...given: readonly unknown[]): State {
  if (until !== 'all' && until !== 'any') throw new Problem('bad-policy', `parallel runs until "all" or "any", not ${describe(until)}`, { path: 'parallel' });
  const [first] = given;
  const named = given.length === 1 && isPlainObject(first) && !('kind' in first);
  const kids = namedSteps((named ? first : given) as readonly Step[], 'parallel');
  const state: ParallelState = { kind: 'parallel', kids, until };
  return Object.freeze(state);
}

/** The parts of a `steps` state. A holds the params of each action. */
export interface StepsParts<Body, A, V> {
  /** The action table: what a step list may name. */
  readonly actions: { readonly [K in keyof A]: Step<Body, A[K], V> };
  /** Longest list an entity can be given, 1 to 1024. Two bytes an entity each. */
  readonly maxSteps?: number;
  /** Asked before each step is entered; false fails the list with reason `stale`. */
  readonly precheck?: (body: Body, action: keyof A & string, params: A[keyof A]) => boolean;
}

/** Runs a list of steps that each entity is given at run time, over a fixed table of actions. An empty list succeeds at once. */
export function steps<Body = unknown, A = any, V = any>(parts: StepsParts<Body, A, V>): State<Body, unknown, V> {
  checkKeys(parts as object as Record<string, unknown>, ['actions', 'maxSteps', 'precheck'], 'steps');
  const maxSteps = parts.maxSteps ?? 16;
  if (!Number.isInteger(maxSteps) || maxSteps < 1 || maxSteps > 1024) throw new Problem('bad-size', `maxSteps must be a whole number from 1 to 1024, not ${describe(maxSteps)}`, { path: 'steps.maxSteps' });
  if (parts.precheck !== undefined) requireFunction(parts.precheck, 'steps.precheck');
  const state: StepsState = { kind: 'steps', kids: namedSteps(parts.actions as { readonly [name: string]: Step }, 'steps.actions'), maxSteps, precheck: parts.precheck as AnyPrecheck | undefined };
  return Object.freeze(state);
}

/** Another structure, or any step, built in under the name it has here. */
export function sub<Body = unknown, P = unknown, V = any>(structure: { readonly root: Step<Body, P, V> } | Step<Body, P, V>): State<Body, P, V> {
  const root = typeof structure === 'object' && 'root' in structure && !('kind' in structure) ? structure.root : structure;
  const state: SubState = { kind: 'sub', root: root as Step };
  return Object.freeze(state);
}

function sequenceState(kids: readonly NamedStep[], parts: Pick<SequenceParts<unknown, unknown, unknown>, 'loop' | 'onFail' | 'history'>, what: string): State {
  const { loop = 1, onFail = 'fail', history = false } = parts;
  if (loop !== 'forever' && (!Number.isInteger(loop) || loop < 1 || loop > mostRounds)) {
    throw new Problem('bad-count', `${what} loops a whole number of times from 1 to ${mostRounds}, or "forever", not ${describe(loop)}`, { path: what });
  }
  if (onFail !== 'fail' && onFail !== 'skip') throw new Problem('bad-policy', `onFail is "fail" or "skip", not ${describe(onFail)}`, { path: `${what}.onFail` });
  const state: SequenceState = { kind: 'sequence', kids, rounds: loop === 'forever' ? 0 : loop, skipFailures: onFail === 'skip', history };
  return Object.freeze(state);
}

/** Children with their names: the keys of a record, or their places in a list. At least one. */
export function namedSteps(given: { readonly [name: string]: Step } | readonly Step[], path: string): readonly NamedStep[] {
  if (!Array.isArray(given) && !isPlainObject(given)) throw new Problem('not-a-step', `${path} takes states, not ${describe(given)}`, { path });
  const named = Object.entries(given).map(([name, step]: [string, Step]) => {
    checkName(name, path, 'state');
    if (name.includes('/')) throw new Problem('bad-name', `state "${name}" has a "/" in its name`, { path, hint: 'that sign parts the names of a path' });
    if (typeof step !== 'function' && !isPlainObject(step)) throw new Problem('not-a-step', `${path}.${name} must be a function or a state, not ${describe(step)}`, { path: `${path}.${name}` });
    return Object.freeze({ name, step });
  });
  if (named.length === 0) throw new Problem('no-steps', `${path} has no steps`, { path, hint: 'give it at least one' });
  return Object.freeze(named);
}

function requireFunction(value: unknown, path: string): void {
  if (typeof value !== 'function') throw new Problem('not-a-function', `${path} takes a function, not ${describe(value)}`, { path });
}

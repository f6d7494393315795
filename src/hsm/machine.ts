import { checkKeys, describe, didYouMean, isPlainObject, Problem } from '../core/internal.js';
import { namedSteps } from './combinators.js';
import type { MachineState, TransitionData } from './definition.js';
import type { History, State, Step, Transition } from './types.js';

/** The parts of a machine. */
export interface MachineParts<Body, P, V, N extends string> {
  readonly states: { readonly [K in N]: Step<Body, P, V> };
  /** Where it begins; the first state if left out. */
  readonly initial?: NoInfer<N>;
  readonly transitions?: readonly Transition<NoInfer<Body>, NoInfer<P>, NoInfer<N>, NoInfer<V>>[];
  /** What it remembers of an interruption. Default `none`. */
  readonly history?: History;
}

const histories: readonly unknown[] = ['none', 'step', 'deep'];
const triggers: readonly unknown[] = [undefined, 'any', 'success', 'failure'];

/** States of which one is active, and the ways between them. Ends with its state's result when no transition answers that. */
export function machine<Body = unknown, P = unknown, V = any, const N extends string = string>(parts: MachineParts<Body, P, V, N>): State<Body, P, V> {
  checkKeys(parts as object as Record<string, unknown>, ['states', 'initial', 'transitions', 'history'], 'machine');
  const kids = namedSteps(parts.states, 'machine.states');
  const names = kids.map((kid) => kid.name);
  const history = parts.history ?? 'none';
  if (!histories.includes(history)) throw new Problem('bad-policy', `history is "none", "step" or "deep", not ${describe(history)}`, { path: 'machine.history' });
  const initial = parts.initial ?? names[0]!;
  requireState(initial, names, 'machine.initial');
  const transitions = (parts.transitions ?? []).map((each, index) => transitionData(each as Transition<unknown, unknown, string, any>, names, `machine.transitions[${index}]`));
  const state: MachineState = { kind: 'machine', kids, initial, transitions: Object.freeze(transitions), history };
  return Object.freeze(state);
}

function transitionData(given: Transition<unknown, unknown, string, any>, names: readonly string[], path: string): TransitionData {
  if (!isPlainObject(given)) throw new Problem('not-an-object', `a transition is an object, not ${describe(given)}`, { path });
  if ('on' in given) throw new Problem('unknown-key', 'unknown key "on"', { path, hint: 'events are `event`, completion is `done`' });
  checkKeys(given, ['from', 'to', 'when', 'watch', 'event', 'after', 'done', 'priority'], path);
  const from = given.from === '*' ? undefined : typeof given.from === 'string' ? [given.from] : given.from;
  for (const name of from ?? []) requireState(name, names, `${path}.from`);
  if (given.to !== 'succeed' && given.to !== 'fail') requireState(given.to, names, `${path}.to`);
  const { when, event, after, done, watch, priority = 0 } = given;
  if (when !== undefined && typeof when !== 'function') throw new Problem('not-a-function', `when must be a function, not ${describe(when)}`, { path: `${path}.when` });
  if (event !== undefined && typeof event !== 'string') throw new Problem('bad-event', `an event is a name, not ${describe(event)}`, { path: `${path}.event` });
  if (after !== undefined && !(typeof after === 'number' && after >= 0)) throw new Problem('bad-time', `after takes seconds, 0 or more, not ${describe(after)}`, { path: `${path}.after` });
  if (!triggers.includes(done)) throw new Problem('bad-trigger', `done is "success", "failure" or "any", not ${describe(done)}`, { path: `${path}.done` });
  if (typeof priority !== 'number' || Number.isNaN(priority)) throw new Problem('not-a-number', `priority must be a number, not ${describe(priority)}`, { path: `${path}.priority` });
  const used = [event !== undefined && 'event', after !== undefined && 'after', done !== undefined && 'done'].filter(Boolean);
  if (used.length > 1) throw new Problem('two-triggers', `a transition has one trigger, not ${used.join(' and ')}`, { path, hint: 'write two transitions' });
  if (used.length === 0 && when === undefined) throw new Problem('no-trigger', 'a transition needs a trigger or a guard', { path, hint: 'give it when, event, after or done' });
  return Object.freeze({ from, to: given.to, when, watch, event, after, done, priority });
}

function requireState(name: string, names: readonly string[], path: string): void {
  if (!names.includes(name)) throw new Problem('unknown-state', `there is no state ${describe(name)}`, { path, hint: didYouMean(String(name), names) });
}

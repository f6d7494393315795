import type { ProgramCall } from '../program.js';
import type { Agent, Lookup } from './lookup.js';

/** Stands for "there is no such function": a value that no user function can return. */
export const missing: unique symbol = Symbol('missing');

/**
 * Calls the function that a node names, looked up anew each time: the agent's own, else a registered one, which gets the agent first.
 *
 * @param ending what an exit callback is told before the arguments of the text; undefined for all other calls
 */
export function callByName(agent: Agent, lookup: Lookup, call: ProgramCall, ending: object | undefined): unknown {
  const own: unknown = agent[call.name];
  if (typeof own === 'function') {
    if (ending !== undefined) return own.call(agent, ending, ...argumentsOf(agent, call));
    if (call.args.length === 0) return own.call(agent);
    return own.apply(agent, argumentsOf(agent, call));
  }
  const registered = lookup.functionNamed(call.name);
  if (registered === undefined) return missing;
  return ending === undefined ? registered(agent, ...argumentsOf(agent, call)) : registered(agent, ending, ...argumentsOf(agent, call));
}

/** The arguments with `{ $: name }` replaced by that property of the agent. */
function argumentsOf(agent: Agent, call: ProgramCall): readonly unknown[] {
  return call.reads ? call.args.map((argument) => (isReference(argument) ? property(agent, argument.$) : argument)) : call.args;
}

function property(agent: Agent, name: unknown): unknown {
  if (typeof name !== 'string' || name.length === 0) throw new Error('Agent property reference must be a string?');
  return agent[name];
}

function isReference(argument: unknown): argument is { readonly $: unknown } {
  return typeof argument === 'object' && argument !== null && Object.keys(argument).length === 1 && Object.hasOwn(argument, '$');
}

/** The text with which an error of a user function is passed on: its stack when it has one. */
export function thrownBy(what: string, error: unknown): Error {
  return new Error(`${what} threw: ${error instanceof Error ? error.stack : (error as string)}`, { cause: error });
}

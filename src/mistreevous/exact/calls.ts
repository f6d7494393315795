import type { ProgramCall } from '../../bt/internal.js';
import type { Agent, Lookup } from './lookup.js';
import { callOwn, callOwnWith, notOwn } from './sites.js';

/** Stands for "there is no such function": a value that no user function can return. */
export const missing: unique symbol = Symbol('missing');

/** One place in a tree that calls a function of the agent, with where its name is looked up. */
export interface ExactCall extends ProgramCall {
  /** The place of sites.ts that its name has. */
  readonly site: number;
  /** How the arguments of the text are handed over: 0 there are none, 1 one value, 2 as a list. */
  readonly passing: number;
}

/** A guard with the fields of its call at hand. */
export interface ExactGuard {
  readonly node: number;
  readonly call: ExactCall;
  readonly until: boolean;
  readonly succeeds: boolean;
  readonly name: string;
  readonly site: number;
  readonly passing: number;
}

/** Calls the function that a node names, looked up anew each time: the agent's own, else a registered one, which gets the agent first. */
export function callByName(agent: Agent, lookup: Lookup, call: ExactCall): unknown {
  const { passing } = call;
  const answer =
    passing === 0 ? callOwn(agent, call.name, call.site)
    : passing === 1 ? callOwnWith(agent, call.name, call.site, call.args[0])
    : callOwnWithList(agent, call);
  return answer === notOwn ? callRegistered(agent, lookup, call) : answer;
}

/** The same for an exit callback, which is told the ending before the arguments of the text. */
export function callExit(agent: Agent, lookup: Lookup, call: ExactCall, ending: object): unknown {
  const answer = call.passing === 0 ? callOwnWith(agent, call.name, call.site, ending) : callOwnExit(agent, call, ending);
  if (answer !== notOwn) return answer;
  const registered = lookup.functionNamed(call.name);
  return registered === undefined ? missing : registered(agent, ending, ...argumentsOf(agent, call));
}

function callOwnWithList(agent: Agent, call: ExactCall): unknown {
  const own: unknown = agent[call.name];
  return typeof own === 'function' ? own.apply(agent, argumentsOf(agent, call)) : notOwn;
}

function callOwnExit(agent: Agent, call: ExactCall, ending: object): unknown {
  const own: unknown = agent[call.name];
  return typeof own === 'function' ? own.call(agent, ending, ...argumentsOf(agent, call)) : notOwn;
}

function callRegistered(agent: Agent, lookup: Lookup, call: ExactCall): unknown {
  const registered = lookup.functionNamed(call.name);
  return registered === undefined ? missing : registered(agent, ...argumentsOf(agent, call));
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

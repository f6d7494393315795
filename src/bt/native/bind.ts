import { didYouMean, Problem, type Status } from '../../core/internal.js';
import type { ProgramCall, TreeProgram } from '../program.js';

/** A leaf that the brain provides under a reserved name: called by slot, so that one object serves all minds. */
export interface BuiltIn {
  /** Runs an `action`; the time is in seconds, `node` tells which of several in one tree. */
  readonly step?: (slot: number, args: readonly unknown[], dt: number, node: number, body: unknown) => Status;
  /** Answers a `condition` or guard. */
  readonly test?: (slot: number, args: readonly unknown[], body: unknown) => boolean;
  /** Called exactly once when an `action` that was running is aborted. */
  readonly abort?: (slot: number, node: number) => void;
}

/** An action that wants to hear of an abort: `abort` is called once when it is stopped while running. */
export interface LeafParts<Body, Facts> {
  readonly drive: (body: Body, facts: Facts, ...args: any[]) => unknown;
  readonly abort?: (body: Body, facts: Facts, ...args: any[]) => void;
}

/** What a tree's functions may be given as. */
export type LeafFunction<Body, Facts> = (body: Body, facts: Facts, ...args: any[]) => unknown;
/** The leaves of a tree by name: functions, or parts where an abort must be heard of. */
export type LeafRecord<Body, Facts> = Readonly<Record<string, LeafFunction<Body, Facts> | LeafParts<Body, Facts>>>;

type Target = (body: unknown, facts: unknown, ...args: unknown[]) => unknown;

/** A call of the program with the function it names, in one shape for all calls so that the interpreter stays monomorphic. */
export interface BoundCall {
  /** Of the function, as the tree calls it. */
  readonly name: string;
  readonly target: Target;
  /** What to call, with the same arguments, when the action is aborted while running. */
  readonly abort: BoundCall | undefined;
  readonly builtIn: BuiltIn | undefined;
  readonly args: readonly unknown[];
  /** How many arguments; -1 when one of them is read from the body at each call. */
  readonly arity: number;
  /** Where the arguments of a call with arity -1 are put together: filled and spread at once, so one list serves all entities. */
  readonly scratch: unknown[];
}

/** What a store keeps of each node's calls, indexed by node. */
export interface BoundCalls {
  /** Actions and conditions. */
  readonly leaves: (BoundCall | undefined)[];
  readonly entries: readonly (BoundCall | undefined)[];
  readonly steps: readonly (BoundCall | undefined)[];
  readonly exits: readonly (BoundCall | undefined)[];
  readonly scores: readonly (BoundCall | undefined)[];
  readonly resets: readonly (BoundCall | undefined)[];
  /** In the order of the program's guards of the node. */
  readonly guards: readonly (readonly BoundCall[])[];
}

/**
 * Finds the function of every call.
 *
 * @throws Problem when a name is missing, is not a function, or is one the brain provides
 */
export function bindCalls(program: TreeProgram, leaves: Readonly<Record<string, unknown>>, builtIns: Readonly<Record<string, BuiltIn>>): BoundCalls {
  for (const name of Object.keys(leaves)) {
    if (Object.hasOwn(builtIns, name)) throw new Problem('reserved-leaf', `leaf "${name}" has a name that the brain provides`, { path: `leaves.${name}`, hint: 'choose another name' });
  }
  const bind = (call: ProgramCall | undefined): BoundCall | undefined => (call === undefined ? undefined : bindCall(program, call, leaves, builtIns));
  return {
    leaves: program.calls.map(bind),
    entries: program.entries.map(bind),
    steps: program.steps.map(bind),
    exits: program.exits.map(bind),
    scores: program.scores.map(bind),
    resets: program.resets.map(bind),
    guards: program.guards.map((guards) => guards.map((guard) => bindCall(program, guard.call, leaves, builtIns))),
  };
}

function bindCall(program: TreeProgram, call: ProgramCall, leaves: Readonly<Record<string, unknown>>, builtIns: Readonly<Record<string, BuiltIn>>): BoundCall {
  const path = program.ids[call.node]!;
  if (Object.hasOwn(builtIns, call.name)) return boundCall(notCalled, undefined, fittingBuiltIn(call, builtIns[call.name]!, path), call);
  const given = Object.hasOwn(leaves, call.name) ? leaves[call.name] : undefined;
  if (typeof given === 'function') return boundCall(given as Target, undefined, undefined, call);
  if (typeof given === 'object' && given !== null) {
    const { drive, abort } = checkedParts(call, given as LeafParts<unknown, unknown>, path);
    return boundCall(drive.bind(given), abort === undefined ? undefined : boundCall(abort.bind(given), undefined, undefined, call), undefined, call);
  }
  const reserved = program.builtIns.includes(call.name);
  throw new Problem('missing-leaf', `${describeRole(call)} "${call.name}" is not among the leaves`, {
    path,
    hint: reserved ? 'only a brain provides it' : didYouMean(call.name, Object.keys(leaves)),
  });
}

/** The one place where bound calls are made, so that all have one hidden class. */
function boundCall(target: Target, abort: BoundCall | undefined, builtIn: BuiltIn | undefined, { name, args, reads }: Pick<ProgramCall, 'name' | 'args' | 'reads'>): BoundCall {
  return { name, target, abort, builtIn, args, arity: reads ? -1 : args.length, scratch: [] };
}

/** A function without arguments of its own, as an action. */
export function plainCall(target: LeafFunction<never, never>): BoundCall {
  return boundCall(target as Target, undefined, undefined, { name: target.name, args: [], reads: false });
}

function fittingBuiltIn(call: ProgramCall, builtIn: BuiltIn, path: string): BuiltIn {
  const fits = call.role === 'action' ? builtIn.step !== undefined : (call.role === 'condition' || call.role === 'guard' || call.role === 'reset') && builtIn.test !== undefined;
  if (fits) return builtIn;
  throw new Problem('misplaced-leaf', `"${call.name}" cannot be used as ${describeRole(call)}`, { path, hint: builtIn.step === undefined ? 'use it as a condition or guard' : 'use it as an action' });
}

function checkedParts(call: ProgramCall, parts: LeafParts<unknown, unknown>, path: string): LeafParts<unknown, unknown> {
  if (typeof parts.drive !== 'function') throw new Problem('bad-leaf', `leaf "${call.name}" has no function "drive"`, { path });
  if (call.role !== 'action') throw new Problem('misplaced-leaf', `leaf "${call.name}" with "drive" cannot be used as ${describeRole(call)}`, { path, hint: 'give a plain function' });
  return parts;
}

function describeRole(call: ProgramCall): string {
  return call.role === 'entry' || call.role === 'step' || call.role === 'exit' ? `${call.role} hook` : call.role;
}

/** Stands where a built-in is called by slot instead. */
function notCalled(): undefined {
  return undefined;
}

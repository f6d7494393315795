import { describe, fingerprint, stableJson } from '../core/internal.js';
import { builtIns as reservedNames } from './built-ins.js';
import { childrenOf, rootsOf, type Amount, type AnyNode, type Attributes, type Call, type RootNode, type TreeDefinition } from './definition.js';
import {
  branchKind, cooldownKind, guardDuty, lottoKind, reactiveDuty, reactiveSelectorKind, reactiveSequenceKind, repeatKind, retryKind, runLimitKind,
  stepDuty, timeLimitDuty, timeLimitKind, waitKind, kindOf,
} from './kinds.js';
import type { ProgramCall, ProgramGuard, Role, TreeNames, TreeProgram, TreeShape } from './program.js';
import { checkRoots } from './check/roots.js';
import { Report } from './check/report.js';

/** What {@link compileTree} may be told. */
export interface CompileOptions {
  /** Names that the brain provides rather than the tree's leaves; `plan`, `goalIs`, `holds`, `planning` and `interruptible` unless given. */
  readonly builtIns?: readonly string[];
}

/**
 * Compiles a definition into the one program that all entities share, for the native reading.
 * Values in it are taken as they are: `checkTree` looks at them, and so does `bt`.
 *
 * @throws Problem when there is no main root, a branch names no root, branches go in a circle, or the whole is too deep or too large
 */
export function compileTree(definition: TreeDefinition, options: CompileOptions = {}): TreeProgram {
  const roots = rootsOf(definition);
  const report = new Report(undefined);
  checkRoots(roots, report);
  if (report.problems[0] !== undefined) throw report.problems[0];
  const shape = layOut(roots, (ref) => roots.find((root) => root.id === ref)!, 'native');
  const program: TreeProgram = {
    ...shape,
    ...nativeTables(shape),
    definition: roots,
    builtIns: options.builtIns ?? Object.keys(reservedNames),
    hash: fingerprint(stableJson(roots)),
  };
  return program;
}

/**
 * Lays the nodes of a tree out in preorder, with branches followed.
 *
 * @param find the root that a branch names; it must be there, and branches must not go in a circle
 * @param reading in the native reading guards and hooks on the root that a branch names apply; in the exact one they are lost, as in mistreevous
 */
export function layOut(roots: readonly RootNode[], find: (ref: string) => RootNode, reading: 'native' | 'exact'): TreeShape {
  const kinds: number[] = [];
  const parents: number[] = [];
  const ends: number[] = [];
  const least: number[] = [];
  const most: number[] = [];
  const drawn: number[] = [];
  const weights: (readonly number[] | undefined)[] = [];
  const calls: (ProgramCall | undefined)[] = [];
  const entries: (ProgramCall | undefined)[] = [];
  const steps: (ProgramCall | undefined)[] = [];
  const exits: (ProgramCall | undefined)[] = [];
  const scores: (ProgramCall | undefined)[] = [];
  const guards: (readonly ProgramGuard[])[] = [];
  const guardPaths: (readonly ProgramGuard[])[] = [];
  const ids: string[] = [];
  const texts: string[] = [];
  const definitions: AnyNode[] = [];

  const add = (node: AnyNode, asBranch: boolean, parent: number, taken: Map<string, number>, score: Call | undefined): void => {
    if (node.type === 'branch') {
      const root = find(node.ref);
      // A score stands on the outermost branch: those it leads through have none.
      if (reading === 'native' && carriesAttributes(root)) add(root, true, parent, taken, score ?? node.score);
      else add(root.child, false, parent, taken, score ?? node.score);
      return;
    }
    const index = kinds.length;
    const attributes: Attributes = node;
    const call = (role: Role, of: Call | undefined): ProgramCall | undefined =>
      of ? { role, name: of.call, args: of.args ?? [], reads: (of.args ?? []).some(isReference), node: index } : undefined;
    const amount = amountOf(node);
    const range = typeof amount === 'number' ? [amount, amount] as const : amount;
    const text = asBranch ? `branch [${(node as RootNode).id ?? ''}]` : textOf(node);
    const own = guardsOf(attributes, index, call);
    const scored = reading === 'native' ? (score ?? attributes.score) : undefined;
    kinds.push(asBranch ? branchKind : kindOf[node.type]);
    parents.push(parent);
    ends.push(index + 1);
    least.push(range[0]);
    most.push(node.type === 'parallel' ? failuresOf(node) : range[1]);
    drawn.push(typeof amount === 'number' ? 0 : 1);
    weights.push(node.type === 'lotto' ? node.weights : undefined);
    calls.push(node.type === 'action' || node.type === 'condition' ? call(node.type, node) : undefined);
    entries.push(call('entry', attributes.entry));
    steps.push(call('step', attributes.step));
    exits.push(call('exit', attributes.exit));
    scores.push(call('score', scored));
    guards.push(own);
    guardPaths.push(own.length === 0 ? (guardPaths[parent] ?? []) : [...(guardPaths[parent] ?? []), ...own]);
    ids.push(idOf(ids[parent], asBranch ? text : shortId(node), taken));
    texts.push(text);
    definitions.push(node);
    const below = new Map<string, number>();
    for (const child of childrenOf(node)) add(child, false, index, below, undefined);
    ends[index] = kinds.length;
  };

  add(roots.find((root) => root.id === undefined)!, false, -1, new Map(), undefined);
  return {
    size: kinds.length,
    kinds: Uint8Array.from(kinds),
    parents: Int32Array.from(parents),
    ends: Int32Array.from(ends),
    least: Float64Array.from(least),
    most: Float64Array.from(most),
    drawn: Uint8Array.from(drawn),
    weights, calls, entries, steps, exits, scores, guards, guardPaths, ids, texts, definitions,
  };
}

/** The tables that only the native interpreter reads. */
function nativeTables(shape: TreeShape): Pick<TreeProgram, 'names' | 'allCalls' | 'numberAt' | 'numbers' | 'cooldowns' | 'random' | 'checkpoints' | 'duties'> {
  const { size, kinds, parents, guards, drawn } = shape;
  const numberAt = new Int32Array(size).fill(-1);
  const duties = new Uint8Array(size);
  const checkpoints: Uint32Array[] = [];
  const cooldowns: number[] = [];
  const allCalls: ProgramCall[] = [];
  let numbers = 0;
  let random = false;
  for (let node = 0; node < size; node++) {
    const kind = kinds[node]!;
    const width = numbersOf(kind, drawn[node] === 1);
    if (width > 0) numberAt[node] = numbers;
    numbers += width;
    if (kind === cooldownKind) cooldowns.push(node);
    random ||= drawn[node] === 1 || kind === lottoKind;
    duties[node] =
      (guards[node]!.length > 0 ? guardDuty : 0) |
      (shape.steps[node] === undefined ? 0 : stepDuty) |
      (kind === reactiveSequenceKind || kind === reactiveSelectorKind ? reactiveDuty : 0) |
      (kind === timeLimitKind ? timeLimitDuty : 0);
    const above = checkpoints[parents[node]!] ?? new Uint32Array(0);
    checkpoints.push(duties[node] === 0 ? above : Uint32Array.of(...above, node));
    for (const each of guards[node]!) allCalls.push(each.call);
    for (const list of [shape.entries, shape.steps, shape.calls, shape.exits, shape.scores]) {
      const call = list[node];
      if (call !== undefined) allCalls.push(call);
    }
  }
  return { names: namesOf(allCalls), allCalls, numberAt, numbers, cooldowns, random, checkpoints, duties };
}

/** Numbers a row keeps for a node: a count or elapsed milliseconds, then the drawn amount; of a cooldown, whether its clock runs. */
function numbersOf(kind: number, drawn: boolean): number {
  if (kind === repeatKind || kind === retryKind || kind === waitKind) return drawn ? 2 : 1;
  if (kind === cooldownKind) return 2;
  return kind === timeLimitKind || kind === runLimitKind ? 1 : 0;
}

function namesOf(calls: readonly ProgramCall[]): TreeNames {
  const named = (...roles: Role[]): readonly string[] => [...new Set(calls.filter((call) => roles.includes(call.role)).map((call) => call.name))];
  return { actions: named('action'), conditions: named('condition', 'guard'), hooks: named('entry', 'step', 'exit'), scores: named('score') };
}

function guardsOf(attributes: Attributes, node: number, call: (role: Role, of: Call | undefined) => ProgramCall | undefined): readonly ProgramGuard[] {
  const guards: ProgramGuard[] = [];
  const goOn = call('guard', attributes.while);
  const stop = call('guard', attributes.until);
  if (goOn !== undefined) guards.push({ node, call: goOn, until: false, succeeds: Boolean(attributes.while?.succeedOnAbort) });
  if (stop !== undefined) guards.push({ node, call: stop, until: true, succeeds: Boolean(attributes.until?.succeedOnAbort) });
  return guards;
}

/** The number a node is about: milliseconds, runs, attempts, successes; -1 when it has none. */
function amountOf(node: AnyNode): Amount {
  switch (node.type) {
    case 'wait':
    case 'cooldown':
    case 'timeLimit':
      return node.duration ?? -1;
    case 'repeat':
      return node.iterations ?? -1;
    case 'retry':
      return node.attempts ?? -1;
    case 'runLimit':
      return node.count;
    case 'parallel':
      return node.successes ?? node.children.length;
    default:
      return -1;
  }
}

/** Failures that end a parallel: as many as put its successes out of reach unless it says otherwise, so one where all must succeed. */
function failuresOf(node: AnyNode & { readonly type: 'parallel' }): number {
  const children = node.children.length;
  return node.failures ?? children - (node.successes ?? children) + 1;
}

function isReference(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && Object.keys(argument).length === 1 && Object.hasOwn(argument, '$');
}

function carriesAttributes(root: RootNode): boolean {
  return Boolean(root.while ?? root.until ?? root.entry ?? root.step ?? root.exit);
}

/** A node's own part of its id: with the function it calls, without arguments, so that tuning a number keeps the id. */
function shortId(node: AnyNode): string {
  // The marks that ids are made of are escaped, so that no name can pose as a path.
  return node.type === 'action' || node.type === 'condition' ? node.call.replace(/[%/#]/g, encodeURIComponent) : node.type;
}

function idOf(parent: string | undefined, own: string, taken: Map<string, number>): string {
  const count = (taken.get(own) ?? 0) + 1;
  taken.set(own, count);
  const unique = count === 1 ? own : `${own}#${count}`;
  return parent === undefined ? unique : `${parent}/${unique}`;
}

function textOf(node: AnyNode): string {
  const amount = amountOf(node);
  if (node.type === 'action' || node.type === 'condition') return `${node.type} [${[node.call, ...(node.args ?? []).map(argumentText)].join(', ')}]`;
  if (node.type === 'parallel' && node.successes === undefined && node.failures === undefined) return node.type;
  if (amount === -1) return node.type;
  return `${node.type} [${typeof amount === 'number' ? amount : amount.join(', ')}]`;
}

function argumentText(argument: unknown): string {
  // Definitions of the exact reading may hold anything here.
  return isReference(argument) ? `$${String((argument as { readonly $: unknown }).$)}` : describe(argument);
}

import { type RootNode, lottoKind, parallelKind, repeatKind, retryKind, rootKind, selectorKind, sequenceKind, waitKind, type ProgramCall, type ProgramGuard, type TreeShape, layOut } from '../../bt/internal.js';
import type { ExactCall, ExactGuard } from './calls.js';
import { checkLinks } from './links.js';
import type { Lookup } from './lookup.js';
import { failed, succeeded } from './states.js';

/**
 * A node as an update meets it, with its neighbours at hand. Objects, where all else is in flat arrays: after each call of the agent
 * the engine has to look at an array afresh, its length and its memory, and a field of an object is one load.
 */
export interface ExactNode {
  readonly index: number;
  readonly kind: number;
  readonly duties: number;
  /** The guards on the way to the node, outermost first, its own last. */
  readonly guards: readonly ExactGuard[];
  readonly parent: ExactNode | undefined;
  /** The first child. */
  readonly first: ExactNode | undefined;
  /** The next child of the same parent. */
  readonly next: ExactNode | undefined;
  /** With which state of a child the node goes on to the next one; -1 for none. */
  readonly passing: number;
  /** Whether the node ends, or runs, as the child that it does not go on from. */
  readonly takesOver: boolean;
  /** What an action or condition calls. */
  readonly call: ExactCall | undefined;
}

/** A tree laid out for the exact reading; shared by all instances of one definition. */
export interface ExactProgram extends TreeShape {
  readonly calls: readonly (ExactCall | undefined)[];
  readonly entries: readonly (ExactCall | undefined)[];
  readonly steps: readonly (ExactCall | undefined)[];
  readonly exits: readonly (ExactCall | undefined)[];
  readonly guards: readonly (readonly ExactGuard[])[];
  readonly guardPaths: readonly (readonly ExactGuard[])[];
  /** Where the numbers of a node start; -1 for a node without any. */
  readonly numberAt: Int32Array;
  /** The numbers of a new instance: repeat and retry count and target, wait start, total and waited, lotto the chosen child. */
  readonly numbers: Float64Array;
  /** The repeat and retry nodes: a reset sets their counts to zero. */
  readonly counters: readonly number[];
  /**
   * For each leaf that is only ever run by itself (no parallel above it) the nodes above it at which a walk from the root would ask
   * guards or call a step callback, outermost first; undefined for all other nodes.
   */
  readonly walks: readonly (Uint32Array | undefined)[];
  /** The ways to leaves that have been resumed, see {@link wayTo}: filled as they are first wanted, since most never are. */
  readonly ways: (Way | undefined)[];
  /** What there is to do in an update of a node beside what the node itself does, as bits; 0 for most nodes. */
  readonly duties: Uint8Array;
  readonly nodes: readonly ExactNode[];
}

/** Guards on the way to a node, its own included. */
const guardDuty = 1;
/** An entry or a step callback. */
export const startHook = 2;
/** An exit callback. */
export const endHook = 4;

/** The guards that a walk from the root to a leaf asks while all nodes on the way are running, in order, and the node each is asked for. */
export interface Way {
  readonly guards: readonly ExactGuard[];
  readonly nodes: Uint32Array;
}

/** Stands for a way that nobody has wanted yet. */
const notYet: Way = { guards: [], nodes: new Uint32Array(0) };

/** The way to a leaf that has a walk; undefined when something else than guards is to be done on it. */
export function wayTo(program: ExactProgram, leaf: number): Way | undefined {
  const known = program.ways[leaf];
  // In a function of its own: the closures of a search would cost an allocation at every call.
  return known === notYet ? searchWay(program, leaf) : known;
}

function searchWay(program: ExactProgram, leaf: number): Way | undefined {
  const { guardPaths, steps } = program;
  const walk = program.walks[leaf]!;
  const asked = [...walk, leaf].flatMap((node) => guardPaths[node]!.map((guard) => ({ guard, node })));
  const way = walk.some((node) => steps[node] !== undefined) ? undefined : { guards: asked.map(({ guard }) => guard), nodes: Uint32Array.from(asked, ({ node }) => node) };
  program.ways[leaf] = way;
  return way;
}

/**
 * Builds the program of a validated definition. Registered subtrees stand in where the definition has no root of that id.
 *
 * @throws Error as mistreevous when a branch cannot be followed
 */
export function buildProgram(roots: readonly RootNode[], lookup: Lookup): ExactProgram {
  const byId = new Map<string, RootNode>(lookup.subtrees);
  let main: RootNode | undefined;
  for (const root of roots) {
    if (root.id === undefined) main = root;
    else byId.set(root.id, root);
  }
  checkLinks(main!, byId);
  const shape = layOut(roots, (ref) => byId.get(ref)!, 'exact');
  const numberAt = new Int32Array(shape.size).fill(-1);
  const numbers: number[] = [];
  const counters: number[] = [];
  for (let node = 0; node < shape.size; node++) {
    const fresh = numbersOf(shape.kinds[node]!);
    if (fresh.length === 0) continue;
    numberAt[node] = numbers.length;
    numbers.push(...fresh);
    if (fresh === freshCounter) counters.push(node);
  }
  const duties = Uint8Array.from(shape.kinds, (_kind, node) => (shape.guardPaths[node]!.length === 0 ? 0 : guardDuty) | (shape.entries[node] ?? shape.steps[node] ? startHook : 0) | (shape.exits[node] ? endHook : 0));
  // Written out, not spread: spreading gives objects of several hidden classes, and each read of a program would have to tell them apart.
  const { size, kinds, parents, ends, least, most, drawn, amounts, weights, scores, resets, ids, texts, definitions } = shape;
  const exactCalls = (list: readonly (ProgramCall | undefined)[]): readonly (ExactCall | undefined)[] => list.map((call) => call && exactCall(call, lookup));
  const calls = exactCalls(shape.calls);
  const entries = exactCalls(shape.entries);
  const steps = exactCalls(shape.steps);
  const exits = exactCalls(shape.exits);
  const guards = shape.guards.map((list) => list.map((guard) => exactGuard(guard, lookup)));
  const guardPaths: (readonly ExactGuard[])[] = [];
  for (let node = 0; node < size; node++) {
    const above = guardPaths[parents[node]!] ?? [];
    guardPaths.push(guards[node]!.length === 0 ? above : [...above, ...guards[node]!]);
  }
  return {
    size, kinds, parents, ends, least, most, drawn, amounts, weights, calls, entries, steps, exits, scores, resets, guards, guardPaths, ids, texts, definitions,
    numberAt, numbers: Float64Array.from(numbers), counters, walks: walksOf(shape), ways: Array.from(kinds, () => notYet),
    duties, nodes: nodesOf(shape, duties, guardPaths, calls),
  };
}

function nodesOf({ size, kinds, parents, ends }: TreeShape, duties: Uint8Array, guardPaths: readonly (readonly ExactGuard[])[], calls: readonly (ExactCall | undefined)[]): readonly ExactNode[] {
  type Draft = { -readonly [Key in keyof ExactNode]: ExactNode[Key] };
  const nodes: Draft[] = [];
  for (let index = 0; index < size; index++) {
    const kind = kinds[index]!;
    const isInOrder = kind === sequenceKind || kind === selectorKind;
    nodes.push({
      index, kind, duties: duties[index]!, guards: guardPaths[index]!, parent: nodes[parents[index]!], first: undefined, next: undefined,
      passing: kind === sequenceKind ? succeeded : kind === selectorKind ? failed : -1, takesOver: isInOrder || kind === rootKind, call: calls[index],
    });
  }
  for (const node of nodes) {
    const end = ends[node.index]!;
    if (end > node.index + 1) node.first = nodes[node.index + 1];
    if (node.parent !== undefined && end < ends[node.parent.index]!) node.next = nodes[end];
  }
  return nodes;
}

function exactCall({ role, name, args, reads, node, from }: ProgramCall, lookup: Lookup): ExactCall {
  return { role, name, args, reads, node, from, site: lookup.siteOf(name), passing: args.length === 0 ? 0 : args.length === 1 && !reads ? 1 : 2 };
}

function exactGuard({ node, call, until, succeeds }: ProgramGuard, lookup: Lookup): ExactGuard {
  const exact = exactCall(call, lookup);
  return { node, call: exact, until, succeeds, name: exact.name, site: exact.site, passing: exact.passing };
}

// A function that steps or resets its own tree can lead into the middle of a node that never began. What such a node has then:
// no target, so no end of rounds; no start, so no end of waiting.
const freshCounter: readonly number[] = [0, Number.POSITIVE_INFINITY];
const freshWait: readonly number[] = [Number.NaN, 0, 0];
const freshLotto: readonly number[] = [0];

function walksOf({ size, kinds, parents, guardPaths, steps }: TreeShape): readonly (Uint32Array | undefined)[] {
  const none = new Uint32Array(0);
  // Of each node the walk to what is below it; undefined below a parallel.
  const below: (Uint32Array | undefined)[] = [];
  const walks: (Uint32Array | undefined)[] = [];
  for (let node = 0; node < size; node++) {
    const above = node === 0 ? none : below[parents[node]!];
    const acts = guardPaths[node]!.length > 0 || steps[node] !== undefined;
    below.push(above === undefined || kinds[node]! >= parallelKind ? undefined : acts ? Uint32Array.of(...above, node) : above);
    walks.push(kinds[node]! <= waitKind ? above : undefined);
  }
  return walks;
}

function numbersOf(kind: number): readonly number[] {
  if (kind === repeatKind || kind === retryKind) return freshCounter;
  if (kind === waitKind) return freshWait;
  return kind === lottoKind ? freshLotto : [];
}

/**
 * A definition as text that no other definition has, or undefined when its content has no such text.
 * Instances of equal definitions share one program by it.
 */
export function definitionKey(definition: unknown): string | undefined {
  if (typeof definition === 'string') return definition;
  let exact = true;
  try {
    const text = JSON.stringify(definition, function (this: Record<string, unknown>, key: string, value: unknown) {
      const raw = this[key];
      // What JSON leaves out, rewrites or cannot say makes two definitions look alike.
      if (raw !== value || !isPlain(raw) || (raw === undefined && Array.isArray(this))) exact = false;
      return value;
    });
    return exact ? text : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}

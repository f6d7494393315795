import { checkName, fingerprint, plainObject, Problem, stableJson } from '../core/internal.js';
import type { Blueprint, Built } from './built.js';
import { definitionOf } from './definition.js';
import type { Codegen } from './visit.js';
import { layOut } from './layout.js';
import { faulty, firstNode, type StateProgram } from './program.js';
import { buildTables } from './tables.js';
import type { Step } from './types.js';

/** Deepest nesting that is accepted: deeper ones are a definition that contains itself. */
const deepest = 48;

/** Choices of a compilation. */
export interface CompileOptions {
  /**
   * Which clocks to keep: those that transitions and leaves read (`needed`, default), one more for each root (`roots`: `elapsed(slot)` tells
   * the seconds since it began), or one for every machine and leaf (`all`: saved rows show the time in each). Eight bytes an entity and clock.
   */
  readonly clocks?: 'needed' | 'roots' | 'all';
  /** Events an entity can have waiting, 1 to 255. Default 8. */
  readonly queue?: number;
  /**
   * Has the loop over entities made as code of its own for this structure: `codegen((parameters, text) => new Function(...parameters, text))`.
   * Everything is done just as without it, only faster; the guide says when it is worth it.
   */
  readonly codegen?: Codegen;
}

/**
 * Compiles states into one program with several roots, of which an entity runs one at a time, so that their rows overlap.
 * Throws a Problem when a structure is not sound.
 */
export function compileStates(roots: Readonly<Record<string, Step>>, options: CompileOptions = {}): StateProgram {
  const given = Object.entries(plainObject(roots, 'roots') as Readonly<Record<string, Step>>);
  const nodes: Built[] = [];
  const tops = given.map(([name, step], root) => {
    checkName(name, 'roots', 'root');
    return build(nodes, step, name, name, root, undefined, 0, 0);
  });
  if (firstNode + nodes.length + tops.length > faulty) throw new Problem('too-many-states', `${nodes.length} states are too many for one program`, { hint: `at most ${faulty - firstNode - tops.length}` });
  const blueprint: Blueprint = { roots: tops, nodes, events: eventNames(nodes), watched: watchedNames(nodes), clocks: options.clocks ?? 'needed' };
  const layout = layOut(blueprint);
  const queue = blueprint.events.length === 0 ? 0 : queueLength(options.queue ?? 8);
  const tables = buildTables(blueprint, layout);
  return Object.freeze({
    hash: fingerprint(stableJson({ clocks: blueprint.clocks, queue, roots: tops.map(shape) })),
    roots: Object.freeze(given.map(([name]) => name)),
    ids: Object.freeze(['', '', '', '', ...nodes.map((node) => node.id), ...tops.map((top) => top.id)]),
    names: Object.freeze(['', '', '', '', ...nodes.map((node) => node.name), ...tops.map((top) => top.name)]),
    events: Object.freeze(blueprint.events),
    watched: Object.freeze(blueprint.watched),
    queue,
    rowBytes: layout.stateWidth * 2 + layout.numberWidth * 8 + (queue === 0 ? 0 : queue + 1),
    tables,
    visit: options.codegen?.(tables, queue),
    built: Object.freeze(tops),
  });
}

function build(nodes: Built[], step: Step, name: string, id: string, root: number, parent: Built | undefined, index: number, depth: number): Built {
  if (depth > deepest) throw new Problem('too-deep', 'states are nested too deeply', { path: id, hint: `at most ${deepest} levels; does a state contain itself?` });
  const definition = definitionOf(step, id);
  if (definition.kind === 'sub') return build(nodes, definition.root, name, id, root, parent, index, depth + 1);
  const kids: Built[] = [];
  const node: Built = { number: firstNode + nodes.length, definition, name, id, root, parent, index, kids };
  nodes.push(node);
  if (nodes.length > faulty) throw new Problem('too-many-states', 'there are too many states for one program', { path: id, hint: 'share one structure instead of repeating it' });
  if (definition.kind === 'leaf') {
    const placed = parent?.definition.kind === 'sequence' || parent?.definition.kind === 'parallel';
    if (definition.undo !== undefined && !placed) throw new Problem('undo-alone', 'nothing can fail after this step, so its undo would never run', { path: id, hint: 'put it directly into a sequence or a parallel' });
    return node;
  }
  definition.kids.forEach((kid, place) => kids.push(build(nodes, kid.step, kid.name, `${id}/${kid.name}`, root, node, place, depth + 1)));
  return node;
}

function eventNames(nodes: readonly Built[]): readonly string[] {
  const names = new Set<string>();
  for (const { definition } of nodes) {
    if (definition.kind === 'machine') for (const { event } of definition.transitions) if (event !== undefined) names.add(event);
  }
  if (names.size > 255) throw new Problem('too-many-events', `${names.size} events are too many for one program`, { hint: 'at most 255' });
  return [...names];
}

function watchedNames(nodes: readonly Built[]): readonly string[] {
  const names = new Set<string>();
  for (const { definition } of nodes) {
    if (definition.kind === 'machine') for (const { watch } of definition.transitions) for (const name of watch ?? []) names.add(name);
  }
  if (names.size > 32) throw new Problem('too-many-watched', `${names.size} watched names are too many for one program`, { hint: 'at most 32' });
  return [...names];
}

function queueLength(queue: number): number {
  if (!Number.isInteger(queue) || queue < 1 || queue > 255) throw new Problem('bad-size', `a queue holds 1 to 255 events, not ${queue}`, { path: 'options.queue' });
  return queue;
}

/** What rows depend on, as plain data; the functions are left out. */
function shape({ definition, name, kids }: Built): unknown {
  const base = { kind: definition.kind, name, kids: kids.map(shape) };
  switch (definition.kind) {
    case 'leaf':
      return { ...base, cells: definition.cells.map((cell) => cell.name), timed: definition.timed, sleeps: definition.sleeps };
    case 'sequence':
      return { ...base, rounds: definition.rounds, history: definition.history, skip: definition.skipFailures };
    case 'machine':
      return { ...base, history: definition.history, ways: definition.transitions.map(({ from, to, event, after, done }) => ({ from, to, event, after, done })) };
    case 'parallel':
      return { ...base, until: definition.until };
    case 'steps':
      return { ...base, maxSteps: definition.maxSteps };
  }
}


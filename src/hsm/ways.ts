import { pathInLane, type Blueprint, type Built } from './built.js';
import type { TransitionData } from './definition.js';
import { firstNode } from './program.js';

/** One transition of one machine. */
export interface Way {
  readonly number: number;
  readonly machine: Built;
  readonly data: TransitionData;
  /** Undefined: the machine ends. */
  readonly target: Built | undefined;
  readonly event: number;
}

/** Which transitions are asked when, as lists by node number, in the order in which they are asked. */
export interface Ways {
  readonly list: readonly Way[];
  readonly checks: readonly number[][];
  readonly events: readonly number[][];
  readonly done: readonly number[][];
  readonly watchBits: readonly number[];
  readonly restless: readonly boolean[];
}

/**
 * Works out, for every node that can be current, the transitions of all machines above it in its lane whose `from` fits:
 * because a node has one path, no `from` need be compared while running.
 */
export function listWays({ roots, nodes, events, watched }: Blueprint): Ways {
  const count = firstNode + nodes.length + roots.length;
  const lists = (): number[][] => Array.from({ length: count }, () => []);
  const list: Way[] = [];
  const [checks, byEvent, done] = [lists(), lists(), lists()];
  const watchBits = new Array<number>(count).fill(0);
  const restless = new Array<boolean>(count).fill(false);
  const byMachine = new Map<Built, Way[]>();
  for (const machine of nodes) if (machine.definition.kind === 'machine') byMachine.set(machine, waysOf(machine, list, events));

  for (const node of nodes) {
    if (node.parent !== undefined && byMachine.has(node.parent)) done[node.number] = numbers(leaving(node, byMachine, (data) => data.done !== undefined));
    if (node.definition.kind === 'sequence' || node.definition.kind === 'machine') continue;
    const inner = pathInLane(node).filter((each) => each.parent !== undefined && byMachine.has(each.parent));
    for (const state of inner) byEvent[node.number]!.push(...numbers(leaving(state, byMachine, (data) => data.event !== undefined)));
    for (const state of [...inner].reverse()) {
      const everyTick = leaving(state, byMachine, (data) => data.event === undefined && data.after === undefined && data.done === undefined);
      checks[node.number]!.push(...numbers(everyTick), ...numbers(leaving(state, byMachine, (data) => data.after !== undefined)));
      for (const { data } of everyTick) {
        if (data.watch === undefined) restless[node.number] = true;
        for (const name of data.watch ?? []) watchBits[node.number]! |= 1 << watched.indexOf(name);
      }
    }
  }
  return { list, checks, events: byEvent, done, watchBits, restless };
}

function waysOf(machine: Built, list: Way[], events: readonly string[]): Way[] {
  if (machine.definition.kind !== 'machine') return [];
  const own = machine.definition.transitions.map((data, index): Way => ({
    number: list.length + index, machine, data, target: machine.kids.find((kid) => kid.name === data.to), event: data.event === undefined ? -1 : events.indexOf(data.event),
  }));
  list.push(...own);
  // Sorting is stable: equal priorities stay in the order written.
  return [...own].sort((one, other) => other.data.priority - one.data.priority);
}

/** The transitions that may leave a state of a machine. `*` does not lead a state back into itself. */
function leaving(state: Built, byMachine: ReadonlyMap<Built, readonly Way[]>, wanted: (data: TransitionData) => boolean): Way[] {
  return byMachine.get(state.parent!)!.filter(({ data, target }) => wanted(data) && (data.from === undefined ? target !== state : data.from.includes(state.name)));
}

function numbers(ways: readonly Way[]): number[] {
  return ways.map((way) => way.number);
}

/** Lists by number as one long list and where each begins. */
export function flatten(lists: readonly (readonly number[])[]): readonly [starts: Uint32Array, all: Uint16Array] {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, index) => (starts[index + 1] = starts[index]! + list.length));
  return [starts, Uint16Array.from(lists.flat())];
}

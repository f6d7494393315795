import type { Blueprint, Built } from './built.js';
import { firstNode, listHead } from './program.js';
import { Problem } from '../core/internal.js';

/** Where each node keeps what it must remember. Lists are by node number; -1 is "nothing". */
export interface Layout {
  readonly lane: Uint16Array;
  readonly counter: Int32Array;
  readonly clock: Int32Array;
  readonly sleep: Int32Array;
  readonly cellAt: Int32Array;
  readonly history: Int32Array;
  readonly list: Int32Array;
  readonly regionAt: Uint16Array;
  readonly regionSize: Uint16Array;
  readonly rootClock: Int32Array;
  readonly lasting: readonly (readonly [from: number, to: number])[];
  readonly stateWidth: number;
  readonly numberWidth: number;
}

/** A lane takes two cells of state: its current node and the token of its activation (in the root lane: the last token given to anybody). */
export const laneCells = 2;

/**
 * Gives every node its places. Only one child of a sequence, machine or step list is active at a time, so siblings share the same places;
 * children of a parallel get places of their own, and so does what outlives an activation (histories, step lists). Roots overlap too.
 */
export function layOut({ roots, nodes, clocks }: Blueprint): Layout {
  const count = firstNode + nodes.length + roots.length;
  const none = (): Int32Array => new Int32Array(count).fill(-1);
  const lane = new Uint16Array(count);
  const [counter, clock, sleep, cellAt, history, list] = [none(), none(), none(), none(), none(), none()];
  const regionAt = new Uint16Array(count);
  const regionSize = new Uint16Array(count);

  /** Returns the ends of what the node and all below it take. */
  const place = (node: Built, ownLane: number, stateFrom: number, numberFrom: number): readonly [number, number] => {
    const { number, definition, kids } = node;
    let state = stateFrom;
    let numbers = numberFrom;
    lane[number] = ownLane;
    regionAt[number] = stateFrom;
    if (definition.kind === 'leaf') {
      if (definition.timed || clocks === 'all') clock[number] = numbers++;
      if (definition.sleeps) sleep[number] = numbers++;
      if (definition.cells.length > 0) cellAt[number] = numbers;
      return [state, numbers + definition.cells.length];
    }
    if (definition.kind === 'machine' && (clocks === 'all' || definition.transitions.some((each) => each.after !== undefined))) clock[number] = numbers++;
    if (definition.kind === 'steps' || (definition.kind === 'sequence' && definition.rounds > 1)) counter[number] = state++;
    let [stateTo, numberTo] = [state, numbers];
    for (const kid of kids) {
      if (definition.kind === 'parallel') {
        [state, numbers] = place(kid, state, state + laneCells, numbers);
        [stateTo, numberTo] = [state, numbers];
      } else {
        const ends = place(kid, ownLane, state, numbers);
        stateTo = Math.max(stateTo, ends[0]);
        numberTo = Math.max(numberTo, ends[1]);
      }
    }
    regionSize[number] = stateTo - stateFrom;
    return [stateTo, numberTo];
  };

  const firstNumber = clocks === 'needed' ? 0 : 1;
  const ends = roots.map((root) => place(root, 0, laneCells, firstNumber));
  const activeTo = Math.max(laneCells, ...ends.map(([state]) => state));
  const lasting = roots.map((_, root): readonly [number, number] => {
    let at = activeTo;
    for (const { number, definition, root: own } of nodes) {
      if (own !== root) continue;
      if (definition.kind === 'steps') {
        list[number] = at;
        at += listHead + definition.maxSteps;
      }
      const remembers = definition.kind === 'machine' ? definition.history !== 'none' : definition.kind === 'sequence' && definition.history;
      if (!remembers) continue;
      // A sequence remembers its round too, and nothing below it; a deep machine everything below it; a machine's step alone is its child.
      if (definition.kind === 'sequence') regionSize[number] = counter[number] === -1 ? 0 : 1;
      else if (definition.kind === 'machine' && definition.history === 'step') regionSize[number] = 0;
      history[number] = at;
      at += 1 + regionSize[number]!;
    }
    return [activeTo, at];
  });
  roots.forEach((_, root) => (lane[firstNode + nodes.length + root] = 0));
  const stateWidth = Math.max(activeTo, ...lasting.map(([, to]) => to));
  const numberWidth = Math.max(firstNumber, ...ends.map(([, numbers]) => numbers));
  if (stateWidth > 0xffff || numberWidth > 0xffff) throw new Problem('row-too-long', 'an entity would need too much memory', { hint: 'fewer cells, parallel children or maxSteps' });
  return {
    lane, counter, clock, sleep, cellAt, history, list, regionAt, regionSize, lasting, stateWidth, numberWidth,
    rootClock: new Int32Array(roots.length).fill(clocks === 'needed' ? -1 : 0),
  };
}

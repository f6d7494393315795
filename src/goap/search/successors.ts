import { lowestBit, popcount } from './masks.js';
import type { Projection } from './projection.js';

/** Up to this many actions a scan over all masks is faster than a tree. */
const scanUpTo = 40;
/** Lists of up to this many actions are not split further. */
const leafUpTo = 4;

/**
 * Finds the actions whose conditions hold in a state. Many actions stand in a tree: each inner node looks at one cell of the state and goes on
 * where actions stand that ask for its value, and where those stand that do not care. What a leaf offers is still tested in full.
 *
 * An inner node is `word, mask, lowest bit, node for those who do not care, node for value 0, node for each bit of the mask`;
 * a leaf is `-1, count, actions`. Node 0 stands for "none".
 */
export class Successors {
  readonly #projection: Projection;
  readonly #nodes: Int32Array;
  readonly #root: number;
  readonly #stack: Int32Array;

  constructor(projection: Projection) {
    this.#projection = projection;
    const nodes: number[] = [0];
    const all = Array.from({ length: projection.actions }, (_, action) => action);
    const cells = cellsOf(projection);
    this.#root = projection.actions <= scanUpTo ? addLeaf(nodes, all) : grow(projection, nodes, all, cells);
    this.#nodes = Int32Array.from(nodes);
    // Every level leaves at most one node behind for later, and each cell is looked at once on the way down.
    this.#stack = new Int32Array(cells.length + 2);
  }

  /** Writes the applicable actions of the state at `words[at]` to `out`, in an order fixed by the state, and returns how many. Ranges of wide adds are not looked at. */
  applicable(words: Int32Array, at: number, out: Int32Array): number {
    const nodes = this.#nodes;
    const stack = this.#stack;
    const projection = this.#projection;
    let found = 0;
    let depth = 0;
    stack[depth++] = this.#root;
    while (depth > 0) {
      const node = stack[--depth]!;
      const word = nodes[node]!;
      if (word < 0) {
        for (let index = node + 2, end = index + nodes[node + 1]!; index < end; index++) {
          if (holds(projection, nodes[index]!, words, at)) out[found++] = nodes[index]!;
        }
        continue;
      }
      if (nodes[node + 3] !== 0) stack[depth++] = nodes[node + 3]!;
      const field = words[at + word]! & nodes[node + 1]!;
      const child = nodes[node + (field === 0 ? 4 : 36 - Math.clz32(field) - nodes[node + 2]!)]!;
      if (child !== 0) stack[depth++] = child;
    }
    return found;
  }
}

interface Cell {
  readonly word: number;
  readonly mask: number;
}

/** The cells that a tree may branch on: one-hot groups, and all other bits one by one. */
function cellsOf({ words, bits, groups, wideTests, wideEffects }: Projection): readonly Cell[] {
  const cells: Cell[] = [];
  const grouped = new Int32Array(words);
  for (let index = 0; index < groups.length; index += 2) {
    cells.push({ word: groups[index]!, mask: groups[index + 1]! });
    grouped[groups[index]!]! |= groups[index + 1]!;
  }
  for (let index = 0; index < wideTests.length; index += 3) grouped[wideTests[index]!] = -1;
  for (let index = 0; index < wideEffects.length; index += 4) grouped[wideEffects[index]!] = -1;
  for (let word = 0; word < words; word++) {
    for (let rest = bits[word]! & ~grouped[word]!; rest !== 0; rest &= rest - 1) cells.push({ word, mask: rest & -rest });
  }
  return cells;
}

/** Which value of a cell an action asks for: 0 for no bit, 1 + n for bit n of the mask, -1 when it asks for none in particular. */
function asks({ words, care, value }: Projection, action: number, { word, mask }: Cell): number {
  const row = action * words + word;
  if ((care[row]! & mask) !== mask) return -1;
  const field = value[row]! & mask;
  return field === 0 ? 0 : 32 - Math.clz32(field) - lowestBit(mask);
}

function grow(projection: Projection, nodes: number[], actions: readonly number[], cells: readonly Cell[]): number {
  if (actions.length === 0) return 0;
  let best: Cell | undefined;
  let most = 1;
  if (actions.length > leafUpTo) {
    for (const cell of cells) {
      const count = actions.reduce((sum, action) => sum + (asks(projection, action, cell) >= 0 ? 1 : 0), 0);
      if (count > most) [best, most] = [cell, count];
    }
  }
  if (best === undefined) return addLeaf(nodes, actions);
  const cell = best;
  const node = nodes.length;
  const width = popcount(cell.mask);
  nodes.push(cell.word, cell.mask, lowestBit(cell.mask), ...new Array<number>(width + 2).fill(0));
  const rest = cells.filter((each) => each !== cell);
  for (let wanted = -1; wanted <= width; wanted++) {
    const child = grow(projection, nodes, actions.filter((action) => asks(projection, action, cell) === wanted), rest);
    nodes[node + 4 + wanted] = child;
  }
  return node;
}

function addLeaf(nodes: number[], actions: readonly number[]): number {
  const node = nodes.length;
  nodes.push(-1, actions.length, ...actions);
  return node;
}

function holds(projection: Projection, action: number, words: Int32Array, at: number): boolean {
  const { words: width, care, value, wideTestStart, wideTests } = projection;
  for (let word = 0, row = action * width; word < width; word++, row++) {
    if ((words[at + word]! & care[row]!) !== value[row]!) return false;
  }
  for (let test = wideTestStart[action]! * 3; test < wideTestStart[action + 1]! * 3; test += 3) {
    const stored = words[at + wideTests[test]!]! >>> 0;
    if (stored < wideTests[test + 1]! || stored > wideTests[test + 2]!) return false;
  }
  return true;
}

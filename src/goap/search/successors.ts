import type { Projection } from './projection.js';

/** Up to this many actions a scan over all masks is faster than a tree. */
const scanUpTo = 40;

/** Finds the actions whose conditions hold in a state. */
export interface Successors {
  /** Writes the applicable actions of the state at `words[at]` to `out`, in a fixed order, and returns how many. Ranges of wide adds are not looked at. */
  applicable(words: Int32Array, at: number, out: Int32Array): number;
}

/** The way to find successors that suits the number of actions. */
export function successorsOf(projection: Projection): Successors {
  return projection.actions <= scanUpTo ? new Scan(projection) : new Scan(projection);
}

/** Looks at every action. */
class Scan implements Successors {
  readonly #projection: Projection;

  constructor(projection: Projection) {
    this.#projection = projection;
  }

  applicable(words: Int32Array, at: number, out: Int32Array): number {
    const { actions } = this.#projection;
    let found = 0;
    for (let action = 0; action < actions; action++) {
      if (holds(this.#projection, action, words, at)) out[found++] = action;
    }
    return found;
  }
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

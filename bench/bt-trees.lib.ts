/**
 * The trees that runtimes are compared on: nested levels of "a branch that fails, then a branch that goes deeper", seven nodes a level,
 * with one terminal action at the bottom. 10, 30 and 100 nodes are 1, 4 and 14 levels with a root.
 */

/** Where guards stand: nowhere, on the top selector, or on the selector of each level. */
export type Guards = 'none' | 'top' | 'every';

/** The functions of the trees as an agent: conditions and actions count what they do, so that runtimes can be held to the same work. */
export class Walker {
  calls = 0;
  endings = 0;
  #left: number;
  readonly #period: number;

  /** @param period steps that the terminal action runs before it succeeds; 1 succeeds at once */
  constructor(period: number, phase = 0) {
    this.#period = period;
    this.#left = period - phase;
  }

  no(): boolean {
    this.calls++;
    return false;
  }

  yes(): boolean {
    this.calls++;
    return true;
  }

  /** A guard: not counted, since readings differ in how often they ask it. */
  stays(): boolean {
    return true;
  }

  /** The terminal action: true when it is done. */
  isDone(): boolean {
    this.calls++;
    if (--this.#left > 0) return false;
    this.#left = this.#period;
    this.endings++;
    return true;
  }
}

/** Levels of a tree of this many nodes. */
export function levelsOf(nodes: number): number {
  return Math.floor((nodes - 2) / 7);
}

/** The tree as stock text. Ten nodes are a level, a root, a terminal and one more. */
export function levelText(nodes: number, guards: Guards): string {
  const levels = levelsOf(nodes);
  let inner = 'action [work]';
  for (let level = levels; level > 0; level--) {
    const guard = guards === 'every' || (guards === 'top' && level === 1) ? ' while(stays)' : '';
    inner = `selector${guard} { sequence { condition [no] action [act] } sequence { condition [yes] action [act] ${inner} } }`;
  }
  return nodes - 2 - levels * 7 === 1 ? `root { succeed { ${inner} } }` : `root { ${inner} }`;
}

import type { Arena } from './arena.js';
import { CoverList } from './cover-list.js';

/** Expansions after which nodes are first compared with the expanded ones, and how many of those are kept for it. */
const from = 48;
const most = 1024;
/** After this many comparisons they go on only if one in `worth` paid off: a scan costs about three expansions. */
const trial = 1024;
const worth = 16;

/** Finds out whether an expanded node makes another one superfluous, for as long as that pays. */
export class Cover {
  readonly #list = new CoverList();
  readonly #nodes: Int32Array = new Int32Array(most);
  #tries = 0;
  #hits = 0;

  begin(words: number): void {
    this.#list.begin(words);
    this.#tries = 0;
    this.#hits = 0;
  }

  /**
   * True when an expanded partial state holds wherever this one does, at no greater cost and steps.
   * If not, the node joins those that later ones are compared with.
   */
  covered({ keys, width, cost, steps }: Arena, node: number, expansions: number): boolean {
    const list = this.#list;
    if (expansions > from && (this.#tries < trial || this.#hits * worth >= this.#tries)) {
      this.#tries++;
      for (let entry = list.find(keys, node * width, 0); entry >= 0; entry = list.find(keys, node * width, entry + 1)) {
        const other = this.#nodes[entry]!;
        if (other === node || cost[other]! > cost[node]! || steps[other]! > steps[node]!) continue;
        this.#hits++;
        return true;
      }
    }
    if (list.count < most) {
      this.#nodes[list.count] = node;
      list.add(keys, node * width);
    }
    return false;
  }
}

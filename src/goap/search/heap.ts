/**
 * A binary min-heap of nodes in typed arrays, ordered by `key`, then by `tie`. Keys are doubles, because costs may be fractions.
 * Among entries with equal key and tie the order is unspecified but depends only on the pushes and pops made so far.
 */
export class Heap {
  size = 0;
  keys: Float64Array = new Float64Array(64);
  ties: Float64Array = new Float64Array(64);
  nodes: Int32Array = new Int32Array(64);

  clear(): void {
    this.size = 0;
  }

  push(key: number, tie: number, node: number): void {
    if (this.size === this.nodes.length) this.#grow();
    const { keys, ties, nodes } = this;
    let at = this.size++;
    while (at > 0) {
      const up = (at - 1) >>> 1;
      const upper = keys[up]!;
      if (upper < key || (upper === key && ties[up]! <= tie)) break;
      keys[at] = upper;
      ties[at] = ties[up]!;
      nodes[at] = nodes[up]!;
      at = up;
    }
    keys[at] = key;
    ties[at] = tie;
    nodes[at] = node;
  }

  /** Removes the smallest entry and returns its node; the heap must not be empty. */
  pop(): number {
    const { keys, ties, nodes } = this;
    const top = nodes[0]!;
    const size = --this.size;
    const key = keys[size]!;
    const tie = ties[size]!;
    const node = nodes[size]!;
    let at = 0;
    for (let down = 1; down < size; down = 2 * at + 1) {
      const right = down + 1;
      if (right < size && (keys[right]! < keys[down]! || (keys[right] === keys[down] && ties[right]! < ties[down]!))) down = right;
      const lower = keys[down]!;
      if (key < lower || (key === lower && tie <= ties[down]!)) break;
      keys[at] = lower;
      ties[at] = ties[down]!;
      nodes[at] = nodes[down]!;
      at = down;
    }
    keys[at] = key;
    ties[at] = tie;
    nodes[at] = node;
    return top;
  }

  #grow(): void {
    const length = this.nodes.length * 2;
    const keys = new Float64Array(length);
    keys.set(this.keys);
    this.keys = keys;
    const ties = new Float64Array(length);
    ties.set(this.ties);
    this.ties = ties;
    const nodes = new Int32Array(length);
    nodes.set(this.nodes);
    this.nodes = nodes;
  }
}

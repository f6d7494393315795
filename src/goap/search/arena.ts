/** Nodes an arena starts with; it doubles when they are used up. */
const firstCapacity = 256;

/**
 * The nodes of one search in flat arrays, and the hash table that finds a node by its key (a packed state, or the care and value
 * words of a partial one). An arena is used for one search after another: table entries carry the number of the search
 * that wrote them, so nothing is cleared between searches and nothing is left to the garbage collector.
 *
 * Hot loops read the arrays into locals and do probing themselves; whoever holds such locals reads them anew after {@link reserve}.
 */
export class Arena {
  /** Words a key. */
  width = 1;
  /** Nodes of the current search; node `n` has the key `keys[n * width ...]`. */
  count = 0;
  capacity: number = firstCapacity;
  keys: Int32Array = new Int32Array(firstCapacity * 4);
  /** Node that this one was reached from, -1 for a root. */
  parent: Int32Array = new Int32Array(firstCapacity);
  /** Action that led here from the parent. */
  action: Int32Array = new Int32Array(firstCapacity);
  cost: Float64Array = new Float64Array(firstCapacity);
  /** Lower bound on the cost that is still to come. */
  rest: Float64Array = new Float64Array(firstCapacity);
  /** Steps from the root; kept only where the request limits them, else 0. */
  steps: Int32Array = new Int32Array(firstCapacity);
  /** Next node with the same key, or -1: with a step limit one state may need several nodes, costlier ones with fewer steps. */
  next: Int32Array = new Int32Array(firstCapacity);
  /** 1 once expanded; a node that is reached more cheaply is opened again. */
  closed: Uint8Array = new Uint8Array(firstCapacity);
  /** Pairs of search number and first node with the key, open addressing, at most half full. */
  table: Int32Array = new Int32Array(firstCapacity * 4);
  /** Number of the current search. */
  epoch = 0;

  /** Forgets all nodes. */
  begin(width: number): void {
    this.width = width;
    this.count = 0;
    if (this.keys.length < this.capacity * width) this.keys = new Int32Array(this.capacity * width);
    if (this.epoch === 0x7fffffff) {
      this.table.fill(0);
      this.epoch = 0;
    }
    this.epoch++;
  }

  /** Makes room for `count` nodes in all. */
  reserve(count: number): void {
    if (count <= this.capacity) return;
    let capacity = this.capacity;
    while (capacity < count) capacity *= 2;
    this.capacity = capacity;
    if (this.keys.length < capacity * this.width) this.keys = larger(this.keys, capacity * this.width);
    this.parent = larger(this.parent, capacity);
    this.action = larger(this.action, capacity);
    this.steps = larger(this.steps, capacity);
    this.next = larger(this.next, capacity);
    const cost = new Float64Array(capacity);
    cost.set(this.cost);
    this.cost = cost;
    const rest = new Float64Array(capacity);
    rest.set(this.rest);
    this.rest = rest;
    const closed = new Uint8Array(capacity);
    closed.set(this.closed);
    this.closed = closed;
    this.#rehash();
  }

  /** The hash of the key that starts at `keys[at]`. */
  hash(at: number): number {
    const { keys, width } = this;
    let hash = 0;
    for (let word = at; word < at + width; word++) {
      hash = Math.imul(hash ^ keys[word]!, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  #rehash(): void {
    const { width, epoch, table: old } = this;
    const table = new Int32Array(this.capacity * 4);
    const mask = this.capacity * 2 - 1;
    for (let entry = 0; entry < old.length; entry += 2) {
      if (old[entry] !== epoch) continue;
      const node = old[entry + 1]!;
      let slot = this.hash(node * width) & mask;
      while (table[slot * 2] === epoch) slot = (slot + 1) & mask;
      table[slot * 2] = epoch;
      table[slot * 2 + 1] = node;
    }
    this.table = table;
  }
}

function larger(old: Int32Array, length: number): Int32Array {
  const array = new Int32Array(length);
  array.set(old);
  return array;
}

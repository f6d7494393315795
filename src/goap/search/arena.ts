import { Heap } from './heap.js';

/** Nodes an arena starts with; it doubles when they are used up. */
const firstCapacity = 256;

/**
 * The nodes of one search in flat arrays, the hash table that finds a node by its key (a packed state, or the care and value
 * words of a partial one), and the list of open nodes. An arena is used for one search after another: table entries carry the number of the search
 * that wrote them, so nothing is cleared between searches and nothing is left to the garbage collector.
 *
 * Whoever holds one of the arrays in a local reads it anew after {@link reserve}.
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
  /** Open nodes by cost + rest, ties to the smaller rest. A node that was reached more cheaply stands in it twice; the later copy is passed over. */
  readonly open: Heap = new Heap();
  /** Table slot that the last {@link find} ended at. */
  #slot = 0;

  /** Forgets all nodes. */
  begin(width: number): void {
    this.width = width;
    this.count = 0;
    this.open.clear();
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

  /** The first node whose key equals the one that starts at `keys[at]`, or -1; then {@link insert} may follow. */
  find(at: number): number {
    const { keys, width, table, epoch } = this;
    const mask = (table.length >>> 1) - 1;
    let slot = this.#hash(at) & mask;
    probe: for (; table[slot * 2] === epoch; slot = (slot + 1) & mask) {
      const node = table[slot * 2 + 1]!;
      for (let word = 0, known = node * width; word < width; word++) {
        if (keys[known + word] !== keys[at + word]) continue probe;
      }
      return node;
    }
    this.#slot = slot;
    return -1;
  }

  /** Makes a node of the key that stands behind the last one and was just not found; opens it unless its rest is Infinity. */
  insert(parent: number, action: number, cost: number, steps: number, rest: number): void {
    const node = this.count;
    this.table[this.#slot * 2] = this.epoch;
    this.table[this.#slot * 2 + 1] = node;
    this.#write(node, parent, action, cost, steps, rest);
    if (rest !== Infinity) this.open.push(cost + rest, rest, node);
  }

  /**
   * A key was reached that `first` and perhaps more nodes have: improves the node that is beaten in cost and steps, adds one when
   * the new way is better in only one of the two, or does nothing when an old way is as good in both.
   */
  revisit(first: number, parent: number, action: number, cost: number, steps: number): void {
    const rest = this.rest[first]!;
    if (rest === Infinity) return;
    let node = this.count;
    for (let other = first; other >= 0; other = this.next[other]!) {
      if (this.cost[other]! <= cost && this.steps[other]! <= steps) return;
      if (this.cost[other]! >= cost && this.steps[other]! >= steps) node = other;
    }
    const next = node === this.count ? this.next[first]! : this.next[node]!;
    if (node === this.count) this.next[first] = node;
    this.#write(node, parent, action, cost, steps, rest);
    this.next[node] = next;
    this.open.push(cost + rest, rest, node);
  }

  /** The open node to expand next, left in its place; -1 when there is none. */
  best(): number {
    const { open, closed } = this;
    while (open.size > 0) {
      const node = open.nodes[0]!;
      if (closed[node] === 0) return node;
      open.pop();
    }
    return -1;
  }

  /** Takes the node that {@link best} gave from the open ones. */
  close(node: number): void {
    this.open.pop();
    this.closed[node] = 1;
  }

  #write(node: number, parent: number, action: number, cost: number, steps: number, rest: number): void {
    this.parent[node] = parent;
    this.action[node] = action;
    this.cost[node] = cost;
    this.steps[node] = steps;
    this.rest[node] = rest;
    this.next[node] = -1;
    this.closed[node] = 0;
    if (node === this.count) this.count++;
  }

  #hash(at: number): number {
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
      let slot = this.#hash(node * width) & mask;
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

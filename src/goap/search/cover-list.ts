/**
 * Partial states that were expanded, side by side in memory, to find out whether one of them covers a new one: a scan, but one of a few
 * nanoseconds an entry. Entries are kept in the order of being added.
 */
export class CoverList {
  count = 0;
  #words = 2;
  /** Care and value words by turns. */
  #masks: Int32Array = new Int32Array(64 * 4);

  begin(words: number): void {
    this.count = 0;
    this.#words = words;
  }

  /** Adds the partial state at `keys[at]` (care words, then value words). */
  add(keys: Int32Array, at: number): void {
    const words = this.#words;
    let to = this.count++ * words * 2;
    if (to + words * 2 > this.#masks.length) {
      const masks = new Int32Array(Math.max(this.#masks.length * 2, to + words * 2));
      masks.set(this.#masks);
      this.#masks = masks;
    }
    for (let word = 0; word < words; word++) {
      this.#masks[to++] = keys[at + word]!;
      this.#masks[to++] = keys[at + words + word]!;
    }
  }

  /** The first entry from `from` on that holds in every state in which the partial state at `keys[at]` holds, or -1. */
  find(keys: Int32Array, at: number, from: number): number {
    const words = this.#words;
    if (words !== 2) return this.#findWide(keys, at, from);
    const masks = this.#masks;
    const free0 = ~keys[at]!;
    const free1 = ~keys[at + 1]!;
    const wanted0 = keys[at + 2]!;
    const wanted1 = keys[at + 3]!;
    const end = this.count * 4;
    for (let entry = from * 4; entry < end; entry += 4) {
      const care0 = masks[entry]!;
      if ((care0 & free0) !== 0 || (wanted0 & care0) !== masks[entry + 1]!) continue;
      const care1 = masks[entry + 2]!;
      if ((care1 & free1) === 0 && (wanted1 & care1) === masks[entry + 3]!) return entry >> 2;
    }
    return -1;
  }

  #findWide(keys: Int32Array, at: number, from: number): number {
    const masks = this.#masks;
    const words = this.#words;
    next: for (let entry = from; entry < this.count; entry++) {
      for (let word = 0, row = entry * words * 2; word < words; word++, row += 2) {
        const care = masks[row]!;
        if ((care & ~keys[at + word]!) !== 0 || (keys[at + words + word]! & care) !== masks[row + 1]!) continue next;
      }
      return entry;
    }
    return -1;
  }
}

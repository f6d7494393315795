/** A binary heap: `pop` gives the least by `order`; of equal ones, any. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #order: (a: T, b: T) => number;

  constructor(order: (a: T, b: T) => number) {
    this.#order = order;
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#order(items[above]!, item) <= 0) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.#order(items[below + 1]!, items[below]!) < 0) below++;
      if (this.#order(items[below]!, last) >= 0) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = last;
    return top;
  }
}

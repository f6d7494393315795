import { Columns, type Column } from '../core/internal.js';

/** A set of slots as bits, walked in order of slot. */
export class SlotSet {
  words: Uint32Array = new Uint32Array(0);
  /** No word before this one has a bit. */
  #first = 0;

  grow(capacity: number): void {
    const needed = (capacity + 31) >>> 5;
    if (needed <= this.words.length) return;
    const larger = new Uint32Array(needed);
    larger.set(this.words);
    this.words = larger;
  }

  has(slot: number): boolean {
    return (this.words[slot >>> 5]! & (1 << (slot & 31))) !== 0;
  }

  add(slot: number): void {
    this.#first = Math.min(this.#first, slot >>> 5);
    this.words[slot >>> 5]! |= 1 << (slot & 31);
  }

  delete(slot: number): void {
    this.words[slot >>> 5]! &= ~(1 << (slot & 31));
  }

  clear(): void {
    this.words.fill(0);
  }

  /** Takes out the lowest slot; -1 when there is none. */
  takeFirst(): number {
    const { words } = this;
    while (this.#first < words.length && words[this.#first] === 0) this.#first++;
    if (this.#first >= words.length) return -1;
    const bits = words[this.#first]!;
    const slot = (this.#first << 5) + 31 - Math.clz32(bits & -bits);
    this.delete(slot);
    return slot;
  }
}

/**
 * Who sleeps and until when. A sleeper is not visited until its time has come or somebody wakes it; the time it missed is owed to it.
 * Wake times stand in a binary heap; an entry whose sleeper was woken earlier stays behind and is dropped when it comes up.
 */
export class Sleepers {
  readonly asleep: SlotSet = new SlotSet();
  readonly #columns: Columns = new Columns();
  readonly #since: Column<'f64'> = this.#columns.add('since', 'f64');
  readonly #wakeAt: Column<'f64'> = this.#columns.add('wakeAt', 'f64');
  #times: Float64Array = new Float64Array(0);
  #slots: Uint32Array = new Uint32Array(0);
  #size = 0;
  /** Seconds since the store was made. Only differences of it are ever used. */
  now = 0;

  grow(capacity: number): void {
    this.#columns.grow(capacity);
    this.asleep.grow(this.#columns.capacity);
    // At most one living entry for each slot, and as many that stayed behind, before they are swept out.
    if (this.#times.length >= 2 * this.#columns.capacity) return;
    const [times, slots] = [this.#times, this.#slots];
    this.#times = new Float64Array(2 * this.#columns.capacity);
    this.#slots = new Uint32Array(2 * this.#columns.capacity);
    this.#times.set(times);
    this.#slots.set(slots);
  }

  /** Puts an awake slot to sleep for so many seconds. */
  lay(slot: number, seconds: number): void {
    const time = this.now + seconds;
    this.asleep.add(slot);
    this.#since.data[slot] = this.now;
    this.#wakeAt.data[slot] = time;
    if (this.#size === this.#times.length) this.#sweep();
    let at = this.#size++;
    for (let above = (at - 1) >> 1; at > 0 && this.#times[above]! > time; at = above, above = (at - 1) >> 1) this.#move(above, at);
    this.#times[at] = time;
    this.#slots[at] = slot;
  }

  /** A slot whose time has come, or -1. It stays asleep until {@link rouse}. */
  due(): number {
    while (this.#size > 0) {
      const time = this.#times[0]!;
      const slot = this.#slots[0]!;
      const stale = this.#isStale(0);
      if (!stale && time > this.now + 1e-9) return -1;
      this.#removeFirst();
      if (!stale) return slot;
    }
    return -1;
  }

  /** Seconds that a slot has slept and not been given yet; 0 when it is awake. */
  owed(slot: number): number {
    return this.asleep.has(slot) ? this.now - this.#since.data[slot]! : 0;
  }

  /** Ends a slot's sleep and returns the seconds owed to it. */
  rouse(slot: number): number {
    const owed = this.owed(slot);
    this.asleep.delete(slot);
    return owed;
  }

  clear(): void {
    this.asleep.clear();
    this.#size = 0;
  }

  #isStale(at: number): boolean {
    const slot = this.#slots[at]!;
    return !this.asleep.has(slot) || this.#wakeAt.data[slot] !== this.#times[at];
  }

  #removeFirst(): void {
    const last = --this.#size;
    const time = this.#times[last]!;
    const slot = this.#slots[last]!;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= last) break;
      if (below + 1 < last && this.#times[below + 1]! < this.#times[below]!) below++;
      if (this.#times[below]! >= time) break;
      this.#move(below, at);
      at = below;
    }
    this.#times[at] = time;
    this.#slots[at] = slot;
  }

  /** Drops what stayed behind. The living entries are sorted, and a sorted list is a heap. */
  #sweep(): void {
    const alive = Array.from({ length: this.#size }, (_, at) => at).filter((at) => !this.#isStale(at));
    const entries = alive.map((at) => ({ time: this.#times[at]!, slot: this.#slots[at]! })).sort((one, other) => one.time - other.time);
    const seen = new Set<number>();
    this.#size = 0;
    for (const { time, slot } of entries) {
      if (seen.has(slot)) continue;
      seen.add(slot);
      this.#times[this.#size] = time;
      this.#slots[this.#size++] = slot;
    }
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from]!;
    this.#slots[to] = this.#slots[from]!;
  }
}

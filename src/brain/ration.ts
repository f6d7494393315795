import type { Place } from './crowd-core.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';

/** A queue of minds, as it is saved: group and slot, the one that waits longest first. */
export type SavedRation = readonly (readonly [group: number, slot: number])[];

/**
 * Permits for something dear, so many a tick. Who goes away empty waits in line: at each tick those who have waited longest and tick now
 * are served first, and only what is left over goes to whoever asks. So nobody starves, however rarely a mind ticks.
 *
 * A mind's place is marked in two bits of its `ration` column, so that asking costs no search.
 */
export class Ration {
  readonly #limit: number;
  readonly #waits: number;
  readonly #granted: number;
  #left: number;
  /** Those in line; an entry whose mind is not marked any more is dropped at the next tick. Two lists, so that nothing is made for an entry. */
  readonly #line: Minds[] = [];
  readonly #slots: number[] = [];
  readonly #served: Minds[] = [];
  readonly #servedSlots: number[] = [];

  /** @param place which two bits of the column are this ration's: 0 or 1 */
  constructor(limit: number, place: 0 | 1) {
    this.#limit = limit;
    this.#left = limit;
    this.#waits = 1 << (place * 2);
    this.#granted = 2 << (place * 2);
  }

  /** A permit for this mind now, or false: then it stands in line. */
  take(minds: Minds, slot: number): boolean {
    if (this.#limit === Infinity) return true;
    const bits = minds.c.ration.data;
    if ((bits[slot]! & this.#granted) !== 0) {
      bits[slot]! &= ~this.#granted;
      return true;
    }
    if (this.#left > 0) {
      this.#left--;
      bits[slot]! &= ~this.#waits;
      return true;
    }
    if ((bits[slot]! & this.#waits) === 0) {
      bits[slot]! |= this.#waits;
      this.#line.push(minds);
      this.#slots.push(slot);
    }
    return false;
  }

  /** A new tick: those in line who will tick in it are served. */
  open(): void {
    if (this.#limit === Infinity) return;
    this.#left = this.#limit;
    const line = this.#line;
    const slots = this.#slots;
    let kept = 0;
    for (let at = 0; at < line.length; at++) {
      const minds = line[at]!;
      const slot = slots[at]!;
      const bits = minds.c.ration.data;
      if ((bits[slot]! & this.#waits) === 0) continue;
      if (this.#left > 0 && ticksNow(minds, slot)) {
        bits[slot] = (bits[slot]! & ~this.#waits) | this.#granted;
        this.#left--;
        this.#served.push(minds);
        this.#servedSlots.push(slot);
      } else {
        line[kept] = minds;
        slots[kept++] = slot;
      }
    }
    line.length = slots.length = kept;
  }

  /** The end of the tick: a permit that was not used is void. */
  close(): void {
    for (let at = 0; at < this.#served.length; at++) this.#served[at]!.c.ration.data[this.#servedSlots[at]!]! &= ~this.#granted;
    this.#served.length = this.#servedSlots.length = 0;
  }

  save(): SavedRation {
    const places = this.#line.map((minds, at) => [minds.number, this.#slots[at]!] as const);
    return places.filter((_place, at) => (this.#line[at]!.c.ration.data[this.#slots[at]!]! & this.#waits) !== 0);
  }

  /** Takes up a saved line; the marks of its minds are in their columns. */
  restore(saved: SavedRation, groups: readonly Minds[]): void {
    this.#line.length = this.#slots.length = 0;
    for (const [group, slot] of saved) {
      this.#line.push(groups[group]!);
      this.#slots.push(slot);
    }
  }

  /** A mind lives somewhere else now: its marks and its place in the line go with it. */
  move(from: Place, to: Place): void {
    const mine = this.#waits | this.#granted;
    const marks = from.minds.c.ration.data[from.slot]! & mine;
    const bits = to.minds.c.ration.data;
    bits[to.slot] = (bits[to.slot]! & ~mine) | marks;
    // An entry of a mind that is not marked any more is none.
    if ((marks & this.#waits) === 0) return;
    for (let at = 0; at < this.#line.length; at++) {
      if (this.#line[at] !== from.minds || this.#slots[at] !== from.slot) continue;
      this.#line[at] = to.minds;
      this.#slots[at] = to.slot;
    }
  }
}

/** Whether a mind ticks in the tick that begins; an inner one does with the mind whose step it performs. */
function ticksNow(minds: Minds, slot: number): boolean {
  const { c, crowd } = minds;
  if ((c.flags.data[slot]! & flag.inner) !== 0) return ticksNow(crowd.groups[c.outerGroup.data[slot]! - 1]!, c.outerSlot.data[slot]! - 1);
  return c.skipped.data[slot]! + 1 >= c.every.data[slot]! || (c.flags.data[slot]! & flag.fresh) !== 0;
}

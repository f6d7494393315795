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
  /** Those in line; an entry whose mind is not marked any more is dropped at the next tick. */
  #line: [minds: Minds, slot: number][] = [];
  #served: [minds: Minds, slot: number][] = [];

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
      this.#line.push([minds, slot]);
    }
    return false;
  }

  /** A new tick: those in line who will tick in it are served. */
  open(): void {
    if (this.#limit === Infinity) return;
    this.#left = this.#limit;
    const line = this.#line;
    let kept = 0;
    for (const place of line) {
      const [minds, slot] = place;
      const bits = minds.c.ration.data;
      if ((bits[slot]! & this.#waits) === 0) continue;
      if (this.#left > 0 && ticksNow(minds, slot)) {
        bits[slot] = (bits[slot]! & ~this.#waits) | this.#granted;
        this.#left--;
        this.#served.push(place);
      } else line[kept++] = place;
    }
    line.length = kept;
  }

  /** The end of the tick: a permit that was not used is void. */
  close(): void {
    for (const [minds, slot] of this.#served) minds.c.ration.data[slot]! &= ~this.#granted;
    this.#served.length = 0;
  }

  save(): SavedRation {
    return this.#line.filter(([minds, slot]) => (minds.c.ration.data[slot]! & this.#waits) !== 0).map(([minds, slot]) => [minds.number, slot]);
  }

  /** Takes up a saved line; the marks of its minds are in their columns. */
  restore(saved: SavedRation, groups: readonly Minds[]): void {
    this.#line = saved.map(([group, slot]) => [groups[group]!, slot]);
  }

  /** Minds have moved to another group: they keep their places in the line. */
  follow(from: Minds, to: Minds, slots: ReadonlyMap<number, number>): void {
    for (const place of this.#line) {
      const slot = place[0] === from ? slots.get(place[1]) : undefined;
      if (slot === undefined) continue;
      place[0] = to;
      place[1] = slot;
      to.c.ration.data[slot]! |= this.#waits;
    }
  }
}

/** Whether a mind ticks in the tick that begins; an inner one does with the mind whose step it performs. */
function ticksNow(minds: Minds, slot: number): boolean {
  const { c, crowd } = minds;
  if ((c.flags.data[slot]! & flag.inner) !== 0) return ticksNow(crowd.groups[c.outerGroup.data[slot]! - 1]!, c.outerSlot.data[slot]! - 1);
  return c.skipped.data[slot]! + 1 >= c.every.data[slot]! || (c.flags.data[slot]! & flag.fresh) !== 0;
}

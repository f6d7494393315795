import type { Node } from './exact.js';
import type { Entry, Situation } from './situation.js';

/** A standing, reduced to what can make it better or worse than another of the same key. */
interface Label {
  readonly node: Node;
  /** When the workers are free, in the order of the key. */
  readonly frees: readonly number[];
  /** Cell, time: when what the plan puts into or sets in a cell comes, by cell and latest first; one pair a unit. */
  readonly gifts: readonly number[];
  /** When the plan leaves each station. */
  readonly stations: readonly number[];
}

/**
 * The standings met so far that no other beats. One beats another when both lead to the same world, with workers of the same kinds at the same
 * places and the same goals reached, and it is not later in anything: its own clock, any worker, any unit on its way, any station.
 * Being met first counts for nothing.
 */
export class Labels {
  readonly #situation: Situation;
  readonly #byKey = new Map<string, Label[]>();
  readonly #farthest: number;
  readonly #older: ReadonlySet<Entry>;

  constructor(situation: Situation) {
    this.#situation = situation;
    let farthest = 0;
    for (const { walk } of situation.workers) for (const seconds of walk) if (seconds < Infinity && seconds > farthest) farthest = seconds;
    this.#farthest = farthest;
    this.#older = new Set(situation.entries);
  }

  /** Keeps the standing unless one that was met already is as good in everything. */
  admit(node: Node): boolean {
    const order = node.places.map((_, worker) => worker);
    const { workers } = this.#situation;
    order.sort((a, b) => workers[a]!.kind - workers[b]!.kind || node.places[a]! - node.places[b]! || node.frees[a]! - node.frees[b]!);
    const label: Label = { node, frees: order.map((worker) => node.frees[worker]!), ...this.#comings(node) };
    const key = `${node.reached}|${order.map((worker) => node.places[worker]).join()}|${this.#outcome(node).join()}`;
    const others = this.#byKey.get(key);
    if (others === undefined) {
      this.#byKey.set(key, [label]);
      return true;
    }
    for (const other of others) if (this.#beats(other, label)) return false;
    let kept = 0;
    for (const other of others) {
      if (this.#beats(label, other)) other.node.beaten = true;
      else others[kept++] = other;
    }
    others.length = kept;
    others.push(label);
    return true;
  }

  /** What the plan has made of the world, whatever has become of the work planned before it: equal outcomes, equal worlds at any later moment. */
  #outcome({ values, entries, now }: Node): number[] {
    const outcome = values.slice();
    for (const entry of entries) {
      if (this.#isOlder(entry)) continue;
      for (const { cell, give, set } of entry.work.ops) outcome[cell] = set ?? outcome[cell]! + give;
    }
    let begun = 0;
    for (const { work, start, end } of this.#situation.entries) {
      for (const { cell, take, give, set } of work.ops) {
        // Amounts are taken back out. A cell that older work sets has a history that one value cannot tell, so the stage it is in counts too.
        if (set !== undefined) begun += (start <= now ? 1 : 0) + (end <= now ? 1 : 0);
        else outcome[cell]! += (start <= now && start > this.#situation.now ? take : 0) - (end <= now ? give : 0);
      }
    }
    outcome.push(begun);
    return outcome;
  }

  #isOlder(entry: Entry): boolean {
    return this.#older.has(entry);
  }

  #comings({ entries, now }: Node): { readonly gifts: readonly number[]; readonly stations: readonly number[] } {
    const comings: { cell: number; time: number }[] = [];
    const stations: number[] = [];
    for (const entry of entries) {
      if (this.#isOlder(entry)) continue;
      for (const station of entry.work.holds) stations[station] = Math.max(stations[station] ?? now, entry.end);
      for (const { cell, give, set } of entry.work.ops) {
        const units = set === undefined ? give : 1;
        for (let unit = 0; unit < units; unit++) comings.push({ cell, time: entry.end });
      }
    }
    comings.sort((a, b) => a.cell - b.cell || b.time - a.time);
    return { gifts: comings.flatMap(({ cell, time }) => [cell, time]), stations };
  }

  #beats(one: Label, other: Label): boolean {
    const { now } = other.node;
    if (one.node.now > now) return false;
    for (let at = 0; at < one.frees.length; at++) {
      // Who has been free for longer than any walk takes can be anywhere by now.
      if (one.frees[at]! > other.frees[at]! && one.frees[at]! > now - this.#farthest) return false;
    }
    for (let station = 0; station < one.stations.length; station++) {
      const leaves = one.stations[station];
      if (leaves !== undefined && leaves > now && leaves > (other.stations[station] ?? now)) return false;
    }
    // Fewer jobs behind it leave more room under the limits of what a plan may make.
    for (let cell = 0; cell < one.node.filled.length; cell++) if (one.node.filled[cell]! > other.node.filled[cell]!) return false;
    let theirs = 0;
    let cell = -1;
    for (let at = 0; at < one.gifts.length; at += 2) {
      if (one.gifts[at]! !== cell) {
        cell = one.gifts[at]!;
        theirs = 0;
        while (theirs < other.gifts.length && other.gifts[theirs]! < cell) theirs += 2;
      } else if (theirs < other.gifts.length && other.gifts[theirs] === cell) theirs += 2;
      const late = other.gifts[theirs] === cell ? other.gifts[theirs + 1]! : now;
      if (one.gifts[at + 1]! > late && one.gifts[at + 1]! > now) return false;
    }
    return true;
  }
}

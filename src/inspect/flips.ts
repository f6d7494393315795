/** Numbers of a trace record in bulk: tick, mind, layer, node, event, a, b, cause. */
export const recordWidth = 8;

/** Ticks for which going back to a goal counts. */
const lately = 200;

/** Event `wanted`: its number is part of the format of traces. */
const wanted = 2;

/** Counts how often each mind goes back to a goal that it has just left: who dithers. */
export class Flips {
  /** By mind: the goal it left last, and the ticks at which it went back. */
  readonly #minds = new Map<number, { left: number; readonly ticks: number[] }>();

  /** Goes on with more records of a trace. */
  push(words: Int32Array): void {
    for (let at = 0; at < words.length; at += recordWidth) if (words[at + 4] === wanted) this.#changed(words[at + 1]!, words[at]!, words[at + 5]!, words[at + 6]!);
  }

  /** How often a mind went back in the ticks up to one. */
  count(mind: number, tick: number): number {
    const ticks = this.#minds.get(mind)?.ticks;
    if (ticks === undefined) return 0;
    let count = 0;
    for (let at = ticks.length - 1; at >= 0 && ticks[at]! > tick - lately; at--) if (ticks[at]! <= tick) count++;
    return count;
  }

  #changed(mind: number, tick: number, now: number, before: number): void {
    let known = this.#minds.get(mind);
    if (known === undefined) this.#minds.set(mind, (known = { left: -1, ticks: [] }));
    // Going to nothing and back is no dithering: the goal was reached, or there was no way.
    if (now !== 0 && before !== 0 && known.left === now) known.ticks.push(tick);
    known.left = before;
    if (known.ticks.length > 4096) known.ticks.splice(0, 2048);
  }
}

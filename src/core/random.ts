import { readSeed } from './seed.js';

/**
 * Seeded random numbers whose whole state is one 32-bit word, so that a column of words holds a stream for every mind
 * and a snapshot needs four bytes. The step is the 32-bit generator known as mulberry32 (Tommy Ettinger, public domain);
 * it passes the usual small statistical batteries and is not for secrets.
 */

/** Derives the state of one stream from a seed and the stream's number: streams of one seed are unrelated. */
export function seedStream(seed: number, stream: number): number {
  let state = Math.imul((seed | 0) ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((stream | 0) + 1, 0xc2b2ae35);
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  return (state ^ (state >>> 15)) >>> 0;
}

/** The next number in [0, 1) of the stream whose state stands in `states[index]`; moves that state on. */
export function nextRandom(states: Uint32Array, index: number): number {
  const state = (states[index]! + 0x6d2b79f5) >>> 0;
  states[index] = state;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

/** A lone stream of random numbers, for layers used without a crowd. */
export class Random {
  readonly #state = new Uint32Array(1);

  /** @throws Problem `bad-seed` for what is neither a whole number nor a text */
  constructor(seed: number | string = 1, stream = 0) {
    this.#state[0] = seedStream(readSeed(seed, 'seed'), stream);
  }

  /** The next number in [0, 1). */
  next(): number {
    return nextRandom(this.#state, 0);
  }

  /** The stream's whole state, for a snapshot. */
  get state(): number {
    return this.#state[0]!;
  }

  set state(state: number) {
    this.#state[0] = state;
  }
}

import { applyOps } from './curve-ops.js';
import { combine, type CompiledConsideration, type CompiledOption } from './program.js';

/** Told when a callback threw; it counts as 0. */
export type OnError = (slot: number, path: string, error: unknown) => void;

/** Told once for each consideration that gave something that is no number; it counts as 0. */
export type OnWarning = (slot: number, path: string, value: unknown) => void;

/**
 * Where numbers are handed over: a number given to or returned from a function that is not inlined is boxed by the engine,
 * which would be garbage at every consideration. `cell` must be 0, that is where `applyOps` works.
 */
export const register = { cell: 0, penalty: 1, atMost: 2, below: 3, score: 4, rank: 5, worth: 6, currentScore: 7, currentRank: 8 } as const;

/**
 * More than the rounding error of a compensated product. Partial products fall exactly, also in doubles; what compensates them afterwards
 * may be off by a few last bits, and a bound must never be below the score it bounds.
 */
const roomForRounding = 1 + 2 ** -46;

/** The product of an option's curve values, lifted where its compensation works on the whole product. */
export function compensate(option: CompiledOption, product: number): number {
  if (option.combine < combine.finalProduct) return product;
  return option.combine === combine.finalProduct ? product + (1 - product) * option.makeUp * product : Math.pow(product, option.root);
}

/** A curve value as a factor of the product, lifted where the compensation works on each. */
export function factorOf(option: CompiledOption, value: number): number {
  return option.combine === combine.perConsideration ? value + (1 - value) * option.makeUp * value : value;
}

/** Scores options. Holds nothing of any mind; which warnings were given is its only memory. */
export class Scorer {
  readonly registers: Float64Array = new Float64Array(9);
  /** Inputs asked so far, for tests and benches that count. */
  asked = 0;
  readonly #earlyOut: boolean;
  readonly #onError: OnError | undefined;
  readonly #onWarning: OnWarning | undefined;
  readonly #warned: Set<string> = new Set();

  constructor(earlyOut: boolean, onError: OnError | undefined, onWarning: OnWarning | undefined) {
    this.#earlyOut = earlyOut;
    this.#onError = onError;
    this.#onWarning = onWarning;
  }

  /**
   * Writes the score into its register: weight x compensated product - penalty, from the register of that name.
   * It is 0 when vetoed, and when it cannot count because it is at most `atMost` or less than `below`. As every line falls when the
   * product falls, in doubles too, the same lines over the factors known so far bound the score from above: that is the early-out.
   */
  score(option: CompiledOption, body: unknown, facts: unknown, target: unknown, slot: number): void {
    const registers = this.registers;
    const { considerations, weight, makeUp } = option;
    const count = considerations.length;
    const lifts = option.combine === combine.perConsideration;
    const compensates = option.combine >= combine.finalProduct;
    const bounds = this.#earlyOut;
    registers[register.score] = 0;
    let product = 1;
    for (let at = 0; ; at++) {
      if (bounds || at === count) {
        let whole = product;
        if (compensates) {
          whole = compensate(option, product);
          if (at < count && product < 1) whole *= roomForRounding;
        }
        const score = weight * whole - registers[register.penalty]!;
        if (score <= registers[register.atMost]! || score < registers[register.below]!) return;
        if (at === count) {
          registers[register.score] = score;
          return;
        }
      }
      this.#value(considerations[at]!, body, facts, target, slot);
      const value = registers[register.cell]!;
      if (value === 0) return;
      product *= lifts ? value + (1 - value) * makeUp * value : value;
    }
  }

  /** Whether the option would count if all its curve values were 1, by the same registers; true when early-out is off. */
  canCount(option: CompiledOption): boolean {
    const score = option.weight - this.registers[register.penalty]!;
    return !this.#earlyOut || (score > this.registers[register.atMost]! && score >= this.registers[register.below]!);
  }

  /** The rank that was written last. */
  get rankNow(): number {
    return this.registers[register.rank]!;
  }

  /** Writes the rank of an option now into its register; one that throws or is NaN counts as 0. */
  rank(option: CompiledOption, body: unknown, facts: unknown, slot: number): void {
    this.registers[register.rank] = option.rank;
    if (option.rankOf === null) return;
    try {
      const rank = +(option.rankOf(body, facts, undefined) as number);
      if (rank === rank) this.registers[register.rank] = rank;
      else this.warn(slot, `${option.path}.rank`, rank);
    } catch (error) {
      this.fail(slot, `${option.path}.rank`, error);
    }
  }

  /** Warns, once for each path. */
  warn(slot: number, path: string, value: unknown): void {
    if (this.#warned.has(path)) return;
    this.#warned.add(path);
    this.#onWarning?.(slot, path, value);
  }

  /** Reports what a callback threw. */
  fail(slot: number, path: string, error: unknown): void {
    this.#onError?.(slot, path, error);
  }

  /** Asks one consideration; its curve value goes into the cell. */
  #value(consideration: CompiledConsideration, body: unknown, facts: unknown, target: unknown, slot: number): void {
    const registers = this.registers;
    this.asked++;
    try {
      const of = consideration.of;
      const input = +(of(body, facts, target) as number);
      registers[register.cell] = input;
      if (input === input) applyOps(consideration.shape, registers);
      const value = registers[register.cell]!;
      if (value === value) return;
    } catch (error) {
      registers[register.cell] = 0;
      this.fail(slot, consideration.path, error);
      return;
    }
    registers[register.cell] = 0;
    this.warn(slot, consideration.path, NaN);
  }
}

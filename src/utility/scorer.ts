import { combine, type CompiledOption } from './program.js';
import { shapeInput, type ScoreTable } from './score-table.js';

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
export function compensate(table: ScoreTable, option: number, product: number): number {
  const how = table.combines[option]!;
  if (how < combine.finalProduct) return product;
  return how === combine.finalProduct ? product + (1 - product) * table.makeUps[option]! * product : Math.pow(product, table.roots[option]!);
}

/** A curve value as a factor of the product, lifted where the compensation works on each. */
export function factorOf(table: ScoreTable, option: number, value: number): number {
  return table.combines[option] === combine.perConsideration ? value + (1 - value) * table.makeUps[option]! * value : value;
}

/** Scores options. Holds nothing of any mind; which warnings were given is its only memory. */
export class Scorer {
  readonly registers: Float64Array = new Float64Array(9);
  /** Inputs asked so far, for tests and benches that count. */
  asked = 0;
  readonly #table: ScoreTable;
  readonly #earlyOut: boolean;
  readonly #onError: OnError | undefined;
  readonly #onWarning: OnWarning | undefined;
  readonly #warned: Set<string> = new Set();

  constructor(table: ScoreTable, earlyOut: boolean, onError: OnError | undefined, onWarning: OnWarning | undefined) {
    this.#table = table;
    this.#earlyOut = earlyOut;
    this.#onError = onError;
    this.#onWarning = onWarning;
  }

  /**
   * Writes the score into its register: weight x compensated product - penalty, from the register of that name.
   * It is 0 when vetoed, and when it cannot count because it is at most `atMost` or less than `below`. As every line falls when the
   * product falls, in doubles too, the same lines over the factors known so far bound the score from above: that is the early-out.
   */
  score(option: number, body: unknown, facts: unknown, target: unknown, slot: number): void {
    const registers = this.registers;
    const table = this.#table;
    const weight = table.weights[option]!;
    const makeUp = table.makeUps[option]!;
    const how = table.combines[option]!;
    const last = table.starts[option + 1]!;
    const penalty = registers[register.penalty]!;
    const atMost = registers[register.atMost]!;
    const below = registers[register.below]!;
    const bounds = this.#earlyOut;
    registers[register.score] = 0;
    let product = 1;
    for (let at = table.starts[option]!; ; at++) {
      if (bounds || at === last) {
        let whole = product;
        if (how >= combine.finalProduct) {
          whole = compensate(table, option, product);
          if (at < last && product < 1) whole *= roomForRounding;
        }
        const score = weight * whole - penalty;
        if (score <= atMost || score < below) return;
        if (at === last) {
          registers[register.score] = score;
          return;
        }
      }
      this.#value(at, body, facts, target, slot);
      const value = registers[register.cell]!;
      if (value === 0) return;
      product *= how === combine.perConsideration ? value + (1 - value) * makeUp * value : value;
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
  #value(consideration: number, body: unknown, facts: unknown, target: unknown, slot: number): void {
    const registers = this.registers;
    const table = this.#table;
    this.asked++;
    try {
      const of = table.inputs[consideration]!;
      const input = +(of(body, facts, target) as number);
      registers[register.cell] = input;
      if (input === input) shapeInput(table, consideration, registers);
      const value = registers[register.cell]!;
      if (value === value) return;
    } catch (error) {
      registers[register.cell] = 0;
      this.fail(slot, table.paths[consideration]!, error);
      return;
    }
    registers[register.cell] = 0;
    this.warn(slot, table.paths[consideration]!, NaN);
  }
}

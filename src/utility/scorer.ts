import { applyOps } from './curve-ops.js';
import { combine, type CompiledOption } from './program.js';
import type { ScoreTable } from './score-table.js';

/** Told when a callback threw; it counts as 0. */
export type OnError = (slot: number, path: string, error: unknown) => void;

/** Told once for each consideration that gave something that is no number; it counts as 0. */
export type OnWarning = (slot: number, path: string, value: unknown) => void;

/**
 * Where numbers are handed over: a number given to or returned from a function that is not inlined is boxed by the engine,
 * which would be garbage at every consideration. `cell` must be 0, that is where `applyOps` works.
 */
export const register = { cell: 0, penalty: 1, atMost: 2, below: 3, score: 4, rank: 5, worth: 6, currentScore: 7, currentRank: 8, topRank: 9 } as const;

/**
 * More than the rounding error of a compensated product. Partial products fall exactly, also in doubles; what compensates them afterwards
 * may be off by a few last bits, and a bound must never be below the score it bounds.
 */
const roomForRounding = 1 + 2 ** -46;

/** Scores options. Holds nothing of any mind; which warnings were given is its only memory. */
export class Scorer {
  readonly registers: Float64Array = new Float64Array(10);
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
    let product = 1;
    let at = table.starts[option]!;
    registers[register.score] = 0;
    try {
      for (; ; at++) {
        if (bounds || at === last) {
          let whole = product;
          if (how >= combine.finalProduct) {
            whole = how === combine.finalProduct ? product + (1 - product) * makeUp * product : Math.pow(product, table.roots[option]!);
            if (at < last && product < 1) whole *= roomForRounding;
          }
          const score = weight * whole - penalty;
          if (score <= atMost || score < below) return;
          if (at === last) {
            registers[register.score] = score;
            return;
          }
        }
        this.asked++;
        let x = +(table.inputs[at]!(body, facts, target) as number);
        if (x !== x) break;
        if (table.ranged[at] !== 0) {
          const span = table.spans[at]!;
          x -= table.mins[at]!;
          x = span === 0 ? (x >= 0 ? 1 : 0) : x / span;
        }
        x = x > 0 ? (x < 1 ? x : 1) : 0;
        const op = table.opStarts[at]!;
        const lastOp = table.opStarts[at + 1]!;
        if (op < lastOp) {
          registers[register.cell] = x;
          applyOps(table.ops, op, lastOp, registers);
          x = registers[register.cell]!;
          if (x !== x) break;
        }
        if (x === 0) return;
        product *= how === combine.perConsideration ? x + (1 - x) * makeUp * x : x;
      }
    } catch (error) {
      this.fail(slot, table.paths[at]!, error);
      return;
    }
    this.warn(slot, table.paths[at]!, NaN);
  }

  /** Whether the option would count if all its curve values were 1, by the same registers; true when early-out is off. */
  canCount(option: number): boolean {
    const score = this.#table.weights[option]! - this.registers[register.penalty]!;
    return !this.#earlyOut || (score > this.registers[register.atMost]! && score >= this.registers[register.below]!);
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
}

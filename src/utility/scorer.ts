import { isPromise } from '../core/internal.js';
import { badNumber } from './answers.js';
import { combine, type CompiledOption } from './compiled.js';
import { runOps } from './curve-op.js';
import { shaped, type ScoreTable } from './score-table.js';

/** Told when a callback threw; it counts as 0. */
export type OnError = (slot: number, path: string, error: unknown) => void;

/**
 * Told once for each consideration or rank that gave no number (true is 1, false is 0), which counts as 0, and for each answer of `targets` that is not a list.
 * `text` says it in words, without the path, e.g. `"high" is no number and counts as 0`.
 */
export type OnWarning = (slot: number, path: string, value: unknown, text: string) => void;

/**
 * Where numbers are handed over: a number given to or returned from a function that is not inlined is boxed by the engine,
 * which would be garbage at every consideration. `cell` must be 0, that is where curves work.
 */
export const register = { cell: 0, penalty: 1, atMost: 2, below: 3, best: 4, rank: 5, worth: 6, currentScore: 7, currentRank: 8, topRank: 9 } as const;

/**
 * Partial products fall exactly, also in doubles. What compensates a whole product afterwards is not promised to: `Math.pow` may be off by
 * a last bit, differently on each engine. A bound must never be below the score it bounds, so bounds get this much more.
 */
const roomForRounding = 1 + 2 ** -46;

/** Scores options. Holds nothing of any mind; which warnings were given is its only memory. */
export class Scorer {
  readonly registers: Float64Array = new Float64Array(10);
  /** The option whose score stands in the register `best`, or -1. */
  best = -1;
  /** Inputs asked so far, for tests and benches that count. */
  asked = 0;
  readonly #table: ScoreTable;
  readonly #onError: OnError | undefined;
  readonly #onWarning: OnWarning | undefined;
  readonly #warned: Set<string> = new Set();

  constructor(table: ScoreTable, onError: OnError | undefined, onWarning: OnWarning | undefined) {
    this.#table = table;
    this.#onError = onError;
    this.#onWarning = onWarning;
  }

  /** Forgets the best. To become it again, a score must be above `atMost` and not less than `below`: registers of those names. */
  begin(): void {
    this.best = -1;
    this.registers[register.best] = 0;
  }

  /**
   * Scores the options that stand in `order` from `from` up to `to`, and keeps the best: the highest, of equals the one declared first,
   * else the one that came first. A score is weight x compensated product - penalty (a register); 0 is a veto. Options that are special,
   * ruled out (`allowed`, null allows all) or `skipped` are passed over.
   *
   * The score over the factors known so far bounds the whole from above, since each line of it falls when the product falls, in doubles
   * too; an option is left as soon as its bound cannot become the best. That is the early-out. All of this is one function, so that
   * numbers stay in machine registers from the first option to the last.
   *
   * @param special whether special options are meant: the caller has seen to what makes them special
   * @returns whether there is a new best
   */
  scan(order: Uint32Array, from: number, to: number, special: number, skipped: number, allowed: Uint8Array | null, body: unknown, facts: unknown, target: unknown, slot: number): boolean {
    const registers = this.registers;
    const table = this.#table;
    const penalty = registers[register.penalty]!;
    const atMost = registers[register.atMost]!;
    const below = registers[register.below]!;
    const before = this.best;
    const scoreBefore = registers[register.best]!;
    let best = before;
    let bestScore = scoreBefore;
    for (let turn = from; turn < to; turn++) {
      const option = order[turn]!;
      if (option === skipped || table.special[option] !== special || (allowed !== null && allowed[option] === 0)) continue;
      const weight = table.weights[option]!;
      const makeUp = table.makeUps[option]!;
      const how = table.combines[option]!;
      const last = table.starts[option + 1]!;
      // To become the best: above `over`, and not less than `least`. A tie is won by the option declared first.
      const winsTies = option < best;
      const over = winsTies || bestScore < atMost ? atMost : bestScore;
      const least = winsTies && bestScore > below ? bestScore : below;
      let product = 1;
      let at = table.starts[option]!;
      try {
        for (; ; at++) {
          let whole = product;
          if (how >= combine.finalProduct) {
            whole = how === combine.finalProduct ? product + (1 - product) * makeUp * product : Math.pow(product, table.roots[option]!);
            if (at < last && product < 1) whole *= roomForRounding;
          }
          const score = weight * whole - penalty;
          if (score <= over || score < least) break;
          if (at === last) {
            best = option;
            bestScore = score;
            break;
          }
          this.asked++;
          const of = table.inputs[at]!;
          const given = of(body, facts, target);
          // A look at the type of each answer costs 3 % of a decision, so one that reads as a number, as '0.9' does, is taken as it reads.
          let x = +(given as number);
          if (x === x) {
            const shape = table.shapes[at]!;
            if (shape >= shaped.range) {
              const span = table.spans[at]!;
              x -= table.mins[at]!;
              x = span === 0 ? (x >= 0 ? 1 : 0) : x / span;
            }
            x = x > 0 ? (x < 1 ? x : 1) : 0;
            if ((shape & shaped.curve) !== 0) {
              registers[register.cell] = x;
              runOps(table.ops, table.opStarts[at]!, table.opStarts[at + 1]!, registers);
              x = registers[register.cell]!;
            }
          }
          if (x > 0) product *= how === combine.perConsideration ? x + (1 - x) * makeUp * x : x;
          else {
            if (x !== x) this.warn(slot, table.paths[at]!, given, badNumber(given));
            break;
          }
        }
      } catch (error) {
        this.fail(slot, table.paths[at]!, error);
      }
    }
    this.best = best;
    registers[register.best] = bestScore;
    return best !== before || bestScore !== scoreBefore;
  }

  /** Whether the option would become the best if all its curve values were 1. */
  couldWin(option: number): boolean {
    const registers = this.registers;
    const score = this.#table.weights[option]! - registers[register.penalty]!;
    return score > registers[register.atMost]! && score >= registers[register.below]! && (score > registers[register.best]! || (score === registers[register.best]! && option < this.best));
  }

  /** Writes the rank of an option now into its register; one that throws or is no number counts as 0. */
  rank(option: CompiledOption, body: unknown, facts: unknown, slot: number): void {
    this.registers[register.rank] = option.rank;
    if (option.rankOf === null) return;
    try {
      const given = option.rankOf(body, facts, undefined);
      const rank = typeof given === 'number' || typeof given === 'boolean' ? +given : NaN;
      if (rank === rank) this.registers[register.rank] = rank;
      else this.warn(slot, `${option.path}.rank`, given, badNumber(given));
    } catch (error) {
      this.fail(slot, `${option.path}.rank`, error);
    }
  }

  /** Warns, once for each path; of a promise each time, since each may be rejected. */
  warn(slot: number, path: string, value: unknown, text: string): void {
    if (this.#warned.has(path) && !isPromise(value)) return;
    this.#warned.add(path);
    this.#onWarning?.(slot, path, value, text);
  }

  /** Reports what a callback threw. */
  fail(slot: number, path: string, error: unknown): void {
    this.#onError?.(slot, path, error);
  }
}

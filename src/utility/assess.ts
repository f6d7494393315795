import { describe, thrownText } from '../core/internal.js';
import { combine, type Ask, type CompiledOption } from './compiled.js';
import type { OptionProgram } from './program.js';
import { scoreTable } from './score-table.js';
import { register, Scorer } from './scorer.js';
import type { Targeting } from './targeting.js';

/** One consideration of a score. */
export interface Reason {
  readonly name: string;
  /** What the input gave; NaN when it threw or gave no number. */
  readonly input: number;
  /** The input scaled, curved and turned over, within [0, 1]. */
  readonly value: number;
  /** The value as it went into the product. */
  readonly factor: number;
  /** What the input or curve threw. */
  readonly error?: string;
  /** What the input gave instead of a number, described: `"high"`, `nothing`. */
  readonly given?: string;
}

/** A score with everything it was made of. */
export interface Assessment {
  readonly reasons: readonly Reason[];
  /** weight x compensated product. */
  readonly score: number;
}

/** Scores options for explanations: nothing stops early, and everything seen on the way is kept. Reports nothing: what goes wrong is shown. */
export class Assessor {
  readonly #scorer: Scorer;
  readonly #targeting: Targeting | null;
  /** Where the considerations of each option begin among all. */
  readonly #starts: Uint32Array;
  /** Every consideration by its number. */
  readonly #each: Uint32Array;
  #input = NaN;
  /** The same as it was given. */
  #given: unknown = NaN;
  #error: unknown;
  #threw = false;
  /** What the scorer warned of last. */
  #warning = '';

  constructor(program: OptionProgram) {
    // Every consideration as an option of its own: its score is then its curve value, by the scorer that decides.
    const alone = program.options.flatMap((option) =>
      option.considerations.map((each): CompiledOption => ({ ...option, weight: 1, combine: combine.none, considerations: [{ ...each, of: this.#listening(each.of) }] })),
    );
    const onError = (_slot: number, _path: string, error: unknown): void => {
      this.#threw = true;
      this.#error = error;
    };
    this.#targeting = program.targeting;
    this.#scorer = new Scorer(scoreTable(alone), onError, (_slot, _path, _value, text) => (this.#warning = text));
    this.#starts = program.table.starts;
    this.#each = Uint32Array.from(alone, (_, at) => at);
  }

  assess(option: CompiledOption, body: unknown, facts: unknown, target: unknown): Assessment {
    const { registers } = this.#scorer;
    const count = option.considerations.length;
    const makeUp = count === 0 ? 0 : 1 - 1 / count;
    registers[register.penalty] = registers[register.atMost] = registers[register.below] = 0;
    let product = 1;
    const reasons = option.considerations.map(({ name }, at): Reason => {
      this.#input = this.#given = NaN;
      this.#threw = false;
      const alone = this.#starts[option.index]! + at;
      this.#scorer.begin();
      this.#scorer.scan(this.#each, alone, alone + 1, option.special, -1, null, body, facts, target, 0);
      const value = registers[register.best]!;
      const factor = option.combine === combine.perConsideration ? value + (1 - value) * makeUp * value : value;
      product *= factor;
      const input = this.#input;
      const given = input !== input && typeof this.#given !== 'number' ? { given: describe(this.#given) } : {};
      return { name, input, value, factor, ...(this.#threw ? { error: thrownText(this.#error) } : given) };
    });
    if (option.combine === combine.finalProduct) product += (1 - product) * makeUp * product;
    if (option.combine === combine.geometricMean && count > 0) product = Math.pow(product, 1 / count);
    return { reasons, score: option.weight * product };
  }

  rank(option: CompiledOption, body: unknown, facts: unknown): number {
    this.#scorer.rank(option, body, facts, 0);
    return this.#scorer.registers[register.rank]!;
  }

  /** The targets of an option now; one `undefined` for an option without targets. */
  targets(option: CompiledOption, body: unknown, facts: unknown): readonly unknown[] {
    return option.targets === null ? [undefined] : this.#targeting!.list(this.#scorer, option, body, facts, 0, []);
  }

  /** The same, with the reason in words why there may be none. */
  listing(option: CompiledOption, body: unknown, facts: unknown): { readonly targets: readonly unknown[]; readonly why: string } {
    this.#threw = false;
    this.#warning = '';
    const targets = this.targets(option, body, facts);
    return { targets, why: this.#threw ? `its targets threw: ${thrownText(this.#error)}` : this.#warning === '' ? 'no targets' : this.#warning };
  }

  #listening(of: Ask): Ask {
    return (body, facts, target) => (this.#input = +((this.#given = of(body, facts, target)) as number));
  }
}

import { thrownText } from '../core/index.js';
import type { CompiledOption } from './program.js';
import { shapeInput, type ScoreTable } from './score-table.js';
import { compensate, factorOf } from './scorer.js';

/** One consideration of a score. */
export interface Reason {
  readonly name: string;
  /** What the input gave; NaN when it threw. */
  readonly input: number;
  /** The input scaled, curved and turned over, within [0, 1]. */
  readonly value: number;
  /** The value as it went into the product. */
  readonly factor: number;
  /** What the input or curve threw. */
  readonly error?: string;
}

/** A score with everything it was made of. */
export interface Assessment {
  readonly reasons: readonly Reason[];
  /** weight x compensated product. */
  readonly score: number;
}

/**
 * Scores one option (for one target) without stopping early, and keeps what was seen on the way.
 * Independent of the scorer's shortcuts, and equal to it in every bit: the factors are multiplied in the same order.
 */
export function assess(table: ScoreTable, option: CompiledOption, body: unknown, facts: unknown, target: unknown): Assessment {
  const reasons = option.considerations.map((consideration, at): Reason => {
    const cell = Float64Array.of(NaN);
    try {
      const input = +(consideration.of(body, facts, target) as number);
      cell[0] = input;
      if (input === input) shapeInput(table, table.starts[option.index]! + at, cell);
      const value = cell[0] === cell[0] ? cell[0]! : 0;
      return { name: consideration.name, input, value, factor: factorOf(table, option.index, value) };
    } catch (error) {
      return { name: consideration.name, input: cell[0]!, value: 0, factor: 0, error: thrownText(error) };
    }
  });
  let product = 1;
  for (const { factor } of reasons) product *= factor;
  return { reasons, score: option.weight * compensate(table, option.index, product) };
}

/** A number for people: two or three digits that matter. */
export function shown(x: number): string {
  if (x !== x) return 'NaN';
  if (Math.abs(x) >= 1e6) return x.toExponential(2);
  const digits = x !== 0 && Math.abs(x) < 0.01 ? 4 : Math.abs(x) >= 100 ? 0 : 2;
  return String(Number(x.toFixed(digits)));
}

/** One reason for people: `seen 1`, or `brave 0.9 -> 0.62` where a curve changed it. */
export function shownReason({ name, input, value, error }: Reason): string {
  if (error !== undefined) return `${name} threw: ${error}`;
  if (input !== input) return `${name} is no number`;
  return shown(input) === shown(value) ? `${name} ${shown(value)}` : `${name} ${shown(input)} -> ${shown(value)}`;
}

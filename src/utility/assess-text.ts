import { describe, textTable } from '../core/internal.js';
import type { Reason } from './assess.js';
import type { CompiledOption } from './compiled.js';
import type { Targeting, TargetKey } from './targeting.js';

/** A number for people: two or three digits that matter. */
export function shown(x: number): string {
  if (x !== x) return 'NaN';
  if (Math.abs(x) >= 1e6) return x.toExponential(2);
  const digits = x !== 0 && Math.abs(x) < 0.01 ? 4 : Math.abs(x) >= 100 ? 0 : 2;
  return String(Number(x.toFixed(digits)));
}

/** One reason for people: `seen 1`, or `brave 0.9 -> 0.62` where a curve changed it. */
export function shownReason({ name, input, value, error, given }: Reason): string {
  if (error !== undefined) return `${name} threw: ${error}`;
  if (given !== undefined) return `${name} is ${given}, no number`;
  if (input !== input) return `${name} is no number`;
  return shown(input) === shown(value) ? `${name} ${shown(value)}` : `${name} ${shown(input)} -> ${shown(value)}`;
}

/** Rows as aligned text, without the columns that are empty in all of them. */
export function shownRows(rows: readonly (readonly string[])[]): string {
  return textTable(rows.map((row) => row.filter((_cell, column) => rows.some((each) => each[column] !== ''))));
}

/** A target for people: its key, or what it is. */
export function shownTarget(targeting: Targeting | null, option: CompiledOption, target: unknown): TargetKey {
  try {
    return targeting?.keyOf(option, target) ?? describe(target);
  } catch {
    return describe(target);
  }
}

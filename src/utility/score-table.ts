import type { Ask, CompiledOption } from './compiled.js';
import type { CurveOp } from './curve-op.js';

/** What may be done with an input beside clamping it: most inputs need neither, and one look tells. */
export const shaped = { curve: 1, range: 2 } as const;

/**
 * All that scoring reads, laid out flat: what belongs to an option by its index, what belongs to a consideration by its number,
 * the considerations of an option one behind the other in the order in which they are asked.
 */
export interface ScoreTable {
  /** The fixed rank of each option; 0 where it is asked. */
  readonly ranks: Float64Array;
  /** As in the option. */
  readonly special: Uint8Array;
  readonly weights: Float64Array;
  /** 1 - 1/n; 0 without considerations. */
  readonly makeUps: Float64Array;
  /** 1/n; 1 without considerations. */
  readonly roots: Float64Array;
  readonly combines: Uint8Array;
  /** Where the considerations of each option begin; one more entry than options. */
  readonly starts: Uint32Array;
  readonly inputs: readonly Ask[];
  readonly mins: Float64Array;
  /** max - min; 0 makes the range a jump. */
  readonly spans: Float64Array;
  /** What is to be done with each input: a sum of `shaped`. */
  readonly shapes: Uint8Array;
  /** Where the curve steps of each consideration begin; one more entry than considerations. */
  readonly opStarts: Uint32Array;
  readonly ops: readonly CurveOp[];
  /** For messages. */
  readonly paths: readonly string[];
}

export function scoreTable(options: readonly CompiledOption[]): ScoreTable {
  const considerations = options.flatMap((option) => option.considerations);
  const starts = new Uint32Array(options.length + 1);
  options.forEach((option, index) => (starts[index + 1] = starts[index]! + option.considerations.length));
  const opStarts = new Uint32Array(considerations.length + 1);
  considerations.forEach((each, at) => (opStarts[at + 1] = opStarts[at]! + each.shape.length));
  return {
    ranks: Float64Array.from(options, (option) => option.rank),
    special: Uint8Array.from(options, (option) => option.special),
    weights: Float64Array.from(options, (option) => option.weight),
    makeUps: Float64Array.from(options, ({ considerations: { length } }) => (length === 0 ? 0 : 1 - 1 / length)),
    roots: Float64Array.from(options, ({ considerations: { length } }) => (length === 0 ? 1 : 1 / length)),
    combines: Uint8Array.from(options, (option) => option.combine),
    starts,
    inputs: considerations.map((each) => each.of),
    mins: Float64Array.from(considerations, (each) => each.min),
    spans: Float64Array.from(considerations, (each) => each.max - each.min),
    shapes: Uint8Array.from(considerations, ({ min, max, shape }) => (shape.length > 0 ? shaped.curve : 0) + (min !== 0 || max !== 1 ? shaped.range : 0)),
    opStarts,
    ops: considerations.flatMap((each) => each.shape),
    paths: considerations.map((each) => each.path),
  };
}

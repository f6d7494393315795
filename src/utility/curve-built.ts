import { describe, Problem } from '../core/internal.js';
import type { CurveData } from './curve-data.js';
import { clean, ownOp, runOps, type CurveOp } from './curve-op.js';

/** What a consideration's `curve` may be: any function from an input in [0, 1] to a score. Whatever leaves [0, 1] is clamped, NaN counts as 0. */
export type Curve = (x: number) => number;

/** A curve made by this module: call it, or print it, it knows its data. Scores are clean: within [0, 1], never NaN. */
export interface BuiltCurve {
  (x: number): number;
  /** The curve as data; undefined when a user's own function is part of it. */
  readonly data: CurveData | undefined;
  /** Makes `JSON.stringify` write the data. */
  toJSON(): CurveData | undefined;
}

/** A built curve keeps its steps, so that the scorer need not call it. */
interface Built extends BuiltCurve {
  readonly '~ops': readonly CurveOp[];
}

export function built(ops: readonly CurveOp[], data: CurveData | undefined): BuiltCurve {
  const cell = new Float64Array(1);
  const call = (x: number): number => {
    cell[0] = clean(x);
    runOps(ops, 0, ops.length, cell);
    return clean(cell[0]);
  };
  const whole: Built = Object.assign(call, { data, '~ops': ops, toJSON: () => data });
  return Object.freeze(whole);
}

/** The steps of a curve, for the scorer. @throws Problem `bad-curve` for what is no function */
export function curveOps(from: unknown, path: string): readonly CurveOp[] {
  if (typeof from !== 'function') throw new Problem('bad-curve', `${path} must be a function, not ${describe(from)}`, { path, hint: 'curves.logistic(0.5, 12), a function of your own, or curve({ kind, ... }) for data' });
  return (from as Partial<Built>)['~ops'] ?? [ownOp(from as Curve)];
}

/** Any curve as one whose scores are clean. */
export function cleaned(of: Curve): BuiltCurve {
  return '~ops' in of ? (of as unknown as BuiltCurve) : built([ownOp(of)], undefined);
}

/** The data of a curve, if it has any. */
export function curveData(of: Curve): CurveData | undefined {
  return (of as Partial<Built>).data;
}

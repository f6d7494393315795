import { describe, Problem } from '../core/internal.js';
import { inversion, opsFromData, ownCurve, type CurveData } from './curve-kinds.js';
import { applyOps, clean, layOut, type CurveOp } from './curve-ops.js';

/** Any function from a normalised input in [0, 1] to a score; whatever leaves [0, 1] is clamped, NaN counts as 0. */
export type CurveFunction = (x: number) => number;

/** What a consideration's `curve` may be. */
export type Curve = CurveFunction | CurveData;

/** A curve made by this module: call it, or print it, it knows its data. Scores are clean: within [0, 1], never NaN. */
export interface BuiltCurve {
  (x: number): number;
  /** The curve as data; undefined when a user's own function is part of it. */
  readonly data: CurveData | undefined;
  /** Makes `JSON.stringify` write the data. */
  toJSON(): CurveData | undefined;
}

/**
 * A curve from data, e.g. `curve({ kind: 'power', k: 3 })`. A function is taken as it is, its scores made clean.
 *
 * @throws Problem for an unknown kind or param, a number that is not finite or outside what the formula allows
 */
export function curve(from: Curve, path = 'curve'): BuiltCurve {
  if (typeof from !== 'function') return built(opsFromData(from, path), from);
  return '~ops' in from ? (from as CurveFunction as BuiltCurve) : built([ownCurve(from)], undefined);
}

/** A straight line y = slope * x + start. */
export function linear(slope = 1, start = 0): BuiltCurve {
  return curve({ kind: 'linear', m: slope, b: start }, 'linear');
}

/** y = x^exponent: above 1 slow at first, below 1 quick at first. */
export function power(exponent: number): BuiltCurve {
  return curve({ kind: 'power', k: exponent }, 'power');
}

/** An S from 0 to 1 that passes 0.5 at `mid`; 5 is gentle, 12 clear, 40 almost a step; below 0 it falls. y = 1/(1+e^(-slope(x-mid))) */
export function logistic(mid = 0.5, slope = 10): BuiltCurve {
  return curve({ kind: 'logisticPlain', k: slope, x0: mid }, 'logistic');
}

/** The reverse of an S: steep at both ends, flat in the middle. y = height * ln(x/(1-x))/5 + 0.5 */
export function logit(height = 1): BuiltCurve {
  return curve({ kind: 'logit', m: height }, 'logit');
}

/** A bell: 1 at `mid`, 0.607 at one `sigma` beside it, 0.135 at two. */
export function bell(mid = 0.5, sigma = 0.13): BuiltCurve {
  if (!(sigma > 0)) throw new Problem('bad-number', `the sigma of a bell must be above 0, not ${describe(sigma)}`, { path: 'bell' });
  return curve({ kind: 'normal', k: 1 / (60 * sigma * sigma), c: mid - 0.5 }, 'bell');
}

/** One full wave around 0.5, beginning at `shift`. */
export function sine(height = 1, shift = 0): BuiltCurve {
  return curve({ kind: 'sine', m: height, c: shift }, 'sine');
}

/** Through (0,0) and (1,1): `base` 10 is late and steep, 0.1 early; above 0, not 1. */
export function exponential(base = 10): BuiltCurve {
  return curve({ kind: 'exponential', k: base }, 'exponential');
}

/** Through (0,0) and (1,1), quick at first; a larger `strength` is quicker; above 0. */
export function logarithmic(strength = 9): BuiltCurve {
  return curve({ kind: 'logarithmic', k: strength }, 'logarithmic');
}

/** Through (0,0), (0.5,0.5) and (1,1): -1 < k < 0 is an S, 0 a line, 0 < k < 1 flat in the middle. */
export function tunableSigmoid(k: number): BuiltCurve {
  return curve({ kind: 'tunableSigmoid', k }, 'tunableSigmoid');
}

/** A cubic S: 0 up to `lo`, 1 from `hi` on; falls when lo is the larger one. */
export function smoothstep(lo = 0, hi = 1): BuiltCurve {
  return curve({ kind: 'smoothstep', lo, hi }, 'smoothstep');
}

/** A quintic S, flatter at both ends than {@link smoothstep}. */
export function smootherstep(lo = 0, hi = 1): BuiltCurve {
  return curve({ kind: 'smootherstep', lo, hi }, 'smootherstep');
}

/** A jump: `below` under `at`, `above` from there on. Kind `step` as data. */
export function threshold(at = 0.5, below = 0, above = 1): BuiltCurve {
  return curve({ kind: 'step', t: at, lo: below, hi: above }, 'threshold');
}

/** Straight lines between [x, y] points in ascending x, flat outside them. */
export function piecewise(...points: readonly (readonly [x: number, y: number])[]): BuiltCurve {
  return curve({ kind: 'piecewise', points }, 'piecewise');
}

/** The curve turned over: 1 - y. */
export function invert(of: Curve): BuiltCurve {
  const inner = curve(of, 'invert');
  return built([...curveOps(inner, 'invert'), inversion], inner.data && { kind: 'invert', of: inner.data });
}

/** One curve after the other, the first first: `compose(invert(linear()), power(2))` is (1-x)^2. */
export function compose(...curves: readonly [Curve, ...Curve[]]): BuiltCurve {
  const parts = curves.map((each, index) => curve(each, `compose.${index}`));
  const data = parts.map((each) => each.data);
  const whole: CurveData | undefined = data.every((each) => each !== undefined) ? { kind: 'compose', of: data } : undefined;
  return built(parts.flatMap((each) => curveOps(each, 'compose')), whole);
}

/** Samples are kept as multiples of this: an engine whose `Math.exp` differs in the last bit bakes the same table. */
const grain = 2 ** -20;

/**
 * A curve baked into `samples` evenly spaced values with straight lines between them: no `Math.exp`, so the same bits on every engine.
 * Ship `table(...).data` where lockstep must be certain. A jump is smeared over one sample; a score above 0 stays above 0, so no new vetoes arise.
 */
export function table(of: Curve, samples = 256): BuiltCurve {
  if (!Number.isInteger(samples) || samples < 2) throw new Problem('bad-number', `a table needs a whole number of samples, at least 2, not ${describe(samples)}`, { path: 'table.samples' });
  const exact = curve(of, 'table');
  const values = Array.from({ length: samples }, (_, index) => {
    const y = exact(index / (samples - 1));
    return y === 0 ? 0 : Math.max(grain, Math.round(y / grain) * grain);
  });
  return curve({ kind: 'table', values }, 'table');
}

/** The operations of any curve, for the scorer. @throws Problem as {@link curve} does */
export function curveOps(from: Curve, path: string): readonly CurveOp[] {
  if (typeof from !== 'function') return opsFromData(from, path);
  const ops = (from as Partial<Built>)['~ops'];
  return ops ?? [ownCurve(from)];
}

/** A built curve keeps its operations, so that the scorer need not call it. */
interface Built extends BuiltCurve {
  readonly '~ops': readonly CurveOp[];
}

function built(ops: readonly CurveOp[], data: CurveData | undefined): BuiltCurve {
  const cell = new Float64Array(1);
  const laidOut = layOut(ops);
  const call = (x: number): number => {
    cell[0] = clean(x);
    applyOps(laidOut, 0, ops.length, cell);
    return clean(cell[0]);
  };
  const whole: Built = Object.assign(call, { data, '~ops': ops, toJSON: () => data });
  return Object.freeze(whole);
}

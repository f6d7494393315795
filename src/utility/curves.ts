import { describe, Problem } from '../core/internal.js';
import { built, curveData, curveOps, type BuiltCurve, type Curve } from './curve-built.js';
import type { CurveData } from './curve-data.js';
import * as kinds from './curve-kinds.js';
import { linesOp, samplesOp } from './curve-lists.js';
import { clean, inversion, runOps } from './curve-op.js';

/** A straight line y = slope * x + start. */
export function linear(slope = 1, start = 0): BuiltCurve {
  return made(kinds.linear, { m: slope, b: start }, 'linear');
}

/** y = x^exponent: above 1 slow at first, below 1 quick at first. */
export function power(exponent: number): BuiltCurve {
  return made(kinds.power, { k: exponent }, 'power');
}

/** An S from 0 to 1 that passes 0.5 at `mid`; 5 is gentle, 12 clear, 40 almost a step; below 0 it falls. y = 1/(1+e^(-slope(x-mid))) */
export function logistic(mid = 0.5, slope = 10): BuiltCurve {
  return made(kinds.logisticPlain, { k: slope, x0: mid }, 'logistic');
}

/** The reverse of an S: steep at both ends, flat in the middle. y = height * ln(x/(1-x))/5 + 0.5 */
export function logit(height = 1): BuiltCurve {
  return made(kinds.logit, { m: height }, 'logit');
}

/** A bell: 1 at `mid`, 0.607 at one `sigma` beside it, 0.135 at two. */
export function bell(mid = 0.5, sigma = 0.13): BuiltCurve {
  if (!(sigma > 0)) throw new Problem('bad-number', `the sigma of a bell must be above 0, not ${describe(sigma)}`, { path: 'bell' });
  return made(kinds.normal, { k: 1 / (60 * sigma * sigma), c: mid - 0.5 }, 'bell');
}

/** One full wave around 0.5, beginning at `shift`. */
export function sine(height = 1, shift = 0): BuiltCurve {
  return made(kinds.sine, { m: height, c: shift }, 'sine');
}

/** Through (0,0) and (1,1): `base` 10 is late and steep, 0.1 early; above 0, not 1. */
export function exponential(base = 10): BuiltCurve {
  return made(kinds.exponential, { k: base }, 'exponential');
}

/** Through (0,0) and (1,1), quick at first; a larger `strength` is quicker; above 0. */
export function logarithmic(strength = 9): BuiltCurve {
  return made(kinds.logarithmic, { k: strength }, 'logarithmic');
}

/** Through (0,0), (0.5,0.5) and (1,1): -1 < k < 0 is an S, 0 a line, 0 < k < 1 flat in the middle. */
export function tunableSigmoid(k: number): BuiltCurve {
  return made(kinds.tunableSigmoid, { k }, 'tunableSigmoid');
}

/** A cubic S: 0 up to `lo`, 1 from `hi` on; falls when lo is the larger one. */
export function smoothstep(lo = 0, hi = 1): BuiltCurve {
  return made(kinds.smoothstep, { lo, hi }, 'smoothstep');
}

/** A quintic S, flatter at both ends than {@link smoothstep}. */
export function smootherstep(lo = 0, hi = 1): BuiltCurve {
  return made(kinds.smootherstep, { lo, hi }, 'smootherstep');
}

/** A jump: `below` under `at`, `above` from there on. Kind `step` as data. */
export function threshold(at = 0.5, below = 0, above = 1): BuiltCurve {
  return made(kinds.step, { t: at, lo: below, hi: above }, 'threshold');
}

/** Straight lines between [x, y] points in ascending x, flat outside them. */
export function piecewise(...points: readonly (readonly [x: number, y: number])[]): BuiltCurve {
  return built([linesOp(points, 'piecewise.points')], { kind: 'piecewise', points });
}

/** The curve turned over: 1 - y. */
export function invert(of: Curve): BuiltCurve {
  const data = curveData(of);
  return built([...curveOps(of, 'invert'), inversion], data && { kind: 'invert', of: data });
}

/** One curve after the other, the first first: `compose(invert(linear()), power(2))` is (1-x)^2. */
export function compose(...curves: readonly [Curve, ...Curve[]]): BuiltCurve {
  const of = curves.map(curveData);
  const ops = curves.flatMap((each, index) => curveOps(each, `compose.${index}`));
  return built(ops, of.every((each) => each !== undefined) ? { kind: 'compose', of } : undefined);
}

/** Samples are kept as multiples of this: an engine whose `Math.exp` differs in the last bit bakes the same table. */
const grain = 2 ** -20;

/**
 * A curve baked into `samples` evenly spaced values with straight lines between them: no `Math.exp`, so the same bits on every engine.
 * Ship `table(...).data` where lockstep must be certain. A jump is smeared over one sample; a score above 0 stays above 0, so no new vetoes arise.
 */
export function table(of: Curve, samples = 256): BuiltCurve {
  if (!Number.isInteger(samples) || samples < 2) throw new Problem('bad-number', `a table needs a whole number of samples, at least 2, not ${describe(samples)}`, { path: 'table.samples' });
  const ops = curveOps(of, 'table');
  const cell = new Float64Array(1);
  const values = Array.from({ length: samples }, (_, index) => {
    cell[0] = index / (samples - 1);
    runOps(ops, 0, ops.length, cell);
    const y = clean(cell[0]);
    return y === 0 ? 0 : Math.max(grain, Math.round(y / grain) * grain);
  });
  return built([samplesOp(values, 'table.values')], { kind: 'table', values });
}

function made<P extends kinds.Numbers>(kind: kinds.Kind<P>, given: Partial<P>, path: string): BuiltCurve {
  return built([kinds.opOf(kind, given, path)], { kind: kind.kind, ...given } as unknown as CurveData);
}

import type { CurveFunction } from './curves.js';

/**
 * What a curve is made of, as numbers. The numbers of an operation stand in the order of its params in `CurveParams`.
 * `range` and `jump` scale a raw input; all others take and give a number in [0, 1].
 */
export const curveCode = {
  range: 0, jump: 1, invert: 2, own: 3,
  linear: 4, power: 5, logistic: 6, logisticPlain: 7, logisticIaus: 8, logit: 9, normal: 10, sine: 11, exponential: 12, logarithmic: 13,
  tunableSigmoid: 14, smoothstep: 15, smootherstep: 16, step: 17, piecewise: 18, table: 19,
} as const;

/** One operation of a curve. */
export interface CurveOp {
  readonly code: (typeof curveCode)[keyof typeof curveCode];
  readonly params: Float64Array;
  /** A user's own curve, with code `own`. */
  readonly own: CurveFunction | null;
}

/**
 * Runs operations one after the other on the number in `cell[0]`, which ends within [0, 1], or NaN when a user's own curve said so.
 * One function with a switch, and a cell instead of an argument: a call to a closure would box every number that goes in and out,
 * and scoring is to leave no garbage. The formulas are those of the field's spreadsheets and editors, so that numbers tuned there can be carried over.
 */
export function applyOps(ops: readonly CurveOp[], cell: Float64Array): void {
  let x = cell[0]!;
  for (let at = 0; at < ops.length; at++) {
    const op = ops[at]!;
    const p = op.params;
    let y = 0;
    switch (op.code) {
      case curveCode.range:
        y = (x - p[0]!) / (p[1]! - p[0]!);
        break;
      case curveCode.jump:
        y = x >= p[0]! ? 1 : 0;
        break;
      case curveCode.invert:
        y = 1 - x;
        break;
      case curveCode.own:
        y = op.own!(x);
        if (y !== y) {
          cell[0] = NaN;
          return;
        }
        break;
      case curveCode.linear:
        y = p[0]! * (x - p[2]!) + p[1]!;
        break;
      case curveCode.power:
        y = p[0]! * Math.pow(x - p[3]!, p[1]!) + p[2]!;
        break;
      case curveCode.logistic:
        y = p[0]! / (1 + Math.exp(-10 * p[1]! * (x - 0.5 - p[3]!))) + p[2]!;
        break;
      case curveCode.logisticPlain:
        y = p[0]! / (1 + Math.exp(-p[1]! * (x - p[2]!)));
        break;
      case curveCode.logisticIaus:
        y = p[1]! / (1 + Math.pow(1000 * Math.E * p[0]!, -x + p[3]!)) + p[2]!;
        break;
      case curveCode.logit: {
        const u = x - p[2]!;
        y = u < 0 || u > 1 ? 0 : (p[0]! * Math.log(u / (1 - u))) / 5 + 0.5 + p[1]!;
        break;
      }
      case curveCode.normal: {
        const off = x - p[3]! - 0.5;
        y = p[0]! * Math.exp(-30 * p[1]! * off * off) + p[2]!;
        break;
      }
      case curveCode.sine:
        y = 0.5 * p[0]! * Math.sin(2 * Math.PI * (x - p[2]!)) + 0.5 + p[1]!;
        break;
      case curveCode.exponential:
        y = (Math.pow(p[0]!, x) - 1) / (p[0]! - 1);
        break;
      case curveCode.logarithmic:
        y = Math.log1p(p[0]! * x) / Math.log1p(p[0]!);
        break;
      case curveCode.tunableSigmoid: {
        const k = p[0]!;
        const u = 2 * x - 1;
        y = ((u - k * u) / (k - 2 * k * Math.abs(u) + 1) + 1) / 2;
        break;
      }
      case curveCode.smoothstep: {
        const t = clean((x - p[0]!) / (p[1]! - p[0]!));
        y = t * t * (3 - 2 * t);
        break;
      }
      case curveCode.smootherstep: {
        const t = clean((x - p[0]!) / (p[1]! - p[0]!));
        y = t * t * t * (t * (6 * t - 15) + 10);
        break;
      }
      case curveCode.step:
        y = x >= p[0]! ? p[2]! : p[1]!;
        break;
      case curveCode.piecewise:
        y = onLines(p, x);
        break;
      case curveCode.table: {
        // Only products, sums and comparisons of stored numbers: the same bits on every engine.
        const place = x * (p.length - 1);
        const left = Math.min(Math.floor(place), p.length - 2);
        y = p[left]! + (p[left + 1]! - p[left]!) * (place - left);
        break;
      }
    }
    x = clean(y);
  }
  cell[0] = clean(x);
}

/** A score that can be trusted: within [0, 1], NaN is 0, infinities are the ends. */
export function clean(y: number): number {
  return y > 0 ? (y < 1 ? y : 1) : 0;
}

/** The height at x of the lines through points that stand as x, y, x, y, ... in ascending x; flat outside. */
function onLines(points: Float64Array, x: number): number {
  if (x <= points[0]!) return points[1]!;
  for (let at = 2; at < points.length; at += 2) {
    const right = points[at]!;
    if (x > right) continue;
    const left = points[at - 2]!;
    const from = points[at - 1]!;
    return from + ((points[at + 1]! - from) * (x - left)) / (right - left);
  }
  return points[points.length - 1]!;
}

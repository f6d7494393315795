import type { CurveFunction } from './curves.js';

/** What a curve is made of, as numbers; the params of an operation stand in the order of `CurveParams`. */
export const curveCode = {
  invert: 0, own: 1, linear: 2, power: 3, logistic: 4, logisticPlain: 5, logisticIaus: 6, logit: 7, normal: 8, sine: 9, exponential: 10, logarithmic: 11,
  tunableSigmoid: 12, smoothstep: 13, smootherstep: 14, step: 15, piecewise: 16, table: 17,
} as const;

/** One operation of a curve. */
export interface CurveOp {
  readonly code: (typeof curveCode)[keyof typeof curveCode];
  readonly params: readonly number[];
  /** A user's own curve, with code `own`. */
  readonly own: CurveFunction | null;
}

/** Operations laid out flat: reading them costs no jump from object to object. */
export interface OpTable {
  readonly codes: Uint8Array;
  /** Where the params of each operation begin; one more entry than operations. */
  readonly starts: Uint32Array;
  readonly params: Float64Array;
  readonly own: readonly (CurveFunction | null)[];
}

export function layOut(ops: readonly CurveOp[]): OpTable {
  const starts = new Uint32Array(ops.length + 1);
  ops.forEach((op, at) => (starts[at + 1] = starts[at]! + op.params.length));
  return {
    codes: Uint8Array.from(ops, (op) => op.code),
    starts,
    params: Float64Array.from(ops.flatMap((op) => op.params)),
    own: ops.map((op) => op.own),
  };
}

/**
 * Runs operations `from` up to `to` one after the other on the number in `cell[0]`, which ends within [0, 1], or NaN when a user's own
 * curve said so. One function with a switch, and a cell instead of an argument: a call to a closure would box every number that goes in
 * and out, and scoring is to leave no garbage. The formulas are those of the field's spreadsheets and editors, so that numbers tuned
 * there can be carried over.
 */
export function applyOps(table: OpTable, from: number, to: number, cell: Float64Array): void {
  const p = table.params;
  let x = cell[0]!;
  for (let op = from; op < to; op++) {
    const a = table.starts[op]!;
    let y = 0;
    switch (table.codes[op]) {
      case curveCode.invert:
        y = 1 - x;
        break;
      case curveCode.own:
        y = table.own[op]!(x);
        if (y !== y) {
          cell[0] = NaN;
          return;
        }
        break;
      case curveCode.linear:
        y = p[a]! * (x - p[a + 2]!) + p[a + 1]!;
        break;
      case curveCode.power:
        y = p[a]! * Math.pow(x - p[a + 3]!, p[a + 1]!) + p[a + 2]!;
        break;
      case curveCode.logistic:
        y = p[a]! / (1 + Math.exp(-10 * p[a + 1]! * (x - 0.5 - p[a + 3]!))) + p[a + 2]!;
        break;
      case curveCode.logisticPlain:
        y = p[a]! / (1 + Math.exp(-p[a + 1]! * (x - p[a + 2]!)));
        break;
      case curveCode.logisticIaus:
        y = p[a + 1]! / (1 + Math.pow(1000 * Math.E * p[a]!, -x + p[a + 3]!)) + p[a + 2]!;
        break;
      case curveCode.logit: {
        const u = x - p[a + 2]!; // outside [0, 1] the logarithm is NaN, which counts as 0
        y = (p[a]! * Math.log(u / (1 - u))) / 5 + 0.5 + p[a + 1]!;
        break;
      }
      case curveCode.normal: {
        const off = x - p[a + 3]! - 0.5;
        y = p[a]! * Math.exp(-30 * p[a + 1]! * off * off) + p[a + 2]!;
        break;
      }
      case curveCode.sine:
        y = 0.5 * p[a]! * Math.sin(2 * Math.PI * (x - p[a + 2]!)) + 0.5 + p[a + 1]!;
        break;
      case curveCode.exponential:
        y = (Math.pow(p[a]!, x) - 1) / (p[a]! - 1);
        break;
      case curveCode.logarithmic:
        y = Math.log1p(p[a]! * x) / Math.log1p(p[a]!);
        break;
      case curveCode.tunableSigmoid: {
        const k = p[a]!;
        const u = 2 * x - 1;
        y = ((u - k * u) / (k - 2 * k * Math.abs(u) + 1) + 1) / 2;
        break;
      }
      case curveCode.smoothstep: {
        const t = clean((x - p[a]!) / (p[a + 1]! - p[a]!));
        y = t * t * (3 - 2 * t);
        break;
      }
      case curveCode.smootherstep: {
        const t = clean((x - p[a]!) / (p[a + 1]! - p[a]!));
        y = t * t * t * (t * (6 * t - 15) + 10);
        break;
      }
      case curveCode.step:
        y = x >= p[a]! ? p[a + 2]! : p[a + 1]!;
        break;
      case curveCode.piecewise:
        y = onLines(p, a, table.starts[op + 1]!, x);
        break;
      case curveCode.table: {
        // Only products, sums and comparisons of stored numbers: the same bits on every engine.
        const last = table.starts[op + 1]! - a - 1;
        const place = x * last;
        const left = Math.min(Math.floor(place), last - 1);
        y = p[a + left]! + (p[a + left + 1]! - p[a + left]!) * (place - left);
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

/** The height at x of the lines through points that stand as x, y, x, y, ... from `from` up to `to`, in ascending x; flat outside. */
function onLines(points: Float64Array, from: number, to: number, x: number): number {
  if (x <= points[from]!) return points[from + 1]!;
  for (let at = from + 2; at < to; at += 2) {
    const right = points[at]!;
    if (x > right) continue;
    const left = points[at - 2]!;
    const low = points[at - 1]!;
    return low + ((points[at + 1]! - low) * (x - left)) / (right - left);
  }
  return points[to - 1]!;
}

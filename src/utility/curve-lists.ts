import { describe, Problem } from '../core/internal.js';
import { clean, type CurveOp } from './curve-op.js';

/** Straight lines between [x, y] points in ascending x, flat outside them. @throws Problem `bad-curve` */
export function linesOp(points: unknown, path: string): CurveOp {
  if (!Array.isArray(points) || points.length === 0) throw new Problem('bad-curve', `a piecewise curve needs a list of [x, y] points, not ${describe(points)}`, { path });
  let before = -Infinity;
  points.forEach((point: unknown, index) => {
    const pair = Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
    if (!pair) throw new Problem('bad-curve', `point ${index} must be [x, y] of two finite numbers, not ${describe(point)}`, { path: `${path}.${index}` });
    const [x] = point as [number, number];
    if (x < before) throw new Problem('bad-curve', `point ${index} lies left of the one before it`, { path: `${path}.${index}`, hint: 'points stand in ascending x' });
    before = x;
  });
  const flat = Float64Array.from((points as [number, number][]).flat());
  return (cell) => {
    const x = cell[0]!;
    let at = 0;
    while (at < flat.length && x > flat[at]!) at += 2;
    if (at === 0 || at === flat.length) cell[0] = clean(flat[at === 0 ? 1 : at - 1]!);
    else cell[0] = clean(flat[at - 1]! + ((flat[at + 1]! - flat[at - 1]!) * (x - flat[at - 2]!)) / (flat[at]! - flat[at - 2]!));
  };
}

/** Evenly spaced samples over [0, 1], straight lines between them. @throws Problem `bad-curve` */
export function samplesOp(values: unknown, path: string): CurveOp {
  const usable = Array.isArray(values) && values.length >= 2 && values.every(Number.isFinite);
  if (!usable) throw new Problem('bad-curve', `a table curve needs a list of at least two finite numbers, not ${describe(values)}`, { path });
  const samples = Float64Array.from(values as number[]);
  const last = samples.length - 1;
  return (cell) => {
    // Only products, sums and comparisons of stored numbers: the same bits on every engine.
    const place = cell[0]! * last;
    const left = Math.min(Math.floor(place), last - 1);
    cell[0] = clean(samples[left]! + (samples[left + 1]! - samples[left]!) * (place - left));
  };
}

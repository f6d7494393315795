import { describe, didYouMean, Problem } from '../core/internal.js';
import { curveCode, type CurveOp } from './curve-ops.js';

/** The params of every kind of curve. x runs over [0, 1]; the score is clamped to [0, 1]. All but lists may be left out. */
export interface CurveParams {
  /** y = m(x-c)+b: slope m (1), y-shift b (0), x-shift c (0). */
  readonly linear: { readonly m: number; readonly b: number; readonly c: number };
  /** y = m(x-c)^k+b: exponent k (2), m 1, b 0, c 0. Left of c a fractional k has no value: the score is 0 there. */
  readonly power: { readonly m: number; readonly k: number; readonly b: number; readonly c: number };
  /** y = m/(1+e^(-10k(x-0.5-c)))+b: steepness k (1), m 1, b 0, c 0. */
  readonly logistic: { readonly m: number; readonly k: number; readonly b: number; readonly c: number };
  /** y = L/(1+e^(-k(x-x0))): height L (1), slope k (10), middle x0 (0.5). */
  readonly logisticPlain: { readonly L: number; readonly k: number; readonly x0: number };
  /** y = k/(1+(1000em)^(c-x))+b, the form of the IAUS spreadsheets: slope m > 0 (1), height k (1), b 0, middle c (0.5). */
  readonly logisticIaus: { readonly m: number; readonly k: number; readonly b: number; readonly c: number };
  /** y = m ln(u/(1-u))/5+0.5+b with u = x-c: steep at both ends, flat in the middle. m 1, b 0, c 0. Outside 0 <= u <= 1 the score is 0. */
  readonly logit: { readonly m: number; readonly b: number; readonly c: number };
  /** y = m e^(-30k(x-c-0.5)^2)+b: a bell around 0.5+c. m 1, k 1, b 0, c 0. */
  readonly normal: { readonly m: number; readonly k: number; readonly b: number; readonly c: number };
  /** y = 0.5m sin(2pi(x-c))+0.5+b: m 1, b 0, c 0. */
  readonly sine: { readonly m: number; readonly b: number; readonly c: number };
  /** y = (k^x-1)/(k-1) through (0,0) and (1,1): k > 0, not 1 (10). */
  readonly exponential: { readonly k: number };
  /** y = ln(1+kx)/ln(1+k) through (0,0) and (1,1): k > 0 (9). */
  readonly logarithmic: { readonly k: number };
  /** y = ((u-ku)/(k-2k|u|+1)+1)/2 with u = 2x-1: -1 < k < 1 (-0.5); below 0 an S, above 0 flat in the middle, 0 is the identity. */
  readonly tunableSigmoid: { readonly k: number };
  /** Cubic S from 0 at lo (0) to 1 at hi (1); lo may be the larger one. */
  readonly smoothstep: { readonly lo: number; readonly hi: number };
  /** Quintic S from 0 at lo (0) to 1 at hi (1). */
  readonly smootherstep: { readonly lo: number; readonly hi: number };
  /** hi (1) from x = t (0.5) on, lo (0) below. */
  readonly step: { readonly t: number; readonly lo: number; readonly hi: number };
  /** Straight lines between [x, y] points in ascending x, flat outside them. */
  readonly piecewise: { readonly points: readonly (readonly [x: number, y: number])[] };
  /** Evenly spaced samples over [0, 1], straight lines between them: the baked form of any curve. */
  readonly table: { readonly values: readonly number[] };
  /** y = 1 - of(x). */
  readonly invert: { readonly of: CurveData };
  /** One curve after the other, the first in the list first. */
  readonly compose: { readonly of: readonly CurveData[] };
}

/** The name of a kind of curve. */
export type CurveKind = keyof CurveParams;

/** The kinds whose params are lists or curves. */
type ListKind = 'piecewise' | 'table' | 'invert' | 'compose';
type NumberKind = Exclude<CurveKind, ListKind>;

/** A curve as data: JSON-able, printable, the same everywhere. */
export type CurveData = { readonly [K in CurveKind]: { readonly kind: K } & (K extends ListKind ? CurveParams[K] : Partial<CurveParams[K]>) }[CurveKind];

/** Every number of every kind with its default, in the order in which `applyOps` reads them. */
const defaults: { readonly [K in NumberKind]: CurveParams[K] } = {
  linear: { m: 1, b: 0, c: 0 },
  power: { m: 1, k: 2, b: 0, c: 0 },
  logistic: { m: 1, k: 1, b: 0, c: 0 },
  logisticPlain: { L: 1, k: 10, x0: 0.5 },
  logisticIaus: { m: 1, k: 1, b: 0, c: 0.5 },
  logit: { m: 1, b: 0, c: 0 },
  normal: { m: 1, k: 1, b: 0, c: 0 },
  sine: { m: 1, b: 0, c: 0 },
  exponential: { k: 10 },
  logarithmic: { k: 9 },
  tunableSigmoid: { k: -0.5 },
  smoothstep: { lo: 0, hi: 1 },
  smootherstep: { lo: 0, hi: 1 },
  step: { t: 0.5, lo: 0, hi: 1 },
};

/** What the numbers of a kind must satisfy beside being finite: the rule in words, or undefined when it is kept. */
const rules: { readonly [K in NumberKind]?: (params: CurveParams[K]) => string | undefined } = {
  logisticIaus: ({ m }) => (m > 0 ? undefined : 'm must be above 0'),
  exponential: ({ k }) => (k > 0 && k !== 1 ? undefined : 'k must be above 0 and not 1, where it would be linear'),
  logarithmic: ({ k }) => (k > 0 ? undefined : 'k must be above 0'),
  tunableSigmoid: ({ k }) => (k > -1 && k < 1 ? undefined : 'k must lie between -1 and 1'),
  smoothstep: ({ lo, hi }) => (lo !== hi ? undefined : 'lo and hi must differ; a jump is kind "step"'),
  smootherstep: ({ lo, hi }) => (lo !== hi ? undefined : 'lo and hi must differ; a jump is kind "step"'),
};

/** Every kind of curve there is. */
export const curveKinds: readonly CurveKind[] = [...(Object.keys(defaults) as NumberKind[]), 'piecewise', 'table', 'invert', 'compose'];

/** The operation 1 - x. */
export const inversion: CurveOp = Object.freeze({ code: curveCode.invert, params: [], own: null });

/** A user's own curve as an operation. */
export function ownCurve(own: (x: number) => number): CurveOp {
  return { code: curveCode.own, params: [], own };
}

/**
 * The operations of a curve given as data.
 *
 * @throws Problem `unknown-curve`, `unknown-key`, `bad-number` or `bad-curve`, with the path of the wrong part
 */
export function opsFromData(data: CurveData, path: string): readonly CurveOp[] {
  if (typeof data !== 'object' || data === null) throw new Problem('bad-curve', `a curve must be a function or { kind, ... }, not ${describe(data)}`, { path });
  switch (data.kind) {
    case 'piecewise':
      onlyKeys(data, ['points'], path);
      return [operation('piecewise', checkPoints(data.points, `${path}.points`).flat())];
    case 'table':
      onlyKeys(data, ['values'], path);
      return [operation('table', checkValues(data.values, `${path}.values`))];
    case 'invert':
      onlyKeys(data, ['of'], path);
      return [...opsFromData(data.of, `${path}.of`), inversion];
    case 'compose':
      onlyKeys(data, ['of'], path);
      if (!Array.isArray(data.of) || data.of.length === 0) throw new Problem('bad-curve', `compose needs a list of curves, not ${describe(data.of)}`, { path: `${path}.of` });
      return data.of.flatMap((each, index) => opsFromData(each, `${path}.of.${index}`));
    default:
      return [operation(data.kind, numbersOf(data, path))];
  }
}

function operation(kind: NumberKind | 'piecewise' | 'table', params: readonly number[]): CurveOp {
  return { code: curveCode[kind], params, own: null };
}

function numbersOf(data: Extract<CurveData, { readonly kind: NumberKind }>, path: string): number[] {
  if (typeof data.kind !== 'string' || !Object.hasOwn(defaults, data.kind)) {
    const name: unknown = data.kind;
    const hint = typeof name === 'string' ? didYouMean(name, curveKinds) : `a kind is one of ${curveKinds.join(', ')}`;
    throw new Problem('unknown-curve', `there is no curve of kind ${describe(name)}`, { path: `${path}.kind`, hint });
  }
  const known = Object.keys(defaults[data.kind]);
  onlyKeys(data, known, path);
  const params: Record<string, unknown> = { ...defaults[data.kind] };
  for (const [key, value] of Object.entries(data)) {
    if (key === 'kind' || value === undefined) continue;
    if (!Number.isFinite(value)) throw new Problem('bad-number', `${key} of a ${data.kind} curve must be a finite number, not ${describe(value)}`, { path: `${path}.${key}` });
    params[key] = value;
  }
  const broken = (rules[data.kind] as ((params: unknown) => string | undefined) | undefined)?.(params);
  if (broken !== undefined) throw new Problem('bad-curve', `a ${data.kind} curve cannot have these params`, { path, hint: broken });
  return known.map((key) => params[key] as number);
}

function checkPoints(points: unknown, path: string): readonly (readonly [number, number])[] {
  if (!Array.isArray(points) || points.length === 0) throw new Problem('bad-curve', `a piecewise curve needs a list of [x, y] points, not ${describe(points)}`, { path });
  let before = -Infinity;
  points.forEach((point: unknown, index) => {
    const pair = Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
    if (!pair) throw new Problem('bad-curve', `point ${index} must be [x, y] of two finite numbers, not ${describe(point)}`, { path: `${path}.${index}` });
    const [x] = point as [number, number];
    if (x < before) throw new Problem('bad-curve', `point ${index} lies left of the one before it`, { path: `${path}.${index}`, hint: 'points stand in ascending x' });
    before = x;
  });
  return points as [number, number][];
}

function checkValues(values: unknown, path: string): readonly number[] {
  const usable = Array.isArray(values) && values.length >= 2 && values.every(Number.isFinite);
  if (!usable) throw new Problem('bad-curve', `a table curve needs a list of at least two finite numbers, not ${describe(values)}`, { path });
  return values as number[];
}

function onlyKeys(data: { readonly kind: CurveKind }, keys: readonly string[], path: string): void {
  for (const key of Object.keys(data)) {
    if (key === 'kind' || keys.includes(key)) continue;
    throw new Problem('unknown-key', `a ${data.kind} curve has no "${key}"`, { path: `${path}.${key}`, hint: didYouMean(key, keys) });
  }
}

import { checkKeys, describe, didYouMean, Problem } from '../core/internal.js';
import { built, type BuiltCurve } from './curve-built.js';
import * as formulas from './curve-kinds.js';
import { linesOp, samplesOp } from './curve-lists.js';
import { inversion, type CurveOp } from './curve-op.js';

/** The params of every kind of curve. x runs over [0, 1]; the score is clamped to [0, 1]. All but lists may be left out. */
interface CurveParams {
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

const { linear, power, logistic, logisticPlain, logisticIaus, logit, normal, sine, exponential, logarithmic, tunableSigmoid, smoothstep, smootherstep, step } = formulas;
const byName: { readonly [K in NumberKind]: formulas.Kind<CurveParams[K]> } = { linear, power, logistic, logisticPlain, logisticIaus, logit, normal, sine, exponential, logarithmic, tunableSigmoid, smoothstep, smootherstep, step };

/** Every kind of curve there is. */
export const curveKinds: readonly CurveKind[] = [...(Object.keys(byName) as NumberKind[]), 'piecewise', 'table', 'invert', 'compose'];

/**
 * A curve from data, e.g. `curve({ kind: 'power', k: 3 })`, as `JSON.stringify` wrote it or a tool exports it.
 *
 * @throws Problem for an unknown kind or param, a number that is not finite or outside what the formula allows
 */
export function curve(data: CurveData, path = 'curve'): BuiltCurve {
  return built(opsOf(data, path), data);
}

function opsOf(data: CurveData, path: string): readonly CurveOp[] {
  if (typeof data !== 'object' || data === null) throw new Problem('bad-curve', `a curve must be { kind, ... }, not ${describe(data)}`, { path });
  const only = (...keys: readonly string[]): void => checkKeys(data, ['kind', ...keys], path);
  switch (data.kind) {
    case 'piecewise':
      only('points');
      return [linesOp(data.points, `${path}.points`)];
    case 'table':
      only('values');
      return [samplesOp(data.values, `${path}.values`)];
    case 'invert':
      only('of');
      return [...opsOf(data.of, `${path}.of`), inversion];
    case 'compose':
      only('of');
      if (!Array.isArray(data.of) || data.of.length === 0) throw new Problem('bad-curve', `compose needs a list of curves, not ${describe(data.of)}`, { path: `${path}.of` });
      return data.of.flatMap((each, index) => opsOf(each, `${path}.of.${index}`));
    default: {
      const { kind: name, ...given } = data;
      if (typeof name !== 'string' || !Object.hasOwn(byName, name)) {
        const hint = typeof name === 'string' ? didYouMean(name, curveKinds) : `a kind is one of ${curveKinds.join(', ')}`;
        throw new Problem('unknown-curve', `there is no curve of kind ${describe(name)}`, { path: `${path}.kind`, hint });
      }
      const kind = byName[name] as unknown as formulas.Kind<formulas.Numbers>;
      only(...Object.keys(kind.defaults));
      return [formulas.opOf(kind, given, path)];
    }
  }
}

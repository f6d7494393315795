import { describe, Problem } from '../core/internal.js';
import { clean, type CurveOp } from './curve-op.js';

/** Numbers by name. */
export type Numbers = Readonly<Record<string, number>>;

/** A formula with its numbers. They are those of the field's spreadsheets and editors, so that what was tuned there can be carried over. */
export interface Kind<P extends Numbers = never> {
  readonly kind: string;
  /** Every number with its default. */
  readonly defaults: P;
  /** What the numbers must satisfy beside being finite: the rule in words, or undefined when it is kept. */
  readonly rule?: (params: P) => string | undefined;
  readonly op: (params: P) => CurveOp;
}

/** A set of numbers named by its letters: `Of<'m' | 'b'>`. */
type Of<K extends string> = Readonly<Record<K, number>>;

export const linear: Kind<Of<'m' | 'b' | 'c'>> = {
  kind: 'linear',
  defaults: { m: 1, b: 0, c: 0 },
  op: ({ m, b, c }) => (cell) => {
    cell[0] = clean(m * (cell[0]! - c) + b);
  },
};

export const power: Kind<Of<'m' | 'k' | 'b' | 'c'>> = {
  kind: 'power',
  defaults: { m: 1, k: 2, b: 0, c: 0 },
  op: ({ m, k, b, c }) => (cell) => {
    cell[0] = clean(m * Math.pow(cell[0]! - c, k) + b);
  },
};

export const logistic: Kind<Of<'m' | 'k' | 'b' | 'c'>> = {
  kind: 'logistic',
  defaults: { m: 1, k: 1, b: 0, c: 0 },
  op: ({ m, k, b, c }) => (cell) => {
    cell[0] = clean(m / (1 + Math.exp(-10 * k * (cell[0]! - 0.5 - c))) + b);
  },
};

export const logisticPlain: Kind<Of<'L' | 'k' | 'x0'>> = {
  kind: 'logisticPlain',
  defaults: { L: 1, k: 10, x0: 0.5 },
  op: ({ L, k, x0 }) => (cell) => {
    cell[0] = clean(L / (1 + Math.exp(-k * (cell[0]! - x0))));
  },
};

export const logisticIaus: Kind<Of<'m' | 'k' | 'b' | 'c'>> = {
  kind: 'logisticIaus',
  defaults: { m: 1, k: 1, b: 0, c: 0.5 },
  rule: ({ m }) => (m > 0 ? undefined : 'm must be above 0'),
  op: ({ m, k, b, c }) => (cell) => {
    cell[0] = clean(k / (1 + Math.pow(1000 * Math.E * m, -cell[0]! + c)) + b);
  },
};

export const logit: Kind<Of<'m' | 'b' | 'c'>> = {
  kind: 'logit',
  defaults: { m: 1, b: 0, c: 0 },
  op: ({ m, b, c }) => (cell) => {
    const u = cell[0]! - c; // outside [0, 1] the logarithm is NaN, which counts as 0
    cell[0] = clean((m * Math.log(u / (1 - u))) / 5 + 0.5 + b);
  },
};

export const normal: Kind<Of<'m' | 'k' | 'b' | 'c'>> = {
  kind: 'normal',
  defaults: { m: 1, k: 1, b: 0, c: 0 },
  op: ({ m, k, b, c }) => (cell) => {
    const off = cell[0]! - c - 0.5;
    cell[0] = clean(m * Math.exp(-30 * k * off * off) + b);
  },
};

export const sine: Kind<Of<'m' | 'b' | 'c'>> = {
  kind: 'sine',
  defaults: { m: 1, b: 0, c: 0 },
  op: ({ m, b, c }) => (cell) => {
    cell[0] = clean(0.5 * m * Math.sin(2 * Math.PI * (cell[0]! - c)) + 0.5 + b);
  },
};

export const exponential: Kind<Of<'k'>> = {
  kind: 'exponential',
  defaults: { k: 10 },
  rule: ({ k }) => (k > 0 && k !== 1 ? undefined : 'k must be above 0 and not 1, where it would be linear'),
  op: ({ k }) => (cell) => {
    cell[0] = clean((Math.pow(k, cell[0]!) - 1) / (k - 1));
  },
};

export const logarithmic: Kind<Of<'k'>> = {
  kind: 'logarithmic',
  defaults: { k: 9 },
  rule: ({ k }) => (k > 0 ? undefined : 'k must be above 0'),
  op: ({ k }) => (cell) => {
    cell[0] = clean(Math.log1p(k * cell[0]!) / Math.log1p(k));
  },
};

export const tunableSigmoid: Kind<Of<'k'>> = {
  kind: 'tunableSigmoid',
  defaults: { k: -0.5 },
  rule: ({ k }) => (k > -1 && k < 1 ? undefined : 'k must lie between -1 and 1'),
  op: ({ k }) => (cell) => {
    const u = 2 * cell[0]! - 1;
    cell[0] = clean(((u - k * u) / (k - 2 * k * Math.abs(u) + 1) + 1) / 2);
  },
};

const apart = ({ lo, hi }: Of<'lo' | 'hi'>): string | undefined => (lo !== hi ? undefined : 'lo and hi must differ; a jump is kind "step"');

export const smoothstep: Kind<Of<'lo' | 'hi'>> = {
  kind: 'smoothstep',
  defaults: { lo: 0, hi: 1 },
  rule: apart,
  op: ({ lo, hi }) => (cell) => {
    const t = clean((cell[0]! - lo) / (hi - lo));
    cell[0] = clean(t * t * (3 - 2 * t));
  },
};

export const smootherstep: Kind<Of<'lo' | 'hi'>> = {
  kind: 'smootherstep',
  defaults: { lo: 0, hi: 1 },
  rule: apart,
  op: ({ lo, hi }) => (cell) => {
    const t = clean((cell[0]! - lo) / (hi - lo));
    cell[0] = clean(t * t * t * (t * (6 * t - 15) + 10));
  },
};

export const step: Kind<Of<'t' | 'lo' | 'hi'>> = {
  kind: 'step',
  defaults: { t: 0.5, lo: 0, hi: 1 },
  op: ({ t, lo, hi }) => (cell) => {
    cell[0] = clean(cell[0]! >= t ? hi : lo);
  },
};

/** The step of a formula with these numbers, the others at their defaults. @throws Problem `bad-number` or `bad-curve` */
export function opOf<P extends Numbers>({ kind, defaults, rule, op }: Kind<P>, given: Readonly<Record<string, unknown>>, path: string): CurveOp {
  const params: Record<string, number> = { ...defaults };
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Number.isFinite(value)) throw new Problem('bad-number', `${key} of a ${kind} curve must be a finite number, not ${describe(value)}`, { path: `${path}.${key}` });
    params[key] = value as number;
  }
  const hint = rule?.(params as P);
  if (hint !== undefined) throw new Problem('bad-curve', `a ${kind} curve cannot have these params`, { path, hint });
  return op(params as P);
}

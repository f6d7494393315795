import { type BuiltCurve, curve, type CurveData, curvePicture, curves, rank } from 'ganglion/utility';
import { curveKinds } from '../../src/utility/internal.js';
import { describe, expect, it } from 'vitest';

const grid = Array.from({ length: 101 }, (_, index) => index / 100);

/** One of each kind, so that nothing is tested for some kinds only. */
const everyKind: { readonly [K in CurveData['kind']]: CurveData & { readonly kind: K } } = {
  linear: { kind: 'linear' },
  power: { kind: 'power', k: 1.5, c: 0.3 },
  logistic: { kind: 'logistic' },
  logisticPlain: { kind: 'logisticPlain' },
  logisticIaus: { kind: 'logisticIaus' },
  logit: { kind: 'logit' },
  normal: { kind: 'normal' },
  sine: { kind: 'sine' },
  exponential: { kind: 'exponential' },
  logarithmic: { kind: 'logarithmic' },
  tunableSigmoid: { kind: 'tunableSigmoid' },
  smoothstep: { kind: 'smoothstep' },
  smootherstep: { kind: 'smootherstep' },
  step: { kind: 'step' },
  piecewise: { kind: 'piecewise', points: [[0.1, 0], [0.5, 1], [0.5, 0.2], [1, 0.4]] },
  table: { kind: 'table', values: [0, 0.5, 0.25] },
  invert: { kind: 'invert', of: { kind: 'power' } },
  compose: { kind: 'compose', of: [{ kind: 'power' }, { kind: 'step', t: 0.25 }] },
};

describe('curves made by name', () => {
  it.each<[string, BuiltCurve, number, number]>([
    ['linear(2, -0.5)', curves.linear(2, -0.5), 0.6, 0.7],
    ['power(3)', curves.power(3), 0.5, 0.125],
    ['logistic(0.3, 12) in its middle', curves.logistic(0.3, 12), 0.3, 0.5],
    ['logistic(0.3, 12) above it', curves.logistic(0.3, 12), 0.8, 1 / (1 + Math.exp(-6))],
    ['logit() at 0, which is minus infinity before clamping', curves.logit(), 0, 0],
    ['logit() at 1, which is infinity before clamping', curves.logit(), 1, 1],
    ['bell(0.4, 0.1) at its top', curves.bell(0.4, 0.1), 0.4, 1],
    ['bell(0.4, 0.1) one sigma off', curves.bell(0.4, 0.1), 0.5, Math.exp(-0.5)],
    ['sine() a quarter on', curves.sine(), 0.25, 1],
    ['exponential(10)', curves.exponential(10), 0.5, (Math.sqrt(10) - 1) / 9],
    ['logarithmic(9)', curves.logarithmic(9), 1 / 9, Math.log(2) / Math.log(10)],
    ['tunableSigmoid(0)', curves.tunableSigmoid(0), 0.37, 0.37],
    ['smoothstep()', curves.smoothstep(), 0.25, 0.15625],
    ['smoothstep falling', curves.smoothstep(0.8, 0.2), 0.8, 0],
    ['smootherstep()', curves.smootherstep(), 0.5, 0.5],
    ['threshold(0.5), at it', curves.threshold(0.5), 0.5, 1],
    ['threshold(0.5, 0.1, 0.8), below', curves.threshold(0.5, 0.1, 0.8), 0.49, 0.1],
    ['piecewise', curves.piecewise([0, 0], [0.5, 1], [1, 0.5]), 0.75, 0.75],
    ['piecewise, left of all points', curves.piecewise([0.5, 0.3]), 0.1, 0.3],
    ['invert(curves.power(2))', curves.invert(curves.power(2)), 0.5, 0.75],
    ['compose(curves.invert(curves.linear()), curves.power(2)), the first first', curves.compose(curves.invert(curves.linear()), curves.power(2)), 0.75, 0.0625],
  ])('%s', (_name, made, x, y) => expect(made(x)).toBeCloseTo(y, 12));

  it('are their data: JSON brings them back', () => {
    const made = curves.compose(curves.invert(curves.logistic(0.3, 12)), curves.power(2));
    const back = curve(JSON.parse(JSON.stringify(made)) as CurveData);
    expect(back.data).toEqual({ kind: 'compose', of: [{ kind: 'invert', of: { kind: 'logisticPlain', k: 12, x0: 0.3 } }, { kind: 'power', k: 2 }] });
    for (const x of grid) expect(back(x)).toBe(made(x));
  });

  it('may hold a function of one\'s own, which has no data', () => {
    const own = (x: number): number => x * 3 - 1;
    expect(curves.invert(own)(0.5)).toBe(0.5);
    expect(curves.compose(own, curves.power(2))(0.5)).toBe(0.25);
    expect([curves.invert(own).data, curves.compose(own, curves.power(2)).data]).toEqual([undefined, undefined]);
  });
});

describe('every kind of curve', () => {
  it('is listed', () => expect(Object.keys(everyKind).sort()).toEqual([...curveKinds].sort()));

  it.each(Object.values(everyKind))('$kind takes any x and stays within [0, 1]', (data) => {
    const made = curve(data);
    for (const x of [...grid, -1, 2, NaN, Infinity, -Infinity]) expect(made(x) >= 0 && made(x) <= 1).toBe(true);
    expect([made(-3), made(7)]).toEqual([made(0), made(1)]);
  });

  it.each(Object.values(everyKind))('$kind baked into a table keeps its shape, its ends and its vetoes', (data) => {
    const exact = curve(data);
    const baked = curves.table(exact);
    const jumps = JSON.stringify(data).match(/step"|piecewise/) !== null;
    for (const x of grid) if (!jumps) expect(Math.abs(baked(x) - exact(x))).toBeLessThan(data.kind === 'logit' || data.kind === 'power' ? 0.02 : 0.002);
    for (let at = 0; at < 256; at++) {
      const x = at / 255;
      expect(Math.abs(baked(x) - exact(x))).toBeLessThan(2 ** -19);
      expect(baked(x) === 0).toBe(exact(x) === 0);
    }
  });
});

describe('a table', () => {
  const valuesOf = ({ data }: BuiltCurve): readonly number[] => (data?.kind === 'table' ? data.values : []);

  it('holds multiples of 2^-20, so that a last bit more or less in Math.exp changes nothing', () => {
    const values = valuesOf(curves.table(curves.logistic(0.3, 12)));
    expect(values).toHaveLength(256);
    for (const value of values) expect(Number.isInteger(value * 2 ** 20)).toBe(true);
  });

  it('is scored like any other curve', () => {
    const baked = curves.table(curves.logistic(0.3, 12));
    expect(rank({ it: { x: { of: (x: number) => x, curve: baked } } }, 0.123, null)[0]!.score).toBe(baked(0.123));
    expect(baked(0.123)).not.toBe(curves.logistic(0.3, 12)(0.123));
  });

  it('has as many samples as asked for', () => expect(valuesOf(curves.table(curves.power(2), 3))).toEqual([0, 0.25, 1]));
});

describe('a picture', () => {
  it('shows the curve as text', () => {
    expect(curvePicture(curves.power(2), { width: 21, height: 5 })).toBe(
      ['  1 |                   **', '    |                ***', '0.5 |             ***', '    |        *****', '  0 |********', '    +---------------------', '     0        0.5        1'].join('\n'),
    );
  });
});

describe('a curve that cannot be', () => {
  const wrong = (data: unknown): (() => unknown) => () => curve(data as CurveData, 'utility.repel.brave.curve');

  it.each<[string, unknown, RegExp]>([
    ['a misspelt kind', { kind: 'logstic' }, /no curve of kind "logstic"; did you mean "logistic"\? \(utility\.repel\.brave\.curve\.kind\)/],
    ['no kind', {}, /no curve of kind nothing; a kind is one of linear,/],
    ['a kind of the language itself', { kind: 'toString' }, /no curve of kind "toString"/],
    ['a misspelt param', { kind: 'logisticPlain', X0: 1 }, /unknown key "X0"; did you mean "x0"\?/],
    ['a param that is no number', { kind: 'linear', m: '2' }, /m of a linear curve must be a finite number, not "2"/],
    ['an infinite param', { kind: 'power', k: Infinity }, /finite number, not Infinity/],
    ['an exponential of base 1', { kind: 'exponential', k: 1 }, /k must be above 0 and not 1/],
    ['a logarithm of 0', { kind: 'logarithmic', k: 0 }, /k must be above 0/],
    ['a sigmoid bent too far', { kind: 'tunableSigmoid', k: 1 }, /between -1 and 1/],
    ['an IAUS logistic without slope', { kind: 'logisticIaus', m: 0 }, /m must be above 0/],
    ['a smoothstep of no width', { kind: 'smoothstep', lo: 0.5, hi: 0.5 }, /a jump is kind "step"/],
    ['a smootherstep of no width', { kind: 'smootherstep', lo: 0.5, hi: 0.5 }, /a jump is kind "step"/],
    ['points out of order', { kind: 'piecewise', points: [[0.5, 0], [0.2, 1]] }, /point 1 lies left/],
    ['a point of one number', { kind: 'piecewise', points: [[0.5]] }, /point 0 must be \[x, y\]/],
    ['no points', { kind: 'piecewise', points: [] }, /list of \[x, y\] points, not an empty list/],
    ['a table of one value', { kind: 'table', values: [1] }, /at least two finite numbers/],
    ['a composition of nothing', { kind: 'compose', of: [] }, /needs a list of curves/],
    ['a wrong part of a composition', { kind: 'compose', of: [{ kind: 'linear' }, { kind: 'powr' }] }, /did you mean "power"\? \(utility\.repel\.brave\.curve\.of\.1\.kind\)/],
    ['a wrong part of an inversion', { kind: 'invert', of: 3 }, /must be \{ kind, \.\.\. \}, not 3/],
    ['text', 'linear', /not "linear"/],
  ])('%s', (_name, data, message) => expect(wrong(data)).toThrow(message));

  it.each<[string, () => unknown, RegExp]>([
    ['a bell of no width', () => curves.bell(0.5, 0), /sigma of a bell must be above 0/],
    ['a slope that is no number', () => curves.logistic(0.5, NaN), /k of a logisticPlain curve must be a finite number, not NaN/],
    ['half a sample', () => curves.table(curves.linear(), 2.5), /whole number of samples/],
  ])('%s', (_name, make, message) => expect(make).toThrow(message));
});

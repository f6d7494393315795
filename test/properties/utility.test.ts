import fc from 'fast-check';
import { Columns } from '../../src/core/internal.js';
import { chance, Chooser, compileOptions, curve, type CurveData, explainChoice, type Option, perTarget, rank, restoreChoice, saveChoice } from 'ganglion/utility';
import { describe, expect, it } from 'vitest';
import { Oracle, type Given, type Moment, type OracleOption, type OracleTuning } from './utility.oracle.js';
import { targetKey, type Compensation } from '../../src/utility/internal.js';

/** Random scenarios a run; GANGLION_FUZZ=10000 is the acceptance run. */
const runs = Number(process.env['GANGLION_FUZZ'] ?? 400);

const compensations: readonly Compensation[] = ['none', 'perConsideration', 'finalProduct', 'geometricMean'];

/** Coarse numbers, so that ties, vetoes and scores at the very bound are common. */
const coarse = fc.constantFrom(0, 0.1, 0.25, 0.5, 0.7, 0.75, 0.9, 1);
const score: fc.Arbitrary<number> = fc.oneof({ weight: 3, arbitrary: coarse }, { weight: 2, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) });
const given: fc.Arbitrary<Given> = fc.oneof({ weight: 12, arbitrary: score }, { weight: 1, arbitrary: fc.constantFrom<Given>(NaN, Infinity, -Infinity, 1.7, -0.2, 'throws') });

const option = (name: string): fc.Arbitrary<OracleOption> =>
  fc.record({
    name: fc.constant(name),
    weight: fc.oneof(fc.constantFrom(0, 0.5, 1, 1, 1, 2), fc.double({ min: 0, max: 3, noNaN: true })),
    rank: fc.constantFrom(0, 0, 0, 0, 1, -1),
    compensation: fc.constantFrom(...compensations),
    costs: fc.array(fc.constantFrom(1, 1, 2, 5), { maxLength: 4 }),
    cooldown: fc.constantFrom(0, 0, 0, 0.5, 2),
    commitment: fc.constantFrom(0, 0, 1),
    interruptible: fc.constantFrom<boolean | 'higherRank'>(true, true, true, true, false, 'higherRank'),
    penalty: fc.constantFrom(undefined, undefined, { amount: 0.25, over: 2 }),
    hasTargets: fc.constantFrom(false, false, true),
  });

const tuning: fc.Arbitrary<OracleTuning> = fc.record({
  momentum: fc.constantFrom(1, 1.25, 2),
  margin: fc.constantFrom(0, 0, 0.1),
  minScore: fc.constantFrom(0, 0, 0.3),
  scoreDecay: fc.constantFrom(undefined, undefined, 0.1),
  pick: fc.constantFrom<OracleTuning['pick']>('highest', 'highest', { top: 2 }, { withinPercent: 20 }),
});

interface Scenario {
  readonly options: readonly OracleOption[];
  readonly tuning: OracleTuning;
  readonly moments: readonly Moment[];
  readonly seed: number;
  readonly rankIsAsked: boolean;
}

const scenario: fc.Arbitrary<Scenario> = fc.integer({ min: 1, max: 6 }).chain((count) =>
  fc.tuple(...Array.from({ length: count }, (_, index) => option(`o${index}`))).chain((options) => {
    const inputsOf = ({ costs, hasTargets }: OracleOption): fc.Arbitrary<Moment['inputs'][number]> => {
      const inputs = fc.tuple(...costs.map(() => given));
      const one = (target: string): fc.Arbitrary<Moment['inputs'][number][number]> => fc.record({ target: fc.constant(target), given: inputs });
      return hasTargets ? fc.shuffledSubarray(['a', 'b', 'c']).chain((targets) => fc.tuple(...targets.map(one))) : one('').map((each) => [each]);
    };
    const moment: fc.Arbitrary<Moment> = fc.record({
      elapsed: fc.constantFrom(0.25, 0.5, 1),
      inputs: fc.tuple(...options.map(inputsOf)),
      allowed: fc.tuple(...options.map(() => fc.constantFrom(true, true, true, true, false))),
      force: fc.constantFrom(false, false, false, false, true),
    });
    return fc.record({ options: fc.constant(options), tuning, moments: fc.array(moment, { minLength: 1, maxLength: 8 }), seed: fc.nat(), rankIsAsked: fc.boolean() });
  }),
);

/** The body of a scenario: what is true now. */
interface World {
  moment: Moment;
}

function give(value: Given): number {
  if (value === 'throws') throw new Error('an input that throws');
  return value;
}

function optionsOf({ options, rankIsAsked }: Pick<Scenario, 'options' | 'rankIsAsked'>): Record<string, Option<World, null>> {
  return Object.fromEntries(
    options.map((each, index) => {
      const { weight, compensation, costs, cooldown, commitment, interruptible, penalty, hasTargets } = each;
      const rankOfIt = rankIsAsked ? () => each.rank : each.rank;
      const shared = { weight, rank: rankOfIt, compensation, cooldown, commitment, interruptible, ...(penalty && { penalty }) };
      const at = (world: World, target: string, consideration: number): number => give(world.moment.inputs[index]!.find((it) => it.target === target)!.given[consideration]!);
      const made: Option<World, null> = hasTargets
        ? perTarget((world: World) => world.moment.inputs[index]!.map(({ target }) => target), {
            ...shared,
            considerations: Object.fromEntries(costs.map((cost, k) => [`c${k}`, { of: (world: World, _facts: null, target: string) => at(world, target, k), cost }])),
          })
        : { ...shared, considerations: Object.fromEntries(costs.map((cost, k) => [`c${k}`, { of: (world: World) => at(world, '', k), cost }])) };
      return [each.name, made];
    }),
  );
}

function drawing(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
}

function chooserOf(each: Scenario): Chooser<World, null> {
  const { pick, ...tuning } = each.tuning;
  const program = compileOptions<World, null>(optionsOf(each), { ...tuning, scoreDecay: tuning.scoreDecay!, pick: pick === 'highest' ? pick : chance(pick) });
  return new Chooser(program, { columns: new Columns(1), random: drawing(each.seed) });
}

function told(chooser: Chooser<World, null>, index: number): { option: number; target: string } | undefined {
  return index < 0 ? undefined : { option: index, target: String(targetKey(chooser, 0) ?? '') };
}

describe('a decision', () => {
  it('is the one of the words, which asks everything, over whole histories', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const oracle = new Oracle(each.options, each.tuning, drawing(each.seed));
        const chooser = chooserOf(each);
        for (const moment of each.moments) {
          const expected = oracle.decide(moment);
          const allowed = Uint8Array.from(moment.allowed, Number);
          expect(told(chooser, chooser.decide(0, { moment }, null, moment.elapsed, allowed, moment.force))).toEqual(expected);
        }
      }),
      { numRuns: runs },
    );
  });

  it('goes on the same after being saved and restored into another chooser', () => {
    fc.assert(
      fc.property(scenario, fc.nat(), (each, cut) => {
        fc.pre(each.tuning.pick === 'highest');
        const through = chooserOf(each);
        let resumed = chooserOf(each);
        each.moments.forEach((moment, index) => {
          const allowed = Uint8Array.from(moment.allowed, Number);
          const expected = through.decide(0, { moment }, null, moment.elapsed, allowed, moment.force);
          if (index === cut % each.moments.length) {
            const fresh = chooserOf(each);
            expect(restoreChoice(fresh, 0, JSON.parse(JSON.stringify(saveChoice(resumed, 0))))).toEqual([]);
            resumed = fresh;
          }
          expect(resumed.decide(0, { moment }, null, moment.elapsed, allowed, moment.force)).toBe(expected);
        });
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });

  it('is explained by scores that are those it was made of', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const chooser = chooserOf(each);
        const moment = each.moments[0]!;
        const allowed = Uint8Array.from(moment.allowed, Number);
        const index = chooser.decide(0, { moment }, null, 0, allowed);
        const explained = explainChoice(chooser, 0, { moment }, null, (option) => (allowed[option] === 0 ? 'ruled out' : undefined));
        expect(explained.current).toBe(index < 0 ? undefined : each.options[index]!.name);
        if (each.tuning.pick !== 'highest') return;
        const counting = explained.options.filter(({ standing }) => standing === 'current' || standing === 'counts');
        const best = counting.reduce((most, { base }) => Math.max(most, base), 0);
        expect(index < 0 ? 0 : explained.options[0]!.base).toBe(best);
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });

  it('does not hang on the order of declaration, ties apart', () => {
    const fine = fc.array(fc.tuple(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true })), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(fine, fc.constantFrom(...compensations), fc.nat(), (scores, compensation, turn) => {
        const named = scores.map(([one, other], index) => [`o${index}`, { considerations: { one: () => one, other: () => other }, compensation }] as const);
        const [first, second] = rank(Object.fromEntries(named), null, null);
        fc.pre(first!.score > second!.score);
        const turned = [...named.slice(turn % named.length), ...named.slice(0, turn % named.length)];
        const chooser = new Chooser(compileOptions<null, null>(Object.fromEntries(turned)));
        expect(chooser.program.names[chooser.decide(0, null, null, 0, null)]).toBe(first!.option);
      }),
      { numRuns: runs },
    );
  });

  it('never falls on an option whose input is no number or throws, and is not stopped by it', () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 4 }), fc.nat(), fc.constantFrom<Given>(NaN, 'throws', -Infinity), fc.constantFrom(...compensations), (good, at, bad, compensation) => {
        const broken = Object.fromEntries([...good.map((value, k) => [`c${k}`, () => value] as const), ['broken', () => give(bad)] as const].sort((one, other) => ((one[0].length * 7 + at) % 3) - ((other[0].length * 7 + at) % 3)));
        const chooser = new Chooser(compileOptions<null, null>({ broken: { considerations: broken, weight: 5, compensation }, sound: 0.01 }));
        expect(chooser.program.names[chooser.decide(0, null, null, 0, null)]).toBe('sound');
      }),
      { numRuns: runs },
    );
  });
});

describe('a score', () => {
  const rising: readonly CurveData[] = [
    { kind: 'linear' }, { kind: 'power', k: 3 }, { kind: 'logistic' }, { kind: 'logisticPlain', k: 12 }, { kind: 'logisticIaus' }, { kind: 'logit' }, { kind: 'exponential' },
    { kind: 'logarithmic' }, { kind: 'tunableSigmoid' }, { kind: 'smoothstep' }, { kind: 'smootherstep' }, { kind: 'step' },
  ];

  it('never falls when an input of a rising curve rises', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rising), fc.constantFrom(...compensations), score, score, fc.array(score, { maxLength: 3 }), (shape, compensation, one, other, rest) => {
        const at = (x: number): number => {
          const considerations = { ...Object.fromEntries(rest.map((value, k) => [`c${k}`, () => value])), risen: { of: () => x, curve: curve(shape) } };
          return rank({ it: { considerations, compensation } }, null, null)[0]!.score;
        };
        // A step of the last bits may be rounded either way by exp, log and pow.
        expect(at(Math.max(one, other))).toBeGreaterThanOrEqual(at(Math.min(one, other)) * (1 - 1e-12));
      }),
      { numRuns: runs },
    );
  });

  it('stays within [0, weight], and a veto stays a veto', () => {
    fc.assert(
      fc.property(fc.array(given, { maxLength: 5 }), fc.double({ min: 0, max: 10, noNaN: true }), fc.constantFrom(...compensations), (inputs, weight, compensation) => {
        const considerations = Object.fromEntries(inputs.map((value, k) => [`c${k}`, () => give(value)]));
        const got = rank({ it: { considerations, weight, compensation } }, null, null)[0]!.score;
        expect(got >= 0 && got <= weight).toBe(true);
        if (inputs.some((value) => value === 'throws' || Number.isNaN(value) || value <= 0)) expect(got).toBe(0);
      }),
      { numRuns: runs },
    );
  });

  it('of a curve with any params whatever stays within [0, 1]', () => {
    const any = fc.double({ min: -50, max: 50, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom('linear' as const, 'power' as const, 'logistic' as const, 'normal' as const), any, any, any, any, fc.double(), (kind, m, k, b, c, x) => {
        const y = curve(kind === 'linear' ? { kind, m, b, c } : { kind, m, k, b, c })(x);
        expect(y >= 0 && y <= 1).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

import { Columns, isProblem } from '../../src/core/internal.js';
import { chance, Chooser, compileOptions, type Option, perTarget, rank, type Tuning } from 'ganglion/utility';
import { describe, expect, it } from 'vitest';
import { targetKey } from '../../src/utility/internal.js';

/** What a user of plain JavaScript may write. */
const define = (options: unknown, tuning: unknown = {}): (() => unknown) => () => compileOptions(options as Record<string, Option<null, null>>, tuning as Tuning);
const one = (): number => 1;

describe('a definition that cannot be scored is refused, with its place and what to do', () => {
  it.each<[string, unknown, string]>([
    ['a weight that is no number', { repel: { considerations: {}, weight: NaN } }, 'utility.repel.weight must be a finite number of at least 0, not NaN (utility.repel.weight)'],
    ['a negative weight', { repel: { considerations: {}, weight: -1 } }, 'utility.repel.weight must be a finite number of at least 0, not -1 (utility.repel.weight)'],
    ['a negative constant', { repel: -0.5 }, 'utility.repel.weight must be a finite number of at least 0, not -0.5 (utility.repel.weight)'],
    ['a misspelt key', { repel: { considerations: { seen: one }, wieght: 2 } }, 'unknown key "wieght"; did you mean "weight"? (utility.repel)'],
    ['a weight without considerations', { repel: { seen: one, weight: 2 } }, 'consideration "weight" must be a function or { of, ... }, not 2; "weight" stands beside "considerations": { considerations: { ... }, weight: ... } (utility.repel.weight)'],
    ['a number for a consideration', { repel: { seen: 0.5 } }, 'consideration "seen" must be a function or { of, ... }, not 0.5; a constant is written () => 0.5 (utility.repel.seen)'],
    ['a consideration without input', { repel: { seen: { max: 3 } } }, 'consideration "seen" needs an input function "of", not nothing (utility.repel.seen.of)'],
    ['a misspelt key of a consideration', { repel: { seen: { of: one, crve: one } } }, 'unknown key "crve"; did you mean "curve"? (utility.repel.seen)'],
    ['a curve as data', { repel: { seen: { of: one, curve: { kind: 'logistic' } } } }, 'utility.repel.seen.curve must be a function, not an object; curves.logistic(0.5, 12), a function of your own, or curve({ kind, ... }) for data (utility.repel.seen.curve)'],
    ['an infinite range', { repel: { seen: { of: one, max: Infinity } } }, 'utility.repel.seen.max must be a finite number, not Infinity (utility.repel.seen.max)'],
    ['a negative cost', { repel: { seen: { of: one, cost: -1 } } }, 'utility.repel.seen.cost must be a finite number of at least 0, not -1 (utility.repel.seen.cost)'],
    ['an inversion that is no yes or no', { repel: { seen: { of: one, invert: 1 } } }, 'utility.repel.seen.invert cannot be 1; one of true, false (utility.repel.seen.invert)'],
    ['a rank in words', { repel: { considerations: {}, rank: 'high' } }, 'utility.repel.rank must be a finite number, not "high" (utility.repel.rank)'],
    ['a misspelt interruptible', { repel: { considerations: {}, interruptible: 'higherrank' } }, 'utility.repel.interruptible cannot be "higherrank"; did you mean "higherRank"? (utility.repel.interruptible)'],
    ['an interruptible of 0', { repel: { considerations: {}, interruptible: 0 } }, 'utility.repel.interruptible cannot be 0; true, false or "higherRank" (utility.repel.interruptible)'],
    ['an unknown compensation', { repel: { considerations: {}, compensation: 'geometric' } }, 'utility.repel.compensation cannot be "geometric"; known: "none", "perConsideration", "finalProduct", "geometricMean" (utility.repel.compensation)'],
    ['a penalty that never wears off', { repel: { considerations: {}, penalty: { amount: 1, over: 0 } } }, 'utility.repel.penalty.over must be a number of seconds above 0, not 0 (utility.repel.penalty.over)'],
    ['a penalty without amount', { repel: { considerations: {}, penalty: { over: 3 } } }, 'utility.repel.penalty.amount must be a finite number of at least 0, not NaN (utility.repel.penalty.amount)'],
    ['an option of text', { repel: 'now' }, 'utility.repel must be a number, considerations by name, { considerations, ... } or perTarget(...), not "now" (utility.repel)'],
    ['a function for an option', { repel: one }, 'utility.repel must be a number, considerations by name, { considerations, ... } or perTarget(...), not a function (utility.repel)'],
    ['a name of the language itself', { constructor: 0.1 }, 'an option may not be named "constructor"; the language itself uses that name (utility)'],
    ['a list of options', [0.1], 'utility must be an object of options, not a list of 1 (utility)'],
    ['targets that are a list', { repel: perTarget([1, 2] as never, { considerations: {} }) }, 'perTarget needs a function that lists the targets, not a list of 2 (utility.repel.targets)'],
    ['a misspelt key beside targets', { repel: perTarget(() => [1], { considerations: {}, keys: one } as never) }, 'unknown key "keys"; did you mean "key"? (utility.repel)'],
    ['a key of targets that is a name', { repel: perTarget(() => [1], { considerations: {}, key: 'id' } as never) }, 'utility.repel.key must be a function of the target, not "id" (utility.repel.key)'],
  ])('%s', (_name, options, message) => {
    try {
      define(options)();
      expect.unreachable();
    } catch (error) {
      expect(isProblem(error)).toBe(true);
      expect((error as Error).message).toBe(message);
    }
  });

  it.each<[string, unknown, RegExp]>([
    ['an unknown key', { inertia: 2 }, /unknown key "inertia"/],
    ['a momentum that holds back', { momentum: 0.5 }, /utility\.tuning\.momentum must be a finite number of at least 1, not 0\.5/],
    ['a pick without its chance', { pick: { top: 2 } }, /utility\.tuning\.pick cannot be an object; "highest", chance\(\{ top: n \}\) or chance\(\{ withinPercent: p \}\)/],
    ['a word for a pick', { pick: 'lowest' }, /utility\.tuning\.pick cannot be "lowest"/],
  ])('a tuning with %s', (_name, tuning, message) => expect(define({ idle: 1 }, tuning)).toThrow(message));

  it.each<[string, unknown, RegExp]>([
    ['of nothing', {}, /either top or withinPercent/],
    ['of both', { top: 1, withinPercent: 3 }, /either top or withinPercent/],
    ['of none', { top: 0 }, /top must be a whole number of at least 1, not 0/],
    ['beyond all', { withinPercent: 101 }, /from 0 to 100, not 101/],
    ['misspelt', { tpo: 2 }, /did you mean "top"/],
  ])('a chance %s', (_name, among, message) => expect(() => chance(among as { top: number })).toThrow(message));

  it('at its own path, for a brain that calls it something else', () => {
    expect(() => compileOptions({ repel: { considerations: {}, weight: -1 } }, {}, 'guard.utility')).toThrow('guard.utility.repel.weight');
  });

  it('and one that is left out is no option at all', () => expect(compileOptions({ repel: 1, rest: undefined }).names).toEqual(['repel']));
});

describe('an input that goes wrong', () => {
  const heard: string[] = [];
  const chooserOf = (options: Record<string, Option<null, null>>): Chooser<null, null> => {
    heard.length = 0;
    return new Chooser(compileOptions<null, null>(options), {
      columns: new Columns(9),
      onError: (slot, path, error) => heard.push(`${slot} ${path} threw ${(error as Error).message}`),
      onWarning: (slot, path, _value, text) => heard.push(`${slot} ${path}: ${text}`),
    });
  };
  const throws = (): never => {
    throw new Error('no such foe');
  };

  it('by throwing counts 0, is told with its path each time, and stops nothing else', () => {
    const chooser = chooserOf({ repel: { seen: throws }, rest: 0.1 });
    expect([chooser.decide(3, null, null, 0, null), chooser.decide(4, null, null, 0, null)]).toEqual([1, 1]);
    expect(heard).toEqual(['3 utility.repel.seen threw no such foe', '4 utility.repel.seen threw no such foe']);
  });

  it('by being no number counts 0, inverted or not, and is told once, with option, consideration and mind', () => {
    const chooser = chooserOf({ repel: { seen: { of: () => NaN, invert: true } }, hunt: { prey: () => undefined as never }, rest: 0.1 });
    for (let slot = 5; slot < 8; slot++) expect(chooser.decide(slot, null, null, 0, null)).toBe(2);
    expect(heard).toEqual(['5 utility.repel.seen: NaN is no number and counts as 0', '5 utility.hunt.prey: it answered nothing, which counts as 0; is there a return missing?']);
  });

  it.each<[string, unknown, string]>([
    ['a word', 'high', '"high" is no number and counts as 0'],
    ['a list', [0.9, 0.1], 'a list of 2 is no number and counts as 0'],
    ['a function', () => 0.9, 'a function is no number and counts as 0'],
    ['a promise', Promise.resolve(1), 'a promise is no number and counts as 0'],
    ['an object', { score: 1 }, 'an object is no number and counts as 0'],
  ])('by answering %s counts 0, and is told as what it was', (_name, answer, text) => {
    const chooser = chooserOf({ repel: { seen: () => answer as never }, hunt: { considerations: {}, weight: 0.2, rank: () => answer as never }, rest: 0.3 });
    expect(chooser.decide(0, null, null, 0, null)).toBe(2);
    expect(new Set(heard)).toEqual(new Set([`0 utility.repel.seen: ${text}`, `0 utility.hunt.rank: ${text}`]));
    expect(rank({ repel: { seen: () => answer as never } }, null, null)[0]).toMatchObject({ score: 0, because: [{ name: 'seen', input: NaN, given: text.split(' is no')[0] }] });
  });

  it('by having no list of targets is told so', () => {
    const chooser = chooserOf({ repel: perTarget(() => undefined as never, { considerations: {} }), hunt: perTarget((async () => []) as never, { considerations: {} }), rest: 0.1 });
    expect(chooser.decide(0, null, null, 0, null)).toBe(2);
    expect(new Set(heard)).toEqual(new Set(['0 utility.repel.targets: targets must be a list, not nothing; it counts as empty, is there a return missing?', '0 utility.hunt.targets: targets must be a list, not a promise; it counts as empty']));
  });

  it('by a curve of one\'s own that gives no number, or throws, is the same', () => {
    const chooser = chooserOf({ repel: { seen: { of: () => 0.5, curve: () => NaN } }, hunt: { prey: { of: () => 0.5, curve: throws } }, rest: 0.1 });
    expect(chooser.decide(0, null, null, 0, null)).toBe(2);
    expect(heard).toEqual(['0 utility.repel.seen: its curve makes NaN of 0.5, which counts as 0', '0 utility.hunt.prey threw no such foe']);
  });

  it('by being infinite is one of the ends', () => {
    const scores = rank({ much: { x: () => Infinity }, little: { x: () => -Infinity }, scaled: { x: { of: () => Infinity, min: 3, max: 9 } } }, null, null);
    expect(scores.map(({ option, score }) => [option, score])).toEqual([['much', 1], ['scaled', 1], ['little', 0]]);
  });

  it('is a rank of 0 when the rank goes wrong', () => {
    const chooser = chooserOf({ repel: { considerations: {}, rank: throws, weight: 0.1 }, hunt: { considerations: {}, rank: () => NaN, weight: 0.2 }, rest: 0.3 });
    expect(chooser.decide(0, null, null, 0, null)).toBe(2);
    expect(new Set(heard)).toEqual(new Set(['0 utility.repel.rank threw no such foe', '0 utility.hunt.rank: NaN is no number and counts as 0']));
  });

  it('is no target when the list goes wrong, and a target without a past when its key does', () => {
    const attack = (targets: () => never): Option<null, null> => perTarget(targets, { considerations: { near: () => 1 } });
    const chooser = chooserOf({ throwing: attack(throws), listless: attack(() => 7 as never), keyless: perTarget(() => ['orc'], { considerations: { near: () => 0.5 }, key: throws }) });
    expect([chooser.decide(0, null, null, 0, null), targetKey(chooser, 0), chooser.target(0)]).toEqual([2, undefined, 'orc']);
    expect(new Set(heard)).toEqual(new Set(['0 utility.throwing.targets threw no such foe', '0 utility.listless.targets: targets must be a list, not 7; it counts as empty', '0 utility.keyless.key threw no such foe']));
  });

  it('may be told by throwing on: the decision then changes nothing, and the next one is made as ever', () => {
    let broken = false;
    const chooser = new Chooser(compileOptions<null, null>({ repel: { seen: () => (broken ? throws() : 1) }, rest: 0.1 }), {
      onError: (_slot, _path, error) => {
        throw error;
      },
    });
    chooser.decide(0, null, null, 0, null);
    broken = true;
    expect(() => chooser.decide(0, null, null, 0, null)).toThrow('no such foe');
    expect(chooser.current(0)).toBe(0);
    broken = false;
    expect(chooser.decide(0, null, null, 0, null)).toBe(0);
  });

  it('by asking for a decision itself is told so', () => {
    const chooser: Chooser<null, null> = chooserOf({ repel: { seen: () => chooser.decide(0, null, null, 0, null) }, rest: 0.1 });
    expect(chooser.decide(0, null, null, 0, null)).toBe(1);
    expect(heard.join()).toMatch(/^0 utility\.repel\.seen threw a consideration asked the same chooser to decide/);
  });
});

describe('ranges', () => {
  const scoreOf = (x: number, min?: number, max?: number): number => rank({ it: { x: { of: () => x, ...(min !== undefined && { min }), ...(max !== undefined && { max }) } } }, null, null)[0]!.score;

  it('scale an input between min and max, and clamp what lies outside', () => {
    expect([2, 4, 6, 8, 10].map((x) => scoreOf(x, 4, 8))).toEqual([0, 0, 0.5, 1, 1]);
  });

  it('give 1 at max exactly, whatever the numbers', () => {
    for (let most = 1; most < 200; most++) expect(scoreOf(most, 0, most)).toBe(1);
  });

  it('may run downwards: less is more', () => expect([0, 25, 100].map((x) => scoreOf(x, 100, 0))).toEqual([1, 0.75, 0]));

  it('of no width are a jump', () => expect([2.9, 3, 3.1].map((x) => scoreOf(x, 3, 3))).toEqual([0, 1, 1]));

  it('take true and false as 1 and 0', () => expect(rank({ it: { seen: () => true }, other: { seen: () => false } }, null, null).map(({ score }) => score)).toEqual([1, 0]));
});

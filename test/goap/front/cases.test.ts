import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { boundsOf } from '../../../scripts/cases/goap-bounds.js';
import { checkCase } from '../../../scripts/cases/goap-format.js';
import { runCases } from '../../../scripts/cases/goap.js';

const file = JSON.parse(readFileSync(new URL('../../cases/goap.json', import.meta.url), 'utf8')) as { cases: unknown[] };

describe('the acceptance cases', () => {
  test('all pass', () => {
    expect(runCases(file, [])).toEqual({ passed: file.cases.length, failed: 0, messages: [] });
  });

  test.each(['regression', 'forward'])('all pass on the %s rung, or say that it does not apply', (rung) => {
    const { failed, messages } = runCases(file, [`--rung=${rung}`]);
    expect(failed, messages.join('\n')).toBe(0);
    const skipped = messages.filter((message) => message.includes('skipped, '));
    expect(file.cases.length - skipped.length).toBeGreaterThanOrEqual(rung === 'forward' ? 45 : 30);
  });

  test('a wrong expectation is a failed case', () => {
    const spoilt = structuredClone(file) as { cases: any[] };
    spoilt.cases = spoilt.cases.filter((each) => ['agoose-issue2', 'parity-noplan', 'gpgoap-soldier-unit'].includes(each.id));
    for (const each of spoilt.cases) {
      if (each.expected === null) each.expected = { cost: 3 };
      else if (each.id === 'agoose-issue2') each.expected = null;
      else each.expected.cost += 0.001;
    }
    const { passed, failed, messages } = runCases(spoilt, []);
    expect([passed, failed]).toEqual([0, 3]);
    expect(messages.map((message) => message.split(':')[0])).toEqual(['gpgoap-soldier-unit', 'agoose-issue2', 'parity-noplan']);
  });

  test('a flag that means nothing is refused', () => {
    expect(() => runCases(file, ['--rung=forwrd'])).toThrow('there is no rung "forwrd"; did you mean "forward"?');
    expect(() => runCases({}, [])).toThrow('the file has no list "cases"');
  });
});

describe('limits for numbers that have none', () => {
  const limits = (start: number, moves: { pre?: [string, number]; set?: number; add?: number }[], goal: [string, number]): unknown => {
    const { fact, clamp } = boundsOf(
      checkCase({
        vars: { n: { type: 'int' } },
        start: { n: start },
        goal: [['n', ...goal]],
        actions: moves.map(({ pre, set, add }, number) => ({ name: `a${number}`, cost: 1, pre: pre === undefined ? [] : [['n', ...pre]], eff: [set === undefined ? ['n', 'add', add] : ['n', 'set', set]] })),
        expected: null,
      }),
      'n',
    );
    return [fact.min, fact.max, clamp];
  };

  test('guards on both ends: just what can be reached', () => {
    expect(limits(0, [{ pre: ['<', 2], add: 1 }, { pre: ['>=', 1], add: -1 }], ['>=', 1])).toEqual([0, 2, false]);
    expect(limits(3, [{ pre: ['<=', 40], add: 7 }, { pre: ['==', 12], add: -5 }], ['==', 1])).toEqual([3, 47, false]);
  });

  test('one way only: one beyond all that is compared, and no further', () => {
    expect(limits(0, [{ add: 6 }], ['>=', 50])).toEqual([0, 51, true]);
    expect(limits(70, [{ add: -1 }, { set: 60 }], ['<=', 50])).toEqual([49, 70, true]);
  });

  test('both ways without guards: room for a million', () => {
    expect(limits(0, [{ add: 5 }, { add: -1 }], ['==', 10])).toEqual([-1 - 5 * 2 ** 20, 11 + 5 * 2 ** 20, false]);
    expect(limits(0, [{ add: 5 }, { pre: ['>=', 10], add: -10 }], ['==', 10])).toEqual([0, 11 + 10 * 2 ** 20, false]);
  });
});

import { describe, expect, test } from 'vitest';
import { isProblem } from '../../src/core/internal.js';
import { compileClassical, readPddl, solveClassical, type ClassicalProgress } from '../../src/classical/index.js';
import { courier, dark, delivery, lamps } from './texts.js';

const solve = (domain: string, problem: string, search: 'optimal' | 'anytime' = 'optimal') => solveClassical(compileClassical(readPddl(domain, problem)), { search });

describe('a classical task', () => {
  test('the courier brings the letter first, since the inn is nearer and the way back counts: 3 + 1 + 3 + 1 + 3 + 1 + 4 + 1', () => {
    const plan = solve(courier, delivery);
    expect(plan).toMatchObject({ found: true, cost: 17, bound: 17, optimal: true });
    expect(plan.found && plan.steps).toEqual([
      'drive(v, inn, depot)',
      'load(l, v, depot)',
      'drive(v, depot, inn)',
      'unload(l, v, inn)',
      'drive(v, inn, depot)',
      'load(p, v, depot)',
      'drive(v, depot, mill)',
      'unload(p, v, mill)',
    ]);
  });

  test('an anytime search tells each better plan, and ends with the proof', () => {
    const heard: ClassicalProgress[] = [];
    const plan = solveClassical(compileClassical(readPddl(courier, delivery)), { search: 'anytime', onProgress: (progress) => void heard.push(progress) });
    expect(plan).toMatchObject({ found: true, cost: 17, optimal: true });
    const costs = heard.map(({ cost }) => cost);
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
  });

  test('switches turn over what is on and what is off at once', () => {
    // a is only in x and c also in z: x turns b off, y would turn b on again and c too; or x, then y: a on, b off and on, c on.
    expect(solve(lamps, dark)).toMatchObject({ found: true, cost: 2 });
  });

  test('without a metric every action costs 1', () => {
    expect(solve(courier, delivery.replace('(:metric minimize (total-cost))', ''))).toMatchObject({ found: true, cost: 8 });
  });

  test('two things that can never hold together are told apart before any search', () => {
    const plan = solve(courier, delivery.replace('(lies l inn)', '(lies l inn) (lies l mill)'));
    expect(plan).toMatchObject({ found: false, reason: 'unreachable', because: 'lies(l, inn) and lies(l, mill) can never hold together', expansions: 0 });
  });

  test('whoever listens may stop it', () => {
    const plan = solveClassical(compileClassical(readPddl(courier, delivery)), { search: 'anytime', maxExpansions: 40, onProgress: () => false });
    expect(plan.found || plan.reason === 'stopped').toBe(true);
  });
});

describe('a text with a mistake is refused at its place', () => {
  const refused = (domain: string, problem: string): string => {
    try {
      compileClassical(readPddl(domain, problem));
    } catch (error) {
      if (isProblem(error)) return `${error.code} ${error.path} ${error.line}:${error.column} ${error.message}`;
      throw error;
    }
    return 'taken';
  };

  test.each([
    ['an unclosed bracket', courier.slice(0, -1), delivery, 'bracket domain 2:1'],
    ['a predicate that is not there', courier.replace('(in ?t ?v) (full ?v) (inc', '(inn ?t ?v) (full ?v) (inc'), delivery, 'unknown-predicate domain 15:38'],
    ['a variable that is not there', courier.replace('(at ?v ?a) (road', '(at ?w ?a) (road'), delivery, 'unknown-variable domain 10:28'],
    ['too few arguments', courier.replace('(lies ?t ?p) (not (full', '(lies ?t) (not (full'), delivery, 'arity domain 14:35'],
    ['a type that is not there', courier.replace('?v - van ?a', '?v - wan ?a'), delivery, 'unknown-type domain 9:18'],
    ['an object that is not there', courier, delivery.replace('(lies p mill)', '(lies p mil)'), 'unknown-object problem 8:23'],
    ['a requirement that we do not have', courier.replace(':equality', ':fluents'), delivery, 'unsupported domain 3:64'],
    ['a length that nobody gave', courier, delivery.replace('(= (length mill inn) 9)', ''), 'no-value domain 11:69'],
    ['a problem of another domain', courier, delivery.replace('(:domain courier)', '(:domain carrier)'), 'other-domain problem 3:12'],
    ['files in the wrong order', delivery, courier, 'other-kind domain 2:10'],
    ['no goal', courier, delivery.replace(/\(:goal.*\)\)\n/, ''), 'missing problem 2:1'],
  ])('%s', (_name, domain, problem, place) => {
    expect(refused(domain, problem).slice(0, place.length)).toBe(place);
  });

  test('500 spoilt files: refused with a position, or planned; none hangs', () => {
    let state = 7;
    const below = (limit: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % limit;
    };
    const spoil = (text: string): string => {
      const at = below(text.length);
      const other = below(text.length);
      return [text.slice(0, at) + text.slice(at + 1 + below(8)), text.slice(0, at) + '()-?:;a'[below(7)]! + text.slice(at), text.slice(0, at), text.slice(0, at) + text.slice(other, other + below(40)) + text.slice(at)][below(4)]!;
    };
    for (let round = 0; round < 500; round++) {
      const which = below(2) === 0;
      try {
        const result = solveClassical(compileClassical(readPddl(which ? spoil(courier) : courier, which ? delivery : spoil(delivery))), { maxExpansions: 20_000 });
        expect(typeof result.found).toBe('boolean');
      } catch (error) {
        if (!isProblem(error)) throw error;
        expect([error.path, error.line! > 0, error.column! > 0]).toEqual([expect.stringMatching(/^(domain|problem)$/), true, true]);
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import { checkName, describe as describeValue, isPlainObject, isProblem, plainObject, Problem, thrownText } from '../../src/core/internal.js';

describe('a problem', () => {
  it('says what is wrong, what to do and where', () => {
    const problem = new Problem('unknown-fact', 'action "dig" needs fact "mineOpne"', { path: 'domain.actions.dig.preconditions', hint: 'did you mean "mineOpen"?' });
    expect(problem.message).toBe('action "dig" needs fact "mineOpne"; did you mean "mineOpen"? (domain.actions.dig.preconditions)');
    expect(problem.code).toBe('unknown-fact');
  });

  it('in a text has line and column', () => {
    const problem = new Problem('unexpected-token', 'expected "{"', { path: 'tree', line: 3, column: 7 });
    expect(problem.message).toBe('expected "{" (tree, line 3, column 7)');
  });

  it('is recognised without instanceof, so that two copies of the package agree', () => {
    expect(isProblem(new Problem('x', 'y'))).toBe(true);
    expect(isProblem(Object.assign(new Error('foreign'), { name: 'Problem', code: 'x' }))).toBe(true);
    expect(isProblem(new Error('other'))).toBe(false);
    expect(isProblem('text')).toBe(false);
  });

  it('names whatever user code throws', () => {
    expect(thrownText(new Error('boom'))).toBe('boom');
    expect(thrownText('boom')).toBe('boom');
    expect(thrownText(undefined)).toBe('undefined');
    expect(thrownText({ toString: () => { throw new Error('no'); } })).toBe('something that cannot be printed');
  });
});

describe('plain data', () => {
  it('is told from class instances', () => {
    expect(isPlainObject({})).toBe(true);
    expect(isPlainObject(Object.create(null))).toBe(true);
    expect(isPlainObject(JSON.parse('{"__proto__": {"a": 1}}'))).toBe(true);
    expect(isPlainObject([])).toBe(false);
    expect(isPlainObject(null)).toBe(false);
    expect(isPlainObject(new (class Guard {})())).toBe(false);
  });

  it('that is something else is refused with its place', () => {
    expect(() => plainObject([1, 2], 'domain.facts')).toThrow('domain.facts must be an object, not a list of 2 (domain.facts)');
  });

  it('may not use names that mean something to the language', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', '', '$place', 'x'.repeat(200)]) {
      expect(() => checkName(name, 'domain.facts', 'fact')).toThrow(Problem);
    }
    expect(checkName('at', 'domain.facts', 'fact')).toBe('at');
  });

  it('is described briefly', () => {
    expect(describeValue('x'.repeat(100))).toBe(`"${'x'.repeat(40)}..."`);
    expect([null, [], undefined, 3, true, {}, () => 1].map(describeValue)).toEqual(['null', 'an empty list', 'nothing', '3', 'true', 'an object', 'a function']);
  });
});

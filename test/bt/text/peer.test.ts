import { convertMDSLToJSON, validateDefinition } from 'mistreevous';
import { describe, expect, test } from 'vitest';
import { checkTree, parseTree } from '../../../src/bt/internal.js';
import { RandomTree } from './random-tree.js';

const runs = Number(process.env['GANGLION_FUZZ'] ?? 1000);

/** What `read` makes of a text, or the message it throws. */
function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
}

const ours = (text: string): unknown => outcome(() => parseTree(text).roots);
const theirs = (text: string): unknown => outcome(() => convertMDSLToJSON(text));

describe('a text in mistreevous\'s words', () => {
  test(`gives the definition that mistreevous gives, ${runs} generated texts`, () => {
    for (let seed = 0; seed < runs; seed++) {
      const random = new RandomTree(seed, true);
      const roots = random.roots();
      const text = random.write(roots);
      expect(ours(text), text).toEqual(theirs(text));
      expect(ours(text), text).toEqual(roots);
    }
  });

  test('passes mistreevous\'s own validator, as text and as our checked data', () => {
    for (let seed = 0; seed < runs / 4; seed++) {
      const random = new RandomTree(seed, true);
      const text = random.write(random.roots());
      const checked = checkTree(text);
      expect(checked.ok, text).toBe(true);
      if (!checked.ok) continue;
      expect(validateDefinition(text).succeeded, text).toBe(true);
      expect(validateDefinition(checked.roots).errorMessage, text).toBeUndefined();
    }
  });

  test.each([
    'root { wait [] }',
    'root [] { lotto [] { action [a] } }',
    'root { repeat () { action (go, "x",) } }',
    'root { selector { wait [5,] wait (5, 6) } }',
    'root while[isOk] { action [a] entry[hello, 3] }',
    'root { action [a] WHILE(b) THEN Succeed }',
    'root\u00a0{\u2003action\ufeff[a]\u2028}',
    'root [true1] { branch [true1] }',
    'root { action [go, 1e3, .5, 5., +1, -Infinity, 00012] }',
  ])('keeps the small liberties of the language: %s', (text) => {
    expect(ours(text)).toEqual(theirs(text));
    expect(theirs(text)).toBeInstanceOf(Array);
  });
});

/** Where mistreevous is wrong: what it makes of the text (or its error), and what is right. */
describe('where mistreevous\'s own reader is at fault, ours is right', () => {
  const argument = (text: string, read: (text: string) => unknown): unknown => {
    const roots = read(text);
    return Array.isArray(roots) ? (roots as { child: { args: unknown[] } }[])[0]!.child.args[0] : roots;
  };
  test.each([
    ['only the first quote of a string is unescaped', 'root { action [say, "a \\"b\\" c"] }', 'a "b\\" c', 'a "b" c'],
    ['a comment is cut out of a string', 'root { action [say, "a /* b */ c"] }', 'a  c', 'a /* b */ c'],
    ['a hexadecimal number is 0', 'root { action [say, 0x10] }', 0, 16],
    ['a binary number is 0', 'root { action [say, 0b11] }', 0, 3],
    ['a comment over lines that end in CR LF is no comment', 'root { /* a\r\nb */ action [say, 1] }', 'unexpected token: /*', 1],
  ])('%s', (_what, text, wrong, right) => {
    expect(argument(text, theirs)).toEqual(wrong);
    expect(argument(text, ours)).toEqual(right);
  });

  test.each([
    ['a nested property is read as one with a dot in its name', 'root { action [say, $a.b] }', '`$a.b` is no property of a body; a nested property is not read; give the body a getter for it (line 1, column 21)'],
    ['a string that never ends is a name', 'root { action ["say] }', 'this string is never closed; a quote inside a string is written \\" (line 1, column 16)'],
    ['a bracket or comma is a name', 'root { action [(] }', 'expected an argument or `]` but found `(`; the arguments opened at line 1, column 15 (line 1, column 16)'],
    ['a comment joins what stands around it', 'root { acti/* */on [say] }', 'expected a node but found `acti`; a function is called by action [acti] or condition [acti] (line 1, column 8)'],
  ])('%s; here it is an error with its place', (_what, text, message) => {
    expect(theirs(text)).toBeInstanceOf(Array);
    expect(ours(text)).toBe(message);
  });

  test('a node of null gives a raw type error; here it says what is missing', () => {
    const definition = { type: 'root', child: null };
    expect(validateDefinition(definition).errorMessage).toMatch(/Cannot read properties of null/);
    expect(firstProblem(definition)).toBe('a root needs a `child` (tree)');
  });

  test('a guard with `then` is taken and does nothing; here it is refused', () => {
    const definition = { type: 'root', child: { type: 'wait', until: { call: 'isDay', then: 'succeed' } } };
    expect(validateDefinition(definition).succeeded).toBe(true);
    expect(firstProblem(definition)).toBe('`until` has no property "then"; write succeedOnAbort: true for "succeed" (tree.child.until.then)');
  });
});

function firstProblem(definition: unknown): string | undefined {
  const checked = checkTree(definition);
  return checked.ok ? undefined : checked.problems[0].message;
}

import { describe, expect, test } from 'vitest';
import { isProblem, Random } from '../../../src/core/internal.js';
import { checkTree, parseTree } from '../../../src/bt/internal.js';
import { RandomTree } from './random-tree.js';

/** The message of the first problem of a tree. */
function wrong(source: unknown): string {
  const checked = checkTree(source);
  return checked.ok ? 'nothing is wrong' : checked.problems[0].message;
}

describe('a mistake in a text is told with line, column, what was expected and what to do', () => {
  test.each([
    ['', 'the tree is empty; write root { ... } (line 1, column 1)'],
    [' /* only a note */ ', 'the tree is empty; write root { ... } (line 1, column 20)'],
    ['root', 'expected `{` with the nodes of this root but found the end of the text (line 1, column 5)'],
    ['root {', 'expected `}` but found the end of the text; the root opened at line 1, column 6 (line 1, column 7)'],
    ['root { }', 'a root needs a node between its braces (line 1, column 8)'],
    ['root {\n  sequense { action [a] }\n}', 'expected a node but found `sequense`; did you mean "sequence"? (line 2, column 3)'],
    ['root {\r\n\tselector {\r\n\t\tflee } }', 'expected a node but found `flee`; a function is called by action [flee] or condition [flee] (line 3, column 3)'],
    ['root { // run away\n action [flee] }', 'expected a node but found `//`; comments are written /* like this */ (line 1, column 8)'],
    ['root { /* run away action [flee] }', 'this comment is never closed; comments end with */ (line 1, column 8)'],
    ['root { action [a, "b] }', 'this string is never closed; a quote inside a string is written \\" (line 1, column 19)'],
    ['root { action [a] action [b] }', 'a root holds one node only; put several into a sequence or selector (line 1, column 19)'],
    ['root { action [a] } }', 'expected a node but found `}` (line 1, column 21)'],
    ['sequence { action [a] }', 'expected `root` but found `sequence`; a tree is one or more root { ... } (line 1, column 1)'],
    ['root { sequence { root { action [a] } } }', 'a root cannot stand inside another node; give it a name beside this root and write branch [name] here (line 1, column 19)'],
    ['root { sequence { action [a] } while(b) }', 'expected a node but found `while`; `while(...)` stands before the braces of its node (line 1, column 32)'],
    ['root whlie(b) { action [a] }', 'expected `{` with the nodes of this root but found `whlie`; did you mean "while"? (line 1, column 6)'],
    ['root { action [a] whilst(b) }', 'expected a node but found `whilst`; did you mean "while"? (line 1, column 19)'],
    ['root { action [a] unitl (b) }', 'expected a node but found `unitl`; did you mean "until"? (line 1, column 19)'],
    ['root { flee(b) }', 'expected a node but found `flee`; a function is called by action [flee] or condition [flee] (line 1, column 8)'],
    ['root { action [a] then succeed }', 'expected a node but found `then`; `then` follows while(...) or until(...) (line 1, column 19)'],
    ['root { action [a] while(b) then win }', 'expected `succeed` or `fail` after `then` but found `win` (line 1, column 33)'],
    ['root { action [a] while(b) while(c) }', 'this node has `while` twice; ask both in one function (line 1, column 28)'],
    ['root { action [] }', '`action` needs arguments; it takes the name of a function, then its arguments: action [sees, "wolf", 3] (line 1, column 8)'],
    ['root { action ["a"] }', 'expected a name without quotes; it takes the name of a function, then its arguments: action [sees, "wolf", 3] (line 1, column 16)'],
    ['root { action [a, b] }', '`b` is a name, not a value; a string is written "b", a property of the body $b (line 1, column 19)'],
    ['root { action [a b] }', 'expected `,` or `]` but found `b`; the arguments opened at line 1, column 15 (line 1, column 18)'],
    ['root { action [a) }', 'expected `,` or `]` but found `)`; the arguments opened at line 1, column 15 (line 1, column 17)'],
    ['root { action [a] entry() }', 'expected a name without quotes; entry takes the name of a function, then its arguments: entry(isNear, 3) (line 1, column 19)'],
    ['root { sequence [3] { action [a] } }', '`sequence` takes no arguments (line 1, column 18)'],
    ['root { wait [1, 2, 3] }', '`wait` has 3 arguments; it takes nothing, milliseconds, or the least and most: wait [500, 1500] (line 1, column 20)'],
    ['root { wait [2.5] }', '`duration` of a wait must be a whole number of at least 0, not 2.5 (tree.child.duration, line 1, column 14)'],
    ['root { wait [3, 1] }', '`duration` of a wait has a least of 3 above its most of 1 (tree.child.duration, line 1, column 8)'],
    ['root { repeat [2, "x"] { wait } }', '`iterations` of a repeat must be a whole number of at least 0, not "x" (tree.child.iterations.1, line 1, column 19)'],
    ['root { cooldown { wait } }', '`cooldown` needs arguments; it takes milliseconds, or the least and most: cooldown [500, 1500] (line 1, column 8)'],
    ['root { runLimit [0] { wait } }', '`count` of a runLimit must be a whole number of at least 1, not 0 (tree.child.count, line 1, column 18)'],
    ['root { lotto [1, 2, 3] { wait wait } }', '`weights` of a lotto must be a list with one weight for each of the 2 nodes, not a list of 3 (tree.child.weights, line 1, column 8)'],
    ['root { parallel [1, 3] { wait wait } }', '`failures` of a parallel is 3, but there are only 2 nodes (tree.child.failures, line 1, column 21)'],
    ['root { utilitySelector { wait score(a) wait } }', 'each node of a utilitySelector needs a score; write score(howMuch) behind it (tree.child.children.1, line 1, column 40)'],
    ['root { selector { wait score(a) } }', 'only the nodes of a utilitySelector have a score (tree.child.children.0.score, line 1, column 30)'],
    ['root { branch [a] while(b) } root [a] { wait }', 'a branch carries no guards or callbacks; write them on the root that it names (line 1, column 19)'],
    ['root { branch [Fle] } root [Flee] { wait }', 'there is no root "Fle"; did you mean "Flee"? (tree.0.child, line 1, column 16)'],
    ['root [a] { wait }', 'every root has a name, so none is where a step starts; leave one root without a name (tree, line 1, column 7)'],
    ['root { wait } root { wait }', 'a second root without a name; name it, and use it by branch [name] (tree.1, line 1, column 15)'],
    ['root { wait } root [a] { wait } root [a] { wait }', 'two roots are named "a" (tree.2, line 1, column 39)'],
    ['root { branch [a] } root [a] { flip { branch [b] } } root [b] { branch [a] }', 'branches go in a circle: a -> b -> a; repeat runs a part again and again (tree.2.child, line 1, column 73)'],
  ])('%s', (text, message) => {
    expect(wrong(text)).toBe(message);
  });

  test('all mistakes that do not hide each other are told', () => {
    const checked = checkTree('root { sequence {\n  wait [-1]\n  lotto [1] { wait wait }\n  parallel [9] { wait }\n} }');
    expect(checked.ok ? [] : checked.problems.map(({ line, column }) => [line, column])).toEqual([[2, 9], [3, 3], [4, 13]]);
  });
});

describe('hostile texts', () => {
  const runs = Number(process.env['GANGLION_FUZZ'] ?? 1000);

  test(`${runs} texts with letters removed, doubled, swapped or replaced are read, or refused with a place inside the text`, () => {
    let refused = 0;
    for (let seed = 0; seed < runs; seed++) {
      const random = new RandomTree(seed, false);
      const text = mutate(random.write(random.roots()), new Random(seed, 3));
      const checked = checkTree(text);
      if (checked.ok) continue;
      refused++;
      for (const { line, column } of checked.problems) {
        const lines = text.split(/\r\n|\r|\n/);
        expect(line, text).toBeGreaterThan(0);
        expect(line, text).toBeLessThanOrEqual(lines.length);
        expect(column, text).toBeGreaterThan(0);
        expect(column, text).toBeLessThanOrEqual(lines[line! - 1]!.length + 1);
      }
    }
    expect(refused).toBeGreaterThan(runs / 4);
  });

  test.each(['flip { ', 'sequence { wait ', '{', '[', '(', '"\\"', '/*', 'root { ', 'action [', 'a\\'])('a hundred thousand times %s is refused, not a crash', (part) => {
    const text = `root { ${part.repeat(100_000)}`;
    let thrown: unknown;
    try {
      parseTree(text);
    } catch (error) {
      thrown = error;
    }
    expect(isProblem(thrown)).toBe(true);
  });

  test('forty roots that double each other are refused before they are followed', () => {
    let text = 'root { branch [r0] } root [r40] { wait }';
    for (let index = 0; index < 40; index++) text += ` root [r${index}] { sequence { branch [r${index + 1}] branch [r${index + 1}] } }`;
    expect(wrong(text)).toBe('with its branches this root has more than 65535 nodes (tree.0, line 1, column 1)');
  });

  test('roots that nest each other too deep are refused', () => {
    let text = 'root { branch [r0] } root [r300] { wait }';
    for (let index = 0; index < 300; index++) text += ` root [r${index}] { flip { branch [r${index + 1}] } }`;
    expect(wrong(text)).toMatch(/nested deeper than 256/);
  });

  test('ten megabytes are read', () => {
    const row = '\n  sequence { condition [isNear, "wolf"] action [flee, 3] while(canRun) exit(rest) } /* and so on */';
    const count = Math.ceil(10_000_000 / row.length);
    const { roots } = parseTree(`root { selector {${row.repeat(count)}\n} }`);
    expect((roots[0] as unknown as { child: { children: unknown[] } }).child.children).toHaveLength(count);
  });
});

function mutate(text: string, random: Random): string {
  const letters = [...text];
  const at = (): number => Math.floor(random.next() * letters.length);
  for (let times = 1 + Math.floor(random.next() * 4); times > 0; times--) {
    const [one, other] = [at(), at()];
    const kind = Math.floor(random.next() * 5);
    if (kind === 0) letters.splice(one, 1);
    else if (kind === 1) letters.splice(one, 0, letters[other] ?? ' ');
    else if (kind === 2) [letters[one], letters[other]] = [letters[other] ?? '', letters[one] ?? ''];
    else if (kind === 3) letters[one] = '{}[](),"\\/*$ \n'[Math.floor(random.next() * 14)]!;
    else letters.length = Math.max(1, one);
  }
  return letters.join('');
}

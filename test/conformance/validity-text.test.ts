import { convertMDSLToJSON, validateDefinition } from 'mistreevous';
import { describe, expect, test } from 'vitest';
import { checkTree, type RootNode } from '../../src/bt/index.js';
import { Random } from '../../src/core/index.js';
import { RandomTree } from '../bt/text/random-tree.js';

const runs = Number(process.env['GANGLION_FUZZ'] ?? 1000);

/** Values to put where they do not belong. */
const odd: readonly unknown[] = [undefined, null, true, '', 'sequence', 'root', -1, 0, 1.5, 3, [], [1, 2], [3, 1], {}, { call: 'x' }, { call: '' }];

/** Changes one place of a definition: a property replaced, removed or added, or a node put where another stood. */
function spoil(roots: readonly RootNode[], random: Random): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(roots));
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      places.push({ holder: value as Record<string, unknown>, key });
      collect(inner);
    }
  };
  collect(copy);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
  const { holder, key } = pick(places);
  const kind = random.next();
  if (kind < 0.5) holder[key] = pick(odd);
  else if (kind < 0.65) delete holder[key];
  else if (kind < 0.8) holder[pick(['while', 'child', 'children', 'args', 'ref', 'duration', 'then', 'weights'])] = pick(odd);
  else holder[key] = JSON.parse(JSON.stringify(pick(places).holder));
  return copy;
}

/** What our check refuses and mistreevous's lets pass: each makes a tree that does not do what it says, or fails when it runs. */
const stricter = new Set(['unknown-property', 'unknown-branch', 'bad-value', 'bad-name', 'missing-part', 'misplaced-score', 'not-a-node', 'tree-cycle']);

function theirVerdict(definition: unknown): boolean {
  try {
    return validateDefinition(definition as never).succeeded;
  } catch {
    // It throws raw type errors at what it does not expect.
    return false;
  }
}

describe('what mistreevous refuses, we refuse', () => {
  test(`in ${runs} spoilt definitions; what we refuse beyond that has a reason of ours`, () => {
    let refusedByBoth = 0;
    for (let seed = 0; seed < runs; seed++) {
      const definition = spoil(new RandomTree(seed, true).roots(), new Random(seed, 11));
      const theirs = theirVerdict(definition);
      const checked = checkTree(definition);
      if (checked.ok) expect(theirs, JSON.stringify(definition)).toBe(true);
      else if (theirs) for (const { code } of checked.problems) expect(stricter, JSON.stringify(definition)).toContain(code);
      else refusedByBoth++;
    }
    expect(refusedByBoth).toBeGreaterThan(runs / 4);
  });

  test(`in ${runs} spoilt texts, unless it is one of the liberties listed here`, () => {
    // Nodes and arguments of ours, whole numbers written as 1e3, and comments that mistreevous does not see or glues words together by.
    const liberty = /\b(?:reactive|utility|cooldown|timeLimit|runLimit|score)|parallel\s*[[(]|e\d|\/\*(?:(?!\*\/)[^])*\r|[^\s{}[\](),]\/\*(?:(?!\*\/)[^])*\*\/[^\s{}[\](),]/i;
    let compared = 0;
    let refusedByBoth = 0;
    for (let seed = 0; seed < runs; seed++) {
      const random = new Random(seed, 12);
      const tree = new RandomTree(seed, true);
      const words = tree.write(tree.roots()).split(/(?<=[\s{}[\](),])|(?=[\s{}[\](),])/);
      const at = (): number => Math.floor(random.next() * words.length);
      if (random.next() < 0.5) words.splice(at(), 1);
      else words.splice(at(), 1, words[at()]!);
      const text = words.join('');
      const ours = checkTree(text);
      const theirs = outcome(() => convertMDSLToJSON(text));
      if (!ours.ok) refusedByBoth += theirs === 'refused' ? 1 : 0;
      // A string that holds a comment is one of the peer's known faults.
      else if (!liberty.test(text) && !JSON.stringify(ours.roots).includes('/*')) {
        compared++;
        expect(ours.roots, text).toEqual(theirs);
      }
    }
    expect(compared).toBeGreaterThan(runs / 10);
    expect(refusedByBoth).toBeGreaterThan(runs / 4);
  });
});

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'refused';
  }
}

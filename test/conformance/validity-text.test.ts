import { convertMDSLToJSON, validateDefinition } from 'mistreevous';
import { describe, expect, test } from 'vitest';
import { checkTree } from '../../src/bt/internal.js';
import { Random } from '../../src/core/internal.js';
import { RandomTree } from '../bt/text/random-tree.js';
import { spoiltDefinition, spoiltText } from './spoil.js';

const runs = Number(process.env['GANGLION_FUZZ'] ?? 1000);

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
      const definition = spoiltDefinition(new RandomTree(seed, true).roots(), new Random(seed, 11));
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
      const text = spoiltText(new RandomTree(seed, true), new Random(seed, 12));
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

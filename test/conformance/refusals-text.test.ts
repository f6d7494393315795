import { BehaviourTree as Stock } from 'mistreevous';
import { describe, expect, test } from 'vitest';
import { BehaviourTree } from '../../src/mistreevous/index.js';
import { Random } from '../../src/core/internal.js';
import { RandomTree } from '../bt/text/random-tree.js';
import { spoiltDefinition, spoiltText } from './spoil.js';

const runs = Number(process.env['GANGLION_FUZZ'] ?? 500);

type TreeClass = typeof BehaviourTree;

/** What happens when a tree is made of this: the error's text, or the details of its nodes without their ids. */
function made(Tree: TreeClass, definition: unknown): string {
  try {
    const details = new Tree(definition as string, {}).getTreeNodeDetails();
    return JSON.stringify(details, (key, value: unknown) => (key === 'id' ? undefined : value));
  } catch (error) {
    return String(error);
  }
}

describe('the drop-in class makes and refuses what mistreevous does, word for word', () => {
  const stock = Stock as unknown as TreeClass;

  test(`of ${runs} careless texts`, () => {
    for (let seed = 0; seed < runs; seed++) {
      const random = new RandomTree(seed, true);
      const text = random.write(random.roots());
      expect(made(BehaviourTree, text), text).toBe(made(stock, text));
    }
  });

  test(`of ${runs} spoilt texts`, () => {
    for (let seed = 0; seed < runs; seed++) {
      const text = spoiltText(new RandomTree(seed, true), new Random(seed, 12));
      expect(made(BehaviourTree, text), text).toBe(made(stock, text));
    }
  });

  test(`of ${runs} spoilt definitions`, () => {
    for (let seed = 0; seed < runs; seed++) {
      const definition = spoiltDefinition(new RandomTree(seed, true).roots(), new Random(seed, 11));
      expect(made(BehaviourTree, definition), JSON.stringify(definition)).toBe(made(stock, definition));
    }
  });

  test('of what is no definition, with agents that are none', () => {
    for (const definition of [undefined, null, 42, true, '', [], {}, () => 1, Symbol('x')]) expect(made(BehaviourTree, definition)).toBe(made(stock, definition));
    for (const agent of [undefined, null, 1, 'x', () => 1]) {
      const make = (Tree: TreeClass) => (): unknown => new Tree('root { wait }', agent as never);
      let theirs = 'fine';
      try {
        make(stock)();
      } catch (error) {
        theirs = (error as Error).message;
      }
      if (theirs === 'fine') expect(make(BehaviourTree)).not.toThrow();
      else expect(make(BehaviourTree)).toThrow(new Error(theirs));
    }
  });
});

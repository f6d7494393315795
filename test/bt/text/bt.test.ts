import { describe, expect, test } from 'vitest';
import { isProblem } from '../../../src/core/internal.js';
import { bt, treeOf, treeText, type AnyLeaves } from '../../../src/bt/internal.js';

const go = (): 1 => 1;
const ask = (): boolean => true;

/** Makes a tree from a text that the compiler must not look into, as from a file. */
function read(text: string, leaves: Record<string, unknown>): string {
  try {
    bt(text, leaves as never);
    return 'fine';
  } catch (error) {
    if (!isProblem(error)) throw error;
    return error.message;
  }
}

describe('bt(text, leaves)', () => {
  test('makes an immutable tree of text, checked data and functions', () => {
    const leaves = { flee: go, isHurt: ask };
    const tree = bt('root { selector { action [flee] while(isHurt) action [plan] } }', leaves);
    expect(tree.text).toBe('root { selector { action [flee] while(isHurt) action [plan] } }');
    expect(tree.definition[0]!.child.type).toBe('selector');
    expect(tree.leaves).toEqual({ flee: go, isHurt: ask });
    expect(tree.spans?.nodes.get(tree.definition[0]!)).toMatchObject({ start: 0, end: 63, line: 1, column: 1 });
    expect(Object.isFrozen(tree) && Object.isFrozen(tree.leaves)).toBe(true);
    leaves.flee = (): never => {
      throw new Error('too late');
    };
    expect((tree.leaves as AnyLeaves)['flee']).toBe(go);
  });

  test('takes a definition as data and prints it', () => {
    const tree = treeOf({ type: 'root', child: { type: 'action', call: 'flee', while: { call: 'isHurt' } } }, { flee: go, isHurt: ask });
    expect(treeText(tree.definition)).toBe('root {\n  action [flee] while(isHurt)\n}');
    expect(tree.spans).toBeUndefined();
  });

  test('takes an action in parts, to hear of an abort', () => {
    const parts = { drive: go, abort: () => {} };
    expect(bt('root { action [flee] }', { flee: parts }).leaves['flee']).toEqual(parts);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['root {\n  action [flee]\n}', {}, 'the tree names `flee`, but no such function is given; add flee: (body, facts) => ... (tree.child, line 2, column 11)'],
    ['root { action [flee] while(isHurt) }', { flee: go, isHrt: ask }, 'the tree names `isHurt`, but no such function is given; the function given is named "isHrt" (tree.child.while, line 1, column 28)'],
    ['root { action [flee] }', { flee: go, rest: go }, 'no node of the tree names `rest`; known: "flee" (leaves.rest)'],
    ['root { action [flee] }', { flee: 'run' }, '`flee` must be a function, not "run" (leaves.flee, line 1, column 16)'],
    ['root { action [toString] }', {}, 'the tree names `toString`, but no such function is given; add toString: (body, facts) => ... (tree.child, line 1, column 16)'],
    ['root { condition [flee] }', { flee: { drive: go } }, '`flee` stands in `condition` and must be a plain function (leaves.flee, line 1, column 19)'],
    ['root { action [flee] }', { flee: { drive: go, abrt: go } }, '`flee` has no part "abrt"; did you mean "abort"? (leaves.flee.abrt, line 1, column 16)'],
    ['root { action [plan] }', { plan: go }, '`plan` is a leaf of the brain\'s own; choose another name (leaves.plan)'],
    ['root { condition [plan] }', {}, '`plan` is an action of the brain and cannot stand in `condition`; write action [plan], action [plan, "goal"] or action [plan, "goal", "param"] (tree.child, line 1, column 19)'],
    ['root { action [holds, "ammo", "is", 3] }', {}, '`holds` is a test of the brain and cannot stand in `action`; write condition [holds, "fact", "atLeast", 3] (tree.child, line 1, column 16)'],
    ['root { action [plan, 3] }', {}, '`plan` takes the name of a goal in quotes; write action [plan], action [plan, "goal"] or action [plan, "goal", "param"] (tree.child, line 1, column 22)'],
    ['root { condition [goalIs] }', {}, '`goalIs` takes the name of a goal in quotes; write condition [goalIs, "goal"] or while(goalIs, "goal") (tree.child, line 1, column 19)'],
    ['root { condition [holds, "ammo", "atLest", 3] }', {}, '`holds` knows no comparison "atLest"; did you mean "atLeast"? (tree.child, line 1, column 34)'],
    ['root { condition [holds, "at", "atMost", "gate"] }', {}, '`atMost` compares with a number, not "gate"; write condition [holds, "fact", "atLeast", 3] (tree.child, line 1, column 42)'],
    ['root { condition [holds, 3, "is", 3] }', {}, '`holds` takes the name of a fact in quotes first; write condition [holds, "fact", "atLeast", 3] (tree.child, line 1, column 26)'],
    ['root { condition [holds, "ammo", 3] }', {}, '`holds` takes a comparison in quotes second; write condition [holds, "fact", "atLeast", 3] (tree.child, line 1, column 34)'],
    ['root { condition [holds, "ammo", "is"] }', {}, '`holds` takes a value to compare with third; write condition [holds, "fact", "atLeast", 3] (tree.child, line 1, column 19)'],
    ['root { condition [holds, "ammo", "is", 3, 4] }', {}, '`holds` takes a fact, a comparison and a value, no more; write condition [holds, "fact", "atLeast", 3] (tree.child, line 1, column 43)'],
    ['root { action [flee] }', { flee: { drive: go, abort: 1 } }, '`abort` of `flee` must be a function, not 1 (leaves.flee.abort, line 1, column 16)'],
    ['root { wait while(planning, 1) }', {}, '`planning` takes no arguments; write condition [planning] or while(planning) (tree.child.while, line 1, column 29)'],
  ])('%s with %j is refused', (text, leaves, message) => {
    expect(read(text, leaves)).toBe(message);
  });

  test('functions that are no object are refused', () => {
    expect(read('root { wait }', [] as never)).toBe('the functions of a tree must be an object, not an empty list; write bt(text, { flee: (body) => ... }) (leaves)');
  });

  test('a name in all five roles is one function', () => {
    expect(read('root { sequence { action [x] condition [x] wait while(x) entry(x) step(x) exit(x) } }', { x: go })).toBe('fine');
  });
});

import { describe, expect, test } from 'vitest';
import { checkTree, tree, treeUses, type RootNode } from '../../../src/bt/internal.js';

/** The messages of everything wrong with a definition. */
function wrong(definition: unknown): readonly string[] {
  const checked = checkTree(definition);
  return checked.ok ? [] : checked.problems.map(({ message }) => message);
}

const action = { type: 'action', call: 'go' };
const root = (child: unknown, more: object = {}): object => ({ type: 'root', child, ...more });

describe('a definition given as data', () => {
  test('is taken as one root or a list, and copied into frozen objects of its own', () => {
    const given = root({ type: 'sequence', children: [{ ...action, args: [1, { $: 'mood' }], while: { call: 'isUp' } }] });
    const checked = checkTree(given);
    if (!checked.ok) throw checked.problems[0];
    expect(checked.roots).toEqual([given]);
    expect(checked.roots[0]).not.toBe(given);
    (given as { child: unknown }).child = null;
    expect(checked.roots[0]!.child.type).toBe('sequence');
    const frozen: unknown[] = [checked.roots];
    for (let each = frozen.pop(); each !== undefined; each = frozen.pop()) {
      expect(Object.isFrozen(each)).toBe(true);
      frozen.push(...Object.values(each as object).filter((value) => typeof value === 'object' && value !== null));
    }
  });

  test.each<[unknown, string]>([
    [undefined, 'a node must be an object with a type, not nothing (tree)'],
    [42, 'a node must be an object with a type, not 42 (tree)'],
    [[], 'a tree needs a root, not an empty list (tree)'],
    [{}, 'a node must have a type, not nothing (tree.type)'],
    [action, 'a tree starts with a node of type "root", not "action"; write { type: "root", child: ... } (tree)'],
    [root(undefined), 'a root needs a `child` (tree)'],
    [root([action]), 'a node must be an object with a type, not a list of 1 (tree.child)'],
    [root({ type: 'Sequence', children: [action] }), 'there is no node of type "Sequence"; did you mean "sequence"? (tree.child.type)'],
    [root({ type: 'toString' }), 'there is no node of type "toString"; known: "root", "repeat", "retry", "flip", "succeed", "fail", "cooldown", "timeLimit" and 17 more (tree.child.type)'],
    [root({ type: 'sequence', children: [] }), 'a sequence needs `children`, a list of at least one node, not an empty list (tree.child)'],
    [root({ type: 'sequence', children: [action, null] }), 'a node must be an object with a type, not null (tree.child.children.1)'],
    [root({ type: 'flip', children: [action], child: action }), 'a flip has no property "children"; a flip holds one node: write `child` (tree.child.children)'],
    [root({ type: 'action' }), 'an action needs `call` (tree.child)'],
    [root({ type: 'action', call: '' }), '`call` of an action must be a name, not "" (tree.child.call)'],
    [root({ ...action, args: 'x' }), 'arguments must be a list, not "x"; write args: [...] (tree.child.args)'],
    [root({ ...action, args: [Number.NaN] }), 'an argument must be a string, number, boolean, null or { $: property }, not NaN (tree.child.args.0)'],
    [root({ ...action, args: [{ $: 'a', b: 1 }] }), 'an argument must be a string, number, boolean, null or { $: property }, not an object (tree.child.args.0)'],
    [root({ ...action, arg: [] }), 'an action has no property "arg"; did you mean "args"? (tree.child.arg)'],
    [root({ ...action, while: 'isUp' }), '`while` must be an object with `call`, not "isUp"; write while: { call: "name" } (tree.child.while)'],
    [root({ ...action, until: { call: 'isUp', then: 'succeed' } }), '`until` has no property "then"; write succeedOnAbort: true for "succeed" (tree.child.until.then)'],
    [root({ ...action, until: { call: 'isUp', succeedOnAbort: 'yes' } }), '`succeedOnAbort` must be true or false, not "yes" (tree.child.until.succeedOnAbort)'],
    [root({ ...action, entry: { call: 'up', succeedOnAbort: true } }), '`entry` has no property "succeedOnAbort"; known: "call", "args" (tree.child.entry.succeedOnAbort)'],
    [root({ type: 'wait', duration: Infinity }), '`duration` of a wait must be a whole number of at least 0, not Infinity (tree.child.duration)'],
    [root({ type: 'wait', duration: [1, 2, 3] }), '`duration` of a wait must be a number or a list of the least and the most, not a list of 3 (tree.child.duration)'],
    [root({ type: 'branch', ref: 'a', while: { call: 'isUp' } }), 'a branch has no property "while"; a branch carries no guards or callbacks: write them on the root that it names (tree.child.while)'],
    [[root(action), root({ type: 'branch', ref: 'b' }, { id: 'a' })], 'there is no root "b"; did you mean "a"? (tree.1.child)'],
    [root(action, { id: '__proto__' }), '`id` of a root must be a name, not "__proto__" (tree.id)'],
    [JSON.parse('{"type":"root","child":{"type":"wait"},"__proto__":{"id":"x"}}'), 'a root has no property "__proto__"; known: "type", "id", "params", "while", "until", "entry", "step", "exit" and 3 more (tree.__proto__)'],
  ])('that is wrong is refused: %j', (definition, message) => {
    expect(wrong(definition)[0]).toBe(message);
  });

  test('that contains itself is refused', () => {
    const child: { type: string; children: unknown[] } = { type: 'sequence', children: [action] };
    child.children.push({ type: 'flip', child });
    expect(wrong(root(child))).toEqual(['a node contains itself (tree.child.children.1.child)']);
  });

  test('may use one object in two places', () => {
    expect(wrong(root({ type: 'sequence', children: [action, action] }))).toEqual([]);
  });

  test('that would unfold to billions of nodes is refused', () => {
    let node: object = action;
    for (let level = 0; level < 60; level++) node = { type: 'sequence', children: [node, node] };
    expect(wrong(root(node))[0]).toMatch(/^a tree has more than 1048576 nodes/);
  });

  test('with a list of absurd length is refused at once', () => {
    expect(wrong(root({ type: 'sequence', children: new Array(4_000_000_000) }))).toHaveLength(20);
    expect(wrong(root({ ...action, args: new Array(4_000_000_000) }))).toEqual(['a call has 4000000000 arguments; at most 255 (tree.child.args)']);
  });

  test('cannot change under the check: each property is what it was when it was copied', () => {
    let asked = 0;
    const shifty = { type: 'root', get child() { return asked++ === 0 ? action : { type: 'gone' }; } };
    const checked = checkTree(shifty);
    expect(checked.ok && checked.roots[0]!.child.type).toBe('action');
  });
});

describe('the builders', () => {
  test('make the definition that the text makes', () => {
    const built: RootNode[] = [
      tree.root(
        { exit: 'stop' },
        tree.reactiveSelector(
          tree.sequence({ while: { call: ['isNear', 'wolf', 3], then: 'succeed' } }, tree.condition('sees'), tree.action(['flee', { $: 'mood' }], { until: 'isSafe' })),
          tree.parallel({ successes: 1, failures: 2 }, tree.wait([5, 10]), tree.wait('forever', { step: 'hum' })),
          tree.lotto({ weights: [3, 1] }, tree.repeat('forever', tree.action('sing')), tree.retry([1, 2], { entry: ['start', null] }, tree.action('dance'))),
          tree.utilitySelector(tree.branch('Rest', { score: 'tired' }), tree.flip({ score: ['bored', 2] }, tree.action('joke'))),
          tree.cooldown(2000, tree.timeLimit(500, tree.runLimit(3, tree.succeed(tree.fail(tree.action('eat')))))),
          tree.race(tree.all(tree.wait(1)), tree.reactiveSequence(tree.selector(tree.wait(2)))),
        ),
      ),
      tree.root({ id: 'Rest' }, tree.action('sleep')),
    ];
    const text = `
      root exit(stop) {
        reactiveSelector {
          sequence while(isNear, "wolf", 3) then succeed { condition [sees] action [flee, $mood] until(isSafe) }
          parallel [1, 2] { wait [5, 10] wait step(hum) }
          lotto [3, 1] { repeat { action [sing] } retry [1, 2] entry(start, null) { action [dance] } }
          utilitySelector { branch [Rest] score(tired) flip score(bored, 2) { action [joke] } }
          cooldown [2000] { timeLimit [500] { runLimit [3] { succeed { fail { action [eat] } } } } }
          race { all { wait [1] } reactiveSequence { selector { wait [2] } } }
        }
      }
      root [Rest] { action [sleep] }`;
    const checked = checkTree(text);
    expect(checked.ok && checked.roots).toEqual(built);
  });
});

describe('what a tree uses', () => {
  test('is listed by kind, with path and place', () => {
    const checked = checkTree(`root {
  selector while(isUp) {
    action [flee, "far"] entry(shout) exit(stop)
    action [plan, "repel"] until(holds, "stock[stove]", "atLeast", 2)
    utilitySelector { action [plan] score(hunger) condition [goalIs, "rest"] score(fatigue, 3) }
  }
}`);
    if (!checked.ok) throw checked.problems[0];
    const uses = treeUses(checked.roots, checked.spans);
    const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
    expect(names(uses.actions)).toEqual(['flee']);
    expect(names(uses.conditions)).toEqual(['isUp']);
    expect(names(uses.hooks)).toEqual(['shout', 'stop']);
    expect(names(uses.scores)).toEqual(['hunger', 'fatigue']);
    expect(names(uses.builtIns)).toEqual(['plan', 'holds', 'plan', 'goalIs']);
    expect(uses.goals).toMatchObject([
      { name: 'repel', by: 'plan', path: 'tree.child.children.1', span: { line: 4, column: 19 } },
      { name: 'rest', by: 'goalIs', path: 'tree.child.children.2.children.1', span: { line: 5, column: 70 } },
    ]);
    expect(uses.facts).toMatchObject([{ name: 'stock[stove]', op: 'atLeast', value: 2, path: 'tree.child.children.1.until', span: { line: 4, column: 41 } }]);
    expect(treeUses(checked.roots).goals[0]!.span).toBeUndefined();
  });
});

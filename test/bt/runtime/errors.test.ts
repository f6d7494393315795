import { expect, test } from 'vitest';
import { failure, running, success } from '../../../src/core/internal.js';
import { checkTree, compileTree, TreeStore, type RootNode, type TreeStoreOptions, substituteNode, treeStates } from '../../../src/bt/internal.js';
import { Story, type Leaves } from './tree.js';

const boom = (): never => {
  throw new Error('boom');
};

function listening(): { readonly errors: string[]; readonly options: TreeStoreOptions } {
  const errors: string[] = [];
  return { errors, options: { onError: (slot, path, error) => errors.push(`${slot} ${path}: ${(error as Error).message}`) } };
}

test('with a listener a leaf that throws has failed, and the step goes on', () => {
  const { errors, options } = listening();
  expect(new Story('root { selector { action [boom] action [rescueWorks] } }', { boom }, options).step()).toBe('rescueWorks, success');
  expect(errors).toEqual(['0 root/selector/boom: boom']);
});

test('a condition or guard that throws has answered false, a score 0, and a hook is passed over', () => {
  const { errors, options } = listening();
  const story = new Story('root entry(boom) { utilitySelector { action [aWorks] score(boom) selector score(one) { condition [boom] action [bWorks] while(boom) action [cWorks] until(boom) exit(boom) } } }', { boom, one: () => 1 }, options);
  expect(story.step()).toBe('cWorks, success');
  expect(errors.map((error) => error.split(':')[0])).toEqual([
    '0 root',
    '0 root/utilitySelector/aWorks',
    '0 root/utilitySelector/selector/boom',
    '0 root/utilitySelector/selector/bWorks',
    '0 root/utilitySelector/selector/cWorks',
    '0 root/utilitySelector/selector/cWorks',
  ]);
});

test.each([
  ['action [a]', 'action [a] answered "maybe"; return success, failure or running'],
  ['condition [a]', 'condition [a] answered "maybe"; answer true or false'],
  ['condition [a, "wolf"]', 'condition [a, "wolf"] answered "maybe"; answer true or false'],
  ['wait while(a)', '"a", a guard of wait, answered "maybe"; answer true or false'],
  ['action [idle] while(yes) until(a)', '"a", a guard of action [idle], answered "maybe"; answer true or false'],
  ['condition [yes] while(a)', '"a", a guard of condition [yes], answered "maybe"; answer true or false'],
])('an answer that means nothing is told with the function that gave it, and counts as a failure: %s', (node, message) => {
  const { errors, options } = listening();
  const text = `root { ${node} }`;
  const leaves = { a: () => 'maybe', yes: () => true, idle: () => running };
  const named = Object.fromEntries(Object.entries(leaves).filter(([name]) => new RegExp(`[[(]${name}\\b`).test(text)));
  // An `until` of no lets its node run.
  expect(storeOf(text, named, options)().step(0, {}, null, 0)).toBe(text.includes('until') ? running : failure);
  // The place is told once, by the one who reports.
  expect(errors[0]!.replace(/^0 root[^ ]*: /, '')).toBe(message);
  expect(() => storeOf(text, named)().step(0, {}, null, 0)).toThrow(`${message} (root/`);
});

test('a promise or a missing return where a condition answers is told as what it is', () => {
  const { errors, options } = listening();
  storeOf('root { selector { condition [asks] condition [forgets] } }', { asks: async () => true, forgets: () => {} }, options)().step(0, {}, null, 0);
  expect(errors).toEqual([
    '0 root/selector/asks: condition [asks] answered a promise; a condition cannot wait: note on the body what was found out, and ask for that',
    '0 root/selector/forgets: condition [forgets] answered nothing; answer true or false; is there a return missing?',
  ]);
});

test('an abort hook that throws keeps nobody else from hearing of the abort', () => {
  const { errors, options } = listening();
  const story = new Story('root { parallel { action [a] exit(Exit, "a") action [bRuns] exit(Exit, "b") } }', { a: { drive: () => running, abort: boom } }, options);
  story.step();
  expect(story.abort()).toBe('Exit a aborted, Exit b aborted');
  expect(errors).toEqual(['0 root/parallel/a: boom']);
});

test('without a listener the error is the caller\'s; what began in the step is ready again, what ended stays', () => {
  let throws = true;
  const story = new Story('root { sequence entry(begin) { action [aWorks] action [b] } }', { b: () => (throws ? boom() : success) });
  expect(() => story.step()).toThrow('boom');
  expect(treeStates(story.store, 0).join(' ')).toBe('ready ready success ready');
  throws = false;
  expect(story.step()).toBe('begin, aWorks, begin, success');
});

test('without a listener a node that was running still runs after a throw, and is resumed', () => {
  const script: (() => number)[] = [() => running, boom, () => 1];
  const story = new Story('root { repeat [1] { sequence { action [aWorks] action [b] } } }', { b: () => script.shift()!() });
  expect(story.step()).toBe('aWorks, running');
  expect(() => story.step()).toThrow('boom');
  expect(story.step()).toBe('success');
});

test('what a listener throws reaches the caller as well, and other entities step on', () => {
  const story = new Story('root { action [a] }', { a: (body) => (body['fine'] === true ? success : boom()) }, {
    onError: () => {
      throw new Error('not on my watch');
    },
  });
  story.store.columns.grow(2);
  expect(() => story.step()).toThrow('not on my watch');
  expect(story.store.step(1, { fine: true }, null, 1)).toBe(1);
});

function storeOf(text: string, leaves: Leaves, options?: TreeStoreOptions): () => TreeStore<any, any> {
  const checked = checkTree(text);
  if (!checked.ok) throw checked.problems[0];
  return () => new TreeStore(compileTree(checked.roots), leaves, options);
}

test('a function that is not there is told before anything runs, with the nearest name', () => {
  expect(storeOf('root { sequence { action [patrol] } }', { patroll: () => true })).toThrow('action "patrol" is not among the leaves; did you mean "patroll"? (root/sequence/patrol)');
  expect(storeOf('root exit(bye) { wait }', {})).toThrow('exit hook "bye" is not among the leaves; there are none (root)');
  expect(storeOf('root { action [plan] }', {})).toThrow('only a brain provides it');
});

test('functions are only used as what they are', () => {
  const builtIns = { plan: { step: () => running }, goalIs: { test: () => true } };
  expect(storeOf('root { condition [plan] }', {}, { builtIns })).toThrow('"plan" cannot be used as condition; use it as an action');
  expect(storeOf('root { action [goalIs, "x"] }', {}, { builtIns })).toThrow('"goalIs" cannot be used as action; use it as a condition or guard');
  expect(storeOf('root { wait while(dig) }', { dig: { drive: () => running } })).toThrow('leaf "dig" with "drive" cannot be used as guard');
  expect(storeOf('root { action [dig] }', { dig: {} as never })).toThrow('leaf "dig" has no function "drive"');
  expect(storeOf('root { wait }', { plan: () => true }, { builtIns })).toThrow('leaf "plan" has a name that the brain provides');
});

test('a definition that cannot be laid out is refused', () => {
  const wait = { type: 'wait' } as const;
  const branch = (ref: string): RootNode['child'] => ({ type: 'branch', ref });
  expect(() => compileTree([{ type: 'root', id: 'A', child: wait }])).toThrow('every root has a name, so none is where a step starts');
  expect(() => compileTree([{ type: 'root', child: branch('Patrl') }, { type: 'root', id: 'Patrol', child: wait }])).toThrow('there is no root "Patrl"; did you mean "Patrol"?');
  expect(() => compileTree([{ type: 'root', child: branch('A') }, { type: 'root', id: 'A', child: branch('B') }, { type: 'root', id: 'B', child: branch('A') }])).toThrow('branches go in a circle: A -> B -> A');
});

test('an answer that cannot even be looked at is an error of the leaf that gave it', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const trap = { get then(): never { throw new Error('no promise'); } };
  const sly = { then: (): never => { throw new Error('no waiting'); } };
  for (const [answer, message] of [[proxy, /answered an object/], [trap, /answered an object/], [sly, /no waiting/]] as const) {
    const { errors, options } = listening();
    const story = new Story('root { selector { action [a] action [restRuns] } }', { a: () => answer }, options);
    expect(story.step()).toBe('restRuns, running');
    expect(story.step()).toBe('restRuns, running');
    expect(errors.join('\n')).toMatch(message);
  }
  const { errors, options } = listening();
  expect(new Story('root { selector { condition [a] action [restRuns] } }', { a: () => proxy }, options).step()).toBe('restRuns, running');
  expect(errors.length).toBe(1);
});

test('a node cannot be substituted inside a step of its tree', () => {
  const story: Story = new Story('root { selector { condition [a] action [restRuns] } }', { a: () => substituteNode(story.store.stage, 'root/selector/a', 2) as never });
  expect(() => story.step()).toThrow('a node was substituted inside a step of its tree; do it between two steps');
  substituteNode(story.store.stage, 'root/selector/a', 2);
  expect(story.step()).toBe('restRuns, running');
});

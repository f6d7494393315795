import { expect, test } from 'vitest';
import { failure, running, success } from '../../../src/core/internal.js';
import { checkTree, compileTree, treeEvent, type SavedTreeRow, isSoundTreeRow, restoreTreeRow, saveTreeRow, substituteNode, treePath, treeStates } from '../../../src/bt/internal.js';
import { Story } from './tree.js';

test('a row is a byte a node and the numbers that nodes need; a second tree store may stand in the same columns', () => {
  const story = new Story('root { sequence { wait [1000] repeat [2] { action [aRuns] } } }');
  // Five nodes, cursor and guard, elapsed time and a count.
  expect(story.store.columns.bytesPerSlot).toBe(5 + 4 + 4 + 8 + 8);
  const other = new Story('root { action [aRuns] }', {}, { columns: story.store.columns });
  expect(story.store.columns.bytesPerSlot).toBe(29 + 2 + 4 + 4);
  expect([story.step(), other.step()]).toEqual(['aRuns, running', 'aRuns, running']);
});

test('entities share nothing but the tree', () => {
  const { store } = new Story('root { sequence { action [walk] wait [2000] } }', { walk: (body) => (body['arrived'] === true ? success : running) });
  store.columns.grow(3);
  const bodies = [{ arrived: true }, { arrived: false }, { arrived: true }];
  bodies.forEach((body, slot) => store.step(slot, body, null, 1));
  store.step(2, bodies[2]!, null, 1);
  expect([0, 1, 2].map((slot) => treeStates(store, slot).join(' '))).toEqual(['running running success running', 'running running running ready', 'success success success success']);
});

test('a path tells the running branch, and lastGuard who said stop', () => {
  const story = new Story('root { selector { sequence while(armed) { action [aimRuns] } action [waitRuns, 3] } }');
  story.body['armed'] = true;
  story.step();
  expect(treePath(story.store, 0)).toEqual(['root', 'selector', 'sequence', 'action [aimRuns]']);
  expect(story.store.lastGuard(0)).toBe(-1);
  story.body['armed'] = false;
  story.step();
  expect(treePath(story.store, 0)).toEqual(['root', 'selector', 'action [waitRuns, 3]']);
  expect(story.store.program.ids[story.store.lastGuard(0)]).toBe('root/selector/sequence');
});

test('ids are paths of types and calls; twins are numbered, and a name cannot pose as a path', () => {
  const { program } = new Story('root { selector { action [a/b] action [aWorks, 1] action [aWorks, 2] sequence { action [aWorks] } sequence { wait } } }', { 'a/b': () => true }).store;
  expect(program.ids).toEqual(['root', 'root/selector', 'root/selector/a%2Fb', 'root/selector/aWorks', 'root/selector/aWorks#2', 'root/selector/sequence', 'root/selector/sequence/aWorks', 'root/selector/sequence#2', 'root/selector/sequence#2/wait']);
});

test('equal definitions have one hash, and tell what they call', () => {
  const program = (text: string): ReturnType<typeof compileTree> => {
    const checked = checkTree(text);
    if (!checked.ok) throw checked.problems[0];
    return compileTree(checked.roots);
  };
  const one = program('root { sequence while(calm) { action [walk] condition [seen] } }');
  expect(one.hash).toBe(program('root {\n  sequence while(calm) { action[walk] condition [seen] } }').hash);
  expect(one.hash).not.toBe(program('root { sequence while(calm) { action [walk, 1] condition [seen] } }').hash);
});

const patrol = 'root { selector { sequence { action [walkWorks] wait [3000] action [lookRuns] } action [restRuns] } }';

function savedAfter(steps: number, text = patrol): SavedTreeRow {
  const story = new Story(text);
  for (let step = 0; step < steps; step++) story.step();
  return JSON.parse(JSON.stringify(saveTreeRow(story.store.stage, 0))) as SavedTreeRow;
}

test('a saved row names nodes by id and goes on where it was', () => {
  const saved = savedAfter(2);
  expect(saved.nodes).toEqual({ root: 'running', 'root/selector': 'running', 'root/selector/sequence': 'running', 'root/selector/sequence/walkWorks': 'success', 'root/selector/sequence/wait': 'running' });
  expect(saved.numbers).toEqual({ 'root/selector/sequence/wait': [2000] });
  const story = new Story(patrol);
  expect(restoreTreeRow(story.store.stage, 0, saved)).toEqual({ lost: [] });
  expect(story.step()).toBe('lookRuns, running');
});

test('a row of another tree is refused, started over, or kept as far as its nodes are still there', () => {
  const edited = 'root { selector { condition [tired] sequence { action [walkWorks] wait [3000] action [sniffRuns] } action [restRuns] } }';
  const saved = savedAfter(3);
  const story = new Story(edited);
  expect(() => restoreTreeRow(story.store.stage, 0, saved)).toThrow('the saved row belongs to another tree; restore it with "restart" or "nearest" (row.tree)');
  expect(restoreTreeRow(story.store.stage, 0, saved, 'restart').lost).toHaveLength(6);
  expect(new Set(treeStates(story.store, 0))).toEqual(new Set(['ready']));
  // The looking is gone; its sequence still runs, and goes on with the child that stands there now.
  expect(restoreTreeRow(story.store.stage, 0, saved, 'nearest')).toEqual({ lost: ['root/selector/sequence/lookRuns'] });
  expect(story.step()).toBe('sniffRuns, running');
});

test('what a changed tree cannot hold together is dropped: one running child of a selector, none below a node that does not run', () => {
  const saved = { tree: 'other', numbers: {}, nodes: { root: 'running', 'root/selector': 'running', 'root/selector/sequence': 'success', 'root/selector/sequence/wait': 'running', 'root/selector/restRuns': 'running' } };
  const story = new Story(patrol);
  expect(restoreTreeRow(story.store.stage, 0, saved, 'nearest').lost).toEqual(['root/selector/sequence/wait']);
  expect(treePath(story.store, 0)).toEqual(['root', 'selector', 'action [restRuns]']);
});

test.each([
  [null, 'a saved tree row is an object, not null'],
  [{ tree: 7, nodes: {}, numbers: {} }, 'tree of a saved tree row must be a hash, not 7'],
  [{ tree: 'x', nodes: [], numbers: {} }, 'nodes of a saved tree row must be an object, not an empty list'],
  [{ tree: 'x', nodes: {}, numbers: 3 }, 'numbers of a saved tree row must be an object, not 3'],
  [{ tree: 'x', nodes: { root: 'asleep' }, numbers: {} }, 'nodes.root of a saved tree row must be a state, not "asleep"'],
  [{ tree: 'x', nodes: {}, numbers: { root: ['1'] } }, 'numbers.root of a saved tree row must be a list of numbers'],
  [{ tree: 'x', nodes: {}, numbers: {}, guard: 1 }, 'guard of a saved tree row must be an id, not 1'],
  [{ tree: 'x', nodes: {}, numbers: {}, random: 'no' }, 'random of a saved tree row must be a number, not "no"'],
])('a value that is no row is refused and changes nothing: %j', (value, message) => {
  const story = new Story(patrol);
  story.step();
  const before = saveTreeRow(story.store.stage, 0);
  expect(() => restoreTreeRow(story.store.stage, 0, value, 'nearest')).toThrow(message);
  expect(saveTreeRow(story.store.stage, 0)).toEqual(before);
});

test('random streams are saved too: the same draws follow', () => {
  const text = 'root { lotto { action [aWorks] action [bWorks] action [cWorks] } }';
  const story = new Story(text);
  story.step();
  const saved = saveTreeRow(story.store.stage, 0);
  const draws = (): readonly string[] => Array.from({ length: 20 }, () => story.step());
  const first = draws();
  restoreTreeRow(story.store.stage, 0, saved);
  expect(draws()).toEqual(first);
});

test('a test puts a status or a leaf of its own in the place of a node, guards and hooks staying', () => {
  const story = new Story('root { sequence { selector entry(begin) while(calm) { action [aFails] action [bRuns] } action [cWorks] } }');
  story.body['calm'] = true;
  substituteNode(story.store.stage, 'root/sequence/selector', success);
  expect(story.step()).toBe('begin, cWorks, success');
  substituteNode(story.store.stage, 'root/sequence/selector', failure);
  expect(story.step()).toBe('begin, failure');
  const script = [running, running, success] as const;
  let call = 0;
  substituteNode(story.store.stage, 'root/sequence/selector', () => script[call++]);
  expect([story.step(), story.step(), story.step()]).toEqual(['begin, running', 'running', 'cWorks, success']);
  substituteNode(story.store.stage, 'root/sequence/selector', undefined);
  expect(story.step()).toBe('begin, aFails, bRuns, running');
  expect(() => substituteNode(story.store.stage, 'root/sequence/selector', success)).toThrow('node "root/sequence/selector" runs in slot 0; abort it first');
  expect(() => substituteNode(story.store.stage, 'root/patrol', success)).toThrow('there is no node "root/patrol"');
});

test('a trace hears what begins, ends and is aborted, in the order of its happening', () => {
  const lines: string[] = [];
  const names = Object.entries(treeEvent);
  const story: Story = new Story('root { reactiveSelector { sequence while(armed) { condition [seen] action [aRuns] } action [bRuns] } }', {}, {
    trace: (slot, node, event, status) => lines.push(`${slot} ${names.find(([, number]) => number === event)![0]} ${story.store.program.texts[node]} ${status}`),
  });
  story.step();
  expect(lines.splice(0)).toEqual(['0 begin root 0', '0 begin reactiveSelector 0', '0 guard sequence 2', '0 begin action [bRuns] 0']);
  Object.assign(story.body, { armed: true, seen: true });
  story.step();
  expect(lines.splice(0)).toEqual(['0 abort action [bRuns] 0', '0 begin sequence 0', '0 begin condition [seen] 0', '0 end condition [seen] 1', '0 begin action [aRuns] 0']);
});

test('raw bytes are believed only when an entity can be in them', () => {
  const story = new Story('root { repeat { action [aWorks] } }');
  story.step();
  // Between two rounds nothing below the repeat runs, and that is sound.
  expect(isSoundTreeRow(story.store.stage, 0)).toBe(true);
  const states = story.store.columns.all.find(({ name }) => name === 'tree.states')!;
  states.data[2] = 9;
  expect(isSoundTreeRow(story.store.stage, 0)).toBe(false);
});

import { expect, test, vi } from 'vitest';
import { failure, running, success } from '../../../src/core/internal.js';
import { type BuiltInLeaf, treeStates } from '../../../src/bt/internal.js';
import { Story } from './tree.js';

test.each([
  ['a status', success, 'success'],
  ['another status', failure, 'failure'],
  ['running', running, 'running'],
])('an action may answer %s', (_what, answer, status) => {
  expect(new Story('root { action [a] }', { a: () => answer }).step()).toBe(status);
});

test('leaves get body, facts and the arguments of the text; $name is read from the body at each call', () => {
  const seen = vi.fn(() => success);
  const story = new Story('root { action [say, "hello", 3, true, null, $mood] }', { say: seen });
  story.body['mood'] = 'calm';
  story.step();
  story.body['mood'] = 'angry';
  story.step();
  expect(seen.mock.calls).toEqual([
    [story.body, null, 'hello', 3, true, null, 'calm'],
    [story.body, null, 'hello', 3, true, null, 'angry'],
  ]);
});

test('hooks get body and facts first, and an exit the ending before its arguments', () => {
  const hook = vi.fn();
  const story = new Story('root { action [doWorks] entry(hook, "in") step(hook, 1) exit(hook, "out") }', { hook });
  story.step();
  expect(hook.mock.calls).toEqual([
    [story.body, null, 'in'],
    [story.body, null, 1],
    [story.body, null, { succeeded: true, aborted: false }, 'out'],
  ]);
});

test('an action with an abort hears of it once, with its arguments, before the exit; one that ended does not', () => {
  const log: string[] = [];
  const story = new Story('root { action [dig, 7] while(safe) exit(left) }', {
    dig: { drive: () => running, abort: (body, _facts, depth) => log.push(`abort ${String(body['name'])} ${depth}`) },
    left: (_body, _facts, { aborted }) => log.push(`exit ${aborted}`),
  });
  Object.assign(story.body, { safe: true, name: 'Ann' });
  story.step();
  story.body['safe'] = false;
  expect(story.step()).toBe('failure');
  expect(log).toEqual(['abort Ann 7', 'exit true']);
  story.step();
  story.abort();
  expect(log).toHaveLength(2);
});

test('every running leaf of a parallel is aborted, each exit once, children before parents', () => {
  const story = new Story('root exit(Exit, "root") { parallel exit(Exit, "both") { action [aRuns] exit(Exit, "a") sequence exit(Exit, "line") { action [bWorks] exit(Exit, "b") action [cRuns] exit(Exit, "c") } } }');
  expect(story.step()).toBe('aRuns, bWorks, Exit b succeeded, cRuns, running');
  expect(story.abort()).toBe('Exit a aborted, Exit c aborted, Exit line aborted, Exit both aborted, Exit root aborted');
  expect(story.abort()).toBe('');
  expect(new Set(treeStates(story.store, 0))).toEqual(new Set(['ready']));
});

test('the step hook is called on every step that passes, entry and exit once', () => {
  const story = new Story('root { sequence entry(in) step(pass) exit(Exit, "line") { action [aRuns] } }');
  expect(story.step()).toBe('in, pass, aRuns, running');
  expect(story.step()).toBe('pass, aRuns, running');
  expect(story.abort()).toBe('Exit line aborted');
});

test('leaves that the brain provides are called by slot; plan hears of its abort exactly once', () => {
  const log: string[] = [];
  const plan: BuiltInLeaf = { step: (slot, args, dt) => (log.push(`step ${slot} ${args.join()} ${dt}`), running), abort: (slot) => log.push(`abort ${slot}`) };
  const goalIs: BuiltInLeaf = { test: (slot, [goal]) => (log.push(`goal ${slot}`), goal === 'repel') };
  const story = new Story('root { reactiveSelector { sequence { condition [hurt] action [fleeRuns] } action [plan, "repel"] while(goalIs, "repel") } }', {}, { builtIns: { plan, goalIs } });
  expect(story.step(0.5)).toBe('running');
  story.body['hurt'] = true;
  expect(story.step(0.5)).toBe('fleeRuns, running');
  story.abort();
  expect(log).toEqual(['goal 0', 'step 0 repel 0.5', 'abort 0']);
});

test('a leaf may step another entity of the same tree meanwhile', () => {
  const story: Story = new Story('root { sequence { action [lead] action [followWorks] } }', {
    lead: (body) => {
      // The one that is led has a body of its own, and no one to lead.
      if (body === story.body) story.store.step(1, { isLed: true }, null, 1);
      return success;
    },
  });
  story.store.columns.grow(2);
  expect(story.step()).toBe('followWorks, followWorks, success');
  expect([treeStates(story.store, 0), treeStates(story.store, 1)].map((states) => states.join(' '))).toEqual(Array(2).fill('success success success success'));
});

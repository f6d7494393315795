import { restoreTreeRow, saveTreeRow } from '../../../src/bt/internal.js';
import { expect, test } from 'vitest';
import { failure, success } from '../../../src/core/internal.js';
import { Story } from './tree.js';

/** An action whose promises the test settles by hand, in the order of its runs. */
function patient(): { readonly act: () => Promise<unknown>; readonly runs: { readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void }[] } {
  const runs: { readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void }[] = [];
  return { act: () => new Promise((resolve, reject) => runs.push({ resolve, reject })), runs };
}
const settled = (): Promise<void> => Promise.resolve();

test('an action may take its time in a promise: running until the step after it settled', async () => {
  const { act, runs } = patient();
  const story = new Story('root { sequence { action [act] action [nextWorks] } }', { act });
  expect([story.step(), story.step()]).toEqual(['running', 'running']);
  runs[0]!.resolve(success);
  expect(runs).toHaveLength(1);
  await settled();
  expect(story.step()).toBe('nextWorks, success');
});

test('a promise of an aborted run never decides the next run', async () => {
  const { act, runs } = patient();
  const story = new Story('root { action [act] while(wanted) }', { act });
  story.body['wanted'] = true;
  story.step();
  story.body['wanted'] = false;
  expect(story.step()).toBe('failure');
  story.body['wanted'] = true;
  story.step();
  runs[0]!.resolve(failure);
  await settled();
  expect(story.step()).toBe('running');
  runs[1]!.resolve(success);
  await settled();
  expect(story.step()).toBe('success');
});

test('a rejection is a failure with its reason told, and so is a value that is no ending', async () => {
  const { act, runs } = patient();
  const errors: string[] = [];
  const story = new Story('root { action [act] }', { act }, { onError: (slot, path, error) => errors.push(`${slot} ${path}: ${(error as Error).message}`) });
  story.step();
  runs[0]!.reject(new Error('the door is locked'));
  await settled();
  expect(story.step()).toBe('failure');
  story.step();
  runs[1]!.resolve('perhaps');
  await settled();
  expect(story.step()).toBe('failure');
  expect(errors).toEqual(['0 root/act: the door is locked', '0 root/act: the promise of action [act] resolved to "perhaps"; resolve to success or failure']);
});

test('without a listener the rejection reaches the caller of the step', async () => {
  const { act, runs } = patient();
  const story = new Story('root { action [act] }', { act });
  story.step();
  runs[0]!.reject(new Error('the door is locked'));
  await settled();
  expect(() => story.step()).toThrow('the door is locked');
});

test('any thenable will do', async () => {
  const story = new Story('root { action [act] }', { act: () => ({ then: (done: (value: unknown) => void) => done(success) }) });
  story.step();
  await settled();
  expect(story.step()).toBe('success');
});

test('a slot that was given away does not hear of the promises of its last owner', async () => {
  const { act, runs } = patient();
  const story = new Story('root { action [act] }', { act });
  story.step();
  story.store.forget(0);
  story.store.columns.clear(0);
  story.step();
  runs[0]!.resolve(failure);
  await settled();
  expect(story.step()).toBe('running');
});

test.each([
  ['again', 'running', 2],
  ['fail', 'failure', 1],
] as const)('a restored row has lost its promise: the action is %s', (lostPromises, status, calls) => {
  const { act, runs } = patient();
  const story = new Story('root { action [act] }', { act }, { lostPromises });
  story.step();
  const saved = saveTreeRow(story.store.stage, 0);
  expect(saved.nodes).toEqual({ root: 'running', 'root/act': 'waiting' });
  restoreTreeRow(story.store.stage, 0, saved);
  expect(story.step()).toBe(status);
  expect(runs).toHaveLength(calls);
});

import { expect, test } from 'vitest';
import { Story } from './tree.js';

test('a cooldown counts from the step that started its child: over at its duration, not before', () => {
  const story = new Story('root { cooldown [2000] { action [throwWorks] } }');
  expect([story.step(1), story.step(1), story.step(0.5), story.step(0.5)]).toEqual(['throwWorks, success', 'failure', 'failure', 'throwWorks, success']);
});

test('a cooldown that has run out while its child was still at it lets the child start again at once', () => {
  const answers = [0, 0, 1, 1];
  const story = new Story('root { cooldown [2000] { action [a] } }', { a: () => answers.shift() });
  expect([story.step(), story.step(), story.step(), story.step(), story.step()]).toEqual(['running', 'running', 'success', 'success', 'failure']);
});

test('only a success has to cool down: after a failure or an abort the child may start at once', () => {
  const failing = new Story('root { cooldown [9000] { action [aimFails] } }');
  expect([failing.step(), failing.step()]).toEqual(['aimFails, failure', 'aimFails, failure']);
  const aborted = new Story('root { cooldown [9000] { action [aimRuns] } }');
  aborted.step();
  aborted.abort();
  expect(aborted.step()).toBe('aimRuns, running');
});

test('the clock of a cooldown runs on while the tree is elsewhere', () => {
  const story = new Story('root { selector { cooldown [3000] { action [throwWorks] } sequence { wait [2000] action [restWorks] } } }');
  expect(story.step()).toBe('throwWorks, success');
  expect(story.step()).toBe('running');
  expect(story.step()).toBe('restWorks, success');
  expect(story.step()).toBe('throwWorks, success');
});

test('a cooldown survives an abort of the entity, and ends with its row', () => {
  const story = new Story('root { cooldown [9000] { action [throwWorks] } }');
  story.step();
  story.abort();
  expect(story.step()).toBe('failure');
  story.store.columns.clear(0);
  expect(story.step()).toBe('throwWorks, success');
});

test('a time limit stops its child at the duration, and the child is not asked in that step', () => {
  const story = new Story('root { timeLimit [2000] { action [digRuns] exit(Exit, "dig") } }');
  expect([story.step(), story.step(), story.step()]).toEqual(['digRuns, running', 'digRuns, running', 'Exit dig aborted, failure']);
});

test('a child that ends in time keeps its status, and the next run has all the time again', () => {
  const answers = [0, 1, 0, 0, 0];
  const story = new Story('root { timeLimit [2000] { action [a] } }', { a: () => answers.shift() });
  expect([story.step(), story.step(), story.step(), story.step(), story.step()]).toEqual(['running', 'success', 'running', 'running', 'failure']);
});

test('a time limit of nothing never lets its child start', () => {
  expect(new Story('root { timeLimit [0] { action [digRuns] } }').step()).toBe('failure');
});

test('a run limit counts starts, over all runs of the tree', () => {
  const story = new Story('root { runLimit [2] { action [greetWorks] } }');
  expect([story.step(), story.step(), story.step(), story.step()]).toEqual(['greetWorks, success', 'greetWorks, success', 'failure', 'failure']);
});

test('a wait counts the time of its first step, in milliseconds against seconds', () => {
  const story = new Story('root { wait [1500] }');
  expect([story.step(0.5), story.step(0.5), story.step(0.5)]).toEqual(['running', 'running', 'success']);
});

test('a drawn wait is drawn anew at each start, from a closed range', () => {
  const draws = [0, 0.999];
  const story = new Story('root { wait [1000, 2000] }', {}, { random: () => draws.shift()! });
  expect([story.step(), story.step(), story.step()]).toEqual(['success', 'running', 'success']);
});

test('rows draw from streams of their own that depend on seed and slot only', () => {
  const waits = (seed: number): readonly number[] => {
    const { store, body } = new Story('root { wait [0, 100000] }', {}, { seed });
    store.columns.grow(4);
    return [0, 1, 2, 3].map((slot) => {
      let steps = 0;
      while (store.step(slot, body, null, 1) === 0) steps++;
      return steps;
    });
  };
  expect(waits(7)).toEqual(waits(7));
  expect(new Set(waits(7)).size).toBeGreaterThan(1);
  expect(waits(8)).not.toEqual(waits(7));
});

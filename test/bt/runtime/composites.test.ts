import { expect, test } from 'vitest';
import { success } from '../../../src/core/internal.js';
import { Story } from './tree.js';

/** What is logged step by step until the tree ends, or for five steps. */
function steps(text: string): readonly string[] {
  const story = new Story(text);
  const log: string[] = [];
  while (log.length < 5 && !/(success|failure)$/.test(log.at(-1) ?? '')) log.push(story.step());
  return log;
}

test('repeat and retry do one round a step, with a count and without, and end in the step of the last', () => {
  expect(steps('root { repeat [3] { action [aWorks] } }')).toEqual(['aWorks, running', 'aWorks, running', 'aWorks, success']);
  expect(steps('root { retry [2] { action [aFails] } }')).toEqual(['aFails, running', 'aFails, failure']);
  expect(steps('root { repeat { action [aWorks] } }')).toEqual(Array.from({ length: 5 }, () => 'aWorks, running'));
  const answers = [0, 1, 1];
  const story = new Story('root { repeat [2] { action [a] } }', { a: () => answers.shift() });
  expect([story.step(), story.step(), story.step()]).toEqual(['running', 'running', 'success']);
});

test('a text from outside cannot hang a game: a round is a step, whatever the count', () => {
  let calls = 0;
  const story = new Story('root { repeat [9007199254740991] { action [a] } }', { a: () => (calls++, success) });
  expect(story.step()).toBe('running');
  expect(calls).toBe(1);
});

test('repeatNow and retryNow do their rounds in one step, a hundred of them at most', () => {
  expect(new Story('root { repeatNow [3] { action [aWorks] } }').step()).toBe('aWorks, aWorks, aWorks, success');
  expect(new Story('root { retryNow [2] { action [aFails] } }').step()).toBe('aFails, aFails, failure');
  expect(new Story('root { retryNow [5] { action [aWorks] } }').step()).toBe('aWorks, success');
  let calls = 0;
  const story = new Story('root { repeatNow [250] { action [a] } }', { a: () => (calls++, success) });
  expect([story.step(), calls, story.step(), calls, story.step(), calls]).toEqual(['running', 100, 'running', 200, 'success', 250]);
  const slow = [1, 0, 1, 1];
  const again = new Story('root { repeatNow [3] { action [a] } }', { a: () => slow.shift() });
  expect([again.step(), again.step()]).toEqual(['running', 'success']);
});

test('repeat stops at a failure, retry at a success', () => {
  expect(new Story('root { repeat [3] { action [aFails] } }').step()).toBe('aFails, failure');
  expect(new Story('root { retry [3] { action [aWorks] } }').step()).toBe('aWorks, success');
});

test('repeat 0 succeeds without its child', () => {
  expect(new Story('root { repeat [0] { action [aWorks] } }').step()).toBe('success');
});

test('a lotto never draws a weight of 0, and fails when there is nothing to draw', () => {
  const draws = [0, 0.999, 0.5];
  const story = new Story('root { lotto [0, 2, 0, 1] { action [aWorks] action [bWorks] action [cWorks] action [dWorks] } }', {}, { random: () => draws.shift()! });
  expect([story.step(), story.step(), story.step()]).toEqual(['bWorks, success', 'dWorks, success', 'bWorks, success']);
  expect(new Story('root { lotto [0] { action [aWorks] } }').step()).toBe('failure');
});

test('a utility selector runs the child wanted most and sticks to it, then asks anew', () => {
  const story = new Story('root { utilitySelector { action [eatRuns] score(hunger) action [sleepWorks] score(tired) } }');
  Object.assign(story.body, { hunger: 0.4, tired: 0.3 });
  expect(story.step()).toBe('eatRuns, running');
  story.body['tired'] = 1;
  expect(story.step()).toBe('eatRuns, running');
  story.abort();
  expect(story.step()).toBe('sleepWorks, success');
});

test('when the child wanted most fails, the next takes its place in the same step; what nobody wants is not tried', () => {
  const story = new Story('root { utilitySelector { action [aWorks] score(a) action [bFails] score(b) action [cWorks] score(c) } }');
  Object.assign(story.body, { a: 0, b: 2, c: 1 });
  expect(story.step()).toBe('bFails, cWorks, success');
  Object.assign(story.body, { a: -1, b: 0, c: 0 });
  expect(story.step()).toBe('failure');
});

test('a score on a branch is that of whatever the branch leads to', () => {
  const story = new Story('root { utilitySelector { branch [Rest] score(tired) action [workWorks] score(diligent) } } root [Rest] { branch [Sleep] } root [Sleep] exit(Exit, "sleep") { action [sleepWorks] }');
  Object.assign(story.body, { tired: 2, diligent: 1 });
  expect(story.step()).toBe('sleepWorks, Exit sleep succeeded, success');
});

test('equal wishes go to the first, and a score that is no number is none', () => {
  const errors: string[] = [];
  const story = new Story('root { utilitySelector { action [aWorks] score(a) action [bWorks] score(b) action [cWorks] score(c) } }', {}, { onError: (_slot, path, error) => errors.push(`${path}: ${(error as Error).message}`) });
  Object.assign(story.body, { a: Number.NaN, b: 1, c: 1 });
  expect(story.step()).toBe('bWorks, success');
  expect(errors).toEqual(['root/utilitySelector/aWorks: the score of action [aWorks] is NaN; answer a number']);
});

test.each([
  ['parallel [2]', 'two successes are enough', ['W', 'W', 'R'], 'success'],
  ['parallel [2]', 'one failure leaves two successes within reach', ['F', 'W', 'R'], 'running'],
  ['parallel [2]', 'two failures do not', ['F', 'F', 'R'], 'failure'],
  ['parallel [1]', 'one is enough', ['R', 'F', 'W'], 'success'],
  ['parallel [2, 2]', 'one failure is borne', ['W', 'F', 'R'], 'running'],
  ['parallel [3, 2]', 'whatever failures are allowed: without three successes there is nothing to wait for', ['W', 'F', 'R'], 'failure'],
  ['parallel [2, 3]', 'nor with one left for two', ['F', 'F', 'R'], 'failure'],
  ['parallel [-1]', 'all of them', ['W', 'W', 'R'], 'running'],
  ['parallel [-2]', 'all but one', ['W', 'W', 'R'], 'success'],
  ['parallel [1, -1]', 'until all have failed', ['F', 'F', 'R'], 'running'],
  ['parallel [1, 1]', 'a failure counts before a success', ['W', 'F', 'R'], 'failure'],
  ['parallel', 'plain: one failure is too many', ['W', 'F', 'R'], 'failure'],
  ['race', 'the first success ends it', ['F', 'W', 'R'], 'success'],
  ['race', 'all must fail', ['F', 'F', 'F'], 'failure'],
  ['all', 'everyone is waited for', ['W', 'F', 'R'], 'running'],
  ['all', 'one success will do in the end', ['F', 'F', 'W'], 'success'],
])('%s: %s', (node, _why, answers, status) => {
  const names: Readonly<Record<string, string>> = { W: 'Works', F: 'Fails', R: 'Runs' };
  const story = new Story(`root { ${node} { ${answers.map((answer, index) => `action [a${index}${names[answer]!}] exit(Exit, "${index}")`).join(' ')} } }`);
  const log = story.step();
  expect(log.split(', ').at(-1)).toBe(status);
  // Every child is visited before anything is decided, and what runs after a decision is aborted.
  expect(answers.every((answer, index) => log.includes(`a${index}${names[answer]!}`))).toBe(true);
  expect((log.match(/aborted/g) ?? []).length).toBe(status === 'running' ? 0 : answers.filter((answer) => answer === 'R').length);
});

test('a subtree brings the guards and hooks of its root along; the branch of a plain root leaves no trace', () => {
  const story = new Story('root { selector { branch [Patrol] branch [Idle] } } root [Patrol] while(calm) exit(Exit, "patrol") { action [walkRuns] } root [Idle] { action [idleRuns] }');
  expect(story.store.program.texts).toEqual(['root', 'selector', 'branch [Patrol]', 'action [walkRuns]', 'action [idleRuns]']);
  story.body['calm'] = true;
  expect(story.step()).toBe('walkRuns, running');
  story.body['calm'] = false;
  expect(story.step()).toBe('Exit patrol aborted, idleRuns, running');
});

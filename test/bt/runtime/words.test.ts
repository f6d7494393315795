import { expect, test } from 'vitest';
import { failure, running, success } from '../../../src/core/internal.js';
import { bt, checkTree, compileTree, runTree, saveTreeRow, restoreTreeRow, treeText } from '../../../src/bt/internal.js';
import { Story } from './tree.js';

// ---- roots with params

test('a branch says what the params of its root are; they reach calls, numbers and further branches', () => {
  const story = new Story(`
    root { sequence { branch [go, "gate", 2] branch [go, $home, 1] } }
    root [go] ($place, $times) { sequence { repeatNow [$times] { action [walkWorks, $place, $name] } branch [greet, $place] } }
    root [greet] ($where) { action [bowWorks, $where] }`);
  Object.assign(story.body, { home: 'hut', name: 'Ann' });
  expect(story.step()).toBe('walkWorks gate Ann, walkWorks gate Ann, bowWorks gate, walkWorks hut Ann, bowWorks hut, success');
});

test.each([
  ['root { branch [go] } root [go] ($place) { action [a, $place] }', 'root "go" takes $place, and is given none (tree.0.child, line 1, column 16)'],
  ['root { branch [go, 1] } root [go] { action [a] }', 'root "go" takes no arguments, and is given 1 (tree.0.child, line 1, column 20)'],
  ['root { branch [go, "x"] } root [go] ($t) { wait [$t] }', 'a wait is given "x" by its branch where a number belongs (tree)'],
  ['root { branch [go, 1] } root [go] (place) { action [a] }', 'the params of a root are different names behind $; write root [walk] ($place, $speed) { ... } (line 1, column 36)'],
  ['root { branch [go, 1, 1] } root [go] ($a, $a) { action [a] }', 'the params of a root are different names behind $; write root [walk] ($place, $speed) { ... } (line 1, column 43)'],
  ['root { wait reset(a) }', 'a wait counts nothing that could be reset; reset stands on a once, a runLimit or a cooldown (tree.child.reset, line 1, column 19)'],
])('%s is refused', (text, message) => {
  const read = (): unknown => {
    const checked = checkTree(text);
    return checked.ok ? compileTree(checked.roots) : checked.problems[0].message;
  };
  let told: unknown;
  try {
    told = read();
  } catch (error) {
    told = (error as Error).message;
  }
  expect(told).toBe(message);
});

test('what is new in the text is printed as it is read', () => {
  const text = 'root {\n  parallel [-1, 2] {\n    branch [go, "gate", $n]\n    cooldown [100, 300] reset(day) {\n      once {\n        retryNow [$n] {\n          wait\n        }\n      }\n    }\n  }\n}\nroot [go] ($place, $n) {\n  action [walk, $place]\n}';
  const checked = checkTree(text);
  if (!checked.ok) throw checked.problems[0];
  expect(treeText(checked.roots)).toBe(text);
});

// ---- numbers of the body, and drawn ones

test('a number may stand on the body: it is read when the node begins', () => {
  const story = new Story('root { sequence { wait [$pause] repeat [$times] { action [aWorks] } } }');
  Object.assign(story.body, { pause: 1500, times: 2 });
  expect(story.step()).toBe('running');
  story.body['pause'] = 9000;
  expect(story.step()).toBe('aWorks, running');
  story.body['times'] = 7;
  expect(story.step()).toBe('aWorks, success');
});

test('a number that is none is an error of the node, which fails', () => {
  const errors: string[] = [];
  const story = new Story('root { wait [$pause] }', {}, { onError: (_slot, path, error) => errors.push(`${path}: ${(error as Error).message}`) });
  for (const pause of [undefined, -1, 'soon', Number.NaN, Infinity]) {
    story.body['pause'] = pause;
    expect(story.step()).toBe('failure');
  }
  expect(errors).toHaveLength(5);
  expect(errors[0]).toBe('root/wait: the body\'s pause, a number of wait [$pause], is nothing; give a number of at least 0');
});

test('a time limit and a cooldown may be drawn from a range at each start', () => {
  const draws = [0, 0.999, 0];
  const limit = new Story('root { timeLimit [1000, 3000] { action [aRuns] } }', {}, { random: () => draws.shift()! });
  expect([limit.step(), limit.step()]).toEqual(['aRuns, running', 'failure']);
  expect([limit.step(), limit.step(), limit.step(), limit.step()]).toEqual(['aRuns, running', 'aRuns, running', 'aRuns, running', 'failure']);
  const cold = new Story('root { cooldown [1000, 3000] { action [aWorks] } }', {}, { random: () => 0.5 });
  expect([cold.step(), cold.step(), cold.step()]).toEqual(['aWorks, success', 'failure', 'aWorks, success']);
});

// ---- once, and what is reset

test('once counts an end, not a start: a greeting that was cut short is done again', () => {
  const said = [running, running, success];
  const story = new Story('root { reactiveSelector { action [hideRuns] while(danger) once { action [greet] } action [idleRuns] } }', { greet: () => said.shift() ?? failure });
  expect(story.step()).toBe('running');
  story.body['danger'] = true;
  expect(story.step()).toBe('hideRuns, running');
  story.body['danger'] = false;
  expect([story.step(), story.step(), story.step(), story.step()]).toEqual(['running', 'success', 'idleRuns, running', 'idleRuns, running']);
});

test('reset makes a once, a run limit or a cooldown forget', () => {
  for (const node of ['once', 'runLimit [1]', 'cooldown [100000]']) {
    const story = new Story(`root { ${node} reset(newDay) { action [aWorks] } }`);
    expect([story.step(), story.step()], node).toEqual(['aWorks, success', 'failure']);
    story.body['newDay'] = true;
    expect([story.step(), story.step()], node).toEqual(['aWorks, success', 'aWorks, success']);
  }
  const dog = runTree(bt('root { once { action [bark] } }', { bark: () => success }), {});
  expect([dog.step(), dog.step()]).toEqual([success, failure]);
  dog.reset();
  expect(dog.step()).toBe(success);
});

// ---- promises that are lost

test('a promise before other children of a reactive sequence is told once: it is begun afresh at every step', () => {
  const errors: string[] = [];
  const story = new Story('root { reactiveSequence { action [check] action [workRuns] } }', { check: async () => success }, { onError: (_slot, path, error) => errors.push(`${path}: ${(error as Error).message}`) });
  story.step();
  story.step();
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain('root/reactiveSequence/check: action [check] answered a promise, but a reactive node begins it afresh at every step');
  // Last, it is what the node is for.
  const last = new Story('root { reactiveSequence { condition [fine] action [check] } }', { check: async () => success });
  last.body['fine'] = true;
  expect(last.step()).toBe('running');
});

test('in a reactive selector that is told when it has failed, and whoever has no listener gets it thrown', async () => {
  const story = new Story('root { reactiveSelector { action [flee] action [restRuns] } }', { flee: async () => failure });
  expect(story.step()).toBe('running');
  await Promise.resolve();
  expect(() => story.step()).toThrow('answered a promise, but a reactive node begins it afresh');
  const thrown = new Story('root { reactiveSequence { action [check] action [workRuns] } }', { check: async () => success });
  expect(() => thrown.step()).toThrow('answered a promise');
  expect(() => thrown.step()).not.toThrow();
});

// ---- who is let in

test('a branch that is let in begins after the old one has been left, with its entry before its first step', () => {
  const story = new Story('root { reactiveSelector { sequence while(hurt) entry(begin) { condition [canRun] action [fleeRuns] } action [restRuns] entry(lie) exit(Exit, "rest") } }');
  expect(story.step()).toBe('lie, restRuns, running');
  story.body['hurt'] = true;
  // A question that says no begins nothing: no entry, no exit.
  expect(story.step()).toBe('restRuns, running');
  story.body['canRun'] = true;
  expect(story.step()).toBe('Exit rest aborted, begin, fleeRuns, running');
});

test('one that fails on its first step is passed over for a second, or until its questions have said no', () => {
  const story = new Story('root { reactiveSelector { action [fleeFails] while(hurt) action [restRuns] exit(Exit, "rest") } }');
  const step = (): string => story.step(0.25);
  expect(step()).toBe('restRuns, running');
  story.body['hurt'] = true;
  expect(step()).toBe('Exit rest aborted, fleeFails, restRuns, running');
  expect([step(), step(), step()]).toEqual(['restRuns, running', 'restRuns, running', 'restRuns, running']);
  expect(step()).toBe('Exit rest aborted, fleeFails, restRuns, running');
  story.body['hurt'] = false;
  expect(step()).toBe('restRuns, running');
  story.body['hurt'] = true;
  expect(step()).toBe('Exit rest aborted, fleeFails, restRuns, running');
});

test('that it is passed over is saved', () => {
  const make = (): Story => new Story('root { reactiveSelector { action [fleeFails] while(hurt) action [restRuns] } }');
  const story = make();
  story.step(0.25);
  story.body['hurt'] = true;
  story.step(0.25);
  const saved: unknown = JSON.parse(JSON.stringify(saveTreeRow(story.store.stage, 0)));
  const other = make();
  other.body['hurt'] = true;
  restoreTreeRow(other.store.stage, 0, saved);
  expect([other.step(0.25), other.step(0.5), other.step(0.25)]).toEqual(['restRuns, running', 'restRuns, running', 'fleeFails, restRuns, running']);
});

// ---- time

test('a step takes a number of seconds, and no other time', () => {
  const run = runTree(bt('root { sequence { wait [500] action [a] } }', { a: () => success }), {});
  for (const time of [Number.NaN, -1, Infinity, '1' as unknown as number]) expect(() => run.step(time)).toThrow('step takes seconds, 0 or more');
  expect([run.step(0.1), run.step(1)]).toEqual([running, success]);
});

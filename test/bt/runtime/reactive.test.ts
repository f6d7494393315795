import { treeStates } from '../../../src/bt/internal.js';
import { expect, test } from 'vitest';
import { Story } from './tree.js';

test('a guard who is hurt in the middle of a patrol runs away in the same step, and the patrol hears of it before', () => {
  const guard = new Story(`root { reactiveSelector {
    reactiveSequence { condition [hurt] action [fleeRuns] exit(Exit, "flee") }
    action [patrolRuns] exit(Exit, "patrol")
  } }`);
  expect(guard.step()).toBe('patrolRuns, running');
  guard.body['hurt'] = true;
  expect(guard.step()).toBe('Exit patrol aborted, fleeRuns, running');
  guard.body['hurt'] = false;
  // Its condition is asked again each step as well: the flight is given up as soon as it does not hold.
  expect(guard.step()).toBe('Exit flee aborted, patrolRuns, running');
});

test('a reactive selector ends with the child that succeeds, wherever it was', () => {
  const story = new Story('root { reactiveSelector { sequence { condition [urgent] action [answerWorks] } action [idleRuns] exit(Exit, "idle") } }');
  expect(story.step()).toBe('idleRuns, running');
  story.body['urgent'] = true;
  expect(story.step()).toBe('Exit idle aborted, answerWorks, success');
  story.body['urgent'] = false;
  expect(story.step()).toBe('idleRuns, running');
});

test('a reactive sequence asks its conditions each step before it resumes its action', () => {
  const story = new Story('root { reactiveSequence { condition [armed] condition [seen] action [shootRuns] exit(Exit, "shoot") } }');
  Object.assign(story.body, { armed: true, seen: true });
  expect(story.step()).toBe('shootRuns, running');
  expect(story.step()).toBe('shootRuns, running');
  story.body['seen'] = false;
  expect(story.step()).toBe('Exit shoot aborted, failure');
});

test('an earlier child of a reactive sequence that takes time again stops the later one, and the later one starts afresh afterwards', () => {
  const answers = [1, 0, 1];
  const story = new Story('root { reactiveSequence { action [aim] action [shootRuns] entry(start) exit(Exit, "shoot") } }', {
    aim: () => (answers.shift() ?? 1) as 0 | 1,
  });
  expect(story.step()).toBe('start, shootRuns, running');
  expect(story.step()).toBe('Exit shoot aborted, running');
  expect(story.step()).toBe('start, shootRuns, running');
});

test('what the reactive node left is not resumed later: it starts over', () => {
  const story = new Story('root { reactiveSelector { reactiveSequence { condition [hurt] action [fleeRuns] } sequence { action [drawWorks] action [fightRuns] exit(Exit, "fight") } } }');
  expect(story.step()).toBe('drawWorks, fightRuns, running');
  expect(story.step()).toBe('fightRuns, running');
  story.body['hurt'] = true;
  expect(story.step()).toBe('Exit fight aborted, fleeRuns, running');
  story.body['hurt'] = false;
  expect(story.step()).toBe('drawWorks, fightRuns, running');
});

test('a sequence with memory has asked its condition: it finishes what it began, and only what stands before it can stop it', () => {
  const story = new Story('root { reactiveSelector { condition [fire] sequence { condition [hurt] action [fleeRuns] exit(Exit, "flee") } action [idleRuns] } }');
  story.body['hurt'] = true;
  expect(story.step()).toBe('fleeRuns, running');
  story.body['hurt'] = false;
  expect(story.step()).toBe('fleeRuns, running');
  story.body['fire'] = true;
  expect(story.step()).toBe('Exit flee aborted, success');
});

test('reactive nodes nest: the outer one pre-empts the inner one with all it runs', () => {
  const story = new Story(`root { reactiveSelector {
    sequence { condition [fire] action [runRuns] }
    reactiveSelector exit(Exit, "inner") {
      sequence { condition [enemy] action [fightRuns] exit(Exit, "fight") }
      action [restRuns] exit(Exit, "rest")
    }
  } }`);
  expect(story.step()).toBe('restRuns, running');
  story.body['enemy'] = true;
  expect(story.step()).toBe('Exit rest aborted, fightRuns, running');
  story.body['fire'] = true;
  expect(story.step()).toBe('Exit fight aborted, Exit inner aborted, runRuns, running');
});

test('an earlier child that failed on its way begins from its start the next time', () => {
  const story = new Story('root { reactiveSelector { sequence { sequence { condition [enemy] action [drawWorks] } action [hitFails] } action [restRuns] } }');
  expect(story.step()).toBe('restRuns, running');
  story.body['enemy'] = true;
  expect(story.step()).toBe('drawWorks, hitFails, restRuns, running');
  expect(story.step()).toBe('drawWorks, hitFails, restRuns, running');
  story.body['enemy'] = false;
  expect(story.step()).toBe('restRuns, running');
  expect(treeStates(story.store, 0).filter((state) => state === 'success')).toEqual([]);
});

test('a condition of an earlier child is asked once a step, also where it lets the child begin', () => {
  let asked = 0;
  const story = new Story('root { reactiveSelector { sequence { condition [enemy] action [fightRuns] } sequence while(armed) { action [fightRuns] } action [restRuns] } }', {
    enemy: (body) => (asked++, body['enemy'] === true),
    armed: (body) => (asked++, body['armed'] === true),
  });
  expect([story.step(), asked]).toEqual(['restRuns, running', 2]);
  expect([story.step(), asked]).toEqual(['restRuns, running', 4]);
  story.body['armed'] = true;
  expect([story.step(), asked]).toEqual(['fightRuns, running', 6]);
  story.body['enemy'] = true;
  expect([story.step(), asked]).toEqual(['fightRuns, running', 7]);
});

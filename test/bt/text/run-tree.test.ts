import { expect, test } from 'vitest';
import { bt, running, runTree, success, treePicture } from '../../../src/bt/index.js';

class Cat {
  hungry = false;
  meals = 0;
  naps: string[] = [];
}

const day = bt('root { reactiveSelector { action [eat] while(isHungry) timeLimit [3000] { action [nap] exit(wake) } } }', {
  isHungry: (cat: Cat) => cat.hungry,
  eat: (cat: Cat) => {
    cat.meals++;
    cat.hungry = false;
    return success;
  },
  nap: () => running,
  wake: (cat: Cat, _facts, { aborted }) => cat.naps.push(aborted ? 'woken' : 'slept enough'),
});

test('a cat lives by its tree: naps, eats when hungry, and is woken when the nap is too long or the day ends', () => {
  const cat = new Cat();
  const run = runTree(day, cat);
  expect(run.step(1)).toBe(running);
  expect(run.states).toEqual(['running', 'running', 'failure', 'running', 'running']);
  cat.hungry = true;
  expect(run.step(1)).toBe(success);
  expect([cat.meals, cat.naps]).toEqual([1, ['woken']]);
  expect([run.step(1), run.step(2), run.step(1)]).toEqual([running, running, 2]);
  expect(cat.naps).toEqual(['woken', 'woken']);
  run.step();
  run.abort();
  expect(cat.naps).toHaveLength(3);
  expect(`${run}`).toBe('root ready');
  expect(treePicture(run)).toBe('root\n└─ reactiveSelector\n   ├─ action [eat] while(isHungry)\n   └─ timeLimit [3000]\n      └─ action [nap] exit(wake)');
});

test('two cats of one tree do not disturb each other', () => {
  const [one, other] = [new Cat(), new Cat()];
  const runs = [runTree(day, one), runTree(day, other)];
  for (const run of runs) run.step(1);
  one.hungry = true;
  expect(runs.map((run) => run.step(1))).toEqual([success, running]);
});

test('a leaf that only a brain provides is told at once', () => {
  expect(() => runTree(bt('root { action [plan] }', {}), new Cat())).toThrow('only a brain provides it');
});

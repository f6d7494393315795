import { expect, test } from 'vitest';
import { failure, running, success, type Status } from '../../../src/core/internal.js';
import { checkTree, compileTree, TreeStore, type BuiltInLeaf, type TreeProgram, type TreeRuntime, isNodeRunning, treePath, treeStates } from '../../../src/bt/internal.js';
import { StockStore } from '../../../src/mistreevous/index.js';
import { Dice, randomTree, stockKit } from '../../conformance/trees.js';

function programOf(source: unknown): TreeProgram {
  const checked = checkTree(source);
  if (!checked.ok) throw checked.problems[0];
  return compileTree(checked.roots);
}

/** Trees that both readings read alike: no rounds, no weight of 0, no attributes on subtrees. */
const plainKit = { ...stockKit, decorators: ['flip', 'succeed', 'fail'], zeroWeights: false, subtreeAttributes: false };

test('where the readings agree, our interpreter and mistreevous itself do the same for the same leaves', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const program = programOf(randomTree(seed, plainKit));
    const runs = [TreeStore, StockStore].map((Store) => {
      const log: string[] = [];
      const counts = new Map<string, number>();
      const draws = new Dice(seed, 1);
      let step = 0;
      const leaves = Object.fromEntries(program.allCalls.map(({ name, role }) => [name, (...given: unknown[]): unknown => {
        const args = given.slice(2).map((each) => JSON.stringify(each)).join();
        // Guards and conditions go by the step, so that asking them more often shows nothing.
        if (role === 'guard') return new Dice(seed + step, name.length + Number(/\d+/.exec(name)?.[0] ?? 99)).chance(0.85) === name.startsWith('while');
        log.push(`${name} ${args}`);
        const count = counts.get(name + args) ?? 0;
        counts.set(name + args, count + 1);
        const dice = new Dice(seed, count * 1000 + [...(name + args)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0));
        return role === 'action' ? dice.pick([success, success, failure, running]) : role === 'condition' ? dice.chance(0.6) : undefined;
      }]));
      const store: TreeRuntime<object, null> = new Store<object, null>(program, leaves, { random: () => draws.next() });
      const statuses = Array.from({ length: 20 }, () => {
        step++;
        return `${store.step(0, { mood: 'calm' }, null, 0.25)} ${treeStates(store, 0).join(' ')}`;
      });
      return { statuses, log };
    });
    expect(runs[0], `tree ${seed}`).toEqual(runs[1]);
  }
});

interface Npc {
  hurt: boolean;
}

test('a brain\'s own leaves run in it too: plan by slot, its abort once, the whole tree aborted with its exits', () => {
  const log: string[] = [];
  const plan: BuiltInLeaf = { step: (slot, args) => (log.push(`plan ${slot} ${args.join()}`), running), abort: (slot) => log.push(`plan aborted ${slot}`) };
  const planning: BuiltInLeaf = { test: (slot) => (log.push(`planning ${slot}`), true) };
  const leaves = {
    hurt: (npc: Npc) => npc.hurt,
    flee: { drive: (): Status => running, abort: (_npc: Npc, _facts: null, word: string) => void log.push(`flee aborted ${word}`) },
    left: (_npc: Npc, _facts: null, ending: { aborted: boolean }, who: string) => void log.push(`left ${who} ${ending.aborted}`),
  };
  const store = new StockStore<Npc, null>(programOf('root { selector { action [plan, "repel"] until(hurt) while(planning) exit(left, "plan") action [flee, "fast"] exit(left, "flee") } }'), leaves, { builtIns: { plan, planning } });
  const [ann, bob] = [{ hurt: false }, { hurt: false }];
  expect([store.step(3, ann, null, 1), store.step(4, bob, null, 1)]).toEqual([running, running]);
  expect(log.splice(0)).toEqual(['planning 3', 'plan 3 repel', 'planning 4', 'plan 4 repel']);
  ann.hurt = true;
  store.step(3, ann, null, 1);
  expect(log.splice(0)).toEqual(['planning 3', 'plan aborted 3', 'left plan true']);
  expect(treePath(store, 3)).toEqual(['root', 'selector', 'action [flee, "fast"]']);
  expect(treePath(store, 4)).toEqual(['root', 'selector', 'action [plan, "repel"]']);
  store.abort(3, ann, null);
  store.abort(4, bob, null);
  expect(log.splice(0)).toEqual(['flee aborted fast', 'left flee true', 'plan aborted 4', 'left plan true']);
  expect(new Set(treeStates(store, 3))).toEqual(new Set(['ready']));
});

test('a guard of the root itself is still asked', () => {
  const store = new StockStore<{ calm: boolean }, null>(programOf('root while(calm) then succeed { wait }'), { calm: (body) => body.calm });
  expect([store.step(0, { calm: true }, null, 1), store.step(0, { calm: false }, null, 1)]).toEqual([running, success]);
});

test('errors of leaves are told by the listener and count as failures', () => {
  const errors: string[] = [];
  const boom = (): never => {
    throw new Error('boom');
  };
  const store = new StockStore(programOf('root { selector { action [boom] condition [boom] } }'), { boom }, { onError: (slot, path, error) => errors.push(`${slot} ${path} ${(error as Error).message}`) });
  expect(store.step(2, {}, null, 1)).toBe(failure);
  expect(errors).toEqual(['2 root/selector/boom boom', '2 root/selector/boom#2 boom']);
  expect(() => new StockStore(programOf('root { action [boom] }'), { boom }).step(0, {}, null, 1)).toThrow('boom');
});

test('promises may be any thenable, statuses may be ours', async () => {
  const store = new StockStore(programOf('root { action [a] }'), { a: () => ({ then: (done: (value: unknown) => void) => done(success) }) });
  expect(store.step(0, {}, null, 1)).toBe(running);
  await new Promise((resolve) => setTimeout(resolve));
  expect(store.step(0, {}, null, 1)).toBe(success);
});

test('nonsense is told by the listener and counts as failed, where the library alone would throw', async () => {
  const errors: string[] = [];
  const answers: Record<string, unknown> = { act: 'nonsense', ask: 1, stays: undefined };
  const leaves = Object.fromEntries(['act', 'ask', 'stays'].map((name) => [name, () => answers[name]]));
  const store = new StockStore(programOf('root { selector { action [act] condition [ask] wait while(stays) action [act] } }'), leaves, { onError: (slot, path, error) => errors.push(`${slot} ${path}: ${(error as Error).message.split(';')[0]}`) });
  expect(store.step(1, {}, null, 1)).toBe(failure);
  expect(errors.splice(0)).toEqual([
    '1 root/selector/act: action [act] answered "nonsense"',
    '1 root/selector/ask: condition [ask] answered 1',
    '1 root/selector/wait: "stays", a guard of wait, answered nothing',
    '1 root/selector/act#2: action [act] answered "nonsense"',
  ]);
  answers['act'] = Promise.reject(new Error('no way'));
  expect(store.step(1, {}, null, 1)).toBe(running);
  await new Promise((resolve) => setTimeout(resolve));
  answers['act'] = success;
  expect(store.step(1, {}, null, 1)).toBe(success);
  expect(errors).toEqual(['1 root/selector/act: no way', '1 root/selector/ask: condition [ask] answered 1', '1 root/selector/wait: "stays", a guard of wait, answered nothing']);
});

test('an abort hook that throws is told, and its exit is called all the same; of one who is gone nothing is heard', async () => {
  const log: string[] = [];
  const leaves = {
    dig: { drive: () => running, abort: () => { throw new Error('stuck'); } },
    left: (_body: object, _facts: null, ending: { aborted: boolean }) => void log.push(`left ${ending.aborted}`),
    send: () => Promise.reject(new Error('late')),
  };
  const store = new StockStore<object, null>(programOf('root { parallel { action [dig] exit(left) action [send] } }'), leaves, { onError: (slot, path, error) => log.push(`${slot} ${path}: ${(error as Error).message}`) });
  store.step(5, {}, null, 1);
  store.abort(5, {}, null);
  store.forget(5);
  await new Promise((resolve) => setTimeout(resolve));
  expect(log).toEqual(['5 root/parallel/dig: stuck', 'left true']);
});

test('nodes have the numbers of our own interpreter, branches included, and a subtree that is used twice is told apart', () => {
  const program = programOf('root { sequence { branch [get] branch [get] wait } } root [get] while(able) { selector { action [plan] until(enough) action [beg] } }');
  const log: string[] = [];
  const plan: BuiltInLeaf = { step: (_slot, _args, _dt, node) => (log.push(program.ids[node]!), running), abort: (_slot, node) => log.push(`left ${program.ids[node]!}`) };
  const body = { enough: false, able: true };
  const leaves = { enough: ({ enough }: typeof body) => enough, beg: () => success, able: ({ able }: typeof body) => able };
  const own = new TreeStore<typeof body, null>(program, leaves, { builtIns: { plan } });
  const stock = new StockStore<typeof body, null>(program, leaves, { builtIns: { plan } });
  own.columns.grow(1);
  expect(stock.lastGuard(0)).toBe(-1);
  const held: (string | undefined)[] = [];
  for (const enough of [false, true, false]) {
    body.enough = enough;
    const [ours, theirs] = [own, stock].map((store) => {
      store.step(0, body, null, 1);
      return { log: log.splice(0), states: treeStates(store, 0), path: treePath(store, 0), guard: program.ids[store.lastGuard(0)] };
    });
    expect(theirs).toEqual(ours);
    held.push(theirs!.guard);
  }
  expect(held).toContain('root/sequence/branch [get]#2/selector/plan');
  // The library loses what stands on the root of a subtree: nobody asks whether they are able.
  body.able = false;
  expect(stock.step(0, body, null, 1)).toBe(running);
  stock.forget(0);
  expect(stock.lastGuard(0)).toBe(-1);
});

test('what mistreevous does not know is refused, and so is a missing function', () => {
  expect(() => new StockStore(programOf('root { cooldown [100] { wait } }'), {})).toThrow("mistreevous does not know this tree: unexpected node type of 'cooldown' at depth '1'");
  expect(() => new StockStore(programOf('root { action [walk] }'), { wlak: () => true })).toThrow('action "walk" is not among the leaves; did you mean "wlak"?');
});

test('a row cannot be saved: a restored entity starts over', () => {
  const store = new StockStore(programOf('root { sequence { action [a] wait } }'), { a: () => true });
  store.step(0, {}, null, 1);
  expect(isNodeRunning(store, 0, 3)).toBe(true);
  expect(store.stage).toBeUndefined();
  store.forget(0);
  expect(isNodeRunning(store, 0, 0)).toBe(false);
  expect(store.lastGuard(0)).toBe(-1);
});

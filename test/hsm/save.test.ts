import { describe, expect, it } from 'vitest';
import { Random } from '../../src/core/internal.js';
import { hsm, leaf, machine, once, parallel, restoreEntity, restoreStore, running, saveEntity, saveStore, sequence, setSteps, steps, task, wait, type Step, type Store } from 'ganglion/hsm';
import { isSoundRow, restoreRow, saveRow } from '../../src/hsm/internal.js';
import { Ours, randomSpec, randomStimuli } from './reference.js';

const idle: Step<unknown, undefined> = () => running;

/** A leaf that counts, and says when it is entered, goes on or is left. */
function counting(log: string[], name: string, cells: Readonly<Record<string, number>> = { n: 0 }): Step<null, undefined> {
  return leaf({
    cells,
    enter: () => void log.push(`+${name}`),
    resume: () => void log.push(`resume ${name}`),
    exit: () => void log.push(`-${name}`),
    drive: (_body, _params, frame) => {
      const own = frame.cells as Record<string, number>;
      for (const cell of Object.keys(own)) own[cell]! += 0.1;
      return running;
    },
  });
}

function problemOf(call: () => unknown): string {
  try {
    call();
    return 'none';
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
}

describe('a saved row', () => {
  it('is plain data by name, and restoring it runs nothing but resume', () => {
    const log: string[] = [];
    const structure = hsm(machine({ states: { day: sequence({ steps: { walk: counting(log, 'walk') }, loop: 3 }), night: idle }, transitions: [{ from: 'day', to: 'night', event: 'dusk' }, { from: 'day', to: 'night', after: 9 }] }), { name: 'life' });
    const store = structure.store();
    const id = store.spawn(null);
    store.tick(0.5);
    store.tick(0.5);
    store.post(id, 'dusk');
    const saved = saveEntity(store, id);
    expect(saved).toEqual({
      v: 1,
      hash: structure.hash,
      root: 'life',
      top: { n: 'life', t: 0.5, k: { n: 'day', s: 0, k: { n: 'walk', t: 0.5, cells: { n: 0.2 } } } },
      queue: ['dusk'],
    });
    const other = structure.store();
    const twin = other.spawn(null);
    log.length = 0;
    expect(restoreEntity(other, twin, JSON.parse(JSON.stringify(saved)))).toEqual({ outcome: 'exact', lost: [] });
    expect(log).toEqual(['resume walk']);
    expect(saveEntity(other, twin)).toEqual(saved);
  });

  it('keeps numbers to the last bit, also those that JSON cannot write', () => {
    const odd = { a: -0, b: Number.NaN, c: Infinity, d: -Infinity, e: 0.1 + 0.2, f: 5e-324 };
    const structure = hsm(leaf({ cells: odd, timed: false, drive: idle }));
    const store = structure.store();
    const id = store.spawn(null);
    store.tick(1);
    const text = JSON.stringify(saveEntity(store, id));
    restoreEntity(store, id, JSON.parse(text));
    expect(JSON.stringify(saveEntity(store, id))).toBe(text);
    expect(JSON.parse(text).top.cells).toEqual({ a: '-0', b: 'NaN', c: 'Infinity', d: '-Infinity', e: 0.1 + 0.2, f: 5e-324 });
  });

  it('knows entities that have not begun, and those that have ended', () => {
    const structure = hsm(once(() => {}));
    const store = structure.store();
    const [fresh, done] = [store.spawn(null), store.spawn(null)];
    store.tickOne(done, 1);
    expect(saveEntity(store, fresh)).toMatchObject({ root: 'root', top: null });
    expect(saveEntity(store, done)).toMatchObject({ root: null, ended: 'success' });
    restoreEntity(store, fresh, saveEntity(store, done));
    expect(store.status(fresh)).toBe('success');
    const begun = store.spawn(null);
    restoreEntity(store, done, saveEntity(store, begun));
    expect(store.status(done)).toBe('running');
  });

  it('keeps step lists with their params and what happened to them', () => {
    const structure = hsm(steps<null, { go: { to: string } }>({ actions: { go: () => running } }));
    const store = structure.store();
    const id = store.spawn(null);
    setSteps(store, id, 'root', [{ action: 'go', params: { to: 'mill' } }]);
    store.tick(1);
    const saved = JSON.parse(JSON.stringify(saveEntity(store, id)));
    expect(saved.lists).toEqual({ root: { steps: [{ action: 'go', params: { to: 'mill' } }] } });
    const twin = store.spawn(null);
    restoreEntity(store, twin, saved);
    expect(saveEntity(store, twin)).toEqual(saved);
  });
});

describe('a row saved by an older structure', () => {
  const log: string[] = [];
  const before = hsm(machine({ states: { work: sequence({ steps: { fetch: counting(log, 'fetch'), carry: counting(log, 'carry') } }), rest: idle }, transitions: [{ from: 'work', to: 'rest', event: 'noon' }] }));
  const saved = (() => {
    const store = before.store();
    const id = store.spawn(null);
    store.tick(1);
    return JSON.parse(JSON.stringify(saveEntity(store, id))) as unknown;
  })();

  it('fits one that has more states, in another order, exactly', () => {
    const after = hsm(machine({ states: { rest: idle, dance: idle, work: sequence({ steps: { look: idle, fetch: counting(log, 'fetch') } }) } }));
    const store = after.store();
    const id = store.spawn(null);
    log.length = 0;
    expect(restoreEntity(store, id, saved).outcome).toBe('exact');
    expect(store.path(id)).toEqual(['root', 'work', 'fetch']);
    expect(log).toEqual(['resume fetch']);
  });

  const without = hsm(machine({ states: { work: sequence({ steps: { look: counting(log, 'look') } }), rest: idle } }));

  it('is refused, keeps what is nearest, or begins anew, as told', () => {
    const store = without.store();
    const id = store.spawn(null);
    store.tick(1);
    log.length = 0;
    expect(problemOf(() => restoreEntity(store, id, saved))).toMatch(/does-not-fit.*root\/work\/fetch.*"nearest" or "restart"/);
    expect([store.path(id), log]).toEqual([['root', 'work', 'look'], []]);

    expect(restoreEntity(store, id, saved, 'nearest')).toEqual({ outcome: 'nearest', lost: ['root/work/fetch'] });
    expect([store.path(id), log]).toEqual([['root', 'work', 'look'], ['+look']]);

    log.length = 0;
    expect(restoreEntity(store, id, saved, 'restart')).toEqual({ outcome: 'restarted', lost: ['root/work/fetch'] });
    expect([store.path(id), log]).toEqual([[], []]);
    store.tick(1);
    expect(log).toEqual(['+look']);
  });

  it('keeps its step lists when it begins anew', () => {
    const before = hsm(sequence({ steps: { old: idle, work: steps<null, { dig: undefined }>({ actions: { dig: counting(log, 'dig') } }) } })).store();
    const id = before.spawn(null);
    setSteps(before, id, 'work', [{ action: 'dig', params: 3 }]);
    before.tick(1);
    const after = hsm(sequence({ steps: { work: steps<null, { rest: undefined; dig: undefined }>({ actions: { rest: idle, dig: counting(log, 'dig') } }) } })).store();
    const twin = after.spawn(null);
    log.length = 0;
    expect(restoreEntity(after, twin, JSON.parse(JSON.stringify(saveEntity(before, id))), 'restart').outcome).toBe('restarted');
    after.tick(1);
    expect([after.path(twin), log]).toEqual([['root', 'work', 'dig'], ['+dig']]);
  });

  it('keeps of a parallel the children that are still there, and enters the new ones', () => {
    const one = hsm(parallel('all', { legs: counting(log, 'legs'), tail: counting(log, 'tail') })).store();
    const id = one.spawn(null);
    one.tick(1);
    const other = hsm(parallel('all', { legs: counting(log, 'legs'), wings: counting(log, 'wings') })).store();
    const twin = other.spawn(null);
    log.length = 0;
    expect(restoreEntity(other, twin, saveEntity(one, id), 'nearest')).toEqual({ outcome: 'nearest', lost: ['root/tail', 'root/wings (not saved)'] });
    expect(log).toEqual(['resume legs', '+wings']);
  });

  it('gives a leaf that has other cells now their first values', () => {
    const old = hsm(counting(log, 'leaf', { a: 0, b: 5 })).store();
    const id = old.spawn(null);
    old.tick(1);
    const now = hsm(counting(log, 'leaf', { b: 0, c: 7 })).store();
    const twin = now.spawn(null);
    expect(restoreEntity(now, twin, saveEntity(old, id), 'nearest').lost).toEqual(['root.c (not saved)', 'root.a']);
    expect(saveEntity(now, twin).top).toMatchObject({ cells: { b: 5.1, c: 7 } });
  });
});

describe('a row that is not a saved row', () => {
  const structure = hsm(machine({ states: { a: sequence({ steps: { x: leaf({ cells: { n: 0 }, drive: idle }) }, loop: 2 }), b: parallel('all', { p: idle, q: idle }) }, transitions: [{ from: 'a', to: 'b', event: 'go' }, { from: 'a', to: 'b', after: 5 }] }));
  const store = structure.store();
  const id = store.spawn(null);
  store.tick(1);
  const good = saveEntity(store, id);
  const changed = (change: (row: any) => void): unknown => {
    const row = structuredClone(good);
    change(row);
    return row;
  };

  const hostile: [string, unknown][] = [
    ['nothing', undefined],
    ['a list', []],
    ['another version', changed((row) => (row.v = 2))],
    ['a root that is a number', changed((row) => (row.root = 4))],
    ['a frame that is text', changed((row) => (row.top.k = 'a'))],
    ['a name that is a number', changed((row) => (row.top.k.n = 3))],
    ['a negative time', changed((row) => (row.top.t = -1))],
    ['time that is no number', changed((row) => (row.top.t = 'NaN'))],
    ['half a round', changed((row) => (row.top.k.s = 0.5))],
    ['a cell that is an object', changed((row) => (row.top.k.k.cells = { n: {} }))],
    ['a queue that is text', changed((row) => (row.queue = 'go'))],
    ['a parallel whose children are no list', changed((row) => (row.top.k = { n: 'b', kids: {} }))],
    ['a result that is none', changed((row) => (row.top.k = { n: 'b', kids: [{ n: 'p', r: 'maybe' }, { n: 'q' }] }))],
    ['an end that is none', { v: 1, root: null, ended: 'exploded' }],
    ['lists that are a list', changed((row) => (row.lists = []))],
    ['history that is text', changed((row) => (row.history = 'x'))],
  ];
  it.each(hostile)('(%s) is refused whole', (_what, row) => {
    for (const policy of ['error', 'nearest', 'restart'] as const) {
      expect(problemOf(() => restoreEntity(store, id, row, policy))).toMatch(/^(bad-save|not-an-object|unknown-root): /);
      expect(saveEntity(store, id)).toEqual(good);
    }
  });

  it('does no harm when random parts of it are exchanged for random things', () => {
    const random = new Random(3);
    const junk = [null, -1, 1e300, Number.NaN, '', 'a', '__proto__', [], {}, { n: 'a' }, true, [[[]]]];
    for (let round = 0; round < 300; round++) {
      const ours = new Ours(randomSpec(random));
      for (const stimulus of randomStimuli(random, 3)) ours.tick(0, stimulus);
      const row = JSON.parse(JSON.stringify(saveRow(ours.store, 0))) as object;
      for (let change = 0; change < 2; change++) {
        const holders: Record<string, unknown>[] = [];
        JSON.stringify(row, (_key, value: unknown) => (typeof value === 'object' && value !== null && holders.push(value as Record<string, unknown>), value));
        const holder = holders[Math.floor(random.next() * holders.length)]!;
        const keys = Object.keys(holder);
        if (keys.length > 0) holder[keys[Math.floor(random.next() * keys.length)]!] = junk[Math.floor(random.next() * junk.length)];
      }
      try {
        restoreRow(ours.store, 0, row, 'nearest', ours.bodies[0]!, undefined);
      } catch (error) {
        expect((error as Error).name, String(error)).toBe('Problem');
      }
      expect(isSoundRow(ours.store, 0)).toBe(true);
      for (const stimulus of randomStimuli(random, 5)) ours.tick(0, stimulus);
      ours.store.abort(0, ours.bodies[0]!, undefined);
    }
  });
});

describe('a whole store', () => {
  const structure = hsm<number[]>(
    sequence({
      loop: 'forever',
      steps: {
        nap: wait(2.5),
        work: steps<number[], { hit: number }>({ actions: { hit: leaf({ cells: { n: 0 }, drive: (log: number[], force: number, { cells }) => (log.push(force), ++cells.n > 2 ? 1 : 0) }) } }),
      },
    }),
  );
  const filled = (): { readonly store: Store<number[]>; readonly logs: number[][]; readonly ids: number[] } => {
    const store = structure.store();
    const logs = Array.from({ length: 50 }, (): number[] => []);
    const ids = logs.map((log) => store.spawn(log));
    ids.forEach((id, index) => setSteps(store, id, 'work', Array.from({ length: index % 4 }, (_, step) => ({ action: 'hit', params: step * 100 + index }))));
    for (let tick = 0; tick < 17; tick++) {
      store.tick(0.3);
      if (tick % 5 === 0) store.despawn(ids[tick]!);
    }
    return { store, logs, ids };
  };

  it('goes into one buffer and goes on from it, sleepers too', () => {
    const { store, logs, ids } = filled();
    const copy = logs.map((log) => [...log]);
    const buffer = saveStore(store);
    const other = structure.store();
    other.spawn([]);
    restoreStore(other, buffer, (id) => copy[ids.indexOf(id)]!);
    expect(other.size).toBe(store.size);
    for (let tick = 0; tick < 40; tick++) {
      store.tick(0.3);
      other.tick(0.3);
    }
    expect(copy).toEqual(logs);
    expect(logs.flat().length).toBeGreaterThan(400);
    for (const id of ids) expect(other.status(id)).toBe(store.status(id));
    expect(store.spawn([])).toBe(other.spawn([]));
  });

  it('takes no more bytes than its columns and the params of its lists', () => {
    const store = hsm(machine({ states: { a: idle } })).store();
    for (let count = 0; count < 1000; count++) store.spawn(null);
    expect(saveStore(store).byteLength).toBe(32 + 1000 * store.bytesPerEntity);
  });

  it('is refused whole when it is cut, of another structure, or changed anywhere', () => {
    const { store } = filled();
    const good = saveStore(store);
    const before = saveStore(store);
    const refuse = (buffer: ArrayBuffer): string => problemOf(() => restoreStore(store, buffer, () => []));
    expect(refuse(good.slice(0, good.byteLength - 2))).toMatch(/not whole/);
    expect(refuse(good.slice(0, 8))).toMatch(/no saved store/);
    expect(refuse({ byteLength: 100 } as never)).toMatch(/no saved store/);
    expect(problemOf(() => restoreStore(hsm(idle).store(), good, () => null))).toMatch(/another structure/);
    const random = new Random(5);
    let refused = 0;
    for (let round = 0; round < 500; round++) {
      const bad = good.slice(0);
      const bytes = new Uint8Array(bad);
      bytes[Math.floor(random.next() * bytes.length)] = Math.floor(random.next() * 256);
      const victim = structure.store();
      const outcome = problemOf(() => restoreStore(victim, bad, () => []));
      expect(outcome).toMatch(/^(none|bad-save)/);
      if (outcome !== 'none') refused++;
      // What was let through is a state that entities can be in, so nothing breaks.
      for (let tick = 0; tick < 10; tick++) victim.tick(1);
    }
    expect(refused).toBeGreaterThan(20);
    expect(new Uint8Array(saveStore(store))).toEqual(new Uint8Array(before));
  });

  it('cancels the tasks that it replaces, and calls those again that it brings', () => {
    const signals: { readonly aborted: boolean }[] = [];
    const asking = hsm(task((_body: null, _params, signal) => (signals.push(signal), new Promise(() => {}))));
    const store = asking.store();
    store.spawn(null);
    store.tick(1);
    restoreStore(store, saveStore(store), () => null);
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
  });

  it('asks for all bodies before it changes anything', () => {
    const { store } = filled();
    const buffer = saveStore(store);
    const size = store.size;
    expect(() =>
      restoreStore(store, buffer, () => {
        throw new Error('no body');
      }),
    ).toThrow('no body');
    expect(store.size).toBe(size);
    expect(new Uint8Array(saveStore(store))).toEqual(new Uint8Array(buffer));
  });
});

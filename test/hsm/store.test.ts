import { describe, expect, it } from 'vitest';
import { failure, hsm, leaf, machine, once, parallel, restoreEntity, restoreStore, running, saveEntity, saveStore, sequence, setSteps, success, task, traceStore, until, wait, type Frame, type StateRecord, type Step, type Store } from 'ganglion/hsm';

const idle: Step<unknown, undefined> = () => running;

/** The code of the problem that a call throws. */
function problemOf(call: () => unknown): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe('entities', () => {
  it('come and go, and an old id never names a new entity', () => {
    const store = hsm(idle).store(1);
    const first = store.spawn(null);
    store.despawn(first);
    const second = store.spawn(null);
    expect(second).not.toBe(first);
    expect([store.status(first), store.status(second), store.size]).toEqual(['gone', 'running', 1]);
    store.despawn(first);
    expect(store.status(second)).toBe('running');
    expect(store.post(first, 'x')).toBe(false);
    expect(store.path(first)).toEqual([]);
    expect(problemOf(() => saveEntity(store, first))).toBe('gone');
  });

  it('leave their states when they are despawned', () => {
    const log: string[] = [];
    const store = hsm(sequence(leaf({ drive: () => running, exit: (name: string, _params, why) => void log.push(`${name} ${why}`) }))).store();
    const [ann, bob] = [store.spawn('ann'), store.spawn('bob')];
    store.tick(1);
    store.despawn(ann);
    expect(log).toEqual(['ann abort']);
    expect(store.tick(1)).toBe(1);
    store.despawn(bob);
    store.despawn(bob);
    expect(log).toEqual(['ann abort', 'bob abort']);
    expect(store.tick(1)).toBe(0);
  });

  it('can be spawned and despawned from inside a tick; both wait for its end', () => {
    const spawned: number[] = [];
    const seen: number[] = [];
    const store: Store<number> = hsm<number>((body) => {
      seen.push(body);
      if (body === 0 && spawned.length < 40) {
        const id = store.spawn(1 + spawned.length);
        expect(store.status(id)).toBe('gone');
        spawned.push(id);
      }
      if (body === 3) store.despawn(spawned[2]!);
      return running;
    }).store(1);
    store.spawn(0);
    store.tick(1);
    expect(seen).toEqual([0]);
    for (let tick = 0; tick < 50; tick++) store.tick(1);
    expect(spawned).toHaveLength(40);
    expect(store.size).toBe(40);
    expect(seen.filter((body) => body === 3)).toHaveLength(1);
    expect(store.status(spawned[2]!)).toBe('gone');
  });

  it('can be spawned from an exit outside of any tick, whatever room there is', () => {
    const store: Store<string> = hsm<string>(leaf({ drive: () => running, exit: () => { for (let count = 0; count < 20; count++) store.spawn('heir'); } })).store(1);
    const king = store.spawn('king');
    store.tick(1);
    store.despawn(king);
    expect(store.size).toBe(20);
    expect(store.tick(1)).toBe(20);
  });

  it('take no bytes beyond their columns, and few there', () => {
    const patrol = machine({
      states: { patrol: sequence({ loop: 'forever', steps: { move: leaf({ cells: { n: 0 }, timed: false, drive: idle }), rest: leaf({ cells: { n: 0 }, timed: false, drive: idle }) } }), fight: leaf({ timed: false, drive: idle }) },
      transitions: [{ from: 'patrol', to: 'fight', when: () => false }],
    });
    expect(hsm(patrol).rowBytes).toBe(12);
    expect(hsm(patrol).store().bytesPerEntity).toBe(14);
  });
});

describe('callbacks', () => {
  it('cannot change the store they are called from, only post, spawn, despawn and look', () => {
    const codes: Record<string, string | undefined> = {};
    const store: Store<null> = hsm<null>(
      leaf({
        drive: () => {
          codes['tick'] = problemOf(() => store.tick(1));
          codes['tickOne'] = problemOf(() => store.tickOne(id, 1));
          codes['abort'] = problemOf(() => store.abort(id));
          codes['restart'] = problemOf(() => store.restart(id));
          codes['setSteps'] = problemOf(() => setSteps(store, id, 'root', []));
          codes['save'] = problemOf(() => saveEntity(store, id));
          codes['restore'] = problemOf(() => restoreEntity(store, id, {}));
          codes['saveAll'] = problemOf(() => saveStore(store));
          codes['restoreAll'] = problemOf(() => restoreStore(store, new ArrayBuffer(0), () => null));
          expect(store.path(id)).toEqual(['root']);
          expect(store.path(other)).toEqual([]);
          return running;
        },
      }),
    ).store();
    const id = store.spawn(null);
    const other = store.spawn(null);
    store.tickOne(id, 1);
    expect(new Set(Object.values(codes))).toEqual(new Set(['inside-a-tick']));
    expect(Object.keys(codes)).toHaveLength(9);
    expect(store.errorCount).toBe(0);
  });

  it('post events that are handled in order, before a leaf is driven, and never change a state while it is being entered', () => {
    const log: string[] = [];
    const say = (name: string, post?: string): Step<null, undefined> =>
      leaf({
        enter: (_body: null, _params, frame: Frame) => {
          log.push(`+${name}`);
          if (post !== undefined) frame.post(post);
          log.push(`${name} entered`);
        },
        drive: () => (log.push(name), running),
      });
    const store = hsm(machine({ states: { a: say('a', 'go'), b: say('b', 'go'), c: say('c') }, transitions: [{ from: 'a', to: 'b', event: 'go' }, { from: 'b', to: 'c', event: 'go' }] })).store();
    store.spawn(null);
    store.tick(1);
    expect(log).toEqual(['+a', 'a entered', '+b', 'b entered', '+c', 'c entered', 'c']);
  });

  it('that throw fail their own state and no other entity', () => {
    const errors: string[] = [];
    const store = hsm<{ bad: boolean }>(
      machine({
        states: {
          work: leaf({
            drive: ({ bad }: { bad: boolean }) => {
              if (bad) throw new Error('no');
              return running;
            },
          }),
          rest: idle,
        },
        transitions: [{ from: 'work', to: 'rest', done: 'failure' }],
      }),
    ).store(3, { onError: (_id, path, error) => errors.push(`${path}: ${(error as Error).message}`) });
    const ids = [{ bad: false }, { bad: true }, { bad: false }].map((body) => store.spawn(body));
    expect(store.tick(1)).toBe(3);
    expect(store.tick(1)).toBe(3);
    expect(ids.map((id) => store.path(id)[1])).toEqual(['work', 'rest', 'work']);
    expect(errors).toEqual(['root/work.drive: no']);
    expect(store.lastError).toMatchObject({ entity: ids[1], path: 'root/work.drive' });
  });

  it('may throw in a guard, an enter, an exit or an undo: a guard then says no, an enter fails its state, unwinding goes on', () => {
    const paths: string[] = [];
    const boom = (): never => {
      throw new Error('boom');
    };
    const root = machine({
      states: {
        a: sequence({ steps: { hold: once(() => {}, { undo: boom }), walk: leaf({ drive: idle, exit: boom }) } }),
        b: leaf({ enter: boom, drive: () => success }),
        c: idle,
      },
      transitions: [{ from: 'a', to: 'c', when: boom }, { from: 'a', to: 'b', event: 'go' }, { from: 'b', to: 'c', done: 'failure' }],
    });
    const store = hsm(root).store(1, { onError: (_id, path) => paths.push(path) });
    const id = store.spawn(null);
    store.tick(1);
    store.post(id, 'go');
    store.tick(1);
    expect(store.path(id)).toEqual(['root', 'c']);
    expect(paths).toEqual(['root.when', 'root/a/walk.exit', 'root/a/hold.undo', 'root/b.enter']);
  });

  it('that answer something else than a status count as failed, with a reason', () => {
    const store = hsm((() => 'done') as never).store();
    const id = store.spawn(null);
    store.tick(1);
    expect(store.status(id)).toBe('failure');
    expect(String(store.lastError?.error)).toMatch(/must answer running, success or failure, not "done"/);
  });

  it('are told what was taken for a status: a promise, the name of one, or nothing at all', () => {
    const told = (answer: unknown): string => {
      const store = hsm((() => answer) as never).store();
      store.spawn(null);
      store.tick(1);
      return (store.lastError!.error as Error).message;
    };
    expect(told(Promise.resolve(success))).toBe('a leaf must answer running, success or failure, not a promise; what takes its time is written task(async (body, params, signal) => ...)');
    expect(told(undefined)).toBe('a leaf must answer running, success or failure, not nothing; is there a return missing?');
    expect(told('success')).toBe('a leaf must answer running, success or failure, not "success"; answer the value success, imported from the package, not its name');
    expect(told(7)).toBe('a leaf must answer running, success or failure, not 7');
  });

  it.each<[string, unknown, RegExp]>([
    ['a word', 'no', /must answer true or false, not "no"; .*compare/],
    ['a number', 1, /not 1;/],
    ['zero', 0, /not 0;/],
    ['nothing', undefined, /not nothing; is there a return missing/],
    ['null', null, /not null;/],
    ['a promise', Promise.resolve(false), /not a promise; a condition cannot wait/],
  ])('that answer %s where true or false was asked have said no, and are reported wherever it was', (_name, answer, said) => {
    const ask = (): never => answer as never;
    const errors: string[] = [];
    const step = (name: string): Step<unknown, undefined> => leaf({ drive: () => (name === 'end' ? success : running) });
    const store = hsm(
      parallel('all', {
        watching: machine({ states: { a: idle, b: idle }, transitions: [{ from: 'a', to: 'b', when: ask }] }),
        hearing: machine({ states: { a: idle, b: idle }, transitions: [{ from: 'a', to: 'b', event: 'go', when: ask }] }),
        ending: machine({ states: { a: sequence(wait(2), step('end')), b: idle }, transitions: [{ from: 'a', to: 'b', done: 'any', when: ask }, { from: 'a', to: 'a', done: 'any' }] }),
        waiting: machine({ states: { a: until(ask), b: idle }, transitions: [{ from: 'a', to: 'b', done: 'failure' }] }),
      }),
    ).store(1, { onError: (_id, path, error) => (errors.push(path), expect((error as Error).message).toMatch(said)) });
    const id = store.spawn(null);
    store.tick(1);
    store.post(id, 'go' as never);
    store.tick(1);
    store.tick(1);
    expect(store.path(id)).toEqual(['root', 'watching/a', 'hearing/a', 'ending/a/0', 'waiting/b']);
    expect(new Set(errors)).toEqual(new Set(['root/watching.when', 'root/hearing.when', 'root/ending.when', 'root/waiting/a.drive']));
  });

  it('let an error handler that throws stop the call, once everything is at rest', () => {
    const rethrow = (_id: number, _path: string, error: unknown): never => {
      throw error;
    };
    const store = hsm<boolean>((bad) => {
      if (bad) throw new Error('stop the game');
      return running;
    }).store(3, { onError: rethrow });
    const ids = [false, true, false].map((bad) => store.spawn(bad));
    expect(() => store.tick(1)).toThrow('stop the game');
    expect(ids.map((id) => store.status(id))).toEqual(['running', 'failure', 'running']);
    expect(store.tick(1)).toBe(2);
  });

  it('cannot use a frame they kept', () => {
    let kept: Frame | undefined;
    const store = hsm(machine({ states: { a: (_body: null, _params, frame) => ((kept = frame), running) }, transitions: [{ from: 'a', to: 'succeed', event: 'late' }] })).store();
    store.spawn(null);
    store.tick(1);
    expect(problemOf(() => kept!.post('late'))).toBe('frame-kept');
  });
});

describe('time', () => {
  it('stands at 0 in the first drive and then sums up the ticks', () => {
    const seen: number[] = [];
    const store = hsm(leaf({ drive: (_body: null, _params, { elapsed, dt }) => (seen.push(elapsed, dt), running) })).store();
    store.spawn(null);
    for (const dt of [0.5, 0.25, 2]) store.tick(dt);
    expect(seen).toEqual([0, 0.5, 0.25, 0.25, 2.25, 2]);
  });

  it('does not drift over ten thousand small ticks', () => {
    let last = 0;
    const store = hsm(leaf({ drive: (_body: null, _params, { elapsed }) => ((last = elapsed), running) })).store();
    store.spawn(null);
    for (let tick = 0; tick <= 10_000; tick++) store.tick(1 / 60);
    expect(last).toBeCloseTo(10_000 / 60, 9);
  });

  it('must be a number of seconds', () => {
    const store = hsm(idle).store();
    for (const dt of [NaN, -1, Infinity]) expect(problemOf(() => store.tick(dt))).toBe('bad-time');
  });
});

describe('sleep', () => {
  const nap = (log: string[], seconds: number): Step<null, undefined> => leaf({ sleeps: true, drive: (_body: null, _params, frame) => (log.push('drive'), frame.sleep(seconds), running) });

  it('costs no visit until the time has come', () => {
    const log: string[] = [];
    const store = hsm(nap(log, 3)).store();
    const id = store.spawn(null);
    const visited = Array.from({ length: 8 }, () => store.tick(1));
    expect(visited).toEqual([1, 0, 0, 1, 0, 0, 1, 0]);
    expect(log).toHaveLength(3);
    // It was laid to sleep in the seventh tick.
    expect(store.asleep(id)).toBe(2);
    store.tick(1);
    expect(store.asleep(id)).toBe(1);
  });

  it('passes no faster for those whom others call in the middle of a tick, whether this tick still comes to them or not', () => {
    let tick = 0;
    const woken: string[] = [];
    const hall = machine<Sleeper, undefined>({
      states: { nap: sequence(wait(10), (sleeper) => (woken.push(`${sleeper.name} ${tick}`), running)), bell: (sleeper) => (sleeper.ring(), running), never: idle },
      transitions: [
        { from: 'nap', to: 'bell', when: ({ isBell }) => isBell, watch: ['bell'] },
        { from: 'nap', to: 'never', event: 'ring', when: () => false },
      ],
    });
    interface Sleeper {
      readonly name: string;
      readonly isBell: boolean;
      ring(): void;
    }
    const store = hsm<Sleeper>(hall).store();
    const ids = Array.from({ length: 70 }, (_, index) => store.spawn({ name: `${index}`, isBell: index === 33, ring: () => void (tick === 5 && [1, 35, 69].forEach((other) => store.post(ids[other]!, 'ring'))) }));
    for (tick = 1; tick <= 11; tick++) store.tick(1);
    expect(woken).toHaveLength(69);
    expect(new Set(woken.map((each) => each.split(' ')[1]))).toEqual(new Set(['11']));
  });

  it('is not disturbed by those who are awake', () => {
    // Two of three doze for two ticks at a time, the third never does.
    const drives = [0, 0, 0];
    const seconds: number[] = [];
    const store = hsm<number>(machine({ states: { doze: leaf({ sleeps: true, drive: (sleeper: number, _params, frame) => (drives[sleeper]!++, frame.sleep(2), running) }), watch: (guard: number, _params, { dt, elapsed }) => (drives[guard]!++, seconds.push(dt, elapsed), running) }, transitions: [{ from: 'doze', to: 'watch', when: (each) => each === 1, watch: ['who'] }] })).store();
    for (let index = 0; index < 3; index++) store.spawn(index);
    const visited = Array.from({ length: 6 }, () => store.tick(1));
    expect(drives[0]).toBe(3);
    expect(drives[2]).toBe(3);
    expect(drives[1]).toBe(6);
    // Its time is that of the tick, not what is owed to the sleeper before it.
    expect(seconds).toEqual([1, 0, 1, 1, 1, 2, 1, 3, 1, 4, 1, 5]);
    expect(visited).toEqual([3, 1, 3, 1, 3, 1]);
  });

  it('ends early for an event, and for `after` of a machine above', () => {
    const log: string[] = [];
    const root = machine({ states: { nap: nap(log, 100), up: idle }, transitions: [{ from: 'nap', to: 'up', event: 'noise' }, { from: 'nap', to: 'up', after: 5 }] });
    const store = hsm(root).store();
    const [deaf, alert] = [store.spawn(null), store.spawn(null)];
    store.tick(1);
    expect(store.tick(1)).toBe(0);
    store.post(alert, 'noise');
    expect(store.tick(1)).toBe(1);
    expect(store.path(alert)).toEqual(['root', 'up']);
    for (let tick = 0; tick < 2; tick++) store.tick(1);
    expect(store.path(deaf)).toEqual(['root', 'nap']);
    store.tick(1);
    expect(store.path(deaf)).toEqual(['root', 'up']);
  });

  it('is not for entities whose guards may change at any time, unless they say what they watch', () => {
    let alarm = false;
    const root = (watch?: readonly string[]): Step<null, undefined> => machine({ states: { nap: nap([], 100), up: idle }, transitions: [{ from: 'nap', to: 'up', when: () => alarm, ...(watch === undefined ? {} : { watch }) }] });
    const polled = hsm(root()).store();
    polled.spawn(null);
    const watching = hsm(root(['alarm'])).store();
    const [near, far] = [watching.spawn(null), watching.spawn(null)];
    expect([polled.tick(1), polled.tick(1)]).toEqual([1, 1]);
    expect([watching.tick(1), watching.tick(1)]).toEqual([2, 0]);
    alarm = true;
    expect(watching.tick(1)).toBe(0);
    watching.changed('weather');
    expect(watching.tick(1)).toBe(0);
    watching.changed('alarm', near);
    expect(watching.tick(1)).toBe(1);
    expect([watching.path(near)[1], watching.path(far)[1]]).toEqual(['up', 'nap']);
    watching.changed('alarm');
    watching.tick(1);
    expect(watching.path(far)[1]).toBe('up');
  });

  it('ends for an event from another entity inside a tick, with the time it has slept', () => {
    let slept = 0;
    const root = machine({
      states: {
        choose: (body: { readonly role: string }) => (body.role === 'sleeper' ? 1 : 2),
        nap: leaf({ sleeps: true, drive: (_body, _params, frame) => (frame.sleep(100), running), exit: (_body, _params, _why, frame) => void (slept = frame.elapsed) }),
        call: () => (store.post(sleeper, 'up'), running),
        up: () => running,
      },
      transitions: [{ from: 'choose', to: 'nap', done: 'success' }, { from: 'choose', to: 'call', done: 'failure' }, { from: 'nap', to: 'up', event: 'up' }],
    });
    const store: Store<{ readonly role: string }> = hsm<{ readonly role: string }>(root).store();
    const sleeper = store.spawn({ role: 'sleeper' });
    for (let tick = 0; tick < 4; tick++) store.tick(0.5);
    store.spawn({ role: 'caller' });
    store.tick(0.5);
    store.tick(0.5);
    expect(store.path(sleeper)).toEqual(['root', 'up']);
    expect(slept).toBe(2.5);
    expect(store.errorCount).toBe(0);
  });

  it('ends when somebody wakes the entity', () => {
    const log: string[] = [];
    const store = hsm(nap(log, 100)).store();
    const id = store.spawn(null);
    store.tick(1);
    store.wake(id);
    store.tick(1);
    expect(log).toHaveLength(2);
  });

  it('gives the clocks the time that was slept', () => {
    let seen = 0;
    const store = hsm(leaf({ sleeps: true, drive: (_body: null, _params, frame) => ((seen = frame.elapsed), frame.sleep(10), running) })).store();
    const id = store.spawn(null);
    for (let tick = 0; tick < 5; tick++) store.tick(1);
    expect(saveEntity(store, id).top).toMatchObject({ t: 4, sleep: 6 });
    for (let tick = 0; tick < 6; tick++) store.tick(1);
    expect(seen).toBe(10);
  });

  it('must be declared', () => {
    const store = hsm((_body: null, _params, frame) => (frame.sleep(1), running)).store();
    const id = store.spawn(null);
    store.tick(1);
    expect(store.status(id)).toBe('failure');
    expect(String(store.lastError?.error)).toMatch(/no place to remember its sleep; declare it/);
  });

  it('leaves the same trace as being visited every tick', () => {
    const monster = (): Step<string[], undefined> =>
      sequence({ loop: 'forever', steps: [wait(0.7), once((log: string[]) => log.push('a')), parallel('all', wait(0.3), wait(1.1)), once((log: string[]) => log.push('b'))] });
    const sleeping = hsm(monster()).store();
    const guarded = hsm(machine({ states: { all: monster() }, transitions: [{ from: 'all', to: 'fail', when: () => false }] })).store();
    const [one, other]: [string[], string[]] = [[], []];
    sleeping.spawn(one);
    guarded.spawn(other);
    let visits = 0;
    for (let tick = 0; tick < 600; tick++) {
      visits += sleeping.tick(1 / 30);
      guarded.tick(1 / 30);
      expect(one).toEqual(other);
    }
    expect(one.length).toBeGreaterThan(18);
    expect(visits).toBeLessThan(60);
  });
});

describe('a task', () => {
  const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

  it('runs until its promise settles, and tells success from failure', async () => {
    const answers = new Map<string, (answer: unknown) => void>();
    const ask = task((body: string) => new Promise((resolve) => answers.set(body, resolve)));
    const store = hsm(ask).store();
    const ids = ['yes', 'no', 'fail'].map((body) => store.spawn(body));
    store.tick(1);
    expect(ids.map((id) => store.status(id))).toEqual(['running', 'running', 'running']);
    answers.get('yes')!(undefined);
    answers.get('no')!(false);
    answers.get('fail')!(failure);
    await settle();
    store.tick(1);
    expect(ids.map((id) => store.status(id))).toEqual(['success', 'failure', 'failure']);
  });

  it('is told when it is no longer wanted, and its late answer counts for nothing', async () => {
    const signals: { readonly aborted: boolean }[] = [];
    const answers: (() => void)[] = [];
    const root = machine({
      states: { ask: task((_body: null, _params, signal) => (signals.push(signal), new Promise<void>((resolve) => answers.push(resolve)))) },
      transitions: [{ from: 'ask', to: 'ask', event: 'again' }],
    });
    const store = hsm(root).store();
    const id = store.spawn(null);
    store.tick(1);
    store.post(id, 'again');
    store.tick(1);
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    answers[0]!();
    await settle();
    store.tick(1);
    expect(store.status(id)).toBe('running');
    answers[1]!();
    await settle();
    store.tick(1);
    expect(store.status(id)).toBe('success');
    expect(signals[1]!.aborted).toBe(false);
  });

  it('that was rejected is over: its signal is not aborted afterwards', async () => {
    const signals: { readonly aborted: boolean }[] = [];
    const store = hsm(task((_body: null, _params, signal) => (signals.push(signal), Promise.reject(new Error('no way'))))).store(0, { onError: () => {} });
    const id = store.spawn(null);
    store.tick(0.1);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    store.tick(0.1);
    expect([store.status(id), signals.map(({ aborted }) => aborted)]).toEqual(['failure', [false]]);
  });

  it('that rejects is a failure with its reason', async () => {
    const store = hsm(task(() => Promise.reject(new Error('no way')))).store();
    const id = store.spawn(null);
    store.tick(1);
    await settle();
    store.tick(1);
    expect(store.status(id)).toBe('failure');
    expect(store.lastError?.error).toMatchObject({ message: 'no way' });
  });

  it('is called again after a restore, or fails, as it says', () => {
    for (const [afterRestore, calls, status] of [['again', 2, 'running'], ['fail', 1, 'failure']] as const) {
      let called = 0;
      const structure = hsm(task(() => (called++, new Promise(() => {})), { afterRestore }));
      const before = structure.store();
      const saved = saveEntity(before, firstOf(before));
      const after = structure.store();
      const id = after.spawn(null);
      restoreEntity(after, id, saved);
      after.tick(1);
      expect([called, after.status(id)]).toEqual([calls, status]);
    }
    function firstOf(store: Store): number {
      const id = store.spawn(null);
      store.tick(1);
      return id;
    }
  });

  it('has tokens that tell an old activation from a new one', () => {
    const tokens: number[] = [];
    const store = hsm(machine({ states: { a: leaf({ enter: (_body: null, _params, frame) => void tokens.push(frame.token), drive: idle }) }, transitions: [{ from: 'a', to: 'a', event: 'again' }] })).store();
    const id = store.spawn(null);
    store.tick(1);
    store.post(id, 'again');
    store.tick(1);
    expect(tokens.map((token) => store.alive(id, token))).toEqual([false, true]);
  });
});

describe('bounds', () => {
  it('a loop of instant steps yields after so many drives and goes on in the next tick', () => {
    let count = 0;
    const store = hsm(sequence({ loop: 'forever', steps: [once(() => count++)] })).store(1, { maxStepsPerTick: 10 });
    const records: StateRecord[] = [];
    traceStore(store, (record) => records.push(record));
    store.spawn(null);
    store.tick(1);
    expect(count).toBe(10);
    expect(records.at(-1)).toMatchObject({ type: 'budget', node: 'root/0', tick: 1 });
    store.tick(1);
    expect(count).toBe(20);
  });

  it('a full queue drops the newest event and says so', () => {
    const lost: string[] = [];
    const store = hsm(machine({ states: { a: idle }, transitions: [{ from: 'a', to: 'a', event: 'x' }] }), { queue: 2 }).store();
    traceStore(store, ({ type, detail }) => type === 'overflow' && lost.push(detail));
    const id = store.spawn(null);
    expect([store.post(id, 'x'), store.post(id, 'x'), store.post(id, 'x')]).toEqual([true, true, false]);
    expect(lost).toEqual(['x']);
  });
});

describe('events, as statecharts have them', () => {
  const idle = (): 0 => running;

  it('reach every child of a parallel, each of which takes its own transition', () => {
    const store = hsm(parallel('all', {
      legs: machine({ states: { walk: idle, stop: idle }, transitions: [{ from: 'walk', to: 'stop', event: 'hit' }] }),
      mouth: machine({ states: { quiet: idle, cry: idle }, transitions: [{ from: 'quiet', to: 'cry', event: 'hit' }] }),
    })).store();
    const id = store.spawn({});
    store.tick(0.1);
    store.post(id, 'hit');
    store.tick(0.1);
    expect(store.path(id)).toEqual(['root', 'legs/stop', 'mouth/cry']);
  });

  it('posted by callbacks come before those from outside that wait', () => {
    const store = hsm(machine({
      states: { a: idle, b: leaf({ enter: (_body, _params, frame) => frame.post('inside'), drive: idle }), byInside: idle, byOutside: idle },
      transitions: [{ from: 'a', to: 'b', event: 'first' }, { from: 'b', to: 'byInside', event: 'inside' }, { from: 'b', to: 'byOutside', event: 'second' }],
    })).store();
    const id = store.spawn({});
    store.tick(1);
    store.post(id, 'first');
    store.post(id, 'second');
    store.tick(1);
    expect(store.path(id)).toEqual(['root', 'byInside']);
  });

  it('posted by a state that is entered are heard before any leaf is driven', () => {
    const driven: string[] = [];
    const store = hsm(machine({
      states: { a: leaf({ enter: (_body, _params, frame) => frame.post('on'), drive: () => (driven.push('a'), running) }), b: () => (driven.push('b'), running) },
      transitions: [{ from: 'a', to: 'b', event: 'on' }],
    })).store();
    store.spawn({});
    store.tick(1);
    expect(driven).toEqual(['b']);
  });

  it('that two states throw at each other for ever end the tick all the same', () => {
    const ball = (event: string) => leaf({ enter: (_body: unknown, _params: unknown, frame: Frame) => frame.post(event), drive: idle });
    const store = hsm(machine({ states: { a: ball('go'), b: ball('come') }, transitions: [{ from: 'a', to: 'b', event: 'go' }, { from: 'b', to: 'a', event: 'come' }] })).store();
    const id = store.spawn({});
    for (let tick = 0; tick < 3; tick++) store.tick(1);
    expect(store.status(id)).toBe('running');
  });
});

describe('a misspelt key', () => {
  const idle = (): 0 => running;
  const states = { a: idle, b: idle };
  const wrong: readonly (readonly [right: string, make: () => unknown])[] = [
    ['exit', () => leaf({ drive: idle, exti: () => {} } as never)],
    ['when', () => machine({ states, transitions: [{ from: 'a', to: 'b', event: 'x', whn: () => false } as never] })],
    ['priority', () => machine({ states, transitions: [{ from: 'a', to: 'b', event: 'x', prioriy: 1 } as never] })],
    ['initial', () => machine({ states, inital: 'b' } as never)],
    ['loop', () => sequence({ steps: [idle], lopp: 'forever' } as never)],
    ['undo', () => once(() => {}, { undoo: () => {} } as never)],
    ['afterRestore', () => task(async () => {}, { afterRestor: 'fail' } as never)],
    ['maxStepsPerTick', () => hsm(idle).store(1, { maxStepPerTick: 2 } as never)],
    ['name', () => hsm(idle, { nam: 'x' } as never)],
    ['completion is `done`', () => machine({ states, transitions: [{ from: 'a', to: 'b', on: 'done' } as never] })],
  ];

  it.each(wrong)('is refused with the nearest name: %s', (right, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'unknown-key', hint: expect.stringContaining(right) }));
  });
});

import { describe, expect, it } from 'vitest';
import { failure, hsm, leaf, machine, once, parallel, picture, repeat, running, sequence, setSteps, steps, stepsStatus, sub, success, until, wait, type Drive, type ExitReason, type Step } from '../../src/hsm/internal.js';

/** One entity on a structure, with what its callbacks said. */
function play(root: Step<string[], undefined>): { readonly said: string[]; tick(times?: number): string; store: ReturnType<ReturnType<typeof hsm<string[]>>['store']>; id: number } {
  const store = hsm<string[]>(root).store(1);
  const said: string[] = [];
  const id = store.spawn(said);
  return {
    said,
    store,
    id,
    tick: (times = 1) => {
      said.length = 0;
      for (let tick = 0; tick < times; tick++) store.tick(1);
      return said.join(' ');
    },
  };
}

/** A leaf that says what happens to it and answers one status after the other. */
function saying(name: string, ...answers: (0 | 1 | 2)[]): Step<string[], undefined> {
  return leaf({
    cells: { at: 0 },
    enter: (said: string[]) => void said.push(`+${name}`),
    drive: (said: string[], _params, { cells }) => {
      said.push(name);
      return answers[Math.min(cells.at++, answers.length - 1)] ?? running;
    },
    exit: (said: string[], _params, why: ExitReason) => void said.push(`-${name}:${why}`),
  });
}

describe('a sequence', () => {
  it('runs its steps in order, and a step that ends hands over in the same tick', () => {
    const { tick, store, id } = play(sequence(saying('a', success), saying('b', running, success), saying('c', success)));
    expect(tick()).toBe('+a a -a:success +b b');
    expect(store.status(id)).toBe('running');
    expect(tick()).toBe('b -b:success +c c -c:success');
    expect(store.status(id)).toBe('success');
    expect(tick()).toBe('');
  });

  it('ends with the first failure, or skips it when told to', () => {
    expect(play(sequence(saying('a', failure), saying('b', success))).tick()).toBe('+a a -a:failure');
    const skipping = play(sequence({ steps: { a: saying('a', failure), b: saying('b', success) }, onFail: 'skip' }));
    expect(skipping.tick()).toBe('+a a -a:failure +b b -b:success');
    expect(skipping.store.status(skipping.id)).toBe('success');
  });

  it('repeats so many times, and a failure ends the repetition', () => {
    const twice = play(repeat(2, saying('a', success)));
    expect(twice.tick()).toBe('+a a -a:success +a a -a:success');
    expect(twice.store.status(twice.id)).toBe('success');
    const failing = play(repeat('forever', saying('a', running, failure)));
    expect(failing.tick(2)).toBe('+a a a -a:failure');
    expect(failing.store.status(failing.id)).toBe('failure');
  });
});

describe('once with undo', () => {
  const reserve: Step<string[], undefined> = once((said: string[]) => said.push('reserve'), { undo: (said) => said.push('release') });
  const pay: Step<string[], undefined> = once((said: string[]) => said.push('pay'), { undo: (said) => said.push('refund') });

  it('is taken back, last first, when a later step fails', () => {
    expect(play(sequence(reserve, pay, saying('deliver', failure))).tick()).toBe('reserve pay +deliver deliver -deliver:failure refund release');
  });

  it('is taken back when the sequence is aborted, and only what was done', () => {
    const { tick, store, id, said } = play(sequence(reserve, saying('walk'), pay));
    tick();
    said.length = 0;
    store.abort(id);
    expect(said).toEqual(['-walk:abort', 'release']);
  });

  it('stays done when the sequence succeeds', () => {
    expect(play(sequence(reserve, pay)).tick()).toBe('reserve pay');
  });

  it('works among the children of a parallel', () => {
    const { tick } = play(parallel('all', reserve, pay, saying('deliver', running, failure)));
    expect(tick()).toBe('+deliver reserve pay deliver');
    expect(tick()).toBe('deliver -deliver:failure refund release');
  });

  it('is refused where nothing can fail after it', () => {
    expect(() => hsm(reserve)).toThrow(/undo would never run.*root/);
  });
});

describe('waiting', () => {
  it('takes the seconds it says, whatever the length of a tick', () => {
    for (const dt of [1 / 60, 0.1, 0.25, 1, 3]) {
      const store = hsm(sequence(wait(2), once((log: string[]) => log.push('done')))).store();
      const log: string[] = [];
      store.spawn(log);
      let elapsed = -dt;
      while (log.length === 0) {
        store.tick(dt);
        elapsed += dt;
      }
      expect(elapsed).toBeGreaterThan(2 - 1e-6);
      expect(elapsed).toBeLessThan(2 + dt);
    }
  });

  it('does not begin at all for zero seconds', () => {
    expect(play(sequence(wait(0), saying('go', success))).tick()).toBe('+go go -go:success');
  });

  it('asks until the answer is yes', () => {
    let arrived = false;
    const { tick } = play(sequence(until(() => arrived), saying('eat', success)));
    expect(tick(3)).toBe('');
    arrived = true;
    expect(tick()).toBe('+eat eat -eat:success');
  });
});

describe('a parallel', () => {
  it('of all fails with the first failure and aborts the others, last first', () => {
    const { tick } = play(parallel('all', saying('a'), saying('b', running, failure), saying('c'), saying('d', success)));
    expect(tick()).toBe('+a +b +c +d a b c d -d:success');
    expect(tick()).toBe('a b -b:failure c -c:abort -a:abort');
  });

  it('of any succeeds with the first success and fails when all have failed', () => {
    expect(play(parallel('any', saying('a'), saying('b', success))).tick()).toBe('+a +b a b -b:success -a:abort');
    const { tick, store, id } = play(parallel('any', saying('a', failure), saying('b', running, failure)));
    expect(tick()).toBe('+a +b a -a:failure b');
    expect(tick()).toBe('b -b:failure');
    expect(store.status(id)).toBe('failure');
  });

  it('shows the path of every running child', () => {
    const { tick, store, id } = play(parallel('all', { legs: sequence({ steps: { walk: saying('w') } }), arms: saying('x', success), head: saying('h') }));
    tick();
    expect(store.path(id)).toEqual(['root', 'legs/walk', 'head']);
    expect(store.matches(id, 'root/legs/walk')).toBe(true);
    expect(store.matches(id, 'legs')).toBe(true);
    expect(store.matches(id, 'arms')).toBe(false);
    expect(store.matches(id, 'wings')).toBe(false);
  });
});

describe('a list of steps', () => {
  const table = (): ReturnType<typeof play> => play(steps({ actions: { eat: saying('eat', success), walk: saying('walk', running, success), fall: saying('fall', failure) }, maxSteps: 4 }));

  it('hands each step its own params', () => {
    const seen: unknown[] = [];
    const go = leaf({ enter: (_body: string[], params: { to: string }) => void seen.push(params.to), drive: () => success });
    const store = hsm(steps<string[], { go: { to: string } }>({ actions: { go } })).store();
    const id = store.spawn([]);
    setSteps(store, id, 'root', [{ action: 'go', params: { to: 'mill' } }, { action: 'go', params: { to: 'well' } }]);
    store.tick(1);
    expect(seen).toEqual(['mill', 'well']);
    expect(stepsStatus(store, id, 'root')).toEqual({ step: 2, total: 2, failedStep: -1, reason: undefined });
  });

  it('tells which step failed', () => {
    const { tick, store, id } = table();
    setSteps(store, id, 'root', [{ action: 'walk' }, { action: 'fall' }, { action: 'eat' }]);
    expect(tick()).toBe('+walk walk');
    expect(stepsStatus(store, id, 'root')).toEqual({ step: 0, total: 3, failedStep: -1, reason: undefined });
    expect(tick()).toBe('walk -walk:success +fall fall -fall:failure');
    expect(stepsStatus(store, id, 'root')).toMatchObject({ failedStep: 1, reason: 'failed' });
  });

  it('is exchanged while it runs: the old step is left at once, the new one entered at once', () => {
    const { tick, store, id, said } = table();
    setSteps(store, id, 'root', [{ action: 'walk' }]);
    tick();
    said.length = 0;
    setSteps(store, id, 'root', [{ action: 'eat' }]);
    expect(said).toEqual(['-walk:abort', '+eat']);
    expect(tick()).toBe('eat -eat:success');
  });

  it('refuses unknown actions and lists that are too long, and keeps the old list', () => {
    const { store, id } = table();
    setSteps(store, id, 'root', [{ action: 'walk' }]);
    expect(() => setSteps(store, id, 'root', [{ action: 'wlak' }])).toThrow(/no action "wlak".*did you mean "walk"/);
    expect(() => setSteps(store, id, 'root', Array.from({ length: 5 }, () => ({ action: 'eat' })))).toThrow(/5 steps are more than fit/);
    expect(() => setSteps(store, id, 'rot', [])).toThrow(/no steps state "rot"/);
    expect(stepsStatus(store, id, 'root')).toMatchObject({ total: 1 });
  });

  it('takes a precheck that answers neither true nor false for a refusal, and reports it', () => {
    const store = hsm<string[]>(steps({ actions: { eat: saying('eat', success) }, precheck: () => 'yes' as never })).store(1);
    const said: string[] = [];
    const id = store.spawn(said);
    setSteps(store, id, 'root', [{ action: 'eat' }]);
    store.tick(1);
    expect([store.status(id), said, (store.lastError!.error as Error).message]).toEqual(['failure', [], expect.stringContaining('must answer true or false, not "yes"')]);
  });

  it('checks a step before it enters it, and calls a refused one stale', () => {
    let axe = true;
    const structure = hsm(steps<string[], { goTo: undefined; chop: undefined }>({ actions: { goTo: saying('goTo', running, success), chop: saying('chop') }, precheck: (_body, action) => action !== 'chop' || axe }));
    const store = structure.store();
    const said: string[] = [];
    const id = store.spawn(said);
    setSteps(store, id, 'root', [{ action: 'goTo' }, { action: 'chop' }]);
    store.tick(1);
    axe = false;
    store.tick(1);
    expect(said).toEqual(['+goTo', 'goTo', 'goTo', '-goTo:success']);
    expect(store.status(id)).toBe('failure');
    expect(stepsStatus(store, id, 'root')).toEqual({ step: 1, total: 2, failedStep: 1, reason: 'stale' });
  });
});

describe('a machine', () => {
  it('answers events from inside out, guards from outside in', () => {
    let danger = false;
    const inner = machine({ states: { sit: saying('sit'), stand: saying('stand') }, transitions: [{ from: 'sit', to: 'stand', event: 'call' }, { from: 'sit', to: 'stand', when: () => danger }] });
    const { tick, store, id } = play(machine({ states: { calm: inner, fled: saying('flee') }, transitions: [{ from: 'calm', to: 'fled', event: 'call' }, { from: 'calm', to: 'fled', when: () => danger }] }));
    tick();
    expect(store.post(id, 'call')).toBe(true);
    expect(tick()).toBe('-sit:abort +stand stand');
    store.post(id, 'call');
    expect(tick()).toBe('-stand:abort +flee flee');
    store.restart(id);
    tick();
    danger = true;
    expect(tick()).toBe('-sit:abort +flee flee');
    expect(store.post(id, 'sneeze')).toBe(false);
  });

  it('can end itself by a transition', () => {
    const { tick, store, id } = play(sequence(machine({ states: { dig: saying('dig') }, transitions: [{ from: 'dig', to: 'succeed', after: 2 }] }), saying('rest')));
    expect(tick(2)).toBe('+dig dig dig');
    expect(tick()).toBe('-dig:abort +rest rest');
    store.restart(id);
    const failing = play(machine({ states: { dig: saying('dig') }, transitions: [{ from: '*', to: 'fail', event: 'rain' }] }));
    failing.tick();
    failing.store.post(failing.id, 'rain');
    expect(failing.tick()).toBe('-dig:abort');
    expect(failing.store.status(failing.id)).toBe('failure');
  });

  it('goes back to where it was, one level or all the way', () => {
    let alarm = false;
    const day = (history: 'none' | 'step' | 'deep'): Step<string[], undefined> =>
      machine({
        states: {
          work: machine({
            history,
            states: { a: saying('a'), b: sequence(saying('b1', running, success), saying('b2')) },
            transitions: [{ from: 'a', to: 'b', event: 'next' }],
          }),
          hide: saying('hide'),
        },
        transitions: [{ from: 'work', to: 'hide', when: () => alarm }, { from: 'hide', to: 'work', when: () => !alarm }],
      });
    for (const [history, back] of [['none', '+a a'], ['step', '+b1 b1'], ['deep', '+b2 b2']] as const) {
      alarm = false;
      const { tick, store, id } = play(day(history));
      tick();
      store.post(id, 'next');
      tick(2);
      expect(store.path(id)).toEqual(['root', 'work', 'b', '1']);
      alarm = true;
      tick();
      alarm = false;
      expect(tick()).toBe(`-hide:abort ${back}`);
    }
  });

  it('contains another structure under the name it has there', () => {
    const fight = hsm(sequence({ steps: { draw: saying('draw', success), strike: saying('strike') } }));
    const { tick, store, id } = play(machine({ states: { peace: saying('peace', success), war: sub(fight) }, transitions: [{ from: 'peace', to: 'war', done: 'any' }] }));
    expect(tick()).toBe('+peace peace -peace:success +draw draw -draw:success +strike strike');
    expect(store.path(id)).toEqual(['root', 'war', 'strike']);
  });
});

describe('a definition that is wrong', () => {
  const rest: Drive = () => running;
  const wrong: [string, () => unknown, RegExp][] = [
    ['a transition to nowhere', () => machine({ states: { walk: rest }, transitions: [{ from: 'walk', to: 'wlk' as never, after: 1 }] }), /no state "wlk".*did you mean "walk".*machine.transitions\[0\].to/],
    ['an unknown first state', () => machine({ states: { walk: rest }, initial: 'run' as never }), /no state "run"/],
    ['two triggers', () => machine({ states: { walk: rest }, transitions: [{ from: 'walk', to: 'walk', after: 1, event: 'go' }] }), /one trigger, not event and after/],
    ['no trigger', () => machine({ states: { walk: rest }, transitions: [{ from: 'walk', to: 'walk' }] }), /needs a trigger/],
    ['no states', () => sequence(), /no steps/],
    ['a step that is none', () => sequence(3 as never), /function or a state, not 3/],
    ['a leaf without drive', () => leaf({} as never), /leaf.drive must be a function, not nothing/],
    ['a cell that is no number', () => leaf({ cells: { shots: 'many' as never }, drive: rest }), /cell "shots"/],
    ['half a round', () => repeat(1.5, rest), /whole number of times/],
    ['a wait backwards', () => wait(-1), /wait takes seconds/],
    ['a slash in a name', () => sequence({ steps: { 'a/b': rest } }), /"\/" in its name/],
    ['a dangerous name', () => machine({ states: JSON.parse('{"__proto__": 1}') as never }), /may not be named/],
    ['too deep a structure', () => hsm(Array.from({ length: 60 }).reduce<Step<null>>((inner) => sequence(inner), rest)), /nested too deeply/],
    ['more params than the row can hold', () => steps({ actions: { a: rest }, maxSteps: 5000 }), /1 to 1024/],
  ];
  it.each(wrong)('%s is refused with its place', (_what, define, text) => {
    expect(define).toThrow(text);
  });
});

describe('a structure', () => {
  it('shows itself as a Mermaid diagram with the active states marked', () => {
    const structure = hsm(machine({ states: { walk: (): 0 => running, rest: wait(1) }, transitions: [{ from: 'walk', to: 'rest', event: 'tired' }, { from: 'rest', to: 'walk', done: 'any' }] }), { name: 'day' });
    expect(picture(structure, ['day/rest'])).toBe(
      [
        'stateDiagram-v2',
        '  classDef active font-weight:bold,stroke-width:3px',
        '  state "day (machine)" as s4',
        '  state s4 {',
        '    state "walk" as s5',
        '    state "rest" as s6',
        '    [*] --> s5',
        '    s5 --> s6 : tired',
        '    s6 --> s5 : done',
        '  }',
        '  class s6 active',
      ].join('\n'),
    );
  });

  it('has the same hash for the same shape, whatever its functions do', () => {
    const make = (name: string, answer: 0 | 1): string => hsm(sequence({ steps: { [name]: () => answer } })).hash;
    expect(make('a', running)).toBe(make('a', success));
    expect(make('a', running)).not.toBe(make('b', running));
  });
});

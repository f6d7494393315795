import { describe, expect, it } from 'vitest';
import { codegen, compileStates, failure, hsm, leaf, machine, once, restoreRow, running, saveRow, sequence, StateStore, success, traceStore, wait, type FunctionMaker, type Step } from '../../src/hsm/internal.js';
import { Columns, Problem } from '../../src/core/internal.js';
import { spoken } from '../speech.js';
import { makeFunction } from './make-function.js';

const idle = (): typeof running => running;

function problemOf(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    return error as Problem;
  }
  throw new Error('nothing was thrown');
}

/** The text that is generated for a structure. */
function textOf(root: Step<any, undefined>): string {
  let seen = '';
  hsm(root, { codegen: codegen((parameters, text) => ((seen = text), makeFunction(parameters, text))) });
  return seen;
}

/** What bodies note in some ticks of a whole store, interpreted and generated. */
function bothManners(root: Step<string[], undefined>, ticks: number, options: { readonly maxStepsPerTick?: number; readonly entities?: number } = {}): readonly [string[][], string[][]] {
  const notes = [{}, { codegen: codegen(makeFunction) }].map((manner) => {
    const store = hsm(root, manner).store(0, { onError: (_entity, path, error) => bodies[0]!.push(`${path}: ${(error as Error).message}`), ...options });
    const bodies = Array.from({ length: options.entities ?? 3 }, (): string[] => []);
    bodies.forEach((body) => store.spawn(body));
    for (let tick = 0; tick < ticks; tick++) store.tick(0.5);
    return bodies;
  });
  return [notes[0]!, notes[1]!];
}

describe('a maker of functions', () => {
  it('is called once for a structure, with names and a text, and never while stores are made and ticked', () => {
    const calls: (readonly string[])[] = [];
    const structure = hsm(sequence(idle, idle), { codegen: codegen((parameters, text) => (calls.push(parameters), makeFunction(parameters, text))) });
    for (let count = 0; count < 3; count++) {
      const store = structure.store();
      store.spawn(null);
      store.tick(1);
    }
    expect(calls).toHaveLength(1);
    expect(calls[0]!.every((name) => /^[a-z]+$/.test(name))).toBe(true);
  });

  it('is refused when the structure is compiled if it is no function', () => {
    for (const wrong of [true, 'new Function', {}, null, 1]) {
      const problem = problemOf(() => hsm(idle, { codegen: codegen(wrong as unknown as FunctionMaker) }));
      expect(problem.code).toBe('bad-codegen');
      expect(problem.path).toBe('options.codegen');
      expect(problem.hint).toContain('new Function(...parameters, text)');
    }
  });

  it('is refused when it makes no function, or one that does not come from the text', () => {
    const wrong: [FunctionMaker, RegExp][] = [
      [(() => undefined) as unknown as FunctionMaker, /must return the function that it made, not nothing/],
      [((_parameters: readonly string[], text: string) => text) as unknown as FunctionMaker, /must return the function that it made/],
      [() => () => 7, /of the parameters and the text that it was given/],
    ];
    for (const [maker, message] of wrong) {
      const problem = problemOf(() => compileStates({ root: idle }, { codegen: codegen(maker) }));
      expect(problem.code).toBe('bad-codegen');
      expect(problem.message).toMatch(message);
    }
  });

  it('says what to do where a content security policy forbids making functions', () => {
    const policy = new EvalError('Refused to evaluate a string as JavaScript because \'unsafe-eval\' is not an allowed source');
    let calls = 0;
    const problem = problemOf(() =>
      hsm(idle, {
        codegen: codegen(() => {
          calls++;
          throw policy;
        }),
      }),
    );
    expect(problem).toBeInstanceOf(Problem);
    expect(problem.code).toBe('codegen-refused');
    expect(problem.message).toContain('unsafe-eval');
    expect(problem.hint).toContain('leave codegen out');
    expect(calls).toBe(1);
    // A maker that drops the parameters makes a function whose names are not there.
    expect(problemOf(() => hsm(idle, { codegen: codegen((_parameters, text) => makeFunction([], text)) })).code).toBe('codegen-refused');
  });
});

describe('the generated text', () => {
  it('has nothing of the user in it but numbers', () => {
    const nasty = '"]; throw new Error(`out`); ${1} \' \\ \u2028 <!--';
    const parts = { cells: { [nasty]: 1.5 }, drive: idle };
    const text = textOf(
      machine({
        states: { [nasty]: leaf(parts), [`${nasty}2`]: sequence({ steps: { [nasty]: leaf(parts), [`${nasty}2`]: leaf(parts) }, loop: 'forever' }) },
        transitions: [
          { from: '*', to: `${nasty}2`, when: () => false },
          { from: nasty, to: `${nasty}2`, after: 0.25 },
          { from: '*', to: nasty, event: nasty },
        ],
      }),
    );
    expect(text).toContain('0.25');
    expect(text).not.toMatch(/throw|Error|[$"`\u2028\\]|<!--/);
    const words = new Set(text.match(/[A-Za-z_]\w*/g));
    // The same words stand in it whatever the names are; only numbers hang on them.
    const plain = new Set(textOf(machine({ states: { a: leaf({ cells: { x: 1.5 }, drive: idle }), b: sequence({ steps: { c: leaf({ cells: { x: 1.5 }, drive: idle }), d: leaf({ cells: { x: 1.5 }, drive: idle }) }, loop: 'forever' }) }, transitions: [{ from: '*', to: 'b', when: () => false }, { from: 'a', to: 'b', after: 0.25 }, { from: '*', to: 'a', event: 'e' }] })).match(/[A-Za-z_]\w*/g));
    expect(words).toEqual(plain);
  });

  it('writes cells so that they read back as they were, whatever number that is', () => {
    const numbers = { zero: 0, minusZero: -0, nan: NaN, endless: Infinity, below: -Infinity, third: 1 / 3, tiny: 5e-324, huge: -1.7976931348623157e308 };
    const tell = leaf<string[], undefined, any, typeof numbers>({
      cells: numbers,
      drive: (notes, _params, { cells }) => {
        notes.push(...Object.values({ ...cells }).map((value) => (Object.is(value, -0) ? '-0' : String(value))));
        for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) cells[name] = 7;
        return success;
      },
    });
    const pause = (notes: string[]): typeof success => (notes.push('pause'), success);
    const [interpreted, generated] = bothManners(sequence({ steps: { tell, pause, again: tell }, loop: 'forever' }), 3);
    expect(generated).toEqual(interpreted);
    expect(generated[0]!.slice(0, 8)).toEqual(['0', '-0', 'NaN', 'Infinity', '-Infinity', '0.3333333333333333', '5e-324', '-1.7976931348623157e+308']);
    expect(new Set(generated[0]!.filter((note) => note !== 'pause')).has('7')).toBe(false);
  });
});

describe('a generated tick', () => {
  it('shows every callback its own frame, in the leaf it began with and in those that follow', () => {
    const tell = leaf<string[], undefined, { ring: undefined }, { n: number }>({
      cells: { n: 0 },
      drive: (notes, _params, { slot, token, elapsed, dt, cells, post }) => {
        notes.push([slot, token, elapsed, dt, cells.n].join(' '));
        if (cells.n === 1) post('ring');
        return cells.n++ < 2 ? running : success;
      },
    });
    const quiet = leaf<string[], undefined>({ timed: false, drive: (notes, _params, { slot, token, elapsed, cells }) => (notes.push([slot, token, elapsed, Object.keys(cells as object).length].join(' ')), success) });
    const root = machine<string[], undefined>({
      states: { work: sequence({ steps: { tell, quiet, again: tell }, loop: 'forever' }), pause: (notes) => (notes.push('pause'), notes.length % 2 === 0 ? success : running) },
      transitions: [{ from: 'work', to: 'pause', event: 'ring', when: (notes) => notes.length % 3 !== 0 }, { from: 'pause', to: 'work', done: 'any' }],
    });
    const [interpreted, generated] = bothManners(root, 14);
    expect(generated).toEqual(interpreted);
    // The event is answered in the tick in which it was posted; elapsed, cells and token are those of the activation.
    expect(generated[2]!.slice(0, 9)).toEqual(['2 1 0 0.5 0', '2 1 0.5 0.5 1', 'pause', 'pause', '2 3 0 0.5 0', '2 3 0.5 0.5 1', '2 3 1 0.5 2', '2 4 NaN 0', '2 5 0 0.5 0']);
  });

  it('answers in the same tick what a following leaf posts when it is driven for the first time', () => {
    const root = machine<string[], undefined, { ring: undefined }>({
      states: { work: sequence({ steps: { go: (notes) => (notes.push('go'), notes.length > 2 ? success : running), ring: (notes, _params, { post }) => (notes.push('ring'), post('ring'), running) } }), heard: (notes) => (notes.push('heard'), running) },
      transitions: [{ from: 'work', to: 'heard', event: 'ring', when: (notes) => notes.push('asked') > 0 }],
    });
    for (const manner of [{}, { codegen: codegen(makeFunction) }]) {
      const store = hsm(root, manner).store();
      const notes: string[] = [];
      const id = store.spawn(notes);
      for (let tick = 0; tick < 3; tick++) store.tick(1);
      expect(notes).toEqual(['go', 'go', 'go', 'ring', 'asked']);
      expect(store.path(id)).toEqual(['root', 'heard']);
    }
  });

  it('shows each leaf its own time, whoever was driven before it: 0 when it begins, NaN when it keeps none', () => {
    const say = (name: string, timed: boolean): Step<string[], undefined> =>
      leaf({
        cells: { n: 0 },
        timed,
        drive: (notes, _params, { elapsed, cells }) => {
          notes.push(`${name} ${elapsed}`);
          return cells.n++ < 2 ? running : success;
        },
      });
    const root = machine<string[], undefined>({
      states: { work: sequence({ steps: { a: say('a', true), b: say('b', true), c: say('c', false) } }), d: leaf({ timed: false, enter: (notes, _params, { elapsed }) => void notes.push(`+d ${elapsed}`), drive: (notes, _params, { elapsed }) => (notes.push(`d ${elapsed}`), running) }) },
      transitions: [{ from: 'work', to: 'd', done: 'any' }],
    });
    // Each tick for all, as generated code and interpreted, or one by one.
    for (const [manner, oneByOne] of [[{}, false], [{ codegen: codegen(makeFunction) }, false], [{}, true]] as const) {
      const store = hsm(root, manner).store();
      const bodies: string[][] = [];
      const ids: number[] = [];
      for (let tick = 0; tick < 12; tick++) {
        // One more begins every tick, so that they are at different places side by side.
        bodies.push([]);
        ids.push(store.spawn(bodies.at(-1)!));
        if (oneByOne) for (const id of ids) store.tickOne(id, 0.5);
        else store.tick(0.5);
      }
      expect(bodies[0]).toEqual(['a 0', 'a 0.5', 'a 1', 'b 0', 'b 0.5', 'b 1', 'c NaN', 'c NaN', 'c NaN', '+d NaN', 'd NaN', 'd NaN', 'd NaN', 'd NaN', 'd NaN', 'd NaN']);
      bodies.forEach((body) => expect(bodies[0]!.slice(0, body.length)).toEqual(body));
    }
  });

  it('takes an answer that is no status for a failure also where another step would follow', () => {
    const [interpreted, generated] = bothManners(sequence<string[], undefined>({ steps: [(notes) => (notes.push('odd'), 9 as unknown as typeof running), (notes) => (notes.push('next'), running)] }), 3);
    expect(generated).toEqual(interpreted);
    expect(generated[1]).toEqual(['odd']);
  });

  it('forgives a clock the last digit: ten tenths are a second', () => {
    for (const maker of [undefined, makeFunction]) {
      const store = hsm(machine({ states: { rest: idle, go: idle }, transitions: [{ from: 'rest', to: 'go', after: 1 }] }), maker === undefined ? {} : { codegen: codegen(maker) }).store();
      const id = store.spawn(null);
      // Entered in the first tick, with no time gone by.
      for (let tick = 0; tick < 10; tick++) store.tick(0.1);
      expect(store.path(id)).toEqual(['root', 'rest']);
      store.tick(0.1);
      expect(store.path(id)).toEqual(['root', 'go']);
    }
  });

  it('drives no more leaves than a tick may', () => {
    const counting = once<string[], undefined>((notes) => notes.push('step'));
    for (const maxStepsPerTick of [1, 2, 3, 16]) {
      const [interpreted, generated] = bothManners(sequence({ steps: [counting, counting, counting, counting, counting], loop: 'forever' }), 4, { maxStepsPerTick });
      expect(generated).toEqual(interpreted);
      expect(generated[1]).toHaveLength(4 * maxStepsPerTick);
    }
  });

  it('takes what a leaf throws, and what it answers that is no status, for a failure of that leaf', () => {
    const letters = ['ok', 'throw', 'ok', 'answer', 'ok'];
    const play: Step<string[], undefined> = (notes) => {
      const letter = letters[notes.length % letters.length]!;
      notes.push(letter);
      if (letter === 'throw') throw new Error('thrown');
      return letter === 'answer' ? (9 as unknown as typeof running) : running;
    };
    const [interpreted, generated] = bothManners(
      machine<string[], undefined>({ states: { play, rest: (notes) => (notes.push('rest'), success) }, transitions: [{ from: 'play', to: 'rest', done: 'failure' }, { from: 'rest', to: 'play', done: 'any' }] }),
      12,
    );
    expect(generated).toEqual(interpreted);
    expect(generated[0]!.some((note) => note.includes('thrown'))).toBe(true);
    if (spoken) expect(generated[0]!.some((note) => note.includes('running, success or failure'))).toBe(true);
  });

  it('takes a guard that throws for a no, and asks the others', () => {
    const [interpreted, generated] = bothManners(
      machine<string[], undefined>({
        states: { a: (notes) => (notes.push('a'), running), b: (notes) => (notes.push('b'), running) },
        transitions: [
          { from: 'a', to: 'b', when: (notes) => { if (notes.length === 2) throw new Error('no eyes'); return false; } },
          { from: 'a', to: 'b', when: (notes) => notes.length > 4 },
          { from: 'b', to: 'a', after: 1 },
        ],
      }),
      9,
    );
    expect(generated).toEqual(interpreted);
    expect(generated[0]).toContain('root.when: no eyes');
    expect(generated[1]).toContain('b');
  });

  it('takes a guard that answers neither true nor false for a no, wherever it stands among the others, and reports it', () => {
    const answers: readonly unknown[] = ['no', undefined, 0, 1, Promise.resolve(true), null, {}];
    for (let place = 0; place < 4; place++) {
      for (const after of [undefined, 1]) {
        const guards = Array.from({ length: 4 }, (_, index) => (notes: string[]) => (index === place ? (answers[notes.length % answers.length] as boolean) : notes.length > 12 && index === 3));
        const [interpreted, generated] = bothManners(
          machine<string[], undefined>({
            states: { a: (notes) => (notes.push('a'), running), b: (notes) => (notes.push('b'), running) },
            transitions: guards.map((when, index) => ({ from: 'a' as const, to: 'b' as const, when, ...(after !== undefined && index % 2 === 0 ? { after } : {}) })),
          }),
          20,
        );
        expect(generated).toEqual(interpreted);
        if (spoken) expect(generated[0]!.filter((note) => note.startsWith('root.when: a condition must answer true or false')).length).toBeGreaterThan(5);
        expect(generated[1]!.includes('b')).toBe(place !== 3);
      }
    }
  });

  it('is the same when there are more leaves than get code of their own', () => {
    const many = Array.from({ length: 300 }, (_, index): Step<string[], undefined> => leaf({ cells: { left: index % 3 }, drive: (notes, _params, { cells }) => (notes.push(`${index}`), cells.left-- > 0 ? running : index === 299 ? failure : success) }));
    const [interpreted, generated] = bothManners(sequence({ steps: many }), 400);
    expect(generated).toEqual(interpreted);
    expect(generated[0]!.at(-1)).toBe('299');
    expect(textOf(sequence({ steps: many })).length).toBeLessThan(100_000);
  });

  it('lays to sleep and wakes as the interpreted one does', () => {
    const root = sequence<string[], undefined>({ steps: { wait: wait(1.5), say: once((notes) => notes.push('awake')), go: leaf({ cells: { n: 0 }, drive: (notes, _params, { cells }) => (notes.push('go'), cells.n++ < 2 ? running : success) }) }, loop: 'forever' });
    const [plain, coded] = [{}, { codegen: codegen(makeFunction) }].map((manner) => {
      const store = hsm(root, manner).store();
      const body: string[] = [];
      store.spawn(body);
      return { body, driven: Array.from({ length: 24 }, () => store.tick(0.5)) };
    });
    expect(coded).toEqual(plain);
    expect(coded!.driven).toContain(0);
    expect(coded!.body.filter((note) => note === 'awake').length).toBeGreaterThan(2);
  });

  it('tells a tracer everything, also one that comes later', () => {
    const root = sequence<null, undefined>({ steps: [idle, idle] });
    const records = [{}, { codegen: codegen(makeFunction) }].map((manner) => {
      const store = hsm(root, manner).store();
      const seen: unknown[] = [];
      store.spawn(null);
      store.tick(1);
      traceStore(store, (record) => seen.push(record));
      store.tick(1);
      return seen;
    });
    expect(records[1]).toEqual(records[0]);
    expect(records[1]!.length).toBeGreaterThan(0);
  });

  it('serves stores of one structure that tick inside each other', () => {
    const inner: (() => void)[] = [];
    const count = leaf<string[], undefined, any, { n: number }>({
      cells: { n: 0 },
      drive: (notes, _params, { cells }) => {
        const before = cells.n;
        if (notes.length === 2) inner.pop()?.();
        cells.n++;
        notes.push(`${before}`);
        return running;
      },
    });
    const structure = hsm<string[]>(count, { codegen: codegen(makeFunction) });
    const [outer, other] = [structure.store(), structure.store()];
    const notes: string[][] = [[], [], []];
    for (const note of notes) outer.spawn(note);
    const others: string[] = ['x', 'y', 'z'];
    other.spawn(others);
    inner.push(() => void other.tick(1), () => void other.tick(1));
    for (let tick = 0; tick < 5; tick++) outer.tick(1);
    expect(notes).toEqual([['0', '1', '2', '3', '4'], ['0', '1', '2', '3', '4'], ['0', '1', '2', '3', '4']]);
    expect(others).toEqual(['x', 'y', 'z', '0', '1']);
  });

  it('fits the rows of the interpreted one: saves of one are taken up by the other', () => {
    const root = sequence<null, undefined>({ steps: [leaf({ cells: { n: 3 }, drive: (_body, _params, { cells }) => (cells.n-- > 0 ? running : success) }), idle] });
    const [plain, coded] = [compileStates({ root: root as Step }), compileStates({ root: root as Step }, { codegen: codegen(makeFunction) })];
    expect(coded.hash).toBe(plain.hash);
    const store = new StateStore(coded, { columns: new Columns(8) });
    store.begin(0, 0);
    for (let tick = 0; tick < 2; tick++) store.driveAll(new Uint32Array([1]), [null], undefined, 1);
    const other = new StateStore(plain, { columns: new Columns(8) });
    expect(restoreRow(other, 0, saveRow(store, 0), 'error', null, undefined).outcome).toBe('exact');
    expect(saveRow(other, 0)).toEqual(saveRow(store, 0));
  });
});

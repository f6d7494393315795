import { inspect } from 'node:util';
import { brain, crowd, domain, flag, int, isProblem, perceive, running } from 'ganglion';
import { describe, expect, it } from 'vitest';
import { makeLayout, oneOf, per, readingView, snapshotOf, startState, writingView } from '../../src/facts/internal.js';

const sets = { box: ['stove', 'shed'] };
const layout = makeLayout({ at: oneOf('post', 'gate'), ammo: int(0, 6), seen: flag, stock: per(['box'], int(0, 3)) }, {}, sets);
const values = { at: 'gate', ammo: 4, seen: true, stock: { stove: 0, shed: 2 } };

const views = {
  'that looks': () => readingView(layout),
  'that writes': () => writingView(layout, () => {}),
} as const;

describe.each(Object.entries(views))('a view %s', (_what, make) => {
  const open = (): object => {
    const { view, point } = make();
    point(startState(values, layout, 'start'), 0);
    return view as object;
  };

  it('is its facts: for JSON, spread, keys, text, consoles and tests', () => {
    const view = open();
    expect(JSON.parse(JSON.stringify(view))).toEqual(values);
    expect({ ...view }).toEqual(values);
    expect(Object.keys(view)).toEqual(Object.keys(values));
    expect(`${view as { toString(): string }}`).toBe(JSON.stringify(values));
    expect(inspect(view)).toBe(inspect(values));
    expect(view).toEqual(values);
    expect(view).not.toEqual({ ...values, ammo: 5 });
  });

  it('takes no other property', () => {
    expect(() => Object.assign(open(), { amo: 1 })).toThrow(TypeError);
  });

  it('that is shut refuses to be read and written, and says whose it was', () => {
    const { view, point, shut } = writingView<{ ammo: number }>(layout, () => {}, 'sensor senses.timed.eyes');
    const words = startState(values, layout, 'start');
    point(words, 0);
    shut();
    for (const use of [() => view.ammo, () => (view.ammo = 1)]) expect(use).toThrow(/the facts of sensor senses\.timed\.eyes were used after its call/);
    expect(words).toEqual(startState(values, layout, 'start'));
    point(words, 0);
    expect(view.ammo).toBe(4);
  });
});

describe('a snapshot of facts', () => {
  it('prints as what it is and stays as it is', () => {
    const words = startState(values, layout, 'start');
    const facts = snapshotOf(layout, words, 0);
    words.fill(0);
    expect(facts).toStrictEqual(values);
    expect(`${facts as { toString(): string }}`).toBe(JSON.stringify(values));
    expect(inspect(facts)).toBe(inspect(values));
    expect(Object.isFrozen(facts)).toBe(true);
  });
});

describe('the facts of minds', () => {
  const purse = domain({ facts: { gold: int(0, 100), rich: flag }, actions: { work: { effects: { rich: true } } }, goals: { getRich: { rich: true } } });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };

  it('show what each believes', () => {
    const someone = brain(perceive(purse, (body: { gold: number }, facts) => void (facts.gold = body.gold)), { utility: { getRich: 1 }, steps: { work: () => running } });
    const world = crowd();
    const [one, two] = [1, 2].map((gold) => world.spawn(someone, { gold }));
    world.tick(0.1);
    const facts = [one!.facts, two!.facts];
    expect(facts).toEqual([{ gold: 1, rich: false }, { gold: 2, rich: false }]);
    expect(JSON.stringify(facts)).toBe('[{"gold":1,"rich":false},{"gold":2,"rich":false}]');
  });

  it('cannot be reached by a sensor that answers late: it is told, and nobody else\'s belief changes', async () => {
    const late: unknown[] = [];
    const banker = brain(
      perceive(purse, {
        // An async function where a plain one belongs: what a user of plain JavaScript writes.
        always: (async (body: { gold: number; bank: Promise<void> }, facts: { gold: number }) => {
          await body.bank;
          try {
            facts.gold = body.gold;
          } catch (error) {
            late.push(isProblem(error) ? `${error.code}: ${error.message}` : error);
          }
        }) as (body: { gold: number; bank: Promise<void> }, facts: { gold: number }) => void,
      }),
      { utility: { getRich: 1 }, steps: { work: () => running } },
    );
    const world = crowd();
    const rich = world.spawn(banker, { gold: 99, bank: settle() });
    const poor = world.spawn(banker, { gold: 1, bank: Promise.resolve() });
    world.tick(0.1);
    await settle();
    expect([rich.facts.gold, poor.facts.gold]).toEqual([0, 0]);
    expect(late).toHaveLength(2);
    for (const text of late) expect(text).toMatch(/^view-kept: the facts of sensor senses\.always were used after its call/);
  });

  it('cannot be reached through a view that was kept', () => {
    let kept: { gold: number } | undefined;
    const keeper = brain(perceive(purse, (body: { gold: number }, facts) => {
      kept ??= facts;
      facts.gold = body.gold;
    }), { utility: { getRich: 1 }, steps: { work: () => running } });
    const world = crowd();
    const [one, two] = [1, 2].map((gold) => world.spawn(keeper, { gold }));
    world.tick(0.1);
    expect(() => (kept!.gold = 77)).toThrow(/used after its call/);
    expect([one!.facts.gold, two!.facts.gold]).toEqual([1, 2]);
  });
});

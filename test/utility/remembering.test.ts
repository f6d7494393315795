import { Columns } from '../../src/core/internal.js';
import { Chooser, compileOptions, type Option, perTarget, restoreChoice, saveChoice, type SavedChoice } from 'ganglion/utility';
import { describe, expect, it } from 'vitest';
import { restoreKeys, saveKeys, targetKey } from '../../src/utility/internal.js';

interface Hunter {
  readonly preys: readonly { readonly id: string | number; readonly near: number }[];
  readonly tired: number;
}

const hunt = perTarget((hunter: Hunter) => hunter.preys, { considerations: { near: (_hunter: Hunter, _facts: null, prey) => prey.near }, cooldown: 60 });
const rest: Option<Hunter, null> = { considerations: { tired: (hunter) => hunter.tired }, cooldown: 5, penalty: { amount: 0.5, over: 10 } };
const options = { hunt, rest, idle: 0.05 };
const tuning = { scoreDecay: 0.1 };
const make = (columns = new Columns(4)): Chooser<Hunter, null> => new Chooser(compileOptions<Hunter, null>(options, tuning), { columns });
const forest: Hunter = { preys: [{ id: 'deer', near: 0.8 }, { id: 7, near: 0.6 }, { id: -2.5, near: 0.5 }], tired: 0.4 };

/** A hunter who let the deer go, rested, and is after number 7 now. */
function experienced(chooser: Chooser<Hunter, null>, slot: number): void {
  chooser.decide(slot, forest, null, 0, null);
  chooser.release(slot);
  chooser.decide(slot, { ...forest, preys: [] }, null, 1, null);
  chooser.release(slot);
  chooser.decide(slot, forest, null, 1.5, null);
}

describe('what a mind remembers', () => {
  it('is JSON by name', () => {
    const chooser = make();
    experienced(chooser, 2);
    expect(saveChoice(chooser, 2)).toEqual({
      option: 'hunt',
      target: 7,
      held: 0,
      floor: expect.closeTo(0.6, 6),
      cooldowns: [{ option: 'hunt', target: 'deer', seconds: 57.5 }, { option: 'rest', seconds: 3.5 }],
      penalties: { rest: expect.closeTo(0.425, 6) },
    });
    expect(saveChoice(chooser, 0)).toEqual({});
  });

  it('goes on in another chooser, targets found again by key', () => {
    const chooser = make();
    experienced(chooser, 0);
    const fresh = make();
    expect(restoreChoice(fresh, 3, JSON.parse(JSON.stringify(saveChoice(chooser, 0))) as SavedChoice)).toEqual([]);
    expect([targetKey(fresh, 3), fresh.target(3)]).toEqual([7, undefined]);
    for (const [seconds, prey] of [[1, 1], [1, 1], [60, 0]] as const) {
      expect(fresh.decide(3, forest, null, seconds, null)).toBe(chooser.decide(0, forest, null, seconds, null));
      expect(fresh.target(3)).toBe(forest.preys[prey]);
      expect(saveChoice(fresh, 3)).toEqual(saveChoice(chooser, 0));
    }
  });

  it('survives options that come and go: the rest is kept, the lost is told', () => {
    const chooser = make();
    experienced(chooser, 0);
    const changed = new Chooser(compileOptions<Hunter, null>({ idle: 0.05, rests: 0.1, hunt: 0.5 }), { columns: new Columns(1) });
    expect(restoreChoice(changed, 0, saveChoice(chooser, 0))).toEqual([
      'option "hunt" has no such cooldown any more',
      'option "rest" is not there any more; did you mean "rests"?',
      'option "rest" is not there any more; did you mean "rests"?',
    ]);
    expect(saveChoice(changed, 0)).toEqual({ option: 'hunt', held: 0 });
    const softer = new Chooser(compileOptions<Hunter, null>({ rest: { considerations: {}, cooldown: 5 } }), { columns: new Columns(1) });
    expect(restoreChoice(softer, 0, { penalties: { rest: 0.5 }, cooldowns: [{ option: 'rest', seconds: 2 }] })).toEqual(['option "rest" has no penalty any more']);
    expect(saveChoice(softer, 0)).toEqual({ cooldowns: [{ option: 'rest', seconds: 2 }] });
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a number for an option', { option: 3 }],
    ['a negative time', { option: 'hunt', held: -1 }],
    ['a time that is none', { option: 'hunt', held: NaN }],
    ['a target that is an object', { option: 'hunt', target: {} }],
    ['a cooldown without option', { cooldowns: [{ seconds: 1 }] }],
    ['cooldowns that are no list', { cooldowns: {} }],
    ['a penalty in words', { penalties: { rest: 'much' } }],
  ])('is refused whole when it is %s, and the slot stays as it was', (_name, saved) => {
    const chooser = make();
    experienced(chooser, 0);
    const before = saveChoice(chooser, 0);
    expect(() => restoreChoice(chooser, 0, saved as SavedChoice, 'mind.utility')).toThrow(/not what was saved of a choice \(mind\.utility\)/);
    expect(saveChoice(chooser, 0)).toEqual(before);
  });

  it('of a target without key ends with the snapshot: he chooses anew', () => {
    const mark = { near: 0.9 };
    const nameless = { follow: perTarget(() => [mark], { considerations: { near: (_hunter: Hunter, _facts: null, each) => each.near } }), idle: 0.05 };
    const chooser = new Chooser(compileOptions<Hunter, null>(nameless), {});
    chooser.decide(0, forest, null, 0, null);
    chooser.decide(0, forest, null, 2, null);
    expect(saveChoice(chooser, 0)).toEqual({ option: 'follow', held: 2 });
    const fresh = new Chooser(compileOptions<Hunter, null>(nameless), {});
    restoreChoice(fresh, 0, saveChoice(chooser, 0));
    expect([fresh.decide(0, forest, null, 1, null), fresh.held(0)]).toEqual([0, 0]);
  });

  it('is carried raw, too: columns and the table of keys', () => {
    const from = new Columns(2);
    const chooser = make(from);
    experienced(chooser, 0);
    experienced(chooser, 1);
    const buffer = new ArrayBuffer(from.byteLength(2));
    from.write(buffer, 0, 2);
    const keys: unknown = JSON.parse(JSON.stringify(saveKeys(chooser)));
    const to = new Columns(2);
    const fresh = make(to);
    fresh.decide(0, { preys: [{ id: 'some other key first', near: 1 }], tired: 0 }, null, 0, null);
    to.read(buffer, 0, 2);
    restoreKeys(fresh, keys as ReturnType<typeof saveKeys>);
    expect([saveChoice(fresh, 0), saveChoice(fresh, 1)]).toEqual([saveChoice(chooser, 0), saveChoice(chooser, 1)]);
  });

  it('of a target without key is never mistaken for another object met after loading', () => {
    const follow = (mark: object): { marks: object[] } => ({ marks: [mark] });
    const nameless = compileOptions<{ marks: object[] }, null>({ follow: perTarget((him) => him.marks, { considerations: {} }) });
    const columns = new Columns(2);
    const chooser = new Chooser(nameless, { columns });
    chooser.decide(0, follow({}), null, 0, null);
    const buffer = new ArrayBuffer(columns.byteLength(2));
    columns.write(buffer, 0, 2);
    const loaded = new Columns(2);
    const fresh = new Chooser(nameless, { columns: loaded });
    loaded.read(buffer, 0, 2);
    restoreKeys(fresh, saveKeys(chooser));
    const other = follow({});
    fresh.decide(1, other, null, 0, null);
    fresh.decide(0, other, null, 5, null);
    expect([fresh.current(0), fresh.held(0)]).toEqual([0, 0]);
  });

  it('names its columns, and has none that no option uses', () => {
    const names = (chooserOptions: Record<string, Option<Hunter, null>>): string[] => {
      const columns = new Columns(1);
      new Chooser(compileOptions<Hunter, null>(chooserOptions), { columns });
      return columns.all.map(({ name, width }) => `${name} ${width}`);
    };
    expect(names({ idle: 0.1 })).toEqual(['utility.current 1', 'utility.held 1']);
    expect(names({ idle: 0.1, rest })).toEqual(['utility.current 1', 'utility.held 1', 'utility.cooldown 1', 'utility.penalty 1']);
    expect(names({ hunt, rest })).toEqual(['utility.current 1', 'utility.held 1', 'utility.cooldown 5', 'utility.penalty 1', 'utility.target 1', 'utility.cooldownOf 5']);
  });
});

it('which of many cooldowns makes room for another is the same with and without a save in between', () => {
  const options = compileOptions({ greet: perTarget((body: { guests: readonly number[] }) => body.guests, { considerations: {}, cooldown: 10, key: (guest: number) => guest }) });
  const [went, saved] = [new Chooser(options, {}), new Chooser(options, {})];
  const greet = (chooser: Chooser<{ guests: readonly number[] }, null>, guest: number, elapsed: number): void => {
    chooser.decide(0, { guests: [guest] }, null, elapsed, null);
    chooser.release(0);
  };
  for (const chooser of [went, saved]) for (const [guest, elapsed] of [[1, 0], [2, 5]] as const) greet(chooser, guest, elapsed);
  for (const chooser of [went, saved]) chooser.decide(0, { guests: [] }, null, 7, null);
  // The first is over by now, and not in the save.
  const row = saveChoice(saved, 0);
  expect(row.cooldowns).toEqual([{ option: 'greet', target: 2, seconds: 3 }]);
  restoreChoice(saved, 0, row);
  for (const chooser of [went, saved]) for (const [guest, elapsed] of [[3, 0], [4, 0], [2, 3], [5, 0], [6, 0], [7, 0], [1, 0]] as const) greet(chooser, guest, elapsed);
  expect(saveChoice(saved, 0)).toEqual(saveChoice(went, 0));
});

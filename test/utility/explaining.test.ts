import { Columns } from '../../src/core/internal.js';
import { type ChoiceExplanation, Chooser, compileOptions, curves, explainChoice, type Option, perTarget, rank, restoreChoice, saveChoice, type Tuning } from 'ganglion/utility';
import { describe, expect, it } from 'vitest';

interface Guard {
  readonly health: number;
  readonly seesIntruder: boolean;
  readonly ammo: number;
}

interface Facts {
  readonly alarm: boolean;
}

const repel: Option<Guard, Facts> = { seen: (guard) => guard.seesIntruder, brave: { of: (guard) => guard.health, curve: curves.logistic(0.3, 12) } };
const rearm: Option<Guard, Facts> = { considerations: { empty: { of: (guard) => guard.ammo, min: 6, max: 0 } }, weight: 0.9 };
const watch: Option<Guard, Facts> = { considerations: { alarm: (_guard, facts) => facts.alarm }, rank: 1, weight: 0.5 };
const calm: Facts = { alarm: false };

describe('rank', () => {
  const guard: Guard = { health: 0.5, seesIntruder: true, ammo: 3 };
  const list = rank({ repel, rearm, watch, idle: 0.1 }, guard, calm);

  it('lists every option, best first, those without a score last', () => {
    expect(list.map(({ option, score }) => [option, Number(score.toFixed(4))])).toEqual([['repel', 0.955], ['rearm', 0.45], ['idle', 0.1], ['watch', 0]]);
  });

  it('puts a higher rank first', () => expect(rank({ repel, watch }, guard, { alarm: true })[0]!.option).toBe('watch'));

  it('says what each score is made of', () => {
    expect(list[1]!.because).toEqual([{ name: 'empty', input: 3, value: 0.5, factor: 0.5 }]);
    const brave = list[0]!.because[1]!;
    expect([brave.name, brave.input]).toEqual(['brave', 0.5]);
    expect(brave.value).toBeCloseTo(1 / (1 + Math.exp(-2.4)), 12);
    expect(brave.factor).toBeCloseTo(brave.value + (1 - brave.value) * 0.5 * brave.value, 12);
  });

  it('prints, one by one and as a table', () => {
    expect(`${list[0]}`).toBe('repel 0.95: seen 1, brave 0.5 -> 0.92');
    expect(`${list}`).toBe(['repel  0.95          seen 1, brave 0.5 -> 0.92', 'rearm  0.45          empty 3 -> 0.5', 'idle    0.1', 'watch     0  rank 1  alarm 0'].join('\n'));
  });

  it('has one entry for each target', () => {
    const attack = perTarget(() => [{ id: 'orc', near: 0.2 }, { id: 'elf', near: 0.9 }], { considerations: { near: (_guard: Guard, _facts: Facts, foe) => foe.near } });
    const found = rank({ attack, idle: 0.5 }, guard, calm);
    expect(found.map(({ option, target }) => [option, (target as { id: string } | undefined)?.id])).toEqual([['attack', 'elf'], ['idle', undefined], ['attack', 'orc']]);
    expect(`${found[0]}`).toBe('attack elf 0.9: near 0.9');
  });

  it('shows what threw instead of a number', () => {
    const broken = { seen: (): number => { throw new Error('no eyes'); }, sane: () => NaN };
    expect(`${rank({ broken }, guard, calm)[0]}`).toBe('broken 0: seen threw: no eyes, sane is no number');
  });

  it('shows large and small numbers in few digits', () => {
    const many = { huge: { of: () => 12345678, max: 1e8 }, large: { of: () => 1234.5, max: 5000 }, tiny: { of: () => 0.00321 } };
    expect(`${rank({ many }, guard, calm)[0]}`).toBe('many 0.0004: huge 1.23e+7 -> 0.12, large 1235 -> 0.25, tiny 0.0032');
  });

  it('takes options that were compiled before', () => expect(rank(compileOptions<Guard, Facts>({ repel, idle: 0.1 }), guard, calm)[0]!.option).toBe('repel'));
});

describe('explain', () => {
  const mind = (options: Record<string, Option<Guard, Facts>>, tuning: Tuning = {}): Chooser<Guard, Facts> => new Chooser(compileOptions<Guard, Facts>(options, tuning), { columns: new Columns(1) });
  const alert: Guard = { health: 0.5, seesIntruder: true, ammo: 6 };
  const why = ({ options }: ChoiceExplanation, name: string): string => options.find(({ option }) => option === name)!.why;

  it('prints what is wanted, what holds it, and every option with what its score is made of', () => {
    const chooser = mind({ repel, rearm, watch, idle: 0.1 }, { commitment: 2, margin: 0.05 });
    chooser.decide(0, alert, calm, 0, null);
    chooser.decide(0, alert, calm, 0.5, null);
    expect(`${explainChoice(chooser, 0, { ...alert, ammo: 3 }, calm)}`).toBe(
      [
        'repel, for 0.5 s; held: committed for 1.5 s more',
        '>  repel  1.19          x1.25  seen 1, brave 0.5 -> 0.92',
        '   watch     0  rank 1         alarm 0                    vetoed by "alarm"',
        '   rearm  0.45                 empty 3 -> 0.5',
        '   idle    0.1',
      ].join('\n'),
    );
    chooser.decide(0, alert, calm, 2, null);
    expect(explainChoice(chooser, 0, alert, calm).heldBy).toBe('momentum x1.25 and a margin of 0.05');
  });

  it('says that nothing is wanted', () => expect(`${explainChoice(mind({ watch }), 0, alert, calm)}`).toMatch(/^nothing is wanted\n/));

  it('is data: the parts of every score', () => {
    const chooser = mind({ rearm: { ...(rearm as object), considerations: { empty: { of: (guard: Guard) => guard.ammo, min: 6, max: 0 } }, penalty: { amount: 0.3, over: 10 } } as Option<Guard, Facts>, idle: 0.1 }, { scoreDecay: 0.1 });
    const empty = { ...alert, ammo: 0 };
    chooser.decide(0, empty, calm, 0, null);
    chooser.release(0);
    chooser.decide(0, empty, calm, 0, null);
    const [first] = explainChoice(chooser, 0, { ...empty, ammo: 3 }, calm).options;
    expect(first).toEqual({
      option: 'rearm', rank: 0, weight: 0.9, because: [{ name: 'empty', input: 3, value: 0.5, factor: 0.5 }], base: 0.45,
      penalty: expect.closeTo(0.3, 6), floor: expect.closeTo(0.6, 6), momentum: 1.25, score: expect.closeTo(0.75, 6), standing: 'current', why: 'current',
    });
    expect(`${explainChoice(chooser, 0, empty, calm)}`).toMatch(/x1\.25 penalty 0\.3 floor 0\.6/);
  });

  it('names every reason why an option does not count', () => {
    const cooled: Option<Guard, Facts> = { considerations: { ready: () => 1 }, cooldown: 3 };
    const chooser = mind({ cooled, watch, repel, rearm, weightless: 0, idle: 0.1, spent: { considerations: {}, weight: 0.2, penalty: 0.5 } }, { minScore: 0.15 });
    restoreChoice(chooser, 0, { cooldowns: [{ option: 'cooled', seconds: 2.5 }], penalties: { spent: 0.3 } });
    const explained = explainChoice(chooser, 0, { ...alert, seesIntruder: false, ammo: 3 }, { alarm: true }, (option) => (option === 3 ? 'its goal holds already' : undefined));
    expect(Object.fromEntries(explained.options.map(({ option, standing, why: reason }) => [option, `${standing}: ${reason}`]))).toEqual({
      watch: 'counts: ',
      cooled: 'cooling: cooling down for 2.5 s',
      repel: 'vetoed: vetoed by "seen"',
      rearm: 'ruledOut: its goal holds already',
      weightless: 'vetoed: has no weight',
      idle: 'tooLow: below the least score of 0.15',
      spent: 'vetoed: its penalty is larger than its score',
    });
    expect(why(explainChoice(chooser, 0, alert, { alarm: true }), 'repel')).toBe('rank 0 is below rank 1');
  });

  it('says what no score can move', () => {
    const kept = (interruptible: false | 'higherRank'): string | undefined => {
      const chooser = mind({ repel: { considerations: { always: () => 1 }, interruptible } });
      chooser.decide(0, alert, calm, 0, null);
      return explainChoice(chooser, 0, alert, calm).heldBy;
    };
    expect([kept(false), kept('higherRank')]).toEqual(['it is not interruptible', 'only a higher rank may interrupt it']);
    const free = mind({ repel }, { momentum: 1 });
    free.decide(0, alert, calm, 0, null);
    expect(explainChoice(free, 0, alert, calm).heldBy).toBeUndefined();
  });

  it('tells the targets apart', () => {
    const attack = perTarget(() => [{ id: 'orc', near: 0.5 }, { id: 'elf', near: 0.6 }], { considerations: { near: (_guard: Guard, _facts: Facts, foe) => foe.near } });
    const chooser = mind({ attack });
    chooser.decide(0, alert, calm, 0, null);
    const explained = explainChoice(chooser, 0, alert, calm);
    expect([explained.current, explained.target]).toEqual(['attack', 'elf']);
    expect(explained.options.map(({ target, standing, score }) => [target, standing, score])).toEqual([['elf', 'current', 0.75], ['orc', 'counts', 0.5]]);
    expect(`${explained}`).toMatch(/^attack elf, for 0 s; held: momentum x1\.25\n> {2}attack {2}elf/);
  });

  it('keeps an option in the list that has no targets now, and says why it has none', () => {
    const deliver = (targets: () => readonly string[]): Option<Guard, Facts> => perTarget(targets, { considerations: { near: () => 1 }, weight: 2 });
    const alone = mind({ deliver: deliver(() => []) });
    alone.decide(0, alert, calm, 0, null);
    expect(`${explainChoice(alone, 0, alert, calm)}`).toBe('nothing is wanted\ndeliver  no targets');
    expect(explainChoice(alone, 0, alert, calm).options).toEqual([
      { option: 'deliver', rank: 0, weight: 2, because: [], base: 0, penalty: 0, floor: 0, momentum: 1, score: 0, standing: 'noTargets', why: 'no targets' },
    ]);
    const among = mind({ deliver: deliver(() => []), lost: deliver(() => undefined as never), broken: deliver(() => { throw new Error('no map'); }), idle: 0.1 });
    among.decide(0, alert, calm, 0, null);
    const asked: number[] = [];
    expect(`${explainChoice(among, 0, alert, calm, (option) => void asked.push(option))}`.split('\n')).toEqual([
      'idle, for 0 s; held: momentum x1.25',
      '>  idle     0.13  x1.25',
      '   deliver               no targets',
      '   lost                  targets must be a list, not nothing; it counts as empty, is there a return missing?',
      '   broken                its targets threw: no map',
    ]);
    expect(asked).toEqual([3]); // no target, nothing to be ruled out
  });

  it('prints nothing below the headline when there are no options', () => expect(`${explainChoice(mind({}), 0, alert, calm)}`).toBe('nothing is wanted'));

  it('names a target whose key throws by what it is', () => {
    const attack = perTarget(() => [{ near: 0.5 }], { considerations: { near: (_guard: Guard, _facts: Facts, foe) => foe.near }, key: (): string => { throw new Error('nameless'); } });
    const chooser = mind({ attack });
    chooser.decide(0, alert, calm, 0, null);
    expect(explainChoice(chooser, 0, alert, calm).options.map(({ option, target, standing }) => [option, target, standing])).toEqual([['attack', 'an object', 'counts']]);
    expect(`${rank({ attack }, alert, calm)[0]}`).toBe('attack an object 0.5: near 0.5');
  });

  it('changes nothing, and reports no throw a second time', () => {
    let told = 0;
    const chooser = new Chooser(compileOptions<Guard, Facts>({ repel: { seen: () => { throw new Error('no eyes'); } }, idle: 0.1 }), { onError: () => told++ });
    chooser.decide(0, alert, calm, 1, null);
    const before = saveChoice(chooser, 0);
    expect(`${explainChoice(chooser, 0, alert, calm)}`).toMatch(/seen threw: no eyes/);
    expect([saveChoice(chooser, 0), told]).toEqual([before, 1]);
  });
});

import { compileOptions, Chooser, curve, levels, perTarget, rank, type CurveData, type Option } from 'ganglion/utility';
import type { RankedList } from '../../src/utility/internal.js';
import { describe, expectTypeOf, it } from 'vitest';

interface Guard {
  readonly health: number;
  readonly foes: readonly { readonly id: string; readonly near: number }[];
}

interface Facts {
  readonly ammo: number;
  readonly alarm: boolean;
}

/** What a brain asks for: options by goal, each typed by the params of its goal. */
declare function utility(options: {
  readonly repel?: Option<Guard, Facts>;
  readonly tidy?: Option<Guard, Facts, { readonly what: 'axe' | 'pick' }>;
}): void;

describe('options', () => {
  it('know the body, the facts and the target', () => {
    utility({ repel: { seen: (guard) => guard.health, armed: (_guard, facts) => facts.ammo / 6, alarm: (_guard, facts) => facts.alarm } });
    utility({ repel: { considerations: { seen: { of: (guard) => guard.health, curve: curve({ kind: 'logistic', k: 2 }) } }, weight: 2, rank: (_guard, facts) => (facts.alarm ? 1 : 0), interruptible: 'higherRank' } });
    utility({ repel: 0.1 });
    utility({ repel: perTarget((guard) => guard.foes, { considerations: { near: (guard, facts, foe) => foe.near * guard.health + facts.ammo }, key: (foe) => foe.id, cooldown: 3 }) });
    utility({ tidy: perTarget(() => ['axe', 'pick'] as const, { considerations: {}, params: (what) => ({ what }) }) });
  });

  it('catch what is misspelt or of the wrong type', () => {
    // @ts-expect-error -- an unknown option
    utility({ repl: 0.1 });
    // @ts-expect-error -- an unknown field of the body
    utility({ repel: { seen: (guard) => guard.helth } });
    // @ts-expect-error -- an unknown fact
    utility({ repel: { armed: (_guard, facts) => facts.amo } });
    // @ts-expect-error -- a misspelt key beside considerations
    utility({ repel: { considerations: { seen: () => 1 }, wieght: 2 } });
    // @ts-expect-error -- a misspelt key of a consideration
    utility({ repel: { seen: { of: () => 1, crve: { kind: 'linear' } } } });
    // @ts-expect-error -- a misspelt kind of curve
    utility({ repel: { seen: { of: () => 1, curve: { kind: 'logstic' } } } });
    // @ts-expect-error -- a param of another kind of curve
    utility({ repel: { seen: { of: () => 1, curve: { kind: 'exponential', c: 1 } } } });
    // @ts-expect-error -- an unknown field of the target
    utility({ repel: perTarget((guard) => guard.foes, { considerations: { near: (_guard, _facts, foe) => foe.nera } }) });
    // @ts-expect-error -- a misspelt key beside targets
    utility({ repel: perTarget((guard) => guard.foes, { considerations: {}, cooldwon: 3 }) });
    // @ts-expect-error -- an input that gives text
    utility({ repel: { seen: () => 'much' } });
    // @ts-expect-error -- a goal with params cannot be a bare number
    utility({ tidy: 0.1 });
    // @ts-expect-error -- nor be without its params
    utility({ tidy: perTarget(() => ['axe'], { considerations: {} }) });
    // @ts-expect-error -- params of the wrong member
    utility({ tidy: perTarget(() => ['axe'], { considerations: {}, params: () => ({ what: 'axxe' as const }) }) });
    // @ts-expect-error -- a misspelt interruptible
    utility({ repel: { considerations: {}, interruptible: 'higherrank' } });
  });
});

describe('the rest of the layer', () => {
  it('answers with the names it was given', () => {
    const list = rank({ fight: { health: (guard: Guard) => guard.health }, idle: 0.1 }, { health: 1, foes: [] }, null);
    expectTypeOf(list).toEqualTypeOf<RankedList<'fight' | 'idle'>>();
    expectTypeOf(list[0]!.option).toEqualTypeOf<'fight' | 'idle'>();
    const condition = levels({ hurt: 0.25, fine: 0.6 }, { gap: 0.05 });
    expectTypeOf(condition(0.3)).toEqualTypeOf<'hurt' | 'fine'>();
    // @ts-expect-error -- a level there is none of
    condition(0.3, 'dead');
    expectTypeOf(curve({ kind: 'power', k: 2 }).data).toEqualTypeOf<CurveData | undefined>();
  });

  it('lets a program be decided only with the body and facts it was made for', () => {
    const chooser = new Chooser(compileOptions<Guard, Facts>({ repel: { seen: (guard) => guard.health } }));
    expectTypeOf(chooser.decide).parameter(1).toEqualTypeOf<Guard>();
    expectTypeOf(chooser.decide).parameter(2).toEqualTypeOf<Facts>();
    // @ts-expect-error -- a misspelt tuning
    compileOptions<Guard, Facts>({ repel: 1 }, { inertia: 2 });
  });
});

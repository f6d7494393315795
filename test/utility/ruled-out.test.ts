import { chance, Chooser, compileOptions, perTarget, restoreChoice, saveChoice } from 'ganglion/utility';
import { describe, expect, it } from 'vitest';
import { targetKey } from '../../src/utility/internal.js';

interface Body {
  readonly targets: readonly string[];
  readonly worth: Readonly<Record<string, number>>;
}
const option = perTarget((body: Body) => body.targets, { considerations: { worth: (body: Body, _facts: null, target) => body.worth[target] ?? 0 }, key: (target: string) => target });

/** How often each target is taken in so many draws, from a stream that repeats. */
function draws(pick: { readonly top: number } | { readonly withinPercent: number }, body: Body, out: readonly string[]): Readonly<Record<string, number>> {
  let state = 7;
  const random = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
  const chooser = new Chooser(compileOptions<Body, null>({ go: option }, { pick: chance(pick) }), { random, isOut: (_slot, _option, target) => out.includes(target as string) });
  const counts: Record<string, number> = {};
  for (let count = 0; count < 3000; count++) {
    chooser.decide(0, body, null, 0, null);
    const target = String(targetKey(chooser, 0));
    counts[target] = (counts[target] ?? 0) + 1;
    chooser.release(0);
  }
  return counts;
}

describe('targets that are ruled out from outside', () => {
  const worth = { a: 1, b: 0.83, c: 0.91, d: 0.5 };

  it.each([{ top: 2 }, { top: 3 }, { withinPercent: 10 }] as const)('change nothing for the others where one is picked by chance: %j', (pick) => {
    const all = ['a', 'b', 'c', 'd'];
    expect(draws(pick, { targets: all, worth }, ['a'])).toEqual(draws(pick, { targets: ['b', 'c', 'd'], worth }, []));
    expect(draws(pick, { targets: all, worth }, ['c', 'd'])).toEqual(draws(pick, { targets: ['a', 'b'], worth }, []));
  });

  it('are passed over, however many, and the best of the others is taken', () => {
    const targets = Array.from({ length: 200 }, (_, number) => `t${number}`);
    const falling = Object.fromEntries(targets.map((target, number) => [target, 1 - number / 250]));
    let asked = 0;
    const chooser = new Chooser(compileOptions<Body, null>({ go: option }, {}), { isOut: (_slot, _option, target) => (asked++, target !== 't177') });
    chooser.decide(0, { targets, worth: falling }, null, 0, null);
    expect(targetKey(chooser, 0)).toBe('t177');
    // The first that would win, then each that comes up: never a pair more than once in a pass.
    expect(asked).toBeLessThanOrEqual(201);
  });

  it('do not stay current', () => {
    const out: string[] = [];
    const chooser = new Chooser(compileOptions<Body, null>({ go: option }, { momentum: 3 }), { isOut: (_slot, _option, target) => out.includes(target as string) });
    const body = { targets: ['a', 'c'], worth };
    const decide = (): string | undefined => {
      chooser.decide(0, body, null, 1, null);
      return targetKey(chooser, 0) as string | undefined;
    };
    expect(decide()).toBe('a');
    out.push('a');
    expect(decide()).toBe('c');
    out.length = 0;
    expect(decide()).toBe('c');
    out.push('a', 'c');
    expect(decide()).toBeUndefined();
  });
});

it('a key that is no finite number or text is none: what was saved can be restored', () => {
  const keyed = compileOptions({ go: perTarget((body: { readonly keys: readonly number[] }) => body.keys, { considerations: {}, key: (key: number) => key }) });
  const [chooser, restored] = [new Chooser(keyed, {}), new Chooser(keyed, {})];
  for (const key of [Infinity, -Infinity, NaN, 7]) {
    chooser.decide(0, { keys: [key] }, null, 1, null);
    expect(targetKey(chooser, 0)).toBe(key === 7 ? 7 : undefined);
    expect(restoreChoice(restored, 0, JSON.parse(JSON.stringify(saveChoice(chooser, 0))))).toEqual(key === 7 ? [] : ['the target of option "go", which has no key']);
  }
});

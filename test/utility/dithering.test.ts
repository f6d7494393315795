import { Columns, Random } from '../../src/core/internal.js';
import { Chooser, compileOptions, type Option, type Tuning } from 'ganglion/utility';
import { describe, expect, it } from 'vitest';

/** Two wishes of nearly the same worth, seen through noise. */
interface Torn {
  eat: number;
  drink: number;
}

type Cure = { readonly tuning?: Tuning; readonly option?: { readonly cooldown?: number; readonly commitment?: number; readonly interruptible?: boolean } };

/** How often he changes his mind in a minute, deciding four times a second, 10,000 times. */
function switchesPerMinute({ tuning = {}, option = {} }: Cure): number {
  const wish = (of: (torn: Torn) => number): Option<Torn, null> => ({ considerations: { wish: of }, ...option });
  const options = { eat: wish((torn) => torn.eat), drink: wish((torn) => torn.drink) };
  const chooser = new Chooser(compileOptions<Torn, null>(options, { momentum: 1, ...tuning }), { columns: new Columns(1) });
  const noise = new Random(42);
  const torn: Torn = { eat: 0, drink: 0 };
  const decisions = 10_000;
  let switches = 0;
  let held = -1;
  for (let turn = 0; turn < decisions; turn++) {
    torn.eat = 0.6 + 0.2 * (noise.next() - 0.5);
    torn.drink = 0.59 + 0.2 * (noise.next() - 0.5);
    const wanted = chooser.decide(0, torn, null, 0.25, null);
    if (wanted !== held && held >= 0) switches++;
    held = wanted;
  }
  return switches / ((decisions * 0.25) / 60);
}

describe('a creature torn between two wishes of nearly the same worth', () => {
  const none = switchesPerMinute({});

  it('dithers without a cure: it changes its mind about every other decision', () => expect(none).toBeGreaterThan(100));

  it.each<[string, Cure]>([
    ['momentum', { tuning: { momentum: 1.25 } }],
    ['a margin', { tuning: { margin: 0.1 } }],
    ['commitment of 2 s', { tuning: { commitment: 2 } }],
    ['commitment of one option', { option: { commitment: 2 } }],
    ['a cooldown of 2 s', { option: { cooldown: 2 } }],
    ['a sinking floor', { tuning: { scoreDecay: 0.05 } }],
    ['not being interruptible', { option: { interruptible: false } }],
  ])('is cured by %s: less than half as many changes', (_name, cure) => {
    const cured = switchesPerMinute(cure);
    expect(cured).toBeLessThan(none / 2);
  });

  it('is steadier the stronger the cure', () => {
    const falling = (cures: readonly Cure[]): void => {
      const counts = cures.map(switchesPerMinute);
      for (let at = 1; at < counts.length; at++) expect(counts[at]).toBeLessThan(counts[at - 1]!);
    };
    falling([1, 1.05, 1.1, 1.25].map((momentum) => ({ tuning: { momentum } })));
    falling([0, 0.03, 0.06, 0.1].map((margin) => ({ tuning: { margin } })));
    falling([0, 0.5, 2, 5].map((commitment) => ({ tuning: { commitment } })));
    falling([0, 0.5, 2, 5].map((cooldown) => ({ option: { cooldown } })));
    falling([undefined, 0.2, 0.05].map((scoreDecay) => ({ tuning: scoreDecay === undefined ? {} : { scoreDecay } })));
  });

  it('never changes its mind when it may not, and hardly with the default', () => {
    expect(switchesPerMinute({ option: { interruptible: false } })).toBe(0);
    expect(switchesPerMinute({ tuning: { momentum: 1.25 } })).toBeLessThan(none / 8);
  });
});

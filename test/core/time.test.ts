import { brain, crowd, domain, flag, hsm, int, isProblem, per, perceive, running } from 'ganglion';
import { bt, runTree } from 'ganglion/bt';
import { team } from 'ganglion/team';
import { describe, expect, it } from 'vitest';

// A number out of JSON, a form or a URL is a text, and `+=` would join it to the clock.
const noTimes: readonly unknown[] = ['0.1', true, [], [0.1], 1n, null, NaN, -0.1, Infinity, {}];

interface Taker {
  /** What the layer calls its passing of time. */
  readonly path: string;
  readonly take: (dt: never) => unknown;
  /** What was counted so far. */
  readonly counted: () => unknown;
}

/** Every layer that is handed time. */
const takers: Readonly<Record<string, () => Taker>> = {
  crowd: () => {
    const guarding = domain({ facts: { seen: flag }, actions: { look: { effects: { seen: true } } }, goals: { see: { seen: true } } });
    const world = crowd();
    world.spawn(brain(perceive(guarding, () => {}), { utility: { see: 1 }, steps: { look: () => running } }), {});
    return { path: 'crowd.tick', take: (dt) => world.tick(dt), counted: () => [world.ticks, world.time] };
  },
  machine: () => {
    let driven = 0;
    const store = hsm(() => (driven++, running)).store();
    store.spawn(null);
    return { path: 'tick', take: (dt) => store.tick(dt), counted: () => driven };
  },
  tree: () => {
    let asked = 0;
    const run = runTree(bt('root { action [act] }', { act: () => (asked++, running) }), {});
    return { path: 'step', take: (dt) => run.step(dt), counted: () => asked };
  },
  crew: () => {
    const crew = team({ objects: { store: ['a'] }, facts: { stock: per(['store'], int(0, 9)) }, jobs: { fill: { effects: { stock: [['a', { add: 1 }]] } } }, goals: {} }).crew({ facts: { stock: { a: 4 } } });
    return { path: 'crew.tick', take: (dt) => crew.tick(dt), counted: () => JSON.stringify(crew.facts) };
  },
};

describe.each(Object.entries(takers))('time for a %s', (_layer, make) => {
  it.each(noTimes.map((time) => [time]))('is finite seconds from 0, not %o, and is refused before anything is counted', (time) => {
    const { path, take, counted } = make();
    const before = counted();
    let refused: unknown;
    try {
      take(time as never);
    } catch (error) {
      refused = error;
    }
    expect(isProblem(refused) && `${refused.code}: ${refused.message}`).toMatch(new RegExp(`^bad-time: ${path} takes seconds, 0 or more, not `));
    expect(counted()).toEqual(before);
  });

  it('may be none at all', () => {
    const { take } = make();
    expect(() => take(0 as never)).not.toThrow();
  });
});

import { describe, expect, test } from 'vitest';
import { look } from 'ganglion';
import { Hub, pack, sentRow, Unpacker, type Down } from '../../src/inspect/internal.js';
import { town } from './town.js';

function page(hub: Hub) {
  const got: Down[] = [];
  const link = hub.connect((message) => got.push(message));
  const last = <K extends Down['kind']>(kind: K): Extract<Down, { kind: K }> | undefined => got.findLast((each) => each.kind === kind) as Extract<Down, { kind: K }> | undefined;
  return { got, link, last };
}

describe('what a page is told', () => {
  test('rows that changed add up to the crowd as it is', () => {
    const { world, minds, run } = town();
    const { got } = page(new Hub(world));
    run(100);
    minds[4]!.despawn();
    run(50);
    const rows = new Map<number, number[]>();
    for (const message of got) {
      if (message.kind !== 'rows') continue;
      if (message.all) rows.clear();
      for (let at = 0; at < message.words.length; at += sentRow) rows.set(message.words[at]!, Array.from(message.words.subarray(at, at + 6)));
    }
    // The last beat may be a tick ago.
    run(2);
    expect(rows.size).toBe(19);
    expect([...rows.keys()].sort((a, b) => a - b)).toEqual([...world.minds()].map(({ id }) => id).sort((a, b) => a - b));
    const said = got.filter((each) => each.kind === 'rows').reduce((sum, each) => sum + each.words.length / sentRow, 0);
    expect(said).toBeLessThan(20 * 75);
    expect(look(world).rows().length).toBe(19 * 6);
  });

  test('a watched mind comes with its scores and with what led here', () => {
    const { world, run } = town();
    const { link, last, got } = page(new Hub(world));
    run(60);
    link.receive({ kind: 'watch', mind: 3 });
    expect(last('mind')!.moment!.id).toBe(3);
    expect(last('mind')!.told!.options.map(({ option }) => option).sort()).toEqual(['rearm', 'repel', 'standGuard']);
    expect(last('trace')).toMatchObject({ mind: 3, all: true });
    expect(last('trace')!.words[2]).toBe(3);
    run(60);
    expect(got.filter(({ kind }) => kind === 'mind').length).toBeGreaterThan(20);
  });

  test('looking back gives the frame of then', () => {
    const { world, run } = town();
    const { link, last } = page(new Hub(world, { every: 0.25 }));
    run(60);
    link.receive({ kind: 'seek', tick: 33 });
    expect(last('frame')!.tick).toBe(31);
  });
});

describe('control', () => {
  test('a page without it changes nothing and is told so', () => {
    const { world, run } = town();
    const { link, last } = page(new Hub(world));
    link.receive({ kind: 'pause' });
    run(5);
    expect(world.ticks).toBe(5);
    expect(last('problem')!.text).toContain('may only look');
  });

  test('pauses, steps one tick, and goes on', () => {
    const { world, run } = town();
    const { link, last } = page(new Hub(world, { control: true }));
    run(3);
    link.receive({ kind: 'pause' });
    run(3);
    link.receive({ kind: 'step' });
    run(3);
    expect(world.ticks).toBe(4);
    expect(last('status')!.paused).toBe(true);
    link.receive({ kind: 'resume' });
    run(3);
    expect(world.ticks).toBe(7);
  });

  test('a breakpoint stops the crowd behind the tick in which it was hit', () => {
    const { world, minds, run } = town();
    const { link, last } = page(new Hub(world, { control: true }));
    link.receive({ kind: 'break', at: { mind: 6, on: 'step', what: 'goTo(gate)' } });
    run(400);
    expect(last('status')!.hit).toBe('mind 6: step goTo(gate)');
    expect(world.ticks).toBeLessThan(400);
    expect(String(minds[6])).toContain('goTo(gate)');
    link.receive({ kind: 'break', at: { mind: 6, on: 'nonsense' as 'step', what: '' } });
    expect(last('problem')!.text).toBe('this is no breakpoint');
  });

  test('makes a mind want something', () => {
    const { minds, world, run } = town();
    const { link } = page(new Hub(world, { control: true }));
    run(10);
    link.receive({ kind: 'want', mind: 2, goal: 'repel' });
    run(3);
    link.receive({ kind: 'want', mind: 2, goal: 'rearm' });
    run(3);
    expect(minds[2]!.goal!.name).toBe('rearm');
  });
});

test('messages survive any cutting of the stream', () => {
  const messages: Down[] = [
    { kind: 'problem', text: 'so — it goes' },
    { kind: 'rows', all: true, words: Int32Array.from([1, -2, 3]) },
    { kind: 'frame', tick: 4, bytes: Uint8Array.from([9, 8, 7]), scores: {} },
    { kind: 'rows', all: false, words: new Int32Array() },
  ];
  const stream = messages.flatMap((message) => [...pack(message)]);
  for (const size of [1, 5, 13, stream.length]) {
    const unpacker = new Unpacker();
    const got: Down[] = [];
    for (let at = 0; at < stream.length; at += size) got.push(...unpacker.push(Uint8Array.from(stream.slice(at, at + size))));
    expect(got).toEqual(messages);
  }
});

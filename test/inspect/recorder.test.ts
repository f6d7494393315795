import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { explain, look } from 'ganglion';
import { recorder } from 'ganglion/inspect';
import { Flips, readRun, runText, viewFrame } from '../../src/inspect/internal.js';
import { town } from './town.js';

describe('a recording', () => {
  test('shows each frame as the crowd was then, with the scores of the first minds', async () => {
    const { world, minds, run } = town();
    const recording = recorder(world, { every: 0.5, scores: 3 });
    const seen: [tick: number, rows: number[], options: number][] = [];
    for (let tick = 0; tick < 200; tick++) {
      run(1);
      if (recording.frames.at(-1)?.tick === world.ticks) seen.push([world.ticks, [...look(world).rows()], explain(minds[1]!).options.options.find(({ option }) => option === 'rearm')!.score]);
    }
    expect(seen).toHaveLength(20);
    recording.mark('the end');
    const read = await readRun(await recording.file());
    expect(read.frames.map((frame) => [frame.tick, [...viewFrame(read, frame).rows()], frame.scores['1']!.find(({ option }) => option === 'rearm')!.score])).toEqual(seen.map(([tick, rows, score]) => [tick, rows, Math.round(score * 1e4) / 1e4]));
    expect(Object.keys(read.frames[5]!.scores)).toEqual(['0', '1', '2']);
    expect(read.marks).toEqual([{ tick: 200, text: 'the end' }]);
    expect(read.trace.length / 8).toBeGreaterThan(200);
  });

  test('takes at most 75 bytes a mind and frame for 200 minds', async () => {
    const { world, run } = town(200);
    const recording = recorder(world);
    run(600);
    const bytes = await recording.file();
    expect(recording.frames).toHaveLength(60);
    expect(bytes.length / recording.frames.length / 200).toBeLessThan(75);
  });

  test('keeps within its memory, and gives the frame at or before a tick', () => {
    const { world, run } = town();
    const recording = recorder(world, { every: 0.1, memory: 60_000 });
    run(400);
    expect(recording.frames.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThanOrEqual(60_000);
    const middle = recording.frames[2]!.tick;
    expect(recording.at(middle + 1)!.tick).toBe(middle);
    expect(recording.at(0)).toBeUndefined();
  });

  test('tells one mind at one tick in words', async () => {
    const { world, minds, run } = town();
    const recording = recorder(world);
    run(120);
    const read = await readRun(await recording.file());
    const text = runText(read, 3, 120);
    expect(text).toContain('guard 3 at tick 111');
    expect(text).toContain('began goTo');
    expect(text).toContain('believes  at ');
    expect(() => runText(read, 99, 120)).toThrow('there is no mind 99 in the recording at tick 111');
    expect(minds).toHaveLength(20);
  });

  test('is refused when it is something else, or cut', async () => {
    const { world, run } = town(2);
    const recording = recorder(world);
    run(40);
    const bytes = await recording.file();
    const json = gunzipSync(bytes).toString('utf8');
    const cases: [what: Uint8Array, says: string][] = [
      [new TextEncoder().encode('hello'), 'the recording is no JSON'],
      [new TextEncoder().encode('{"format":"other"}'), 'the recording is none: its format is not ganglion.run/1'],
      [new Uint8Array(gzipSync(json.replace('"brains":[', '"brains":[7,'))), 'the recording has another form'],
      [new Uint8Array(gzipSync(json.replace(/"xor":"[^"]*"/, '"xor":"AAAA"'))), 'the recording has a frame that does not fit the one before it'],
      [new Uint8Array(gzipSync(json.replace(/"whole":"..../, '"whole":"????'))), 'the recording has bytes that are not base 64'],
    ];
    for (const [given, says] of cases) await expect(readRun(given)).rejects.toThrow(says);
  });

  test('counts who goes back to what it has just left, and nobody else', () => {
    const flips = new Flips();
    const wanted = (tick: number, mind: number, now: number, before: number): number[] => [tick, mind, 1, 0, 2, now, before, -1];
    flips.push(Int32Array.from([...wanted(10, 1, 2, 1), ...wanted(15, 1, 1, 2), ...wanted(20, 1, 2, 1), ...wanted(12, 2, 2, 1), ...wanted(30, 2, 3, 2)]));
    expect([flips.count(1, 20), flips.count(1, 16), flips.count(1, 400), flips.count(2, 40)]).toEqual([2, 1, 0, 0]);
  });
});

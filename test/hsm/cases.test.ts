import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCases } from '../../scripts/cases/hsm.js';

interface File {
  readonly cases: readonly { readonly id: string; readonly ticks: { trace?: string[]; path?: unknown; status?: string; continuation?: object; failedStep?: Record<string, number>; restoreTrace?: string[] }[] }[];
}

function read(name: string): File {
  return JSON.parse(readFileSync(new URL(`../cases/${name}.json`, import.meta.url), 'utf8')) as File;
}

describe('the acceptance cases', () => {
  it.each([['hsm', 18], ['hsm-more', 12]])('of %s.json all pass', (name, count) => {
    expect(runCases(read(name))).toEqual({ passed: count, failed: 0, messages: [] });
  });

  it('fail when what they expect is changed, each at its tick', () => {
    const wrong: [string, (ticks: File['cases'][number]['ticks']) => unknown, RegExp][] = [
      ['hsm-01', (ticks) => ticks[1]!.trace!.reverse(), /tick 2: trace is/],
      ['hsm-01', (ticks) => (ticks[2]!.path = ['patrol', 'move']), /tick 3: path is \["patrol","idle"\]/],
      ['hsm-05a', (ticks) => (ticks[1]!.status = 'R'), /tick 2: status is "S"/],
      ['hsm-04', (ticks) => (ticks[1]!.failedStep = { job: 2 }), /failedStep of job is 1/],
      ['hsm-07', (ticks) => (ticks[2]!.continuation = { n: 'root', t: 4 }), /continuation.t is 3/],
      ['hsm-07', (ticks) => (ticks[2]!.continuation = { n: 'root', k: { n: 'patrol', k: { n: 'idle', p: 9 } } }), /continuation.k.k.p is 2/],
      ['hsm-16a', (ticks) => (ticks[1]!.restoreTrace = []), /restoreTrace is \["\+look"\]/],
    ];
    for (const [id, change, text] of wrong) {
      const file = read('hsm');
      const one = file.cases.find((each) => each.id === id)!;
      change(one.ticks);
      const { failed, messages } = runCases({ cases: [one] });
      expect(failed, id).toBe(1);
      expect(messages[0]).toMatch(text);
    }
  });

  it('are refused as a file when they are none', () => {
    expect(() => runCases({})).toThrow('no list "cases"');
  });
});

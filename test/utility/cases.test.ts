import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCases } from '../../scripts/cases/utility.js';

const file = JSON.parse(readFileSync(new URL('../cases/utility.json', import.meta.url), 'utf8')) as Record<string, unknown>;

describe('the acceptance cases', () => {
  it('all pass, none left out', () => {
    const counted = (file['curves'] as { cases: unknown[] }[]).reduce((sum, { cases }) => sum + cases.length, 0);
    const others = ['sanitise', 'compensation', 'selection', 'earlyOut'].reduce((sum, section) => sum + (file[section] as unknown[]).length, 0);
    expect(runCases(file)).toEqual({ passed: counted + others, failed: 0, messages: [] });
  });

  it('can fail: a wrong number, an unknown mode, kind or key is reported', () => {
    const wrong = {
      curves: [{ id: 'linear', cases: [{ params: { m: 1, b: 0, c: 0 }, x: 0.5, y: 0.5001 }] }, { id: 'parabola', cases: [{ params: {}, x: 0, y: 0 }] }],
      sanitise: [{ raw: 'NaN', y: 1 }],
      compensation: [{ scores: [0.5, 0.5], none: 0.5 }],
      selection: [
        { id: 'mode', options: [['a', 1]], mode: 'lowest', expect: 'a' },
        { id: 'key', options: [['a', 1]], expect: 'a', mood: 3 },
        { id: 'winner', options: [['a', 1], ['b', 0.5]], expect: 'b' },
      ],
      earlyOut: [{ id: 'count', options: [{ id: 'a', weight: 1, scores: [1, 1] }], compensation: 'none', evaluated: 1, expect: 'a', best: 1 }],
    };
    const { passed, failed, messages } = runCases(wrong);
    expect([passed, failed]).toEqual([0, 8]);
    expect(messages.filter((message) => message.startsWith('compensation 0'))).toEqual(['compensation 0: none 0.25, not 0.5', 'compensation 0: none is decided as another score than 0.5']);
    expect(messages.join('\n')).toMatch(/no curve of kind "parabola"[^]*no mode "lowest"[^]*what mood means[^]*asked 2 considerations, not 1/);
  });

  it('refuses a file that holds no cases, or a section it does not know', () => {
    expect(() => runCases({ notes: {} })).toThrow(/no cases/);
    expect(() => runCases({ curvess: [] })).toThrow(/"curvess"/);
    expect(() => runCases([])).toThrow(/sections/);
  });
});

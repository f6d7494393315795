import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../scripts/cases.js';
import { inRoot } from '../../scripts/paths.js';

const folder = mkdtempSync(join(tmpdir(), 'ganglion-cases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('npm run cases', () => {
  it.each(['goap', 'bt', 'hsm', 'utility'])('runs the %s cases: none fails', async (layer) => {
    const { status, out } = await runCommand([layer, inRoot(`test/cases/${layer}.json`)]);
    expect(out.split('\n').at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
    expect(status).toBe(0);
  });

  it('tells a wrong expectation: one case with its cost changed fails, and is named', async () => {
    const data = JSON.parse(readFileSync(inRoot('test/cases/goap.json'), 'utf8')) as { cases: { id: string; expected: { cost: number } | null }[] };
    const changed = data.cases.find(({ expected }) => expected !== null)!;
    changed.expected!.cost += 1;
    const { status, out } = await runCommand(['goap', file('changed.json', JSON.stringify(data))]);
    expect(out).toContain(changed.id);
    expect(out.split('\n').at(-1)).toMatch(/^\d+ passed, 1 failed$/);
    expect(status).toBe(1);
  });

  it.each([
    ['no words', [], /^usage: npm run cases -- goap\|bt\|hsm\|utility <file>/],
    ['a misspelt layer', ['gaop', 'x.json'], /^there are no cases for "gaop"; did you mean "goap"\?$/],
    ['a missing file', ['goap', join(folder, 'missing.json')], /^cannot read .*missing.json: .+$/],
    ['a file that is no JSON', ['goap', file('broken.json', '{ "cases": [')], /^cannot read .*broken.json: .+$/],
    ['a file of another shape', ['goap', file('list.json', '[1, 2]')], /./],
    ['nothing but null', ['hsm', file('null.json', 'null')], /./],
  ])('refuses %s with one message and status 2', async (_what, words, message) => {
    const { status, out, err } = await runCommand(words);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

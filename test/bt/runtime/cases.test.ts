import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCases } from '../../../scripts/cases/bt.js';

const file = JSON.parse(readFileSync(new URL('../../cases/bt.json', import.meta.url), 'utf8')) as { cases: { id: string; steps: { expect: { root: string } }[] }[] };

test('every acceptance case gives what is wanted in both readings', async () => {
  expect(await runCases(file, [])).toEqual({ passed: file.cases.length, failed: 0, messages: [] });
});

test('a case that asks for something else fails in both readings, and says where', async () => {
  const changed = structuredClone(file.cases.slice(0, 1)) as (typeof file.cases[number] & { mistreevous: { observed: { root: string }[] } })[];
  changed[0]!.steps[0]!.expect.root = 'S';
  changed[0]!.mistreevous.observed[0]!.root = 'S';
  const { passed, failed, messages } = await runCases({ cases: changed }, []);
  expect({ passed, failed }).toEqual({ passed: 0, failed: 1 });
  expect(messages).toEqual([
    expect.stringMatching(/^guard-rechecked-between-siblings: exact, step 1: .*"root":"F".* instead of .*"root":"S"/),
    expect.stringMatching(/exact, from JSON, step 1/),
    expect.stringMatching(/native, step 1/),
  ]);
});

test('a file in another format is refused as a whole', async () => {
  await expect(runCases([], [])).rejects.toThrow('a file of tree cases is { "cases": [...] }, not an empty list');
});

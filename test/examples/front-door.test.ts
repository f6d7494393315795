import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasFile, inRoot } from '../../scripts/paths.js';

const names = readdirSync(inRoot('examples')).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3)).sort();
const read = (path: string): string => readFileSync(inRoot(path), 'utf8');

describe.each(names)('the example %s', (name) => {
  const text = read(`examples/${name}.ts`);

  it('says in its first line what it shows, and the README says the same', () => {
    const title = /^\/\/ (.+)\n/.exec(text)?.[1];
    expect(title).toMatch(/\.$/);
    expect(read('README.md')).toContain(`| [\`${name}\`](examples/${name}.ts) | ${title} |`);
  });

  it('fits on a few screens and exports a story to play', () => {
    expect(text.split('\n').length).toBeLessThan(150);
    expect(text).toMatch(/^export function play\(print: /m);
  });

  it('tells a story without gaps: no line is only a time, no number is a word of the machine', async () => {
    const lines: string[] = [];
    // Ten thousand monsters have a test of their own.
    if (name !== 'monsters') ((await import(inRoot(`examples/${name}.ts`))) as { play(print: (line: string) => void): unknown }).play((line) => lines.push(...line.split('\n')));
    expect(lines.filter((line) => /^\s*[\d.]+ s\s*$|undefined|NaN|\[object|Infinity|does nothing/.test(line))).toEqual([]);
  });

  it('has a test of its own', () => {
    expect([`test/examples/${name}.test.ts`, `test/team/${name}-example.test.ts`].some(hasFile)).toBe(true);
  });
});

it('there are examples at all', () => expect(names.length).toBeGreaterThan(10));

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { blockEnd, pages, snippets } from '../../scripts/pages.js';
import { hasFile, inRoot } from '../../scripts/paths.js';

const folder = inRoot('.reports/pages');
const all = pages().flatMap((page) => snippets(page)).map((snippet, index) => ({ ...snippet, where: `${snippet.page}:${snippet.line}`, file: `${index}-${snippet.page.replace(/\W+/g, '-')}.ts` }));

/** tsc's complaints about the pages, as `page:line message`. */
let complaints: string[] = [];

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { file, code } of all) writeFileSync(join(folder, file), code);
  const options = { noUnusedLocals: false, noUnusedParameters: false };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.test.json', compilerOptions: options, include: ['.'] }));
  const { stdout, stderr, status } = spawnSync(inRoot('node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  const pageOf = new Map(all.map(({ file, page }) => [file, page]));
  complaints = stdout.split('\n').filter((line) => line.includes('error TS')).map((line) => line.replace(/^(.*?\.ts)\((\d+),\d+\)/, (_match, file: string, at: string) => `${pageOf.get(file) ?? file}:${at}`));
  if (status !== 0 && complaints.length === 0) complaints = [stdout + stderr];
});

describe('the rule for code on pages', () => {
  const page = 'Words.\n```ts\nconst one = 1;\nconsole.log(one);\n```\n```text prints\n1\n```\n```sh\nls\n```\n```ts alone\nalone();\n```\n```ts\nuse(one);\n```\n```ts types\ndeclared();\n```\n';
  const [joined, alone, types] = snippets('a.md', page);

  it('joins the ts blocks of a page and leaves every line at its place', () => {
    const lines = joined!.code.split('\n');
    expect([lines[2], lines[3], lines[15]]).toEqual(['const one = 1;', 'console.log(one);', 'use(one);']);
    expect(joined!.code).not.toMatch(/Words|ls|alone|declared/);
  });

  it('keeps the others by themselves', () => {
    expect([alone!.code.split('\n')[12], types!.code.split('\n')[18]]).toEqual(['alone();', 'declared();']);
    expect([joined!.runs, alone!.runs, types!.runs]).toEqual([true, true, false]);
  });

  it('knows what a block must print', () => expect(joined!.prints).toEqual([{ line: 5, text: '1' }]));
});

describe('code on pages', () => {
  it('type-checks', () => expect(complaints).toEqual([]));

  it.each(all.filter(({ runs }) => runs))('$where runs and prints what the page says', async ({ file, prints }) => {
    const logged: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void logged.push(values.map(String).join(' ')));
    try {
      await import(join(folder, file));
    } finally {
      log.mockRestore();
    }
    for (const { line, text } of prints) {
      const end = logged.indexOf(blockEnd(line));
      const start = logged.slice(0, end).findLastIndex((each) => each.startsWith('\u0000')) + 1;
      expect(logged.slice(start, end).join('\n').trimEnd()).toBe(text);
    }
  });
});

describe('links between pages', () => {
  const markdown = ['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md', ...readdirSync(inRoot('docs'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`)].filter(hasFile);

  it.each(markdown)('of %s lead somewhere', (page) => {
    const text = readFileSync(inRoot(page), 'utf8').replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map((match) => match[1]!);
    const dead = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
      if (!hasFile(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchors(target).has(decodeURIComponent(anchor));
    });
    expect(dead).toEqual([]);
  });
});

/** The anchors that a page's headings make: lower case, punctuation dropped, spaces as hyphens. */
function anchors(page: string): Set<string> {
  const headings = readFileSync(inRoot(page), 'utf8').replace(/^```[^]*?^```/gm, '').match(/^#+ .*$/gm) ?? [];
  return new Set(headings.map((heading) => heading.replace(/^#+ /, '').toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-')));
}

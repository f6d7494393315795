import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/paths.js';

const page = readFileSync(inRoot('docs/guide/first-npc.md'), 'utf8');
const blocks = (text: string, fence: string): readonly string[] => [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n([^]*?)^\`\`\``, 'gm'))].map((match) => match[1]!);
const commands = blocks(page, 'sh')[0]!.trim().split('\n').map((line) => line.replace(/ +#.*/, ''));

/** Does what the page says, in a folder beside the one it says: that one may be in use. */
let file = '';
beforeAll(() => {
  mkdirSync(inRoot('examples/mine'), { recursive: true });
  file = join(mkdtempSync(inRoot('examples/mine/test-')), 'cat.ts');
});
afterAll(() => rmSync(join(file, '..'), { recursive: true, force: true }));

function follow(command: string): { readonly status: number | null; readonly out: string } {
  const [npx, program, ...words] = command.replace('examples/mine/cat.ts', relative(inRoot(''), file)).split(/ +/);
  expect(npx).toBe('npx');
  const { status, stdout } = spawnSync(inRoot(`node_modules/.bin/${program}`), words, { cwd: inRoot(''), encoding: 'utf8' });
  return { status, out: stdout };
}

describe('whoever follows the first page, with nothing but npm ci behind him', () => {
  it('runs the cat and sees what the page says', () => {
    writeFileSync(file, blocks(page, 'ts').join('\n'));
    expect(follow(commands[0]!)).toEqual({ status: 0, out: blocks(page, 'text prints').join('') });
  });

  it('has its types checked: sound ones pass, and a misspelt kitchen does not', () => {
    expect(follow(commands[1]!)).toEqual({ status: 0, out: '' });
    // Elsewhere with the same settings, so that the whole repository is sound at any moment.
    const elsewhere = inRoot('.reports/first-npc');
    mkdirSync(elsewhere, { recursive: true });
    writeFileSync(join(elsewhere, 'tsconfig.json'), '{ "extends": "../../examples/tsconfig.json", "include": ["."] }');
    writeFileSync(join(elsewhere, 'cat.ts'), blocks(page, 'ts').join('\n').replace("at: 'kitchen', bowlFull", "at: 'kitchn', bowlFull"));
    const { status, out } = follow(commands[1]!.replace('-p examples', '-p .reports/first-npc'));
    expect(status).not.toBe(0);
    expect(out).toContain('.reports/first-npc/cat.ts(');
    expect(out).toContain(`Did you mean '"kitchen"'`);
  });

  it('may leave names unused, which the examples of the repository may not', () => {
    const settings = (path: string): { compilerOptions: Record<string, unknown>; include: string[] } => JSON.parse(readFileSync(inRoot(path), 'utf8')) as never;
    expect(settings('tsconfig.test.json').include).toContain('examples');
    expect([settings('tsconfig.json').compilerOptions['noUnusedLocals'], settings('tsconfig.test.json').compilerOptions['noUnusedLocals']]).toEqual([true, undefined]);
    const elsewhere = inRoot('.reports/first-npc-unused');
    mkdirSync(elsewhere, { recursive: true });
    writeFileSync(join(elsewhere, 'tsconfig.json'), '{ "extends": "../../examples/tsconfig.json", "include": ["."] }');
    writeFileSync(join(elsewhere, 'cat.ts'), `${blocks(page, 'ts')[0]!}\nconst never = (unused: number) => 1;\n`);
    expect(follow(commands[1]!.replace('-p examples', '-p .reports/first-npc-unused'))).toEqual({ status: 0, out: '' });
  });

  it('finds the same commands on the Chinese page', () => {
    const chinese = blocks(readFileSync(inRoot('docs/guide/first-npc.zh-CN.md'), 'utf8'), 'sh')[0]!;
    expect(chinese.trim().split('\n').map((line) => line.replace(/ +#.*/, ''))).toEqual(commands);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/paths.js';

const read = (path: string): string => readFileSync(inRoot(path), 'utf8');
/** Code and what it prints, block by block; in shell blocks without the comments, which are translated. */
const blocks = (text: string): readonly string[] => [...text.matchAll(/^```(?:ts|text prints|sh)\n([^]*?)^```/gm)].map((match) => match[0].replace(/ +# .*/g, ''));
const headings = (text: string): number => text.replace(/^```[^]*?^```/gm, '').match(/^## /gm)!.length;

describe('the Chinese pages keep pace with the English ones', () => {
  it.each([
    ['README.md', 'README.zh-CN.md'],
    ['docs/guide/first-npc.md', 'docs/guide/first-npc.zh-CN.md'],
  ])('%s: the same code, the same commands, the same answers', (english, chinese) => expect(blocks(read(chinese))).toEqual(blocks(read(english))));

  it('the first page has the same sections', () => expect(headings(read('docs/guide/first-npc.zh-CN.md'))).toBe(headings(read('docs/guide/first-npc.md'))));

  it('the README warns of the same uses', () => {
    const warnings = (path: string, title: string): number => read(path).split(`## ${title}\n`)[1]!.split('\n## ')[0]!.match(/^- \*\*/gm)!.length;
    expect(warnings('README.zh-CN.md', '什么时候不该用它')).toBe(warnings('README.md', 'When not to use it'));
  });
});

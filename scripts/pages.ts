import { readdirSync, readFileSync } from 'node:fs';
import { hasFile, inRoot } from './paths.js';

/**
 * Code on pages is run. The rule, for README.md, README.zh-CN.md and docs/guide/*.md:
 *
 * - All `ts` blocks of a page, from top to bottom, are **one module**: later blocks see what earlier ones declare, and a name is imported once.
 * - A block fenced as `ts alone` is a module of its own.
 * - A block fenced as `ts types` is a module of its own that is only type-checked (code for an engine that is not installed here).
 * - A block fenced as `text prints` holds what the `ts` block above it logs, to the letter.
 *
 * Every block must type-check; a mistake that is shown on purpose carries `// @ts-expect-error` on the line above.
 */
export interface Snippet {
  /** Page the code stands on, from the repository's root. */
  readonly page: string;
  /** Line of the first code line, from 1. */
  readonly line: number;
  /** The page with everything but this module's code blanked: line numbers of errors are line numbers of the page. */
  readonly code: string;
  readonly runs: boolean;
  /** What must be logged, by the page line behind the block that logs it. */
  readonly prints: readonly { readonly line: number; readonly text: string }[];
}

interface Block {
  readonly language: string;
  /** Index of the first and of the line behind the last code line. */
  readonly from: number;
  readonly to: number;
}

/** The pages whose code is run. */
export function pages(): string[] {
  const guide = hasFile('docs/guide') ? readdirSync(inRoot('docs/guide'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md')).sort().map((file) => `docs/guide/${file}`) : [];
  return ['README.md', 'README.zh-CN.md', ...guide].filter(hasFile);
}

/** All modules of a page. */
export function snippets(page: string, text: string = readFileSync(inRoot(page), 'utf8')): Snippet[] {
  const lines = text.split('\n');
  const blocks = fenced(lines);
  const joined = blocks.filter(({ language }) => language === 'ts');
  const modules = blocks.filter(({ language }) => language === 'ts alone' || language === 'ts types').map((block) => [block]);
  if (joined.length > 0) modules.unshift(joined);
  return modules.map((parts) => ({
    page,
    line: parts[0]!.from + 1,
    code: only(lines, parts),
    runs: parts[0]!.language !== 'ts types',
    prints: parts.flatMap((part) => {
      const next = blocks[blocks.indexOf(part) + 1];
      return next?.language === 'text prints' ? [{ line: part.to + 1, text: lines.slice(next.from, next.to).join('\n').trimEnd() }] : [];
    }),
  }));
}

/** What the code logs is told apart by block: this line is logged behind each. It is a page line number in a shape that no page prints. */
export function blockEnd(line: number): string {
  return `\u0000end of block at ${line}`;
}

function fenced(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; language: string; from: number } | undefined;
  lines.forEach((line, index) => {
    const fence = /^\s*(`{3,})\s*(.*?)\s*$/.exec(line);
    if (open === undefined) {
      if (fence) open = { fence: fence[1]!, language: fence[2]!, from: index + 1 };
    } else if (fence?.[2] === '' && fence[1]!.length >= open.fence.length) {
      blocks.push({ language: open.language, from: open.from, to: index });
      open = undefined;
    }
  });
  return blocks;
}

/** The lines of these blocks at their places, everything else blank; the closing fence of a block becomes its end mark. */
function only(lines: readonly string[], parts: readonly Block[]): string {
  const kept = lines.map(() => '');
  for (const { from, to, language } of parts) {
    for (let index = from; index < to; index++) kept[index] = lines[index]!;
    if (language !== 'ts types') kept[to] = `;console.log(${JSON.stringify(blockEnd(to + 1))});`;
  }
  // A block without an import would be a script, whose names all such blocks would share.
  return `${kept.join('\n')}\nexport {};\n`;
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/paths.js';
import { commands } from '../../src/cli/commands.js';
import { exitStatuses } from '../../src/cli/command.js';
import { run } from '../../src/cli/run.js';

const page = readFileSync(inRoot('docs/guide/cli.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'ganglion-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The page's files, each in the block behind the words `This is `guard.json``. */
const files = [...page.matchAll(/This is `([\w.]+)`[^]*?^```json\n([^]*?)^```/gm)].map(([, name, text]) => [name!, text!] as const);
/** What the page says that a command prints. */
const printed = [...page.matchAll(/`ganglion ([^`]+\.json)` prints[^]*?^```text\n([^]*?)^```/gm)].map(([, words, text]) => [words!, text!] as const);

async function ganglion(words: readonly string[]): Promise<string> {
  let out = '';
  const say = (text: string): void => void (out += `${text}\n`);
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  await run(words.map((word) => (word.endsWith('.json') ? join(folder, word) : word)), commands, '1.0.0', { print: say, warn: say });
  return out.replaceAll(`${folder}/`, '');
}

describe('the page about the command', () => {
  it('shows files and what the command says of them', () => {
    expect(files.map(([name]) => name)).toEqual(['guard.json', 'intruder.json']);
    expect(printed).toHaveLength(2);
  });

  it.each(printed)('ganglion %s prints what stands there', async (words, text) => expect(await ganglion(words.split(' '))).toBe(text));

  it('lists every command with its usage, and every exit status as the help has it', () => {
    for (const [name, { usage }] of Object.entries(commands)) expect(page).toContain(`| \`ganglion ${name} ${usage}\` |`);
    for (const [status, meaning] of exitStatuses) expect(page).toContain(`| ${status} | ${meaning} |`);
  });
});

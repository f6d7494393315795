import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { recorder } from 'ganglion/inspect';
import { commands } from '../../src/cli/commands.js';
import { run as runCommand } from '../../src/cli/run.js';
import { town } from './town.js';

const folder = mkdtempSync(join(tmpdir(), 'ganglion-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function ganglion(...words: string[]): Promise<{ status: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const status = await runCommand(words, commands, '1.0.0', { print: (line) => void (out += `${line}\n`), warn: (line) => void (err += `${line}\n`) });
  return { status, out, err };
}

describe('ganglion inspect --text', () => {
  test('tells one mind at one tick of a recording: what it wanted, planned, did and believed, and what came before', async () => {
    const { world, run } = town();
    const recording = recorder(world);
    run(150);
    const file = join(folder, 'run.ganglion.json.gz');
    writeFileSync(file, await recording.file());
    const { status, out } = await ganglion('inspect', file, '--text', '--mind', '3', '--tick', '120');
    expect(status).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]).toBe('guard 3 at tick 111, 5.55 s');
    for (const start of ['wants     ', 'branch    ', 'plan      ', 'step      ', 'believes  at ', 'before']) expect(lines.some((line) => line.startsWith(start))).toBe(true);
    expect(lines.filter((line) => /^\s+\d+ {2}/.test(line)).every((line) => Number(line.trim().split(' ')[0]) <= 120)).toBe(true);
  });

  test('says what is wrong with the file or the words', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '{}');
    expect(await ganglion('inspect', file, '--text')).toMatchObject({ status: 2, err: expect.stringContaining('its format is not ganglion.run/1') as string });
    expect((await ganglion('inspect', join(folder, 'none'), '--text')).err).toContain('cannot read');
    expect((await ganglion('inspect', '--mind', '3')).err).toContain('--mind and --tick go with --text');
    expect((await ganglion('inspect', '--text')).err).toContain('needs a recording');
  });
});

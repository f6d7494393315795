import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../src/cli/args.js';
import { command, type Command } from '../../src/cli/command.js';
import { run } from '../../src/cli/run.js';
import { stories } from '../../src/cli/stories.js';

const flags = {
  json: { kind: 'switch', about: 'print JSON' },
  depth: { kind: 'number', about: 'how deep' },
  search: { kind: 'text', about: 'how to search', oneOf: ['optimal', 'anytime'] },
} as const;

const dig = command({
  summary: 'digs a hole',
  usage: 'place [--json]',
  operands: [1, 2],
  flags,
  run(places, { json, depth, search }, { print }) {
    if (places[0] === 'rock') throw new Error('the spade broke\nin two');
    print(`${places.join()} ${json} ${depth} ${search}`);
    return places[0] === 'sea' ? 1 : 0;
  },
});

/** Runs the command line and returns what a shell would see. */
async function ganglion(...words: string[]): Promise<{ status: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const commands: Record<string, Command> = { dig, fill: dig };
  const status = await run(words, commands, '1.2.3', { print: (text) => void out.push(text), warn: (text) => void err.push(text) });
  return { status, out: out.join('\n'), err: err.join('\n') };
}

describe('the ganglion command', () => {
  it('runs a command with its operands and flags, and hands on its exit status', async () => {
    expect(await ganglion('dig', 'garden', '--json', '--depth', '2')).toEqual({ status: 0, out: 'garden true 2 undefined', err: '' });
    expect(await ganglion('dig', '--search=anytime', 'sea')).toEqual({ status: 1, out: 'sea false undefined anytime', err: '' });
  });

  it('lists its commands for --help, and for a bare call, which is wrong use', async () => {
    const asked = await ganglion('--help');
    expect(asked.status).toBe(0);
    expect(asked.out).toContain('ganglion dig place [--json]');
    expect(await ganglion()).toEqual({ ...asked, status: 2 });
  });

  it('explains one command with its flags', async () => {
    const { status, out } = await ganglion('dig', '--help');
    expect(status).toBe(0);
    expect(out).toContain('digs a hole');
    expect(out).toMatch(/--search <optimal\|anytime> +how to search/);
  });

  it('answers to help as to --help, and says what each exit status means', async () => {
    expect(await ganglion('help')).toEqual(await ganglion('--help'));
    expect(await ganglion('help', 'dig')).toEqual(await ganglion('dig', '--help'));
    expect((await ganglion('help')).out).toMatch(/Exit status:\n {2}0 .*found.*\n {2}1 .*no plan\n {2}2 .*wrong/);
    expect(await ganglion('help', 'dgi')).toMatchObject({ status: 2, err: expect.stringContaining('did you mean "dig"?') });
  });

  it('prints its version', async () => expect(await ganglion('--version')).toEqual({ status: 0, out: '1.2.3', err: '' }));

  it.each([
    [['dgi'], 'there is no command "dgi"; did you mean "dig"?'],
    [['constructor'], 'there is no command "constructor"; known: "dig", "fill"'],
    [['dig', 'garden', '--jsno'], 'unknown flag --jsno; did you mean "--json"?'],
    [['dig', 'garden', '--__proto__=1'], 'unknown flag --__proto__=1; known: "--json", "--depth", "--search"'],
    [['dig', 'garden', '--depth'], '--depth wants a value'],
    [['dig', 'garden', '--depth', 'deep'], '--depth wants a number, not "deep"'],
    [['dig', 'garden', '--depth=Infinity'], '--depth wants a number, not "Infinity"'],
    [['dig', 'garden', '--json=yes'], '--json takes no value'],
    [['dig', 'garden', '--search', 'anytim'], '--search does not know "anytim"; did you mean "anytime"?'],
    [['dig'], 'nothing to work on'],
    [['dig', 'a', 'b', 'c'], 'unexpected argument "c"'],
  ])('refuses %j with one message and status 2', async (words, message) => {
    const { status, out, err } = await ganglion(...words);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err.split('\n')).toEqual([`ganglion: ${message}`, expect.stringMatching(/^see: ganglion (dig )?--help$/)]);
  });

  it('turns whatever a command throws into a message without a stack', async () => {
    expect(await ganglion('dig', 'rock')).toEqual({ status: 2, out: '', err: 'ganglion: the spade broke\nin two' });
  });

  it('takes words behind -- as they are, and a lone - as an operand', () => {
    expect(readArguments(['--json', '--', '--depth', '-'], flags, [0, 3]).operands).toEqual(['--depth', '-']);
    expect(readArguments(['-'], flags, [0, 3]).operands).toEqual(['-']);
  });
});

describe('the list of examples', () => {
  const folder = new URL('../../examples/', import.meta.url);

  it('says of each what its first line says', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts')).sort();
    expect(Object.entries(stories)).toEqual(files.map((file) => [file.slice(0, -3), readFileSync(new URL(file, folder), 'utf8').split('\n')[0]!.replace('// ', '')]));
  });
});

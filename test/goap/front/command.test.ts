import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { check } from '../../../src/cli/check.js';
import { plan } from '../../../src/cli/plan.js';
import { run } from '../../../src/cli/run.js';
import { spoken } from '../../speech.js';

const folder = mkdtempSync(join(tmpdir(), 'ganglion-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = readFileSync(new URL('craftsman.problem.json', import.meta.url), 'utf8');

interface Ended {
  readonly status: number;
  readonly out: string;
  /** What was said on standard error, without the folder of the test. */
  readonly err: string;
}

/** Runs the command on files with these contents, by name. */
async function ganglion(words: readonly string[], files: Readonly<Record<string, string>>): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const paths = words.map((word) => (word.startsWith('-') || words.indexOf(word) === 0 ? word : join(folder, word)));
  const status = await run(paths, { plan, check }, '1.0.0', { print: (line) => void out.push(line), warn: (line) => void err.push(line.replaceAll(`${folder}/`, '')) });
  return { status, out: out.join('\n').replaceAll(`${folder}/`, ''), err: err.join('\n') };
}

/** The craftsman's problem, changed. */
function craftsman(change: (problem: any) => void): Record<string, string> {
  const problem = JSON.parse(text);
  change(problem);
  return { 'problem.json': JSON.stringify(problem, undefined, 2) };
}

const asJson = async (files: Record<string, string>): Promise<any> => JSON.parse((await ganglion(['plan', 'problem.json', '--json'], files)).out);

describe('the craftsman who wants a sword', () => {
  test('goes to the forest twice when he can carry one log: 124', async () => {
    const { status, out } = await ganglion(['plan', 'problem.json'], { 'problem.json': text });
    expect(status).toBe(0);
    expect(out.split('\n')[0]).toBe('arm: 18 steps, cost 124');
    expect(out.split('\n').filter((line) => line === '  chop')).toHaveLength(2);
    expect(await asJson({ 'problem.json': text })).toMatchObject({ found: true, cost: 124, optimal: true, steps: { length: 18 } });
  });

  test('goes once when he can carry two: 114', async () => {
    expect(await asJson(craftsman(({ domain }) => (domain.facts.wood.max = 2)))).toMatchObject({ cost: 114, steps: { length: 16 } });
  });

  test('pans for ore where the mine has collapsed: 123', async () => {
    const files = craftsman((problem) => {
      problem.domain.facts.wood.max = 2;
      problem.start = { riverRich: true };
    });
    expect(await asJson(files)).toMatchObject({ cost: 123 });
  });

  test('who stands at the mine with the ingot done needs 25', async () => {
    expect(await asJson(craftsman((problem) => (problem.start = { at: 'mine', held: 'pick', ingot: true, furnaceLit: true })))).toMatchObject({
      cost: 25,
      steps: [{ action: 'goTo', params: { to: 'workshop' } }, { action: 'putDown', params: {} }, { action: 'take', params: { what: 'hammer' } }, { action: 'forge', params: {} }],
    });
  });

  test('has no plan where there is no ore, and is told why', async () => {
    const files = craftsman((problem) => (problem.start = {}));
    const { status, out, err } = await ganglion(['plan', 'problem.json'], files);
    expect([status, err]).toEqual([1, '']);
    expect(out).toContain('sword <- forge needs ingot <- smelt needs ore <- dig needs mineOpen: nothing makes it true');
    expect(await asJson(files)).toMatchObject({ found: false, reason: 'unreachable', unmet: ['sword'], explanation: expect.stringContaining('mineOpen') });
  });

  test.each(['regression', 'forward'])('pays the same on the %s rung', async (rung) => {
    const { out } = await ganglion(['plan', 'problem.json', '--json', `--rung=${rung}`], { 'problem.json': text });
    expect(JSON.parse(out)).toMatchObject({ cost: 124, rung });
  });
});

describe('a bad problem file ends with one message and status 2', () => {
  test.each<[string, string, string]>([
    ['is empty', '', 'problem.json:1:1: the file ends too early'],
    ['ends in the middle', text.slice(0, 300), 'problem.json:'],
    ['has a comma too many', '{\n  "domain": {},\n}', 'problem.json:3:1: a key in double quotes is wanted'],
    ['has a comma too few', '{\n  "domain": {}\n  "goal": 1 }', 'problem.json:3:3: a comma or "}" is wanted'],
    ['has a word that is none', '{ "domain": nope }', 'problem.json:1:13: "nope" is no value'],
    ['has a text without end', '{ "domain": "nope }', 'problem.json:1:13: this text has no end'],
    ['has a line break in a text', '{ "domain": "no\npe" }', 'problem.json:1:13: this text has a line break or a wrong escape in it'],
    ['goes on after its end', '{} {}', 'problem.json:1:4: the file goes on after its end'],
    ['has a key twice', '{ "goal": "a",\n  "goal": "b" }', 'problem.json:2:3: key "goal" stands here twice'],
    ['has a key of the language', '{ "__proto__": {} }', 'problem.json:1:3: a key may not be named "__proto__"'],
    ['is nested without end', '['.repeat(100_000), 'problem.json:1:258: this is nested more than 256 deep'],
    ['is something else', '7', 'problem.json:1:1: problem must be a problem: { domain, start, goal }, not 7'],
    ['has no domain', '{ "goal": "x" }', 'problem.json:1:1: domain must be an object with facts, actions and goals, not nothing'],
    ['has a key that means nothing', '{ "domian": {} }', 'unknown key "domian"; did you mean "domain"?'],
    ['misspells a fact', text.replace('"held": "pick", "mineOpen"', '"held": "pick", "mineOpne"'), 'problem.json:32:33: there is no fact "mineOpne"; did you mean "mineOpen"? (domain.actions.dig.preconditions)'],
    ['misspells a fact of the start', text.replace('"start": { "mineOpen"', '"start": { "mineOpne"'), 'problem.json:45:12: there is no fact "mineOpne"; did you mean "mineOpen"? (start)'],
    ['misspells its goal', text.replace('"goal": "arm"', '"goal": "amr"'), 'problem.json:46:11: there is no goal "amr"; did you mean "arm"? (goal)'],
  ])('%s', async (_what, content, message) => {
    const { status, out, err } = await ganglion(['plan', 'problem.json'], { 'problem.json': content });
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err.startsWith('ganglion: ')).toBe(true);
    expect(err).not.toContain('\n');
  });

  test('ten megabytes are read, and refused for what is in them', async () => {
    const members = JSON.stringify(Array.from({ length: 90_000 }, (_, number) => `${number}`.padStart(110, 'x')));
    const content = `{ "domain": { "facts": { "x": { "kind": "oneOf", "values": ${members} } }, "actions": {}, "goals": {} }, "goal": "g" }`;
    expect(content.length).toBeGreaterThan(10_000_000);
    const { status, err } = await ganglion(['plan', 'problem.json'], { 'problem.json': content });
    expect([status, err]).toEqual([2, 'ganglion: problem.json:1:60: there are 90000 members; at most 4096 (domain.facts.x.values)']);
  });

  test('is not there', async () => {
    expect(await ganglion(['plan', 'nowhere.json'], {})).toMatchObject({ status: 2, err: 'ganglion: cannot read nowhere.json; ENOENT: no such file or directory' });
  });
});

describe('checking files', () => {
  test('says what is in them, and which search each goal gets and why', async () => {
    const { status, out } = await ganglion(['check', 'problem.json'], { 'problem.json': text });
    expect(status).toBe(0);
    expect(out).toMatch(/^problem\.json: problem\n {2}object tool: axe, pick, hammer\n/);
    expect(out).toMatch(/\n {2}rung arm: policy, because \d+ rows say what to do from every state/);
  });

  test('goes through all of them, and through trees', async () => {
    const domain = JSON.stringify(JSON.parse(text).domain);
    const ended = await ganglion(['check', 'domain.json', 'bad.json', 'odd.json', 'good.tree', 'bad.tree', '--quiet'], {
      'domain.json': domain,
      'bad.json': domain.replace('"flag"', '"flg"'),
      'odd.json': '{"hello":1}',
      'good.tree': 'root { action [go] }',
      'bad.tree': 'root {\n  actoin [go]\n}',
    });
    expect([ended.status, ended.out]).toEqual([2, '']);
    const messages = ended.err.split('\n');
    expect(messages).toHaveLength(4);
    expect(messages[0]).toMatch(/^bad\.json:1:\d+: "flg" is no kind of fact; did you mean "flag"\? \(domain\.facts\.charcoal\.kind\)$/);
    expect(messages[1]).toBe('bad.json: not looked at, since it uses what is wrong: action burn, action smelt');
    expect(messages[2]).toMatch(/^odd\.json: this is no domain, problem, tree or snapshot/);
    expect(messages[3]).toMatch(spoken ? /^bad\.tree:2:3: .*"action"/ : /^bad\.tree:2:3: /);
  });
});

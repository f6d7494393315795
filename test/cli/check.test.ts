import { saveMind } from 'ganglion';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { check } from '../../src/cli/check.js';
import { explain } from '../../src/cli/explain.js';
import { plan } from '../../src/cli/plan.js';
import { run } from '../../src/cli/run.js';
import { guardBrain, mood } from '../brain/guard-domain.js';

const folder = mkdtempSync(join(tmpdir(), 'ganglion-'));
afterAll(() => rmSync(folder, { recursive: true }));

const craftsman = readFileSync(new URL('../goap/front/craftsman.problem.json', import.meta.url), 'utf8');

/** Runs the command on one file with this content. Lines are without the folder of the test. */
async function ganglion(words: readonly string[], content: string, name = 'file.json'): Promise<{ status: number; out: string[]; err: string[] }> {
  const said = { out: '', err: '' };
  writeFileSync(join(folder, name), content);
  const status = await run([...words, join(folder, name)], { plan, check, explain }, '1.0.0', { print: (text) => void (said.out += `${text}\n`), warn: (text) => void (said.err += `${text}\n`) });
  const lines = (text: string): string[] => text.replaceAll(`${folder}/`, '').split('\n').slice(0, -1);
  return { status, out: lines(said.out), err: lines(said.err) };
}

/** A mistake planted into the craftsman's problem: what is replaced by what, and a part of the one message about it. */
const plants: readonly (readonly [text: string, by: string, message: string])[] = [
  ['"params": { "to": "at" }', '"params": { "to": "att" }', 'param "to" ranges over "att"'],
  ['"preconditions": { "at": "workshop", "held": "none" }', '"preconditions": { "at": "workshp", "held": "nothing" }', 'fact "at" has no member "workshp"'],
  ['"held": { "not": "none" } }', '"held": { "nt": "none" } }', 'unknown key "nt"'],
  ['"wood": { "add": 1 } }, "cost": 10', '"wood": { "add": 1 } }, "cost": -10', 'a cost is a finite number of 0 or more, not -10'],
  ['"mineOpen": true }, "effects": { "ore": true }', '"mineOpne": true }, "efects": { "ore": true }', 'unknown key "efects"'],
  ['"riverRich": true }, "effects": { "ore": true }', '"riverRich": 7 }, "effects": { "or": true }', 'there is no fact "or"'],
  ['"charcoal": true, "wood": { "add": -1 }', '"charcoal": "yes", "wood": { "add": -9 }', 'flag "charcoal" is true or false, not "yes"'],
  ['"furnaceLit": true, "wood": { "add": -1 } }, "cost": 5', '"furnaceLit": true, "wood": { "add": -1 } }, "costs": 5', 'unknown key "costs"'],
  ['"goals": { "arm": { "sword": true } }', '"goals": { "arm": { "sword": true, "at": "nowhere" } }', 'fact "at" has no member "nowhere"'],
  ['"start": { "mineOpen": true }', '"start": { "mineOpen": 1, "wod": 0 }', 'there is no fact "wod"'],
  ['"goal": "arm"', '"goal": "amr"', 'there is no goal "amr"'],
];

/** Those of a planted pair that hide behind another in the same part. */
const alsoPlanted = ['fact "held" has no member "nothing"', 'there is no fact "mineOpne"', 'flag "riverRich" is true or false, not 7', 'adding -9 to "wood" always leaves its range', 'flag "mineOpen" is true or false, not 1', 'must be an object of facts, not nothing'];

const planted = (some: typeof plants): string => some.reduce((text, [sound, wrong]) => text.replace(sound, wrong), craftsman);

describe('what is wrong with a file', () => {
  it.each(plants)('%s is told once, and nothing else with it', async (sound, wrong, message) => {
    const { status, out, err } = await ganglion(['check'], craftsman.replace(sound, wrong));
    expect([status, out]).toEqual([2, []]);
    expect(err.filter((line) => line.includes(message))).toHaveLength(1);
    expect(err.filter((line) => ![message, ...alsoPlanted].some((each) => line.includes(each)))).toEqual([]);
  });

  it('is told in one go: as many lines as all mistakes have, each planted alone', async () => {
    const alone: string[] = [];
    for (const plant of plants) alone.push(...(await ganglion(['check'], planted([plant]))).err.map((line) => line.replace(/^\S+ /, '')));
    const { status, err } = await ganglion(['check'], planted(plants));
    expect(status).toBe(2);
    expect(alone.length).toBe(plants.length + alsoPlanted.length);
    expect(err.map((line) => line.replace(/^\S+ /, '')).sort()).toEqual(alone.sort());
  });

  it('stands at the line and column of the key that is wrong', async () => {
    const content = '{\n "facts": { "fed": { "kind": "flag" } },\n "actions": { "eat": {\n  "efects": {},\n  "effects": { "fed": true,\n   "fde": true } } },\n "goals": {} }';
    expect((await ganglion(['check'], content)).err).toEqual([
      'file.json:4:3: unknown key "efects"; did you mean "effects"? (domain.actions.eat)',
      'file.json:6:4: there is no fact "fde"; did you mean "fed"? (domain.actions.eat.effects)',
    ]);
  });

  it('in a list is told for each row, with the row it stands in', async () => {
    const rows = (...values: string[]): string => `[${values.map((value) => `["${value}", true]`).join(', ')}]`;
    const content = JSON.stringify({ objects: { lamp: ['red', 'blue'] }, facts: { lit: { kind: 'per', index: ['lamp'], of: { kind: 'flag' } } }, actions: { light: { effects: { lit: 0 } } }, goals: { dark: { lit: 1 } } }, undefined, 1);
    const { err } = await ganglion(['check'], content.replace('"lit": 0', `"lit": ${rows('rad', 'red', 'blau')}`).replace('"lit": 1', '"lit": []'));
    expect(err.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'object set "lamp" has no member "rad"; did you mean "red"? (domain.actions.light.effects.lit[0][0])',
      'object set "lamp" has no member "blau"; known: "red", "blue" (domain.actions.light.effects.lit[2][0])',
    ]);
  });

  it('with a fact is not told again for whatever uses it: that is not looked at, and named', async () => {
    const content = craftsman.replace('"ingot": { "kind": "flag" }', '"ingot": { "kind": "flg" }').replace('"goal": "arm"', '"goal": { "want": { "ingot": true } }');
    const { err } = await ganglion(['check'], content);
    expect(err).toEqual([
      expect.stringMatching(/^file\.json:10:\d+: "flg" is no kind of fact; did you mean "flag"\? \(domain\.facts\.ingot\.kind\)$/),
      'file.json: not looked at, since it uses what is wrong: action smelt, action forge, the goal',
    ]);
  });

  it('is not made up when whole parts are missing', async () => {
    expect((await ganglion(['check'], '{ "facts": {} }')).err).toEqual([
      expect.stringContaining('domain.actions must be an object of actions, not nothing'),
      expect.stringContaining('domain.goals must be an object of goals, not nothing'),
    ]);
    const rest = 'file.json: there may be other mistakes; the rest was not looked at';
    expect((await ganglion(['check'], '{ "domain": 7 }')).err).toEqual([expect.stringContaining('domain must be an object'), rest]);
    const { err } = await ganglion(['check'], '{ "domain": { "facts": 1, "actions": { "a": { "effects": { "b": true } } }, "goals": {} }, "goal": "g" }');
    expect(err).toEqual([expect.stringContaining('domain.facts must be an object of facts, not 1'), rest]);
  });

  it('with a tree is told node by node; as data with line and column', async () => {
    const tree = { type: 'root', child: { type: 'selector', children: [{ type: 'action' }, { type: 'wait', duration: -4 }] } };
    expect((await ganglion(['check'], JSON.stringify(tree, undefined, 1))).err).toEqual([
      'file.json:6:4: an action needs `call` (tree.child.children.0)',
      'file.json:11:5: `duration` of a wait must be a whole number of at least 0, not -4 (tree.child.children.1.duration)',
    ]);
    const { err } = await ganglion(['check'], 'root {\n  selector {\n    branch [Aa]\n    branch [Bb]\n  }\n}', 'file.tree');
    expect(err).toEqual([expect.stringMatching(/^file\.tree:3:.*Aa/), expect.stringMatching(/^file\.tree:4:.*Bb/)]);
  });
});

describe('what is odd about a sound file', () => {
  const flag = { kind: 'flag' };
  const odd = {
    domain: {
      facts: { at: { kind: 'oneOf', values: ['post', 'gate'] }, noise: flag, mineOpen: flag, ore: flag, logs: { kind: 'int', min: 0, max: 2 }, hidden: flag, heat: { kind: 'int', min: 0, max: 9 } },
      shared: { weather: flag },
      actions: {
        dig: { preconditions: { mineOpen: true }, effects: { ore: true } },
        keep: { preconditions: { ore: true }, effects: { ore: true } },
        shout: { effects: { noise: true }, cost: [{ when: { hidden: true }, cost: 9 }, { cost: 1 }] },
        chop: { effects: { logs: { add: 1 } } },
        warm: { effects: { heat: { add: 1, clamp: true } } },
        leave: { preconditions: { at: 'post', logs: 2 }, effects: { at: 'gate', logs: 0 } },
      },
      goals: { rich: { ore: true }, away: { at: 'gate' }, both: { at: 'gate', logs: 2 }, never: { at: 'gate', ore: true } },
    },
    start: {},
    goal: 'away',
  };

  it('is facts that nothing reads, actions that never become possible, goals that nothing reaches', async () => {
    const { status, out, err } = await ganglion(['check'], JSON.stringify(odd, undefined, 1));
    expect([status, err]).toEqual([0, []]);
    expect(out.filter((line) => line.includes(': note: ')).map((line) => line.replace(/^.*: note: /, ''))).toEqual([
      // `logs` is read by its own sum, which must not leave the range; `hidden` by a cost. `heat` stops at its limit, so nothing looks at it.
      'no action, goal or cost reads fact "noise"',
      'no action, goal or cost reads fact "heat"',
      'no action, goal or cost reads fact "weather"',
      'action "keep" can be in no plan: it changes nothing',
      'action "dig" can be in no plan from this start: it needs mineOpen: nothing makes it true',
      'no plan reaches goal "rich" from this start: ore <- dig needs mineOpen: nothing makes it true',
      'no plan reaches goal "never" from this start: ore <- dig needs mineOpen: nothing makes it true',
    ]);
    expect(out).toContainEqual(expect.stringMatching(/^file\.json:\d+:4: note: no action, goal or cost reads fact "noise"$/));
  });

  it('is only told where it is certain: another start opens the mine, and a domain alone says nothing of starts', async () => {
    const notes = async (content: object): Promise<string> => (await ganglion(['check'], JSON.stringify(content))).out.filter((line) => line.includes(': note: ')).join('\n');
    expect(await notes({ ...odd, start: { mineOpen: true } })).not.toMatch(/from this start/);
    expect(await notes(odd.domain)).toMatch(/weather.*\n.*keep.*$/);
    expect(await notes(JSON.parse(craftsman) as object)).toMatch(/^file\.json:1:\d+: note: action "pan" can be in no plan from this start: it needs riverRich: nothing makes it true$/);
  });

  it('is silent with --quiet, and a mistake with --strict', async () => {
    const content = JSON.stringify(odd);
    expect(await ganglion(['check', '--quiet'], content)).toEqual({ status: 0, out: [], err: [] });
    const { status, out, err } = await ganglion(['check', '--quiet', '--strict'], content);
    expect([status, out, err.length]).toEqual([2, [], 8]);
    expect(err.at(-1)).toBe('ganglion: 7 notes count as mistakes, since --strict was given');
    const one = { domain: { facts: { seen: { kind: 'flag' }, idle: { kind: 'flag' } }, actions: { look: { effects: { seen: true } } }, goals: { know: { seen: true } } } };
    expect((await ganglion(['check', '--quiet', '--strict'], JSON.stringify(one.domain))).err.at(-1)).toBe('ganglion: 1 note counts as a mistake, since --strict was given');
    expect((await ganglion(['check', '--strict'], JSON.stringify({ ...one.domain, facts: { seen: { kind: 'flag' } } }))).err).toEqual([]);
  });

  it('is told of a file that cannot be read as every command tells it, and the others are looked at all the same', async () => {
    const said = await Promise.all(['check', 'plan', 'explain'].map(async (word) => {
      let err = '';
      const status = await run([word, join(folder, 'nofile.json')], { plan, check, explain }, '1.0.0', { print: () => {}, warn: (text) => void (err += text) });
      return [status, err.replaceAll(`${folder}/`, '')];
    }));
    expect(new Set(said.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify([2, 'ganglion: cannot read nofile.json; ENOENT: no such file or directory'])]));
  });
});

describe('a file of another kind', () => {
  it.each([
    ['plan', '{ "format": 1, "facts": {} }', 'this is a saved mind, not a problem; ganglion explain is for it'],
    ['plan', '[{ "type": "root" }]', 'problem must be a problem: { domain, start, goal }, not a list of 1 (problem)'],
    ['plan', '{ "type": "root" }', 'this is a tree, not a problem; ganglion check is for it'],
    ['explain', '{ "domain": {}, "goal": "arm" }', 'this is a problem, not a saved mind; ganglion plan is for it'],
    ['explain', '{ "facts": {}, "actions": {} }', 'this is a domain, not a saved mind; ganglion check is for it'],
    ['explain', '{ "hello": 1 }', 'snapshot.format cannot be nothing; this version reads format 1 (snapshot.format)'],
  ])('is said to be one by %s', async (command, content, message) => {
    const { status, out, err } = await ganglion([command], content);
    expect([status, out, err]).toEqual([2, [], [expect.stringMatching(/^ganglion: file\.json/)]]);
    expect(err[0]!.replace(/^ganglion: \S+ /, '')).toBe(message);
  });
});

describe('a saved mind that a game keeps beside its body', () => {
  const mind = guardBrain.spawn(mood());
  mind.tick(0.1);
  const snapshot: unknown = JSON.parse(JSON.stringify(saveMind(mind)));

  it('is found under its key by explain and by check', async () => {
    const alone = await ganglion(['explain'], JSON.stringify(snapshot));
    expect([alone.status, alone.out.length > 3]).toEqual([0, true]);
    expect(await ganglion(['explain'], JSON.stringify({ mind: snapshot, body: { health: 1 } }))).toEqual(alone);
    const { out } = await ganglion(['check'], JSON.stringify({ mind: snapshot, body: { health: 1 } }));
    expect(out).toEqual([expect.stringMatching(/^file\.json: snapshot of a mind of brain ".*", which wants .*; it stands under "mind"$/)]);
  });

  it('is told with its own place when something in it is wrong', async () => {
    for (const word of ['explain', 'check']) {
      const { status, err } = await ganglion([word], JSON.stringify({ body: {}, mind: { ...(snapshot as object), format: 7 } }, null, 1));
      expect([status, err]).toEqual([2, [expect.stringMatching(/file\.json:4:\d+: snapshot\.format cannot be 7/)]]);
    }
  });

  it('is not guessed at when there are several', async () => {
    expect((await ganglion(['check'], JSON.stringify({ one: snapshot, other: snapshot }))).err[0]).toContain('this is no domain, problem, tree or snapshot');
  });
});

describe('planning without a task', () => {
  it('says that a domain needs a start and a goal around it', async () => {
    const { status, err } = await ganglion(['plan'], JSON.stringify((JSON.parse(craftsman) as { domain: object }).domain));
    expect([status, err]).toEqual([2, ['ganglion: file.json: this is a domain; to plan, a start and a goal are missing; write { "domain": ..., "start": {}, "goal": "arm" } around it']]);
  });

  it('says which goals there are when the problem names none', async () => {
    const { status, err } = await ganglion(['plan'], craftsman.replace(',\n  "goal": "arm"', ''));
    expect([status, err]).toEqual([2, ['ganglion: file.json:1:1: a problem needs a "goal"; one of "arm", or { "want": { ... } } (goal)']]);
  });
});

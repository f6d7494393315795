import { readSnapshot } from '../brain/internal.js';
import { checkTree } from '../bt/internal.js';
import { isProblem, Problem, thrownText } from '../core/internal.js';
import { domainText, engineOf, plan, policyOf, readDomain, type AnyDomain, type Goal, type Task } from '../goap/internal.js';
import { command, type Command } from './command.js';
import { kindOf, snapshotUnder } from './file-kind.js';
import { inFile, inSnapshot, namedAfter, readJson, readText, type JsonFile } from './files.js';
import { placeOf } from './json.js';
import { mistakesIn } from './mistakes.js';
import { notesOnDomain, notesOnStart, type Note } from './notes.js';
import { readProblem } from './problem-file.js';

/** Most goals whose rung is looked at for one goal with params. */
const mostBindings = 3;

type Data = Readonly<Record<string, unknown>>;

/** What was found in one file. */
interface Checked {
  /** Readable lines about a sound file, the first says what it is. Empty when something is wrong. */
  readonly lines: readonly string[];
  /** What is wrong, a message each. */
  readonly wrong: readonly string[];
  /** What is sound, and yet probably not meant so. */
  readonly notes: readonly string[];
}

/** `ganglion check file...`: what each file holds, and all that is wrong with it. Status 2 when something is. */
export const check: Command = command({
  summary: 'what domains, problems, trees and snapshots hold, and all that is wrong with them',
  usage: 'file... [--quiet] [--strict]',
  operands: [1, Infinity],
  flags: {
    quiet: { kind: 'switch', about: 'say only what is wrong' },
    strict: { kind: 'switch', about: 'count notes as mistakes: facts that nothing reads, actions and goals out of reach' },
  },
  run: (paths, { quiet, strict }, output) => {
    let sound = true;
    let counted = 0;
    for (const path of paths) {
      const { lines, wrong, notes } = checkFile(path);
      if (!quiet && lines.length > 0) output.print([`${path}: ${lines[0]}`, ...lines.slice(1).map((line) => `  ${line}`)].join('\n'));
      for (const text of wrong) output.warn(text);
      if (strict) {
        notes.forEach((text) => output.warn(text));
        counted += notes.length;
      } else if (!quiet) notes.forEach((text) => output.print(text));
      if (wrong.length > 0 || (strict && notes.length > 0)) sound = false;
    }
    if (counted > 0) output.warn(`ganglion: ${counted === 1 ? '1 note counts as a mistake' : `${counted} notes count as mistakes`}, since --strict was given`);
    return sound ? 0 : 2;
  },
});

function checkFile(path: string): Checked {
  try {
    if (!path.endsWith('.json')) return checkTreeFile(path, readText(path));
    const { text, value } = readJson(path);
    switch (kindOf(value)) {
      case 'snapshot':
        return sound(inFile(path, () => snapshotLines(value), { text, root: 'snapshot' }));
      case 'problem':
        return checkProblem(path, value as Data, { text, root: '' });
      case 'domain':
        return checkDomain(path, value as Data, { text, root: 'domain' });
      case 'tree':
        return checkTreeFile(path, value, text);
    }
    const nested = snapshotUnder(value);
    if (nested !== undefined) return sound(inSnapshot(path, text, nested, (snapshot) => snapshotLines(snapshot, nested.key)));
    throw new Problem('unknown-file', `${path}: this is no domain, problem, tree or snapshot`, { hint: 'a domain has facts and actions, a problem a domain, a tree roots, a snapshot a format' });
  } catch (error) {
    if (!isProblem(error)) throw error;
    // What is wrong in a file begins with the file's name; a file that cannot even be read is told as by every command.
    const unread = error.code === 'unreadable' || error.code === 'too-large';
    return { lines: [], wrong: [`${unread ? 'ganglion: ' : ''}${thrownText(error)}`], notes: [] };
  }
}

function sound(lines: readonly string[], notes: readonly string[] = []): Checked {
  return { lines, wrong: [], notes };
}

function checkDomain(path: string, value: Data, json: JsonFile): Checked {
  // Editors read `$schema`; it is no part of the domain.
  const { $schema: _schema, ...parts } = value;
  const wrong = mistakeTexts(path, { domain: parts }, (file) => readDomain(file['domain']), json);
  if (wrong.length > 0) return { lines: [], wrong, notes: [] };
  const domain = readDomain(parts);
  return sound(['domain', ...domainLines(domain)], noteTexts(path, notesOnDomain(domain), json));
}

function checkProblem(path: string, value: Data, json: JsonFile): Checked {
  const wrong = mistakeTexts(path, value, tryProblem, json);
  if (wrong.length > 0) return { lines: [], wrong, notes: [] };
  const { domain, start } = readProblem(value);
  return sound(['problem', ...domainLines(domain)], noteTexts(path, [...notesOnDomain(domain), ...notesOnStart(domain, start)], json));
}

function tryProblem(value: unknown): void {
  const { domain, start, goal, options } = readProblem(value);
  // Start and goal are only looked at by planning; one expansion is enough for that.
  const { maxExpansions = 1 } = options;
  plan(domain, start, goal, { ...options, maxExpansions: maxExpansions > 1 ? 1 : maxExpansions });
}

/** A message for each mistake, in the order of reading. */
function mistakeTexts(path: string, file: Data, read: (file: Data) => void, json: JsonFile): readonly string[] {
  const { found, skipped, more } = mistakesIn(file, read);
  const texts = found.map(({ problem, key }) => thrownText(namedAfter(path, problem, json, key)));
  if (skipped.length > 0) texts.push(`${path}: not looked at, since it uses what is wrong: ${[...new Set(skipped)].join(', ')}`);
  if (more) texts.push(`${path}: there may be other mistakes; the rest was not looked at`);
  return texts;
}

function noteTexts(path: string, notes: readonly Note[], { text, root }: JsonFile): readonly string[] {
  return notes.map((note) => {
    const { line, column } = placeOf(text, note.path, root, true);
    return `${path}:${line}:${column}: note: ${note.text}`;
  });
}

/** The domain's own lines, which search each goal gets and why, and what was left out when params were filled in. */
function domainLines(domain: AnyDomain): readonly string[] {
  const engine = engineOf(domain);
  const lines = domainText(domain).split('\n');
  for (const { name, params } of engine.goals) {
    const combinations = params.reduce((product, param) => product * param.members.length, 1);
    for (let number = 0; number < Math.min(combinations, mostBindings); number++) {
      const goal = engine.numberedGoal(name, number);
      lines.push(`rung ${goal.text}: ${rungText(engine.task, goal)}`);
    }
    if (combinations > mostBindings) lines.push(`rung ${name}: and ${combinations - mostBindings} more combinations of params`);
  }
  for (const { action, dropped } of engine.report) {
    for (const { reason, count, example } of dropped) lines.push(`left out of ${action}: ${count} by ${reason}, e.g. ${example}`);
  }
  return lines;
}

function snapshotLines(value: unknown, key?: string): readonly string[] {
  const { brain, wanted } = readSnapshot(value);
  return [`snapshot of a mind of brain "${brain}", which wants ${wanted?.goal ?? 'nothing'}${key === undefined ? '' : `; it stands under "${key}"`}`];
}

/** @param text the file's text, when it is JSON */
function checkTreeFile(path: string, source: unknown, text?: string): Checked {
  const checked = checkTree(source);
  if (checked.ok) return sound([`tree with ${checked.roots.length === 1 ? '1 root' : `${checked.roots.length} roots`}`]);
  const json = text === undefined ? undefined : { text, root: 'tree' };
  // Paths in trees number children as `children.0`, paths in files as `children[0]`.
  const placed = (problem: Problem): Problem => (json === undefined ? namedAfter(path, problem) : namedAfter(path, problem, json, problem.path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')));
  return { lines: [], wrong: checked.problems.map((problem) => thrownText(placed(problem))), notes: [] };
}

/** Who answers the minds of a brain about a goal, and why. */
function rungText(task: Task, goal: Goal): string {
  const table = policyOf(task, goal);
  if (table === undefined) return 'forward, because a wide int or a conditional cost matters to it';
  if (table.complete) return `policy, because ${table.rows === 1 ? '1 row says' : `${table.rows} rows say`} what to do from every state`;
  return `regression, because its policy table was given up after ${table.rows} rows`;
}

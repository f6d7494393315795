import { readSnapshot } from '../brain/index.js';
import { checkTree } from '../bt/index.js';
import { isPlainObject, isProblem, Problem, thrownText } from '../core/index.js';
import { engineOf, readDomain, type AnyDomain } from '../goap/index.js';
import { command, type Command } from './command.js';
import { inFile, readJson, readText } from './files.js';
import { readProblem } from './problem-file.js';

/** Most goals whose rung is looked at for one goal with params. */
const mostBindings = 3;

/** `ganglion check file...`: what each file holds, or what is wrong with it. Status 2 when something is. */
export const check: Command = command({
  summary: 'whether domains, problems, trees and snapshots are sound',
  usage: 'file... [--quiet]',
  operands: [1, Infinity],
  flags: { quiet: { kind: 'switch', about: 'say nothing about sound files' } },
  run: (paths, { quiet }, output) => {
    let wrong = false;
    for (const path of paths) {
      try {
        const lines = checkFile(path);
        if (!quiet) output.print([`${path}: ${lines[0] ?? ''}`, ...lines.slice(1).map((line) => `  ${line}`)].join('\n'));
      } catch (error) {
        if (!isProblem(error)) throw error;
        wrong = true;
        output.warn(thrownText(error));
      }
    }
    return wrong ? 2 : 0;
  },
});

/** Readable lines about a sound file, the first says what it is. @throws Problem with the file's name, line and column */
function checkFile(path: string): readonly string[] {
  if (!path.endsWith('.json')) return checkTreeFile(path, readText(path));
  const { text, value } = readJson(path);
  if (isPlainObject(value)) {
    // First, since a snapshot has facts too.
    if (Object.hasOwn(value, 'format')) return inFile(path, () => snapshotLines(value), { text, root: 'snapshot' });
    if (Object.hasOwn(value, 'domain')) return inFile(path, () => problemLines(value), { text, root: '' });
    if (Object.hasOwn(value, 'facts') || Object.hasOwn(value, 'actions')) {
      // Editors read `$schema`; it is no part of the domain.
      const { $schema: _schema, ...parts } = value;
      return inFile(path, () => ['domain', ...domainLines(readDomain(parts))], { text, root: 'domain' });
    }
  }
  if (rootsLike(value)) return checkTreeFile(path, value);
  throw new Problem('unknown-file', `${path}: this is no domain, problem, tree or snapshot`, { hint: 'a domain has facts and actions, a problem a domain, a tree roots, a snapshot a format' });
}

function problemLines(value: unknown): readonly string[] {
  const { domain, start, goal, options } = readProblem(value);
  // Start and goal are only looked at by planning; one expansion is enough for that.
  domain.plan(start, goal, { ...options, maxExpansions: 1 });
  return ['problem', ...domainLines(domain)];
}

/** The domain's own lines, which search each goal gets and why, and what was left out when params were filled in. */
function domainLines(domain: AnyDomain): readonly string[] {
  const engine = engineOf(domain);
  const lines = domain.toString().split('\n');
  for (const { name, params } of engine.goals) {
    const combinations = params.reduce((product, param) => product * param.members.length, 1);
    for (let number = 0; number < Math.min(combinations, mostBindings); number++) {
      const goal = engine.numberedGoal(name, number);
      const { rung, because } = engine.planner.rung(goal);
      lines.push(`rung ${goal.text}: ${rung}, because ${because}`);
    }
    if (combinations > mostBindings) lines.push(`rung ${name}: and ${combinations - mostBindings} more combinations of params`);
  }
  for (const { action, dropped } of engine.report) {
    for (const { reason, count, example } of dropped) lines.push(`left out of ${action}: ${count} by ${reason}, e.g. ${example}`);
  }
  return lines;
}

function snapshotLines(value: unknown): readonly string[] {
  const { brain, wanted } = readSnapshot(value);
  return [`snapshot of a mind of brain "${brain}", which wants ${wanted?.goal ?? 'nothing'}`];
}

function rootsLike(value: unknown): boolean {
  return Array.isArray(value) || (isPlainObject(value) && Object.hasOwn(value, 'type'));
}

function checkTreeFile(path: string, source: unknown): readonly string[] {
  const checked = checkTree(source);
  if (checked.ok) return [`tree with ${checked.roots.length === 1 ? '1 root' : `${checked.roots.length} roots`}`];
  return inFile(path, () => {
    throw checked.problems[0];
  });
}

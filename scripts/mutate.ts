/**
 * npm run mutate -- src/utility [--count 20] [--seed 1] [--minutes 10]
 *
 * Plants small faults in the sources of a folder, one at a time, and runs the tests that reach them: those of the layer first, then all
 * that import the file. What survives is printed; each survivor is a test that is missing, or a line that is not needed.
 * The faults are planted in a copy, so nothing here changes. The same seed plants the same faults.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../src/core/internal.js';
import { hasFile, inRoot, root, stop } from './paths.js';

interface Mutant {
  readonly file: string;
  /** From 0. */
  readonly line: number;
  readonly was: string;
  readonly became: string;
}

/** What a fault may be: a pattern in a line of code, and what takes its place. */
const slips: readonly (readonly [pattern: RegExp, becomes: string])[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ 1\b/g, ' + 2'],
  [/ - 1\b/g, ' - 2'],
  [/\breturn true;/g, 'return false;'],
  [/\breturn false;/g, 'return true;'],
  [/\bMath\.max\(/g, 'Math.min('],
  [/\bMath\.min\(/g, 'Math.max('],
  // A statement that is a call or an assignment is left out.
  [/^( *)(?:this\.)?[\w.#[\]!]+(?:\([^;{]*\)| [+-]?= [^;{]*);$/g, '$1;'],
];

const options = process.argv.slice(2);
const folder = options.find((each, at) => !each.startsWith('--') && !(options[at - 1] ?? '').startsWith('--'))?.replace(/\/$/, '') ?? stop('which folder? npm run mutate -- src/utility');
const numberOf = (name: string, fallback: number): number => (options.includes(`--${name}`) ? Number(options[options.indexOf(`--${name}`) + 1]) : fallback);
if (!folder.startsWith('src/') || !hasFile(folder)) stop(`${folder} is no folder of the sources: npm run mutate -- src/utility`);

const chosen = draw(mutantsIn(folder), numberOf('count', 20), new Random(numberOf('seed', 1)));
const copy = copied();
const until = Date.now() + numberOf('minutes', 10) * 60_000;
let tried = 0;
const survivors: Mutant[] = [];
try {
  for (const mutant of chosen) {
    if (Date.now() > until) break;
    tried++;
    if (survives(mutant)) survivors.push(mutant);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(`\n${survivors.length} of ${tried} survived${tried < chosen.length ? `; ${chosen.length - tried} were not tried in the time` : ''}\n`);
for (const mutant of survivors) process.stdout.write(`${placeOf(mutant)}\n  was    ${mutant.was.trim()}\n  became ${mutant.became.trim()}\n`);
if (survivors.length > 0) process.exitCode = 1;

/** Every fault that can be planted in a folder. */
function mutantsIn(of: string): Mutant[] {
  const files = readdirSync(inRoot(of), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts')).sort();
  return files.flatMap((path) => {
    const file = `${of}/${path}`;
    let comment = false;
    return readFileSync(inRoot(file), 'utf8').split('\n').flatMap((was, line) => {
      if (/^\s*\/\*/.test(was)) comment = true;
      const skip = comment || /^\s*(\/\/|\*|import |export (type |\*|\{)|interface |type |readonly |\w+\??: )/.test(was) || was.includes('new Problem(');
      if (was.includes('*/')) comment = false;
      return skip ? [] : mutationsOf(was).map((became): Mutant => ({ file, line, was, became }));
    });
  });
}

function mutationsOf(line: string): string[] {
  return slips.flatMap(([pattern, becomes]) => [...line.matchAll(pattern)].map((found) => line.slice(0, found.index) + found[0].replace(new RegExp(pattern.source), becomes) + line.slice(found.index + found[0].length)));
}

/** So many of them, by chance. */
function draw(all: Mutant[], count: number, random: Random): Mutant[] {
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random.next() * (at + 1));
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all.slice(0, count);
}

function copied(): string {
  const to = mkdtempSync(join(tmpdir(), 'ganglion-mutate-'));
  const left = new Set(['node_modules', '.git', 'dist', 'coverage', '.reports']);
  for (const name of readdirSync(root)) if (!left.has(name)) cpSync(inRoot(name), join(to, name), { recursive: true, filter: (path) => !path.includes('node_modules') });
  symlinkSync(inRoot('node_modules'), join(to, 'node_modules'));
  return to;
}

function survives(mutant: Mutant): boolean {
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  lines[mutant.line] = mutant.became;
  writeFileSync(path, lines.join('\n'));
  try {
    const own = `test/${mutant.file.split('/')[1]!}`;
    const passes = (!existsSync(join(copy, own)) || vitest(['run', own])) && vitest(['related', '--run', mutant.file]);
    process.stdout.write(`${passes ? 'SURVIVED' : 'killed  '} ${placeOf(mutant)}\n`);
    return passes;
  } finally {
    writeFileSync(path, text);
  }
}

/** True when the tests pass; ones that never end are killed and count as failed. */
function vitest(args: readonly string[]): boolean {
  const { status } = spawnSync(join(copy, 'node_modules/.bin/vitest'), [...args, '--bail=1', '--typecheck.enabled=false', '--reporter=dot'], { cwd: copy, stdio: 'ignore', timeout: 300_000 });
  return status === 0;
}

function placeOf({ file, line }: Mutant): string {
  return `${file}:${line + 1}`;
}

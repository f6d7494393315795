/**
 * npm run cases -- goap|bt|hsm|utility <file> [flags]
 *
 * Runs a file of acceptance cases on one layer and prints `N passed, N failed`.
 * Status 1 when a case failed, 2 on wrong use or a file that cannot be read.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { didYouMean, Problem, thrownText } from '../src/core/internal.js';

/** What scripts/cases/<layer>.ts exports as `runCases`. It throws when the file as a whole is not in its format. */
type Runner = (data: unknown, flags: readonly string[]) => CaseResults | Promise<CaseResults>;

/** What a runner answers. */
export interface CaseResults {
  readonly passed: number;
  readonly failed: number;
  /** One text a failure: the case's name and what was wrong. */
  readonly messages: readonly string[];
}

/** What a shell would see of a run. */
export interface CaseRun {
  readonly status: 0 | 1 | 2;
  readonly out: string;
  readonly err: string;
}

const layersWithCases = ['goap', 'bt', 'hsm', 'utility'];

/** Runs the command line `words`; whatever goes wrong becomes one message and status 2. */
export async function runCommand(words: readonly string[]): Promise<CaseRun> {
  const [layer, file, ...rest] = words.filter((word) => !word.startsWith('--'));
  try {
    if (layer === undefined || file === undefined || rest.length > 0) throw new Problem('usage', `usage: npm run cases -- ${layersWithCases.join('|')} <file> [flags]`);
    if (!layersWithCases.includes(layer)) throw new Problem('unknown-layer', `there are no cases for "${layer}"`, { hint: didYouMean(layer, layersWithCases) });
    const { runCases } = (await import(new URL(`./cases/${layer}.ts`, import.meta.url).href)) as { readonly runCases: Runner };
    const { passed, failed, messages } = await runCases(read(file), words.filter((word) => word.startsWith('--')));
    return { status: failed > 0 ? 1 : 0, out: [...messages, `${passed} passed, ${failed} failed`].join('\n'), err: '' };
  } catch (error) {
    return { status: 2, out: '', err: thrownText(error) };
  }
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(path), 'utf8'));
  } catch (error) {
    throw new Problem('unreadable', `cannot read ${path}: ${thrownText(error)}`, { cause: error });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { status, out, err } = await runCommand(process.argv.slice(2));
  if (out !== '') process.stdout.write(`${out}\n`);
  if (err !== '') process.stderr.write(`${err}\n`);
  process.exitCode = status;
}

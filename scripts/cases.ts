/**
 * npm run cases -- goap|bt|hsm|utility <file> [flags]
 *
 * Runs a file of acceptance cases on one layer and prints `N passed, N failed`.
 * Status 1 when a case failed, 2 on wrong use or a file that cannot be read.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean, thrownText } from '../src/core/index.js';
import { hasFile, stop } from './paths.js';

/** What scripts/cases/<layer>.ts exports as `runCases`. */
export interface CaseResults {
  readonly passed: number;
  readonly failed: number;
  /** One text a failure: the case's name and what was wrong. */
  readonly messages: readonly string[];
}

interface Runner {
  readonly runCases: (data: unknown, flags: readonly string[]) => CaseResults | Promise<CaseResults>;
}

const layersWithCases = ['goap', 'bt', 'hsm', 'utility'];
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith('--'));
const [layer, file, ...rest] = words.filter((word) => !word.startsWith('--'));

if (layer === undefined || file === undefined || rest.length > 0) stop(`usage: npm run cases -- ${layersWithCases.join('|')} <file> [flags]`);
if (!layersWithCases.includes(layer)) stop(`there are no cases for "${layer}"; ${didYouMean(layer, layersWithCases)}`);
if (!hasFile(`scripts/cases/${layer}.ts`)) stop(`the ${layer} layer has no case runner (scripts/cases/${layer}.ts)`);

const { runCases } = (await import(new URL(`./cases/${layer}.ts`, import.meta.url).href)) as Runner;
let results: CaseResults;
try {
  results = await runCases(read(file), flags);
} catch (error) {
  // A runner throws when the file as a whole is not in its format; a case that goes wrong is a failed case.
  stop(`${file}: ${thrownText(error)}`);
}
for (const message of results.messages) process.stdout.write(`${message}\n`);
process.stdout.write(`${results.passed} passed, ${results.failed} failed\n`);
process.exitCode = results.failed > 0 ? 1 : 0;

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(path), 'utf8'));
  } catch (error) {
    return stop(`cannot read ${path}: ${thrownText(error)}`);
  }
}

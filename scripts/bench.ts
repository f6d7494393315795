/**
 * npm run bench -- [goap|hsm|bt|utility|brain|team] [--json] [--smoke]
 *
 * Bundles bench/<name>.ts from the sources, as the package's own build does, and runs it in a process of its own.
 * Without a name: all of them, and one table with the machine, the versions and the ratios.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { build } from 'esbuild';
import { didYouMean, textTable } from '../src/core/internal.js';
import type { Row } from '../bench/harness.js';
import { hasFile, inRoot, stop } from './paths.js';

const flags = process.argv.slice(2).filter((word) => word.startsWith('-'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const known = readdirSync(inRoot('bench')).filter((file) => file.endsWith('.ts') && file !== 'harness.ts' && !file.endsWith('.lib.ts')).map((file) => file.slice(0, -3)).sort();

for (const flag of flags) if (flag !== '--json' && flag !== '--smoke') stop(`unknown flag ${flag}; bench knows --json and --smoke`);
for (const name of wanted) if (!known.includes(name)) stop(`there is no bench "${name}"; ${didYouMean(name, known)}`);

if (wanted.length > 0) {
  for (const name of wanted) await run(name, flags, 'inherit');
} else if (flags.includes('--json')) {
  for (const name of known) await run(name, flags, 'inherit');
} else {
  const rows: Row[] = [];
  for (const name of known) {
    process.stderr.write(`${name} ...\n`);
    const lines = await run(name, [...flags, '--json'], 'pipe');
    for (const line of lines.split('\n')) if (line.startsWith('{')) rows.push({ ...(JSON.parse(line) as Row), bench: `${name}: ${(JSON.parse(line) as Row).bench}` });
  }
  process.stdout.write(table(rows));
}

/** Runs one bench and returns what it printed, when that is not shown as it comes. */
async function run(name: string, options: readonly string[], output: 'inherit' | 'pipe'): Promise<string> {
  const outfile = inRoot(`bench/.out/${name}.mjs`);
  await build({
    entryPoints: [inRoot(`bench/${name}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // The package's own names are the sources; everything else is resolved by Node, peers from bench/node_modules.
    tsconfig: inRoot('tsconfig.test.json'),
    logLevel: 'error',
  });
  // A large nursery keeps the collector out of the rounds, so that allocation can be counted.
  const ended = spawnSync(process.execPath, ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', outfile, ...options], {
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (ended.status !== 0) stop(`bench ${name} ended with ${ended.signal ?? `status ${ended.status}`}`, 1);
  return ended.stdout ?? '';
}

function table(rows: readonly Row[]): string {
  const shown = new Set(['bench', 'n', 'ours', 'peer', 'peerName', 'ratio', 'loops']);
  const body = rows.map((row) => [
    row.bench,
    String(row.n),
    String(row.ours),
    row.peer === undefined ? '' : `${row.peerName} ${row.peer}`,
    row.ratio === undefined ? '' : `${row.ratio}x`,
    String(row.loops),
    Object.entries(row).filter(([name]) => !shown.has(name)).map(([name, value]) => `${name} ${value}`).join(', '),
  ]);
  const head = ['bench', 'n', 'ours ns', 'peer ns', 'ratio', 'loops', 'more'];
  return `${machine()}\n\n${textTable([head, ...body])}\n`;
}

/** What was measured on and against. */
function machine(): string {
  const processors = cpus();
  const versions = ['mistreevous', ...(hasFile('bench/package.json') ? Object.keys((readJson('bench/package.json') as { dependencies: object }).dependencies) : [])]
    .map((name) => ({ name, path: [`bench/node_modules/${name}/package.json`, `node_modules/${name}/package.json`].find(hasFile) }))
    .map(({ name, path }) => `${name} ${path === undefined ? 'not installed' : (readJson(path) as { version: string }).version}`);
  return [
    `ganglion ${(readJson('package.json') as { version: string }).version}, node ${process.version}, ${process.platform} ${process.arch}, ${processors.length} x ${processors[0]?.model.trim() ?? 'unknown processor'}`,
    `peers: ${versions.join(', ')}`,
    'times: nanoseconds per entity, medians of interleaved rounds; ratio = peer / ours; loops = ours in calibration loops',
  ].join('\n');
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(inRoot(path), 'utf8'));
}

/**
 * npm run check:size              what the programs of bench/bundles weigh on a user's page, beside size-budget.json and the table in README.md
 * npm run check:size -- --write   sets budget and table to what is measured now, rounded up
 *
 * Each program is bundled with the packed package as a stranger's bundler would: minified, gzipped, mistreevous included where it is used; once
 * with sentences in the errors and once under the condition `production`. Its floor is the same bundle less every function that never runs in it.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { textTable } from '../src/core/internal.js';
import { hasFile, inRoot, stop } from './paths.js';
import { withoutIdle } from './size/floor.js';

/** Kilobytes of one program, gzipped. */
interface Size {
  readonly default: number;
  readonly production: number;
}

/** What the programs are, for the table. */
const about: Readonly<Record<string, string>> = {
  brain: 'the smallest brain, without a tree',
  guard: 'the guard of this page',
  'guard-explained': 'the guard of the examples, who says why',
  kettle: 'a domain and the planner, asked by hand',
  monsters: 'utility and state machines, no planning',
  plan: 'one plan',
  tree: 'a behaviour tree from text',
  utility: 'rank some options, with one curve',
};
const budgetFile = inRoot('size-budget.json');
const readme = inRoot('README.md');
/** The table in the README stands between these marks. */
const [tableStart, tableEnd] = ['<!-- sizes: npm run check:size -- --write -->\n', '<!-- /sizes -->'];

if (!hasFile('dist/production/index.js')) stop('nothing is built: npm run build');
const programs = readdirSync(inRoot('bench/bundles')).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3)).sort();
const folder = mkdtempSync(join(tmpdir(), 'ganglion-size-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
unpack();

const measured: Record<string, Size & { readonly floor: number }> = {};
for (const program of programs) {
  const [spoken, production] = [await bundle(program, true), await bundle(program, true, ['production'])];
  measured[program] = { default: weight(spoken), production: weight(production), floor: weight(spoken) === 0 ? 1 : weight(await floor(program)) / weight(spoken) };
}
if (process.argv.includes('--write')) write();
check(JSON.parse(readFileSync(budgetFile, 'utf8')) as Record<string, Size>);

/** The package as it would be published, and the programs beside it. */
function unpack(): void {
  const packed = run('npm', ['pack', '--json', '--pack-destination', folder], inRoot(''));
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  mkdirSync(join(folder, 'node_modules'));
  run('tar', ['-xzf', filename], folder);
  renameSync(join(folder, 'package'), join(folder, 'node_modules/ganglion'));
  symlinkSync(inRoot('node_modules/mistreevous'), join(folder, 'node_modules/mistreevous'));
  symlinkSync(inRoot('node_modules/lotto-draw'), join(folder, 'node_modules/lotto-draw'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const program of programs) copyFileSync(inRoot(`bench/bundles/${program}.ts`), join(folder, `${program}.ts`));
}

async function bundle(program: string, minify: boolean, conditions: string[] = []): Promise<string> {
  const { outputFiles } = await build({ entryPoints: [join(folder, `${program}.ts`)], bundle: true, minify, conditions, write: false, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'], target: 'es2022', logLevel: 'error' });
  return outputFiles[0]!.text;
}

/** The program's bundle, minified, less what never ran. */
async function floor(program: string): Promise<string> {
  const file = join(folder, `${program}.mjs`);
  const text = await bundle(program, false);
  writeFileSync(file, text);
  const ranges = JSON.parse(run('node', [inRoot('scripts/size/cover.mjs'), file], folder).split('\n').at(-1)!) as [number, number][];
  const { outputFiles } = await build({ stdin: { contents: withoutIdle(text, ranges), loader: 'js' }, minify: true, bundle: true, write: false, format: 'esm', platform: 'neutral', target: 'es2022', logLevel: 'error' });
  return outputFiles[0]!.text;
}

function weight(code: string): number {
  return gzipSync(code, { level: 9 }).length / 1000;
}

/** A few hundredths above what is measured, in half kilobytes: room for mending, while what grows is seen. */
function write(): void {
  const up = (kB: number): number => Math.ceil(kB * 1.02 * 2) / 2;
  const budget = Object.fromEntries(Object.entries(measured).map(([name, size]) => [name, { default: up(size.default), production: up(size.production) }]));
  writeFileSync(budgetFile, `{\n${Object.entries(budget).map(([name, size]) => `  "${name}": { "default": ${size.default}, "production": ${size.production} }`).join(',\n')}\n}\n`);
  const [before, rest] = readFileSync(readme, 'utf8').split(tableStart);
  const after = rest?.split(tableEnd)[1] ?? stop(`README.md has no table between ${tableStart.trim()} and ${tableEnd}`);
  writeFileSync(readme, `${before}${tableStart}${table(budget)}${tableEnd}${after}`);
}

function table(budget: Readonly<Record<string, Size>>): string {
  const rows = Object.entries(budget).map(([name, size]) => `| [${name}](bench/bundles/${name}.ts): ${about[name] ?? 'another program'} | ${size.default.toFixed(1)} kB | ${size.production.toFixed(1)} kB |\n`);
  return `| program | at most | with \`production\` |\n|---|---:|---:|\n${rows.join('')}`;
}

function check(budget: Readonly<Record<string, Size>>): void {
  const over: string[] = [];
  const rows = Object.entries(measured).map(([name, size]) => {
    const cells = (['default', 'production'] as const).map((manner) => {
      const most = budget[name]?.[manner] ?? 0;
      if (size[manner] > most) over.push(`${name} (${manner})`);
      return `${size[manner].toFixed(1)} of ${most.toFixed(1)}`;
    });
    return [name, ...cells, `${Math.round(size.floor * 100)} %`];
  });
  process.stdout.write(`${textTable([['program', 'kB gzip', 'production', 'floor'], ...rows])}\n`);
  const gone = Object.keys(budget).filter((name) => measured[name] === undefined);
  if (over.length > 0) stop(`over budget: ${over.join(', ')}; make it smaller, or say why in the commit that runs npm run check:size -- --write`, 1);
  if (gone.length > 0) stop(`in the budget but not in bench/bundles: ${gone.join(', ')}`, 1);
  if (!readFileSync(readme, 'utf8').includes(tableStart + table(budget) + tableEnd)) stop('the table in README.md is not the budget: npm run check:size -- --write', 1);
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) stop(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, 1);
  return stdout.trim();
}

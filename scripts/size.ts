/**
 * npm run check:size              compares every subpath of the built package with size-budget.json, and the table in README.md with both
 * npm run check:size -- --write   sets budget and table to what is measured now, rounded up
 *
 * A size is what a user's bundle gains by importing everything of one subpath: bundled, minified, gzipped, mistreevous included.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { textTable } from '../src/core/internal.js';
import { entries } from './layers.js';
import { hasFile, inRoot, stop } from './paths.js';

type Sizes = Readonly<Record<string, number>>;

const budgetFile = inRoot('size-budget.json');
const readme = inRoot('README.md');
/** The table in the README stands between these marks. */
const [tableStart, tableEnd] = ['<!-- sizes: npm run check:size -- --write -->\n', '<!-- /sizes -->'];

if (!hasFile('dist/esm/index.js')) stop('nothing is built: npm run build');
const measured: Record<string, number> = {};
for (const entry of Object.keys(entries())) measured[entry === 'index' ? 'ganglion' : `ganglion/${entry.replace('/index', '')}`] = await size(entry);
if (process.argv.includes('--write')) write();
check(JSON.parse(readFileSync(budgetFile, 'utf8')) as Sizes);

/** Kilobytes of one entry's bundle, gzipped. */
async function size(entry: string): Promise<number> {
  const { outputFiles } = await build({ entryPoints: [inRoot(`dist/esm/${entry}.js`)], bundle: true, minify: true, write: false, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'], target: 'es2022', logLevel: 'error' });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length / 1000;
}

/** A few hundredths above what is measured, in half kilobytes: room for mending, while what grows is seen. */
function write(): void {
  const budget = Object.fromEntries(Object.entries(measured).map(([name, kB]) => [name, Math.ceil(kB * 1.03 * 2) / 2]));
  writeFileSync(budgetFile, `${JSON.stringify(budget, null, 2)}\n`);
  const [before, rest] = readFileSync(readme, 'utf8').split(tableStart);
  const after = rest?.split(tableEnd)[1] ?? stop(`README.md has no table between ${tableStart.trim()} and ${tableEnd}`);
  writeFileSync(readme, `${before}${tableStart}${table(budget)}${tableEnd}${after}`);
}

function table(budget: Sizes): string {
  return `| import | gzipped, at most |\n|---|---:|\n${Object.entries(budget).map(([name, kB]) => `| \`${name}\` | ${kB.toFixed(1)} kB |\n`).join('')}`;
}

function check(budget: Sizes): void {
  const rows = Object.entries(measured).map(([name, kB]) => [name, kB.toFixed(1), budget[name]?.toFixed(1) ?? 'none', kB <= (budget[name] ?? 0) ? 'ok' : 'over']);
  process.stdout.write(`${textTable([['subpath', 'kB gzip', 'budget', ''], ...rows])}\n`);
  const over = rows.filter((row) => row[3] === 'over').map(([name]) => name);
  const gone = Object.keys(budget).filter((name) => measured[name] === undefined);
  if (over.length > 0) stop(`over budget: ${over.join(', ')}; make it smaller, or say why in the commit that runs npm run check:size -- --write`, 1);
  if (gone.length > 0) stop(`in the budget but not in the package: ${gone.join(', ')}`, 1);
  if (!readFileSync(readme, 'utf8').includes(tableStart + table(budget) + tableEnd)) stop('the table in README.md is not the budget: npm run check:size -- --write', 1);
}

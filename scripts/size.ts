/**
 * npm run check:size              compares every subpath of the built package with size-budget.json
 * npm run check:size -- --write   sets the budget to what is measured now, rounded up
 *
 * A size is what a user's bundle gains by importing everything of one subpath: bundled, minified, gzipped, mistreevous included.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { textTable } from '../src/core/index.js';
import { entries } from './layers.js';
import { hasFile, inRoot, stop } from './paths.js';

const budgetFile = inRoot('size-budget.json');

if (!hasFile('dist/esm/index.js')) stop('nothing is built: npm run build');
const measured: Record<string, number> = {};
for (const entry of Object.keys(entries())) measured[entry === 'index' ? 'ganglion' : `ganglion/${entry.replace('/index', '')}`] = await size(entry);

if (process.argv.includes('--write')) {
  // Room for small changes; what grows by more than a tenth is worth a look and a line in the history.
  const budget = Object.fromEntries(Object.entries(measured).map(([name, bytes]) => [name, Math.ceil(bytes / 100) / 10 + 0.1]).map(([name, kB]) => [name, Number((kB as number).toFixed(1))]));
  writeFileSync(budgetFile, `${JSON.stringify(budget, null, 2)}\n`);
}

const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Readonly<Record<string, number>>;
const rows = Object.entries(measured).map(([name, bytes]) => [name, (bytes / 1000).toFixed(1), budget[name]?.toFixed(1) ?? 'none', bytes / 1000 <= (budget[name] ?? 0) ? 'ok' : 'over']);
process.stdout.write(`${textTable([['subpath', 'kB gzip', 'budget', ''], ...rows])}\n`);
const over = rows.filter(([, , , verdict]) => verdict === 'over').map(([name]) => name);
const gone = Object.keys(budget).filter((name) => measured[name] === undefined);
if (over.length > 0) stop(`over budget: ${over.join(', ')}; make it smaller, or say why in the commit that runs npm run check:size -- --write`, 1);
if (gone.length > 0) stop(`in the budget but not in the package: ${gone.join(', ')}`, 1);

/** Bytes of one entry's bundle, gzipped. */
async function size(entry: string): Promise<number> {
  const { outputFiles } = await build({ entryPoints: [inRoot(`dist/esm/${entry}.js`)], bundle: true, minify: true, write: false, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'], target: 'es2022', logLevel: 'error' });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

/**
 * npm run build: a fresh dist.
 *
 * dist/esm     ES modules, one file for each source file: bundlers drop whole files that nothing imports (`sideEffects: false`).
 * dist/cjs     CommonJS: one bundle of all layers, and a file for each subpath that hands its part on. In one scope, layers call each other
 *              directly (file by file, each use of an import would go through a getter), and a class is the same object through every subpath.
 * dist/global  one minified file without imports, for a script tag or an engine embedded in another language: the global `ganglion`.
 * dist/cli     the command, and dist/examples what its `demo` runs: they import the package by its name, as any user's code would.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { entries } from './layers.js';
import { inRoot, root, stop } from './paths.js';

const engine: BuildOptions = { absWorkingDir: root, target: 'es2022', logLevel: 'error' };
const oneFile: BuildOptions = { ...engine, bundle: true, platform: 'neutral', mainFields: ['module', 'main'] };

rmSync(inRoot('dist'), { recursive: true, force: true });
await Promise.all([esm(), commonJs(), global(), command(), examples()]);
declarations();

async function esm(): Promise<void> {
  const sources = readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts') && !path.startsWith('cli'));
  await build({ ...engine, entryPoints: sources.map((path) => `src/${path}`), outbase: 'src', outdir: 'dist/esm', format: 'esm' });
}

async function commonJs(): Promise<void> {
  const parts = Object.entries(entries());
  const contents = parts.map(([, source], index) => `export * as part${index} from './${source}';`).join('\n');
  await build({ ...oneFile, stdin: { contents, resolveDir: root, sourcefile: 'all.ts', loader: 'ts' }, outfile: 'dist/cjs/all.js', format: 'cjs', packages: 'external' });
  parts.forEach(([entry], index) => write(`dist/cjs/${entry}.js`, `"use strict";\nmodule.exports = require("${entry === 'index' ? '.' : '..'}/all.js").part${index};\n`));
  write('dist/cjs/package.json', '{ "type": "commonjs" }\n');
}

async function global(): Promise<void> {
  await build({ ...oneFile, entryPoints: ['src/index.ts'], outfile: 'dist/global/ganglion.js', format: 'iife', globalName: 'ganglion', minify: true });
}

async function command(): Promise<void> {
  await build({ ...oneFile, entryPoints: ['src/cli/main.ts'], outfile: 'dist/cli/main.js', format: 'esm', platform: 'node', target: 'node20', packages: 'external' });
}

async function examples(): Promise<void> {
  const sources = readdirSync(inRoot('examples')).filter((path) => path.endsWith('.ts'));
  await build({ ...engine, entryPoints: sources.map((path) => `examples/${path}`), outdir: 'dist/examples', format: 'esm' });
}

/** The same declarations serve both formats: dist/cjs/package.json makes TypeScript, like Node, read its folder as CommonJS. */
function declarations(): void {
  const ended = spawnSync(inRoot('node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  if (ended.status !== 0) stop('build: tsc failed', 1);
  cpSync(inRoot('dist/esm'), inRoot('dist/cjs'), { recursive: true, filter: (path) => !path.endsWith('.js') });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(inRoot(path)), { recursive: true });
  writeFileSync(inRoot(path), text);
}

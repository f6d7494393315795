/**
 * npm run build: a fresh dist, by tsup (docs/decisions/0050-tsup-builds-the-package.md).
 *
 * dist/esm         ES modules, one file for each source file: bundlers drop whole files that nothing imports (`sideEffects: false`)
 * dist/production  the same files without the sentences of errors (docs/decisions/0051-sentences-stay-beside-their-checks.md)
 * dist/cjs         CommonJS of the neutral entries: one bundle, and a file for each subpath that hands its part on
 * dist/global      one minified file of the root entry for a script tag or an embedded engine: the global `ganglion`
 * dist/cli         the command, and dist/examples what its `demo` runs: they import the package by its name, as any user's code would
 *
 * Declarations are made once by tsc (tsup's own maker does not know this TypeScript), and serve every format.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Options } from 'tsup';
import { builtAs, entries } from './scripts/layers.js';
import { hasFile } from './scripts/paths.js';
import { silent } from './scripts/speech/plugin.js';

const neutralEntries = entries.filter(({ neutral }) => neutral);

// Here and not by `clean`: the builds below run at the same time.
rmSync('dist', { recursive: true, force: true });
// tsup wants its entries on disk: every neutral entry under a name of its own, for the one CommonJS bundle.
mkdirSync('.tsup', { recursive: true });
writeFileSync('.tsup/all.ts', neutralEntries.map(({ source }, index) => `export * as part${index} from '../${source}';\n`).join(''));

/** `splitting: false` keeps tsup's second transformer, which rewrites private fields and `?.`, out of the way of CommonJS. */
const shared: Options = { target: 'es2022', splitting: false, treeshake: false, dts: false, clean: false, silent: true, removeNodeProtocol: false, cjsInterop: false, shims: false, outExtension: () => ({ js: '.js' }) };
const bundled: Options = { ...shared, platform: 'neutral', esbuildOptions: (options) => { options.mainFields = ['module', 'main']; } };
const fileByFile: Options = { ...shared, entry: ['src/**/*.ts', '!src/cli/**'], bundle: false, format: 'esm' };

const builds: Options[] = [
  { ...fileByFile, outDir: 'dist/esm', onSuccess: declarations },
  { ...fileByFile, outDir: 'dist/production', esbuildPlugins: [silent()] },
  { ...bundled, entry: { all: '.tsup/all.ts' }, format: 'cjs', outDir: 'dist/cjs', onSuccess: subpaths },
  { ...bundled, entry: { ganglion: 'src/index.ts' }, format: 'iife', globalName: 'ganglion', minify: true, noExternal: [/.*/], outDir: 'dist/global' },
  { ...shared, entry: { main: 'src/cli/main.ts' }, format: 'esm', platform: 'node', target: 'node20', outDir: 'dist/cli' },
  { ...shared, entry: ['examples/*.ts', 'examples/village/*.ts'], bundle: false, format: 'esm', outDir: 'dist/examples' },
];
export default builds;

/** In one scope layers call each other directly, and a class is the same object through every subpath. */
async function subpaths(): Promise<void> {
  write('dist/cjs/package.json', '{ "type": "commonjs" }\n');
  neutralEntries.forEach((entry, index) => {
    const file = builtAs(entry);
    write(`dist/cjs/${file}.js`, `"use strict";\nmodule.exports = require("./${'../'.repeat(file.split('/').length - 1)}all.js").part${index};\n`);
  });
}

/** The same declarations serve every format: dist/cjs/package.json makes TypeScript, like Node, read its folder as CommonJS. */
async function declarations(): Promise<void> {
  const { status } = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
  if (status !== 0 || !hasFile('dist/esm/index.d.ts')) throw new Error('tsc failed');
  // The inspector's page, where it was built (npm run page): beside the module that shows it.
  if (hasFile('page/dist/index.html')) for (const tree of ['esm', 'production']) cpSync('page/dist/index.html', `dist/${tree}/inspect/page.html`);
  cpSync('dist/esm', 'dist/cjs', { recursive: true, filter: (path) => !path.endsWith('.js') });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

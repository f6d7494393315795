import { defineConfig, type Options } from 'tsup';
import { entries } from './scripts/layers.js';
import { hasFile } from './scripts/paths.js';

const library: Options = {
  entry: entries(),
  platform: 'neutral',
  target: 'es2022',
  // Entries share chunks in both formats, so that a class or a tag is the same object whichever subpath it came through.
  splitting: true,
  sourcemap: true,
  // Declarations come from tsc: see scripts/build.ts.
  dts: false,
  silent: true,
};

const builds: Options[] = [
  { ...library, format: 'esm', outDir: 'dist/esm', outExtension: () => ({ js: '.js' }) },
  { ...library, format: 'cjs', outDir: 'dist/cjs', outExtension: () => ({ js: '.js' }) },
];
if (hasFile('src/index.ts')) {
  // One file without imports, for a script tag or an engine embedded in another language; it defines the global `ganglion`.
  builds.push({ ...library, entry: { ganglion: 'src/index.ts' }, format: 'iife', globalName: 'ganglion', noExternal: [/.*/], minify: true, splitting: false, outDir: 'dist/global', outExtension: () => ({ js: '.js' }) });
}
if (hasFile('src/cli/main.ts')) {
  builds.push({ ...library, entry: { main: 'src/cli/main.ts' }, format: 'esm', platform: 'node', target: 'node20', splitting: false, outDir: 'dist/cli' });
}

export default defineConfig(builds);

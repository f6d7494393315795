import { defineConfig, type Options } from 'tsup';

/**
 * One output file for each source file, as readable as the source: bundlers then drop whole files that nothing imports
 * (`sideEffects: false` works by file), which chunks of many modules would keep; and a class or a tag is the same object whichever
 * subpath it came through.
 */
const library: Options = {
  entry: ['src/**/*.ts', '!src/cli/**'],
  bundle: false,
  platform: 'neutral',
  target: 'es2022',
  // Declarations come from tsc: see scripts/build.ts.
  dts: false,
  silent: true,
  outExtension: () => ({ js: '.js' }),
};

const oneFile: Options = { ...library, bundle: true, splitting: false };

export default defineConfig([
  { ...library, format: 'esm', outDir: 'dist/esm' },
  { ...library, format: 'cjs', outDir: 'dist/cjs' },
  // Without imports, for a script tag or an engine embedded in another language: defines the global `ganglion`.
  { ...oneFile, entry: { ganglion: 'src/index.ts' }, format: 'iife', globalName: 'ganglion', noExternal: [/.*/], minify: true, outDir: 'dist/global' },
  { ...oneFile, entry: { main: 'src/cli/main.ts' }, format: 'esm', platform: 'node', target: 'node20', outDir: 'dist/cli' },
]);

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** A bug to plant: a piece of a source file of its layer, and what stands there instead. */
export interface Bug {
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
}

/** Bundles a module of a layer with one piece of source replaced and loads it; refuses when that piece is not there exactly once. */
export async function builtWith(entry: string, { file, right, wrong }: Bug, layer = 'bt'): Promise<unknown> {
  const source = (path: string): string => fileURLToPath(new URL(`../../src/${layer}/${path}`, import.meta.url));
  const text = readFileSync(source(file), 'utf8');
  if (text.split(right).length !== 2) throw new Error(`the source to mutate is not in ${file} exactly once: ${right}`);
  const folder = mkdtempSync(join(tmpdir(), 'ganglion-mutant-'));
  try {
    const outfile = join(folder, 'mutant.mjs');
    const place = source(file);
    await build({
      entryPoints: [source(entry)],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
      plugins: [{ name: 'mutate', setup: (bundle) => bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => (path === place ? { contents: text.replace(right, () => wrong), loader: 'ts' } : undefined)) }],
    });
    return await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entries, layers, publicLayers } from '../../scripts/layers.js';
import { hasFile, inRoot } from '../../scripts/paths.js';

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly import: Format; readonly require: Format }>>;
  readonly main: string;
  readonly module: string;
  readonly types: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface Format {
  readonly types: string;
  readonly default: string;
}

const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Manifest;
const subpaths = Object.keys(manifest.exports).filter((name) => name !== './package.json' && name !== './schemas/*');

describe('the package', () => {
  it('exports the index and every public layer, and nothing else', () => {
    expect(new Set(subpaths)).toEqual(new Set(['.', ...publicLayers.map((layer) => `./${layer}`)]));
  });

  it.each(subpaths)('builds what %s names, for both formats', (subpath) => {
    const entry = subpath === '.' ? 'index' : `${subpath.slice(2)}/index`;
    expect(entries()).toHaveProperty([entry]);
    expect(manifest.exports[subpath]).toEqual({
      import: { types: `./dist/esm/${entry}.d.ts`, default: `./dist/esm/${entry}.js` },
      require: { types: `./dist/cjs/${entry}.d.ts`, default: `./dist/cjs/${entry}.js` },
    });
  });

  it('says the same to tools that do not read exports', () => {
    expect([manifest.main, manifest.module, manifest.types]).toEqual(['./dist/cjs/index.js', './dist/esm/index.js', './dist/esm/index.d.ts']);
  });

  it('pins every dependency exactly, and runs on one', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['mistreevous']);
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('has no folder in src that the layer table does not know', () => {
    const folders = readdirSync(inRoot('src'), { withFileTypes: true }).filter((each) => each.isDirectory()).map(({ name }) => name);
    expect(folders.sort()).toEqual(Object.keys(layers).sort());
  });

  it('ships what its list of files names', () => {
    for (const file of ['LICENSE', 'CHANGELOG.md', 'README.md', 'schemas/domain.schema.json', 'schemas/problem.schema.json']) expect(hasFile(file), file).toBe(true);
  });

  it('has a lock file that names no registry host', () => {
    for (const lock of ['package-lock.json', 'bench/package-lock.json']) expect(readFileSync(inRoot(lock), 'utf8')).not.toContain('"resolved"');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conditions, type Conditions } from '../../scripts/exports.js';
import { entries, layers } from '../../scripts/layers.js';
import { hasFile, inRoot } from '../../scripts/paths.js';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Conditions>>;
  readonly main: string;
  readonly module: string;
  readonly types: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Manifest;
const subpaths = Object.keys(manifest.exports).filter((name) => name !== './package.json' && name !== './schemas/*');

describe('the package', () => {
  it('exports every entry of the table, in its formats, and nothing else (npm run exports)', () => {
    const wanted = Object.fromEntries(entries.map((entry) => [entry.name === '' ? '.' : `./${entry.name}`, conditions(entry)]));
    expect(Object.fromEntries(subpaths.map((name) => [name, manifest.exports[name]]))).toEqual(wanted);
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
    for (const folder of folders) expect(Object.keys(layers)).toContain(folder);
  });

  it('ships what its list of files names', () => {
    for (const file of ['LICENSE', 'CHANGELOG.md', 'README.md', 'schemas/domain.schema.json', 'schemas/problem.schema.json']) expect(hasFile(file), file).toBe(true);
  });

  it('has a lock file that names no registry host', () => {
    for (const lock of ['package-lock.json', 'bench/package-lock.json']) expect(readFileSync(inRoot(lock), 'utf8')).not.toContain('"resolved"');
  });
});

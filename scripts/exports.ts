/**
 * npm run exports: writes the `exports` of package.json from the table of entries. A test compares the two.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { builtAs, entries, type Entry } from './layers.js';
import { inRoot, stop } from './paths.js';

export type Conditions = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** How an entry is found: with sentences in its errors, without them under the condition `production`, and as CommonJS. */
export function conditions(entry: Entry): Conditions {
  const file = builtAs(entry);
  const module = { types: `./dist/esm/${file}.d.ts`, production: `./dist/production/${file}.js`, default: `./dist/esm/${file}.js` };
  return entry.neutral ? { import: module, require: { types: `./dist/cjs/${file}.d.ts`, default: `./dist/cjs/${file}.js` } } : { import: module };
}

function line(entry: Entry): string {
  const formats = Object.entries(conditions(entry)).map(([format, files]) => `      "${format}": { ${Object.entries(files).map(([key, file]) => `"${key}": "${String(file)}"`).join(', ')} }`);
  return `    "${entry.name === '' ? '.' : `./${entry.name}`}": {\n${formats.join(',\n')}\n    },\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = readFileSync(inRoot('package.json'), 'utf8');
  const [, before, after] = /^([^]*?"exports": \{\n)[^]*?( {4}"\.\/schemas[^]*)$/.exec(text) ?? stop('package.json has no exports that end with ./schemas');
  writeFileSync(inRoot('package.json'), before! + entries.map(line).join('') + after!);
}

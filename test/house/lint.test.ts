import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lintConfigText } from '../../scripts/lint-config.js';
import { inRoot } from '../../scripts/paths.js';

/** One planted file: what it does, where it stands, its text, and the rules that must refuse it (none: it must pass). */
type Plant = readonly [what: string, path: string, text: string, rules: readonly string[]];

const imports = ['no-restricted-imports'];
const globals = ['no-restricted-globals'];

const arrows: readonly Plant[] = [
  ['a layer reaching up', 'src/core/up.ts', "export { one } from '../facts/internal.js';\n", imports],
  ['a layer reaching sideways', 'src/hsm/sideways.ts', "export { one } from '../bt/text/parse.js';\n", imports],
  ['a layer reaching into a file of another', 'src/utility/deep.ts', "export { one } from '../facts/kinds.js';\n", imports],
  ['a file in a folder of its layer reaching sideways', 'src/bt/text/sideways.ts', "export { one } from '../../facts/internal.js';\n", imports],
  ['an import of types only', 'src/core/types.ts', "export type { one } from '../facts/internal.js';\n", imports],
  ['testing reaching for the command', 'src/testing/command.ts', "export { fine } from '../cli/fine.js';\n", imports],
  ['the whole index from inside', 'src/team/whole.ts', "export { one } from '../index.js';\n", imports],
  ['the package by its own name', 'src/brain/self.ts', "export { one } from 'ganglion/goap';\n", imports],
  ['Node', 'src/core/node.ts', "import { readFileSync } from 'node:fs';\nexport const read: unknown = readFileSync;\n", imports],
  ['mistreevous outside its layer', 'src/brain/mistreevous.ts', "export { BehaviourTree } from 'mistreevous';\n", imports],
];

const host: readonly Plant[] = [
  ['the clock', 'src/core/date.ts', 'export const at = (): number => Date.now();\n', globals],
  ['the fine clock', 'src/core/performance.ts', 'export const at = (): number => performance.now();\n', globals],
  ['a timer', 'src/core/timer.ts', 'export const later = (): unknown => setTimeout(() => {}, 1);\n', globals],
  ['the console', 'src/core/console.ts', 'export const say = (): void => console.log(1);\n', globals],
  ['the process', 'src/core/process.ts', 'export const name = (): unknown => process.env;\n', globals],
  ['shared memory', 'src/core/memory.ts', 'export const memory: unknown = SharedArrayBuffer;\n', globals],
  ['chance', 'src/core/chance.ts', 'export const chance = (): number => Math.random();\n', ['no-restricted-properties']],
  ['eval', 'src/core/eval.ts', 'export const run = (text: string): unknown => eval(text);\n', ['no-eval']],
  ['the Function constructor', 'src/core/function.ts', 'export const make = (text: string): unknown => new Function(text);\n', ['no-implied-eval', 'no-new-func']],
  ['a promise that nobody waits for', 'src/core/promise.ts', 'const later = async (): Promise<void> => {};\nexport function go(): void {\n  later();\n}\n', ['no-floating-promises']],
  ['two files that import each other', 'src/core/left.ts', "import { right } from './right.js';\nexport const left = (): unknown => right;\n", ['no-cycle']],
];

const fine: readonly Plant[] = [
  ['core by itself', 'src/core/index.ts', 'export const one: number = 1;\n', []],
  ['an arrow of the table', 'src/facts/index.ts', "export { one } from '../core/internal.js';\n", []],
  ['two arrows of the table', 'src/goap/index.ts', "export { one } from '../core/internal.js';\nexport { one as two } from '../facts/internal.js';\n", []],
  ['a folder inside a layer', 'src/bt/text/parse.ts', "export { one } from '../../core/internal.js';\n", []],
  ['the host inside the command', 'src/cli/fine.ts', "import { readFileSync } from 'node:fs';\nexport const fine = (): unknown => [Date.now(), readFileSync(process.argv[2] ?? '')];\n", []],
];

/** The other half of the cycle; it is reported there too. */
const right = "import { left } from './left.js';\nexport const right = (): unknown => left;\n";

/** Broken rules by file. All plants are linted in one go, with the repository's own configuration. */
const broken = new Map<string, string[]>();

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'ganglion-lint-'));
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const file of ['.oxlintrc.json', 'tsconfig.json']) cpSync(inRoot(file), join(folder, file));
  plant('src/core/right.ts', right);
  for (const [, path, text] of [...arrows, ...host, ...fine]) plant(path, text);
  const { stdout, status } = spawnSync(inRoot('node_modules/.bin/oxlint'), ['--type-aware', '--deny-warnings', '--format', 'json'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });

  expect(status, stdout).toBe(1);
  for (const { code, filename } of (JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }).diagnostics) {
    broken.set(filename, [...(broken.get(filename) ?? []), code.replace(/^.*\((.*)\)$/, '$1')].sort());
  }
});

describe('the lint rules', () => {
  it('are the ones that the layer table makes (npm run lint:config)', () => {
    expect(readFileSync(inRoot('.oxlintrc.json'), 'utf8')).toBe(lintConfigText());
  });

  it.each(arrows)('refuse %s', (_what, path, _text, rules) => expect(broken.get(path)).toEqual(rules));

  it.each(host)('refuse %s in engine code', (_what, path, _text, rules) => expect(broken.get(path)).toEqual(rules));

  it.each(fine)('let %s pass', (_what, path) => expect(broken.get(path)).toBeUndefined());
});

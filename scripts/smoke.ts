/**
 * npm run smoke: packs the package, installs the tarball into an empty folder and uses it as strangers would:
 * ES modules, CommonJS, TypeScript under three module resolutions, and the command.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getQuickJS } from 'quickjs-emscripten';
import { entries, specifier } from './layers.js';
import { hasFile, inRoot, stop } from './paths.js';

if (!hasFile('dist/cjs/index.d.ts')) stop('nothing is built: npm run build');
const quickJS = await getQuickJS();
const folder = mkdtempSync(join(tmpdir(), 'ganglion-smoke-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
install();
consume();

function install(): void {
  const packed = run('npm', ['pack', '--json', '--pack-destination', folder], inRoot(''));
  const [{ filename, unpackedSize, entryCount }] = JSON.parse(packed) as [{ filename: string; unpackedSize: number; entryCount: number }];
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, filename)]);
  said(`installed ${filename}: ${entryCount} files, ${Math.round(unpackedSize / 1000)} kB unpacked`);
}

function consume(): void {
  const subpaths = entries.filter(({ neutral }) => neutral).map(specifier);

  // Each subpath has something to offer, in both formats, and offers the same in both.
  write('esm.mjs', `const names = {};\nfor (const path of ${JSON.stringify(subpaths)}) names[path] = Object.keys(await import(path)).filter((name) => name !== 'default').sort();\nconsole.log(JSON.stringify(names));\n`);
  write('cjs.cjs', `const names = {};\nfor (const path of ${JSON.stringify(subpaths)}) names[path] = Object.keys(require(path)).sort();\nconsole.log(JSON.stringify(names));\n`);
  const esm = JSON.parse(run('node', ['esm.mjs'])) as Record<string, string[]>;
  const cjs = JSON.parse(run('node', ['cjs.cjs'])) as Record<string, string[]>;
  for (const path of subpaths) {
    if (esm[path]?.length === 0) stop(`${path} exports nothing`, 1);
    if (String(esm[path]) !== String(cjs[path])) stop(`${path} exports ${String(esm[path])} as a module but ${String(cjs[path])} as CommonJS`, 1);
  }
  said(`ESM and CommonJS agree on ${subpaths.map((path) => `${path} (${esm[path]?.length})`).join(', ')}`);

  // Under the condition `production` the same names are there, and errors keep their code, path and values.
  const production = JSON.parse(run('node', ['--conditions=production', 'esm.mjs'])) as Record<string, string[]>;
  for (const path of subpaths) if (String(production[path]) !== String(esm[path])) stop(`${path} exports ${String(production[path])} under production`, 1);
  write('silent.mjs', "import { domain, flag } from 'ganglion';\ntry { domain({ facts: { lit: flag }, actions: {}, goals: { light: { lti: true } } }); } catch (error) { console.log(JSON.stringify([error.code, error.path, error.values, error.message])); }\n");
  const spoken = JSON.parse(run('node', ['silent.mjs'])) as string[];
  const silent = JSON.parse(run('node', ['--conditions=production', 'silent.mjs'])) as string[];
  if (spoken[0] !== silent[0] || spoken[1] !== silent[1] || !String(silent[2]).includes('lti') || silent[3]!.length >= spoken[3]!.length) stop(`an error under production is ${String(silent)}, else ${String(spoken)}`, 1);
  said(`production: the same names; "${silent[3]}" for "${spoken[3]}"`);

  // One process, one copy: what comes through two subpaths is the same object.
  write('same.cjs', "if (require('ganglion').flag !== require('ganglion/goap').flag) throw new Error('two copies');\n");
  write('same.mjs', "import { flag } from 'ganglion';\nimport * as goap from 'ganglion/goap';\nif (flag !== goap.flag) throw new Error('two copies');\n");
  run('node', ['same.cjs']);
  run('node', ['same.mjs']);

  // The examples are TypeScript users: checked against the packed declarations, library files included.
  mkdirSync(join(folder, 'examples'));
  const examples = readdirSync(inRoot('examples')).filter((file) => file.endsWith('.ts') || file === 'village');
  for (const file of examples) cpSync(inRoot(`examples/${file}`), join(folder, 'examples', file), { recursive: true });
  write('all.ts', `${subpaths.map((path, index) => `import * as layer${index} from '${path}';`).join('\n')}\nexport const all: object[] = [${subpaths.map((_path, index) => `layer${index}`).join(', ')}];\n`);
  for (const [module, moduleResolution] of [['node16', 'node16'], ['nodenext', 'nodenext'], ['esnext', 'bundler']] as const) {
    const options = { module, moduleResolution, target: 'es2022', lib: ['es2023', 'dom'], types: ['node'], typeRoots: [inRoot('node_modules/@types')], strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false, noEmit: true };
    write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['all.ts', 'examples'] }));
    run(inRoot('node_modules/.bin/tsc'), ['-p', 'tsconfig.json']);
  }
  write('require.cts', "import ganglion = require('ganglion');\nexport const all: object = ganglion;\n");
  write('tsconfig.json', JSON.stringify({ compilerOptions: { module: 'node16', target: 'es2022', lib: ['es2022', 'dom'], types: [], strict: true, skipLibCheck: false, noEmit: true }, include: ['require.cts'] }));
  run(inRoot('node_modules/.bin/tsc'), ['-p', 'tsconfig.json']);
  said(`TypeScript: node16, nodenext, bundler and CommonJS, with ${examples.filter((file) => file.endsWith('.ts')).length} examples`);

  bare(esm['ganglion'] ?? []);

  const version = run(join(folder, 'node_modules/.bin/ganglion'), ['--version']).trim();
  if (version !== (JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }).version) stop(`the command says version ${version}`, 1);
  said(`command: ganglion ${version}`);
}

/** The one-file build in an engine that has nothing but the language. */
function bare(names: readonly string[]): void {
  const engine = quickJS.newContext();
  engine.unwrapResult(engine.evalCode(readFileSync(join(folder, 'node_modules/ganglion/dist/global/ganglion.js'), 'utf8'))).dispose();
  const there = engine.unwrapResult(engine.evalCode('Object.keys(ganglion).sort().join()')).consume((value) => engine.dump(value) as string);
  engine.dispose();
  if (there !== String(names)) stop(`the one-file build offers ${there}, the module ${String(names)}`, 1);
  said(`one file in QuickJS: ${names.length} names`);
}

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}

/** Runs a program in the consumer's folder and returns what it printed; anything but success ends the smoke test. */
function run(program: string, args: readonly string[], cwd = folder): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) stop(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, 1);
  return stdout;
}

function said(text: string): void {
  process.stdout.write(`smoke: ${text}\n`);
}

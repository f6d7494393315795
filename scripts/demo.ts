/**
 * npm run demo                 builds the package and runs examples/guard.ts on it
 * npm run demo -- <name>       another example
 * npm run demo -- guard --inspect   guards in real time, and the inspector on them
 * npm run demo -- --list       what there is
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { build } from 'esbuild';
import { didYouMean, textTable } from '../src/core/internal.js';
import { hasFile, inRoot, root, stop } from './paths.js';

const names = readdirSync(inRoot('examples')).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3)).sort();
const [name = 'guard', ...rest] = process.argv.slice(2);

if (name === '--list' || name === '--help') {
  process.stdout.write(`npm run demo -- <name>\n\n${textTable(names.map((each) => [`  ${each}`, title(each)]))}\n`);
} else if (!names.includes(name)) {
  stop(`there is no example "${name}"; ${didYouMean(name, names)} (npm run demo -- --list)`);
} else if (name === 'guard' && rest.includes('--inspect')) {
  runSource('scripts/page.ts');
  runSource('scripts/inspect-demo.ts');
} else {
  buildIfStale();
  await run();
}

/** The first comment line of an example says what it shows. */
function title(example: string): string {
  const line = readFileSync(inRoot(`examples/${example}.ts`), 'utf8').split('\n').find((each) => /^\s*(\/\/|\/?\*+)\s*\w/.test(each));
  return line === undefined ? '' : line.replace(/^\s*(\/\/|\/?\*+)\s*/, '').replace(/\s*\*\/\s*$/, '');
}

/** A build takes seconds: only when a source is newer than the last one. */
function buildIfStale(): void {
  const built = 'dist/cjs/index.d.ts';
  const newest = Math.max(...sources().map((path) => statSync(path).mtimeMs));
  if (hasFile(built) && statSync(inRoot(built)).mtimeMs > newest) return;
  process.stderr.write('building ...\n');
  const ended = spawnSync(process.execPath, [inRoot('node_modules/tsup/dist/cli-default.js')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (ended.status !== 0) stop('the build failed: npm run build', 1);
}

/** A script of this folder, on the sources. */
function runSource(path: string): void {
  const ended = spawnSync(process.execPath, [inRoot('node_modules/tsx/dist/cli.mjs'), '--tsconfig', inRoot('tsconfig.test.json'), inRoot(path)], { stdio: 'inherit' });
  if (ended.status !== 0) process.exit(ended.status ?? 1);
}

function sources(): string[] {
  const files = readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  return ['package.json', 'tsup.config.ts', ...files.map((path) => `src/${path}`)].map(inRoot);
}

/**
 * An example exports `play(print, status)`; the terminal is added here. It keeps its imports of the package by name:
 * Node finds dist through the package's own exports, as a user's code would.
 */
async function run(): Promise<void> {
  const outfile = inRoot(`.reports/examples/${name}.mjs`);
  const contents = `import { play } from './examples/${name}.ts';\nimport { print, status } from './scripts/terminal.ts';\nawait play(print, status);\n`;
  await build({ stdin: { contents, resolveDir: root, loader: 'ts' }, outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node', target: 'node20', tsconfigRaw: {}, logLevel: 'error' });
  const ended = spawnSync(process.execPath, [outfile, ...rest], { stdio: 'inherit' });
  process.exitCode = ended.status ?? 1;
}

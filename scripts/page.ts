/**
 * npm run page: builds the inspector's page into page/dist/index.html, when a source of it is newer. The page is a package of its own:
 * its dependencies are installed from its lock file when they are missing.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { hasFile, inRoot, stop } from './paths.js';

const built = 'page/dist/index.html';
const folders = ['page/src', 'src/inspect', 'src/brain/describe'];
const sources = ['page/index.html', 'page/package.json', 'page/vite.config.ts', ...folders.flatMap((folder) => readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))];
const newest = Math.max(...sources.map((path) => statSync(inRoot(path)).mtimeMs));

if (!hasFile(built) || statSync(inRoot(built)).mtimeMs < newest) {
  if (!hasFile('page/node_modules')) run('npm', ['ci', '--no-audit', '--no-fund']);
  run('npm', ['run', '--silent', 'build']);
}

function run(name: string, words: readonly string[]): void {
  process.stderr.write(`page: ${name} ${words.join(' ')} ...\n`);
  const { status } = spawnSync(name, words, { cwd: inRoot('page'), stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (status !== 0) stop(`the inspector's page could not be built: ${name} ${words.join(' ')}`, 1);
}

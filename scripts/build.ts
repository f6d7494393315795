/** npm run build: JavaScript by tsup, declarations by tsc, both as ES modules and as CommonJS, into a fresh dist. */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot, stop } from './paths.js';

rmSync(inRoot('dist'), { recursive: true, force: true });
run('tsup');
run('tsc', '-p', 'tsconfig.build.json');

// The same text serves both formats: the nested package.json makes TypeScript, like Node, read what is in dist/cjs as CommonJS.
cpSync(inRoot('dist/esm'), inRoot('dist/cjs'), { recursive: true, filter: (path) => !/\.js(\.map)?$/.test(path) });
writeFileSync(inRoot('dist/cjs/package.json'), '{ "type": "commonjs" }\n');

function run(tool: string, ...args: readonly string[]): void {
  const ended = spawnSync(inRoot(`node_modules/.bin/${tool}`), args, { cwd: inRoot(''), stdio: 'inherit' });
  if (ended.status !== 0) stop(`build: ${tool} failed`, 1);
}

#!/usr/bin/env node
import { createRequire } from 'node:module';
import { commands } from './commands.js';
import { run } from './run.js';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

// `ganglion plan ... | head` closes the pipe early: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// exitCode and not exit(): what is still on its way to a pipe gets written.
process.exitCode = await run(process.argv.slice(2), commands, version, {
  print: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
});

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Problem, thrownText } from '../core/internal.js';
import { readRun, runText } from '../inspect/internal.js';
import { listen } from '../inspect/node/internal.js';
import { command, type Command, type ExitStatus } from './command.js';

/** `ganglion inspect [recording]`: the inspector's page, or one moment of a recording in words. */
export const inspect: Command = command({
  summary: 'look at a recording of a crowd: in a browser, or one mind at one tick as text',
  usage: '[run.ganglion.json.gz] [--text --mind 12 --tick 420]',
  operands: [0, 1],
  flags: {
    text: { kind: 'switch', about: 'print what one mind did and why, and end' },
    mind: { kind: 'number', about: 'with --text: which mind; default: the first' },
    tick: { kind: 'number', about: 'with --text: at which tick; default: the last' },
    open: { kind: 'switch', about: 'open the browser, too' },
  },
  run: async ([path], { text, mind, tick, open }, output): Promise<ExitStatus> => {
    if (text) {
      if (path === undefined) throw new Problem('bad-operands', 'inspect --text needs a recording');
      const run = await readRun(bytesOf(path));
      output.print(runText(run, mind ?? 0, tick ?? run.frames.at(-1)?.tick ?? 0));
      return 0;
    }
    if (mind !== undefined || tick !== undefined) throw new Problem('bad-flag', '--mind and --tick go with --text', { hint: 'in the browser, choose them there' });
    const recording = path === undefined ? undefined : bytesOf(path);
    if (recording !== undefined) await readRun(recording);
    const serving = await listen(recording === undefined ? {} : { recording });
    const url = recording === undefined ? serving.url.split('#')[0]! : serving.url;
    output.print(url);
    output.warn('Open this in a browser on this machine. Ctrl+C ends it.');
    if (open) openBrowser(url);
    await new Promise((resolve) => process.once('SIGINT', resolve));
    serving.close();
    return 0;
  },
});

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Problem('unreadable', `cannot read ${path}`, { hint: thrownText(error).split(',')[0]!, cause: error });
  }
}

function openBrowser(url: string): void {
  const [name, ...words] = process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
  const child = spawn(name, words, { stdio: 'ignore', detached: true });
  // Where there is no such program, the address has been printed.
  child.on('error', () => undefined);
  child.unref();
}

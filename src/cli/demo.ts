import { existsSync, readdirSync } from 'node:fs';
import { didYouMean, Problem, textTable } from '../core/internal.js';
import { command, type Command, type ExitStatus } from './command.js';
import { stories } from './stories.js';

/** Where the build puts the examples, seen from the built command. */
const folder = new URL('../examples/', import.meta.url);

const done: ExitStatus = 0;

/** `ganglion demo [name]`: an example in the terminal. */
export const demo: Command = command({
  summary: 'run an example in the terminal: guard unless named',
  usage: '[name] [--list]',
  operands: [0, 1],
  flags: { list: { kind: 'switch', about: 'say which examples there are, and what each shows' } },
  run: async ([name = 'guard'], { list }, output) => {
    if (!existsSync(folder)) throw new Problem('no-examples', 'the examples come with the built package', { hint: 'npm run build, or npm run demo' });
    const names = readdirSync(folder).filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -3)).sort();
    if (list) {
      output.print(textTable(names.map((each) => [each, stories[each] ?? ''])));
      return done;
    }
    if (!names.includes(name)) throw new Problem('unknown-example', `there is no example "${name}"`, { hint: `${didYouMean(name, names)} (ganglion demo --list)` });
    const example = (await import(new URL(`${name}.js`, folder).href)) as { readonly play: (print: (line: string) => void) => unknown };
    await example.play((line) => output.print(line));
    return done;
  },
});

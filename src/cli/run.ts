import { didYouMean, isProblem, Problem, textTable, thrownText } from '../core/internal.js';
import { readArguments } from './args.js';
import { exitStatuses, type Command, type ExitStatus, type Output } from './command.js';

/** Runs the command named by the first word. Whatever goes wrong ends as one message on `output.warn` and status 2, never as a stack trace. */
export async function run(words: readonly string[], commands: Readonly<Record<string, Command>>, version: string, output: Output): Promise<ExitStatus> {
  // `ganglion help plan` is another way to say `ganglion plan --help`.
  const [name, ...rest] = words[0] === 'help' ? (words[1] === undefined || words[1] === 'help' ? ['--help'] : [words[1], '--help']) : words;
  if (name === undefined || isHelp(name)) {
    // A bare call is a question too, but a script that forgot the command must not go on as if all were well.
    output.print(help(commands));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    output.print(version);
    return 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new Problem('unknown-command', `there is no command "${name}"`, { hint: didYouMean(name, Object.keys(commands)) });
    const flagsEnd = rest.indexOf('--');
    if ((flagsEnd < 0 ? rest : rest.slice(0, flagsEnd)).some(isHelp)) {
      output.print(commandHelp(name, command));
      return 0;
    }
    const { operands, flags } = readArguments(rest, command.flags, command.operands);
    return await command.run(operands, flags, output);
  } catch (error) {
    output.warn(`ganglion: ${thrownText(error)}${wrongUse(error) ? `\nsee: ganglion ${Object.hasOwn(commands, name) ? `${name} ` : ''}--help` : ''}`);
    return 2;
  }
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** True when the command line itself is wrong, so that its help is of use; a bad file is another matter. */
function wrongUse(error: unknown): boolean {
  return isProblem(error) && ['unknown-command', 'unknown-flag', 'bad-flag', 'bad-operands'].includes(error.code);
}

function help(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(([name, { usage, summary }]) => [`  ganglion ${name} ${usage}`, summary]);
  return `Small, fast brains for NPCs.\n\n${textTable([...rows, ['  ganglion help <command>', 'a command in full, with its flags']])}\n\n${statusText()}`;
}

function commandHelp(name: string, { summary, usage, flags }: Command): string {
  const rows = Object.entries(flags).map(([flag, { kind, about, oneOf }]) => {
    const what = kind === 'switch' ? '' : ` <${oneOf?.join('|') ?? kind}>`;
    return [`  --${flag}${what}`, about];
  });
  return `ganglion ${name} ${usage}\n\n${summary}${rows.length === 0 ? '' : `\n\n${textTable(rows)}`}\n\n${statusText()}`;
}

function statusText(): string {
  return `Exit status:\n${textTable(exitStatuses.map(([status, meaning]) => [`  ${status}`, meaning]))}`;
}

import type { Arguments, FlagKinds, FlagValues } from './args.js';

/** Where a command writes, so that tests can listen. Each call is one line or one finished text; the line end is added. */
export interface Output {
  /** The answer: standard output. */
  print(text: string): void;
  /** Everything about the answer: standard error. */
  warn(text: string): void;
}

/**
 * Exit status of a command, as {@link exitStatuses} says it. A command that throws a `Problem` ends with 2.
 */
export type ExitStatus = 0 | 1 | 2;

/** What each exit status means, for the help. */
export const exitStatuses: readonly (readonly [status: ExitStatus, meaning: string])[] = [
  [0, 'done; a plan was found; all files are sound'],
  [1, 'the honest answer is no: there is no plan'],
  [2, 'the command was used wrongly, or a file is missing or has mistakes'],
];

/** One command of `ganglion`. Make it with {@link command}, which types the flags. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the command's name, e.g. `problem.json [--json]`. */
  readonly usage: string;
  /** How many operands it takes: least and most. */
  readonly operands: readonly [least: number, most: number];
  readonly flags: FlagKinds;
  run(operands: readonly string[], flags: Arguments['flags'], output: Output): ExitStatus | Promise<ExitStatus>;
}

interface CommandOf<Kinds extends FlagKinds> extends Omit<Command, 'flags' | 'run'> {
  readonly flags: Kinds;
  run(operands: readonly string[], flags: FlagValues<Kinds>, output: Output): ExitStatus | Promise<ExitStatus>;
}

/** Types `run`'s flags from the flags that are declared beside it. */
export function command<const Kinds extends FlagKinds>(definition: CommandOf<Kinds>): Command {
  // Sound: run is only ever called with the values that `readArguments` made for these very flags.
  return definition as unknown as Command;
}

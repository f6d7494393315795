import { check } from './check.js';
import type { Command } from './command.js';
import { demo } from './demo.js';
import { explain } from './explain.js';
import { inspect } from './inspect.js';
import { plan } from './plan.js';

/** Every command, in the order of the help text. A command is a file of its own, made with `command()`, and one line here. */
export const commands: Readonly<Record<string, Command>> = { demo, plan, check, explain, inspect };

import { Problem } from '../../core/internal.js';
import type { NodeType } from '../definition.js';
import type { WrittenArgument } from './arguments.js';
import type { Span } from './span.js';

/** What stands in the brackets after each keyword; in words for the error, and how many there may be. */
const signatures: Readonly<Partial<Record<NodeType, { readonly takes: string; readonly least: number; readonly most: number }>>> = {
  root: { takes: 'at most a name: root [Flee] { ... }', least: 0, most: 1 },
  branch: { takes: 'the name of a root, then what its params are: branch [walk, "gate"]', least: 1, most: Infinity },
  action: { takes: 'the name of a function, then its arguments: action [flee, "north", 3]', least: 1, most: Infinity },
  condition: { takes: 'the name of a function, then its arguments: condition [sees, "wolf"]', least: 1, most: Infinity },
  wait: { takes: 'nothing, milliseconds, or their least and most: wait [500, 1500]', least: 0, most: 2 },
  repeat: { takes: 'nothing, a count, or its least and most: repeat [2, 5]', least: 0, most: 2 },
  repeatNow: { takes: 'nothing, a count, or its least and most: repeatNow [2, 5]', least: 0, most: 2 },
  retryNow: { takes: 'nothing, a count, or its least and most: retryNow [2, 5]', least: 0, most: 2 },
  retry: { takes: 'nothing, a count, or its least and most: retry [2, 5]', least: 0, most: 2 },
  lotto: { takes: 'nothing or a weight for each child: lotto [3, 1]', least: 0, most: Infinity },
  parallel: { takes: 'nothing, the successes needed, or those and the failures allowed: parallel [2, 1]', least: 0, most: 2 },
  cooldown: { takes: 'milliseconds, or their least and most: cooldown [2000]', least: 1, most: 2 },
  timeLimit: { takes: 'milliseconds, or their least and most: timeLimit [2000]', least: 1, most: 2 },
  runLimit: { takes: 'a count: runLimit [3]', least: 1, most: 1 },
};

/** The fields that the arguments of a node's text mean; that numbers are numbers and in range is checked with the whole definition. */
export function fieldsFromArguments(type: NodeType, keyword: Span, args: readonly WrittenArgument[]): Readonly<Record<string, unknown>> {
  const signature = signatures[type];
  if (signature === undefined) {
    if (args.length === 0) return {};
    throw misplaced(`\`${type}\` takes no arguments`, args[0]!.span);
  }
  const takes = `it takes ${signature.takes}`;
  if (args.length < signature.least) throw misplaced(`\`${type}\` needs arguments`, keyword, takes);
  if (args.length > signature.most) throw misplaced(`\`${type}\` has ${args.length} arguments`, args[signature.most]!.span, takes);
  switch (type) {
    case 'root':
      return args.length === 0 ? {} : { id: nameOf(args[0], keyword, takes) };
    case 'branch':
      return { ref: nameOf(args[0], keyword, takes), ...(args.length === 1 ? {} : { args: valuesOf(args, 1) }) };
    case 'action':
    case 'condition':
      return { call: nameOf(args[0], keyword, takes), args: valuesOf(args, 1) };
    default:
      return numericFields(type, valuesOf(args, 0));
  }
}

function numericFields(type: NodeType, values: readonly unknown[]): Readonly<Record<string, unknown>> {
  if (values.length === 0) return {};
  const amount = values.length === 1 ? values[0] : values;
  switch (type) {
    case 'repeat':
    case 'repeatNow':
      return { iterations: amount };
    case 'retry':
    case 'retryNow':
      return { attempts: amount };
    case 'lotto':
      return { weights: values };
    case 'parallel':
      return values.length === 1 ? { successes: values[0] } : { successes: values[0], failures: values[1] };
    case 'runLimit':
      return { count: amount };
    default:
      return { duration: amount };
  }
}

/** The argument as a name. */
export function nameOf(argument: WrittenArgument | undefined, otherwise: Span, hint: string): string {
  if (argument?.name !== undefined) return argument.name;
  throw misplaced('expected a name without quotes', argument?.span ?? otherwise, hint);
}

/** The arguments from the given one on as values. */
export function valuesOf(args: readonly WrittenArgument[], from: number): readonly unknown[] {
  return Object.freeze(args.slice(from).map(({ name, value, span }) => {
    if (name === undefined) return value;
    throw misplaced(`\`${name}\` is a name, not a value`, span, `a string is written "${name}", a property of the body $${name}`);
  }));
}

function misplaced(what: string, { line, column }: Span, hint?: string): Problem {
  return new Problem('tree-syntax', what, hint === undefined ? { line, column } : { line, column, hint });
}

import { Problem } from '../../core/internal.js';
import { amountField, type NodeType } from '../definition.js';
import type { WrittenArgument } from './arguments.js';
import type { Span } from './span.js';

/** What may stand in the brackets after a keyword: in words for the error, and how many there may be. */
interface Signature {
  readonly takes: string;
  readonly least: number;
  readonly most: number;
}

function signatureOf(type: NodeType): Signature | undefined {
  switch (type) {
    case 'root':
      return { takes: 'at most a name: root [Flee] { ... }', least: 0, most: 1 };
    case 'branch':
      return { takes: 'the name of a root, then what its params are: branch [walk, "gate"]', least: 1, most: Infinity };
    case 'action':
    case 'condition':
      return { takes: `the name of a function, then its arguments: ${type} [sees, "wolf", 3]`, least: 1, most: Infinity };
    case 'lotto':
      return { takes: 'nothing or a weight for each child: lotto [3, 1]', least: 0, most: Infinity };
    case 'parallel':
      return { takes: 'nothing, the successes needed, or those and the failures allowed: parallel [2, 1]', least: 0, most: 2 };
    case 'runLimit':
      return { takes: 'a count: runLimit [3]', least: 1, most: 1 };
  }
  const field = amountField(type);
  if (field === undefined) return undefined;
  const needed = type === 'cooldown' || type === 'timeLimit';
  const [what, some] = field === 'duration' ? ['milliseconds', '500, 1500'] : ['a count', '2, 5'];
  return { takes: `${needed ? '' : 'nothing, '}${what}, or the least and most: ${type} [${some}]`, least: needed ? 1 : 0, most: 2 };
}

/** The fields that the arguments of a node's text mean; that numbers are numbers and in range is checked with the whole definition. */
export function fieldsFromArguments(type: NodeType, keyword: Span, args: readonly WrittenArgument[]): Readonly<Record<string, unknown>> {
  const signature = signatureOf(type);
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
  }
  const values = valuesOf(args, 0);
  if (values.length === 0) return {};
  if (type === 'lotto') return { weights: values };
  if (type === 'parallel') return values.length === 1 ? { successes: values[0] } : { successes: values[0], failures: values[1] };
  return { [amountField(type)!]: values.length === 1 ? values[0] : values };
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

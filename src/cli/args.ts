import { describe, didYouMean, Problem } from '../core/internal.js';

/** A flag's kind and what it does. A `switch` is there or not; `number` and `text` want a value: `--name value` or `--name=value`. */
export interface FlagKind {
  readonly kind: 'switch' | 'number' | 'text';
  readonly about: string;
  /** The values a `text` flag may have. */
  readonly oneOf?: readonly string[];
}

export type FlagKinds = Readonly<Record<string, FlagKind>>;

type ValueOf<Kind extends FlagKind> = Kind['kind'] extends 'switch'
  ? boolean
  : (Kind['kind'] extends 'number' ? number : Kind['oneOf'] extends readonly (infer Name)[] ? Name : string) | undefined;

/** What the user said, by flag name: a switch is false and a value undefined where the flag was left out. */
export type FlagValues<Kinds extends FlagKinds> = { readonly [Name in keyof Kinds]: ValueOf<Kinds[Name]> };

export interface Arguments {
  readonly operands: readonly string[];
  readonly flags: Readonly<Record<string, boolean | number | string | undefined>>;
}

/**
 * Reads the words behind a command's name. `--` ends the flags; a lone `-` is an operand.
 * @throws Problem `unknown-flag`, `bad-flag` or `bad-operands`
 */
export function readArguments(words: readonly string[], kinds: FlagKinds, [least, most]: readonly [number, number]): Arguments {
  const operands: string[] = [];
  const flags: Record<string, boolean | number | string | undefined> = {};
  for (const [name, { kind }] of Object.entries(kinds)) flags[name] = kind === 'switch' ? false : undefined;

  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') {
      operands.push(...left.splice(0));
    } else if (!word.startsWith('-') || word === '-') {
      operands.push(word);
    } else {
      const equals = word.indexOf('=');
      const name = word.slice(word.startsWith('--') ? 2 : 1, equals < 0 ? undefined : equals);
      const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
      if (kind === undefined) throw new Problem('unknown-flag', `unknown flag ${word}`, { hint: flagHint(name, Object.keys(kinds)) });
      flags[name] = value(name, kind, equals < 0 ? undefined : word.slice(equals + 1), left);
    }
  }

  if (operands.length < least) throw new Problem('bad-operands', operands.length === 0 ? 'nothing to work on' : `${operands.length} given, at least ${least} wanted`);
  if (operands.length > most) throw new Problem('bad-operands', `unexpected argument ${describe(operands[most])}`);
  return { operands, flags };
}

/** The nearest flags as they are written, dashes and all. */
function flagHint(name: string, known: readonly string[]): string {
  return known.length === 0 ? 'this command has no flags' : didYouMean(`--${name}`, known.map((each) => `--${each}`));
}

function value(name: string, { kind, oneOf }: FlagKind, inline: string | undefined, left: string[]): boolean | number | string {
  if (kind === 'switch') {
    if (inline !== undefined) throw new Problem('bad-flag', `--${name} takes no value`);
    return true;
  }
  const given = inline ?? left.shift();
  if (given === undefined || given === '') throw new Problem('bad-flag', `--${name} wants a value`);
  if (kind === 'number') {
    const number = Number(given);
    if (!Number.isFinite(number)) throw new Problem('bad-flag', `--${name} wants a number, not ${describe(given)}`);
    return number;
  }
  if (oneOf !== undefined && !oneOf.includes(given)) throw new Problem('bad-flag', `--${name} does not know ${describe(given)}`, { hint: didYouMean(given, oneOf) });
  return given;
}

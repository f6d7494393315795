/** Where a problem is and what to do about it. */
export interface ProblemDetails {
  /** Dotted path into the definition, e.g. `domain.actions.dig.preconditions`. */
  readonly path?: string;
  /** What to do: "did you mean ...?", or the rule that was broken. */
  readonly hint?: string;
  /** Line in a text, from 1. */
  readonly line?: number;
  /** Column in that line, from 1. */
  readonly column?: number;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/**
 * The one error this library throws: what is wrong, where, and what to do.
 *
 * Two copies of the package may live in one process (ESM and CommonJS), so recognise it with {@link isProblem}, not with `instanceof`.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** Stable, greppable name of the kind of mistake, e.g. `unknown-fact`. */
  readonly code: string;
  /** Dotted path into the definition; empty when the problem has no place. */
  readonly path: string;
  readonly hint: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** What the sentence would have named. Filled where sentences are left out (the `production` condition); empty where they are there. */
  readonly values: readonly unknown[];

  /** @param what the sentence, or only the values in it: the production build is derived from these calls, see docs/errors.md */
  constructor(code: string, what: string | readonly unknown[] | undefined, details: ProblemDetails = {}) {
    const values = typeof what === 'string' ? [] : valuesIn(what ?? []);
    super(message(typeof what === 'string' ? what : spare(code, values), details), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.values = values;
    this.path = details.path ?? '';
    this.hint = details.hint;
    this.line = details.line;
    this.column = details.column;
  }
}

/** Lists inside lists come from sentences inside sentences; a user's own value is not opened further. */
const deepestList = 3;
/** A list of the user's may be long; the first values say enough, and the start of a text. */
const [mostValues, longestValue] = [12, 40];

function valuesIn(what: readonly unknown[]): readonly unknown[] {
  try {
    return (what as unknown[]).flat(deepestList).filter((value) => value !== undefined).slice(0, mostValues);
  } catch {
    // A proxy that was revoked cannot even be asked whether it is a list.
    return what;
  }
}

/** A message without a sentence: `unknown-fact: dig, mineOpne`. */
function spare(code: string, values: readonly unknown[]): string {
  if (values.length === 0) return code;
  return `${code}: ${values.map((value) => (typeof value === 'object' || typeof value === 'function' ? typeof value : String(value as string).slice(0, longestValue))).join(', ')}`;
}

/** True for an error made by this library, whichever copy of it. */
export function isProblem(error: unknown): error is Problem {
  return error instanceof Error && error.name === 'Problem' && typeof (error as Partial<Problem>).code === 'string';
}

/** The text of anything that was thrown; user code may throw what it likes. */
export function thrownText(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return 'something that cannot be printed';
  }
}

function message(what: string, { hint, path, line, column }: ProblemDetails): string {
  const place = [path, line === undefined ? undefined : `line ${line}, column ${column ?? 1}`].filter(Boolean).join(', ');
  return `${what}${hint === undefined ? '' : `; ${hint}`}${place === '' ? '' : ` (${place})`}`;
}

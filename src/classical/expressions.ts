import { Problem } from '../core/internal.js';

/** Where something stands in a PDDL text; lines and columns count from 1. */
export interface Place {
  readonly file: 'domain' | 'problem';
  readonly line: number;
  readonly column: number;
}

/** A word of PDDL, in lower case: names are the same in any case. */
export interface Word extends Place {
  readonly word: string;
}

/** A pair of brackets and what is in them. */
export interface List extends Place {
  readonly items: readonly Expression[];
}

export type Expression = Word | List;

/** Lists may stand in each other this deep; more is no domain but an attack. */
const deepest = 200;
/** Characters of a file. */
const longest = 16 << 20;

/** The problem that something is wrong at a place. */
export function wrongAt(place: Place, code: string, what: string, hint?: string): Problem {
  return new Problem(code, what, { path: place.file, line: place.line, column: place.column, ...(hint !== undefined && { hint }) });
}

export function isWord(expression: Expression | undefined): expression is Word {
  return expression !== undefined && 'word' in expression;
}

/** Reads the one expression that a PDDL file holds. @throws Problem with line and column */
export function readExpression(text: string, file: Place['file']): List {
  if (typeof text !== 'string') throw new Problem('wrong-type', `the ${file} must be a text`, { path: file });
  if (text.length > longest) throw new Problem('too-large', `the ${file} has ${text.length} characters`, { path: file, hint: `at most ${longest}` });
  let line = 1;
  let lineStart = 0;
  let at = 0;
  const open: { readonly place: Place; readonly items: Expression[] }[] = [];
  let whole: List | undefined;
  while (at < text.length) {
    const character = text[at]!;
    const place: Place = { file, line, column: at - lineStart + 1 };
    if (character === '\n') {
      line++;
      lineStart = ++at;
    } else if (character === ' ' || character === '\t' || character === '\r' || character === '\f') at++;
    else if (character === ';') while (at < text.length && text[at] !== '\n') at++;
    else if (whole !== undefined) throw wrongAt(place, 'trailing-text', 'the file goes on after its last bracket', 'a file holds one (define ...)');
    else if (character === '(') {
      if (open.length >= deepest) throw wrongAt(place, 'too-deep', `brackets stand more than ${deepest} deep in each other`);
      open.push({ place, items: [] });
      at++;
    } else if (character === ')') {
      const last = open.pop();
      if (last === undefined) throw wrongAt(place, 'bracket', 'this bracket closes nothing');
      const list: List = { ...last.place, items: last.items };
      if (open.length === 0) whole = list;
      else open.at(-1)!.items.push(list);
      at++;
    } else {
      const end = wordEnd(text, at);
      if (open.length === 0) throw wrongAt(place, 'not-pddl', `a PDDL file begins with (define ...), not with ${JSON.stringify(text.slice(at, Math.min(end, at + 20)))}`);
      open.at(-1)!.items.push({ ...place, word: text.slice(at, end).toLowerCase() });
      at = end;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw wrongAt(unclosed.place, 'bracket', 'this bracket is never closed');
  if (whole === undefined) throw wrongAt({ file, line: 1, column: 1 }, 'not-pddl', `the ${file} is empty`);
  return whole;
}

function wordEnd(text: string, from: number): number {
  // A variable begins a word of its own, even where the space before it was forgotten.
  let at = from + 1;
  while (at < text.length && !' \t\r\n\f();?'.includes(text[at]!)) at++;
  return at;
}

/** The word an expression must be. */
export function wordOf(expression: Expression | undefined, within: Place, what: string): Word {
  if (isWord(expression)) return expression;
  throw wrongAt(expression ?? within, 'syntax', `${what} is missing here`);
}

/** The list an expression must be. */
export function listOf(expression: Expression | undefined, within: Place, what: string): List {
  if (expression !== undefined && !isWord(expression)) return expression;
  throw wrongAt(expression ?? within, 'syntax', `${what} is missing here`, 'it stands in brackets');
}

import { Problem } from '../../core/internal.js';
import type { Argument } from '../definition.js';
import { mostArguments } from '../limits.js';
import type { Lexer } from './lexer.js';
import type { Span } from './span.js';

/** One thing between brackets: a name (of a function, root or branch) or a value. */
export interface WrittenArgument {
  readonly name: string | undefined;
  readonly value: Argument;
  readonly span: Span;
}

const propertyName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** True for what text can say behind `$`. */
export function isProperty(name: string): boolean {
  return propertyName.test(name);
}

/** True for what text reads as a name, whole and not as a value. */
export function isName(word: string): boolean {
  return /^[^\s{}[\](),"$][^\s{}[\](),"]*$/.test(word) && !word.includes('/*') && literal(word) === undefined;
}

/** The value of a word that is no name. Numbers are read as JavaScript does: `0x10` is 16, where mistreevous makes it 0. */
function literal(word: string): { readonly value: number | boolean | null } | undefined {
  if (word === 'null') return { value: null };
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  const value = Number(word);
  return Number.isNaN(value) ? undefined : { value };
}

function read(word: string, span: Span): WrittenArgument {
  const known = literal(word);
  if (known !== undefined) return { name: undefined, value: known.value, span };
  if (!word.startsWith('$')) return { name: word, value: null, span };
  if (isProperty(word.slice(1))) return { name: undefined, value: { $: word.slice(1) }, span };
  throw new Problem('tree-syntax', `\`${word}\` is no property of a body`, {
    line: span.line,
    column: span.column,
    hint: word.includes('.') ? 'a nested property is not read; give the body a getter for it' : '$ is followed by the name of a property',
  });
}

/**
 * The arguments in brackets where the lexer stands, or none when no bracket opens there.
 * Either kind of bracket may hold them, and a comma may follow the last: mistreevous takes both.
 */
export function parseArguments(lexer: Lexer): readonly WrittenArgument[] {
  if (!lexer.is('[') && !lexer.is('(')) return [];
  const opening = lexer.span;
  const close = lexer.is('[') ? ']' : ')';
  const found: WrittenArgument[] = [];
  lexer.next();
  while (!lexer.is(close)) {
    if (lexer.is('string')) found.push({ name: undefined, value: lexer.value, span: lexer.span });
    else if (lexer.is('word')) found.push(read(lexer.value, lexer.span));
    else throw unclosed(lexer, opening, close, 'an argument');
    if (found.length > mostArguments) throw new Problem('tree-syntax', `there are more than ${mostArguments} arguments`, { line: lexer.line, column: lexer.column });
    lexer.next();
    if (lexer.is(',')) lexer.next();
    else if (!lexer.is(close)) throw unclosed(lexer, opening, close, '`,`');
  }
  lexer.next();
  return found;
}

function unclosed(lexer: Lexer, opening: Span, close: string, wanted: string): Problem {
  return new Problem('tree-syntax', `expected ${wanted} or \`${close}\` but found ${lexer.shown}`, {
    line: lexer.line,
    column: lexer.column,
    hint: `the arguments opened at line ${opening.line}, column ${opening.column}`,
  });
}

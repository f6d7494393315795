import { Problem } from '../../core/internal.js';
import type { Span } from './span.js';

/** What a token is: a word, a string in quotes, one of the brackets or the comma as themselves, or the end of the text. */
export type TokenKind = 'word' | 'string' | 'end' | '{' | '}' | '[' | ']' | '(' | ')' | ',';

const code = { tab: 9, newline: 10, carriageReturn: 13, space: 32, quote: 34, star: 42, slash: 47, backslash: 92 } as const;

/**
 * Reads a tree's text token by token; its fields describe the token it stands on.
 * One object that moves, not a list of tokens: a text of ten megabytes then needs little more than itself.
 */
export class Lexer {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  kind: TokenKind = 'end';
  /** The word as written, or what the string means. Empty for brackets and the end. */
  value = '';
  start = 0;
  end = 0;
  /** Where the token before this one ended. */
  lastEnd = 0;
  line = 1;
  column = 1;

  /** Stands on the first token at once. */
  constructor(text: string) {
    this.#text = text;
    this.next();
  }

  /** Moves to the next token; at the end it stays there. */
  next(): void {
    this.lastEnd = this.end;
    this.#skipBlank();
    const text = this.#text;
    this.start = this.#at;
    this.line = this.#line;
    this.column = this.#at - this.#lineStart + 1;
    this.value = '';
    if (this.#at >= text.length) {
      this.kind = 'end';
    } else {
      const first = text.charCodeAt(this.#at);
      if (isMark(first)) {
        this.kind = text[this.#at] as TokenKind;
        this.#at++;
      } else if (first === code.quote) {
        this.kind = 'string';
        this.value = this.#string();
      } else {
        this.kind = 'word';
        this.value = this.#word();
      }
    }
    this.end = this.#at;
  }

  /** Whether the lexer stands on a token of this kind. A method, because a compiler that had narrowed the field would not notice `next()`. */
  is(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  /** Where the token stands. */
  get span(): Span {
    return { start: this.start, end: this.end, line: this.line, column: this.column };
  }

  /** Whether an opening parenthesis follows, as after the word of an attribute. */
  get calls(): boolean {
    return /^\s*\(/.test(this.#text.slice(this.end, this.end + 40));
  }

  /** The token as an error names it. */
  get shown(): string {
    if (this.kind === 'end') return 'the end of the text';
    const raw = this.#text.slice(this.start, Math.min(this.end, this.start + 40)).replace(/\s+/g, ' ');
    return `${this.kind === 'string' ? 'the string ' : ''}\`${raw}${this.end > this.start + 40 ? '...' : ''}\``;
  }

  #skipBlank(): void {
    const text = this.#text;
    for (;;) {
      const each = text.charCodeAt(this.#at);
      if (each === code.newline || each === code.carriageReturn) this.#newLine(each);
      else if (isBlank(each)) this.#at++;
      else if (each === code.slash && text.charCodeAt(this.#at + 1) === code.star) this.#skipComment();
      else return;
    }
  }

  #skipComment(): void {
    const { line, column } = this.#here();
    const close = this.#text.indexOf('*/', this.#at + 2);
    if (close < 0) throw new Problem('tree-syntax', 'this comment is never closed', { line, column, hint: 'comments end with */' });
    this.#moveTo(close + 2);
  }

  #string(): string {
    const text = this.#text;
    const { line, column } = this.#here();
    let value = '';
    let from = this.#at + 1;
    let at = from;
    for (; ; at++) {
      const each = text.charCodeAt(at);
      if (each === code.quote) break;
      if (Number.isNaN(each)) throw new Problem('tree-syntax', 'this string is never closed', { line, column, hint: 'a quote inside a string is written \\"' });
      if (each !== code.backslash) continue;
      // A backslash and what follows belong together. Only \" stands for something else than itself, as in mistreevous.
      if (text.charCodeAt(at + 1) === code.quote) {
        value += text.slice(from, at);
        from = at + 1;
      }
      at++;
    }
    value += text.slice(from, at);
    this.#moveTo(at + 1);
    return value;
  }

  #word(): string {
    const text = this.#text;
    let at = this.#at + 1;
    for (; at < text.length; at++) {
      const each = text.charCodeAt(at);
      if (each === code.quote || isBlank(each) || isMark(each) || (each === code.slash && text.charCodeAt(at + 1) === code.star)) break;
    }
    const word = text.slice(this.#at, at);
    this.#at = at;
    return word;
  }

  /** Moves on over text that may hold line ends. */
  #moveTo(end: number): void {
    while (this.#at < end) {
      const each = this.#text.charCodeAt(this.#at);
      if (each === code.newline || each === code.carriageReturn) this.#newLine(each);
      else this.#at++;
    }
  }

  /** Steps over one line end; `\r\n` is one. */
  #newLine(first: number): void {
    this.#at += first === code.carriageReturn && this.#text.charCodeAt(this.#at + 1) === code.newline ? 2 : 1;
    this.#line++;
    this.#lineStart = this.#at;
  }

  #here(): { readonly line: number; readonly column: number } {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 };
  }
}

/** One of `( ) , [ ] { }`. */
function isMark(each: number): boolean {
  return each === 0x28 || each === 0x29 || each === 0x2c || each === 0x5b || each === 0x5d || each === 0x7b || each === 0x7d;
}

/** What JavaScript's `\s` matches, as mistreevous splits by it. */
function isBlank(each: number): boolean {
  if (each <= 127) return each === code.space || (each >= code.tab && each <= code.carriageReturn);
  return each === 0xa0 || each === 0x1680 || (each >= 0x2000 && each <= 0x200a) || each === 0x2028 || each === 0x2029 || each === 0x202f || each === 0x205f || each === 0x3000 || each === 0xfeff;
}

import { describe, Problem } from '../core/internal.js';

/** Deepest nesting that is read; a file of ten thousand brackets must not end in a full call stack. */
const deepest = 256;

const [space, quote, backslash] = [32, 34, 92];

/** A place in a text, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * JSON as data. Stricter than `JSON.parse` where that guesses: a key that stands twice in an object is refused.
 * @throws Problem `bad-json` with line and column
 */
export function parseJson(text: string): unknown {
  return new Reader(text, undefined).file();
}

/**
 * Where in a JSON text a path like `domain.actions.dig.cost[0]` leads, or as far along it as the text goes.
 * `root` is what the path calls the whole file, empty when it does not name it.
 * @param key true for the place of the key that ends the path, in front of its value
 */
export function placeOf(text: string, path: string, root: string, key = false): Place {
  const reader = new Reader(text, path, key);
  reader.file(root);
  return placeAt(text, reader.found);
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

class Reader {
  readonly #text: string;
  readonly #wanted: string | undefined;
  readonly #wantsKey: boolean;
  #at = 0;
  /** Offset of the value whose path is the longest beginning of the wanted one. */
  found = 0;

  constructor(text: string, wanted: string | undefined, wantsKey = false) {
    this.#text = text;
    this.#wanted = wanted;
    this.#wantsKey = wantsKey;
    // Some editors begin a file with a byte order mark.
    if (text.codePointAt(0) === 0xfeff) this.#at = 1;
  }

  file(root?: string): unknown {
    const value = this.#value(root, 0);
    this.#space();
    if (this.#at < this.#text.length) this.#fail('the file goes on after its end');
    return value;
  }

  /** @param path where the value stands, while that leads on to the wanted place */
  #value(path: string | undefined, depth: number): unknown {
    this.#space();
    if (path !== undefined) this.found = this.#at;
    if (depth > deepest) this.#fail(`this is nested more than ${deepest} deep`);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(path, depth);
      case '[':
        return this.#list(path, depth);
      case '"':
        return this.#string();
      case undefined:
        return this.#fail('the file ends too early');
      default:
        return this.#word();
    }
  }

  /** The path of a part, if the wanted path is that or goes on from it. */
  #onWay(path: string): string | undefined {
    const wanted = this.#wanted;
    return wanted !== undefined && wanted.startsWith(path) && ['.', '[', undefined].includes(wanted[path.length]) ? path : undefined;
  }

  #object(path: string | undefined, depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.#at++;
    for (let first = true; !this.#taken('}'); first = false) {
      if (!first) this.#take(',', 'a comma or "}"');
      this.#space();
      const start = this.#at;
      if (this.#text[start] !== '"') this.#fail(start < this.#text.length ? 'a key in double quotes is wanted' : 'the file ends too early');
      const key = this.#string();
      if (key === '__proto__') this.#fail('a key may not be named "__proto__"', start);
      if (Object.hasOwn(object, key)) this.#fail(`key ${describe(key)} stands here twice`, start);
      this.#take(':', 'a colon');
      const inside = path === undefined ? undefined : this.#onWay(path === '' ? key : `${path}.${key}`);
      object[key] = this.#value(inside, depth + 1);
      if (this.#wantsKey && inside !== undefined && inside === this.#wanted) this.found = start;
    }
    return object;
  }

  #list(path: string | undefined, depth: number): unknown[] {
    const list: unknown[] = [];
    this.#at++;
    for (let first = true; !this.#taken(']'); first = false) {
      if (!first) this.#take(',', 'a comma or "]"');
      list.push(this.#value(path === undefined ? undefined : this.#onWay(`${path}[${list.length}]`), depth + 1));
    }
    return list;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let end = start + 1;
    let plain = true;
    for (let code = text.charCodeAt(end); code !== quote; code = text.charCodeAt(end)) {
      if (end >= text.length) this.#fail('this text has no end', start);
      if (code === backslash || code < space) plain = false;
      // A backslash hides the character behind it, also a quote.
      end += code === backslash ? 2 : 1;
    }
    this.#at = end + 1;
    if (plain) return text.slice(start + 1, end);
    try {
      return JSON.parse(text.slice(start, this.#at)) as string;
    } catch {
      return this.#fail('this text has a line break or a wrong escape in it', start);
    }
  }

  /** A number, true, false or null. */
  #word(): unknown {
    const start = this.#at;
    const word = /[^\s,:[\]{}"]*/y;
    word.lastIndex = start;
    const written = word.exec(this.#text)![0];
    this.#at = start + written.length;
    try {
      return JSON.parse(written) as unknown;
    } catch {
      return this.#fail(written === '' ? `"${this.#text[start]}" is out of place` : `${describe(written)} is no value`, start);
    }
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#at++;
    }
  }

  /** Goes past the character if it comes next. */
  #taken(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #take(character: string, what: string): void {
    if (!this.#taken(character)) this.#fail(this.#at < this.#text.length ? `${what} is wanted` : 'the file ends too early');
  }

  #fail(what: string, at: number = this.#at): never {
    throw new Problem('bad-json', what, placeAt(this.#text, at));
  }
}

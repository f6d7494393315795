import { describe, isPlainObject, Problem } from '../core/internal.js';

/** Deepest nesting of a definition; the formats need ten at most. */
const deepest = 16;
/** Most values in a definition: few objects that hold each other many times could otherwise be copied until the memory is full. */
const mostValues = 2_000_000;
/** Longest path that an error shows. */
const longestPath = 200;

/**
 * A deep-frozen copy of plain data, so that nobody can change a definition later. Keys without a value are left out, as JSON does.
 * @throws Problem for anything that is no data: functions, class instances, NaN, Infinity, cycles
 */
export function frozenCopy(value: unknown, path: string): unknown {
  return new Copier(path).copy(value, 0);
}

class Copier {
  readonly #root: string;
  /** Keys from the root to the value at hand; made into a path only for an error. */
  readonly #keys: (string | number)[] = [];
  #values = 0;

  constructor(root: string) {
    this.#root = root;
  }

  copy(value: unknown, depth: number): unknown {
    if (++this.#values > mostValues) throw this.#problem('too-large', `the definition holds more than ${mostValues} values`);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw this.#problem('not-finite', `${value} is no number that can be planned with`);
      // JSON has no -0; without this a domain and its JSON would differ.
      return value === 0 ? 0 : value;
    }
    if (depth > deepest) throw this.#problem('too-deep', 'the definition is nested without end', 'is there a cycle?');
    if (Array.isArray(value)) return Object.freeze(Array.from(value, (each: unknown, index) => this.#part(each, index, depth)));
    if (!isPlainObject(value)) throw this.#problem('not-data', `${describe(value)} is no plain data`, 'definitions hold objects, lists, texts, numbers and true or false');
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw this.#problem('bad-name', 'a key may not be named "__proto__"', 'the language itself uses that name');
      const each = value[key];
      if (each !== undefined) copy[key] = this.#part(each, key, depth);
    }
    return Object.freeze(copy);
  }

  #part(value: unknown, key: string | number, depth: number): unknown {
    this.#keys.push(key);
    const copy = this.copy(value, depth + 1);
    this.#keys.pop();
    return copy;
  }

  #problem(code: string, what: string, hint?: string): Problem {
    const path = this.#keys.reduce<string>((before, key) => before + (typeof key === 'number' ? `[${key}]` : `.${key}`), this.#root);
    // Names may be anything at this point, and the path of a cycle repeats itself: the start of a path is enough.
    const shown = path.length > longestPath ? `${path.slice(0, longestPath)}...` : path;
    return new Problem(code, what, { path: shown, ...(hint !== undefined && { hint }) });
  }
}

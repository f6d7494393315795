import { describe, isPlainObject, Problem } from '../core/index.js';

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
  return new Copier().copy(value, path, 0);
}

class Copier {
  #values = 0;

  copy(value: unknown, path: string, depth: number): unknown {
    if (++this.#values > mostValues) throw new Problem('too-large', `the definition holds more than ${mostValues} values`, { path: cut(path) });
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw new Problem('not-finite', `${value} is no number that can be planned with`, { path: cut(path) });
      // JSON has no -0; without this a domain and its JSON would differ.
      return value === 0 ? 0 : value;
    }
    if (depth > deepest) throw new Problem('too-deep', 'the definition is nested without end', { path: cut(path), hint: 'is there a cycle?' });
    if (Array.isArray(value)) return Object.freeze(Array.from(value, (each: unknown, index) => this.copy(each, `${path}[${index}]`, depth + 1)));
    if (!isPlainObject(value)) throw new Problem('not-data', `${describe(value)} is no plain data`, { path: cut(path), hint: 'definitions hold objects, lists, texts, numbers and true or false' });
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw new Problem('bad-name', 'a key may not be named "__proto__"', { path: cut(path), hint: 'the language itself uses that name' });
      const each = value[key];
      if (each !== undefined) copy[key] = this.copy(each, `${path}.${key}`, depth + 1);
    }
    return Object.freeze(copy);
  }
}

/** Names may be anything at this point, and the path of a cycle repeats itself: the start of a path is enough. */
function cut(path: string): string {
  return path.length > longestPath ? `${path.slice(0, longestPath)}...` : path;
}

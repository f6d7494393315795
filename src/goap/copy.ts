import { describe, isPlainObject, Problem } from '../core/index.js';

/** Deepest nesting of a definition; the formats need ten at most. */
const deepest = 16;

/**
 * A deep-frozen copy of plain data, so that nobody can change a definition later. Keys without a value are left out, as JSON does.
 * @throws Problem for anything that is no data: functions, class instances, NaN, Infinity, cycles
 */
export function frozenCopy(value: unknown, path: string, depth = 0): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Problem('not-finite', `${value} is no number that can be planned with`, { path });
    // JSON has no -0; without this a domain and its JSON would differ.
    return value === 0 ? 0 : value;
  }
  if (depth > deepest) throw new Problem('too-deep', 'the definition is nested without end', { path: cut(path), hint: 'is there a cycle?' });
  if (Array.isArray(value)) return Object.freeze(Array.from(value, (each: unknown, index) => frozenCopy(each, `${path}[${index}]`, depth + 1)));
  if (!isPlainObject(value)) throw new Problem('not-data', `${describe(value)} is no plain data`, { path, hint: 'definitions hold objects, lists, texts, numbers and true or false' });
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw new Problem('bad-name', 'a key may not be named "__proto__"', { path, hint: 'the language itself uses that name' });
    const each = value[key];
    if (each !== undefined) copy[key] = frozenCopy(each, `${path}.${key}`, depth + 1);
  }
  return Object.freeze(copy);
}

/** The path of a cycle repeats itself; its start is enough. */
function cut(path: string): string {
  return path.length > 80 ? `${path.slice(0, 80)}...` : path;
}

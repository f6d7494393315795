import { isPlainObject } from '../core/internal.js';

/** A key of an object or the number of a list's element. */
export type Key = string | number;
/** The way from a file's whole value to a part of it. */
export type Keys = readonly Key[];

/** The keys that a path like `domain.actions.dig.cost[0]` names, as far as the value goes along. Keys may hold dots: the longest that fits is taken. */
export function keysOf(value: unknown, path: string): Keys {
  const keys: Key[] = [];
  let at = value;
  let rest = path;
  for (;;) {
    const key = nextKey(at, rest);
    if (key === undefined) return keys;
    keys.push(key);
    at = (at as Readonly<Record<Key, unknown>>)[key];
    rest = rest.slice(typeof key === 'number' ? `[${key}]`.length : key.length).replace(/^\./, '');
  }
}

function nextKey(value: unknown, rest: string): Key | undefined {
  if (Array.isArray(value)) {
    const index = /^\[(\d+)\]/.exec(rest)?.[1];
    return index !== undefined && Number(index) < value.length ? Number(index) : undefined;
  }
  if (!isPlainObject(value)) return undefined;
  const fitting = Object.keys(value).filter((key) => key !== '' && rest.startsWith(key) && ['.', '[', undefined].includes(rest[key.length]));
  return fitting.sort((one, other) => other.length - one.length)[0];
}

/** The keys as a path. */
export function pathOf(keys: Keys): string {
  return keys.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
}

/** The part that keys lead to; undefined when there is none. */
export function valueAt(value: unknown, keys: Keys): unknown {
  return keys.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Readonly<Record<Key, unknown>>)[key] : undefined), value);
}

/** A copy of the value without a part. Nothing else is copied but what holds it. */
export function without(value: unknown, [key, ...deeper]: Keys): unknown {
  if (key === undefined) return undefined;
  if (Array.isArray(value)) return value.map((each: unknown, at) => (at === key ? without(each, deeper) : each));
  const copy = { ...(value as Readonly<Record<string, unknown>>) };
  if (deeper.length === 0) delete copy[key];
  else copy[key] = without(copy[key], deeper);
  return copy;
}

/** A copy of the value with another part in the place of one. */
export function replaced(value: unknown, [key, ...deeper]: Keys, part: unknown): unknown {
  if (key === undefined) return part;
  if (Array.isArray(value)) return value.map((each: unknown, at) => (at === key ? replaced(each, deeper, part) : each));
  const inside = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  return { ...(value as object), [key]: replaced(inside, deeper, part) };
}

import { Problem } from './problem.js';

/** Longest name of a fact, action, goal, option, state or leaf. */
const longestName = 128;

/** Keys that mean something to the language itself; as names they would open a door to prototype tricks. */
const reserved = new Set(['__proto__', 'prototype', 'constructor']);

/** True for an object made of data: not null, not an array, not a class instance. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** How a wrong value is named in an error: short, and never its whole content. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
      return `"${value.length > 40 ? `${value.slice(0, 40)}...` : value}"`;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'undefined':
      return 'nothing';
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    default:
      return describeObject(value);
  }
}

/** True for what can be waited for. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  try {
    return typeof value === 'object' && value !== null && typeof (value as { readonly then?: unknown }).then === 'function';
  } catch {
    // A proxy that was revoked cannot even be asked what it is.
    return false;
  }
}

/** Whoever is answered a promise that nobody waits for hears of its rejection, so that it does not end the process. */
export function hearRejection(promise: PromiseLike<unknown>, tell: (reason: unknown) => void): void {
  try {
    promise.then(undefined, tell);
  } catch (error) {
    tell(error);
  }
}

function describeObject(value: unknown): string {
  try {
    if (!Array.isArray(value)) return isPromise(value) ? 'a promise' : 'an object';
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  } catch {
    return 'an object';
  }
}

/** The value as a plain object, or a problem that says what stands there instead. */
export function plainObject(value: unknown, path: string, what = 'an object'): Readonly<Record<string, unknown>> {
  if (isPlainObject(value)) return value;
  throw new Problem('not-an-object', `${path} must be ${what}, not ${describe(value)}`, { path });
}

/** A usable name: not empty, not long, none of the language's own keys, no leading `$` (that marks a param). */
export function checkName(name: string, path: string, what: string): string {
  const one = `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;
  if (name === '') throw new Problem('bad-name', `${one} has an empty name`, { path });
  if (name.length > longestName) throw new Problem('bad-name', `${one} has a name of ${name.length} letters`, { path, hint: `at most ${longestName}` });
  if (reserved.has(name)) throw new Problem('bad-name', `${one} may not be named "${name}"`, { path, hint: 'the language itself uses that name' });
  if (name.startsWith('$')) throw new Problem('bad-name', `${what} "${name}" starts with "$"`, { path, hint: '"$" marks a param' });
  return name;
}

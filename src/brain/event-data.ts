import { describe, isPlainObject } from '../core/internal.js';

/** Values inside values inside values: more than this is no message. */
const deepest = 32;
/** Values of one message. */
const most = 10_000;

/** What of an event's data a save could not give back as it is, and where: `.by.scene is an object of a class`. Undefined for plain data. */
export function unsaveable(data: unknown): string | undefined {
  let left = most;
  const look = (value: unknown, path: string, depth: number): string | undefined => {
    if (--left < 0) return `it holds more than ${most} values`;
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return undefined;
      case 'number':
        return Number.isFinite(value) ? undefined : `${path} is ${value}`;
      case 'object':
        break;
      default:
        return `${path} is ${describe(value)}`;
    }
    if (value === null) return undefined;
    if (depth === deepest) return `${path} goes in circles, or too deep`;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) {
        const found = look(value[at], `${path}[${at}]`, depth + 1);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    if (!isPlainObject(value) || typeof value['toJSON'] === 'function') return `${path} is an object of a class`;
    for (const [name, each] of Object.entries(value)) {
      // What is not there is not there after a restore either.
      const found = each === undefined ? undefined : look(each, `${path}.${name}`, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return data === undefined ? undefined : look(data, 'data', 0);
}

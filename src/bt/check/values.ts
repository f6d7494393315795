import { describe, isPlainObject } from '../../core/internal.js';
import type { Argument } from '../definition.js';
import { mostArguments } from '../limits.js';
import type { Report } from './report.js';

/** One value of a definition given as data: what it is, where it stands and what it belongs to. */
export interface Site {
  readonly value: unknown;
  readonly path: string;
  readonly part: object;
  readonly report: Report;
}

/** The name of a function, root, branch or param. */
export function checkTreeName({ value, path, part, report }: Site, what: string): string {
  if (typeof value === 'string' && value !== '' && value !== '__proto__') return value;
  report.add('bad-name', `${what} must be a name, not ${describe(value)}`, path, part);
  return '';
}

/** The params of a root: names, none of them twice. */
export function checkParams(site: Site): readonly string[] {
  const { value, path, part, report } = site;
  if (!Array.isArray(value) || value.length > mostArguments || new Set(value).size !== value.length) {
    report.add('bad-value', `the params of a root must be a list of different names, not ${describe(value)}`, path, part, 'write params: ["place"]');
    return [];
  }
  return Object.freeze(Array.from(value, (each: unknown, index) => checkTreeName({ ...site, value: each, path: `${path}.${index}` }, 'a param of a root')));
}

/** The arguments of a call: values and `{ $: name }`. */
export function checkArguments({ value, path, part, report }: Site): readonly Argument[] {
  if (!Array.isArray(value)) {
    report.add('bad-value', `arguments must be a list, not ${describe(value)}`, path, part, 'write args: [...]');
    return [];
  }
  if (value.length > mostArguments) {
    report.add('bad-value', `a call has ${value.length} arguments`, path, part, `at most ${mostArguments}`);
    return [];
  }
  return Object.freeze(Array.from(value, (each: unknown, index) => checkArgument({ value: each, path: `${path}.${index}`, part, report }, index)));
}

function checkArgument({ value, path, part, report }: Site, index: number): Argument {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  const name = referenced(value);
  if (name !== undefined) return Object.freeze({ $: name });
  report.add('bad-value', `an argument must be a string, number, boolean, null or { $: property }, not ${describe(value)}`, path, part, undefined, index);
  return null;
}

/** The property that `{ $: name }` names. */
function referenced(value: unknown): string | undefined {
  if (!isPlainObject(value) || Object.keys(value).length !== 1) return undefined;
  const name = value['$'];
  return typeof name === 'string' && name !== '' && name !== '__proto__' ? name : undefined;
}

/** A copy of a number, or of a list of them, whose values are checked with the whole tree; whatever else it is stays as it is, and a list that is too long or inside a list becomes a text, which is no number. */
export function copyNumbers(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.length > most ? `a list of ${value.length}` : Object.freeze(Array.from(value, (each: unknown) => copyNumbers(each, 0)));
  const name = referenced(value);
  return name === undefined ? value : Object.freeze({ $: name });
}

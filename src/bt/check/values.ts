import { describe, isPlainObject } from '../../core/internal.js';
import type { Argument } from '../definition.js';
import { mostArguments } from '../limits.js';
import type { Report } from './report.js';

/** One value of a definition that is being checked: what it is, where it stands and what it belongs to. */
export interface Site {
  readonly value: unknown;
  readonly path: string;
  readonly part: object;
  readonly report: Report;
}

/** A whole number of at least `least`, or undefined and a problem. */
export function checkWhole({ value, path, part, report }: Site, what: string, least: number, argument = 0): number | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  report.add('bad-value', `${what} must be a whole number of at least ${least}, not ${describe(value)}`, path, part, undefined, argument);
  return undefined;
}

/** A whole number, or a list of the least and the most to draw from. */
export function checkAmount(site: Site, what: string): number | readonly number[] | undefined {
  const { value, path, part, report } = site;
  if (!Array.isArray(value)) return checkWhole(site, what, 0);
  if (value.length !== 2) {
    report.add('bad-value', `${what} must be a number or a list of the least and the most, not ${describe(value)}`, path, part);
    return undefined;
  }
  const [from, to] = value.map((each, index) => checkWhole({ value: each, path: `${path}.${index}`, part, report }, what, 0, index));
  if (from === undefined || to === undefined) return undefined;
  if (from > to) report.add('bad-value', `${what} has a least of ${from} above its most of ${to}`, path, part);
  return Object.freeze([from, to]);
}

/** The name of a function, root or branch. */
export function checkTreeName({ value, path, part, report }: Site, what: string): string {
  if (typeof value === 'string' && value !== '' && value !== '__proto__') return value;
  report.add('bad-name', `${what} must be a name, not ${describe(value)}`, path, part);
  return '';
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
  const copy: Argument[] = [];
  for (let index = 0; index < value.length; index++) copy.push(checkArgument({ value: value[index], path: `${path}.${index}`, part, report }, index));
  return Object.freeze(copy);
}

function checkArgument({ value, path, part, report }: Site, index: number): Argument {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  if (isPlainObject(value)) {
    const keys = Object.keys(value);
    const name = value['$'];
    if (keys.length === 1 && typeof name === 'string' && name !== '' && name !== '__proto__') return Object.freeze({ $: name });
  }
  report.add('bad-value', `an argument must be a string, number, boolean, null or { $: property }, not ${describe(value)}`, path, part, undefined, index);
  return null;
}

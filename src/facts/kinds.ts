import { checkName, describe, Problem } from '../core/internal.js';

/** A fact that is true or false. */
export interface Flag {
  readonly kind: 'flag';
}

/** A whole number from `min` to `max`, both inclusive. */
export interface Int {
  readonly kind: 'int';
  readonly min: number;
  readonly max: number;
}

/** Exactly one of the named members at any time. */
export interface OneOf<V extends string = string> {
  readonly kind: 'oneOf';
  readonly values: readonly V[];
}

/** A fact that stands alone or fills a family. */
export type SimpleFact = Flag | Int | OneOf;

/** A family: one simple fact for every combination of members of the named object sets. */
export interface Per<I extends readonly string[] = readonly string[], F extends SimpleFact = SimpleFact> {
  readonly kind: 'per';
  readonly index: I;
  readonly of: F;
}

/** Any fact. */
export type Fact = SimpleFact | Per;

/** Facts by name. */
export type Schema = Readonly<Record<string, Fact>>;

/** Object sets by name: each a list of member names. */
export type ObjectSets = Readonly<Record<string, readonly string[]>>;

/** Most members of an object set or a `oneOf`. */
export const mostMembers = 4096;

/** Largest distance between `min` and `max` of an int: it must fit one unsigned 32-bit word. */
export const widestInt = 0xffffffff;

/** What to say to somebody who wants a number to stop at its limits, and says so where the number is declared. */
export const clampHint: string = 'whether a sum stops at the limits is said in the effect: { add: 1, clamp: true }';

/** A fact that is true or false; false by default. */
export const flag: Flag = Object.freeze({ kind: 'flag' });

/**
 * A whole number from `min` to `max`, both inclusive; `min` by default.
 * Up to 32 values are planned with at full speed; a wider range works, but only by forward search.
 * What happens at its limits is the effect's affair: `{ add: 1, clamp: true }` stops there, `{ add: 1 }` makes the action unavailable.
 * @throws Problem `bad-range` when the limits are no whole numbers, in the wrong order, or further apart than 4294967295; `bad-arguments` for
 * more than two of them
 */
export function int(min: number, max: number): Int;
// Callers without types may hand in more, and a third argument that is ignored is one that was meant.
export function int(min: number, max: number, ...more: readonly unknown[]): Int {
  if (more.length > 0) throw new Problem('bad-arguments', `an int takes two limits and nothing else, not ${describe(more[0])}`, { path: `int(${describe(min)}, ${describe(max)})`, hint: clampHint });
  return checkInt(min, max, `int(${describe(min)}, ${describe(max)})`);
}

/**
 * Exactly one of the named members; the first by default.
 * @throws Problem `bad-members` without members or with one named twice
 */
export function oneOf<const V extends string>(...values: V[]): OneOf<V> {
  return Object.freeze({ kind: 'oneOf', values: checkMembers(values, 'oneOf') as readonly V[] });
}

/**
 * A family of facts, one for every combination of the object sets' members: `per(['box', 'item'], int(0, 9))`.
 * Read nested (`facts.stock.stove.raw`), written in conditions and effects as rows (`[['stove', 'raw', 3]]`).
 */
export function per<const I extends readonly string[], F extends SimpleFact>(index: I, of: F): Per<I, F> {
  return Object.freeze({ kind: 'per', index: Object.freeze([...index]) as unknown as I, of });
}

export function checkInt(min: unknown, max: unknown, path: string): Int {
  for (const limit of [min, max]) {
    if (!Number.isSafeInteger(limit)) throw new Problem('bad-range', `${describe(limit)} is no limit of an int`, { path, hint: 'min and max are whole numbers' });
  }
  const [low, high] = [min as number, max as number];
  if (low > high) throw new Problem('bad-range', `min ${low} is above max ${high}`, { path });
  if (high - low > widestInt) throw new Problem('bad-range', `the range ${low} to ${high} is too wide`, { path, hint: `max - min may be ${widestInt} at most` });
  return Object.freeze({ kind: 'int', min: low, max: high });
}

/** A frozen copy of a list of member names. */
export function checkMembers(values: unknown, path: string): readonly string[] {
  if (!Array.isArray(values)) throw new Problem('bad-members', `members must be a list of names, not ${describe(values)}`, { path });
  if (values.length === 0) throw new Problem('bad-members', 'there are no members', { path, hint: 'name at least one' });
  if (values.length > mostMembers) throw new Problem('bad-members', `there are ${values.length} members`, { path, hint: `at most ${mostMembers}` });
  const seen = new Set<string>();
  // By number, so that a hole in the list is seen as what it is.
  for (let number = 0; number < values.length; number++) {
    const value: unknown = values[number];
    if (typeof value !== 'string') {
      // A list is the commonest slip: oneOf(['post', 'gate']).
      throw new Problem('bad-members', `a member must be a name, not ${describe(value)}`, { path: `${path}[${number}]`, ...(path === 'oneOf' && Array.isArray(value) && { hint: "write the names one by one: oneOf('post', 'gate')" }) });
    }
    checkName(value, `${path}[${number}]`, 'member');
    if (seen.has(value)) throw new Problem('bad-members', `member ${describe(value)} is named twice`, { path: `${path}[${number}]` });
    seen.add(value);
  }
  return Object.freeze([...seen]);
}

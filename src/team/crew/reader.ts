import { checkKeys, describe, isPlainObject, Problem } from '../../core/internal.js';

/** Reads plain JSON piece by piece and refuses what is not as it should be. */
export class Reader {
  readonly value: unknown;
  readonly path: string;

  constructor(value: unknown, path: string) {
    this.value = value;
    this.path = path;
  }

  /** The members of an object that has no others. */
  object<K extends string>(...keys: readonly K[]): { readonly [N in K]: Reader } {
    const { value } = this;
    if (!isPlainObject(value)) throw this.wrong('an object');
    checkKeys(value, keys, this.path);
    return Object.fromEntries(keys.map((key) => [key, new Reader(Object.hasOwn(value, key) ? value[key] : undefined, `${this.path}.${key}`)])) as { [N in K]: Reader };
  }

  list(): readonly Reader[] {
    if (!Array.isArray(this.value)) throw this.wrong('a list');
    return Array.from(this.value, (each: unknown, at) => new Reader(each, `${this.path}[${at}]`));
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.wrong('a text');
    return this.value;
  }

  truth(): boolean {
    if (typeof this.value !== 'boolean') throw this.wrong('true or false');
    return this.value;
  }

  /** A finite number of at least `least`. */
  number(least: number = -Infinity): number {
    if (typeof this.value !== 'number' || !Number.isFinite(this.value) || this.value < least) throw this.wrong(least === -Infinity ? 'a number' : `a number, ${least} or more`);
    return this.value;
  }

  whole(least: number = 0): number {
    const value = this.number(least);
    if (!Number.isSafeInteger(value)) throw this.wrong('a whole number');
    return value;
  }

  /** A time; null stands for "never". */
  time(): number {
    return this.value === null ? Infinity : this.number(0);
  }

  oneOf<V extends string>(...values: readonly V[]): V {
    const found = values.find((each) => each === this.value);
    if (found === undefined) throw this.wrong(`one of ${values.join(', ')}`);
    return found;
  }

  wholes(least: number = 0): number[] {
    return this.list().map((each) => each.whole(least));
  }

  texts(): string[] {
    return this.list().map((each) => each.text());
  }

  wrong(wanted: string): Problem {
    return new Problem('bad-save', `there must be ${wanted}, not ${describe(this.value)}`, { path: this.path });
  }
}

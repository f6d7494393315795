/** Ground atoms, numbered in the order in which they are reached, and found by predicate and by one of their arguments. */
export class Atoms {
  readonly #numbers = new Map<string, number>();
  readonly predicate: string[] = [];
  /** Objects by number, argument by argument. */
  readonly terms: (readonly number[])[] = [];
  readonly #byPredicate = new Map<string, number[]>();
  readonly #byTerm = new Map<string, number[]>();

  get count(): number {
    return this.predicate.length;
  }

  /** The atom's number, or -1. */
  find(predicate: string, terms: readonly number[]): number {
    return this.#numbers.get(keyOf(predicate, terms)) ?? -1;
  }

  /** Adds an atom; its number is new exactly when it is the count of before. */
  add(predicate: string, terms: readonly number[]): number {
    const key = keyOf(predicate, terms);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.count;
    this.#numbers.set(key, number);
    this.predicate.push(predicate);
    this.terms.push(terms);
    append(this.#byPredicate, predicate, number);
    terms.forEach((term, place) => append(this.#byTerm, `${predicate}/${place}/${term}`, number));
    return number;
  }

  /** All atoms of a predicate, in order. */
  of(predicate: string): readonly number[] {
    return this.#byPredicate.get(predicate) ?? none;
  }

  /** Those with an object at a place. */
  at(predicate: string, place: number, term: number): readonly number[] {
    return this.#byTerm.get(`${predicate}/${place}/${term}`) ?? none;
  }
}

const none: readonly number[] = [];

function keyOf(predicate: string, terms: readonly number[]): string {
  return `${predicate} ${terms.join(' ')}`;
}

function append(map: Map<string, number[]>, key: string, number: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [number]);
  else list.push(number);
}

import { didYouMean } from '../core/internal.js';
import { isWord, listOf, wordOf, wrongAt, type Expression, type Place, type Word } from './expressions.js';

/** A name with the types it may be of: one, or several after `either`. */
export interface TypedName extends Word {
  readonly types: readonly string[];
}

/** Reads `a b - type c - (either x y) d`; names without a type are objects. */
export function readTyped(items: readonly Expression[], within: Place, variables: boolean): TypedName[] {
  const found: TypedName[] = [];
  let untyped: Word[] = [];
  for (let at = 0; at < items.length; at++) {
    const name = wordOf(items[at], within, 'a name');
    if (name.word === '-') {
      const after = items[++at];
      if (after === undefined || untyped.length === 0) throw wrongAt(name, 'syntax', 'a "-" stands between names and their type');
      const types = isWord(after) ? [after.word] : eitherOf(after);
      found.push(...untyped.map((each) => ({ ...each, types })));
      untyped = [];
      continue;
    }
    if (variables !== name.word.startsWith('?')) throw wrongAt(name, 'syntax', variables ? `"${name.word}" must be a variable` : `"${name.word}" must be a name`, variables ? 'variables begin with "?"' : 'only variables begin with "?"');
    untyped.push(name);
  }
  found.push(...untyped.map((each) => ({ ...each, types: ['object'] })));
  return found;
}

function eitherOf(expression: Expression): string[] {
  const { items } = listOf(expression, expression, 'a type');
  const [head, ...rest] = items;
  if (!isWord(head) || head.word !== 'either' || rest.length === 0) throw wrongAt(expression, 'syntax', 'a type is a name or (either ...)');
  return rest.map((each) => wordOf(each, expression, 'a type').word);
}

/** The types of a domain, and which is part of which. */
export class Types {
  readonly #above = new Map<string, ReadonlySet<string>>([['object', new Set()]]);

  /** @param declared the names under `:types`, each with those above it */
  constructor(declared: readonly TypedName[]) {
    const parents = new Map<string, Set<string>>([['object', new Set()]]);
    for (const { word, types } of declared) {
      const known = parents.get(word) ?? new Set();
      for (const type of types) if (type !== word) known.add(type);
      parents.set(word, known);
    }
    // A type that is only named as another's parent is a type too.
    for (const { types } of declared) for (const type of types) if (!parents.has(type)) parents.set(type, new Set(['object']));
    for (const type of parents.keys()) this.#above.set(type, this.#climb(type, parents));
  }

  #climb(type: string, parents: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
    const found = new Set<string>();
    const left = [type];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      left.push(...(parents.get(next) ?? []));
    }
    found.add('object');
    return found;
  }

  /** Refuses a type that is not declared. */
  check(types: readonly string[], place: Place): void {
    for (const type of types) if (!this.#above.has(type)) throw wrongAt(place, 'unknown-type', `there is no type "${type}"`, didYouMean(type, this.#above.keys()));
  }

  /** True when something of these types is of one of the wanted ones. */
  fits(types: readonly string[], wanted: readonly string[]): boolean {
    return types.some((type) => wanted.some((each) => this.#above.get(type)?.has(each) === true));
  }
}

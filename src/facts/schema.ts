import { checkKeys, checkName, describe, didYouMean, plainObject, Problem } from '../core/internal.js';
import { checkInt, checkMembers, clampHint, flag, type Fact, type ObjectSets, type Schema, type SimpleFact } from './kinds.js';

const kinds = ['flag', 'int', 'oneOf', 'per'] as const;

/** Most object sets a family may be indexed by. */
const mostIndexes = 4;

/** A frozen copy of the object sets, each checked. */
export function checkSets(value: unknown, path: string): ObjectSets {
  const sets: Record<string, readonly string[]> = {};
  for (const [name, members] of Object.entries(plainObject(value, path, 'an object of lists of names'))) {
    checkName(name, path, 'object set');
    sets[name] = checkMembers(members, `${path}.${name}`);
  }
  return Object.freeze(sets);
}

/** A frozen copy of the facts, each checked. */
export function checkSchema(value: unknown, sets: ObjectSets, path: string): Schema {
  const schema: Record<string, Fact> = {};
  for (const [name, fact] of Object.entries(plainObject(value, path, 'an object of facts'))) {
    checkName(name, path, 'fact');
    schema[name] = checkFact(fact, sets, `${path}.${name}`);
  }
  return Object.freeze(schema);
}

function checkFact(value: unknown, sets: ObjectSets, path: string): Fact {
  const fact = plainObject(value, path, 'a fact: flag, int(...), oneOf(...) or per(...)');
  if (fact['kind'] !== 'per') return checkSimple(fact, path);
  checkKeys(fact, ['kind', 'index', 'of'], path);
  const index: unknown = fact['index'];
  if (!Array.isArray(index) || index.length === 0) throw new Problem('bad-index', `a family needs a list of object sets, not ${describe(index)}`, { path: `${path}.index` });
  if (index.length > mostIndexes) throw new Problem('bad-index', `a family over ${index.length} object sets`, { path: `${path}.index`, hint: `at most ${mostIndexes}` });
  const names: string[] = [];
  for (let level = 0; level < index.length; level++) {
    const name: unknown = index[level];
    if (typeof name !== 'string' || !Object.hasOwn(sets, name)) {
      throw new Problem('unknown-set', `${describe(name)} is no object set`, { path: `${path}.index[${level}]`, hint: didYouMean(typeof name === 'string' ? name : '', Object.keys(sets)) });
    }
    names.push(name);
  }
  const of = plainObject(fact['of'], `${path}.of`, 'a flag, int(...) or oneOf(...)');
  if (of['kind'] === 'per') throw new Problem('bad-kind', 'a family cannot hold families', { path: `${path}.of`, hint: 'list all object sets in one `per`' });
  return Object.freeze({ kind: 'per', index: Object.freeze(names), of: checkSimple(of, `${path}.of`) });
}

function checkSimple(fact: Readonly<Record<string, unknown>>, path: string): SimpleFact {
  switch (fact['kind']) {
    case 'flag':
      checkKeys(fact, ['kind'], path);
      return flag;
    case 'int':
      if (Object.hasOwn(fact, 'clamp')) throw new Problem('unknown-key', 'unknown key "clamp"', { path, hint: clampHint });
      checkKeys(fact, ['kind', 'min', 'max'], path);
      return checkInt(fact['min'], fact['max'], path);
    case 'oneOf':
      checkKeys(fact, ['kind', 'values'], path);
      return Object.freeze({ kind: 'oneOf', values: checkMembers(fact['values'], `${path}.values`) });
    default: {
      const kind = fact['kind'];
      throw new Problem('bad-kind', `${describe(kind)} is no kind of fact`, { path: `${path}.kind`, hint: didYouMean(typeof kind === 'string' ? kind : '', kinds) });
    }
  }
}

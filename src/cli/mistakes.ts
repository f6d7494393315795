import { isPlainObject, isProblem, type Problem } from '../core/internal.js';
import { type Keys, keysOf, pathOf, replaced, valueAt, without } from './parts.js';

/** Most mistakes that are told of one file; whoever has more of them begins with these. */
const most = 50;

/** Rows of one list that are tried in the place of a wrong one. */
const mostRows = 8;

const words = ['objects', 'facts', 'shared'];
const factKeys = ['kind', 'min', 'max', 'values', 'index', 'of'];
const sections = [...words, 'actions', 'goals'];

/** What is wrong with a file. */
export interface Mistakes {
  readonly found: readonly Mistake[];
  /** Parts that were not looked at, because they use what is wrong: `action dig`. */
  readonly skipped: readonly string[];
  /** There may be others: fifty are told at most, and after some the rest cannot be read at all. */
  readonly more: boolean;
}

export interface Mistake {
  readonly problem: Problem;
  /** Path of the key that is wrong, where the problem itself only names what it stands in. */
  readonly key: string | undefined;
}

/**
 * Everything that is wrong with a problem or domain. Readers stop at the first mistake, so the part that holds it is left out and the rest
 * is read again, until nothing is wrong any more. What uses a fact that was left out is left out with it: its mistakes would not be its own.
 *
 * @param file `{ domain, start?, goal?, ... }`
 * @param read reads such a file, and throws a Problem with the path of the first mistake
 */
export function mistakesIn(file: Readonly<Record<string, unknown>>, read: (file: Readonly<Record<string, unknown>>) => void): Mistakes {
  const found: Mistake[] = [];
  const skipped: string[] = [];
  let rest: unknown = file;
  const problemOf = (value: unknown): Problem | undefined => {
    try {
      read(value as Readonly<Record<string, unknown>>);
      return undefined;
    } catch (error) {
      if (isProblem(error)) return error;
      throw error;
    }
  };
  let problem = problemOf(rest);
  while (problem !== undefined && found.length < most) {
    const place = keysOf(rest, problem.path);
    const culprit = culpritIn(rest, place, problem, problemOf);
    found.push({ problem, key: culprit === undefined ? undefined : pathOf(culprit) });
    const left = culprit === undefined ? (withOtherRow(rest, place, problem, problemOf) ?? withoutPart(rest, place, problem)) : without(rest, culprit);
    if (left === undefined) break;
    rest = withoutUsers(left, rest, skipped);
    const next = problemOf(rest);
    // Leaving that out did not help.
    if (next?.message === problem.message) break;
    problem = next;
  }
  return { found, skipped, more: problem !== undefined };
}

/** The key below a place whose removal alone changes what is wrong, if there is just one. */
function culpritIn(file: unknown, place: Keys, { message, path }: Problem, problemOf: (file: unknown) => Problem | undefined): Keys | undefined {
  const holder = valueAt(file, place);
  if (!isPlainObject(holder) || pathOf(place) !== path) return undefined;
  const suspects = Object.keys(holder).map((key) => [...place, key]).filter((keys) => canGo(file, keys));
  const guilty = suspects.filter((keys) => problemOf(without(file, keys))?.message !== message);
  return guilty.length === 1 ? guilty[0] : undefined;
}

/**
 * In a list the elements behind a wrong one must keep their numbers, since paths name them; so another element takes its place.
 * Undefined where the mistake is in no list, or no other element is of use.
 */
function withOtherRow(file: unknown, place: Keys, { code }: Problem, problemOf: (file: unknown) => Problem | undefined): unknown {
  // That every value is data is looked at before all else, so that nothing else is known of the other rows yet.
  if (code === 'not-data') return undefined;
  const at = place.findIndex((key) => typeof key === 'number');
  const list = valueAt(file, place.slice(0, at));
  if (at < 0 || !Array.isArray(list) || !canGo(file, place.slice(0, at))) return undefined;
  const row = place.slice(0, at + 1);
  for (let other = 0; other < Math.min(list.length, mostRows); other++) {
    if (other === row[at]) continue;
    const changed = replaced(file, row, list[other]);
    const still = problemOf(changed);
    if (still === undefined || !still.path.startsWith(pathOf(row))) return changed;
  }
  return undefined;
}

/** The file without the smallest part around a place that can be left out; undefined when there is none. */
function withoutPart(file: unknown, place: Keys, { path }: Problem): unknown {
  // A goal that asks for nothing lets the rest be read on.
  if (/^goal\b/.test(path)) return replaced(file, ['goal'], { want: {} });
  if (path === 'start') return replaced(file, ['start'], {});
  if (path === 'domain.actions' || path === 'domain.goals') return replaced(file, path.split('.'), {});
  if (place[3] === 'params') return withoutParams(file, place.slice(0, 3));
  const option = /^options\.(\w+)/.exec(path)?.[1];
  if (option !== undefined) return without(file, [option]);
  for (let length = place.length; length > 0; length--) {
    const keys = place.slice(0, length);
    if (canGo(file, keys)) return without(file, keys);
  }
  return undefined;
}

/** The file with an action or goal that has no params any more, and says nothing that needs them. */
function withoutParams(file: unknown, place: Keys): unknown {
  const strip = (part: unknown): unknown => (isPlainObject(part) ? Object.fromEntries(Object.entries(part).filter(([, each]) => !namesParam(each))) : part);
  const action = { ...(valueAt(file, place) as Record<string, unknown>) };
  if (place[1] === 'goals') return isPlainObject(action['want']) ? replaced(file, place, strip(action['want'])) : without(file, place);
  delete action['params'];
  delete action['where'];
  if (namesParam(action['cost'])) delete action['cost'];
  return replaced(file, place, { ...action, ...(isPlainObject(action['preconditions']) && { preconditions: strip(action['preconditions']) }), effects: strip(action['effects']) });
}

/** True when a value holds `$name` anywhere. */
function namesParam(value: unknown): boolean {
  if (typeof value === 'string') return value.startsWith('$');
  return typeof value === 'object' && value !== null && Object.values(value).some(namesParam);
}

/** True for a part that the rest can do without: it still says something that can be read. */
function canGo(file: unknown, [top, section, name, part, ...deeper]: Keys): boolean {
  if (top !== 'domain') return section !== undefined ? top === 'start' : top !== undefined && !['start', 'goal'].includes(top as string);
  if (section === undefined) return false;
  if (!sections.includes(section as string)) return name === undefined;
  if (name === undefined) return false;
  if (part === undefined) return true;
  // One of several alternatives: without it the others would be numbered anew.
  if (typeof part === 'number' || ((part === 'preconditions' || part === 'want') && typeof deeper[0] === 'number')) return false;
  // A key that means nothing can go; the others say together what the fact is.
  if (words.includes(section as string)) return section !== 'objects' && deeper.length === 0 && !factKeys.includes(part);
  if (section === 'goals') {
    const goal = valueAt(file, [top, section, name]);
    const plain = !(isPlainObject(goal) && Object.hasOwn(goal, 'params') && Object.hasOwn(goal, 'want'));
    return plain ? deeper.length === 0 : part === 'want' ? deeper.length === 1 : deeper.length === 0 && part !== 'params';
  }
  switch (part) {
    case 'params':
      return false;
    case 'effects':
      return deeper.length === 1;
    case 'preconditions':
    case 'where':
      return deeper.length <= 1;
    case 'cost':
      return deeper.length === 0 || (deeper.length === 3 && deeper[1] === 'when');
    default:
      return deeper.length === 0;
  }
}

/** Leaves out what names facts, object sets or goals that were there before and are gone: it could not be read, through no fault of its own. */
function withoutUsers(file: unknown, before: unknown, skipped: string[]): unknown {
  let rest = file;
  for (const word of [...gone('objects'), ...gone('facts'), ...gone('shared')]) rest = withoutUsersOf(word);
  const goal = valueAt(rest, ['goal']);
  if (goal !== undefined && gone('goals').some((name) => goal === name || valueAt(goal, ['goal']) === name)) {
    rest = replaced(rest, ['goal'], { want: {} });
    skipped.push('the goal');
  }
  return rest;

  function gone(section: string): readonly string[] {
    const then = valueAt(before, ['domain', section]);
    return isPlainObject(then) ? Object.keys(then).filter((name) => valueAt(rest, ['domain', section, name]) === undefined) : [];
  }

  function withoutUsersOf(word: string): unknown {
    for (const section of ['facts', 'shared', 'actions', 'goals']) {
      const parts = valueAt(rest, ['domain', section]);
      if (!isPlainObject(parts)) continue;
      for (const [name, part] of Object.entries(parts)) {
        const isFact = words.includes(section);
        // Of facts only families name others; what members are called is their own affair.
        if (valueAt(rest, ['domain', section, name]) === undefined || !mentions(isFact ? valueAt(part, ['index']) : part, word)) continue;
        rest = without(rest, ['domain', section, name]);
        skipped.push(`${isFact ? 'fact' : section.slice(0, -1)} ${name}`);
        if (isFact) rest = withoutUsersOf(name);
      }
    }
    if (valueAt(rest, ['start', word]) !== undefined) rest = without(rest, ['start', word]);
    const goal = valueAt(rest, ['goal']);
    if (goal !== undefined && mentions(valueAt(goal, ['want']), word)) {
      rest = replaced(rest, ['goal'], { want: {} });
      skipped.push('the goal');
    }
    return rest;
  }
}

/** True when a name stands anywhere in a value, as a key or as a text. */
function mentions(value: unknown, name: string): boolean {
  if (typeof value === 'string') return value === name;
  if (Array.isArray(value)) return value.some((each) => mentions(each, name));
  return isPlainObject(value) && Object.entries(value).some(([key, each]) => key === name || mentions(each, name));
}

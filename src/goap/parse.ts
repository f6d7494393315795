import { checkKeys, checkName, describe, didYouMean, plainObject, Problem } from '../core/internal.js';
import { checkSchema, checkSets, type ConditionPart, type EffectPart, type Layout, makeLayout, type Param, parseEffects, parseEither } from '../facts/internal.js';
import { frozenCopy } from './copy.js';
import { type ParsedCost, parseCost } from './cost.js';
import type { DomainParts, Vocabulary } from './types.js';
import { parseWhere, type WhereTest } from './where.js';

/** An action taken apart, params not yet filled in. */
export interface ParsedAction {
  readonly name: string;
  readonly params: readonly Param[];
  readonly where: readonly WhereTest[];
  /** One of several is enough. */
  readonly preconditions: readonly (readonly ConditionPart[])[];
  readonly effects: readonly EffectPart[];
  readonly cost: ParsedCost;
  readonly urgent: boolean;
  readonly uninterruptible: boolean;
  /** It has succeeded as soon as its effects are seen to hold. */
  readonly untilEffect: boolean;
  /** What it takes is claimed when it begins, not with the plan. */
  readonly claimsLate: boolean;
  /** Names of stations that it holds while it runs. */
  readonly holds: readonly string[];
}

/** A goal taken apart. */
export interface ParsedGoal {
  readonly name: string;
  readonly params: readonly Param[];
  /** One of several is enough. */
  readonly want: readonly (readonly ConditionPart[])[];
}

/** Everything a domain says, checked. */
export interface ParsedDomain {
  readonly parts: DomainParts;
  readonly layout: Layout;
  readonly actions: readonly ParsedAction[];
  readonly goals: readonly ParsedGoal[];
}

/** Most numbers that a param may range over. */
const mostNumbers = 10_000;

type Data = Readonly<Record<string, unknown>>;

/** Checks the parts of a domain and takes them apart. @throws Problem with the path of the first mistake */
export function parseDomain(value: unknown, path: string): ParsedDomain {
  const given = frozenCopy(plainObject(value, path, 'an object with facts, actions and goals'), path) as Data;
  checkKeys(given, ['objects', 'facts', 'shared', 'actions', 'goals'], path);
  const words = parseVocabulary(given, path);
  const layout = makeLayout(words.facts, words.shared, words.objects, path);
  const actions = parseActions(given['actions'], layout, `${path}.actions`);
  const goals = Object.entries(plainObject(given['goals'], `${path}.goals`, 'an object of goals')).map(([name, goal]) => parseGoal(name, goal, layout, `${path}.goals.${name}`));
  const parts: DomainParts = Object.freeze({ ...words, actions: given['actions'] as Data, goals: given['goals'] as Data });
  return { parts, layout, actions, goals };
}

/** Checks objects and facts: the words that actions and goals are written in. */
export function parseVocabulary(given: Data, path: string): Vocabulary<DomainParts['facts'], DomainParts['shared'], DomainParts['objects']> {
  const objects = checkSets(given['objects'] ?? {}, `${path}.objects`);
  const facts = checkSchema(given['facts'], objects, `${path}.facts`);
  const shared = checkSchema(given['shared'] ?? {}, objects, `${path}.shared`);
  for (const name of Object.keys(shared)) {
    if (Object.hasOwn(facts, name)) throw new Problem('duplicate-name', `fact "${name}" is private and shared`, { path: `${path}.shared.${name}` });
  }
  for (const name of Object.keys(objects)) {
    // A param says what it ranges over by one name, so a set and a fact must not share it.
    if (Object.hasOwn(facts, name) || Object.hasOwn(shared, name)) throw new Problem('duplicate-name', `"${name}" is an object set and a fact`, { path: `${path}.objects.${name}` });
  }
  return Object.freeze({ objects, facts, shared });
}

/** Checks actions against a layout. */
export function parseActions(value: unknown, layout: Layout, path: string): readonly ParsedAction[] {
  return Object.entries(plainObject(value, path, 'an object of actions')).map(([name, action]) => parseAction(name, action, layout, `${path}.${name}`));
}

function parseAction(name: string, value: unknown, layout: Layout, path: string): ParsedAction {
  checkName(name, path, 'action');
  const action = plainObject(value, path, 'an action: an object with effects');
  checkKeys(action, ['params', 'where', 'preconditions', 'effects', 'cost', 'urgent', 'uninterruptible', 'until', 'claim', 'holds'], path);
  const params = parseParams(action['params'], layout, `${path}.params`);
  const preconditions = parseEither(action['preconditions'] ?? {}, layout, params, `${path}.preconditions`);
  const effects = parseEffects(action['effects'], layout, params, `${path}.effects`);
  if (action['until'] === 'effect' && (effects.length === 0 || effects.some(({ change }) => 'add' in change))) {
    throw new Problem('bad-until', `action "${name}" has no end that can be seen`, { path: `${path}.until`, hint: 'until: "effect" needs effects that are values; an "add" cannot be told from what others do' });
  }
  return {
    name,
    params,
    where: parseWhere(action['where'], params, `${path}.where`),
    preconditions,
    effects,
    cost: parseCost(action['cost'], layout, params, `${path}.cost`),
    urgent: parseSwitch(action['urgent'], `${path}.urgent`),
    uninterruptible: parseSwitch(action['uninterruptible'], `${path}.uninterruptible`),
    untilEffect: parseWord(action['until'], ['effect'], `${path}.until`) === 'effect',
    claimsLate: parseWord(action['claim'], ['plan', 'begin'], `${path}.claim`) === 'begin',
    holds: parseHolds(action['holds'], `${path}.holds`),
  };
}

function parseGoal(name: string, value: unknown, layout: Layout, path: string): ParsedGoal {
  checkName(name, path, 'goal');
  if (Array.isArray(value)) return { name, params: [], want: parseEither(value, layout, [], path) };
  const goal = plainObject(value, path, 'a goal: a condition, a list of conditions, or { params, want }');
  // A fact may well be named "want"; only both keys together make a goal with params.
  if (!(Object.hasOwn(goal, 'params') && Object.hasOwn(goal, 'want'))) return { name, params: [], want: parseEither(goal, layout, [], path) };
  checkKeys(goal, ['params', 'want'], path);
  const params = parseParams(goal['params'], layout, `${path}.params`);
  return { name, params, want: parseEither(goal['want'], layout, params, `${path}.want`) };
}

/** Reads `{ place: 'at', tool: 'tools' }`: names and what they range over. */
function parseParams(value: unknown, layout: Layout, path: string): readonly Param[] {
  if (value === undefined) return [];
  return Object.entries(plainObject(value, path, 'an object of params')).map(([name, set]) => {
    checkName(name, path, 'param');
    if (typeof set !== 'string') throw new Problem('wrong-type', `param "${name}" ranges over an object set, a oneOf fact or an int, not over ${describe(set)}`, { path: `${path}.${name}` });
    const members = membersOf(set, layout, `${path}.${name}`);
    if (members === undefined) throw new Problem('unknown-set', `param "${name}" ranges over ${describe(set)}, which is no object set, oneOf fact or int`, { path: `${path}.${name}`, hint: didYouMean(set, setNames(layout)) });
    return { name, set, members, counts: layout.facts.get(set)?.of.kind === 'int' && !Object.hasOwn(layout.sets, set) };
  });
}

function membersOf(set: string, layout: Layout, path: string): readonly string[] | undefined {
  if (Object.hasOwn(layout.sets, set)) return layout.sets[set];
  const fact = layout.facts.get(set);
  if (fact === undefined || fact.index.length > 0) return undefined;
  const { of } = fact;
  if (of.kind !== 'int') return of.kind === 'oneOf' ? of.values : undefined;
  const count = of.max - of.min + 1;
  if (count > mostNumbers) throw new Problem('too-many-steps', `a param over "${set}" has ${count} values`, { path, hint: `at most ${mostNumbers}; give the int a smaller range` });
  return Array.from({ length: count }, (_, at) => String(of.min + at));
}

function setNames(layout: Layout): readonly string[] {
  return [...Object.keys(layout.sets), ...[...layout.facts.keys()].filter((name) => (layout.facts.get(name)!.of.kind === 'int' || layout.facts.get(name)!.of.kind === 'oneOf') && layout.facts.get(name)!.index.length === 0)];
}

function parseWord(value: unknown, words: readonly string[], path: string): string | undefined {
  if (value === undefined || words.includes(value as string)) return value as string | undefined;
  throw new Problem('bad-value', `this cannot be ${describe(value)}`, { path, hint: words.map((word) => `"${word}"`).join(' or ') });
}

function parseHolds(value: unknown, path: string): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length <= 64 && value.every((name) => typeof name === 'string' && name !== '')) return [...new Set(value as string[])];
  throw new Problem('wrong-type', `"holds" is a list of names of stations, not ${describe(value)}`, { path });
}

function parseSwitch(value: unknown, path: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw new Problem('wrong-type', `this is true or false, not ${describe(value)}`, { path });
}

import { didYouMean } from '../core/internal.js';
import { isWord, listOf, readExpression, wordOf, wrongAt, type Expression, type List, type Place } from './expressions.js';
import { numberOf, readAtom, readCondition, readEffects, within, type Atom, type Cost, type Effect, type Literal, type Scope, type Signature } from './formula.js';
import { readTyped, Types, type TypedName } from './names.js';

/** An action schema. */
export interface Schema extends Place {
  readonly name: string;
  readonly params: readonly TypedName[];
  readonly condition: readonly Literal[];
  readonly effects: readonly Effect[];
  readonly costs: readonly Cost[];
}

/** A domain and a problem, read and checked; nothing is ground yet. */
export interface Lifted {
  readonly name: string;
  readonly types: Types;
  readonly objects: readonly TypedName[];
  readonly predicates: ReadonlyMap<string, Signature>;
  readonly actions: readonly Schema[];
  readonly init: readonly Atom[];
  /** Values of the functions that costs look up, by `name arg arg`. */
  readonly values: ReadonlyMap<string, number>;
  readonly goal: readonly Literal[];
  /** False: each action costs 1. */
  readonly priced: boolean;
}

const requirements: ReadonlySet<string> = new Set([':strips', ':typing', ':action-costs', ':equality', ':negative-preconditions', ':conditional-effects', ':adl']);

/**
 * Reads a PDDL domain and problem: `:strips :typing :action-costs :equality :negative-preconditions :conditional-effects`, constants, `either` types.
 * (M. Ghallab et al., "PDDL, the planning domain definition language", 1998; M. Fox and D. Long, "PDDL2.1", 2003, for costs.)
 *
 * @throws Problem with `domain` or `problem` as path, line and column
 */
export function readPddl(domainText: string, problemText: string): Lifted {
  const domain = sectionsOf(readExpression(domainText, 'domain'), 'domain', domainSections);
  checkRequirements(domain);
  const declared = domain.one(':types');
  const types = new Types(declared === undefined ? [] : readTyped(declared.items.slice(1), declared, false));
  const predicates = signaturesOf(domain, ':predicates', types);
  const functions = signaturesOf(domain, ':functions', types);
  const constants = objectsOf(domain, ':constants', types);

  const problem = sectionsOf(readExpression(problemText, 'problem'), 'problem', problemSections);
  checkRequirements(problem);
  const wanted = problem.one(':domain');
  const name = wordOf(domain.name, domain.place, 'the name of the domain').word;
  if (wanted !== undefined) {
    const word = wordOf(wanted.items[1], wanted, 'the name of a domain');
    if (word.word !== name) throw wrongAt(word, 'other-domain', `the problem is for the domain "${word.word}", and the domain is "${name}"`);
  }
  const byName = new Map<string, TypedName>();
  for (const each of [...constants, ...objectsOf(problem, ':objects', types)]) {
    const known = byName.get(each.word);
    if (known !== undefined && known.file === each.file) throw wrongAt(each, 'twice', `there are two objects "${each.word}"`);
    if (known === undefined) byName.set(each.word, each);
  }
  const constantNames = new Set(constants.map((each) => each.word));
  const inDomain: Scope = { predicates, functions, known: (term) => constantNames.has(term), terms: () => constantNames };
  const inProblem: Scope = { predicates, functions, known: (term) => byName.has(term), terms: () => byName.keys() };

  const actions = domain.all(':action').map((list) => readSchema(list, inDomain, types));
  const seen = new Set<string>();
  for (const action of actions) {
    if (seen.has(action.name)) throw wrongAt(action, 'twice', `there are two actions "${action.name}"`);
    seen.add(action.name);
  }
  const init = problem.one(':init') ?? missing(problem.place, ':init');
  const { atoms, values } = readInit(init, inProblem);
  const goal = problem.one(':goal') ?? missing(problem.place, ':goal');
  const metric = problem.one(':metric');
  if (metric !== undefined) checkMetric(metric);
  return {
    name,
    types,
    objects: [...byName.values()],
    predicates,
    actions,
    init: atoms,
    values,
    goal: readCondition(goal.items[1] ?? missing(goal, 'a condition'), inProblem),
    priced: metric !== undefined,
  };
}

const domainSections: ReadonlySet<string> = new Set([':requirements', ':types', ':constants', ':predicates', ':functions', ':action']);
const problemSections: ReadonlySet<string> = new Set([':domain', ':requirements', ':objects', ':init', ':goal', ':metric']);

interface Sections {
  readonly name: Expression | undefined;
  readonly place: Place;
  one(name: string): List | undefined;
  all(name: string): readonly List[];
}

/** Takes `(define (domain name) (:section ...) ...)` apart. */
function sectionsOf(whole: List, kind: 'domain' | 'problem', known: ReadonlySet<string>): Sections {
  const [define, head, ...rest] = whole.items;
  if (!isWord(define) || define.word !== 'define') throw wrongAt(whole, 'not-pddl', 'a PDDL file is (define ...)');
  const title = listOf(head, whole, `(${kind} name)`);
  const word = wordOf(title.items[0], title, `"${kind}"`);
  if (word.word !== kind) throw wrongAt(word, 'other-kind', `this defines a ${word.word}, and a ${kind} is wanted`, 'the domain comes first, then the problem');
  const found = new Map<string, List[]>();
  for (const each of rest) {
    const list = listOf(each, whole, 'a section');
    const name = wordOf(list.items[0], list, 'the name of a section');
    if (!known.has(name.word)) {
      const code = name.word.startsWith(':') ? 'unsupported' : 'syntax';
      throw wrongAt(name, code, `"${name.word}" is not supported in a ${kind}`, didYouMean(name.word, known));
    }
    found.set(name.word, [...(found.get(name.word) ?? []), list]);
  }
  return {
    name: title.items[1],
    place: whole,
    one: (name) => {
      const [first, second] = found.get(name) ?? [];
      if (second !== undefined) throw wrongAt(second, 'twice', `"${name}" stands here a second time`);
      return first;
    },
    all: (name) => found.get(name) ?? [],
  };
}

function missing(place: Place, what: string): never {
  throw wrongAt(place, 'missing', `${what} is missing`);
}

function checkRequirements(sections: Sections): void {
  const list = sections.one(':requirements');
  for (const each of list?.items.slice(1) ?? []) {
    const word = wordOf(each, list!, 'a requirement');
    if (!requirements.has(word.word)) throw wrongAt(word, 'unsupported', `the requirement "${word.word}" is not supported`, `supported are ${[...requirements].join(' ')}`);
  }
}

function signaturesOf(sections: Sections, name: string, types: Types): ReadonlyMap<string, Signature> {
  const found = new Map<string, Signature>();
  const list = sections.one(name);
  const items = list?.items.slice(1) ?? [];
  for (let at = 0; at < items.length; at++) {
    const each = items[at]!;
    // Functions may say what they give: `- number`.
    if (isWord(each) && each.word === '-' && name === ':functions') {
      const kind = wordOf(items[++at], each, 'number');
      if (kind.word !== 'number') throw wrongAt(kind, 'unsupported', 'functions give numbers only');
      continue;
    }
    const signature = listOf(each, list!, 'a name with its parameters');
    const word = wordOf(signature.items[0], signature, 'a name');
    if (found.has(word.word)) throw wrongAt(word, 'twice', `"${word.word}" is declared twice`);
    const params = readTyped(signature.items.slice(1), signature, true);
    for (const param of params) types.check(param.types, param);
    found.set(word.word, { name: word.word, params });
  }
  return found;
}

function objectsOf(sections: Sections, name: string, types: Types): TypedName[] {
  const list = sections.one(name);
  if (list === undefined) return [];
  const objects = readTyped(list.items.slice(1), list, false);
  for (const each of objects) types.check(each.types, each);
  return objects;
}

function readSchema(list: List, scope: Scope, types: Types): Schema {
  const name = wordOf(list.items[1], list, 'the name of the action');
  const parts = new Map<string, Expression>();
  for (let at = 2; at < list.items.length; at += 2) {
    const key = wordOf(list.items[at], list, ':parameters, :precondition or :effect');
    if (![':parameters', ':precondition', ':effect'].includes(key.word)) throw wrongAt(key, 'unsupported', `"${key.word}" is not supported in an action`, didYouMean(key.word, [':parameters', ':precondition', ':effect']));
    if (parts.has(key.word)) throw wrongAt(key, 'twice', `"${key.word}" stands here a second time`);
    parts.set(key.word, list.items[at + 1] ?? missing(key, `what follows ${key.word}`));
  }
  const given = parts.get(':parameters');
  const params = given === undefined ? [] : readTyped(listOf(given, list, 'a list of variables').items, list, true);
  const seen = new Set<string>();
  for (const param of params) {
    types.check(param.types, param);
    if (seen.has(param.word)) throw wrongAt(param, 'twice', `there are two parameters "${param.word}"`);
    seen.add(param.word);
  }
  const inside = within(scope, params);
  const condition = parts.get(':precondition');
  const effect = parts.get(':effect') ?? missing(list, 'the :effect of the action');
  const { effects, costs } = readEffects(effect, inside);
  for (const each of effects) for (const variable of each.forAll) types.check(variable.types, variable);
  return { file: name.file, line: name.line, column: name.column, name: name.word, params, condition: condition === undefined ? [] : readCondition(condition, inside), effects, costs };
}

function readInit(list: List, scope: Scope): { readonly atoms: Atom[]; readonly values: ReadonlyMap<string, number> } {
  const atoms: Atom[] = [];
  const values = new Map<string, number>();
  for (const each of list.items.slice(1)) {
    const item = listOf(each, list, 'an atom');
    const [head, left, right] = item.items;
    if (isWord(head) && head.word === '=' && left !== undefined && !isWord(left)) {
      const call = left.items.map((part) => wordOf(part, left, 'a name').word);
      if (!scope.functions.has(call[0] ?? '')) throw wrongAt(left, 'unknown-function', `there is no function "${call[0] ?? ''}"`, didYouMean(call[0] ?? '', scope.functions.keys()));
      values.set(call.join(' '), numberOf(wordOf(right, item, 'a number')));
      continue;
    }
    if (isWord(head) && head.word === 'not') continue;
    const atom = readAtom(item, scope);
    if (atom.predicate === '=') throw wrongAt(item, 'syntax', '"=" needs a function on its left here');
    atoms.push(atom);
  }
  return { atoms, values };
}

function checkMetric(list: List): void {
  const [, way, what] = list.items;
  const direction = wordOf(way, list, '"minimize"');
  const target = what === undefined || isWord(what) ? what : what.items[0];
  if (direction.word !== 'minimize' || !isWord(target) || target.word !== 'total-cost') throw wrongAt(list, 'unsupported', 'only (:metric minimize (total-cost)) is supported');
}

import { didYouMean } from '../core/internal.js';
import { isWord, listOf, wordOf, wrongAt, type Expression, type List, type Place, type Word } from './expressions.js';
import { readTyped, type TypedName } from './names.js';

/** A predicate, or a function of costs, and the types of its arguments. */
export interface Signature {
  readonly name: string;
  readonly params: readonly TypedName[];
}

/** A predicate over variables and objects. */
export interface Atom extends Place {
  readonly predicate: string;
  readonly terms: readonly string[];
}

/** An atom that holds or does not. `=` is a predicate like any other here. */
export interface Literal extends Atom {
  readonly negated: boolean;
}

/** An effect: an atom that becomes true or false, for all objects that `forAll` names, where `when` holds. */
export interface Effect extends Literal {
  readonly forAll: readonly TypedName[];
  readonly when: readonly Literal[];
}

/** A cost: a number, or a function of params looked up in the problem's `:init`. */
export type Cost = { readonly number: number } | ({ readonly function: string; readonly terms: readonly string[] } & Place);

/** What names mean while a formula is read. */
export interface Scope {
  readonly predicates: ReadonlyMap<string, Signature>;
  readonly functions: ReadonlyMap<string, Signature>;
  /** Variables and constants in sight. */
  known(term: string): boolean;
  terms(): Iterable<string>;
}

/** A scope with more variables. */
export function within(scope: Scope, variables: readonly TypedName[]): Scope {
  const names = new Set(variables.map((each) => each.word));
  return { ...scope, known: (term) => names.has(term) || scope.known(term), terms: () => [...names, ...scope.terms()] };
}

/** Reads a conjunction of literals: `(and ...)`, `(not ...)`, an atom, or nothing. */
export function readCondition(expression: Expression, scope: Scope): Literal[] {
  const list = listOf(expression, expression, 'a condition');
  const [head, ...rest] = list.items;
  // Some domains write () for "nothing".
  if (head === undefined) return [];
  if (isWord(head) && head.word === 'and') return rest.flatMap((each) => readCondition(each, scope));
  if (isWord(head) && unsupported.has(head.word)) throw wrongAt(list, 'unsupported', `"${head.word}" in a condition is not supported`, 'write conjunctions of atoms and of (not atom)');
  return [readLiteral(list, scope)];
}

const unsupported: ReadonlySet<string> = new Set(['or', 'imply', 'exists', 'forall', 'when', 'preference', '<', '>', '<=', '>=']);

function readLiteral(list: List, scope: Scope): Literal {
  const [head, ...rest] = list.items;
  if (isWord(head) && head.word === 'not') {
    if (rest.length !== 1) throw wrongAt(list, 'syntax', '(not ...) takes one atom');
    return { ...readAtom(listOf(rest[0], list, 'an atom'), scope), negated: true };
  }
  return { ...readAtom(list, scope), negated: false };
}

/** Reads `(predicate term ...)`. */
export function readAtom(list: List, scope: Scope): Atom {
  const [head, ...rest] = list.items;
  const name = wordOf(head, list, 'the name of a predicate');
  const terms = rest.map((each) => knownTerm(wordOf(each, list, 'a variable or an object'), scope));
  if (unsupported.has(name.word)) throw wrongAt(list, 'unsupported', `"${name.word}" inside (not ...) is not supported`);
  const place: Place = { file: list.file, line: list.line, column: list.column };
  if (name.word === '=') {
    if (terms.length !== 2) throw wrongAt(list, 'arity', '"=" compares two things');
    return { ...place, predicate: '=', terms };
  }
  const signature = scope.predicates.get(name.word);
  if (signature === undefined) throw wrongAt(name, 'unknown-predicate', `there is no predicate "${name.word}"`, didYouMean(name.word, scope.predicates.keys()));
  checkArity(signature, terms.length, list);
  return { ...place, predicate: name.word, terms };
}

function knownTerm(term: Word, scope: Scope): string {
  if (scope.known(term.word)) return term.word;
  const variable = term.word.startsWith('?');
  throw wrongAt(term, variable ? 'unknown-variable' : 'unknown-object', `there is no ${variable ? 'variable' : 'object'} "${term.word}"`, didYouMean(term.word, scope.terms()));
}

function checkArity({ name, params }: Signature, given: number, place: Place): void {
  if (params.length !== given) throw wrongAt(place, 'arity', `"${name}" takes ${params.length === 1 ? '1 argument' : `${params.length} arguments`}, not ${given}`);
}

/** What an action does, and what it adds to the total cost. */
export interface ReadEffects {
  readonly effects: Effect[];
  readonly costs: Cost[];
}

/** Reads effects: atoms, `(not atom)`, `(when ...)`, `(forall ...)`, `(increase (total-cost) ...)`. */
export function readEffects(expression: Expression, scope: Scope): ReadEffects {
  const found: ReadEffects = { effects: [], costs: [] };
  collect(expression, scope, [], [], found);
  return found;
}

function collect(expression: Expression, scope: Scope, forAll: readonly TypedName[], when: readonly Literal[], found: ReadEffects): void {
  const list = listOf(expression, expression, 'an effect');
  const [head, ...rest] = list.items;
  if (head === undefined) return;
  const word = isWord(head) ? head.word : '';
  if (word === 'and') for (const each of rest) collect(each, scope, forAll, when, found);
  else if (word === 'forall') {
    if (rest.length !== 2) throw wrongAt(list, 'syntax', '(forall (variables) effect) takes two parts');
    const variables = readTyped(listOf(rest[0], list, 'a list of variables').items, list, true);
    collect(rest[1]!, within(scope, variables), [...forAll, ...variables], when, found);
  } else if (word === 'when') {
    if (rest.length !== 2) throw wrongAt(list, 'syntax', '(when condition effect) takes two parts');
    collect(rest[1]!, scope, forAll, [...when, ...readCondition(rest[0]!, scope)], found);
  } else if (word === 'increase') {
    if (forAll.length > 0 || when.length > 0) throw wrongAt(list, 'unsupported', 'costs that depend on a condition are not supported');
    found.costs.push(readCost(list, scope));
  } else if (numeric.has(word)) throw wrongAt(list, 'unsupported', `"${word}" is not supported`, 'the one number is total-cost, which (increase ...) adds to');
  else {
    const literal = readLiteral(list, scope);
    if (literal.predicate === '=') throw wrongAt(list, 'syntax', '"=" cannot be an effect');
    found.effects.push({ ...literal, forAll, when });
  }
}

const numeric: ReadonlySet<string> = new Set(['decrease', 'assign', 'scale-up', 'scale-down']);

function readCost(list: List, scope: Scope): Cost {
  const [, target, amount] = list.items;
  const name = listOf(target, list, '(total-cost)').items[0];
  if (list.items.length !== 3 || !isWord(name) || name.word !== 'total-cost') throw wrongAt(list, 'unsupported', 'only (increase (total-cost) amount) is supported');
  if (isWord(amount)) return { number: numberOf(amount) };
  const call = listOf(amount, list, 'an amount');
  const word = wordOf(call.items[0], call, 'the name of a function');
  const signature = scope.functions.get(word.word);
  if (signature === undefined) throw wrongAt(word, 'unknown-function', `there is no function "${word.word}"`, didYouMean(word.word, scope.functions.keys()));
  checkArity(signature, call.items.length - 1, call);
  const terms = call.items.slice(1).map((each) => knownTerm(wordOf(each, call, 'a variable or an object'), scope));
  return { file: call.file, line: call.line, column: call.column, function: word.word, terms };
}

/** A cost as a number. */
export function numberOf(word: Word): number {
  const number = Number(word.word);
  if (!Number.isFinite(number) || number < 0 || !/^[\d.]/.test(word.word)) throw wrongAt(word, 'bad-number', `"${word.word}" is no cost`, 'costs are numbers from 0');
  return number;
}

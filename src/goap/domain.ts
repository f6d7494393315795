import { isPlainObject, Problem } from '../core/internal.js';
import { makeLayout, type Condition, type ObjectSets, type Per, type Schema, type SetValue, type ValueOf } from '../facts/internal.js';
import { frozenCopy } from './copy.js';
import { DomainEngine } from './engine.js';
import { parseActions, parseVocabulary } from './parse.js';
import type { Action, AnyDomain, Domain, GoalWithParams, Vocabulary } from './types.js';

/** Under this key a domain keeps its engine. From the registry of symbols, so that two copies of the package understand each other. */
const engineKey: unique symbol = Symbol.for('ganglion.domain.engine') as typeof engineKey;

/**
 * Defines what can be thought: objects, facts, actions and goals. Checks everything at once, compiles it once, and freezes it.
 *
 * @throws Problem with the path of the first mistake and a hint: unknown or misspelt names, wrong types, impossible ranges, tests that
 * can never hold, more combinations of params than are good for anybody
 */
export function domain<const S extends Schema, const E, const Q, const O extends ObjectSets = {}, const H extends Schema = {}>(parts: {
  /** Sets of names that families and params range over. */
  readonly objects?: O;
  /** The facts of each mind. */
  readonly facts: {
    readonly [K in keyof S]: S[K] extends Per<infer I> ? (I[number] extends keyof O ? S[K] : Per<readonly (keyof O & string)[], any>) : S[K];
  };
  /** Facts that the crowd owns and all its minds see. */
  readonly shared?: H;
  readonly actions: { readonly [K in keyof E]: Action<NoInfer<S & H>, E[K], NoInfer<O>> };
  /** Conditions worth reaching; with params as `{ params, want }`. */
  readonly goals: {
    readonly [K in keyof Q]: unknown extends Q[K] ? Condition<NoInfer<S & H>, {}, NoInfer<O>> | readonly Condition<NoInfer<S & H>, {}, NoInfer<O>>[] : GoalWithParams<NoInfer<S & H>, Q[K], NoInfer<O>>;
  };
}): Domain<
  { -readonly [K in keyof (S & H)]: ValueOf<(S & H)[K], O> },
  { [K in keyof E]: { readonly [L in keyof E[K]]: SetValue<E[K][L], O, S & H> } },
  { [K in keyof Q]: { readonly [L in keyof Q[K]]: SetValue<Q[K][L], O, S & H> } }
> {
  return readDomain(parts);
}

/** A domain from plain data of unknown shape, e.g. a parsed JSON file. `path` is what errors call it. @throws Problem */
export function readDomain(value: unknown, path = 'domain'): AnyDomain {
  const engine = new DomainEngine(value, path);
  const made: AnyDomain & { readonly [engineKey]: DomainEngine } = {
    [engineKey]: engine,
    fingerprint: engine.fingerprint,
    toJSON: () => engine.parts,
    toString: () => `domain { actions: ${engine.actions.length}, steps: ${engine.steps.length}, goals: ${engine.goals.length} }`,
  };
  // Not enumerable: whoever prints or spreads a domain does not want its engine.
  Object.defineProperty(made, engineKey, { enumerable: false });
  return Object.freeze(made);
}

/** The compiled form of a domain, for the layers above. @throws Problem `not-a-domain` */
export function engineOf(from: AnyDomain): DomainEngine {
  const engine = (from as { readonly [engineKey]?: DomainEngine } | undefined)?.[engineKey];
  if (engine === undefined) throw new Problem('not-a-domain', 'this is no domain', { hint: 'make one with domain(...)' });
  return engine;
}

/**
 * Objects and facts of a domain that is spread over several files. Each file writes its actions with {@link actions}; the last one
 * puts them together: `domain({ ...words, actions: { ...moving, ...trading }, goals })`.
 * @throws Problem as {@link domain} does
 */
export function vocabulary<const S extends Schema, const O extends ObjectSets = {}, const H extends Schema = {}>(parts: {
  readonly objects?: O;
  readonly facts: S;
  readonly shared?: H;
}): Vocabulary<S, H, O> {
  const given = frozenCopy(parts, 'vocabulary');
  if (!isPlainObject(given)) throw new Problem('not-an-object', 'a vocabulary is an object with facts', { path: 'vocabulary' });
  return parseVocabulary(given, 'vocabulary') as unknown as Vocabulary<S, H, O>;
}

/**
 * Actions in the words of a {@link vocabulary}, checked like those of a domain. Parts that are merely `as const` and spread into a
 * domain would let misspelt facts pass.
 * @throws Problem as {@link domain} does
 */
export function actions<S, H, O, const E>(
  words: Vocabulary<S, H, O>,
  parts: { readonly [K in keyof E]: Action<NoInfer<S & H>, E[K], NoInfer<O>> },
): { readonly [K in keyof E]: Action<S & H, E[K], O> } {
  const { facts, shared, objects } = words as unknown as Vocabulary<Schema, Schema, ObjectSets>;
  const copy = frozenCopy(parts, 'actions');
  parseActions(copy, makeLayout(facts, shared, objects), 'actions');
  return copy as { readonly [K in keyof E]: Action<S & H, E[K], O> };
}

/**
 * From a schema to plain types. Everything users see (facts, params, starts) is an anonymous mapped type, so that an editor's
 * hover shows `{ at: 'post' | 'gate'; ammo: number }` and not the machinery below.
 */
import type { Flag, Int, OneOf, Per } from './kinds.js';

type SimpleValue<F> = F extends Flag ? boolean : F extends Int ? number : F extends OneOf<infer V> ? V : never;

/** Member names of a list of names. */
type Member<L> = L extends readonly (infer V extends string)[] ? V : never;

type Nested<I, O, V> = I extends readonly [infer A extends keyof O, ...infer R] ? { [K in Member<O[A]>]: Nested<R, O, V> } : V;

/** The value a fact has in a program: a boolean, a number, a member's name, or nested objects of those. */
export type ValueOf<F, O> = F extends Per<infer I, infer G> ? Nested<I, O, SimpleValue<G>> : SimpleValue<F>;

/** Any part of the facts, for starts and snapshots. */
export type SomeFacts<F> = { readonly [K in keyof F]?: F[K] extends object ? SomeFacts<F[K]> : F[K] };

/** The facts as code that may only look at them gets them. */
export type ReadonlyFacts<F> = { readonly [K in keyof F]: F[K] extends object ? ReadonlyFacts<F[K]> : F[K] };

type OneOfNames<S> = { [K in keyof S]: S[K] extends OneOf ? K : never }[keyof S];
type IntNames<S> = { [K in keyof S]: S[K] extends Int ? K : never }[keyof S];

/** What a param may range over: an object set, a `oneOf` fact, or the numbers of an int. */
export type SetName<O, S> = keyof O | OneOfNames<S> | IntNames<S>;

/** The members of an object set or a `oneOf` fact; for an int, numbers. */
export type SetValue<N, O, S> = N extends keyof O ? Member<O[N]> : N extends keyof S ? (S[N] extends OneOf<infer V> ? V : S[N] extends Int ? number : never) : never;

/** `$name` of every param whose members all fit where a `V` is wanted. */
export type ParamFor<P, O, S, V> = { [K in keyof P & string]: [SetValue<P[K], O, S>] extends [V] ? `$${K}` : never }[keyof P & string];

/** Tests of a number; what is given must all hold. */
type NumberTest<A, B> = { readonly atLeast?: number | B; readonly atMost?: number | B; readonly not?: number | A | readonly (number | A)[]; readonly in?: readonly (number | A)[] };
/** A number by param: the param itself, or a table of numbers. */
type AmountFor<P> = `$${keyof P & string}` | AmountBy<P>;
interface AmountBy<P> {
  readonly by: readonly `$${keyof P & string}`[];
  readonly table: AmountTable;
}
/** Nested objects of numbers, one level for every name in `by`. Where an entry is missing, the action is not available. */
interface AmountTable {
  readonly [member: string]: number | AmountTable;
}
/** Tests of a member; what is given must all hold. */
type MemberTest<V> = { readonly not?: V | readonly V[]; readonly in?: readonly V[] };

type SimpleTest<F, P, O, S> = F extends Flag
  ? boolean | { readonly not: boolean }
  : F extends Int
    ? number | AmountFor<P> | NumberTest<AmountFor<P>, AmountFor<P> | `$${IntNames<S> & string}`>
    : F extends OneOf<infer V>
      ? V | ParamFor<P, O, S, V> | MemberTest<V | ParamFor<P, O, S, V>>
      : never;

type SimpleChange<F, P, O, S> = F extends Flag
  ? boolean
  : F extends Int
    ? number | AmountFor<P> | { readonly add: number | AmountFor<P> | `-$${keyof P & string}`; readonly clamp?: boolean }
    : F extends OneOf<infer V>
      ? V | ParamFor<P, O, S, V>
      : never;

type Index<I, P, O, S> = I extends readonly [infer A extends keyof O, ...infer R] ? readonly [Member<O[A]> | ParamFor<P, O, S, Member<O[A]>>, ...Index<R, P, O, S>] : readonly [];

type Test<F, P, O, S> = F extends Per<infer I, infer G> ? readonly (readonly [...Index<I, P, O, S>, SimpleTest<G, P, O, S>])[] : SimpleTest<F, P, O, S>;
type Change<F, P, O, S> = F extends Per<infer I, infer G> ? readonly (readonly [...Index<I, P, O, S>, SimpleChange<G, P, O, S>])[] : SimpleChange<F, P, O, S>;

/**
 * What must hold: by fact a value, or an object of `atLeast`, `atMost`, `not` (a value or a list) and `in` (a list); a family has rows
 * that end in one of those. All parts must hold together. `'$name'` stands for the param `name`.
 */
export type Condition<S, P, O> = { readonly [K in keyof S]?: Test<S[K], P, O, S> };

/** What an action changes: by fact a value or `{ add, clamp }`; a family has rows that end in one of those. All read the state before. */
export type Effects<S, P, O> = { readonly [K in keyof S]?: Change<S[K], P, O, S> };

import type { Status } from '../core/internal.js';
import type { RootNode } from './definition.js';
import type { TreeSpans } from './text/span.js';

/** How a node ended, as an `exit` function gets it: both false means failed. */
export interface Ending {
  readonly succeeded: boolean;
  /** Ended from outside: by a guard, a parent or a higher priority. */
  readonly aborted: boolean;
}

/** Facts as a leaf sees them: to read, not to write. */
export type ReadFacts<F> = { readonly [K in keyof F]: F[K] extends object ? Readonly<F[K]> : F[K] };

// Arguments are typed `any` so that a leaf may name what its text gives it, `(guard, _facts, shout: string) => ...`;
// with `unknown` every such leaf would have to check by hand.

/**
 * What an `action [name]` runs: answers each step how it stands, or once with a promise of its end.
 * Given as `{ drive, abort }`, `abort` is called once when the action is stopped while it runs.
 */
export type TreeAction<Body, F> =
  | ((body: Body, facts: ReadFacts<F>, ...args: any[]) => Status | PromiseLike<Status>)
  | { readonly drive: (body: Body, facts: ReadFacts<F>, ...args: any[]) => Status | PromiseLike<Status>; readonly abort?: TreeHook<Body, F> };
/** What a `condition [name]` and the guards `while(name)` and `until(name)` ask. */
export type TreeTest<Body, F> = (body: Body, facts: ReadFacts<F>, ...args: any[]) => boolean;
/** What `entry(name)` and `step(name)` call. */
export type TreeHook<Body, F> = (body: Body, facts: ReadFacts<F>, ...args: any[]) => void;
/** What `exit(name)` calls: the ending stands before the arguments of the text. */
export type TreeExit<Body, F> = (body: Body, facts: ReadFacts<F>, ending: Ending, ...args: any[]) => void;
/** What `score(name)` asks: how much a child of a `utilitySelector` is wanted, 0 or less for not at all. */
export type TreeScore<Body, F> = (body: Body, facts: ReadFacts<F>, ...args: any[]) => number;

/** A leaf as an interpreter calls it: body, facts, the ending for `exit`, then the arguments of the text. */
export type AnyLeaf = (body: unknown, facts: unknown, ...args: unknown[]) => unknown;

/** The functions of one tree by name; those of actions may be given in parts. */
export type AnyLeaves = Readonly<Record<string, AnyLeaf | { readonly drive: AnyLeaf; readonly abort?: AnyLeaf }>>;

/**
 * A behaviour tree with its functions: what `bt(...)` makes and a brain takes. Immutable.
 *
 * `Body`, `F` and `G` are what the functions expect to be called with: the body's type, the facts and the goals by name.
 */
export interface Tree<Body, F, G> {
  /** The text it was made from; a tree made from a definition is printed by `treeText`. */
  readonly text: string | undefined;
  /** The checked tree as data; the first root without `id` is where a step starts. */
  readonly definition: readonly RootNode[];
  /** The functions, each one used and none missing. Built-in leaves are not among them. */
  readonly leaves: AnyLeaves;
  /** Where each node stands in the text; undefined for a tree given as data. */
  readonly spans: TreeSpans | undefined;
  readonly '~tree'?: (body: Body, facts: F, goals: G) => void;
}

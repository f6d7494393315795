import type { Condition, Effects, ObjectSets, Schema, SetName, SetValue } from '../facts/internal.js';

type OneOfFact<S> = SetName<{}, S> & string;

/** One case of a cost list: the first whose `when` holds in the state before the action counts. Only the last may leave `when` out, and must. */
export interface CostCase<S, P, O> {
  readonly when?: Condition<S, P, O>;
  /** Finite, 0 or more. */
  readonly cost: number;
}

/** Nested objects of costs, one level for every name in `by`. A missing entry means that the action is not available there. */
export interface CostTable {
  readonly [member: string]: number | CostTable;
}

/** Costs looked up by params (`'$to'`) and `oneOf` facts (`'at'`): `{ by: ['at', '$to'], table: { forest: { mine: 6 } } }`. */
export interface CostBy<S, P> {
  readonly by: readonly ((keyof P & string extends infer K extends string ? `$${K}` : never) | OneOfFact<S>)[];
  readonly table: CostTable;
}

/** Restricts which members a param may be, beside the set it ranges over; `'$other'` is the member chosen for another param. */
type Where<P, O, S> = {
  readonly [K in keyof P]?: WhereTest<SetValue<P[K], O, S> | OtherParam<P, K>>;
};
type WhereTest<V> = V | { readonly not: V } | { readonly in: readonly V[] };
type OtherParam<P, K> = { [L in keyof P & string]: L extends K ? never : `$${L}` }[keyof P & string];

/** What an action needs, does and costs. Pure data. */
export interface Action<S, P, O> {
  /** Params by name, each with the object set or `oneOf` fact it ranges over. */
  readonly params?: { readonly [K in keyof P]: P[K] extends SetName<O, S> ? P[K] : SetName<O, S> };
  readonly where?: Where<NoInfer<P>, O, S>;
  readonly preconditions?: Condition<S, P, O> | readonly Condition<S, P, O>[];
  readonly effects: Effects<S, P, O>;
  /** 1 when left out. Costs that look at a body belong to the brain. */
  readonly cost?: number | readonly CostCase<S, P, O>[] | CostBy<S, NoInfer<P>>;
  /** The brain drops what it does when this action comes up, instead of finishing it. */
  readonly urgent?: boolean;
  /** Once begun, a goal switch or replan waits for its end. */
  readonly uninterruptible?: boolean;
  /** `'effect'`: the step has succeeded as soon as its effects are seen to hold, as in "look around until it is found". */
  readonly until?: 'effect';
  /** When what it takes from shared facts is claimed: with the plan (`'plan'`, the default), or when the step begins: for takings far ahead. */
  readonly claim?: 'plan' | 'begin';
  /** Stations, by any names: the step holds each whole while it runs, and stands in line for them before it begins. Planning knows nothing of them. */
  readonly holds?: readonly string[];
}

/** A goal that is asked for with params: `{ goal: 'tidy', params: { what: 'axe' } }`. */
export interface GoalWithParams<S, P, O> {
  readonly params: { readonly [K in keyof P]: P[K] extends SetName<O, S> ? P[K] : SetName<O, S> };
  readonly want: Condition<S, P, O> | readonly Condition<S, P, O>[];
}

/** Names of goals without params. */
type PlainGoal<G> = { [K in keyof G]: {} extends G[K] ? K : never }[keyof G];
type FilledGoal<G> = { [K in keyof G]: {} extends G[K] ? { readonly goal: K } : { readonly goal: K; readonly params: G[K] } }[keyof G];

/** How a goal is asked for: its name, or its name and params. */
export type Want<G> = PlainGoal<G> | FilledGoal<G>;

type ValueTest<V> = [V] extends [boolean]
  ? V | { readonly not: V }
  : [V] extends [number]
    ? V | { readonly atLeast?: V; readonly atMost?: V; readonly not?: V | readonly V[]; readonly in?: readonly V[] }
    : V | { readonly not?: V | readonly V[]; readonly in?: readonly V[] };
type Rows<V> = V extends object ? { [M in keyof V]: [M, ...Rows<V[M]>] }[keyof V] : [ValueTest<V>];

/** A condition over plain fact types: a goal made up on the spot. */
export type WantedFacts<F> = { readonly [K in keyof F]?: F[K] extends object ? readonly Readonly<Rows<F[K]>>[] : ValueTest<F[K]> };

/** As much of an int as can be had for a cost. */
export interface MostOf<F> {
  readonly maximise: { [K in keyof F]: F[K] extends number ? K : never }[keyof F];
  /** The most that the plan may cost; no limit when left out. */
  readonly within?: number;
}

/** What may differ from one request to the next. */
export interface PlanOptions<A> {
  /** Plans with more steps count as no plan. */
  readonly maxSteps?: number;
  /** Expansions before the search takes what it has, or gives up with reason `budget`; dear ones count as several. 100,000 when left out. */
  readonly maxExpansions?: number;
  /** Nodes that one search may keep in memory; 1,000,000 when left out, fewer where states are long. */
  readonly maxNodes?: number;
  /** Waits until the plan is proven to be the cheapest, instead of taking a good one after a while. */
  readonly optimal?: boolean;
  /** Expansions that may go into a cheaper plan after the first one; 10,000 when left out, 0 takes the first. */
  readonly improve?: number;
  /** How many of the next best plans to give besides. Each does without some step of every plan before it. */
  readonly alternatives?: number;
  /** Forces one exact search; it is an error where that cannot answer. */
  readonly rung?: 'regression' | 'forward';
  /** Costs for this request only, by action: a number, or a function of the params; undefined leaves the domain's own. `Infinity` makes a step unavailable. */
  readonly costs?: { readonly [K in keyof A]?: number | ((params: A[K]) => number | undefined) };
  /** Keeps what the search looked at, in order. */
  readonly trace?: boolean;
}

/**
 * What can be thought: objects, facts, actions, goals. Frozen; made by {@link domain}.
 *
 * `F` are the facts as plain values, `A` the params of every action, `G` the params of every goal.
 */
export interface Domain<F, A, G> {
  /** Equal fingerprints, equal domains; it survives JSON. */
  readonly fingerprint: string;
  /** The parts, as `domain(...)` takes them. */
  toJSON(): DomainParts;
  /** One line; `describe` says more. */
  toString(): string;
  /** Types only; never there at run time. */
  readonly '~types'?: [facts: F, actions: A, goals: G];
}

/** A domain whose types are not known, e.g. one read from a file. */
export type AnyDomain = Domain<any, any, any>;

/** The checked parts of a domain: exactly its JSON. */
export interface DomainParts {
  readonly objects: ObjectSets;
  readonly facts: Schema;
  readonly shared: Schema;
  readonly actions: Readonly<Record<string, unknown>>;
  readonly goals: Readonly<Record<string, unknown>>;
}

/** Objects and facts that several files of actions share. */
export interface Vocabulary<S, H, O> {
  readonly objects: O;
  readonly facts: S;
  readonly shared: H;
}

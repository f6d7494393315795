import type { Condition, Effects, ObjectSets, ParamFor, Schema, SetName, SetValue, SomeFacts } from '../facts/internal.js';

/** One who works. Data at run time: agents come and go. */
export interface Agent {
  /** Unique among those present. */
  readonly name: string;
  /** Where it stands; any name that `travel` knows. */
  readonly place: string;
  /** Distance a second, above 0; 1 when left out. */
  readonly speed?: number;
  /** Levels by skill, above 0. An agent cannot lead a job whose skill it lacks. */
  readonly skills?: Readonly<Record<string, number>>;
}

/** Seconds of work. `{ base, skill }` takes base / level; a table is read by level (rounded down, the last entry also serves higher levels). */
export type Duration<Params> =
  | number
  | { readonly base: number; readonly skill: string }
  | { readonly skill: string; readonly table: readonly number[] }
  | ((agent: Agent, params: Params) => number);

/** The distance between two places: a function, or a table `{ from: { to: distance } }` that counts both ways unless both are given. Infinity: no way. */
export type Travel = ((agent: Agent, from: string, to: string) => number) | { readonly [from: string]: { readonly [to: string]: number } };

type Member<O> = O[keyof O] extends readonly (infer V extends string)[] ? V : never;
/** A member of any object set, or a param that means one. */
export type Place<S, P, O> = Member<O> | ParamFor<P, O, S, Member<O>>;

type FilledParams<P, O, S> = { readonly [K in keyof P]: SetValue<P[K], O, S> };
type ParamSets<S, P, O> = { readonly [K in keyof P]: P[K] extends SetName<O, S> ? P[K] : SetName<O, S> };
type WhereTest<V> = V | { readonly not: V } | { readonly in: readonly V[] };
type Where<S, P, O> = { readonly [K in keyof P]?: WhereTest<SetValue<P[K], O, S> | `$${Exclude<keyof P & string, K>}`> };

/**
 * Something an agent can do: work at a place (`at`), a transfer between two places (`from`, `to`), or, without any of these, work wherever it stands.
 * Preconditions hold at the start; what is taken is gone from the start on, what is given is there from the end on.
 */
export interface Job<S, P, O, L extends string = string> {
  /** Params by name, each with the object set or `oneOf` fact it ranges over. */
  readonly params?: ParamSets<S, P, O>;
  /** Restricts params: `{ to: { not: '$from' } }`. */
  readonly where?: Where<S, NoInfer<P>, O>;
  readonly preconditions?: Condition<S, P, O>;
  readonly effects: Effects<S, P, O>;
  readonly at?: Place<S, P, O>;
  /** Seconds, 0 when left out; not for transfers. */
  readonly duration?: Duration<FilledParams<NoInfer<P>, O, S>>;
  readonly from?: Place<S, P, O>;
  readonly to?: Place<S, P, O>;
  /** Seconds to take things up, and to put them down; 0 when left out. Transfers only. */
  readonly pick?: number;
  readonly drop?: number;
  /** Up to how many times its amounts a transfer can move at once; 1 when left out. */
  readonly capacity?: number;
  /** What it holds alone while it lasts: places and locks. When left out: its place `at`; nothing for transfers. */
  readonly holds?: readonly (Place<S, P, O> | L)[];
  /** How many more agents must be there from start to end; 0 when left out. */
  readonly helpers?: number;
  /** What `explain` says of one who does it, with params filled in: `'carries $what to the $target'`. When left out: `works at carry(raw, cooker)`. */
  readonly says?: string;
}

/** Something worth reaching: a condition to hold, and amounts that are handed over (and so leave the world) when it is reached. */
export interface GoalParts<S, P, O> {
  readonly params?: ParamSets<S, P, O>;
  readonly want?: Condition<S, P, O>;
  /** Amounts by int fact: `{ stock: [['cooker', 'roast', 1]] }`. */
  readonly take?: Effects<S, P, O>;
}

/** A goal: a plain condition, or its parts. */
export type TeamGoal<S, P, O> = Condition<S, P, O> | GoalParts<S, P, O>;

type PlainGoal<G> = { [K in keyof G]: {} extends G[K] ? K : never }[keyof G];
type FilledGoal<G> = { [K in keyof G]: {} extends G[K] ? { readonly goal: K; readonly params?: undefined } : { readonly goal: K; readonly params: G[K] } }[keyof G];

type ValueTest<V> = [V] extends [boolean]
  ? V | { readonly not: V }
  : [V] extends [number]
    ? V | { readonly atLeast: V; readonly atMost?: V } | { readonly atMost: V } | { readonly not: V } | { readonly in: readonly V[] }
    : V | { readonly not: V } | { readonly in: readonly V[] };
type Rows<V, Leaf extends 'test' | 'amount'> = V extends object ? { [M in keyof V]: [M, ...Rows<V[M], Leaf>] }[keyof V] : [Leaf extends 'test' ? ValueTest<V> : number];
/** A condition over plain fact types. */
export type WantedFacts<F> = { readonly [K in keyof F]?: F[K] extends object ? readonly Readonly<Rows<F[K], 'test'>>[] : ValueTest<F[K]> };
/** Amounts over plain fact types. */
export type TakenFacts<F> = { readonly [K in keyof F]?: F[K] extends object ? readonly Readonly<Rows<F[K], 'amount'>>[] : number };

/** How a goal is asked for: its name, its name and params, or made up on the spot. */
export type TeamWant<F, G> = PlainGoal<G> | FilledGoal<G> | { readonly want: WantedFacts<F>; readonly take?: TakenFacts<F> } | { readonly take: TakenFacts<F> };

/** What `team(...)` takes. */
export interface TeamParts<S extends Schema, E, Q, O extends ObjectSets, L extends string> {
  readonly objects?: O;
  readonly facts: S;
  /** Distances. When left out, all places are next to each other. */
  readonly travel?: Travel;
  /** Things that are held one at a time but are no places. */
  readonly locks?: readonly L[];
  readonly jobs: { readonly [K in keyof E]: Job<NoInfer<S>, E[K], NoInfer<O>, NoInfer<L>> };
  readonly goals?: { readonly [K in keyof Q]: unknown extends Q[K] ? TeamGoal<NoInfer<S>, {}, NoInfer<O>> : GoalParts<NoInfer<S>, Q[K], NoInfer<O>> };
}

/** How much thought a plan may cost, and how the agents walk. */
export interface PlanEffort {
  /** Expansions of the exact search, each of up to 20 steps; 10,000 when left out. A first plan is made even with 0. */
  readonly expansions?: number;
  /** Rounds of improvement when the exact search did not end; 200 when left out. */
  readonly improvements?: number;
  /** Agents leave for their next job as soon as they are free; true when left out. */
  readonly walkEarly?: boolean;
  /** Seed of the improvement. */
  readonly seed?: number;
}

/** A problem to plan for without a crew. */
export interface PlanRequest<F, G> extends PlanEffort {
  readonly agents: readonly Agent[];
  /** Facts that are left out have their defaults. */
  readonly start?: SomeFacts<F>;
  readonly goals: readonly TeamWant<F, G>[];
  /** `jointly` (default) minimises the moment at which all are reached; `inTurn` plans one after the other, each on top of the plans before. */
  readonly order?: 'jointly' | 'inTurn';
}

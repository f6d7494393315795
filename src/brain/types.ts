import type { RuntimeMaker, Tree } from '../bt/internal.js';
import type { ReadonlyFacts } from '../facts/internal.js';
import type { Domain, Want } from '../goap/internal.js';
import type { Step } from '../hsm/internal.js';
import type { Option, Tuning } from '../utility/internal.js';

/** What a mind sees and hears: sensors bound to a domain and a body type. Made by `perceive`. */
export interface Senses<Body, F, A, G, V> {
  readonly domain: Domain<F, A, G>;
  /** Types only; never there at run time. */
  readonly '~types'?: [(body: Body) => void, V];
}

/** How each step of a plan is performed: one state an action, or a tree that is run to its end. */
export type Steps<Body, A, V> = { readonly [K in keyof A]: Step<Body, A[K], V> | Tree<Body, any, any> };

/** When a mind decides, and how options are weighed against each other. */
export interface Decide extends Tuning {
  /** Seconds between two decisions; default 0.25. An event or the end of a goal decides earlier. */
  readonly every?: number;
}

/**
 * When a plan is looked at again while it runs:
 * - `never`: it is carried on until a step fails
 * - `onBroken` (default): when a changed fact keeps the rest of it from reaching the goal
 * - `onChange`: also when a changed fact may allow a cheaper one
 * - `{ every: seconds }`: also from time to time
 *
 * A cheaper plan that throws the running step away must be cheaper by `margin`, a part of the cost: `{ every: 1, margin: 0.2 }`, or
 * `{ margin: 0.2 }` with `onChange`. Default 0.1. The running step counts with its cost less the seconds it has run.
 */
export type Replan = 'never' | 'onBroken' | 'onChange' | { readonly every: number; readonly margin?: number } | { readonly margin: number };

/** Everything a brain is made of besides its senses. */
export interface BrainParts<Body, F, A, G, V> {
  /** For messages and snapshots; default `brain`. Give one to each of several brains in a crowd. */
  readonly name?: string;
  /** One option a goal: how much it is wanted. A goal without one is pursued only by a tree's `plan, "goal"` or by `want`. */
  readonly utility?: { readonly [K in keyof G]?: Option<Body, ReadonlyFacts<F>, G[K]> };
  /** Costs that look at the body, asked once a ground action when a plan is asked for; `Infinity` makes the step unavailable. */
  readonly costs?: { readonly [K in keyof A]?: (body: Body, params: A[K], facts: ReadonlyFacts<F>) => number };
  /** The strategy; without one the wanted goal is planned for and that is all. */
  readonly tree?: Tree<Body, F, G>;
  /**
   * What runs the tree; our own interpreter unless given. `mistreevousRuntime` of `ganglion/mistreevous` runs a stock tree on the real library:
   * one instance a mind, and its minds cannot be saved.
   */
  readonly runtime?: RuntimeMaker;
  readonly steps: Steps<Body, A, V>;
  readonly decide?: Decide;
  readonly replan?: Replan;
  /** Seconds for which an action is left out of plans after it failed twice running, doubling from there; default 1. */
  readonly depress?: { readonly [K in keyof A]?: number };
  /** Plans keep this many steps at a time; default 16, at most 255. Longer plans are found whole and fetched again where they end. */
  readonly planLength?: number;
  /** A plan may have this many steps; default no limit. */
  readonly maxSteps?: number;
  /** Expansions of one search before it gives up with `budget`; default 100,000. */
  readonly maxExpansions?: number;
}

/** What another brain needs to know to run this one's plans: see `refine`. */
export interface Performer<Body, F, A, G, V> {
  readonly '~performs'?: [(body: Body) => void, F, A, G, V];
}

/** A shared, immutable definition of minds. Made by `brain`. */
export interface Brain<Body, F = any, A = any, G = any, V = any> extends Performer<Body, F, A, G, V> {
  readonly name: string;
  /** Equal fingerprints: same facts, options, tree and states, so a snapshot of one fits the other. */
  readonly fingerprint: string;
  /** A mind of its own, with its own planner: a crowd of one. */
  spawn(body: Body, options?: SpawnOptions): Mind<F, A, G, V>;
}

/** What to do with a snapshot of another definition: refuse it; start afresh; keep what can be matched by name. */
export type RestorePolicy = 'error' | 'restart' | 'nearest';

/** How one mind differs from others of its brain. */
export interface SpawnOptions {
  /** Seed of the mind's random stream, a whole number or a text; default: from the crowd's seed and the spawn number. */
  readonly seed?: number | string;
  /** Tick only every so many crowd ticks, with the time summed up; default 1. */
  readonly every?: number;
  /** The game's own name for this mind. Saves keep it, and ask for the body by it. */
  readonly key?: MindKey;
}

/** The game's own name for a mind. */
export type MindKey = string | number;

/** An event with its data; where no events are declared, a sentence that says so in the compiler's error. */
type Notice<V> = [keyof V] extends [never] ? [event: 'no events are declared here: a brain hears those that its perceive names under events'] : { [K in keyof V]: unknown extends V[K] ? [event: K] : [event: K, data: V[K]] }[keyof V];

/**
 * One entity's memory, as its user sees it. As text it is one line: `guard 0: repel > goTo(gate)`.
 * @see explain
 * @see ask
 * @see saveMind
 */
export interface Mind<F, A, G, V = {}> {
  /** Number of the mind in its crowd; never used again after despawn. */
  readonly id: number;
  readonly alive: boolean;
  /** The name that `spawn` was given for it. */
  readonly key: MindKey | undefined;
  readonly brain: Brain<any, F, A, G, V>;
  /** What it drives. */
  readonly body: unknown;
  /** What the mind believes. A view: look at it, do not keep it. */
  readonly facts: ReadonlyFacts<F>;
  /** The goal that is wanted, with its params; undefined when nothing is. */
  readonly goal: { readonly name: keyof G; readonly params: Readonly<Record<string, string | number>> } | undefined;
  /** The rest of the plan at hand; undefined without one. */
  readonly plan: { readonly steps: readonly { readonly action: keyof A; readonly params: Readonly<Record<string, string | number>> }[]; readonly cost: number } | undefined;
  /** The states that perform the step at hand, outermost first. */
  readonly path: readonly string[];
  /** Lets `dt` seconds pass for this mind. @throws Problem when its crowd has other minds, which `crowd.tick` ticks together, or inside a tick */
  tick(dt: number): void;
  /** Tells the mind that something happened; its sensors, states and decision hear of it at its next tick. */
  notify(...notice: Notice<V>): void;
  /** Makes a goal wanted whatever utility says, until it holds, turns out impossible, or `want(undefined)`. */
  want(goal: Want<G> | undefined): void;
  /** Ticks the mind only every so many crowd ticks, with the time summed up. */
  setEvery(ticks: number): void;
  /** Ends the mind: what it is doing is aborted, exits run. */
  despawn(): void;
  toString(): string;
}

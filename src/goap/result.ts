import type { Rung } from './search/staged.js';

/** One action with its params filled in. */
export type StepOf<A> = { [K in keyof A]: { readonly action: K; readonly params: A[K]; /** `goTo(armory)`. */ readonly text: string } }[keyof A];

/** One state (forward) or partial state (regression) that a search looked at, in the order of looking: for viewers. */
export interface SearchNode {
  readonly node: number;
  /** The node it was reached from; -1 for a root. */
  readonly parent: number;
  /** The step between the two as text; undefined for a root. */
  readonly step: string | undefined;
  /** Cost from the root. */
  readonly g: number;
  /** Lower bound on the rest. */
  readonly h: number;
}

/** Another way to the goal, to be compared with the best. */
export interface Alternative<A> {
  readonly steps: readonly StepOf<A>[];
  readonly cost: number;
  /** What must hold at the start for it to work, e.g. `ore >= 2`. */
  readonly needs: readonly string[];
  toString(): string;
}

/** A plan was found; or nothing had to be done, then `steps` is empty. */
export interface Found<A> {
  readonly found: true;
  readonly steps: readonly StepOf<A>[];
  readonly cost: number;
  /** True when no plan is cheaper. */
  readonly optimal: boolean;
  /** No plan costs less than this; equal to `cost` where the plan is optimal. */
  readonly bound: number;
  /** States looked at. */
  readonly expansions: number;
  /** Who answered. */
  readonly rung: Rung;
  /** Of a request for as much as possible: how much the plan brings. */
  readonly value?: number;
  /** The next best plans, when the request asked for some. */
  readonly alternatives?: readonly Alternative<A>[];
  /** Only when the request asked for it. */
  readonly trace?: readonly SearchNode[];
  /** The plan as text, one line a step. */
  toString(): string;
}

/** Something that is missing, and what stands behind it. */
export interface Missing {
  /** What would have to be true, e.g. `ingot` or `wood >= 2`. */
  readonly fact: string;
  /** The step that comes closest to making it true; undefined when no action does. */
  readonly step: string | undefined;
  /** What that step lacks; empty at the end of a chain. */
  readonly lacks: readonly Missing[];
  /** Why the chain ends here, e.g. `nothing makes it true`. */
  readonly because: string | undefined;
}

/** There is no plan, or none was found in time. */
export interface NoPlan {
  readonly found: false;
  /**
   * `unreachable`: some wanted fact cannot become true at all. `exhausted`: each can, but not all together (or not within `maxSteps`); every
   * possibility was tried. `budget`: the search stopped at a limit; there may be a plan.
   */
  readonly reason: 'unreachable' | 'exhausted' | 'budget';
  /** Wanted facts that do not hold and cannot be reached; for `exhausted` and `budget` the wanted facts that do not hold yet. */
  readonly unmet: readonly string[];
  /** For `unreachable`: what is behind each unmet fact. */
  readonly chain: readonly Missing[];
  /** For `budget`: which limit was met. `maxExpansions` and `maxNodes` of the request lift them. */
  readonly limit?: 'expansions' | 'memory' | undefined;
  /** The same in plain words. */
  readonly explanation: string;
  readonly expansions: number;
  readonly rung: Rung;
  /** Only when the request asked for it. */
  readonly trace?: readonly SearchNode[];
  toString(): string;
}

/** The answer to "how do I get there". Look at `found` first. */
export type PlanResult<A> = Found<A> | NoPlan;

import type { Box, Test } from '../facts/internal.js';

export type { Test };

/**
 * The ground planning problem of one domain: what every search reads. Flat arrays and numbers only, immutable once built,
 * shared by all minds that use the domain.
 *
 * A state is `words` 32-bit words in the packed encoding of the facts layer. Ground actions are numbered; action `a` owns
 * the rows `[a * words, (a + 1) * words)` of every mask array.
 */
export interface Task {
  /** Words a state. */
  readonly words: number;
  /** Number of ground actions. Where an action's preconditions or cost cases need alternatives, several ground actions carry the same `step`. */
  readonly actions: number;
  /** Step (action with params) that each ground action stands for: an index into the domain's list of steps. */
  readonly step: Int32Array;
  /** Preconditions as masks: action `a` is applicable where `(state & care) === value` in every word (and its wide tests hold). */
  readonly care: Int32Array;
  readonly value: Int32Array;
  /** Assignments: `next = (state & ~clear) | set`. A bit is in one of the two at most. */
  readonly clear: Int32Array;
  readonly set: Int32Array;
  /** Cost of each ground action, finite and >= 0. Where `cases` has an entry, a lower bound over all states. */
  readonly cost: Float64Array;
  /** The smallest positive entry of `cost`, or 0 when there is none: a scale for bounds. */
  readonly cheapest: number;

  /**
   * Shifts: `add` on thermometer ints, up or down. Those of action `a` are entries `[shiftStart[a], shiftStart[a + 1])`, each four words:
   * word, field mask, amount (> 0 adds, < 0 takes away), 1 when it saturates. An add that would leave the range makes the action
   * inapplicable; that bound is already part of `care`/`value`.
   */
  readonly shiftStart: Int32Array;
  readonly shifts: Int32Array;

  /** Range tests on wide ints, three words each: word, lowest and highest stored value (unsigned, both inclusive). */
  readonly wideTestStart: Int32Array;
  readonly wideTests: Uint32Array;
  /** Effects on wide ints, four numbers each: word, kind (0 set, 1 add, 2 saturating add), amount, highest stored value. A kind-1 add out of range makes the action inapplicable. */
  readonly wideEffectStart: Int32Array;
  readonly wideEffects: Float64Array;

  /** Conditional costs that could not be split into ground actions: first match in the state before the action wins; the last always matches. Sparse: most actions have none. */
  readonly cases: ReadonlyMap<number, readonly CostCase[]>;

  /** One-hot groups of `oneOf` cells that fit a word: pairs of word and mask. Exactly one bit of each group is set in every state. */
  readonly groups: Int32Array;
  /** One-hot groups over several words, each from bit 0 of its first word on: pairs of first word and number of members. */
  readonly longGroups?: Int32Array;
  /** Thermometer fields: triples of word, mask, lowest bit number. Bits are set from the lowest up without a gap. */
  readonly thermometers: Int32Array;
  /** True when no action has wide tests, wide effects or cost cases: policy and regression apply. */
  readonly maskable: boolean;
  /** What searches remember of the task; only they know what it holds. */
  memory?: object;
  /** Names for explanations: the literal "bit `b` of word `w` is `wanted`" as text, e.g. `at = gate`, `ammo >= 1`, `not intruder`. */
  literal(word: number, bit: number, wanted: boolean): string;
  /** The step's text, e.g. `goTo(armory)`. */
  stepText(step: number): string;
}

/** One case of a conditional cost, over the state before the action. */
export interface CostCase {
  readonly when: Test;
  readonly cost: number;
}

/** A ground goal: any of several conjunctions (most goals have exactly one). */
export interface Goal {
  /** The goal as text, e.g. `repel` or `tidy(axe, shelf)`. */
  readonly text: string;
  /** The same as values of cells, for explanations: one of these is enough; searches read `any`. Empty for a goal that contradicts itself. */
  readonly wanted?: readonly Box[];
  /** No test at all: the goal contradicts itself and can never hold. */
  readonly any: readonly Test[];
}

/** What may differ from request to request. */
export interface RequestOptions {
  /** Plans with more steps than this count as no plan. */
  readonly maxSteps?: number;
  /** Expansions before the search gives up with `budget`. Default 100,000. */
  readonly maxExpansions?: number;
  /** Cost of each *step* for this request (Infinity = not available, NaN = as the task says), in place of the task's own and of its cost cases. */
  readonly stepCost?: Float64Array;
}

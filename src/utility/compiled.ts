import type { CurveOp } from './curve-op.js';

/** A user's input, seen from inside: the types were checked where it was written. */
export type Ask = (body: unknown, facts: unknown, target: unknown) => unknown;

/** How the curve values of an option are combined, as a small number for the hot loop. Those from `finalProduct` on compensate the product. */
export const combine = { none: 0, perConsideration: 1, finalProduct: 2, geometricMean: 3 } as const;
export type Combine = (typeof combine)[keyof typeof combine];

/** What may displace an option that is current. */
export const interrupt = { anything: 0, higherRank: 1, nothing: 2 } as const;
export type Interrupt = (typeof interrupt)[keyof typeof interrupt];

/** A consideration, checked, with every gap filled. */
export interface CompiledConsideration {
  readonly name: string;
  readonly path: string;
  readonly of: Ask;
  readonly min: number;
  readonly max: number;
  /** From the scaled input to the curve value: curve, inversion. */
  readonly shape: readonly CurveOp[];
  readonly cost: number;
}

/** What an option with targets has beside; all null without targets. */
export interface TargetFields {
  readonly targets: ((body: unknown, facts: unknown) => unknown) | null;
  readonly key: ((target: unknown) => unknown) | null;
  readonly params: ((target: unknown) => unknown) | null;
  readonly bind: ((body: unknown, target: unknown) => void) | null;
  readonly still: ((body: unknown, facts: unknown, target: unknown) => unknown) | null;
}

/** An option, checked, with every gap filled. */
export interface CompiledOption extends TargetFields {
  readonly name: string;
  readonly path: string;
  readonly index: number;
  readonly weight: number;
  readonly rank: number;
  /** Asked at every decision instead of `rank`. */
  readonly rankOf: Ask | null;
  /** Cheapest first. */
  readonly considerations: readonly CompiledConsideration[];
  readonly combine: Combine;
  readonly cooldown: number;
  /** First of its cells among those that count cooldowns down, or -1. */
  readonly cooldownAt: number;
  /** One cell; with targets several, each for one target. */
  readonly cooldownCells: number;
  readonly commitment: number;
  readonly interrupt: Interrupt;
  readonly maintain: boolean;
  /** Minds that may have it at once, for each target where it has targets; Infinity without a limit. */
  readonly limit: number | Ask;
  /** 1 with targets, a cooldown or a penalty: such an option takes the longer way. */
  readonly special: 0 | 1;
  readonly penalty: number;
  /** Score a second that an outstanding penalty wears off. */
  readonly recovery: number;
  /** Column of its penalty among those that have one, or -1. */
  readonly penaltyAt: number;
}

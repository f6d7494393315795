import type { Curve } from './curve-built.js';
import type { Compensation, Penalty } from './tuning.js';

/** Asks for one number about a body and its facts; true counts as 1, false as 0. */
export type Input<Body, Facts> = (body: Body, facts: Facts) => number | boolean;

/** Asks for one number about a body, its facts and one target. */
export type TargetInput<Body, Facts, Target> = (body: Body, facts: Facts, target: Target) => number | boolean;

/** A consideration: an input alone, or an input with what shapes it. */
export type Shaped<Ask> =
  | Ask
  | {
      /** The input. */
      readonly of: Ask;
      /** The input that counts as 0; default 0. May be above `max`: then less is more. */
      readonly min?: number;
      /** The input that counts as 1; default 1. Equal to `min`, the range is a jump: 1 from there on. */
      readonly max?: number;
      /** Shapes the input once it is scaled and clamped to [0, 1]; left out, it stays as it is. */
      readonly curve?: Curve;
      /** True: one minus the curve's score. */
      readonly invert?: boolean;
      /** How dear the input is to ask, in any unit; cheap ones are asked first, and dear ones perhaps not at all. Default 1. */
      readonly cost?: number;
    };

/** Considerations by name. */
export type Considerations<Body, Facts> = { readonly [name: string]: Shaped<Input<Body, Facts>> };

/** Considerations about a target, by name. */
export type TargetConsiderations<Body, Facts, Target> = { readonly [name: string]: Shaped<TargetInput<Body, Facts, Target>> };

/** What an option may have beside its considerations. */
export interface OptionTuning<Body, Facts> {
  /** Multiplies the score, outside all curves: at least 0, default 1. */
  readonly weight?: number;
  /** Options of the highest rank with a score above 0 are compared, all others not at all; default 0. For emergencies, not for fine tuning. */
  readonly rank?: number | Input<Body, Facts>;
  /** Seconds after it was left before it can be taken again; default 0. With targets, each target cools down for itself. */
  readonly cooldown?: number;
  /** Seconds during which it is kept once taken, unless vetoed or outranked; default that of the tuning. */
  readonly commitment?: number;
  /** False: once taken it is kept until it ends or is vetoed. `higherRank`: only a higher rank may displace it. Default true. */
  readonly interruptible?: boolean | 'higherRank';
  /**
   * How many minds may have taken it up at once, over all brains of the crowd: a number, or a function of body
   * and facts (of shared ones, which are the same for all). With targets, how many for each target. Read by the brain.
   */
  readonly limit?: number | Input<Body, Facts>;
  /** The goal is pursued even while it holds, as in "stand guard"; default false. Read by the brain. */
  readonly maintain?: boolean;
  /** What it loses after it was left; default that of the tuning. */
  readonly penalty?: Penalty;
  /** How its considerations are combined; default that of the tuning. */
  readonly compensation?: Compensation;
}

/** An option with everything said. */
export interface FullOption<Body, Facts> extends OptionTuning<Body, Facts> {
  readonly considerations: Considerations<Body, Facts>;
}

/** An option that is scored once for each of its targets; made by `perTarget`. */
export interface PerTarget<Body, Facts, Params = {}> {
  readonly '~perTarget': object;
  /** Never there at run time: it carries the types. */
  readonly '~types'?: (body: Body, facts: Facts) => Params;
}

/**
 * An option: a constant score, considerations by name, the full form, or one made by `perTarget`.
 * An option of a goal with params must tell them, so it is always a `perTarget` one.
 */
export type Option<Body, Facts, Params = {}> =
  | PerTarget<Body, Facts, Params>
  | ({} extends Params ? number | FullOption<Body, Facts> | (Considerations<Body, Facts> & { readonly considerations?: never }) : never);

/** An option scored once for each target. */
export interface TargetOption<Body, Facts, Target, Params = {}> extends OptionTuning<Body, Facts> {
  readonly considerations: TargetConsiderations<Body, Facts, Target>;
  /** What a target is known by from one decision to the next. Default: the target itself when it is a string or number, else its `id`, else its identity (which a snapshot cannot keep). */
  readonly key?: (target: Target) => string | number;
  /** The params of the goal for this target. */
  readonly params?: (target: Target) => Params;
  /**
   * Called by a brain when it begins to plan for this target, and with undefined when that ends: keep it on the body, where the senses
   * find it. Steps and their exits also get it as `frame.target`. After a restore it is called again.
   */
  readonly bind?: (body: Body, target: Target | undefined) => void;
  /**
   * Whether a target is still worth going for. Asked by a brain at each decision, when a step fails, and before the goal counts as
   * reached: when it is not, the step ends with `targetLost` and another is chosen in the same tick. Default: it is listed.
   */
  readonly still?: (body: Body, facts: Facts, target: Target) => boolean;
}

import { checkKeys, describe, didYouMean, plainObject, Problem } from '../core/internal.js';
import type { Chance } from './chance.js';

/**
 * How the curve values s of an option's n considerations become one. A plain product sinks with every consideration added,
 * so three of the four lift it again; n is the declared number, so nothing changes when an evaluation stops early.
 * - `none`: the product P
 * - `perConsideration`: the product of s + (1-s)(1-1/n)s, as in IAUS and Curvature; the default
 * - `finalProduct`: P + (1-P)(1-1/n)P
 * - `geometricMean`: P^(1/n)
 */
export type Compensation = 'none' | 'perConsideration' | 'finalProduct' | 'geometricMean';

/** Which option is taken: the best, or one of the good ones as `chance` says. */
export type PickRule = 'highest' | Chance;

/** What an option loses after it was left: `amount` off its score, wearing off evenly over `over` seconds; a bare number wears off in 10 s. */
export type Penalty = number | { readonly amount: number; readonly over: number };

/** How a set of options is decided. Everything may be left out. */
export interface Tuning {
  /** The current (option, target) scores this many times its score: at least 1, default 1.25. It multiplies, so it never revives a veto. */
  readonly momentum?: number;
  /** A challenger must beat the current option by more than this; default 0. */
  readonly margin?: number;
  /** Seconds during which the current option is kept, unless vetoed or outranked; default 0. An option may have its own. */
  readonly commitment?: number;
  /** Default `highest`. By chance, the current option stays as long as it is among the best: the die is cast when there is something to choose. */
  readonly pick?: PickRule;
  /** Default `perConsideration`. */
  readonly compensation?: Compensation;
  /** The current option's score sinks at most this much a second, however fast its inputs do; left out, it follows its inputs. A veto is never softened. */
  readonly scoreDecay?: number;
  /** Options below this score are not taken; default 0. The score counts with momentum. */
  readonly minScore?: number;
}

/** A tuning with every gap filled and every number checked. */
export interface FullTuning {
  readonly momentum: number;
  readonly margin: number;
  readonly commitment: number;
  /** Null: the highest. */
  readonly chance: Chance | null;
  readonly compensation: Compensation;
  readonly scoreDecay: number | undefined;
  readonly minScore: number;
}

const keys: readonly (keyof Tuning)[] = ['momentum', 'margin', 'commitment', 'pick', 'compensation', 'scoreDecay', 'minScore'];
export const compensations: readonly Compensation[] = ['none', 'perConsideration', 'finalProduct', 'geometricMean'];

/** Fills the gaps of a tuning. @throws Problem for an unknown key or a value out of range */
export function fillTuning(tuning: Tuning, path: string): FullTuning {
  checkKeys(plainObject(tuning, path), keys, path);
  const { momentum, margin, commitment, pick, compensation, scoreDecay, minScore } = tuning;
  return Object.freeze({
    momentum: numberFrom(momentum, 1.25, 1, `${path}.momentum`),
    margin: numberFrom(margin, 0, 0, `${path}.margin`),
    commitment: numberFrom(commitment, 0, 0, `${path}.commitment`),
    chance: checkPick(pick, `${path}.pick`),
    compensation: oneOfThese(compensation, 'perConsideration', compensations, `${path}.compensation`),
    scoreDecay: scoreDecay === undefined ? undefined : numberFrom(scoreDecay, 0, 0, `${path}.scoreDecay`),
    minScore: numberFrom(minScore, 0, 0, `${path}.minScore`),
  });
}

/** A finite number of at least `least` (any finite one for -Infinity), or the default where it was left out. */
export function numberFrom(value: unknown, fallback: number, least: number, path: string): number {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && value >= least && Number.isFinite(value)) return value;
  const wanted = least === -Infinity ? 'a finite number' : `a finite number of at least ${least}`;
  throw new Problem('bad-number', `${path} must be ${wanted}, not ${describe(value)}`, { path });
}

/** One of a few known values, or the default where it was left out. */
export function oneOfThese<T extends string | boolean>(value: T | undefined, fallback: T, known: readonly T[], path: string): T {
  if (value === undefined) return fallback;
  if (known.includes(value)) return value;
  const hint = typeof value === 'string' ? didYouMean(value, known.map(String)) : `one of ${known.join(', ')}`;
  throw new Problem('bad-value', `${path} cannot be ${describe(value)}`, { path, hint });
}

/** A usable penalty. */
export function checkPenalty(penalty: Penalty, path: string): Penalty {
  if (typeof penalty === 'number') return numberFrom(penalty, 0, 0, path);
  checkKeys(plainObject(penalty, path, 'a number or { amount, over }'), ['amount', 'over'], path);
  numberFrom(penalty.amount ?? NaN, 0, 0, `${path}.amount`);
  if (!(penalty.over > 0 && penalty.over < Infinity)) throw new Problem('bad-number', `${path}.over must be a number of seconds above 0, not ${describe(penalty.over)}`, { path: `${path}.over` });
  return penalty;
}

function checkPick(pick: unknown, path: string): Chance | null {
  if (pick === undefined || pick === 'highest') return null;
  if (typeof pick === 'object' && pick !== null && '~picks' in pick) return pick as Chance;
  throw new Problem('bad-value', `${path} cannot be ${describe(pick)}`, { path, hint: '"highest", chance({ top: n }) or chance({ withinPercent: p })' });
}

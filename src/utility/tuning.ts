import { describe, didYouMean, plainObject, Problem } from '../core/internal.js';

/**
 * How the curve values s of an option's n considerations become one. A plain product sinks with every consideration added,
 * so three of the four lift it again; n is the declared number, so nothing changes when an evaluation stops early.
 * - `none`: the product P
 * - `perConsideration`: the product of s + (1-s)(1-1/n)s, as in IAUS and Curvature; the default
 * - `finalProduct`: P + (1-P)(1-1/n)P
 * - `geometricMean`: P^(1/n)
 */
export type Compensation = 'none' | 'perConsideration' | 'finalProduct' | 'geometricMean';

/** Which option is taken: the best, or by chance (weighted by score) among the best few or among those within a few percent of the best. */
export type PickRule = 'highest' | { readonly top: number } | { readonly withinPercent: number };

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
  /** For options without a `penalty` of their own; default none. */
  readonly repetitionPenalty?: Penalty;
  /** Options below this score are not taken; default 0. The score counts with momentum. */
  readonly minScore?: number;
  /** Stop asking as soon as an option cannot win any more; default true. The winner is the same either way. */
  readonly earlyOut?: boolean;
  /** `table` bakes every curve into 256 samples, so that all engines compute the same bits; default `exact`. */
  readonly curves?: 'exact' | 'table';
}

/** A tuning with every gap filled and every number checked. */
export interface FullTuning {
  readonly momentum: number;
  readonly margin: number;
  readonly commitment: number;
  readonly pick: PickRule;
  readonly compensation: Compensation;
  readonly scoreDecay: number | undefined;
  readonly repetitionPenalty: Penalty;
  readonly minScore: number;
  readonly earlyOut: boolean;
  readonly curves: 'exact' | 'table';
}

const keys: readonly (keyof Tuning)[] = ['momentum', 'margin', 'commitment', 'pick', 'compensation', 'scoreDecay', 'repetitionPenalty', 'minScore', 'earlyOut', 'curves'];
export const compensations: readonly Compensation[] = ['none', 'perConsideration', 'finalProduct', 'geometricMean'];

/** Fills the gaps of a tuning. @throws Problem for an unknown key or a value out of range */
export function fillTuning(tuning: Tuning, path: string): FullTuning {
  checkKeys(plainObject(tuning, path), keys, path, 'the tuning');
  const { momentum, margin, commitment, pick, compensation, scoreDecay, repetitionPenalty, minScore, earlyOut, curves } = tuning;
  return Object.freeze({
    momentum: numberFrom(momentum, 1.25, 1, `${path}.momentum`),
    margin: numberFrom(margin, 0, 0, `${path}.margin`),
    commitment: numberFrom(commitment, 0, 0, `${path}.commitment`),
    pick: checkPick(pick ?? 'highest', `${path}.pick`),
    compensation: oneOfThese(compensation, 'perConsideration', compensations, `${path}.compensation`),
    scoreDecay: scoreDecay === undefined ? undefined : numberFrom(scoreDecay, 0, 0, `${path}.scoreDecay`),
    repetitionPenalty: checkPenalty(repetitionPenalty ?? 0, `${path}.repetitionPenalty`),
    minScore: numberFrom(minScore, 0, 0, `${path}.minScore`),
    earlyOut: oneOfThese(earlyOut, true, [true, false], `${path}.earlyOut`),
    curves: oneOfThese(curves, 'exact', ['exact', 'table'], `${path}.curves`),
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

/** Refuses keys that mean nothing here: a misspelt one would silently keep its default. */
export function checkKeys(value: object, known: readonly string[], path: string, what: string): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new Problem('unknown-key', `${what} has no "${key}"`, { path: `${path}.${key}`, hint: didYouMean(key, known) });
  }
}

/** A usable penalty. */
export function checkPenalty(penalty: Penalty, path: string): Penalty {
  if (typeof penalty === 'number') return numberFrom(penalty, 0, 0, path);
  checkKeys(plainObject(penalty, path, 'a number or { amount, over }'), ['amount', 'over'], path, 'a penalty');
  numberFrom(penalty.amount ?? NaN, 0, 0, `${path}.amount`);
  if (!(penalty.over > 0 && penalty.over < Infinity)) throw new Problem('bad-number', `${path}.over must be a number of seconds above 0, not ${describe(penalty.over)}`, { path: `${path}.over` });
  return penalty;
}

function checkPick(pick: PickRule, path: string): PickRule {
  if (pick === 'highest') return pick;
  const given = plainObject(pick, path, '"highest", { top: n } or { withinPercent: p }');
  checkKeys(given, ['top', 'withinPercent'], path, 'a pick');
  const { top, withinPercent } = given;
  if ((top === undefined) === (withinPercent === undefined)) throw new Problem('bad-value', 'a pick needs either top or withinPercent', { path });
  if (top !== undefined && !(Number.isInteger(top) && (top as number) >= 1)) throw new Problem('bad-number', `top must be a whole number of at least 1, not ${describe(top)}`, { path: `${path}.top` });
  if (withinPercent !== undefined && !((withinPercent as number) >= 0 && (withinPercent as number) <= 100)) {
    throw new Problem('bad-number', `withinPercent must lie between 0 and 100, not ${describe(withinPercent)}`, { path: `${path}.withinPercent` });
  }
  return pick;
}

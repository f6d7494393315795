import { Assessor, type Assessment, type Reason } from './assess.js';
import { shown, shownReason, shownRows, shownTarget } from './assess-text.js';
import { targetKey } from './choice-save.js';
import type { Chooser } from './chooser.js';
import { interrupt, type CompiledOption } from './compiled.js';
import type { ChoiceMemory } from './memory.js';
import { unknownTarget, type TargetKey } from './targeting.js';

/** Where a pair stands: the current one, one that counts but is not taken, or why it does not count. */
export type Standing = 'current' | 'counts' | 'vetoed' | 'ruledOut' | 'cooling' | 'outranked' | 'tooLow' | 'noTargets';

/** One (option, target) pair of a decision, or an option that has no targets now: it stands there once, without `target`, as `noTargets`. */
export interface ExplainedOption {
  readonly option: string;
  readonly target?: TargetKey;
  readonly rank: number;
  readonly weight: number;
  readonly because: readonly Reason[];
  /** weight x compensated product, before anything that memory adds. */
  readonly base: number;
  /** What is taken off for having been done lately. */
  readonly penalty: number;
  /** What the score may not sink below yet; 0 for all but the current pair. */
  readonly floor: number;
  /** What the current pair is multiplied by; 1 for all others. */
  readonly momentum: number;
  /** What is compared. */
  readonly score: number;
  readonly standing: Standing;
  /** The standing in words, e.g. `vetoed by "seen"`, `cooling down for 2.5 s`. */
  readonly why: string;
}

/** Why a mind wants what it wants. */
export interface ChoiceExplanation {
  readonly current: string | undefined;
  readonly target: TargetKey | undefined;
  /** Seconds the current pair has been held. */
  readonly held: number;
  /** What would hold the current pair against a better one now; undefined when nothing does. */
  readonly heldBy: string | undefined;
  /** Every pair, the current one first, then by rank and score; an option without any target is not left out. */
  readonly options: readonly ExplainedOption[];
  /** One aligned line for each pair. */
  toString(): string;
}

/** Why a pair is ruled out from outside, by the option's index; undefined for one that is not. */
export type WhyOut = (option: number, target: unknown) => string | undefined;

/**
 * Why a mind wants what it wants, after its last decision: everything is scored once more in full, and nothing is changed.
 * Inputs that throw are shown, not reported.
 *
 * @param whyOut says of an option and target that is ruled out from outside why it is
 */
export function explainChoice<Body, Facts>(chooser: Chooser<Body, Facts>, slot: number, body: Body, facts: Facts, whyOut: WhyOut | null = null): ChoiceExplanation {
  const { memory } = chooser;
  const { program } = memory;
  const assessor = new Assessor(program);
  const pairs = program.options.flatMap((option) => {
    const rank = assessor.rank(option, body, facts);
    const { targets, why } = assessor.listing(option, body, facts);
    if (targets.length === 0) return [withoutTargets(option, rank, why)];
    return targets.map((target) => explainPair(memory, slot, option, target, rank, assessor.assess(option, body, facts, target), whyOut));
  });
  const top = pairs.reduce((best, pair) => (pair.standing === 'counts' || pair.standing === 'current' ? Math.max(best, pair.rank) : best), -Infinity);
  const options = pairs
    .map((pair): ExplainedOption => (pair.standing === 'counts' && pair.rank < top ? { ...pair, standing: 'outranked', why: `rank ${shown(pair.rank)} is below rank ${shown(top)}` } : pair))
    .sort((one, other) => Number(other.standing === 'current') - Number(one.standing === 'current') || other.rank - one.rank || other.score - one.score);
  const index = memory.current(slot);
  const current = index < 0 ? undefined : program.options[index]!;
  const heldBy = current && holding(memory, slot, current);
  const target = targetKey(chooser, slot);
  const headline =
    current === undefined ? 'nothing is wanted' : `${current.name}${target === undefined ? '' : ` ${target}`}, for ${shown(memory.held(slot))} s${heldBy === undefined ? '' : `; held: ${heldBy}`}`;
  return Object.freeze({
    current: current?.name,
    target,
    held: memory.held(slot),
    heldBy,
    options: Object.freeze(options),
    toString: () => [headline, ...(options.length === 0 ? [] : [shownRows(options.map(row))])].join('\n'),
  });
}

/** The line of an option that nothing can be chosen of now. */
function withoutTargets(option: CompiledOption, rank: number, why: string): ExplainedOption {
  return { option: option.name, rank, weight: option.weight, because: [], base: 0, penalty: 0, floor: 0, momentum: 1, score: 0, standing: 'noTargets', why };
}

function explainPair(memory: ChoiceMemory, slot: number, option: CompiledOption, target: unknown, rank: number, { reasons, score: base }: Assessment, whyOut: WhyOut | null): ExplainedOption {
  const code = option.targets === null ? 0 : codeOf(memory, option, target);
  const isCurrent = memory.current(slot) === option.index && code === (memory.targets?.code(slot) ?? 0) && code !== unknownTarget;
  const penalty = memory.penalty(slot, option);
  const floor = isCurrent ? memory.floor(slot) : 0;
  const momentum = isCurrent ? memory.program.tuning.momentum : 1;
  const left = base - penalty;
  const score = left <= 0 ? 0 : Math.max(left, floor) * momentum;
  const [standing, why] = standingOf(memory, slot, option, code, isCurrent, reasons, base, score, whyOut === null ? undefined : whyOut(option.index, target));
  const key = option.targets === null ? undefined : shownTarget(memory.program.targeting, option, target);
  return { option: option.name, ...(key !== undefined && { target: key }), rank, weight: option.weight, because: reasons, base, penalty, floor, momentum, score, standing, why };
}

function standingOf(memory: ChoiceMemory, slot: number, option: CompiledOption, code: number, isCurrent: boolean, reasons: readonly Reason[], base: number, score: number, whyOut: string | undefined): readonly [Standing, string] {
  const cooling = isCurrent ? 0 : option.targets === null ? memory.cooling(slot, option) : memory.targets!.cooling(slot, option, code);
  const veto = reasons.find((reason) => reason.value === 0);
  if (whyOut !== undefined) return ['ruledOut', whyOut];
  if (cooling > 0) return ['cooling', `cooling down for ${shown(cooling)} s`];
  if (veto !== undefined) return ['vetoed', `vetoed by "${veto.name}"`];
  if (base === 0) return ['vetoed', 'has no weight'];
  if (score === 0) return ['vetoed', 'its penalty is larger than its score'];
  if (isCurrent) return ['current', 'current'];
  if (score < memory.program.tuning.minScore) return ['tooLow', `below the least score of ${shown(memory.program.tuning.minScore)}`];
  return ['counts', ''];
}

/** What holds the current pair against a better one. */
function holding(memory: ChoiceMemory, slot: number, current: CompiledOption): string | undefined {
  const committed = memory.committed(slot, current);
  if (current.interrupt === interrupt.nothing) return 'it is not interruptible';
  if (current.interrupt === interrupt.higherRank) return 'only a higher rank may interrupt it';
  if (committed > 0) return `committed for ${shown(committed)} s more`;
  const { momentum, margin } = memory.program.tuning;
  const parts = [momentum > 1 && `momentum x${shown(momentum)}`, margin > 0 && `a margin of ${shown(margin)}`].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' and ');
}

function row({ option, target, score, rank, standing, why, because, momentum, penalty, floor }: ExplainedOption): string[] {
  const memory = [momentum !== 1 && `x${shown(momentum)}`, penalty > 0 && `penalty ${shown(penalty)}`, floor > 0 && `floor ${shown(floor)}`].filter(Boolean).join(' ');
  return [standing === 'current' ? '>' : '', option, target === undefined ? '' : String(target), standing === 'noTargets' ? '' : shown(score), rank === 0 ? '' : `rank ${shown(rank)}`, memory, because.map(shownReason).join(', '), standing === 'current' ? '' : why];
}

function codeOf(memory: ChoiceMemory, option: CompiledOption, target: unknown): number {
  try {
    return memory.targets!.keys.find(option, target);
  } catch {
    return unknownTarget;
  }
}

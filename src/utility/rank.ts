import { Assessor, type Assessment, type Reason } from './assess.js';
import { shown, shownReason, shownRows, shownTarget } from './assess-text.js';
import { compileOptions } from './compile.js';
import type { CompiledOption } from './compiled.js';
import type { Option } from './options.js';
import type { OptionProgram } from './program.js';

/** One option, for one target where it has targets, with its score and what it came from. */
export interface Ranked<Name extends string = string> {
  readonly option: Name;
  readonly target?: unknown;
  readonly rank: number;
  readonly score: number;
  readonly because: readonly Reason[];
  /** Readable, e.g. `repel 0.87: seen 1, brave 0.9 -> 0.87`. */
  toString(): string;
}

/** Options, best first; prints as an aligned table. */
export interface RankedList<Name extends string = string> extends ReadonlyArray<Ranked<Name>> {
  toString(): string;
}

/**
 * Scores options once, without any memory: the list of all (option, target) pairs, best first. Pairs without a score stand last.
 * For asking "what would this NPC like now?" by hand; a {@link Chooser} decides for many minds without garbage.
 *
 * @param options options by name, or a program of {@link compileOptions}, which saves checking them again
 * @throws Problem when an option could not be scored at all
 */
export function rank<Body, Facts, const Name extends string>(
  options: { readonly [K in Name]: Option<Body, Facts> } | OptionProgram<Body, Facts>,
  body: Body,
  facts: Facts,
): RankedList<Name> {
  const program = isProgram<Body, Facts>(options) ? options : compileOptions<Body, Facts>(options);
  const assessor = new Assessor(program);
  const list = program.options.flatMap((option) => {
    const rankNow = assessor.rank(option, body, facts);
    return assessor.targets(option, body, facts).map((target) => rankPair<Name>(option, option.targets === null ? option.name : `${option.name} ${shownTarget(program.targeting, option, target)}`, target, rankNow, assessor.assess(option, body, facts, target)));
  });
  // Sorting is stable: equals stay in the order of declaration, then of targets.
  list.sort(({ ranked: one }, { ranked: other }) => Number(other.score > 0) - Number(one.score > 0) || other.rank - one.rank || other.score - one.score);
  return Object.defineProperty(list.map(({ ranked: each }) => each), 'toString', { value: () => shownRows(list.map(({ name, ranked: each }) => row(name, each))) });
}

function rankPair<Name extends string>(option: CompiledOption, name: string, target: unknown, rankNow: number, { reasons, score }: Assessment): { readonly name: string; readonly ranked: Ranked<Name> } {
  const ranked: Ranked<Name> = {
    option: option.name as Name,
    ...(option.targets !== null && { target }),
    rank: rankNow,
    score,
    because: reasons,
    toString: () => `${name} ${shown(score)}${reasons.length === 0 ? '' : `: ${reasons.map(shownReason).join(', ')}`}`,
  };
  return { name, ranked: Object.freeze(ranked) };
}

function row(name: string, { score, rank: rankNow, because }: Ranked): string[] {
  return [name, shown(score), rankNow === 0 ? '' : `rank ${shown(rankNow)}`, because.map(shownReason).join(', ')];
}

function isProgram<Body, Facts>(options: object): options is OptionProgram<Body, Facts> {
  return Array.isArray((options as Partial<OptionProgram>).options) && Array.isArray((options as Partial<OptionProgram>).names);
}

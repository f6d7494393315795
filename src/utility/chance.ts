import { checkKeys, describe, plainObject, Problem } from '../core/internal.js';
import { Candidates } from './candidates.js';
import type { Round } from './round.js';
import { register, type Scorer } from './scorer.js';
import type { Offers } from './targeting.js';

/** Picks by chance, as {@link chance} says. */
export interface Chance {
  readonly '~picks': (scorer: Scorer, minScore: number) => ChanceSide;
}

/**
 * For `pick`: one of the good options by chance, weighted by score. The die comes from the mind's own stream and is cast only when there
 * is something to choose: as long as the current option is among the good ones, it stays.
 *
 * @param among the best few (`top`), or those within so many percent of the best
 * @throws Problem for anything else
 */
export function chance(among: { readonly top: number } | { readonly withinPercent: number }): Chance {
  const given = plainObject(among, 'chance', '{ top: n } or { withinPercent: p }');
  checkKeys(given, ['top', 'withinPercent'], 'chance');
  const { top, withinPercent } = given as { readonly top?: number; readonly withinPercent?: number };
  if ((top === undefined) === (withinPercent === undefined)) throw new Problem('bad-value', 'chance needs either top or withinPercent', { path: 'chance' });
  if (top !== undefined && !(Number.isInteger(top) && top >= 1)) throw new Problem('bad-number', `top must be a whole number of at least 1, not ${describe(top)}`, { path: 'chance.top' });
  if (withinPercent !== undefined && !(withinPercent >= 0 && withinPercent <= 100)) throw new Problem('bad-number', `withinPercent must be a number from 0 to 100, not ${describe(withinPercent)}`, { path: 'chance.withinPercent' });
  return { '~picks': (scorer, minScore) => new ChanceSide(scorer, minScore, top ?? Infinity, withinPercent === undefined ? 0 : 1 - withinPercent / 100) };
}

/** The best pairs of one decision, and the draw among them. */
export class ChanceSide implements Offers {
  readonly #scorer: Scorer;
  readonly #minScore: number;
  /** What part of the best score still counts as among the best. */
  readonly #cut: number;
  readonly #found: Candidates;

  constructor(scorer: Scorer, minScore: number, top: number, cut: number) {
    this.#scorer = scorer;
    this.#minScore = minScore;
    this.#cut = cut;
    this.#found = new Candidates(top);
  }

  get any(): boolean {
    return this.#found.count > 0;
  }

  /** Begins a decision: the current pair is among the pairs where it may be displaced by its equals, and wins ties. */
  begin({ stands, locked, current, target }: Round): void {
    const { registers } = this.#scorer;
    registers[register.topRank] = registers[register.currentRank]!;
    if (stands && !locked) this.#found.offer(current, target, -1, registers, register.currentScore);
  }

  setMarks(option: number): void {
    const { registers } = this.#scorer;
    const { count, full, ties, scores } = this.#found;
    this.#scorer.begin();
    registers[register.atMost] = 0;
    registers[register.below] = this.#minScore;
    if (count === 0 || registers[register.rank] !== registers[register.topRank]) return;
    if (scores[0]! * this.#cut > this.#minScore) registers[register.below] = scores[0]! * this.#cut;
    if (!full) return;
    // A tie with the worst that is kept is won by the option declared first.
    const worst = scores[count - 1]!;
    const mark = option < ties[count - 1]! ? register.below : register.atMost;
    if (worst > registers[mark]!) registers[mark] = worst;
  }

  /** Adds the scorer's best; one of a higher rank sweeps away what was there. */
  offer(option: number, target: unknown): void {
    const { registers } = this.#scorer;
    if (registers[register.rank] !== registers[register.topRank]) this.#found.clear();
    registers[register.topRank] = registers[register.rank]!;
    this.#found.offer(option, target, option, registers, register.best);
  }

  /** Draws: true when another pair than the current one is taken, which then stands as the scorer's best and the round's challenger. */
  draw(round: Round, margin: number, random: (slot: number) => number): boolean {
    const found = this.#found;
    if (found.count === 0) return false;
    const { registers } = this.#scorer;
    const among = found.within(this.#cut);
    // Another rank has swept the current pair away where it is the only one of its rank that was found.
    const joined = round.stands && !round.locked && registers[register.currentRank] === registers[register.topRank];
    const place = joined ? found.placeOf(round.current, round.target) : -1;
    if (joined && !round.force && ((place >= 0 && place < among) || found.scores[0]! <= registers[register.currentScore]! + margin)) return false;
    const drawn = among === 1 ? 0 : found.draw(among, random(round.slot));
    if (drawn === place) return false;
    this.#scorer.best = found.options[drawn]!;
    registers[register.best] = found.scores[drawn]!;
    round.challenger = found.targets[drawn];
    return true;
  }

  /** Ends a decision. */
  forget(): void {
    this.#found.clear();
  }
}

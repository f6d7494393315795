/**
 * Deciding, written a second time: slowly, in full, from the words of the guide, without columns, bounds or shared code.
 * What the chooser decides is checked against this.
 */

/** What an input gives: a number, or nothing because it throws. */
export type Given = number | 'throws';

export interface OracleOption {
  readonly name: string;
  readonly weight: number;
  readonly rank: number;
  readonly compensation: 'none' | 'perConsideration' | 'finalProduct' | 'geometricMean';
  /** Costs of its considerations; their number is the number of inputs. */
  readonly costs: readonly number[];
  readonly cooldown: number;
  readonly commitment: number;
  readonly interruptible: boolean | 'higherRank';
  readonly penalty: { readonly amount: number; readonly over: number } | undefined;
  readonly hasTargets: boolean;
}

export interface OracleTuning {
  readonly momentum: number;
  readonly margin: number;
  readonly minScore: number;
  readonly scoreDecay: number | undefined;
  readonly pick: 'highest' | { readonly top: number } | { readonly withinPercent: number };
}

/** What is true at one decision. */
export interface Moment {
  readonly elapsed: number;
  /** For each option its targets now (one '' for an option without targets), each with its inputs. */
  readonly inputs: readonly (readonly { readonly target: string; readonly given: readonly Given[] }[])[];
  readonly allowed: readonly boolean[];
  readonly force: boolean;
}

interface Pair {
  readonly option: number;
  readonly target: string;
  readonly place: number;
  readonly score: number;
}

export class Oracle {
  current: { option: number; target: string } | undefined;
  held = 0;
  floor = 0;
  readonly cooldowns: Map<string, number> = new Map();
  readonly penalties: number[];
  readonly options: readonly OracleOption[];
  readonly tuning: OracleTuning;
  readonly random: () => number;

  constructor(options: readonly OracleOption[], tuning: OracleTuning, random: () => number) {
    this.options = options;
    this.tuning = tuning;
    this.random = random;
    this.penalties = options.map(() => 0);
  }

  decide(moment: Moment): { option: number; target: string } | undefined {
    this.passTime(moment.elapsed);
    const next = this.best(moment);
    if (next?.option !== this.current?.option || next?.target !== this.current?.target) {
      this.leave();
      if (next !== undefined) this.current = { option: next.option, target: next.target };
    }
    this.floor = next === undefined ? 0 : Math.fround(next.worth);
    return this.current;
  }

  leave(): void {
    if (this.current === undefined) return;
    const option = this.options[this.current.option]!;
    if (option.cooldown > 0) this.cooldowns.set(this.keyOf(this.current.option, this.current.target), Math.fround(option.cooldown));
    if (option.penalty !== undefined) this.penalties[this.current.option] = Math.fround(this.penalties[this.current.option]! + option.penalty.amount);
    this.current = undefined;
    this.held = 0;
    this.floor = 0;
  }

  // Memory is kept in 32-bit floats, so every sum is rounded to one.
  private passTime(elapsed: number): void {
    if (this.current !== undefined) this.held = Math.fround(this.held + elapsed);
    this.floor = Math.fround(Math.max(0, this.floor - (this.tuning.scoreDecay ?? 0) * elapsed));
    for (const [key, seconds] of this.cooldowns) this.cooldowns.set(key, Math.fround(Math.max(0, seconds - elapsed)));
    this.options.forEach(({ penalty }, index) => {
      if (penalty !== undefined) this.penalties[index] = Math.fround(Math.max(0, this.penalties[index]! - (penalty.amount / penalty.over) * elapsed));
    });
  }

  private best({ inputs, allowed, force }: Moment): { option: number; target: string; worth: number } | undefined {
    const { momentum, margin, minScore, pick, scoreDecay } = this.tuning;
    const all: Pair[] = inputs.flatMap((targets, option) =>
      targets.map(({ target, given }, place) => ({ option, target, place, score: allowed[option]! ? this.score(option, given) : 0 })),
    );
    const own = all.find((pair) => pair.option === this.current?.option && pair.target === this.current.target && pair.score > 0);
    const currentOption = own && this.options[own.option]!;
    const worth = own === undefined ? 0 : scoreDecay === undefined || force ? own.score : Math.max(own.score, this.floor);
    const currentScore = force ? worth : worth * momentum;
    if (own !== undefined && currentOption!.interruptible === false && !force) return { ...own, worth };
    const locked = own !== undefined && !force && (currentOption!.interruptible === 'higherRank' || this.held < Math.fround(currentOption!.commitment));
    const stands = own !== undefined && (locked || currentScore >= minScore);
    const others = all.filter(
      (pair) => !(pair.option === this.current?.option && pair.target === this.current.target) && pair.score > 0 && pair.score >= minScore && !((this.cooldowns.get(this.keyOf(pair.option, pair.target)) ?? 0) > 0),
    );
    const candidates = stands ? [...others, { ...own, score: currentScore }] : others;
    if (candidates.length === 0) return undefined;
    const topRank = Math.max(...candidates.map(({ option }) => this.options[option]!.rank));
    const isOwn = (pair: Pair): boolean => stands && pair.option === own.option && pair.target === own.target;
    const inRank = candidates
      .filter(({ option }) => this.options[option]!.rank === topRank)
      .sort((one, other) => other.score - one.score || Number(isOwn(other)) - Number(isOwn(one)) || one.option - other.option || one.place - other.place);
    const result = (pair: Pair): { option: number; target: string; worth: number } => ({ ...pair, worth: isOwn(pair) ? worth : pair.score });
    const ownInRank = stands && currentOption!.rank === topRank;
    if (ownInRank && locked) return { ...own, worth };
    if (pick === 'highest') {
      const best = inRank[0]!;
      return ownInRank && !force && inRank.every((pair) => isOwn(pair) || pair.score <= currentScore + margin) ? { ...own, worth } : result(best);
    }
    const among = 'top' in pick ? inRank.slice(0, pick.top) : inRank.filter(({ score }) => score >= inRank[0]!.score * (1 - pick.withinPercent / 100));
    if (ownInRank && !force && (among.some(isOwn) || inRank[0]!.score <= currentScore + margin)) return { ...own, worth };
    if (among.length === 1) return result(among[0]!);
    let left = this.random() * among.reduce((sum, { score }) => sum + score, 0);
    for (const pair of among.slice(0, -1)) {
      left -= pair.score;
      if (left < 0) return result(pair);
    }
    return result(among.at(-1)!);
  }

  private score(index: number, given: readonly Given[]): number {
    const option = this.options[index]!;
    const n = given.length;
    const cheapestFirst = given.map((value, at) => ({ value, cost: option.costs[at]! })).sort((one, other) => one.cost - other.cost);
    let product = 1;
    for (const { value } of cheapestFirst) {
      const s = value === 'throws' || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value));
      if (s === 0) return 0;
      product *= option.compensation === 'perConsideration' ? s + (1 - s) * (1 - 1 / n) * s : s;
    }
    if (option.compensation === 'finalProduct' && n > 0) product = product + (1 - product) * (1 - 1 / n) * product;
    if (option.compensation === 'geometricMean' && n > 0) product = product ** (1 / n);
    return Math.max(0, option.weight * product - this.penalties[index]!);
  }

  private keyOf(option: number, target: string): string {
    return this.options[option]!.hasTargets ? `${option} ${target}` : `${option}`;
  }
}

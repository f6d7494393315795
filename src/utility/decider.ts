import { Candidates } from './candidates.js';
import type { ChoiceMemory } from './memory.js';
import { interrupt, type CompiledOption, type OptionProgram } from './program.js';
import { register, type Scorer } from './scorer.js';
import { noTarget, unknownTarget } from './target-keys.js';
import { listTargets } from './target-list.js';

/** Whether a pair of an option with targets is ruled out from outside; asked of a pair that would win (where several are picked from by chance: that would be among them), and of the current one. */
export type IsOut = (slot: number, option: number, target: unknown) => boolean;

/** The one "list of targets" of an option without targets. */
const noTargets: readonly unknown[] = [undefined];

/**
 * How one decision is made: first the current pair is scored in full, since it has to be known whether it stands; then the others are
 * scored as far as they can displace it. Holds what is known while a decision is made, and nothing of any mind afterwards.
 */
export class Decider {
  readonly #program: OptionProgram;
  readonly #memory: ChoiceMemory;
  readonly #scorer: Scorer;
  readonly #random: ((slot: number) => number) | undefined;
  /** The best pairs, where one of several is picked by chance. */
  readonly #found: Candidates;
  readonly #byChance: boolean;
  readonly #isOut: IsOut | undefined;
  /** Options one of whose pairs was ruled out in this decision: the others are asked before they are scored. */
  readonly #asked: Uint8Array;
  /** What part of the best score still counts as among the best. */
  readonly #cut: number;
  readonly #margin: number;
  readonly #minScore: number;
  readonly #ranks: Float64Array;
  readonly #order: Uint32Array;
  /** Seconds on their way to the memory: a number handed from call to call would be put into a new box. */
  readonly #clock: Float64Array = new Float64Array(1);
  /** Copies of target lists that are no arrays: of the current option, and of whichever is scored. */
  readonly #currentCopy: unknown[] = [];
  readonly #copy: unknown[] = [];
  // What is known of the current pair while a decision is made.
  #currentTargets: readonly unknown[] = noTargets;
  #currentTarget: unknown;
  /** Not vetoed, and good enough. */
  #stands = false;
  /** Only a higher rank may displace it. */
  #locked = false;
  /** Nothing may displace it. */
  #kept = false;
  /** Target of the pair that displaces it. */
  #challenger: unknown;

  /** @param random needed where one of several is picked by chance */
  constructor(program: OptionProgram, memory: ChoiceMemory, scorer: Scorer, random: ((slot: number) => number) | undefined, isOut: IsOut | undefined) {
    const { pick, margin, minScore } = program.tuning;
    this.#program = program;
    this.#memory = memory;
    this.#scorer = scorer;
    this.#random = random;
    this.#isOut = isOut;
    this.#asked = new Uint8Array(program.options.length);
    this.#margin = margin;
    this.#minScore = minScore;
    this.#byChance = pick !== 'highest';
    this.#cut = typeof pick === 'object' && 'withinPercent' in pick ? 1 - pick.withinPercent / 100 : 0;
    this.#found = new Candidates(typeof pick === 'object' && 'top' in pick ? pick.top : Infinity);
    this.#ranks = new Float64Array(program.options.length);
    this.#order = program.order.slice();
  }

  /** As {@link Chooser.decide}. {@link forget} must follow, whether this throws or not. */
  decide(slot: number, body: unknown, facts: unknown, elapsed: number, allowed: Uint8Array | null, force: boolean): number {
    const memory = this.#memory;
    const scorer = this.#scorer;
    if (elapsed !== 0) this.letPass(slot, elapsed);
    const current = memory.current(slot);
    this.#weighCurrent(slot, current, body, facts, allowed, force);
    if (!this.#kept && this.#challenge(slot, current, body, facts, allowed, force)) {
      const option = this.#program.options[scorer.best]!;
      const target = option.targets === null ? undefined : this.#challenger;
      const code = option.targets === null ? noTarget : this.codeOf(slot, option, target, true);
      memory.take(slot, option, target, code, scorer.registers, register.best);
      return option.index;
    }
    if (this.#stands) {
      memory.stay(slot, this.#currentTarget, scorer.registers, register.worth);
      return current;
    }
    memory.leave(slot);
    return -1;
  }

  /** Finds what displaces the current pair. One that would win but is ruled out is passed over, and its option's other targets are asked first from then on. */
  #challenge(slot: number, current: number, body: unknown, facts: unknown, allowed: Uint8Array | null, force: boolean): boolean {
    if (this.#byChance) return this.#drawChallenger(slot, current, body, facts, allowed, force);
    const { options } = this.#program;
    const scorer = this.#scorer;
    while (this.#findChallenger(slot, current, body, facts, allowed, force)) {
      const { best } = scorer;
      if (this.#isOut === undefined || options[best]!.targets === null || this.#asked[best] === 1 || !this.#isOut(slot, best, this.#challenger)) return true;
      this.#asked[best] = 1;
    }
    return false;
  }

  /** Time goes by for one mind. */
  letPass(slot: number, seconds: number): void {
    this.#clock[0] = seconds;
    this.#memory.advance(slot, this.#clock, 0);
  }

  /** Ends a decision: no target is kept alive by one that is over. */
  forget(): void {
    if (this.#byChance) this.#found.clear();
    if (!this.#program.hasTargets) return;
    this.#asked.fill(0);
    this.#currentTargets = noTargets;
    this.#currentTarget = undefined;
    this.#challenger = undefined;
    if (this.#currentCopy.length > 0) this.#currentCopy.length = 0;
    if (this.#copy.length > 0) this.#copy.length = 0;
  }

  /** Scores the current pair in full: whether it stands, what holds it, and what a challenger has to beat. */
  #weighCurrent(slot: number, current: number, body: unknown, facts: unknown, allowed: Uint8Array | null, force: boolean): void {
    const { options, indices } = this.#program;
    const memory = this.#memory;
    const scorer = this.#scorer;
    const registers = scorer.registers;
    this.#stands = this.#kept = this.#locked = false;
    if (current < 0 || (allowed !== null && allowed[current] === 0)) return;
    const option = options[current]!;
    if (option.targets !== null) {
      this.#currentTargets = listTargets(scorer, option, body, facts, slot, this.#currentCopy);
      const at = this.#placeOf(slot, option, this.#currentTargets, memory.targetCode(slot));
      if (at < 0) return;
      this.#currentTarget = this.#currentTargets[at];
      if (this.#isOut?.(slot, current, this.#currentTarget) === true) return;
    }
    registers[register.penalty] = memory.penalty(slot, option);
    registers[register.atMost] = 0;
    registers[register.below] = 0;
    scorer.begin();
    if (!scorer.scan(indices, current, current + 1, option.special, -1, null, body, facts, this.#currentTarget, slot)) return;
    const worth = force ? registers[register.best]! : Math.max(registers[register.best]!, memory.floor(slot));
    const score = force ? worth : worth * this.#program.tuning.momentum;
    registers[register.worth] = worth;
    registers[register.currentScore] = score;
    registers[register.currentRank] = option.rank;
    if (option.rankOf !== null) {
      scorer.rank(option, body, facts, slot);
      registers[register.currentRank] = registers[register.rank]!;
    }
    this.#kept = !force && option.interrupt === interrupt.nothing;
    this.#locked = !force && (option.interrupt !== interrupt.anything || memory.committed(slot, option) > 0);
    this.#stands = this.#locked || score >= this.#minScore;
  }

  /** Finds the best pair that displaces the current one: in the scorer's best, its target in `challenger`. */
  #findChallenger(slot: number, current: number, body: unknown, facts: unknown, allowed: Uint8Array | null, force: boolean): boolean {
    const { rankIsAsked, hasSpecial, table } = this.#program;
    const scorer = this.#scorer;
    const registers = scorer.registers;
    const stands = this.#stands;
    const currentRank = registers[register.currentRank]!;
    if (rankIsAsked) this.#sortByRank(slot, body, facts);
    const order = rankIsAsked ? this.#order : this.#program.order;
    const ranks = rankIsAsked ? this.#ranks : table.ranks;
    scorer.begin();
    registers[register.below] = this.#minScore;
    let to = 0;
    for (let from = 0; from < order.length && scorer.best < 0; from = to) {
      // Ranks fall from here on: one rank at a time, until something of it counts.
      const rank = ranks[order[from]!]!;
      if (stands && (this.#locked ? rank <= currentRank : rank < currentRank)) break;
      for (to = from + 1; to < order.length && ranks[order[to]!] === rank; to++);
      registers[register.penalty] = 0;
      registers[register.atMost] = !stands || rank !== currentRank ? 0 : force ? registers[register.currentScore]! : registers[register.currentScore]! + this.#margin;
      scorer.scan(order, from, to, 0, current, allowed, body, facts, undefined, slot);
      if (!hasSpecial) continue;
      for (let turn = from; turn < to; turn++) {
        const index = order[turn]!;
        if (table.special[index] === 1 && (allowed === null || allowed[index] !== 0)) this.#scanPairs(slot, index, current, body, facts);
      }
    }
    return scorer.best >= 0;
  }

  /** The same by chance: collects the best pairs, the current one among them where it stands, and draws. */
  #drawChallenger(slot: number, current: number, body: unknown, facts: unknown, allowed: Uint8Array | null, force: boolean): boolean {
    const { rankIsAsked, table } = this.#program;
    const scorer = this.#scorer;
    const registers = scorer.registers;
    const found = this.#found;
    const stands = this.#stands;
    const currentRank = registers[register.currentRank]!;
    if (rankIsAsked) this.#sortByRank(slot, body, facts);
    const order = rankIsAsked ? this.#order : this.#program.order;
    const ranks = rankIsAsked ? this.#ranks : table.ranks;
    registers[register.topRank] = currentRank;
    if (stands && !this.#locked) found.offer(current, this.#currentTarget, -1, registers, register.currentScore); // it wins ties
    for (let turn = 0; turn < order.length; turn++) {
      const index = order[turn]!;
      const rank = ranks[index]!;
      if (found.count > 0 && rank < registers[register.topRank]!) break;
      if (stands && (this.#locked ? rank <= currentRank : rank < currentRank)) break;
      registers[register.rank] = rank;
      if (allowed === null || allowed[index] !== 0) this.#scanPairs(slot, index, current, body, facts);
    }
    if (found.count === 0) return false;
    const among = found.within(this.#cut);
    // Another rank has swept the current pair away where it is the only one of its rank that was found.
    const joined = stands && !this.#locked && currentRank === registers[register.topRank];
    const place = joined ? found.placeOf(current, this.#currentTarget) : -1;
    if (joined && !force && ((place >= 0 && place < among) || found.scores[0]! <= registers[register.currentScore]! + this.#margin)) return false;
    const drawn = among === 1 ? 0 : found.draw(among, this.#random!(slot));
    if (drawn === place) return false;
    scorer.best = found.options[drawn]!;
    registers[register.best] = found.scores[drawn]!;
    this.#challenger = found.targets[drawn];
    return true;
  }

  /** Scores the pairs of one option: those that are not the current one, and have cooled down. */
  #scanPairs(slot: number, index: number, current: number, body: unknown, facts: unknown): void {
    const memory = this.#memory;
    const scorer = this.#scorer;
    const { indices, options } = this.#program;
    const option = options[index]!;
    const hasTargets = option.targets !== null;
    const isCurrent = index === current;
    const currentCode = memory.targetCode(slot);
    scorer.registers[register.penalty] = memory.penalty(slot, option);
    if (this.#byChance) this.#setMarks(index);
    if (!scorer.couldWin(index)) return; // its targets need not even be listed
    const known = isCurrent && this.#currentTargets !== noTargets;
    const targets = !hasTargets ? noTargets : known ? this.#currentTargets : listTargets(scorer, option, body, facts, slot, this.#copy);
    for (let at = 0; at < targets.length; at++) {
      const target = targets[at];
      const code = hasTargets ? this.codeOf(slot, option, target, false) : noTarget;
      if (isCurrent && code === currentCode && code !== unknownTarget) continue; // weighed before
      if (memory.cooling(slot, option, code) > 0 || (this.#asked[index] === 1 && this.#isOut!(slot, index, target))) continue;
      if (this.#byChance) this.#setMarks(index);
      if (!scorer.scan(indices, index, index + 1, option.special, -1, null, body, facts, target, slot)) continue;
      if (!this.#byChance) this.#challenger = target;
      // Asked before it takes the place of another among the best, or raises what is still among them.
      else if (!hasTargets || this.#isOut?.(slot, index, target) !== true) this.#offer(index, target);
    }
  }

  /** Adds the scorer's best to `found`; one of a higher rank sweeps away what was there. */
  #offer(index: number, target: unknown): void {
    const registers = this.#scorer.registers;
    const found = this.#found;
    if (registers[register.rank] !== registers[register.topRank]) found.clear();
    registers[register.topRank] = registers[register.rank]!;
    found.offer(index, target, index, registers, register.best);
  }

  /** Sets what a score must be above, and not below, to be among the best by chance. */
  #setMarks(index: number): void {
    const registers = this.#scorer.registers;
    const { count, full, ties, scores } = this.#found;
    this.#scorer.begin();
    registers[register.atMost] = 0;
    registers[register.below] = this.#minScore;
    if (count === 0 || registers[register.rank] !== registers[register.topRank]) return;
    if (scores[0]! * this.#cut > this.#minScore) registers[register.below] = scores[0]! * this.#cut;
    if (!full) return;
    // A tie with the worst that is kept is won by the option declared first.
    const worst = scores[count - 1]!;
    const mark = index < ties[count - 1]! ? register.below : register.atMost;
    if (worst > registers[mark]!) registers[mark] = worst;
  }

  /** Asks every rank and sorts the options by it, then by weight, then as declared. */
  #sortByRank(slot: number, body: unknown, facts: unknown): void {
    const { options, order: byWeight } = this.#program;
    const ranks = this.#ranks;
    const order = this.#order;
    // `byWeight` has the fixed ranks in front; an insertion sort from a list that is nearly in order does little.
    for (let at = 0; at < byWeight.length; at++) {
      const option = options[byWeight[at]!]!;
      this.#scorer.rank(option, body, facts, slot);
      ranks[option.index] = this.#scorer.registers[register.rank]!;
      let place = at;
      while (place > 0 && comesBefore(option, options[order[place - 1]!]!, ranks)) {
        order[place] = order[place - 1]!;
        place--;
      }
      order[place] = option.index;
    }
  }

  /** As {@link Chooser.listed}. */
  listed(slot: number, index: number, code: number, body: unknown, facts: unknown): { readonly target: unknown } | undefined {
    const option = this.#program.options[index]!;
    const targets = listTargets(this.#scorer, option, body, facts, slot, []);
    const at = this.#placeOf(slot, option, targets, code);
    return at < 0 ? undefined : { target: targets[at] };
  }

  /** Place of the target with this code in a list, or -1. */
  #placeOf(slot: number, option: CompiledOption, targets: readonly unknown[], code: number): number {
    if (code === unknownTarget) return -1;
    for (let at = 0; at < targets.length; at++) {
      if (this.codeOf(slot, option, targets[at], false) === code) return at;
    }
    return -1;
  }

  /** The code of a target; one whose `key` throws, or gives no key, cannot be told from others. */
  codeOf(slot: number, option: CompiledOption, target: unknown, intern: boolean): number {
    const keys = this.#memory.keys;
    try {
      return intern ? keys.intern(option, target) : keys.find(option, target);
    } catch (error) {
      this.#scorer.fail(slot, `${option.path}.key`, error);
      return unknownTarget;
    }
  }
}

function comesBefore(one: CompiledOption, other: CompiledOption, ranks: Float64Array): boolean {
  if (ranks[one.index] !== ranks[other.index]) return ranks[one.index]! > ranks[other.index]!;
  return one.weight !== other.weight ? one.weight > other.weight : one.index < other.index;
}

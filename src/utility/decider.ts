import type { ChanceSide } from './chance.js';
import { interrupt, type CompiledOption } from './compiled.js';
import type { ChoiceMemory } from './memory.js';
import type { Round } from './round.js';
import { register, type Scorer } from './scorer.js';

/**
 * How one decision is made: first the current pair is scored in full, since it has to be known whether it stands; then the others are
 * scored as far as they can displace it. Holds what is known while a decision is made, and nothing of any mind afterwards.
 */
export class Decider implements Round {
  slot = 0;
  body: unknown;
  facts: unknown;
  allowed: Uint8Array | null = null;
  force = false;
  current = -1;
  target: unknown;
  stands = false;
  locked = false;
  challenger: unknown;
  /** Nothing may displace the current pair. */
  #kept = false;
  readonly #memory: ChoiceMemory;
  readonly #scorer: Scorer;
  readonly #random: ((slot: number) => number) | undefined;
  readonly #chance: ChanceSide | null;
  readonly #ranks: Float64Array;
  readonly #order: Uint32Array;
  /** Seconds on their way to the memory: a number handed from call to call would be put into a new box. */
  readonly #clock: Float64Array = new Float64Array(1);

  /** @param random needed where one of several is picked by chance */
  constructor(memory: ChoiceMemory, scorer: Scorer, random: ((slot: number) => number) | undefined) {
    const { tuning, order } = memory.program;
    this.#memory = memory;
    this.#scorer = scorer;
    this.#random = random;
    this.#chance = tuning.chance === null ? null : tuning.chance['~picks'](scorer, tuning.minScore);
    this.#ranks = new Float64Array(order.length);
    this.#order = order.slice();
  }

  /** As {@link Chooser.decide}. {@link forget} must follow, whether this throws or not. */
  decide(slot: number, body: unknown, facts: unknown, elapsed: number, allowed: Uint8Array | null, force: boolean): number {
    const memory = this.#memory;
    const scorer = this.#scorer;
    if (elapsed !== 0) {
      this.#clock[0] = elapsed;
      memory.advance(slot, this.#clock, 0);
    }
    this.slot = slot;
    this.body = body;
    this.facts = facts;
    this.allowed = allowed;
    this.force = force;
    this.current = memory.current(slot);
    this.#weighCurrent();
    if (!this.#kept && this.#challenge()) {
      const option = memory.program.options[scorer.best]!;
      memory.take(slot, option, this.challenger, scorer.registers, register.best);
      return option.index;
    }
    if (this.stands) {
      memory.stay(slot, this.target, scorer.registers, register.worth);
      return this.current;
    }
    memory.leave(slot);
    return -1;
  }

  /** Ends a decision: nothing of the user's is kept alive by one that is over. */
  forget(): void {
    this.#chance?.forget();
    this.#memory.targets?.forget();
    this.body = this.facts = this.target = this.challenger = undefined;
  }

  /** Scores the current pair in full: whether it stands, what holds it, and what a challenger has to beat. */
  #weighCurrent(): void {
    const { slot, current, allowed, body, facts, force } = this;
    const memory = this.#memory;
    const scorer = this.#scorer;
    const registers = scorer.registers;
    const { options, indices, tuning } = memory.program;
    this.stands = this.#kept = this.locked = false;
    if (current < 0 || (allowed !== null && allowed[current] === 0)) return;
    const option = options[current]!;
    if (option.targets !== null && !memory.targets!.findCurrent(this, option)) return;
    registers[register.penalty] = memory.penalty(slot, option);
    registers[register.atMost] = 0;
    registers[register.below] = 0;
    scorer.begin();
    if (!scorer.scan(indices, current, current + 1, option.special, -1, null, body, facts, this.target, slot)) return;
    const worth = force ? registers[register.best]! : Math.max(registers[register.best]!, memory.floor(slot));
    const score = force ? worth : worth * tuning.momentum;
    registers[register.worth] = worth;
    registers[register.currentScore] = score;
    registers[register.currentRank] = option.rank;
    if (option.rankOf !== null) {
      scorer.rank(option, body, facts, slot);
      registers[register.currentRank] = registers[register.rank]!;
    }
    this.#kept = !force && option.interrupt === interrupt.nothing;
    this.locked = !force && (option.interrupt !== interrupt.anything || memory.committed(slot, option) > 0);
    this.stands = this.locked || score >= tuning.minScore;
  }

  /** Finds what displaces the current pair: in the scorer's best, its target in `challenger`. One that would win but is ruled out is passed over. */
  #challenge(): boolean {
    const { rankIsAsked, order: byWeight, table, options } = this.#memory.program;
    if (rankIsAsked) this.#sortByRank();
    const order = rankIsAsked ? this.#order : byWeight;
    const ranks = rankIsAsked ? this.#ranks : table.ranks;
    if (this.#chance !== null) return this.#drawChallenger(this.#chance, order, ranks);
    while (this.#findChallenger(order, ranks)) {
      const option = options[this.#scorer.best]!;
      if (option.targets === null) this.challenger = undefined;
      else if (this.#memory.targets!.rulesOut(this, option)) continue;
      return true;
    }
    return false;
  }

  /** Finds the best pair that displaces the current one. */
  #findChallenger(order: Uint32Array, ranks: Float64Array): boolean {
    const { slot, current, allowed, body, facts, stands } = this;
    const { hasSpecial, table, tuning } = this.#memory.program;
    const scorer = this.#scorer;
    const registers = scorer.registers;
    const currentRank = registers[register.currentRank]!;
    scorer.begin();
    registers[register.below] = tuning.minScore;
    let to = 0;
    for (let from = 0; from < order.length && scorer.best < 0; from = to) {
      // Ranks fall from here on: one rank at a time, until something of it counts.
      const rank = ranks[order[from]!]!;
      if (stands && (this.locked ? rank <= currentRank : rank < currentRank)) break;
      for (to = from + 1; to < order.length && ranks[order[to]!] === rank; to++);
      registers[register.penalty] = 0;
      registers[register.atMost] = !stands || rank !== currentRank ? 0 : this.force ? registers[register.currentScore]! : registers[register.currentScore]! + tuning.margin;
      scorer.scan(order, from, to, 0, current, allowed, body, facts, undefined, slot);
      if (!hasSpecial) continue;
      for (let turn = from; turn < to; turn++) if (table.special[order[turn]!] === 1) this.#scanSpecial(order[turn]!);
    }
    return scorer.best >= 0;
  }

  /** The same by chance: collects the best pairs, the current one among them where it stands, and draws. */
  #drawChallenger(chance: ChanceSide, order: Uint32Array, ranks: Float64Array): boolean {
    const registers = this.#scorer.registers;
    const currentRank = registers[register.currentRank]!;
    chance.begin(this);
    for (let turn = 0; turn < order.length; turn++) {
      const rank = ranks[order[turn]!]!;
      if (chance.any && rank < registers[register.topRank]!) break;
      if (this.stands && (this.locked ? rank <= currentRank : rank < currentRank)) break;
      registers[register.rank] = rank;
      this.#scanSpecial(order[turn]!);
    }
    return chance.draw(this, this.#memory.program.tuning.margin, this.#random!);
  }

  /** Scores the pairs of one option: those that are not the current one, and have cooled down. */
  #scanSpecial(index: number): void {
    const { slot, allowed } = this;
    if (allowed !== null && allowed[index] === 0) return;
    const memory = this.#memory;
    const scorer = this.#scorer;
    const chance = this.#chance;
    const { indices, options } = memory.program;
    const option: CompiledOption = options[index]!;
    scorer.registers[register.penalty] = memory.penalty(slot, option);
    chance?.setMarks(index);
    if (!scorer.couldWin(index)) return; // its targets need not even be listed
    if (option.targets !== null) memory.targets!.scan(this, option, indices, chance);
    else if (index !== this.current && memory.cooling(slot, option) === 0) {
      const won = scorer.scan(indices, index, index + 1, option.special, -1, null, this.body, this.facts, undefined, slot);
      if (won) chance?.offer(index, undefined);
    }
  }

  /** Asks every rank and sorts the options by it, then by weight, then as declared. */
  #sortByRank(): void {
    const { options, order: byWeight } = this.#memory.program;
    const ranks = this.#ranks;
    const order = this.#order;
    // `byWeight` has the fixed ranks in front; an insertion sort from a list that is nearly in order does little.
    for (let at = 0; at < byWeight.length; at++) {
      const option = options[byWeight[at]!]!;
      this.#scorer.rank(option, this.body, this.facts, this.slot);
      ranks[option.index] = this.#scorer.registers[register.rank]!;
      let place = at;
      while (place > 0 && comesBefore(option, options[order[place - 1]!]!, ranks)) {
        order[place] = order[place - 1]!;
        place--;
      }
      order[place] = option.index;
    }
  }
}

function comesBefore(one: CompiledOption, other: CompiledOption, ranks: Float64Array): boolean {
  if (ranks[one.index] !== ranks[other.index]) return ranks[one.index]! > ranks[other.index]!;
  return one.weight !== other.weight ? one.weight > other.weight : one.index < other.index;
}

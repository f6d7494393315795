import { Columns, Problem } from '../core/index.js';
import { Candidates } from './candidates.js';
import { explainChoice, type ChoiceExplanation } from './explain.js';
import { ChoiceMemory, type SavedChoice } from './memory.js';
import { interrupt, type CompiledOption, type OptionProgram } from './program.js';
import { register, Scorer, type OnError, type OnWarning } from './scorer.js';
import { noTarget, unknownTarget, type SavedKeys, type TargetKey } from './target-keys.js';
import { listTargets } from './target-list.js';

/** What a {@link Chooser} needs beside its options. */
export interface ChooserParts {
  /** Where minds are remembered; left out, the chooser makes columns of its own with room for one. */
  readonly columns?: Columns;
  /** Told when a callback threw, with a path such as `utility.repel.seen`; the consideration counts as 0. May throw itself: the decision then changes nothing. */
  readonly onError?: OnError;
  /** Told once for each path that gave something that is no number; it counts as 0. */
  readonly onWarning?: OnWarning;
  /** A number in [0, 1) from the mind's own stream; needed where the tuning picks by chance. */
  readonly random?: (slot: number) => number;
}

/** The one "list of targets" of an option without targets. */
const noTargets: readonly unknown[] = [undefined];

/**
 * Decides for many minds what to want. The options are shared, what a mind remembers stands in columns, and a decision leaves no
 * garbage of its own (numbers that a user's input returns may be boxed by the engine).
 *
 * Of two pairs of one score the current one stays, else the option declared first wins, then the target listed first.
 */
export class Chooser<Body, Facts> {
  readonly program: OptionProgram<Body, Facts>;
  readonly #memory: ChoiceMemory;
  readonly #scorer: Scorer;
  readonly #random: ((slot: number) => number) | undefined;
  readonly #found: Candidates;
  readonly #byChance: boolean;
  /** What part of the best score still counts as among the best. */
  readonly #cut: number;
  readonly #margin: number;
  readonly #minScore: number;
  readonly #ranks: Float64Array;
  readonly #order: Uint16Array;
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
  /** It is compared as one among the others, not as the mark to beat. */
  #joins = false;
  #deciding = false;

  constructor(program: OptionProgram<Body, Facts>, { columns = new Columns(1), onError, onWarning, random }: ChooserParts = {}) {
    const { pick, earlyOut, margin, minScore } = program.tuning;
    this.program = program;
    this.#memory = new ChoiceMemory(program, columns);
    this.#scorer = new Scorer(program.table, earlyOut, onError, onWarning);
    this.#random = random;
    this.#margin = margin;
    this.#minScore = minScore;
    this.#byChance = pick !== 'highest';
    this.#cut = typeof pick === 'object' && 'withinPercent' in pick ? 1 - pick.withinPercent / 100 : 0;
    this.#found = new Candidates(pick === 'highest' ? 1 : 'top' in pick ? pick.top : Infinity);
    this.#ranks = new Float64Array(program.options.length);
    this.#order = program.order.slice();
    if (this.#byChance && random === undefined) throw new Problem('no-random', 'picking by chance needs a stream of random numbers', { path: 'utility.tuning.pick', hint: 'hand in random' });
  }

  /** Inputs asked by all decisions so far. */
  get asked(): number {
    return this.#scorer.asked;
  }

  /** Index of the current option, or -1. */
  current(slot: number): number {
    return this.#memory.current(slot);
  }

  /** Key of the current target; undefined when there is none or it has no key. */
  target(slot: number): TargetKey | undefined {
    return this.#memory.keys.keyFor(this.#memory.targetCode(slot));
  }

  /** The current target itself; undefined when there is none, and after a restore until the next decision. */
  targetObject(slot: number): unknown {
    return this.#memory.target(slot);
  }

  /** Seconds the current (option, target) has been held. */
  held(slot: number): number {
    return this.#memory.held(slot);
  }

  /** The pursued option ended: nothing is current any more, its cooldown begins and its penalty falls due. */
  release(slot: number): void {
    this.#memory.leave(slot);
  }

  /** Forgets everything about a slot, cooldowns and penalties included: for a slot that gets a new mind. */
  reset(slot: number): void {
    this.#memory.reset(slot);
  }

  /**
   * Decides what the mind wants now.
   *
   * @param elapsed seconds since the last decision of this slot
   * @param allowed for each option 0 when it is ruled out from outside (a goal that holds, or cannot be reached); null allows all
   * @param force sets aside what holds the current option: momentum, margin, commitment, floor and `interruptible`
   * @returns index of the option that is current now, or -1 when none scores above 0
   */
  decide(slot: number, body: Body, facts: Facts, elapsed: number, allowed: Uint8Array | null, force = false): number {
    if (this.#deciding) throw new Problem('decide-inside-decide', 'a consideration asked the same chooser to decide', { hint: 'a consideration only looks' });
    this.#deciding = true;
    try {
      return this.#decide(slot, body, facts, elapsed, allowed, force);
    } finally {
      // No target is kept alive by a decision that is over.
      this.#found.clear();
      this.#currentTargets = noTargets;
      this.#currentTarget = undefined;
      if (this.#currentCopy.length > 0) this.#currentCopy.length = 0;
      if (this.#copy.length > 0) this.#copy.length = 0;
      this.#deciding = false;
    }
  }

  /** Why the mind wants what it wants, after its last decision: everything is asked once more, and nothing is changed. */
  explain(slot: number, body: Body, facts: Facts, allowed: Uint8Array | null = null): ChoiceExplanation {
    return explainChoice(this.program, this.#memory, slot, body, facts, allowed);
  }

  /** What the slot remembers, as JSON by option name. */
  saveRow(slot: number): SavedChoice {
    return this.#memory.save(slot);
  }

  /** The reverse of {@link saveRow}; returns a line for each thing that is not there any more. @throws Problem `bad-snapshot` */
  restoreRow(slot: number, saved: SavedChoice, path = 'utility'): readonly string[] {
    return this.#memory.restore(slot, saved, path);
  }

  /** The target keys that raw columns refer to: to be saved beside `Columns.write`. */
  saveKeys(): SavedKeys {
    return this.#memory.keys.save();
  }

  /** The reverse of {@link saveKeys}: to be called beside `Columns.read`. */
  restoreKeys(saved: SavedKeys): void {
    this.#memory.keys.restore(saved);
  }

  #decide(slot: number, body: Body, facts: Facts, elapsed: number, allowed: Uint8Array | null, force: boolean): number {
    const memory = this.#memory;
    memory.advance(slot, elapsed);
    const current = memory.current(slot);
    this.#weighCurrent(slot, body, facts, allowed, force);
    const best = this.#kept ? -1 : this.#findChallenger(slot, body, facts, allowed, force);
    if (best >= 0) {
      const option = this.program.options[this.#found.options[best]!]!;
      const target = this.#found.targets[best];
      const code = option.targets === null ? noTarget : this.#codeOf(slot, option, target, true);
      memory.take(slot, option, target, code, this.#found.scores, best);
      return option.index;
    }
    if (this.#stands) {
      memory.stay(slot, this.#currentTarget, this.#scorer.registers, register.worth);
      return current;
    }
    memory.leave(slot);
    return -1;
  }

  /** Scores the current pair in full: whether it stands, what holds it, and what a challenger has to beat. */
  #weighCurrent(slot: number, body: Body, facts: Facts, allowed: Uint8Array | null, force: boolean): void {
    const { options } = this.program;
    const memory = this.#memory;
    const scorer = this.#scorer;
    const registers = scorer.registers;
    this.#stands = this.#kept = this.#locked = this.#joins = false;
    this.#currentTarget = undefined;
    this.#currentTargets = noTargets;
    const current = memory.current(slot);
    if (current < 0 || (allowed !== null && allowed[current] === 0)) return;
    const option = options[current]!;
    if (option.targets !== null) {
      this.#currentTargets = listTargets(scorer, option, body, facts, slot, this.#currentCopy);
      const at = this.#placeOf(slot, option, this.#currentTargets, memory.targetCode(slot));
      if (at < 0) return;
      this.#currentTarget = this.#currentTargets[at];
    }
    registers[register.penalty] = memory.penalty(slot, option);
    registers[register.atMost] = 0;
    registers[register.below] = 0;
    scorer.score(option.index, body, facts, this.#currentTarget, slot);
    if (registers[register.score] === 0) return;
    const worth = force ? registers[register.score]! : Math.max(registers[register.score]!, memory.floor(slot));
    const score = force ? worth : worth * this.program.tuning.momentum;
    registers[register.worth] = worth;
    registers[register.currentScore] = score;
    scorer.rank(option, body, facts, slot);
    registers[register.currentRank] = registers[register.rank]!;
    this.#kept = !force && option.interrupt === interrupt.nothing;
    this.#locked = !force && (option.interrupt !== interrupt.anything || memory.committed(slot, option) > 0);
    this.#stands = this.#locked || score >= this.#minScore;
    // Where the best is taken, the current pair is the mark to beat; by chance or by force it is one among the others.
    this.#joins = this.#stands && !this.#locked && (this.#byChance || force);
  }

  /** Place among `found` of the pair that displaces the current one, or -1. */
  #findChallenger(slot: number, body: Body, facts: Facts, allowed: Uint8Array | null, force: boolean): number {
    const { rankIsAsked, table } = this.program;
    const { special } = table;
    const scorer = this.#scorer;
    const registers = scorer.registers;
    const found = this.#found;
    const current = this.#memory.current(slot);
    const currentRank = registers[register.currentRank]!;
    const stands = this.#stands;
    registers[register.topRank] = -Infinity;
    if (this.#joins) {
      registers[register.topRank] = currentRank;
      found.offer(current, this.#currentTarget, -1, registers, register.currentScore); // it wins ties
    }
    if (rankIsAsked) this.#sortByRank(slot, body, facts);
    const order = rankIsAsked ? this.#order : this.program.order;
    const ranks = rankIsAsked ? this.#ranks : table.ranks;
    for (let turn = 0; turn < order.length; turn++) {
      const index = order[turn]!;
      const rank = ranks[index]!;
      // Ranks fall from here on, so nothing later counts either.
      if (found.count > 0 && rank < registers[register.topRank]!) break;
      if (stands && (this.#locked ? rank <= currentRank : rank < currentRank)) break;
      if (allowed !== null && allowed[index] === 0) continue;
      const meetsCurrent = stands && !this.#joins && rank === currentRank;
      registers[register.rank] = rank;
      if (special[index] !== 0) {
        this.#offerSpecial(slot, index, body, facts, meetsCurrent);
        continue;
      }
      if (index === current) continue; // weighed before
      registers[register.penalty] = 0;
      this.#setMarks(index, meetsCurrent);
      scorer.score(index, body, facts, undefined, slot);
      if (registers[register.score] !== 0) this.#offer(index, undefined);
    }
    return this.#settle(slot, current, force);
  }

  /** Offers the pairs of an option with targets, a cooldown or a penalty. */
  #offerSpecial(slot: number, index: number, body: Body, facts: Facts, meetsCurrent: boolean): void {
    const memory = this.#memory;
    const scorer = this.#scorer;
    const option = this.program.options[index]!;
    const hasTargets = option.targets !== null;
    const isCurrent = index === memory.current(slot);
    const currentCode = memory.targetCode(slot);
    scorer.registers[register.penalty] = memory.penalty(slot, option);
    this.#setMarks(index, meetsCurrent);
    if (!scorer.canCount(index)) return; // its targets need not even be listed
    const known = isCurrent && this.#currentTargets !== noTargets;
    const targets = !hasTargets ? noTargets : known ? this.#currentTargets : listTargets(scorer, option, body, facts, slot, this.#copy);
    for (let at = 0; at < targets.length; at++) {
      const target = targets[at];
      const code = hasTargets ? this.#codeOf(slot, option, target, false) : noTarget;
      if (isCurrent && code === currentCode && code !== unknownTarget) continue; // weighed before
      if (memory.cooling(slot, option, code) > 0) continue;
      if (at > 0) this.#setMarks(index, meetsCurrent);
      scorer.score(index, body, facts, target, slot);
      if (scorer.registers[register.score] !== 0) this.#offer(index, target);
    }
  }

  /** Adds a pair that counts, with the score and rank in the registers, to `found`. */
  #offer(index: number, target: unknown): void {
    const registers = this.#scorer.registers;
    const found = this.#found;
    if (found.count > 0 && registers[register.rank]! > registers[register.topRank]!) {
      found.clear();
      this.#stands = false; // only the current pair can have been there
    }
    registers[register.topRank] = registers[register.rank]!;
    found.offer(index, target, index, registers, register.score);
  }

  /** What a score must be above, and not below, to count. */
  #setMarks(index: number, meetsCurrent: boolean): void {
    const registers = this.#scorer.registers;
    const { count, full, ties, scores } = this.#found;
    registers[register.atMost] = meetsCurrent ? registers[register.currentScore]! + this.#margin : 0;
    registers[register.below] = this.#minScore;
    if (count === 0 || registers[register.rank] !== registers[register.topRank]) return;
    if (scores[0]! * this.#cut > this.#minScore) registers[register.below] = scores[0]! * this.#cut;
    if (!full) return;
    // A tie with the worst that is kept is won by the option declared first.
    const worst = scores[count - 1]!;
    const mark = index < ties[count - 1]! ? register.below : register.atMost;
    if (worst > registers[mark]!) registers[mark] = worst;
  }

  /** Picks among `found`: its place there, or -1 when the current pair stays or nothing is there. */
  #settle(slot: number, current: number, force: boolean): number {
    const found = this.#found;
    if (found.count === 0) return -1;
    const among = this.#byChance ? found.within(this.#cut) : 1;
    const place = this.#joins && this.#stands ? found.placeOf(current, this.#currentTarget) : -1;
    if (this.#joins && this.#stands && !force) {
      const within = place >= 0 && place < among;
      if (within || found.scores[0]! <= this.#scorer.registers[register.currentScore]! + this.#margin) return -1;
    }
    const pick = among === 1 ? 0 : found.draw(among, this.#random!(slot));
    return pick === place ? -1 : pick;
  }

  /** Asks every rank and sorts the options by it, then by weight, then as declared. */
  #sortByRank(slot: number, body: Body, facts: Facts): void {
    const { options, order: byWeight } = this.program;
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

  /** Place of the target with this code in a list, or -1. */
  #placeOf(slot: number, option: CompiledOption, targets: readonly unknown[], code: number): number {
    if (code === unknownTarget) return -1;
    for (let at = 0; at < targets.length; at++) {
      if (this.#codeOf(slot, option, targets[at], false) === code) return at;
    }
    return -1;
  }

  /** The code of a target; one whose `key` throws, or gives no key, cannot be told from others. */
  #codeOf(slot: number, option: CompiledOption, target: unknown, intern: boolean): number {
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

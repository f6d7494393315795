import { Columns, Problem } from '../core/internal.js';
import { Decider } from './decider.js';
import { ChoiceMemory } from './memory.js';
import type { OptionProgram } from './program.js';
import { Scorer, type OnError, type OnWarning } from './scorer.js';
import type { IsOut, TargetKey } from './targeting.js';

/** What a {@link Chooser} needs beside its options. */
export interface ChooserParts {
  /** Where minds are remembered; left out, the chooser makes columns of its own. */
  readonly columns?: Columns;
  /** How many minds there is room for in columns of its own; default 1. */
  readonly minds?: number;
  /** Told when a callback threw, with a path such as `utility.repel.seen`; the consideration counts as 0. May throw itself: then the choice stays as it was. */
  readonly onError?: OnError;
  /** Told once for each path that gave something that is no number, which counts as 0, or targets that are no list. */
  readonly onWarning?: OnWarning;
  /** A number in [0, 1) from the mind's own stream; needed where the tuning picks by chance. */
  readonly random?: (slot: number) => number;
  /** Rules out single targets of an option, by its index: asked only of the current pair and of one that would win. It must not throw. */
  readonly isOut?: IsOut;
}

/**
 * Decides for many minds what to want. The options are shared, what a mind remembers stands in columns, and a decision leaves no
 * garbage of its own (numbers that a user's input returns may be boxed by the engine).
 *
 * Of two pairs of one score the current one stays, else the option declared first wins, then the target listed first.
 */
export class Chooser<Body, Facts> {
  readonly program: OptionProgram<Body, Facts>;
  /** What minds remember: for saving and explaining. */
  readonly memory: ChoiceMemory;
  readonly #scorer: Scorer;
  readonly #decider: Decider;
  #deciding = false;

  constructor(program: OptionProgram<Body, Facts>, { minds = 1, columns = new Columns(minds), onError, onWarning, random, isOut }: ChooserParts = {}) {
    if (program.tuning.chance !== null && random === undefined) throw new Problem('no-random', '`pick` chooses at random: pass `random: (slot) => number`', { path: 'utility.tuning.pick' });
    this.program = program;
    this.#scorer = new Scorer(program.table, onError, onWarning);
    this.memory = new ChoiceMemory(program, columns, this.#scorer, isOut);
    this.#decider = new Decider(this.memory, this.#scorer, random);
  }

  /** Inputs asked by all decisions so far. */
  get asked(): number {
    return this.#scorer.asked;
  }

  /** Index of the current option, or -1. */
  current(slot: number): number {
    return this.memory.current(slot);
  }

  /** Name of the current option; undefined when nothing is wanted. */
  option(slot: number): string | undefined {
    return this.program.names[this.memory.current(slot)];
  }

  /** A number for the current (option's) target: it differs for different targets, and is 0 without one. */
  targetCode(slot: number): number {
    const { targets } = this.memory;
    return targets === null ? 0 : targets.code(slot);
  }

  /** The current target itself; undefined when there is none, and after a restore until the next decision. */
  target(slot: number): unknown {
    const { targets } = this.memory;
    return targets === null ? undefined : targets.object(slot);
  }

  /** Seconds the current (option, target) has been held. */
  held(slot: number): number {
    return this.memory.held(slot);
  }

  /** The pursued option ended: nothing is current any more, its cooldown begins and its penalty falls due. */
  release(slot: number): void {
    this.memory.leave(slot);
  }

  /** The current option was never begun: it is given up without cooldown or penalty. */
  forgo(slot: number): void {
    this.memory.forgo(slot);
  }

  /** The code of a target of an option, as in {@link targetCode}. */
  codeOf(slot: number, option: number, target: unknown): number {
    const { targets } = this.memory;
    return targets === null ? 0 : targets.codeOf(slot, this.program.options[option]!, target);
  }

  /** The key behind a code; undefined where the target has none. */
  keyFor(code: number): TargetKey | undefined {
    return this.memory.targets?.keys.keyFor(code);
  }

  /** The code of a key. */
  codeFor(key: TargetKey): number {
    const { targets } = this.memory;
    return targets === null ? 0 : targets.keys.codeFor(key);
  }

  /** The target with this code among those that an option lists now; undefined when it is not there. */
  listed(slot: number, option: number, code: number, body: Body, facts: Facts): { readonly target: unknown } | undefined {
    const { targets } = this.memory;
    return targets === null ? undefined : targets.listed(slot, this.program.options[option]!, code, body, facts);
  }

  /** Forgets everything about a slot, cooldowns and penalties included: for a slot that gets a new mind. */
  reset(slot: number): void {
    this.memory.reset(slot);
  }

  /**
   * Lets time go by without a decision: what is held, cooldowns, penalties and the floor go on.
   *
   * @param times a column of seconds; read at `slot`, since a number handed over at every call would be put into a new box
   */
  letPass(slot: number, times: Float32Array | Float64Array): void {
    this.memory.advance(slot, times, slot);
  }

  /**
   * Decides what the mind wants now.
   *
   * @param elapsed seconds since the last decision of this slot, but for those that went by with {@link letPass}
   * @param allowed for each option 0 when it is ruled out from outside (a goal that holds, or cannot be reached); null allows all
   * @param force sets aside what holds the current option: momentum, margin, commitment, floor and `interruptible`
   * @returns index of the option that is current now, or -1 when none scores above 0
   */
  decide(slot: number, body: Body, facts: Facts, elapsed: number, allowed: Uint8Array | null = null, force = false): number {
    if (this.#deciding) throw new Problem('decide-inside-decide', 'a consideration asked the same chooser to decide', { hint: 'a consideration only looks' });
    this.#deciding = true;
    try {
      return this.#decider.decide(slot, body, facts, elapsed, allowed, force);
    } finally {
      this.#decider.forget();
      this.#deciding = false;
    }
  }
}

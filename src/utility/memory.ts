import { didYouMean, Problem, type Column, type Columns } from '../core/internal.js';
import type { CompiledOption, OptionProgram } from './program.js';
import { noTarget, TargetKeys, unknownTarget, type TargetKey } from './target-keys.js';

/** What one mind remembers of its decisions, by name: survives options being added, removed and reordered. */
export interface SavedChoice {
  /** The current option; left out when there is none. */
  readonly option?: string;
  readonly target?: TargetKey;
  /** Seconds it has been current. */
  readonly held?: number;
  readonly floor?: number;
  readonly cooldowns?: readonly { readonly option: string; readonly target?: TargetKey; readonly seconds: number }[];
  readonly penalties?: Readonly<Record<string, number>>;
}

/** What minds remember of their decisions, in columns; a column that no option uses is not there. */
export class ChoiceMemory {
  readonly keys: TargetKeys = new TargetKeys();
  readonly #program: OptionProgram;
  /** Index of the current option + 1, or 0. */
  readonly #current: Column<'u16'>;
  readonly #held: Column<'f32'>;
  readonly #target: Column<'u32'> | null;
  readonly #floor: Column<'f32'> | null;
  readonly #cooldown: Column<'f32'> | null;
  readonly #cooldownOf: Column<'u32'> | null;
  readonly #penalty: Column<'f32'> | null;
  /** The current target itself, for whoever asks between decisions; after a restore it is found again by its key. */
  readonly #targets: unknown[] = [];

  constructor(program: OptionProgram, columns: Columns) {
    this.#program = program;
    this.#current = columns.add('utility.current', 'u16');
    this.#held = columns.add('utility.held', 'f32');
    this.#target = program.hasTargets ? columns.add('utility.target', 'u32') : null;
    this.#floor = program.tuning.scoreDecay === undefined ? null : columns.add('utility.floor', 'f32');
    this.#cooldown = program.cooldownCells === 0 ? null : columns.add('utility.cooldown', 'f32', program.cooldownCells);
    this.#cooldownOf = program.targetsCool ? columns.add('utility.cooldownOf', 'u32', program.cooldownCells) : null;
    this.#penalty = program.penaltyCount === 0 ? null : columns.add('utility.penalty', 'f32', program.penaltyCount);
  }

  current(slot: number): number {
    return this.#current.data[slot]! - 1;
  }

  held(slot: number): number {
    return this.#held.data[slot]!;
  }

  targetCode(slot: number): number {
    return this.#target === null ? noTarget : this.#target.data[slot]!;
  }

  target(slot: number): unknown {
    return this.#targets[slot];
  }

  floor(slot: number): number {
    return this.#floor === null ? 0 : this.#floor.data[slot]!;
  }

  penalty(slot: number, option: CompiledOption): number {
    return option.penaltyAt < 0 ? 0 : this.#penalty!.data[slot * this.#penalty!.width + option.penaltyAt]!;
  }

  /** Seconds for which the current option is still committed. */
  committed(slot: number, option: CompiledOption): number {
    return Math.max(0, option.commitment - this.#held.data[slot]!);
  }

  /** Lets time pass: what is held is held longer, cooldowns and penalties wear off, the floor sinks. */
  advance(slot: number, seconds: Float32Array | Float64Array, at: number): void {
    const elapsed = seconds[at]!;
    if (this.#current.data[slot] !== 0) this.#held.data[slot]! += elapsed;
    if (this.#floor !== null) this.#floor.data[slot] = Math.max(0, this.#floor.data[slot]! - this.#program.tuning.scoreDecay! * elapsed);
    if (this.#cooldown !== null) {
      const { data, width } = this.#cooldown;
      for (let at = slot * width; at < (slot + 1) * width; at++) {
        if (data[at]! > 0) data[at] = Math.max(0, data[at]! - elapsed);
      }
    }
    if (this.#penalty === null) return;
    const { data, width } = this.#penalty;
    for (const option of this.#program.options) {
      if (option.penaltyAt < 0) continue;
      const at = slot * width + option.penaltyAt;
      if (data[at]! > 0) data[at] = Math.max(0, data[at]! - option.recovery * elapsed);
    }
  }

  /** Seconds until the option may be taken again, for this target where it has targets; 0 when it may. */
  cooling(slot: number, option: CompiledOption, target: number): number {
    if (option.cooldownAt < 0) return 0;
    const at = slot * this.#cooldown!.width + option.cooldownAt;
    const data = this.#cooldown!.data;
    if (option.targets === null) return data[at]!;
    if (target === unknownTarget) return 0;
    const owners = this.#cooldownOf!.data;
    for (let cell = at; cell < at + option.cooldownCells; cell++) {
      if (owners[cell] === target) return data[cell]!;
    }
    return 0;
  }

  /** The current pair stays: its target may be a new object with the same key, its floor may have risen to `from[at]`. */
  stay(slot: number, target: unknown, from: Float64Array, at: number): void {
    if (this.#target !== null) this.#targets[slot] = target;
    if (this.#floor !== null) this.#floor.data[slot] = from[at]!;
  }

  /** Makes a pair current whose score is `from[at]`. */
  take(slot: number, option: CompiledOption, target: unknown, code: number, from: Float64Array, at: number): void {
    this.leave(slot);
    this.#current.data[slot] = option.index + 1;
    if (this.#floor !== null) this.#floor.data[slot] = from[at]!;
    if (option.targets === null) return;
    this.#target!.data[slot] = code;
    this.#targets[slot] = target;
  }

  /** Nothing is current any more: a cooldown begins and a penalty falls due. */
  leave(slot: number): void {
    const index = this.current(slot);
    if (index < 0) return;
    const option = this.#program.options[index]!;
    if (option.cooldownAt >= 0) this.#cool(slot, option);
    if (option.penaltyAt >= 0) this.#penalty!.data[slot * this.#penalty!.width + option.penaltyAt]! += option.penalty;
    this.forgo(slot);
  }

  /** Nothing is current any more, and nothing was had of it: neither does it cool down nor is it tired of. */
  forgo(slot: number): void {
    this.#current.data[slot] = 0;
    this.#held.data[slot] = 0;
    if (this.#floor !== null) this.#floor.data[slot] = 0;
    if (this.#target === null) return;
    this.#target.data[slot] = noTarget;
    this.#targets[slot] = undefined;
  }

  #cool(slot: number, option: CompiledOption): void {
    const from = slot * this.#cooldown!.width + option.cooldownAt;
    const data = this.#cooldown!.data;
    if (option.targets === null) {
      data[from] = option.cooldown;
      return;
    }
    const target = this.targetCode(slot);
    if (target !== unknownTarget) this.#coolTarget(slot, option, target, option.cooldown);
  }

  /**
   * Gives up the cell of this target, else the one that is over or nearest to it (of equals the oldest), and puts the target behind the
   * others. So the order is that of being cooled, and which one goes next does not depend on cells that are over: those are not saved.
   */
  #coolTarget(slot: number, option: CompiledOption, target: number, seconds: number): void {
    const from = slot * this.#cooldown!.width + option.cooldownAt;
    const data = this.#cooldown!.data;
    const owners = this.#cooldownOf!.data;
    let cell = from;
    for (let each = from; each < from + option.cooldownCells; each++) {
      if (owners[each] === target) {
        cell = each;
        break;
      }
      if (data[each]! < data[cell]!) cell = each;
    }
    const last = from + option.cooldownCells - 1;
    data.copyWithin(cell, cell + 1, last + 1);
    owners.copyWithin(cell, cell + 1, last + 1);
    data[last] = seconds;
    owners[last] = target;
  }

  /** Everything back to the start. */
  reset(slot: number): void {
    this.#current.data[slot] = 0;
    this.#held.data[slot] = 0;
    if (this.#target !== null) this.#target.data[slot] = noTarget;
    if (this.#floor !== null) this.#floor.data[slot] = 0;
    for (const column of [this.#cooldown, this.#cooldownOf, this.#penalty]) column?.data.fill(0, slot * column.width, (slot + 1) * column.width);
    this.#targets[slot] = undefined;
  }

  save(slot: number): SavedChoice {
    const { options } = this.#program;
    const index = this.current(slot);
    const target = this.keys.keyFor(this.targetCode(slot));
    const cooldowns = options.flatMap((option) => this.#savedCooldowns(slot, option));
    const penalties = options.filter((option) => this.penalty(slot, option) > 0).map((option) => [option.name, this.penalty(slot, option)] as const);
    return {
      ...(index >= 0 && { option: options[index]!.name, held: this.held(slot) }),
      ...(target !== undefined && { target }),
      ...(this.floor(slot) > 0 && { floor: this.floor(slot) }),
      ...(cooldowns.length > 0 && { cooldowns }),
      ...(penalties.length > 0 && { penalties: Object.fromEntries(penalties) }),
    };
  }

  #savedCooldowns(slot: number, option: CompiledOption): NonNullable<SavedChoice['cooldowns']> {
    if (option.cooldownAt < 0) return [];
    const from = slot * this.#cooldown!.width + option.cooldownAt;
    const saved: { option: string; target?: TargetKey; seconds: number }[] = [];
    for (let cell = from; cell < from + option.cooldownCells; cell++) {
      const seconds = this.#cooldown!.data[cell]!;
      if (!(seconds > 0)) continue;
      const target = option.targets === null ? undefined : this.keys.keyFor(this.#cooldownOf!.data[cell]!);
      if (option.targets === null || target !== undefined) saved.push({ option: option.name, ...(target !== undefined && { target }), seconds });
    }
    return saved;
  }

  /**
   * The reverse of {@link save}. What names an option that is not there (or no longer has what was saved) is left out.
   *
   * @returns what was left out, one line each
   * @throws Problem `bad-snapshot` for data that was not saved by {@link save}; the slot is then unchanged
   */
  restore(slot: number, saved: SavedChoice, path: string): readonly string[] {
    checkSaved(saved, path);
    this.reset(slot);
    const lost: string[] = [];
    const byName = (name: string): CompiledOption | undefined => {
      const option = this.#program.options[this.#program.names.indexOf(name)];
      if (option === undefined) lost.push(`option "${name}" is not there any more; ${didYouMean(name, this.#program.names)}`);
      return option;
    };
    const current = saved.option === undefined ? undefined : byName(saved.option);
    if (current !== undefined) {
      this.#current.data[slot] = current.index + 1;
      this.#held.data[slot] = saved.held ?? 0;
      if (this.#floor !== null) this.#floor.data[slot] = saved.floor ?? 0;
      if (current.targets !== null) this.#target!.data[slot] = saved.target === undefined ? unknownTarget : this.keys.codeFor(saved.target);
      if (current.targets !== null && saved.target === undefined) lost.push(`the target of option "${current.name}", which has no key`);
    }
    for (const { option: name, target, seconds } of saved.cooldowns ?? []) {
      const option = byName(name);
      if (option === undefined) continue;
      if (option.cooldownAt < 0 || (option.targets === null) !== (target === undefined)) lost.push(`option "${name}" has no such cooldown any more`);
      else if (target === undefined) this.#cooldown!.data[slot * this.#cooldown!.width + option.cooldownAt] = seconds;
      else this.#coolTarget(slot, option, this.keys.codeFor(target), seconds);
    }
    for (const [name, penalty] of Object.entries(saved.penalties ?? {})) {
      const option = byName(name);
      if (option === undefined) continue;
      if (option.penaltyAt < 0) lost.push(`option "${name}" has no penalty any more`);
      else this.#penalty!.data[slot * this.#penalty!.width + option.penaltyAt] = penalty;
    }
    return lost;
  }
}

function checkSaved(saved: SavedChoice, path: string): void {
  const amount = (value: unknown): boolean => value === undefined || (typeof value === 'number' && value >= 0 && value < Infinity);
  const text = (value: unknown): boolean => value === undefined || typeof value === 'string';
  const key = (value: unknown): boolean => text(value) || Number.isFinite(value);
  const sound =
    typeof saved === 'object' && saved !== null && text(saved.option) && key(saved.target) && amount(saved.held) && amount(saved.floor) &&
    (saved.cooldowns === undefined || (Array.isArray(saved.cooldowns) && saved.cooldowns.every((each) => typeof each === 'object' && each !== null && typeof each.option === 'string' && key(each.target) && amount(each.seconds)))) &&
    (saved.penalties === undefined || (typeof saved.penalties === 'object' && saved.penalties !== null && Object.values(saved.penalties).every(amount)));
  if (!sound) throw new Problem('bad-snapshot', 'this is not what was saved of a choice', { path });
}

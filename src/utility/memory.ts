import { amount, ref, seconds, type Column, type Columns } from '../core/internal.js';
import type { CompiledOption } from './compiled.js';
import type { OptionProgram } from './program.js';
import type { Scorer } from './scorer.js';
import type { IsOut, TargetSide } from './targeting.js';

/** What minds remember of their decisions, in columns; a column that no option uses is not there. */
export class ChoiceMemory {
  readonly program: OptionProgram;
  /** Index of the current option + 1, or 0. */
  readonly currents: Column<'u16'>;
  /** Seconds the current pair has been held. */
  readonly helds: Column<'f32'>;
  readonly floors: Column<'f32'> | null;
  readonly cooldowns: Column<'f32'> | null;
  readonly penalties: Column<'f32'> | null;
  readonly targets: TargetSide | null;

  constructor(program: OptionProgram, columns: Columns, scorer: Scorer, isOut: IsOut | undefined) {
    const { options, tuning, targeting } = program;
    this.program = program;
    this.currents = columns.add('utility.current', 'u16', 1, ref(options.length, 'option'));
    this.helds = columns.add('utility.held', 'f32', 1, seconds);
    this.floors = tuning.scoreDecay === undefined ? null : columns.add('utility.floor', 'f32', 1, amount(0));
    this.cooldowns = program.cooldownCells === 0 ? null : columns.add('utility.cooldown', 'f32', program.cooldownCells, seconds);
    this.penalties = program.penaltyCount === 0 ? null : columns.add('utility.penalty', 'f32', program.penaltyCount, amount(0));
    this.targets = targeting === null ? null : targeting.side({ options, columns, cooldown: this.cooldowns, scorer, isOut });
  }

  current(slot: number): number {
    return this.currents.data[slot]! - 1;
  }

  held(slot: number): number {
    return this.helds.data[slot]!;
  }

  floor(slot: number): number {
    return this.floors === null ? 0 : this.floors.data[slot]!;
  }

  penalty(slot: number, option: CompiledOption): number {
    return option.penaltyAt < 0 ? 0 : this.penalties!.data[slot * this.penalties!.width + option.penaltyAt]!;
  }

  /** Seconds for which the current option is still committed. */
  committed(slot: number, option: CompiledOption): number {
    return Math.max(0, option.commitment - this.helds.data[slot]!);
  }

  /** Lets time pass: what is held is held longer, cooldowns and penalties wear off, the floor sinks. */
  advance(slot: number, times: Float32Array | Float64Array, at: number): void {
    const elapsed = times[at]!;
    if (this.currents.data[slot] !== 0) this.helds.data[slot]! += elapsed;
    if (this.floors !== null) this.floors.data[slot] = Math.max(0, this.floors.data[slot]! - this.program.tuning.scoreDecay! * elapsed);
    if (this.cooldowns !== null) {
      const { data, width } = this.cooldowns;
      for (let cell = slot * width; cell < (slot + 1) * width; cell++) if (data[cell]! > 0) data[cell] = Math.max(0, data[cell]! - elapsed);
    }
    if (this.penalties === null) return;
    const { data, width } = this.penalties;
    for (const option of this.program.options) {
      if (option.penaltyAt < 0) continue;
      const cell = slot * width + option.penaltyAt;
      if (data[cell]! > 0) data[cell] = Math.max(0, data[cell]! - option.recovery * elapsed);
    }
  }

  /** Seconds until an option without targets may be taken again; 0 when it may. */
  cooling(slot: number, option: CompiledOption): number {
    return option.cooldownAt < 0 ? 0 : this.cooldowns!.data[slot * this.cooldowns!.width + option.cooldownAt]!;
  }

  /** The current pair stays: its target may be a new object with the same key, its floor may have risen to `from[at]`. */
  stay(slot: number, target: unknown, from: Float64Array, at: number): void {
    this.targets?.stay(slot, target);
    if (this.floors !== null) this.floors.data[slot] = from[at]!;
  }

  /** Makes a pair current whose score is `from[at]`. */
  take(slot: number, option: CompiledOption, target: unknown, from: Float64Array, at: number): void {
    this.leave(slot);
    this.currents.data[slot] = option.index + 1;
    if (this.floors !== null) this.floors.data[slot] = from[at]!;
    if (option.targets !== null) this.targets!.take(slot, option, target);
  }

  /** Nothing is current any more: a cooldown begins and a penalty falls due. */
  leave(slot: number): void {
    const index = this.current(slot);
    if (index < 0) return;
    const option = this.program.options[index]!;
    if (option.cooldownAt >= 0) {
      if (option.targets === null) this.cooldowns!.data[slot * this.cooldowns!.width + option.cooldownAt] = option.cooldown;
      else this.targets!.cool(slot, option, this.targets!.code(slot), option.cooldown);
    }
    if (option.penaltyAt >= 0) this.penalties!.data[slot * this.penalties!.width + option.penaltyAt]! += option.penalty;
    this.forgo(slot);
  }

  /** Nothing is current any more, and nothing was had of it: neither does it cool down nor is it tired of. */
  forgo(slot: number): void {
    this.currents.data[slot] = 0;
    this.helds.data[slot] = 0;
    if (this.floors !== null) this.floors.data[slot] = 0;
    this.targets?.leave(slot);
  }

  /** Everything back to the start. */
  reset(slot: number): void {
    for (const column of [this.currents, this.helds, this.floors, this.cooldowns, this.penalties]) column?.data.fill(0, slot * column.width, (slot + 1) * column.width);
    this.targets?.reset(slot);
  }
}

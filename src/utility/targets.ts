import { word, type Column } from '../core/internal.js';
import type { CompiledOption } from './compiled.js';
import type { Round } from './round.js';
import type { Scorer } from './scorer.js';
import { TargetKeys } from './target-keys.js';
import { listTargets } from './target-list.js';
import { noTarget, unknownTarget, type IsOut, type Offers, type TargetParts, type TargetSide } from './targeting.js';


/** Targets as minds remember and score them. */
export class Targets implements TargetSide {
  readonly keys: TargetKeys = new TargetKeys();
  readonly #column: Column<'u32'>;
  /** The current target itself, for whoever asks between decisions; after a restore it is found again by its key. */
  readonly #objects: unknown[] = [];
  readonly #cooldown: Column<'f32'> | null;
  /** Whose cooldown each cell counts. */
  readonly #owners: Column<'u32'> | null;
  readonly #scorer: Scorer;
  readonly #isOut: IsOut | undefined;
  /** Options one of whose pairs was ruled out in this decision: the others are asked before they are scored. */
  readonly #asked: Uint8Array;
  /** Copies of target lists that are no arrays: of the current option, and of whichever is scored. */
  readonly #currentCopy: unknown[] = [];
  readonly #copy: unknown[] = [];
  /** The targets of the current option, once they are listed. */
  #listed: readonly unknown[] | null = null;

  constructor({ options, columns, cooldown, scorer, isOut }: TargetParts) {
    this.#column = columns.add('utility.target', 'u32', 1, word);
    this.#cooldown = cooldown;
    const cools = cooldown !== null && options.some((option) => option.targets !== null && option.cooldown > 0);
    this.#owners = cools ? columns.add('utility.cooldownOf', 'u32', cooldown.width, word) : null;
    this.#scorer = scorer;
    this.#isOut = isOut;
    this.#asked = new Uint8Array(options.length);
  }

  code(slot: number): number {
    return this.#column.data[slot]!;
  }

  object(slot: number): unknown {
    return this.#objects[slot];
  }

  codeOf(slot: number, option: CompiledOption, target: unknown): number {
    return this.#codeOf(slot, option, target, false);
  }

  listed(slot: number, option: CompiledOption, code: number, body: unknown, facts: unknown): { readonly target: unknown } | undefined {
    if (code === unknownTarget || option.targets === null) return undefined;
    for (const target of listTargets(this.#scorer, option, body, facts, slot, [])) if (this.#codeOf(slot, option, target, false) === code) return { target };
    return undefined;
  }

  set(slot: number, code: number): void {
    this.#column.data[slot] = code;
  }

  take(slot: number, option: CompiledOption, target: unknown): void {
    this.#column.data[slot] = this.#codeOf(slot, option, target, true);
    this.#objects[slot] = target;
  }

  stay(slot: number, target: unknown): void {
    this.#objects[slot] = target;
  }

  leave(slot: number): void {
    this.#column.data[slot] = noTarget;
    this.#objects[slot] = undefined;
  }

  reset(slot: number): void {
    this.leave(slot);
    if (this.#owners !== null) this.#owners.data.fill(0, slot * this.#owners.width, (slot + 1) * this.#owners.width);
  }

  cooling(slot: number, option: CompiledOption, code: number): number {
    if (option.cooldownAt < 0 || code === unknownTarget) return 0;
    const from = slot * this.#cooldown!.width + option.cooldownAt;
    for (let cell = from; cell < from + option.cooldownCells; cell++) if (this.#owners!.data[cell] === code) return this.#cooldown!.data[cell]!;
    return 0;
  }

  /**
   * Gives up the cell of this target, else the one that is over or nearest to it (of equals the oldest), and puts the target behind the
   * others. So the order is that of being cooled, and which one goes next does not depend on cells that are over: those are not saved.
   */
  cool(slot: number, option: CompiledOption, code: number, seconds: number): void {
    if (code === unknownTarget) return;
    const from = slot * this.#cooldown!.width + option.cooldownAt;
    const data = this.#cooldown!.data;
    const owners = this.#owners!.data;
    let cell = from;
    for (let each = from; each < from + option.cooldownCells; each++) {
      if (owners[each] === code) {
        cell = each;
        break;
      }
      if (data[each]! < data[cell]!) cell = each;
    }
    const last = from + option.cooldownCells - 1;
    data.copyWithin(cell, cell + 1, last + 1);
    owners.copyWithin(cell, cell + 1, last + 1);
    data[last] = seconds;
    owners[last] = code;
  }

  ownerOf(cell: number): number {
    return this.#owners!.data[cell]!;
  }

  findCurrent(round: Round, option: CompiledOption): boolean {
    const code = this.#column.data[round.slot]!;
    this.#listed = listTargets(this.#scorer, option, round.body, round.facts, round.slot, this.#currentCopy);
    if (code === unknownTarget) return false;
    for (const target of this.#listed) {
      if (this.#codeOf(round.slot, option, target, false) !== code) continue;
      round.target = target;
      return this.#isOut?.(round.slot, option.index, target) !== true;
    }
    return false;
  }

  scan(round: Round, option: CompiledOption, order: Uint32Array, offers: Offers | null): void {
    const { slot, body, facts } = round;
    const { index } = option;
    const scorer = this.#scorer;
    const isCurrent = index === round.current;
    const currentCode = this.#column.data[slot]!;
    const targets = isCurrent && this.#listed !== null ? this.#listed : listTargets(scorer, option, body, facts, slot, this.#copy);
    for (let at = 0; at < targets.length; at++) {
      const target = targets[at];
      const code = this.#codeOf(slot, option, target, false);
      if (isCurrent && code === currentCode && code !== unknownTarget) continue; // weighed before
      if (this.cooling(slot, option, code) > 0 || (this.#asked[index] === 1 && this.#isOut!(slot, index, target))) continue;
      offers?.setMarks(index);
      if (!scorer.scan(order, index, index + 1, option.special, -1, null, body, facts, target, slot)) continue;
      if (offers === null) round.challenger = target;
      // Asked before it takes the place of another among the best, or raises what is still among them.
      else if (this.#isOut?.(slot, index, target) !== true) offers.offer(index, target);
    }
  }

  rulesOut(round: Round, { index }: CompiledOption): boolean {
    if (this.#isOut === undefined || this.#asked[index] === 1 || !this.#isOut(round.slot, index, round.challenger)) return false;
    this.#asked[index] = 1;
    return true;
  }

  forget(): void {
    this.#asked.fill(0);
    this.#listed = null;
    if (this.#currentCopy.length > 0) this.#currentCopy.length = 0;
    if (this.#copy.length > 0) this.#copy.length = 0;
  }

  /** The code of a target; one whose `key` throws, or gives no key, cannot be told from others. */
  #codeOf(slot: number, option: CompiledOption, target: unknown, intern: boolean): number {
    try {
      return intern ? this.keys.intern(option, target) : this.keys.find(option, target);
    } catch (error) {
      this.#scorer.fail(slot, `${option.path}.key`, error);
      return unknownTarget;
    }
  }
}


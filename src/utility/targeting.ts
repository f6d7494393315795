import type { Column, Columns } from '../core/internal.js';
import type { CompiledOption, TargetFields } from './compiled.js';
import type { Round } from './round.js';
import type { Scorer } from './scorer.js';

/** A target's key as users know it. */
export type TargetKey = string | number;

/** A table of keys, to be saved beside raw columns. */
export interface SavedKeys {
  readonly keys: readonly TargetKey[];
  readonly nameless: number;
}

/** Whether a pair of an option with targets is ruled out from outside; asked of a pair that would win (where several are picked from by chance: that would be among them), and of the current one. */
export type IsOut = (slot: number, option: number, target: unknown) => boolean;

/** The code of no target at all. */
export const noTarget = 0;
/** The code of a target that is not the current one and never cooled down: it was not met before, or cannot be told from others. */
export const unknownTarget = 0xffff_ffff;

/** Where pairs go that may be among the best, when one of several is picked by chance. */
export interface Offers {
  /** Sets what a score must be above, and not below, to be among the best. */
  setMarks(option: number): void;
  /** Takes the pair that the scorer scored last. */
  offer(option: number, target: unknown): void;
}

/** What {@link TargetSide} is made of. */
export interface TargetParts {
  readonly options: readonly CompiledOption[];
  readonly columns: Columns;
  /** Seconds that cool down, and how many cells of them a mind has. */
  readonly cooldown: Column<'f32'> | null;
  readonly scorer: Scorer;
  readonly isOut: IsOut | undefined;
}

/** The targets of minds, remembered and scored: what a chooser has of them. */
export interface TargetSide {
  readonly keys: {
    /** The key behind a code; undefined for no target and for one without a key. */
    keyFor(code: number): TargetKey | undefined;
    /** The code of a target, `unknownTarget` when it has none yet. May throw what the user's `key` throws. */
    find(option: CompiledOption, target: unknown): number;
    /** The code for a key, a new one if it has none. */
    codeFor(key: TargetKey): number;
    save(): SavedKeys;
    restore(saved: SavedKeys): void;
  };
  /** A number for the current target: it differs for different targets, and is 0 without one. */
  code(slot: number): number;
  /** The current target itself; undefined after a restore until the next decision. */
  object(slot: number): unknown;
  /** The code of a target of this option; `unknownTarget` for one that was not met. */
  codeOf(slot: number, option: CompiledOption, target: unknown): number;
  /** The target with this code among those that an option lists now; undefined when it is not there. */
  listed(slot: number, option: CompiledOption, code: number, body: unknown, facts: unknown): { readonly target: unknown } | undefined;
  set(slot: number, code: number): void;
  take(slot: number, option: CompiledOption, target: unknown): void;
  stay(slot: number, target: unknown): void;
  leave(slot: number): void;
  /** Forgets everything about a slot. */
  reset(slot: number): void;
  /** Seconds until this pair may be taken again. */
  cooling(slot: number, option: CompiledOption, code: number): number;
  cool(slot: number, option: CompiledOption, code: number, seconds: number): void;
  /** Which target a cell of the cooldowns belongs to. */
  ownerOf(cell: number): number;
  /** Finds the current target among those of now; false when it is gone or ruled out. */
  findCurrent(round: Round, option: CompiledOption): boolean;
  /** Scores the pairs of one option that are not the current one and have cooled down. */
  scan(round: Round, option: CompiledOption, order: Uint32Array, offers: Offers | null): void;
  /** Whether the pair that would win is ruled out; its option's other targets are asked first from then on. */
  rulesOut(round: Round, option: CompiledOption): boolean;
  /** Ends a decision: no target is kept alive by one that is over. */
  forget(): void;
}

/** What {@link perTarget} brings along, so that a brain without targets carries none of it. */
export interface Targeting {
  /** Reads what `perTarget` was called with: the option for each target, and the fields that only such an option has. */
  readonly read: (definition: Readonly<Record<string, unknown>>, path: string, keys: readonly string[]) => { readonly option: Readonly<Record<string, unknown>>; readonly fields: TargetFields };
  /** Cells that an option with a cooldown needs. */
  readonly cooldownCells: number;
  readonly side: (parts: TargetParts) => TargetSide;
  /** The targets of an option now. */
  readonly list: (scorer: Scorer, option: CompiledOption, body: unknown, facts: unknown, slot: number, scratch: unknown[]) => readonly unknown[];
  /** The key of a target; undefined when it has none. May throw what the user's `key` throws. */
  readonly keyOf: (option: CompiledOption, target: unknown) => TargetKey | undefined;
}

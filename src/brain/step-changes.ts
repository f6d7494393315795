import { cellMask, readCell, type Cell, type Change } from '../facts/internal.js';
import type { DomainEngine, Task } from '../goap/internal.js';

/** What one step does to the facts. */
export interface StepChange {
  readonly changes: readonly Change[];
  /** Every bit of the changed cells, one mask a word. */
  readonly bits: Int32Array;
  /** True when a shared fact is among them. */
  readonly shared: boolean;
}

/** The changes of every step; made when a step is first completed. */
export class StepChanges {
  readonly #engine: DomainEngine;
  readonly #known: (StepChange | undefined)[] = [];
  readonly #seen: (readonly Change[] | undefined)[] = [];
  readonly #isSensed: (cell: Cell) => boolean;

  constructor(engine: DomainEngine, isSensed: (cell: Cell) => boolean) {
    this.#engine = engine;
    this.#isSensed = isSensed;
  }

  /** The values among the changes of a step that somebody can see: a sensor, or all where they are shared. */
  seen(step: number): readonly Change[] {
    return (this.#seen[step] ??= this.of(step).changes.filter((change) => 'set' in change && (change.cell.shared || this.#isSensed(change.cell))));
  }

  of(step: number): StepChange {
    return (this.#known[step] ??= this.#make(step));
  }

  #make(step: number): StepChange {
    const { ground, task } = this.#engine;
    // Ground actions of one step differ in conditions and cost only.
    const { changes } = ground.find((action) => action.step === step)!;
    const bits = new Int32Array(task.words);
    for (const { cell } of changes) {
      if (cell.bits <= 32) bits[cell.word]! |= cellMask(cell);
      else for (let bit = 0; bit < cell.bits; bit++) bits[cell.word + (bit >>> 5)]! |= 1 << (bit & 31);
    }
    return { changes, bits, shared: changes.some(({ cell }) => cell.shared) };
  }
}

/** Adds the bits that an action's preconditions test. */
export function addNeeds(task: Task, action: number, bits: Int32Array): void {
  for (let word = 0; word < task.words; word++) bits[word]! |= task.care[action * task.words + word]!;
  for (let index = task.wideTestStart[action]! * 3; index < task.wideTestStart[action + 1]! * 3; index += 3) bits[task.wideTests[index]!] = -1;
}

/** True when facts are as these changes leave them; false for none. */
export function hasEffects(changes: readonly Change[], words: Int32Array, offset: number): boolean {
  for (const change of changes) if (!('set' in change) || readCell(change.cell, words, offset) !== change.set) return false;
  return changes.length > 0;
}

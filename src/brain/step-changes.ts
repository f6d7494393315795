import { cellMask, readCell, type Box, type Cell, type Change } from '../facts/internal.js';
import type { DomainEngine, Task } from '../goap/internal.js';

/** What one step does to the facts. */
export interface StepChange {
  readonly changes: readonly Change[];
  /** Every bit of the changed cells, one mask a word. */
  readonly bits: Int32Array;
  /** True when a shared fact is among them. */
  readonly shared: boolean;
}

/** So much of one shared cell. */
export interface Amount {
  readonly cell: Cell;
  readonly amount: number;
  readonly clamp: boolean;
}

/** What a step does to shared facts that are stocks: numbers that it adds to, and flags that it needs and uses up. */
export interface StepStock {
  readonly takes: readonly Amount[];
  readonly makes: readonly Amount[];
  /** It claims when it begins. */
  readonly late: boolean;
}

/** The changes of every step; made when a step is first completed. */
export class StepChanges {
  readonly #engine: DomainEngine;
  readonly #known: (StepChange | undefined)[] = [];
  readonly #seen: (readonly Change[] | undefined)[] = [];
  readonly #isSensed: (cell: Cell) => boolean;
  readonly #stocks: (StepStock | null | undefined)[] = [];
  /** Shared flags that some step uses up. */
  readonly #used: ReadonlySet<Cell>;

  constructor(engine: DomainEngine, isSensed: (cell: Cell) => boolean) {
    this.#engine = engine;
    this.#isSensed = isSensed;
    const taken = new Set<Cell>();
    for (const action of engine.ground) for (const change of action.changes) if (usesUp(action.applies, change)) taken.add(change.cell);
    this.#used = taken;
  }

  /** What a step takes and makes of shared stocks; null for nothing. */
  stock(step: number): StepStock | null {
    const known = this.#stocks[step];
    return known === undefined ? (this.#stocks[step] = this.#stockOf(step)) : known;
  }

  /** True for a change that {@link stock} tells of. */
  isStock(change: Change): boolean {
    return change.cell.shared && ('add' in change ? change.add > 0 || !change.clamp : this.#used.has(change.cell) && change.cell.kind === 'flag');
  }

  #stockOf(step: number): StepStock | null {
    const takes: Amount[] = [];
    const makes: Amount[] = [];
    for (const change of this.of(step).changes) {
      if (!this.isStock(change)) continue;
      const { cell } = change;
      if ('add' in change) (change.add < 0 ? takes : makes).push({ cell, amount: Math.abs(change.add), clamp: change.clamp });
      else (change.set === 0 ? takes : makes).push({ cell, amount: 1, clamp: true });
    }
    const engine = this.#engine;
    return takes.length + makes.length === 0 ? null : { takes, makes, late: engine.actions[engine.actionOf[step]!]!.claimsLate };
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

/** A flag that a step needs and makes false. */
function usesUp(applies: Box, change: Change): boolean {
  const { cell } = change;
  return cell.shared && cell.kind === 'flag' && !('add' in change) && change.set === 0 && applies.some((each) => each.cell === cell && each.allowed[0] === 1);
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

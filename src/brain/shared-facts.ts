import { describe, didYouMean, Problem } from '../core/internal.js';
import { readCell, valueOfCell, writeCell, type Cell, type Layout } from '../facts/internal.js';
import type { Minds } from './minds.js';
import { flag } from './mind-columns.js';

/** A shared cell of the crowd: one value for all brains that name it. */
interface SharedCell {
  readonly cell: Cell;
  value: number;
}

/** A write that waits for the end of the tick. */
interface Entry {
  readonly shared: SharedCell;
  /** What to store, or to add. */
  readonly amount: number;
  readonly add: boolean;
  readonly clamp: boolean;
  readonly minds: Minds;
  readonly slot: number;
  readonly id: number;
  /** The mind whose step the writer performs, and so on outwards; the writer itself where it performs nobody's. */
  readonly outer: { readonly minds: Minds; readonly slot: number };
}

/** The shared words of one layout, ready to be copied into its minds' rows. */
export interface SharedTail {
  readonly layout: Layout;
  readonly words: Int32Array;
  /** By cell number of the layout. */
  readonly cells: ReadonlyMap<number, SharedCell>;
}

/**
 * The facts that belong to the crowd. All minds read the values from the start of a tick; what they write goes to a journal that is
 * applied in mind order at the end: of several `set` the last wins, `add` adds up, and one that would leave the range is refused.
 */
export class SharedFacts {
  /** Changes with every change of a value; minds compare it with what they have seen. Never 0. */
  version = 1;
  readonly #cells = new Map<string, SharedCell>();
  readonly #tails: SharedTail[] = [];
  readonly #journal: Entry[] = [];

  /** The tail for a layout. Brains of several domains share a fact by its name. @throws Problem when they disagree on what it is */
  tail(layout: Layout): SharedTail {
    const known = this.#tails.find((tail) => tail.layout === layout);
    if (known !== undefined) return known;
    const cells = new Map<number, SharedCell>();
    for (const cell of layout.cells) {
      if (!cell.shared) continue;
      const shared = this.#cells.get(cell.text) ?? { cell, value: cell.min };
      if (meaning(shared.cell) !== meaning(cell)) {
        throw new Problem('shared-mismatch', `shared fact ${cell.text} is ${meaning(shared.cell)} in one brain of the crowd and ${meaning(cell)} in another`, { path: `domain.shared.${cell.fact}`, hint: 'declare it alike in both domains' });
      }
      this.#cells.set(cell.text, shared);
      cells.set(cell.index, shared);
    }
    const tail: SharedTail = { layout, words: layout.defaults.slice(layout.privateWords), cells };
    this.#tails.push(tail);
    this.#fill(tail);
    return tail;
  }

  /** Sets a fact from outside. @throws Problem for an unknown fact or a value it cannot have */
  set(name: string, value: unknown): void {
    const shared = this.#named(name);
    this.#store(shared, numberOf(shared.cell, value));
  }

  /** Refuses what {@link set} would refuse. */
  check(name: string, value: unknown): void {
    numberOf(this.#named(name).cell, value);
  }

  /** Whether {@link set} would take this. */
  accepts(name: string, value: unknown): boolean {
    const shared = this.#cells.get(name);
    return shared !== undefined && holdsValue(shared.cell, numberIn(shared.cell, value));
  }

  /** Puts saved values in place of all there are; {@link check} must have seen them. */
  restore(values: Readonly<Record<string, unknown>>, version: number): void {
    for (const [name, value] of Object.entries(values)) if (this.has(name)) this.set(name, value);
    this.version = version;
  }

  /** True when a brain of the crowd has this shared fact. */
  has(name: string): boolean {
    return this.#cells.has(name);
  }

  get(name: string): boolean | number | string {
    const shared = this.#named(name);
    return valueOfCell(shared.cell, shared.value);
  }

  /** Minds of this layout are gone for good: what no other layout names goes with them. */
  release(layout: Layout, others: readonly Layout[]): void {
    if (others.includes(layout)) return;
    const at = this.#tails.findIndex((tail) => tail.layout === layout);
    if (at >= 0) this.#tails.splice(at, 1);
    for (const cell of layout.cells) if (cell.shared && !this.#tails.some((tail) => tail.layout.cells.some((each) => each.shared && each.text === cell.text))) this.#cells.delete(cell.text);
  }

  /** Every shared cell by its text. */
  *entries(): Generator<[text: string, value: boolean | number | string]> {
    for (const [text, { cell, value }] of this.#cells) yield [text, valueOfCell(cell, value)];
  }

  /** A mind wrote a shared cell. */
  write(minds: Minds, slot: number, cell: number, amount: number, add: boolean, clamp: boolean): void {
    this.#journal.push({ shared: minds.shared.cells.get(cell)!, amount, add, clamp, minds, slot, id: minds.c.id.data[slot]!, outer: outermost(minds, slot) });
  }

  /** The end of the tick: writes take place. A mind whose `add` is refused hears of it at its next tick. */
  settle(): void {
    for (const { shared, amount, add, clamp, minds, slot, id, outer } of this.#journal) {
      const { min, max } = shared.cell;
      const wanted = add ? shared.value + amount : amount;
      if (wanted >= min && wanted <= max) this.#store(shared, wanted);
      else if (clamp) this.#store(shared, Math.min(max, Math.max(min, wanted)));
      else if (minds.isAlive(slot, id)) minds.c.flags.data[slot]! |= flag.refused;
      // The inner mind was done with its plan; then it is the step that it performed which failed.
      else if (outer.minds.isAlive(outer.slot, id)) outer.minds.c.flags.data[outer.slot]! |= flag.refused;
    }
    this.#journal.length = 0;
  }

  #store(shared: SharedCell, value: number): void {
    if (shared.value === value) return;
    shared.value = value;
    this.version = (this.version + 1) >>> 0 || 1;
    for (const tail of this.#tails) this.#fill(tail);
  }

  #fill(tail: SharedTail): void {
    const { layout, words } = tail;
    const row = layout.defaults.slice();
    for (const [index, { value }] of tail.cells) writeCell(layout.cells[index]!, row, 0, value);
    words.set(row.subarray(layout.privateWords));
  }

  #named(name: string): SharedCell {
    const shared = this.#cells.get(name);
    if (shared === undefined) throw new Problem('unknown-fact', `the crowd has no shared fact ${describe(name)}`, { path: 'crowd.set', hint: didYouMean(name, this.#cells.keys()) });
    return shared;
  }
}

function outermost(minds: Minds, slot: number): { readonly minds: Minds; readonly slot: number } {
  const { c, crowd } = minds;
  if ((c.flags.data[slot]! & flag.inner) === 0) return { minds, slot };
  return outermost(crowd.groups[c.outerGroup.data[slot]! - 1]!, c.outerSlot.data[slot]! - 1);
}

function meaning({ kind, min, max, values }: Cell): string {
  return kind === 'int' ? `int(${min}, ${max})` : kind === 'oneOf' ? `oneOf(${values.join(', ')})` : kind;
}

function numberOf(cell: Cell, value: unknown): number {
  const number = numberIn(cell, value);
  if (holdsValue(cell, number)) return number;
  throw new Problem('bad-value', `shared fact ${cell.text} is ${meaning(cell)} and cannot be ${describe(value)}`, { path: 'crowd.set' });
}

/** A value as it is stored; out of range or NaN where it is none of the cell's. */
function numberIn(cell: Cell, value: unknown): number {
  if (cell.kind === 'flag') return typeof value === 'boolean' ? Number(value) : NaN;
  return cell.kind === 'oneOf' ? cell.values.indexOf(value as string) : (value as number);
}

function holdsValue(cell: Cell, number: number): boolean {
  return Number.isInteger(number) && number >= cell.min && number <= cell.max;
}

/** Differences between a row's shared part and the tail go to the journal, and the row shows the tail again. */
export function takeSharedWrites(minds: Minds, slot: number): void {
  const { layout } = minds.shared;
  const row = minds.facts.data;
  const at = slot * layout.words;
  const tail = minds.shared.words;
  let differs = 0;
  for (let word = 0; word < tail.length; word++) differs |= row[at + layout.privateWords + word]! ^ tail[word]!;
  if (differs === 0) return;
  for (const [index, { value }] of minds.shared.cells) {
    const written = readCell(layout.cells[index]!, row, at);
    if (written !== value) minds.crowd.shared.write(minds, slot, index, written, false, false);
  }
  for (let word = 0; word < tail.length; word++) row[at + layout.privateWords + word] = tail[word]!;
}

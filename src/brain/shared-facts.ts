import { describe, didYouMean, Problem } from '../core/internal.js';
import { valueOfCell, writeCell, type Cell, type Layout } from '../facts/internal.js';
import type { Claims } from './claims.js';

/** A shared cell of the crowd: one value for all brains that name it. */
export interface SharedCell {
  readonly cell: Cell;
  value: number;
  /** What plans have claimed of it. */
  claimed: number;
  /** What running steps have claimed room for. */
  room: number;
  /** What was made in this tick: others see it from the next one on. */
  fresh: number;
  /** What minds see that have claimed nothing. */
  readonly free: number;
}

/** A write that waits for the end of the tick. */
interface Entry {
  readonly shared: SharedCell;
  /** What to store, or to add within the range. */
  readonly amount: number;
  readonly add: boolean;
}

/** The shared words of one layout, ready to be copied into its minds' rows. */
export interface SharedTail {
  readonly layout: Layout;
  readonly words: Int32Array;
  /** By cell number of the layout. */
  readonly cells: ReadonlyMap<number, SharedCell>;
  /** The reverse. */
  readonly cellOf: ReadonlyMap<SharedCell, Cell>;
  /** Which state of the facts the words show. */
  version: number;
}

/** A shared fact as users know it. */
export type SharedValue = boolean | number | string;

class SharedNumber implements SharedCell {
  readonly cell: Cell;
  value: number;
  claimed = 0;
  room = 0;
  fresh = 0;

  constructor(cell: Cell) {
    this.cell = cell;
    this.value = cell.min;
  }

  get free(): number {
    return Math.max(this.cell.min, this.value - this.claimed - this.fresh);
  }
}

/**
 * The facts that belong to the crowd. What minds take of them is gone at once, what they make is there for others from the next tick on,
 * and what they set takes place when the tick is over: of several the last wins.
 */
export class SharedFacts {
  /** Changes with every change that a mind may see; minds compare it with what they have seen. Never 0. */
  version = 1;
  /** Number of the latest claim. */
  serial = 0;
  /** Those who have claimed something. */
  readonly claimants: Set<Claims> = new Set();
  readonly #cells = new Map<string, SharedCell>();
  readonly #tails: SharedTail[] = [];
  readonly #journal: Entry[] = [];
  /** What was set before there was a brain that knows it. */
  readonly #early = new Map<string, unknown>();

  /** The tail for a layout. Brains of several domains share a fact by its name. @throws Problem when they disagree on what it is */
  tail(layout: Layout): SharedTail {
    const known = this.#tails.find((tail) => tail.layout === layout);
    if (known !== undefined) return known;
    const cells = new Map<number, SharedCell>();
    for (const cell of layout.cells) {
      if (!cell.shared) continue;
      const shared = this.#cells.get(cell.text) ?? new SharedNumber(cell);
      if (meaning(shared.cell) !== meaning(cell)) {
        throw new Problem('shared-mismatch', `shared fact ${cell.text} is ${meaning(shared.cell)} in one brain of the crowd and ${meaning(cell)} in another`, { path: `domain.shared.${cell.fact}`, hint: 'declare it alike in both domains' });
      }
      this.#cells.set(cell.text, shared);
      cells.set(cell.index, shared);
      if (!this.#early.has(cell.text)) continue;
      shared.value = numberOf(shared.cell, this.#early.get(cell.text), 'crowd.set');
      this.#early.delete(cell.text);
      this.changed();
    }
    const tail: SharedTail = { layout, words: layout.defaults.slice(layout.privateWords), cells, cellOf: new Map([...cells].map(([index, shared]) => [shared, layout.cells[index]!])), version: 0 };
    this.#tails.push(tail);
    return tail;
  }

  /** The words of a tail as they are now. */
  words(tail: SharedTail): Int32Array {
    if (tail.version === this.version) return tail.words;
    tail.version = this.version;
    const { layout, words, cells } = tail;
    const row = layout.defaults.slice();
    for (const [index, { free }] of cells) writeCell(layout.cells[index]!, row, 0, free);
    words.set(row.subarray(layout.privateWords));
    return words;
  }

  /** Sets a fact from outside; before there is a brain that knows any, it is kept for the first that does. @throws Problem for an unknown fact or a value it cannot have */
  set(name: string, value: unknown): void {
    if (this.#isEarly(name)) this.#early.set(name, value);
    else this.store(this.named(name, 'crowd.set'), numberOf(this.named(name, 'crowd.set').cell, value, 'crowd.set'));
  }

  /** Adds to a number from outside. False, and nothing is changed, when it would leave its range. @throws Problem for what is no number, or unknown */
  add(name: string, amount: unknown): boolean {
    const shared = this.named(name, 'crowd.add');
    const { cell } = shared;
    if (cell.kind !== 'int' || !Number.isSafeInteger(amount)) throw new Problem('bad-value', `shared fact ${name} is ${meaning(cell)} and takes no ${describe(amount)} more`, { path: 'crowd.add', hint: 'a whole number, to an int' });
    const wanted = shared.value + (amount as number);
    if (wanted < cell.min || wanted + ((amount as number) > 0 ? shared.room : 0) > cell.max) return false;
    this.store(shared, wanted);
    return true;
  }

  /** Refuses what {@link set} would refuse. */
  check(name: string, value: unknown): void {
    if (!this.#isEarly(name)) numberOf(this.named(name, 'crowd.set').cell, value, 'crowd.set');
  }

  /** Whether {@link set} would take this. */
  accepts(name: string, value: unknown): boolean {
    const shared = this.#cells.get(name);
    return shared !== undefined && holdsValue(shared.cell, numberIn(shared.cell, value));
  }

  /** Puts saved values in place of all there are; {@link check} must have seen them. */
  restore(values: Readonly<Record<string, unknown>>, version: number): void {
    for (const [name, value] of Object.entries(values)) if (this.has(name)) this.set(name, value);
    this.resume(version);
  }

  /** Nothing is claimed: those who had claimed something are gone. */
  forgetClaims(): void {
    this.claimants.clear();
    for (const shared of this.#cells.values()) shared.claimed = shared.room = shared.fresh = 0;
  }

  /** Which state of the facts this is said to be, after a restore. */
  resume(version: number): void {
    this.version = version;
    for (const tail of this.#tails) tail.version = 0;
  }

  /** True when a brain of the crowd has this shared fact. */
  has(name: string): boolean {
    return this.#cells.has(name);
  }

  get(name: string): SharedValue {
    if (this.#isEarly(name) && this.#early.has(name)) return this.#early.get(name) as SharedValue;
    const shared = this.named(name, 'crowd.get');
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
  *entries(): Generator<[text: string, value: SharedValue]> {
    for (const [text, { cell, value }] of this.#cells) yield [text, valueOfCell(cell, value)];
  }

  /** Every shared cell. */
  all(): Iterable<SharedCell> {
    return this.#cells.values();
  }

  /** A mind wrote a shared cell: it takes place when the tick is over. */
  write(shared: SharedCell, amount: number, add: boolean): void {
    this.#journal.push({ shared, amount, add });
  }

  /** So much was taken, `mine` of it as claimed. */
  take(shared: SharedCell, amount: number, mine: number): void {
    shared.value -= amount;
    shared.claimed -= mine;
    this.changed();
  }

  /** So much was made; others see it when the tick is over. */
  make(shared: SharedCell, amount: number): void {
    shared.value += amount;
    shared.fresh += amount;
  }

  /** So much is claimed. */
  book(shared: SharedCell, amount: number): void {
    shared.claimed += amount;
    this.changed();
  }

  /** So much is free again. */
  unbook(shared: SharedCell, amount: number): void {
    shared.claimed -= amount;
    this.changed();
  }

  /** The end of the tick: writes take place, and what was made is there for all. What one takes within a range leaves what others have claimed. */
  settle(): void {
    for (const shared of this.#cells.values()) {
      if (shared.fresh === 0) continue;
      shared.fresh = 0;
      this.changed();
    }
    for (const { shared, amount, add } of this.#journal) {
      const { min, max } = shared.cell;
      this.store(shared, add ? Math.min(max, Math.max(Math.min(shared.value, min + shared.claimed), shared.value + amount)) : amount);
    }
    this.#journal.length = 0;
  }

  store(shared: SharedCell, value: number): void {
    if (shared.value === value) return;
    shared.value = value;
    this.changed();
  }

  changed(): void {
    this.version = (this.version + 1) >>> 0 || 1;
  }

  named(name: string, path: string): SharedCell {
    const shared = this.#cells.get(name);
    if (shared === undefined) throw new Problem('unknown-fact', `the crowd has no shared fact ${describe(name)}`, { path, hint: didYouMean(name, this.#cells.keys()) });
    return shared;
  }

  /** True while no brain has told which shared facts there are. */
  #isEarly(name: string): boolean {
    return this.#cells.size === 0 && typeof name === 'string';
  }
}

function meaning({ kind, min, max, values }: Cell): string {
  return kind === 'int' ? `int(${min}, ${max})` : kind === 'oneOf' ? `oneOf(${values.join(', ')})` : kind;
}

function numberOf(cell: Cell, value: unknown, path: string): number {
  const number = numberIn(cell, value);
  if (holdsValue(cell, number)) return number;
  throw new Problem('bad-value', `shared fact ${cell.text} is ${meaning(cell)} and cannot be ${describe(value)}`, { path });
}

/** A value as it is stored; out of range or NaN where it is none of the cell's. */
function numberIn(cell: Cell, value: unknown): number {
  if (cell.kind === 'flag') return typeof value === 'boolean' ? Number(value) : NaN;
  return cell.kind === 'oneOf' ? cell.values.indexOf(value as string) : (value as number);
}

function holdsValue(cell: Cell, number: number): boolean {
  return Number.isInteger(number) && number >= cell.min && number <= cell.max;
}

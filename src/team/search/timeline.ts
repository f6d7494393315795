import type { Ranges } from '../../facts/ranges.js';
import type { Op } from '../program.js';
import type { Entry, LocalWork } from './situation.js';

/** The world from a moment on: values then, and what ends or begins later. */
export interface Line {
  readonly now: number;
  /** Values of the cells at `now`; what begun work takes is gone already. */
  readonly values: readonly number[];
  /** What has not ended by `now`, in order of precedence: of two that begin at the same moment, the first goes first. Those with `start <= now` have begun. */
  readonly entries: readonly Entry[];
}

/**
 * The first moment from `from` on at which work that lasts `lasting` can begin, so that its needs are met and all that is planned still works.
 * Infinity when there is none.
 */
export function earliestStart(line: Line, work: LocalWork, from: number, lasting: number): number {
  return new Gap(line, work).first(from, lasting);
}

/** Where one piece of work fits into a line; made once for all who might do it. */
export class Gap {
  readonly #ops: readonly CellLine[];
  /** Start and end of what holds a station that the work needs. */
  readonly #taken: readonly number[];
  /** When something begins or ends that the work has to do with: between these moments nothing changes for the better. */
  readonly #times: readonly number[];

  constructor(line: Line, work: LocalWork) {
    const taken: number[] = [];
    const times: number[] = [];
    for (const { work: other, start, end } of line.entries) {
      if (work.holds.length > 0 && other.holds.some((station) => work.holds.includes(station))) taken.push(start, end);
      else if (!work.ops.some(({ cell }) => other.opAt[cell] !== undefined)) continue;
      times.push(start, end);
    }
    this.#taken = taken;
    this.#times = times.sort((a, b) => a - b);
    this.#ops = work.ops.map((op) => new CellLine(op, line));
  }

  first(from: number, lasting: number): number {
    if (from === Infinity || lasting === Infinity) return Infinity;
    let start = from;
    for (let next = 0; !this.#fits(start, start + lasting); start = this.#times[next]!) {
      while (next < this.#times.length && this.#times[next]! <= start) next++;
      if (next === this.#times.length) return Infinity;
    }
    return start;
  }

  #fits(start: number, end: number): boolean {
    const taken = this.#taken;
    for (let at = 0; at < taken.length; at += 2) if (start < taken[at + 1]! && end > taken[at]!) return false;
    for (const op of this.#ops) if (!op.allows(start, end)) return false;
    return true;
  }
}

/** What happens to one cell at one moment. */
interface CellEvent {
  readonly time: number;
  readonly op: Op;
  /** 0: work ends. 1: work begins. 2: both at once. */
  readonly kind: 0 | 1 | 2;
}

const nothing: readonly never[] = [];

/** What happens to one cell, and whether one more op fits in. */
class CellLine {
  readonly #own: Op;
  readonly #events: readonly CellEvent[];
  /** What the cell surely has, what it has when all under way has ended, and how many are setting it, as the line begins. */
  readonly #now: { readonly low: number; readonly high: number; readonly locks: number };
  /** The same before each event, and after the last. */
  readonly #low: number[];
  readonly #high: number[];
  readonly #locks: number[];
  /** By event: how much lower or higher the cell could be from there on. Undefined where that cannot be told by adding up. */
  readonly #slack: { readonly down: readonly number[]; readonly up: readonly number[] } | undefined;

  constructor(own: Op, line: Line) {
    this.#own = own;
    const { cell } = own;
    let events: CellEvent[] | undefined;
    let low = line.values[cell]!;
    let high = low;
    let locks = 0;
    for (const entry of line.entries) {
      const op = entry.work.opAt[cell];
      if (op === undefined) continue;
      events ??= [];
      if (entry.start <= line.now) {
        high += op.give;
        if (op.set !== undefined) locks++;
      } else events.push({ time: entry.start, op, kind: entry.start === entry.end ? 2 : 1 });
      if (entry.start <= line.now || entry.start !== entry.end) events.push({ time: entry.end, op, kind: 0 });
    }
    this.#now = { low, high, locks };
    if (events === undefined) {
      // The commonest case by far: the searches make very many of these.
      this.#events = this.#low = this.#high = this.#locks = nothing as never[];
      this.#slack = undefined;
      return;
    }
    // Sorting is stable: ends before beginnings, and among these the order of precedence.
    if (events.length > 1) events.sort((a, b) => a.time - b.time || (a.kind === 0 ? 0 : 1) - (b.kind === 0 ? 0 : 1));
    this.#events = events;
    this.#low = [];
    this.#high = [];
    this.#locks = [];
    for (const { op, kind } of events) {
      this.#push(low, high, locks);
      if (kind !== 0) {
        low -= op.take;
        high += op.give - op.take;
        if (op.set !== undefined) locks++;
      }
      if (kind !== 1) {
        low += op.give;
        if (op.set !== undefined) {
          low = high = op.set;
          locks--;
        }
      }
    }
    this.#push(low, high, locks);
    this.#slack = own.set === undefined && events.every(({ op }) => op.set === undefined && (op.allowed === undefined || op.allowed.length === 2)) ? this.#slacks() : undefined;
  }

  #push(low: number, high: number, locks: number): void {
    this.#low.push(low);
    this.#high.push(high);
    this.#locks.push(locks);
  }

  #slacks(): { readonly down: readonly number[]; readonly up: readonly number[] } {
    const events = this.#events;
    const down = new Array<number>(events.length + 1).fill(Infinity);
    const up = new Array<number>(events.length + 1).fill(Infinity);
    for (let at = events.length - 1; at >= 0; at--) {
      const { op, kind } = events[at]!;
      down[at] = down[at + 1]!;
      up[at] = up[at + 1]!;
      if (kind === 0) continue;
      const { min, max, allowed, take, give } = op;
      down[at] = Math.min(down[at]!, this.#low[at]! - Math.max(min + take, allowed === undefined ? min : allowed[0]!));
      up[at] = Math.min(up[at]!, Math.min(give > 0 ? max - give : Infinity, allowed === undefined ? Infinity : allowed[1]!) - this.#high[at]!);
    }
    return { down, up };
  }

  /** True when the op may last from `start` to `end`, and all that is on the line still may. */
  allows(start: number, end: number): boolean {
    const own = this.#own;
    const events = this.#events;
    if (events.length === 0) return begins(own, this.#now.low, this.#now.high, this.#now.locks);
    // Of two that begin at the same moment the newcomer is the second.
    const at = this.#behind(start);
    if (!begins(own, this.#low[at]!, this.#high[at]!, this.#locks[at]!)) return false;
    if (at === events.length) return true;
    if (this.#slack === undefined) return this.#sweep(at, start, end);
    // While it lasts, what it takes is gone and what it gives is on its way; from its end on, both are done.
    const { down, up } = this.#slack;
    let event = at;
    const rise = own.give - own.take;
    for (; event < events.length; event++) {
      const { time, kind, op } = events[event]!;
      if (start === end || time > end || (time === end && kind !== 0)) break;
      if (kind !== 0 && !begins(op, this.#low[event]! - own.take, this.#high[event]! + rise, this.#locks[event]!)) return false;
    }
    return down[event]! >= -rise && up[event]! >= rise;
  }

  /** Goes through all later events one by one. */
  #sweep(at: number, start: number, end: number): boolean {
    const own = this.#own;
    const events = this.#events;
    let low = this.#low[at]! - own.take;
    let high = this.#high[at]! + own.give - own.take;
    let locks = this.#locks[at]! + (own.set === undefined ? 0 : 1);
    let ended = false;
    const finish = (): void => {
      ended = true;
      low += own.give;
      if (own.set === undefined) return;
      low = high = own.set;
      locks--;
    };
    if (start === end) finish();
    for (let event = at; event < events.length; event++) {
      const { time, op, kind } = events[event]!;
      if (!ended && (time > end || (time === end && kind !== 0))) finish();
      if (kind !== 0) {
        if (!begins(op, low, high, locks)) return false;
        low -= op.take;
        high += op.give - op.take;
        if (op.set !== undefined) locks++;
      }
      if (kind !== 1) {
        low += op.give;
        if (op.set !== undefined) {
          low = high = op.set;
          locks--;
        }
      }
    }
    return true;
  }

  /** The first event that lies after a newcomer that begins at `start`. */
  #behind(start: number): number {
    const events = this.#events;
    let from = 0;
    let to = events.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (events[middle]!.time <= start) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** True when work may begin whose cell surely has `low`, has `high` when all under way has ended, and is being set by `locks` others. */
export function begins(op: Op, low: number, high: number, locks: number): boolean {
  if (locks > 0) return false;
  if (op.allowed !== undefined && !within(op.allowed, low, high)) return false;
  if (low - op.take < op.min) return false;
  if (op.give > 0 && high + op.give > op.max) return false;
  return op.set === undefined || low === high;
}

function within(allowed: Ranges, low: number, high: number): boolean {
  for (let at = 0; at < allowed.length; at += 2) if (allowed[at]! <= low && high <= allowed[at + 1]!) return true;
  return false;
}

/** Values when everything on the line has ended. */
export function finalValues(line: Line): number[] {
  return advance(line, Infinity).values as number[];
}

/** The line from a later moment on. */
export function advance(line: Line, to: number): Line {
  if (to <= line.now || line.entries.length === 0) return { now: Math.max(to, line.now), values: line.values, entries: line.entries };
  const entries: Entry[] = [];
  const changes: { readonly time: number; readonly entry: Entry; readonly begins: boolean }[] = [];
  for (const entry of line.entries) {
    if (entry.start > line.now && entry.start <= to) changes.push({ time: entry.start, entry, begins: true });
    if (entry.end <= to) changes.push({ time: entry.end, entry, begins: false });
    else entries.push(entry);
  }
  if (changes.length === 0) return { now: to, values: line.values, entries };
  // Sorting is stable, so what lasts no time still begins before it ends; other ends go before beginnings, as everywhere.
  changes.sort((a, b) => a.time - b.time || rank(a) - rank(b));
  const values = line.values.slice();
  for (const { entry, begins: begun } of changes) {
    for (const op of entry.work.ops) values[op.cell] = begun ? values[op.cell]! - op.take : (op.set ?? values[op.cell]! + op.give);
  }
  return { now: to, values, entries };
}

function rank({ entry, begins: begun }: { readonly entry: Entry; readonly begins: boolean }): number {
  return begun || entry.start === entry.end ? 1 : 0;
}

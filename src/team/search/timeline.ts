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

/** What happens to one cell at one moment. */
interface CellEvent {
  readonly time: number;
  readonly op: Op;
  /** 0: work ends. 1: work begins. 2: both at once. */
  readonly kind: 0 | 1 | 2;
}

/**
 * The first moment from `from` on at which work that lasts `lasting` can begin, so that its needs are met and all that is planned still works.
 * Infinity when there is none. Only moments at which something begins or ends need to be tried: between them nothing changes for the better.
 */
export function earliestStart(line: Line, work: LocalWork, from: number, lasting: number): number {
  if (from === Infinity || lasting === Infinity) return Infinity;
  let start = from;
  while (!fits(line, work, start, start + lasting)) {
    let next = Infinity;
    for (const entry of line.entries) {
      if (entry.start > start && entry.start < next) next = entry.start;
      if (entry.end > start && entry.end < next) next = entry.end;
    }
    if (next === Infinity) return Infinity;
    start = next;
  }
  return start;
}

/** True when the work can lie on the line from `start` to `end`. */
export function fits(line: Line, work: LocalWork, start: number, end: number): boolean {
  for (const station of work.holds) {
    for (const entry of line.entries) if (start < entry.end && end > entry.start && entry.work.holds.includes(station)) return false;
  }
  for (const op of work.ops) if (!cellFits(line, op, start, end)) return false;
  return true;
}

function cellFits(line: Line, own: Op, start: number, end: number): boolean {
  const { cell } = own;
  const { now } = line;
  let low = line.values[cell]!;
  let high = low;
  let locks = 0;
  let events: CellEvent[] | undefined;
  for (const entry of line.entries) {
    const op = entry.work.opAt[cell];
    if (op === undefined) continue;
    const begun = entry.start <= now;
    if (begun) {
      high += op.give;
      if (op.set !== undefined) locks++;
      if (entry.end <= start && line.entries.length === 1) {
        // The commonest case, one thing under way that ends in time, needs no list.
        low += op.give;
        if (op.set !== undefined) {
          low = high = op.set;
          locks--;
        }
        continue;
      }
    }
    events ??= [];
    if (!begun) insert(events, { time: entry.start, op, kind: entry.start === entry.end ? 2 : 1 });
    if (begun || entry.start !== entry.end) insert(events, { time: entry.end, op, kind: 0 });
  }
  if (events === undefined) return begins(own, low, high, locks);
  insert(events, { time: start, op: own, kind: start === end ? 2 : 1 });
  if (start !== end) insert(events, { time: end, op: own, kind: 0 });
  for (const { op, kind } of events) {
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

/** In order of time; ends before beginnings, and what was inserted first before what came later. */
function insert(events: CellEvent[], event: CellEvent): void {
  const late = event.kind === 0 ? 0 : 1;
  let at = events.length;
  while (at > 0) {
    const before = events[at - 1]!;
    if (before.time < event.time || (before.time === event.time && (before.kind === 0 ? 0 : 1) <= late)) break;
    at--;
  }
  events.splice(at, 0, event);
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

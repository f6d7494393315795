import { traceLayer } from '../core/index.js';
import { overlaps } from './masks.js';
import { flag, mostDepressed } from './mind-columns.js';
import type { Minds } from './minds.js';
import { setAsideWhy, traceEvent } from './trace-events.js';

// Goals that a mind has set aside. The first ones stand in entries, with why and for how long; when these are all taken by goals that wait
// for a change, further ones of that kind are only marked, a bit each: however many goals are out of reach, the next one gets its turn.

/** The longest a goal is set aside without looking again, in seconds; also the cap of the doubling. */
const longestWait = 16;

/** One goal that is set aside. */
export interface Aside {
  readonly goal: number;
  /** See `setAsideWhy`. */
  readonly why: number;
  /** Seconds left; below 0: until a fact it depends on changes. 0: it may be wanted again, and only how often it was set aside is kept. */
  readonly left: number;
  readonly level: number;
}

/** How many entries and marks a brain's minds have for goals set aside. */
export function asideWidths(countOfOptions: number, goals: number): { readonly entries: number; readonly marks: number } {
  const entries = Math.min(16, Math.max(2, countOfOptions));
  return { entries, marks: goals > entries ? Math.ceil(goals / 32) : 0 };
}

/** Why a goal is set aside now; 0 when it is not. */
export function whyAside(minds: Minds, slot: number, goal: number): number {
  const at = asideAt(minds, slot, goal);
  if (at >= 0) return minds.c.asideLeft.data[at] === 0 ? 0 : minds.c.asideWhy.data[at]!;
  return isMarked(minds, slot, goal) ? setAsideWhy.unreachable : 0;
}

/** Sets a goal aside: until a fact it depends on changes, or for a time that doubles with each repetition. */
export function setAside(minds: Minds, slot: number, goal: number, why: number, untilChange: boolean): void {
  const { c } = minds;
  const level = c.asideLevel.data;
  const left = c.asideLeft.data;
  c.flags.data[slot]! |= flag.timers | flag.decide;
  const at = place(minds, slot, goal, untilChange);
  if (at >= 0) {
    if (c.aside.data[at] !== goal + 1) level[at] = 0;
    c.aside.data[at] = goal + 1;
    c.asideWhy.data[at] = why;
    left[at] = untilChange ? -1 : Math.min(longestWait, 2 ** level[at]!);
    if (!untilChange) level[at] = Math.min(4, level[at]! + 1);
  }
  minds.note(slot, traceLayer.utility, goal, traceEvent.setAside, why, untilChange ? 0 : left[at]! * 1000);
}

/** The entry that a goal gets; -1 when it was marked instead. */
function place(minds: Minds, slot: number, goal: number, untilChange: boolean): number {
  const { c, asides, asideMarks } = minds;
  const known = asideAt(minds, slot, goal);
  if (known >= 0) return known;
  mark(minds, slot, goal, false);
  const end = (slot + 1) * asides;
  const left = c.asideLeft.data;
  let over = -1;
  let waiting = -1;
  let soonest = -1;
  for (let at = slot * asides; at < end; at++) {
    if (c.aside.data[at] === 0) return at;
    if (left[at] === 0 && over < 0) over = at;
    else if (left[at]! < 0 && waiting < 0) waiting = at;
    else if (left[at]! > 0 && (soonest < 0 || left[at]! < left[soonest]!)) soonest = at;
  }
  let gives = over;
  if (gives < 0 && asideMarks > 0) {
    if (untilChange) {
      mark(minds, slot, goal, true);
      return -1;
    }
    if (waiting >= 0) mark(minds, slot, c.aside.data[waiting]! - 1, true);
    gives = waiting;
  }
  if (gives < 0) gives = soonest >= 0 ? soonest : slot * asides;
  dropEntry(minds, slot, gives);
  return end - 1;
}

/** Forgets that a goal was ever set aside: it was reached. */
export function clearAside(minds: Minds, slot: number, goal: number): void {
  const at = asideAt(minds, slot, goal);
  if (at >= 0) dropEntry(minds, slot, at);
  mark(minds, slot, goal, false);
}

/** Goals that were set aside until a fact changes, and depend on one of those that did, may be wanted again. */
export function forgetAside(minds: Minds, slot: number, changed: Int32Array): void {
  const { c, asides, program } = minds;
  for (let at = slot * asides; at < (slot + 1) * asides && c.aside.data[at] !== 0; ) {
    const goal = c.aside.data[at]! - 1;
    if (c.asideLeft.data[at]! >= 0 || !overlaps(program.goals.entry(goal).relevant, changed)) {
      at++;
      continue;
    }
    dropEntry(minds, slot, at);
    backAgain(minds, slot, goal);
  }
  for (const goal of marked(minds, slot)) {
    if (!overlaps(program.goals.entry(goal).relevant, changed)) continue;
    mark(minds, slot, goal, false);
    backAgain(minds, slot, goal);
  }
}

/** Lets time pass for goals set aside and steps left out; clears `timers` when nothing is left to wait for. */
export function countDown(minds: Minds, slot: number, dt: number): void {
  const { c, asides, asideMarks } = minds;
  const left = c.asideLeft.data;
  let waiting = false;
  for (let at = slot * asides; at < (slot + 1) * asides; at++) {
    if (left[at]! > 0) {
      left[at] = Math.max(0, left[at]! - dt);
      if (left[at] === 0) backAgain(minds, slot, c.aside.data[at]! - 1);
    }
    if (left[at] !== 0) waiting = true;
  }
  for (let at = slot * asideMarks; at < (slot + 1) * asideMarks; at++) if (c.asideMarks.data[at] !== 0) waiting = true;
  const steps = c.depressedLeft.data;
  for (let at = slot * mostDepressed; at < (slot + 1) * mostDepressed; at++) {
    if (steps[at]! > 0) steps[at] = Math.max(0, steps[at]! - dt);
    if (steps[at] !== 0) waiting = true;
  }
  if (!waiting) c.flags.data[slot]! &= ~flag.timers;
}

/** All goals set aside, those that are only marked last. */
export function listAsides(minds: Minds, slot: number): readonly Aside[] {
  const { c, asides } = minds;
  const found: Aside[] = [];
  for (let at = slot * asides; at < (slot + 1) * asides && c.aside.data[at] !== 0; at++) {
    found.push({ goal: c.aside.data[at]! - 1, why: c.asideWhy.data[at]!, left: c.asideLeft.data[at]!, level: c.asideLevel.data[at]! });
  }
  for (const goal of marked(minds, slot)) found.push({ goal, why: setAsideWhy.unreachable, left: -1, level: 0 });
  return found;
}

/** The reverse of {@link listAsides}, into an empty row. What has no room in it is wanted again sooner. */
export function fillAsides(minds: Minds, slot: number, list: readonly Aside[]): void {
  const { c, asides, asideMarks } = minds;
  list.forEach(({ goal, why, left, level }, index) => {
    if (index >= asides) {
      if (left < 0 && asideMarks > 0) mark(minds, slot, goal, true);
      return;
    }
    const at = slot * asides + index;
    c.aside.data[at] = goal + 1;
    c.asideWhy.data[at] = why;
    c.asideLeft.data[at] = left;
    c.asideLevel.data[at] = level;
  });
}

function backAgain(minds: Minds, slot: number, goal: number): void {
  minds.c.flags.data[slot]! |= flag.decide;
  minds.note(slot, traceLayer.utility, goal, traceEvent.backAgain, 0, 0);
}

/** Takes an entry out; those behind it move up, so that the order is that of being set aside, saved or not. */
function dropEntry({ c, asides }: Minds, slot: number, at: number): void {
  const end = (slot + 1) * asides;
  for (const { data } of [c.aside, c.asideWhy, c.asideLeft, c.asideLevel]) {
    data.copyWithin(at, at + 1, end);
    data[end - 1] = 0;
  }
}

/** Where a goal stands among the entries, or -1. */
function asideAt(minds: Minds, slot: number, goal: number): number {
  const { aside } = minds.c;
  for (let at = slot * minds.asides; at < (slot + 1) * minds.asides; at++) if (aside.data[at] === goal + 1) return at;
  return -1;
}

function isMarked({ c, asideMarks }: Minds, slot: number, goal: number): boolean {
  return asideMarks > 0 && (c.asideMarks.data[slot * asideMarks + (goal >>> 5)]! & (1 << (goal & 31))) !== 0;
}

function mark({ c, asideMarks }: Minds, slot: number, goal: number, on: boolean): void {
  if (asideMarks === 0) return;
  const at = slot * asideMarks + (goal >>> 5);
  const bit = 1 << (goal & 31);
  c.asideMarks.data[at] = on ? c.asideMarks.data[at]! | bit : c.asideMarks.data[at]! & ~bit;
}

function marked({ c, asideMarks }: Minds, slot: number): readonly number[] {
  const goals: number[] = [];
  for (let word = 0; word < asideMarks; word++) {
    for (let bits = c.asideMarks.data[slot * asideMarks + word]!; bits !== 0; bits &= bits - 1) goals.push(word * 32 + 31 - Math.clz32(bits & -bits));
  }
  return goals;
}

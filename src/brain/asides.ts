import { traceLayer } from '../core/internal.js';
import { overlaps } from './masks.js';
import { flag, mostDepressed } from './mind-columns.js';
import type { Minds } from './minds.js';
import type { BrainProgram } from './program.js';
import { setAsideWhy, traceEvent } from './trace-events.js';

// Goals that a mind has set aside. The first ones stand in entries, with why and for how long. When these are all taken, further ones are
// only marked, a bit each: those that wait for a change, and those that wait for a common time. So however many goals are out of reach or
// keep failing, the next one gets its turn.

/** Words of marks that a mind has at most: goals with higher numbers have entries only. */
const mostMarks = 64;

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
  /** It is only marked. */
  readonly marked: boolean;
}

/** How many entries, and words of marks, a brain's minds have for goals set aside. */
export function asideWidths({ options, goalOf, goals, planCalls }: Pick<BrainProgram, 'options' | 'goalOf' | 'goals' | 'planCalls'>): { readonly entries: number; readonly marks: number } {
  const entries = Math.min(16, Math.max(2, options.names.length));
  const wantable = new Set(planCalls.goalAt).size - 1 + options.options.reduce((sum, { targets }, at) => sum + (targets === null ? 1 : goals.firstOf(goalOf[at]! + 1) - goals.firstOf(goalOf[at]!)), 0);
  return { entries, marks: wantable > entries ? Math.min(mostMarks, Math.ceil(goals.count / 32)) : 0 };
}

/** Why a goal is set aside now; 0 when it is not. */
export function whyAside(minds: Minds, slot: number, goal: number): number {
  const at = asideAt(minds, slot, goal);
  if (at >= 0) return minds.c.asideLeft.data[at] === 0 ? 0 : minds.c.asideWhy.data[at]!;
  if (isMarked(minds, slot, goal, 'asideMarks')) return setAsideWhy.unreachable;
  return isMarked(minds, slot, goal, 'asideTimed') ? setAsideWhy.lately : 0;
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
  minds.note(slot, traceLayer.utility, goal, traceEvent.setAside, why, untilChange ? 0 : (at >= 0 ? left[at]! : c.asideClock.data[slot]!) * 1000);
}

/**
 * The entry that a goal gets; -1 when it was marked instead. Who waits for a change can do with a mark, so such a one gives up its entry for
 * one that counts down; then an entry whose time is over does, though how often it was set aside is forgotten with it.
 */
function place(minds: Minds, slot: number, goal: number, untilChange: boolean): number {
  const { c, asides, asideMarks } = minds;
  const known = asideAt(minds, slot, goal);
  if (known >= 0) return known;
  unmark(minds, slot, goal);
  const end = (slot + 1) * asides;
  const left = c.asideLeft.data;
  const canMark = goal < asideMarks * 32;
  let over = -1;
  let waiting = -1;
  let soonest = slot * asides;
  for (let at = slot * asides; at < end; at++) {
    const other = c.aside.data[at]! - 1;
    if (other < 0) return at;
    if (left[at] === 0 && over < 0) over = at;
    else if (left[at]! < 0 && waiting < 0 && other < asideMarks * 32) waiting = at;
    if (left[at]! > 0 && (left[soonest]! <= 0 || left[at]! < left[soonest]!)) soonest = at;
  }
  if (untilChange && canMark) {
    mark(minds, slot, goal, 'asideMarks');
    return -1;
  }
  if (!untilChange && waiting >= 0) {
    mark(minds, slot, c.aside.data[waiting]! - 1, 'asideMarks');
    dropEntry(minds, slot, waiting);
    return end - 1;
  }
  if (over < 0 && canMark) {
    mark(minds, slot, goal, 'asideTimed');
    // Anew with each mark: none of them comes back before all the others have had their turn.
    c.asideClock.data[slot] = longestWait;
    return -1;
  }
  dropEntry(minds, slot, over >= 0 ? over : soonest);
  return end - 1;
}

/** Forgets that a goal was ever set aside: it was reached. */
export function clearAside(minds: Minds, slot: number, goal: number): void {
  const at = asideAt(minds, slot, goal);
  if (at >= 0) dropEntry(minds, slot, at);
  unmark(minds, slot, goal);
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
  if (minds.asideMarks === 0) return;
  for (const goal of marked(minds, slot, 'asideMarks')) {
    if (!overlaps(program.goals.entry(goal).relevant, changed)) continue;
    unmark(minds, slot, goal);
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
      if (left[at] === 0) backAgain(minds, slot, c.aside.data[at]! - 1, traceEvent.backInTime);
    }
    if (left[at] !== 0) waiting = true;
  }
  for (let at = slot * asideMarks; at < (slot + 1) * asideMarks; at++) if (c.asideMarks.data[at] !== 0) waiting = true;
  const clock = c.asideClock.data;
  if (asideMarks > 0 && clock[slot]! > 0) {
    clock[slot] = Math.max(0, clock[slot]! - dt);
    if (clock[slot] === 0) everyMarkBack(minds, slot);
    else waiting = true;
  }
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
    found.push({ goal: c.aside.data[at]! - 1, why: c.asideWhy.data[at]!, left: c.asideLeft.data[at]!, level: c.asideLevel.data[at]!, marked: false });
  }
  for (const goal of marked(minds, slot, 'asideMarks')) found.push({ goal, why: setAsideWhy.unreachable, left: -1, level: 0, marked: true });
  for (const goal of marked(minds, slot, 'asideTimed')) found.push({ goal, why: setAsideWhy.lately, left: c.asideClock.data[slot]!, level: 0, marked: true });
  return found;
}

/** The reverse of {@link listAsides}, into an empty row. What has no room in it is wanted again sooner. */
export function fillAsides(minds: Minds, slot: number, list: readonly Aside[]): void {
  const { c, asides, asideMarks } = minds;
  let at = slot * asides;
  for (const { goal, why, left, level, marked: isMark } of list) {
    const canMark = goal < asideMarks * 32 && left !== 0;
    if ((isMark && canMark) || at === (slot + 1) * asides) {
      if (!canMark) continue;
      mark(minds, slot, goal, left < 0 ? 'asideMarks' : 'asideTimed');
      if (left > 0) c.asideClock.data[slot] = Math.max(left, c.asideClock.data[slot]!);
      continue;
    }
    c.aside.data[at] = goal + 1;
    c.asideWhy.data[at] = why;
    c.asideLeft.data[at] = left;
    c.asideLevel.data[at] = level;
    at++;
  }
}

function everyMarkBack(minds: Minds, slot: number): void {
  for (const goal of marked(minds, slot, 'asideTimed')) {
    unmark(minds, slot, goal);
    backAgain(minds, slot, goal, traceEvent.backInTime);
  }
}

function backAgain(minds: Minds, slot: number, goal: number, event: number = traceEvent.backAgain): void {
  minds.c.flags.data[slot]! |= flag.decide;
  minds.note(slot, traceLayer.utility, goal, event, 0, 0);
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

type Marks = 'asideMarks' | 'asideTimed';

function isMarked({ c, asideMarks }: Minds, slot: number, goal: number, marks: Marks): boolean {
  return goal < asideMarks * 32 && (c[marks].data[slot * asideMarks + (goal >>> 5)]! & (1 << (goal & 31))) !== 0;
}

function mark({ c, asideMarks }: Minds, slot: number, goal: number, marks: Marks): void {
  c[marks].data[slot * asideMarks + (goal >>> 5)]! |= 1 << (goal & 31);
}

function unmark({ c, asideMarks }: Minds, slot: number, goal: number): void {
  if (goal >= asideMarks * 32) return;
  const at = slot * asideMarks + (goal >>> 5);
  c.asideMarks.data[at]! &= ~(1 << (goal & 31));
  c.asideTimed.data[at]! &= ~(1 << (goal & 31));
}

function marked({ c, asideMarks }: Minds, slot: number, marks: Marks): readonly number[] {
  const goals: number[] = [];
  for (let word = 0; word < asideMarks; word++) {
    for (let bits = c[marks].data[slot * asideMarks + word]!; bits !== 0; bits &= bits - 1) goals.push(word * 32 + 31 - Math.clz32(bits & -bits));
  }
  return goals;
}

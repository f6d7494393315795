import { traceLayer } from '../core/internal.js';
import { overlaps } from './masks.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { traceEvent } from './trace-events.js';

// What went wrong for a mind, and is not tried again for now: goals set aside, steps left out of plans, targets let be. Most minds have
// none of it most of the time, so it is one record a mind that has, beside the columns.

/** The longest a goal or a target is set aside without looking again, in seconds; also the cap of the doubling. */
const longestWait = 16;
/** The longest a step is left out, in seconds. */
const longestLeftOut = 64;

/** A goal that is set aside. */
export interface Aside {
  /** See `setAsideWhy`. */
  why: number;
  /** Seconds left; below 0: until a fact it depends on changes. 0: it may be wanted again, and only how often it was set aside is kept. */
  left: number;
  /** How often the time was doubled. */
  level: number;
}

/** A step that is left out of plans. */
export interface LeftOut {
  left: number;
  level: number;
  /** It was the senses that denied its effect. */
  denied: boolean;
}

/** A target of an option that is let be. */
export interface LetBe extends Aside {
  readonly option: number;
  /** Its code among the keys of the chooser. */
  readonly code: number;
}

/** The troubles of one mind, by goal and by step. */
export interface Troubles {
  readonly asides: Map<number, Aside>;
  readonly leftOut: Map<number, LeftOut>;
  readonly targets: LetBe[];
}

/** The troubles of a mind, made when there are none. */
export function troublesOf(minds: Minds, slot: number): Troubles {
  let found = minds.troubles.get(slot);
  if (found === undefined) minds.troubles.set(slot, (found = { asides: new Map(), leftOut: new Map(), targets: [] }));
  return found;
}

/** Why a goal is set aside now; 0 when it is not. */
export function whyAside(minds: Minds, slot: number, goal: number): number {
  const aside = minds.troubles.get(slot)?.asides.get(goal);
  return aside === undefined || aside.left === 0 ? 0 : aside.why;
}

/** Why a target is let be now; 0 when it is not. */
export function whyLetBe(minds: Minds, slot: number, option: number, code: number): number {
  const found = minds.troubles.get(slot)?.targets.find((each) => each.option === option && each.code === code);
  return found === undefined || found.left === 0 ? 0 : found.why;
}

/** Whether a step is left out of plans now. */
export function isLeftOut(minds: Minds, slot: number, step: number): boolean {
  return (minds.troubles.get(slot)?.leftOut.get(step)?.left ?? 0) > 0;
}

/** Sets a goal aside: until a fact it depends on changes, or for a time that doubles with each repetition. */
export function setAside(minds: Minds, slot: number, goal: number, why: number, untilChange: boolean): void {
  const { asides } = troublesOf(minds, slot);
  let aside = asides.get(goal);
  if (aside === undefined) asides.set(goal, (aside = { why, left: 0, level: 0 }));
  begin(minds, slot, aside, why, untilChange);
  minds.note(slot, traceLayer.utility, goal, traceEvent.setAside, why, untilChange ? 0 : aside.left * 1000);
}

/** Lets a target be, for a time that doubles with each repetition: its goal is good for all the others. */
export function letBe(minds: Minds, slot: number, goal: number, option: number, code: number, why: number): void {
  const { targets } = troublesOf(minds, slot);
  let found = targets.find((each) => each.option === option && each.code === code);
  if (found === undefined) targets.push((found = { option, code, why, left: 0, level: 0 }));
  begin(minds, slot, found, why, false);
  minds.note(slot, traceLayer.utility, goal, traceEvent.letBe, why, found.left * 1000);
}

function begin(minds: Minds, slot: number, aside: Aside, why: number, untilChange: boolean): void {
  minds.c.flags.data[slot]! |= flag.timers | flag.decide;
  aside.why = why;
  aside.left = untilChange ? -1 : Math.min(longestWait, 2 ** aside.level);
  if (!untilChange) aside.level = Math.min(4, aside.level + 1);
}

/** Leaves a step out of plans for a time that doubles with each repetition. */
export function leaveOut(minds: Minds, slot: number, step: number, denied: boolean): void {
  const { c, program } = minds;
  const { leftOut } = troublesOf(minds, slot);
  const level = leftOut.get(step)?.level ?? 0;
  const left = Math.min(longestLeftOut, program.depress[program.engine.actionOf[step]!]! * 2 ** level);
  leftOut.set(step, { left, level: Math.min(6, level + 1), denied });
  c.flags.data[slot]! |= flag.timers;
  minds.note(slot, traceLayer.step, step, traceEvent.depressed, left * 1000, 0);
}

/** Forgets that a goal was ever set aside, or a target let be: it was reached. */
export function clearAside(minds: Minds, slot: number, goal: number): void {
  minds.troubles.get(slot)?.asides.delete(goal);
}

/** The same of a target. */
export function clearLetBe(minds: Minds, slot: number, option: number, code: number): void {
  const targets = minds.troubles.get(slot)?.targets;
  const at = targets?.findIndex((each) => each.option === option && each.code === code) ?? -1;
  if (at >= 0) targets!.splice(at, 1);
}

/** Goals that were set aside until a fact changes, and depend on one of those that did, may be wanted again. */
export function forgetAside(minds: Minds, slot: number, changed: Int32Array): void {
  const asides = minds.troubles.get(slot)?.asides;
  if (asides === undefined) return;
  for (const [goal, { left }] of asides) {
    if (left >= 0 || !overlaps(minds.program.goals.entry(goal).relevant, changed)) continue;
    asides.delete(goal);
    backAgain(minds, slot, goal, traceEvent.backAgain);
  }
}

/** Lets time pass for all that is set aside or left out; clears `timers` when nothing is left to wait for. */
export function countDown(minds: Minds, slot: number, dt: number): void {
  const troubles = minds.troubles.get(slot);
  let waiting = false;
  if (troubles !== undefined) {
    for (const [goal, aside] of troubles.asides) {
      if (aside.left > 0 && (aside.left = less(aside.left, dt)) === 0) backAgain(minds, slot, goal, traceEvent.backInTime);
      if (aside.left !== 0) waiting = true;
    }
    for (const each of troubles.targets) {
      if (each.left > 0 && (each.left = less(each.left, dt)) === 0) minds.c.flags.data[slot]! |= flag.decide;
      if (each.left !== 0) waiting = true;
    }
    for (const each of troubles.leftOut.values()) {
      each.left = less(each.left, dt);
      if (each.left !== 0) waiting = true;
    }
  }
  if (!waiting) minds.c.flags.data[slot]! &= ~flag.timers;
}

/** Time that is left; what is left by rounding only is nothing. */
function less(left: number, dt: number): number {
  return left - dt < 1e-6 ? 0 : left - dt;
}

function backAgain(minds: Minds, slot: number, goal: number, event: number): void {
  minds.c.flags.data[slot]! |= flag.decide;
  minds.note(slot, traceLayer.utility, goal, event, 0, 0);
}

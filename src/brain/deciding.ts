import { traceLayer } from '../core/index.js';
import { overlaps } from './masks.js';
import { flag, mostDepressed } from './mind-columns.js';
import type { Minds } from './minds.js';
import { traceEvent } from './trace-events.js';

/** The longest a goal is set aside without looking again, in seconds; also the cap of the doubling. */
const longestWait = 16;

/** Chooses the wanted goal: the one asked for from outside, else the best option whose goal is not reached and not set aside. */
export function decide(minds: Minds, slot: number, body: unknown): void {
  const { c, program, chooser, allowed } = minds;
  const { goalOf } = program;
  const fresh = (c.flags.data[slot]! & flag.fresh) !== 0;
  chooser.letPass(slot, c.sinceDecide.data);
  c.flags.data[slot]! &= ~(flag.decide | flag.fresh);
  // The first decision also fixes at which moments of its period the mind decides from now on.
  c.sinceDecide.data[slot] = fresh ? phaseOf(minds, slot) * program.decideEvery : 0;
  const forced = c.forced.data[slot]!;
  if (forced !== 0) {
    if (!isOut(minds, slot, forced - 1, false)) {
      want(minds, slot, forced, -1);
      return;
    }
    c.forced.data[slot] = 0;
  }
  if (goalOf.length === 0) {
    want(minds, slot, 0, -1);
    return;
  }
  const { options } = program.options;
  for (let option = 0; option < goalOf.length; option++) {
    // The goal of an option with targets is known only with its target: see `isTargetOut`.
    allowed[option] = options[option]!.targets === null && isOut(minds, slot, program.goals.firstOf(goalOf[option]!), options[option]!.maintain) ? 0 : 1;
  }
  const before = chooser.current(slot);
  const target = chooser.targetCode(slot);
  choose(minds, slot, body);
  if (minds.hasRoles) bindTarget(minds, slot, body, before, target);
}

/** Lets the chooser choose among what is allowed. */
function choose(minds: Minds, slot: number, body: unknown): void {
  const option = minds.chooser.decide(slot, body, minds.view.view, 0, minds.allowed);
  want(minds, slot, option < 0 ? 0 : goalOfOption(minds, slot, option, minds.chooser.targetObject(slot)) + 1, option);
}

/** Whether an option with targets cannot be about this one now: the goal it stands for is of no use, holds already, or was set aside. */
export function isTargetOut(minds: Minds, slot: number, option: number, target: unknown): boolean {
  const goal = goalOfOption(minds, slot, option, target);
  return goal < 0 || isOut(minds, slot, goal, minds.program.options.options[option]!.maintain);
}

/** Tells the body which target it is about now. Another target for the same goal breaks the plan; what a restore lost is told again. */
function bindTarget(minds: Minds, slot: number, body: unknown, before: number, code: number): void {
  const { chooser, program, roles, crowd, c } = minds;
  const { options } = program.options;
  const now = chooser.current(slot);
  const target = now < 0 ? undefined : chooser.targetObject(slot);
  const known = roles.get(slot);
  if (now === before && code === chooser.targetCode(slot) && known === target) return;
  if (now >= 0 && now === before && code !== chooser.targetCode(slot)) c.flags.data[slot]! |= flag.retarget;
  const tell = (option: number, what: unknown): void => {
    try {
      options[option]!.bind?.(body, what);
    } catch (error) {
      crowd.report(c.id.data[slot]!, `${options[option]!.path}.bind`, error);
    }
  };
  // Whoever had a target told of it, though after a restore it is not known which.
  if (before >= 0 && before !== now && options[before]!.targets !== null) tell(before, undefined);
  if (now >= 0) tell(now, target);
  if (target === undefined) roles.delete(slot);
  else roles.set(slot, target);
}

/** The ground goal of an option, with the params of a target; -1 when the user's `params` is of no use. */
function goalOfOption(minds: Minds, slot: number, option: number, target: unknown): number {
  const { program, crowd, c } = minds;
  const { params, name, path } = program.options.options[option]!;
  const first = program.goals.firstOf(program.goalOf[option]!);
  if (params === null) return first;
  try {
    return program.goals.number({ goal: name, params: params(target) }, `${path}.params`);
  } catch (error) {
    crowd.report(c.id.data[slot]!, `${path}.params`, error);
    return -1;
  }
}

/** True for a goal that is not worth wanting now: it holds already, or was set aside. */
export function isOut(minds: Minds, slot: number, goal: number, maintain: boolean): boolean {
  if (!maintain && minds.program.goals.holds(goal, minds.facts.data, slot * minds.words)) return true;
  if ((minds.c.flags.data[slot]! & flag.timers) === 0) return false;
  const at = asideAt(minds, slot, goal);
  return at >= 0 && minds.c.asideLeft.data[at] !== 0;
}

function want(minds: Minds, slot: number, goal: number, option: number): void {
  const { wanted } = minds.c;
  const before = wanted.data[slot]!;
  if (before === goal) return;
  wanted.data[slot] = goal;
  minds.note(slot, traceLayer.utility, option, traceEvent.wanted, goal, before);
}

/**
 * Sets a goal aside: until a fact it depends on changes, or for a time that doubles with each repetition.
 * When there is no room, the entry that ends first makes room.
 */
export function setAside(minds: Minds, slot: number, goal: number, why: number, untilChange: boolean): void {
  const { c, asides } = minds;
  const level = c.asideLevel.data;
  const left = c.asideLeft.data;
  let at = asideAt(minds, slot, goal);
  if (at < 0) {
    at = slot * asides;
    for (let each = at; each < (slot + 1) * asides; each++) {
      if (c.aside.data[each] === 0) {
        at = each;
        break;
      }
      if (left[each]! >= 0 && (left[at]! < 0 || left[each]! < left[at]!)) at = each;
    }
    level[at] = 0;
  }
  c.aside.data[at] = goal + 1;
  c.asideWhy.data[at] = why;
  left[at] = untilChange ? -1 : Math.min(longestWait, 2 ** level[at]!);
  if (!untilChange) level[at] = Math.min(4, level[at]! + 1);
  c.flags.data[slot]! |= flag.timers | flag.decide;
  minds.note(slot, traceLayer.utility, goal, traceEvent.setAside, why, untilChange ? 0 : left[at]! * 1000);
}

/** Forgets that a goal was ever set aside: it was reached. */
export function clearAside(minds: Minds, slot: number, goal: number): void {
  const at = asideAt(minds, slot, goal);
  if (at >= 0) dropAside(minds, slot, at);
}

/** Takes an entry out; those behind it move up, so that the order is that of being set aside, saved or not. */
function dropAside({ c, asides }: Minds, slot: number, at: number): void {
  const end = (slot + 1) * asides;
  for (const { data } of [c.aside, c.asideWhy, c.asideLeft, c.asideLevel]) {
    data.copyWithin(at, at + 1, end);
    data[end - 1] = 0;
  }
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
    dropAside(minds, slot, at);
    backAgain(minds, slot, goal);
  }
}

/** Lets time pass for goals set aside and steps left out; clears `timers` when nothing is left to wait for. */
export function countDown(minds: Minds, slot: number, dt: number): void {
  const { c, asides } = minds;
  const left = c.asideLeft.data;
  let waiting = false;
  for (let at = slot * asides; at < (slot + 1) * asides; at++) {
    if (left[at]! > 0) {
      left[at] = Math.max(0, left[at]! - dt);
      if (left[at] === 0) backAgain(minds, slot, c.aside.data[at]! - 1);
    }
    if (left[at] !== 0) waiting = true;
  }
  const steps = c.depressedLeft.data;
  for (let at = slot * mostDepressed; at < (slot + 1) * mostDepressed; at++) {
    if (steps[at]! > 0) steps[at] = Math.max(0, steps[at]! - dt);
    if (steps[at] !== 0) waiting = true;
  }
  if (!waiting) c.flags.data[slot]! &= ~flag.timers;
}

function backAgain(minds: Minds, slot: number, goal: number): void {
  minds.c.flags.data[slot]! |= flag.decide;
  minds.note(slot, traceLayer.utility, goal, traceEvent.backAgain, 0, 0);
}

/** Where a goal stands among those set aside, or -1. */
function asideAt(minds: Minds, slot: number, goal: number): number {
  const { aside } = minds.c;
  for (let at = slot * minds.asides; at < (slot + 1) * minds.asides; at++) if (aside.data[at] === goal + 1) return at;
  return -1;
}

/** A number in [0, 1) that differs from mind to mind. */
function phaseOf(minds: Minds, slot: number): number {
  return (minds.c.spawn.data[slot]! * 0.7548776662466927) % 1;
}

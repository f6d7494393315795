import { failure, running, success, traceLayer, type Status } from '../core/internal.js';
import { boxHolds, readCell, type Cell } from '../facts/internal.js';
import { applicable, applyAction } from '../goap/internal.js';
import type { ExitReason } from '../hsm/internal.js';
import { claimRest, claimRoom, dropClaims, endStock, useStock } from './claims.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { addNeeds, hasEffects } from './step-changes.js';
import { factsChanged } from './news.js';
import { freeStations, leaveLine, takeStations } from './stations.js';
import { isBound, isLost } from './targets.js';
import { endReasons, replanWhy, setAsideWhy, traceEvent, type ReplanWhy } from './trace-events.js';
import { isLeftOut, leaveOut, letBe, setAside } from './troubles.js';

/** Besides the statuses: the plan came to an end short of the goal, or broke, and another is needed. */
export const replan = 3;

/** Steps begun in one tick before the rest waits for the next. */
const mostStepsPerTick = 8;
/** The same before a target is let be. */
const mostWithTarget = 2;
/** Failed steps without a completed one between, before the leaf gives up. */
const mostAttempts = 3;

/**
 * Carries the plan on: drives the current step, and when it is done goes on to the next in the same tick.
 *
 * @param mayBegin false: no further step is begun
 * @returns running; success when the pursued goal holds; failure when the mind gives up; or {@link replan}
 */
export function perform(minds: Minds, slot: number, body: unknown, dt: number, mayBegin: boolean): Status | typeof replan {
  const { c, program, states } = minds;
  let time = dt;
  for (let left = mostStepsPerTick; left > 0; left--) {
    if ((c.flags.data[slot]! & flag.performing) === 0) {
      if (!mayBegin) return running;
      const begun = begin(minds, slot);
      if (begun === notBegun) return replan;
      if (begun === inLine) return running;
    }
    const action = minds.planned(slot, c.planAt.data[slot]!);
    const step = program.engine.task.step[action]!;
    let status: Status;
    if (program.hasUntil && isSeen(minds, slot, step)) {
      states.abort(slot, body, program.params[action], 'success');
      status = success;
    } else status = states.drive(slot, body, program.params[action], time);
    if (status === running) return running;
    time = 0;
    if (status === failure) {
      endStep(minds, slot, step);
      return failed(minds, slot, body, step, replanWhy.stepFailed);
    }
    if (!done(minds, slot, body, step)) return failed(minds, slot, body, step, replanWhy.surprised);
    if (goalHolds(minds, slot, c.pursued.data[slot]! - 1)) return success;
    if (c.planAt.data[slot]! >= c.planLength.data[slot]!) {
      c.need.data[slot] = replanWhy.planDone;
      return replan;
    }
  }
  return running;
}

/** The step at hand; only meaningful while there is a plan. */
export function currentStep(minds: Minds, slot: number): number {
  return minds.program.engine.task.step[minds.planned(slot, minds.c.planAt.data[slot]!)]!;
}

export function goalHolds(minds: Minds, slot: number, goal: number): boolean {
  return minds.program.goals.holds(goal, minds.facts.data, slot * minds.words);
}

/** Ends the step at hand before its time; does nothing when none is performed. */
export function abortStep(minds: Minds, slot: number, body: unknown, why: ExitReason): void {
  const { c, program, states } = minds;
  if ((c.flags.data[slot]! & flag.performing) === 0) return;
  const step = currentStep(minds, slot);
  states.abort(slot, body, program.engine.steps[step]!.params, why);
  endStep(minds, slot, step);
  minds.note(slot, traceLayer.step, step, traceEvent.stepAborted, Math.max(0, endReasons.indexOf(why)), 0);
}

/** The states of a step have ended: its stations are free, and what it had done to shared facts so far counts no more. */
function endStep(minds: Minds, slot: number, step: number): void {
  minds.c.flags.data[slot]! &= ~flag.performing;
  if (minds.program.hasStock) endStock(minds, slot);
  if (minds.program.hasStations) freeStations(minds, step);
}

/** Forgets the plan and the search for another. */
export function clearPlan(minds: Minds, slot: number): void {
  const { c } = minds;
  c.planLength.data[slot] = 0;
  c.planAt.data[slot] = 0;
  c.pursued.data[slot] = 0;
  c.need.data[slot] = 0;
  c.attempts.data[slot] = 0;
  c.flags.data[slot]! &= ~(flag.dirty | flag.cut);
  if (minds.program.hasStock) dropClaims(minds, slot);
  if ((c.flags.data[slot]! & flag.inLine) !== 0) leaveLine(minds, slot);
  cancelSearch(minds, slot);
}

/** Takes back what was asked of the planner; does nothing when nothing was. */
export function cancelSearch(minds: Minds, slot: number): void {
  const { c } = minds;
  if (c.requested.data[slot] === 0) return;
  minds.crowd.desk.cancel(c.seat.data[slot]!);
  c.requested.data[slot] = 0;
  c.flags.data[slot]! &= ~flag.waiting;
}

/** Answers of {@link begin}. */
const notBegun = 0;
const isBegun = 1;
const inLine = 2;

/** Begins the step at the plan's place; `notBegun` when its preconditions do not hold any more, or it is left out, or what it makes has no room. */
function begin(minds: Minds, slot: number): number {
  const { c, program, states, facts, words } = minds;
  const { task, actionOf } = program.engine;
  const at = c.planAt.data[slot]!;
  if (at >= c.planLength.data[slot]!) {
    c.need.data[slot] = replanWhy.planDone;
    return notBegun;
  }
  const action = minds.planned(slot, at);
  if (!applicable(task, action, facts.data, slot * words)) {
    c.need.data[slot] = replanWhy.broken;
    minds.note(slot, traceLayer.plan, c.pursued.data[slot]! - 1, traceEvent.planBroken, at, 0);
    return notBegun;
  }
  const step = task.step[action]!;
  // Left out since this plan was made; only a plan that goes on while another is looked for comes here.
  if ((c.flags.data[slot]! & flag.timers) !== 0 && isLeftOut(minds, slot, step)) return notBegun;
  if (program.hasStations && !takeStations(minds, slot, step)) return inLine;
  if (program.hasStock && !beginStock(minds, slot, step)) {
    if (program.hasStations) freeStations(minds, step);
    return notBegun;
  }
  states.begin(slot, actionOf[step]!);
  c.flags.data[slot]! |= flag.performing | flag.begun;
  weighService(minds, slot, step);
  minds.note(slot, traceLayer.step, step, traceEvent.stepBegun, at, 0);
  return isBegun;
}

/** Claims what the step takes, where that is not claimed yet, and room for what it makes; where that is not to be had, the plan breaks. */
function beginStock(minds: Minds, slot: number, step: number): boolean {
  const { c, program } = minds;
  const stock = program.changes.stock(step);
  if (stock === null) return true;
  if (claimRoom(minds, slot, stock)) {
    if (!stock.late || claimRest(minds, slot, true)) return true;
    endStock(minds, slot);
  } else leaveOut(minds, slot, step, false);
  c.need.data[slot] = replanWhy.broken;
  minds.note(slot, traceLayer.plan, c.pursued.data[slot]! - 1, traceEvent.planBroken, c.planAt.data[slot]!, 0);
  return false;
}

/**
 * A step succeeded: its effects are believed, the sensors that own what it changed or what the next step needs look at once and overrule.
 *
 * @returns false when the senses deny an effect
 */
function done(minds: Minds, slot: number, body: unknown, step: number): boolean {
  const { c, program, crowd, facts, words, sensing, before, predicted, look } = minds;
  const { task } = program.engine;
  const at = slot * words;
  const place = c.planAt.data[slot]!;
  const action = minds.planned(slot, place);
  const { changes, bits, shared } = program.changes.of(step);
  sensing.begin(slot);
  for (let word = 0; word < words; word++) before[word] = facts.data[at + word]!;
  applyAction(task, action, facts.data, at);
  for (let word = 0; word < words; word++) predicted[word] = facts.data[at + word]!;
  look.set(bits);
  if (place + 1 < c.planLength.data[slot]!) addNeeds(task, minds.planned(slot, place + 1), look);
  sensing.lookAt(slot, body, look);
  let denied = false;
  for (const { cell } of changes) if (isDenied(cell, readCell(cell, before, 0), readCell(cell, predicted, 0), readCell(cell, facts.data, at))) denied = true;
  if (shared) {
    const stock = program.changes.stock(step);
    if (!denied && stock !== null && !useStock(minds, slot, stock)) denied = true;
    if (denied) for (let word = program.engine.layout.privateWords; word < words; word++) facts.data[at + word] = before[word]!;
    else for (const change of changes) if (change.cell.shared && !program.changes.isStock(change)) crowd.shared.write(minds.shared.cells.get(change.cell.index)!, 'add' in change ? change.add : change.set, 'add' in change);
    // What this mind did to a shared fact is true for itself at once, and for everybody from the next tick on.
    c.sharedSeen.data[slot] = 0;
  }
  endStep(minds, slot, step);
  if (sensing.differs(slot)) factsChanged(minds, slot, sensing.changed);
  if (denied) {
    minds.note(slot, traceLayer.step, step, traceEvent.surprised, 0, 0);
    return false;
  }
  c.planAt.data[slot] = place + 1;
  c.attempts.data[slot] = 0;
  if (c.failedStep.data[slot] === step + 1) c.failedTimes.data[slot] = 0;
  minds.note(slot, traceLayer.step, step, traceEvent.stepDone, 0, 0);
  // What the plan made itself is kept for its next steps.
  if (shared && !claimRest(minds, slot)) c.need.data[slot] = replanWhy.broken;
  return true;
}

/** A flag or member is denied when the senses say otherwise; a number when it did not move the way it should have. */
function isDenied(cell: Cell, before: number, predicted: number, sensed: number): boolean {
  if (cell.kind !== 'int') return sensed !== predicted;
  return predicted !== before && Math.sign(sensed - before) !== Math.sign(predicted - before);
}

/**
 * A step failed: another plan is needed, unless the mind has tried often enough. A step that fails twice running is left out for a while;
 * where there is a target, it is that which is let be, since with another one the same step may go well.
 */
function failed(minds: Minds, slot: number, body: unknown, step: number, why: ReplanWhy): Status | typeof replan {
  const { c } = minds;
  // Its target is gone: that is nobody's failure.
  if (isBound(minds, slot) && isLost(minds, slot, body)) return replan;
  const attempts = c.attempts.data[slot]! + 1;
  c.attempts.data[slot] = attempts;
  c.failedTimes.data[slot] = c.failedStep.data[slot] === step + 1 ? Math.min(255, c.failedTimes.data[slot]! + 1) : 1;
  c.failedStep.data[slot] = step + 1;
  minds.note(slot, traceLayer.step, step, traceEvent.stepFailed, attempts, 0);
  if (isBound(minds, slot)) {
    if (attempts >= mostWithTarget) {
      letBe(minds, slot, c.pursued.data[slot]! - 1, c.boundOption.data[slot]! - 1, c.boundCode.data[slot]!, setAsideWhy.gaveUp);
      c.flags.data[slot]! |= flag.lost;
    }
  } else if (c.failedTimes.data[slot] >= 2) {
    leaveOut(minds, slot, step, why === replanWhy.surprised);
    c.failedTimes.data[slot] = 0;
  }
  if (attempts > mostAttempts) {
    setAside(minds, slot, c.pursued.data[slot]! - 1, setAsideWhy.gaveUp, false);
    return failure;
  }
  c.need.data[slot] = why;
  // Not in this tick: the senses look first, and a step that fails at once cannot fail a hundred times a second.
  return running;
}

/** Whether the step at hand serves the goal: it writes every cell of it that is not as it should be. */
export function weighService({ c, program, facts, words }: Minds, slot: number, step: number): void {
  const pursued = c.pursued.data[slot]!;
  const serves = pursued !== 0 && boxHolds(program.unwritten(pursued - 1, step), facts.data, slot * words);
  c.flags.data[slot] = (c.flags.data[slot]! & ~flag.serving) | (serves ? flag.serving : 0);
}

/** True for a step that lasts until its effects are seen, when they are. */
function isSeen({ program, facts, words }: Minds, slot: number, step: number): boolean {
  return program.untilEffect[program.engine.actionOf[step]!] === 1 && hasEffects(program.changes.seen(step), facts.data, slot * words);
}

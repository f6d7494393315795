import { failure, running, success, traceLayer, type Status } from '../core/internal.js';
import { readCell, type Cell } from '../facts/internal.js';
import { applicable, applyAction } from '../goap/internal.js';
import type { ExitReason } from '../hsm/index.js';
import { setAside } from './asides.js';
import { deniedBit, flag, levelBits, mostDepressed } from './mind-columns.js';
import type { Minds } from './minds.js';
import { addNeeds } from './step-changes.js';
import { factsChanged } from './tick.js';
import { replanWhy, setAsideWhy, traceEvent, type ReplanWhy } from './trace-events.js';

/** Besides the statuses: the plan came to an end short of the goal, or broke, and another is needed. */
export const replan = 3;

/** Steps begun in one tick before the rest waits for the next. */
const mostStepsPerTick = 8;
/** Failed steps without a completed one between, before the leaf gives up. */
const mostAttempts = 3;
/** The longest a step is left out, in seconds. */
const longestDepression = 64;

/**
 * Carries the plan on: drives the current step, and when it is done goes on to the next in the same tick.
 *
 * @param mayBegin false: no further step is begun
 * @returns running; success when the pursued goal holds; failure when the mind gives up; or {@link replan}
 */
export function perform(minds: Minds, slot: number, body: unknown, dt: number, mayBegin: boolean): Status | typeof replan {
  const { c, program, states } = minds;
  let time = dt;
  if ((c.flags.data[slot]! & flag.refused) !== 0) return refused(minds, slot, body);
  for (let left = mostStepsPerTick; left > 0; left--) {
    if ((c.flags.data[slot]! & flag.performing) === 0) {
      if (!mayBegin) return running;
      if (!begin(minds, slot)) return replan;
    }
    const action = minds.planned(slot, c.planAt.data[slot]!);
    const status = states.drive(slot, body, program.params[action], time);
    if (status === running) return running;
    const step = program.engine.task.step[action]!;
    time = 0;
    c.flags.data[slot]! &= ~flag.performing;
    if (status === failure) return failed(minds, slot, step, replanWhy.stepFailed);
    if (!done(minds, slot, body, step)) return failed(minds, slot, step, replanWhy.surprised);
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
  c.flags.data[slot]! &= ~flag.performing;
  const step = currentStep(minds, slot);
  states.abort(slot, body, program.engine.steps[step]!.params, why);
  minds.note(slot, traceLayer.step, step, traceEvent.stepAborted, why === 'goalChanged' ? 1 : 0, 0);
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

/**
 * What an earlier step did to a shared fact was refused at the end of that tick: the step has failed after all, and the plan rests on
 * something that is not so.
 */
function refused(minds: Minds, slot: number, body: unknown): Status {
  const { c, program } = minds;
  c.flags.data[slot]! &= ~flag.refused;
  abortStep(minds, slot, body, 'abort');
  const done = Math.max(0, c.planAt.data[slot]! - 1);
  return failed(minds, slot, program.engine.task.step[minds.planned(slot, done)]!, replanWhy.surprised);
}

/** Begins the step at the plan's place; false when its preconditions do not hold any more, or it is left out. */
function begin(minds: Minds, slot: number): boolean {
  const { c, program, states, facts, words } = minds;
  const { task, actionOf } = program.engine;
  const at = c.planAt.data[slot]!;
  if (at >= c.planLength.data[slot]!) {
    c.need.data[slot] = replanWhy.planDone;
    return false;
  }
  const action = minds.planned(slot, at);
  if (!applicable(task, action, facts.data, slot * words)) {
    c.need.data[slot] = replanWhy.broken;
    minds.note(slot, traceLayer.plan, c.pursued.data[slot]! - 1, traceEvent.planBroken, at, 0);
    return false;
  }
  const step = task.step[action]!;
  // Left out since this plan was made; only a plan that goes on while another is looked for comes here.
  if (isLeftOut(minds, slot, step)) return false;
  states.begin(slot, actionOf[step]!);
  c.flags.data[slot]! |= flag.performing;
  minds.note(slot, traceLayer.step, step, traceEvent.stepBegun, at, 0);
  return true;
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
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index]!;
    const { cell } = change;
    if (isDenied(cell, readCell(cell, before, 0), readCell(cell, predicted, 0), readCell(cell, facts.data, at))) denied = true;
    else if (cell.shared) crowd.shared.write(minds, slot, cell.index, 'add' in change ? change.add : change.set, 'add' in change, 'add' in change && change.clamp);
  }
  // What this mind did to a shared fact is true for itself at once, and for everybody from the next tick on.
  if (shared) c.sharedSeen.data[slot] = 0;
  if (sensing.differs(slot)) factsChanged(minds, slot, sensing.changed);
  if (denied) {
    minds.note(slot, traceLayer.step, step, traceEvent.surprised, 0, 0);
    return false;
  }
  c.planAt.data[slot] = place + 1;
  c.attempts.data[slot] = 0;
  if (c.failedStep.data[slot] === step + 1) c.failedTimes.data[slot] = 0;
  minds.note(slot, traceLayer.step, step, traceEvent.stepDone, 0, 0);
  return true;
}

/** A flag or member is denied when the senses say otherwise; a number when it did not move the way it should have. */
function isDenied(cell: Cell, before: number, predicted: number, sensed: number): boolean {
  if (cell.kind !== 'int') return sensed !== predicted;
  return predicted !== before && Math.sign(sensed - before) !== Math.sign(predicted - before);
}

/** A step failed: another plan is needed, unless the mind has tried often enough. A step that fails twice running is left out for a while. */
function failed(minds: Minds, slot: number, step: number, why: ReplanWhy): Status {
  const { c } = minds;
  const attempts = c.attempts.data[slot]! + 1;
  c.attempts.data[slot] = attempts;
  c.failedTimes.data[slot] = c.failedStep.data[slot] === step + 1 ? Math.min(255, c.failedTimes.data[slot]! + 1) : 1;
  c.failedStep.data[slot] = step + 1;
  minds.note(slot, traceLayer.step, step, traceEvent.stepFailed, attempts, 0);
  if (c.failedTimes.data[slot] >= 2) depress(minds, slot, step, why === replanWhy.surprised);
  if (attempts > mostAttempts) {
    setAside(minds, slot, c.pursued.data[slot]! - 1, setAsideWhy.gaveUp, false);
    return failure;
  }
  c.need.data[slot] = why;
  // Not in this tick: the senses look first, and a step that fails at once cannot fail a hundred times a second.
  return running;
}

function isLeftOut({ c }: Minds, slot: number, step: number): boolean {
  if ((c.flags.data[slot]! & flag.timers) === 0) return false;
  for (let at = slot * mostDepressed; at < (slot + 1) * mostDepressed; at++) if (c.depressed.data[at] === step + 1 && c.depressedLeft.data[at]! > 0) return true;
  return false;
}

/** Leaves a step out of plans for a time that doubles with each repetition. */
function depress(minds: Minds, slot: number, step: number, denied: boolean): void {
  const { c, program } = minds;
  const first = slot * mostDepressed;
  let at = first;
  for (let each = first; each < first + mostDepressed; each++) {
    if (c.depressed.data[each] === step + 1) {
      at = each;
      break;
    }
    if (c.depressedLeft.data[each]! < c.depressedLeft.data[at]!) at = each;
  }
  const level = c.depressed.data[at] === step + 1 ? c.depressedLevel.data[at]! & levelBits : 0;
  const seconds = Math.min(longestDepression, program.depress[program.engine.actionOf[step]!]! * 2 ** level);
  c.depressed.data[at] = step + 1;
  c.depressedLevel.data[at] = Math.min(6, level + 1) | (denied ? deniedBit : 0);
  c.depressedLeft.data[at] = seconds;
  c.failedTimes.data[slot] = 0;
  c.flags.data[slot]! |= flag.timers;
  minds.note(slot, traceLayer.step, step, traceEvent.depressed, seconds * 1000, 0);
}

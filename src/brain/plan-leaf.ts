import { failure, running, success, traceLayer, type Status } from '../core/internal.js';
import { decide } from './deciding.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { abortStep, cancelSearch, clearPlan, currentStep, goalHolds, perform, replan } from './performing.js';
import { adopt, findPlan, planFound, planNone, reconsider } from './planning.js';
import { givePlaces, isFull, takePlace } from './places.js';
import { replanMode } from './program.js';
import { bind, hasWanted, isBound, isLost, unbind, wantedTarget } from './targets.js';
import { replanWhy, setAsideWhy, traceEvent, type ReplanWhy } from './trace-events.js';
import { clearAside, clearLetBe, letBe, setAside } from './troubles.js';

/** How often in one tick planning and performing may hand over to each other; what is left goes on next tick. */
const mostRounds = 8;

/**
 * The plan leaf of a tree: makes `goal` true by planning and performing.
 * A mind has one plan slot; the leaf that runs owns it, whatever the one before it was doing is aborted.
 *
 * @param goal goal + 1 of a leaf with a goal of its own; 0 for a bare `plan`, which follows the wanted goal
 */
export function runPlanLeaf(minds: Minds, slot: number, node: number, goal: number, dt: number): Status {
  const { c } = minds;
  const body = minds.bodies[slot];
  // The usual tick: a step goes on, and nothing happened that could change that.
  if (isQuiet(minds, slot, node, goal)) {
    c.sinceCheck.data[slot] = c.sinceCheck.data[slot]! + dt;
    const status = perform(minds, slot, body, dt, true);
    return status === running ? running : goOn(minds, slot, body, goal, 0, status);
  }
  if (goal === 0 && c.wanted.data[slot] === 0 && c.owner.data[slot] !== node + 1) return failure;
  if (c.owner.data[slot] !== node + 1) takeSlot(minds, slot, body, node);
  return goOn(minds, slot, body, goal, dt, replan);
}

/** Plans and performs, in turn, until a step goes on or the leaf ends. */
function goOn(minds: Minds, slot: number, body: unknown, goal: number, dt: number, begun: Status | typeof replan): Status {
  const { c } = minds;
  let time = dt;
  let status = begun;
  for (let round = 0; round < mostRounds; round++) {
    if ((c.flags.data[slot]! & flag.lost) !== 0) {
      // Nothing failed but the target: another one, or another wish, is taken up at once.
      dropTarget(minds, slot, body);
      if (goal === 0) decide(minds, slot, body);
      status = replan;
    }
    if ((c.flags.data[slot]! & flag.refused) !== 0) {
      abortStep(minds, slot, body, 'refused');
      clearPlan(minds, slot);
      c.flags.data[slot]! &= ~flag.refused;
      status = replan;
    }
    const target = goal === 0 ? c.wanted.data[slot]! : goal;
    let locked = isLocked(minds, slot);
    if (status === failure || (target === 0 && !locked)) return leave(minds, slot, body, failure);
    if (target === 0) {
      status = perform(minds, slot, body, time, true);
      time = 0;
      if (status === running) return running;
      continue;
    }
    if (status === success) {
      // The pursued goal was reached; when it is still the one that counts, so was the leaf's.
      if (c.pursued.data[slot] === target || goalHolds(minds, slot, target - 1)) {
        if (isLost(minds, slot, body)) continue;
        return reached(minds, slot, body, target - 1);
      }
      clearPlan(minds, slot);
    }
    if (locked && takeUrgent(minds, slot, body, target)) locked = false;
    if (!locked && goal === 0 && lacksPlace(minds, slot, target)) {
      // Others have come first since this was chosen.
      forgo(minds, slot);
      decide(minds, slot, body);
      if (c.wanted.data[slot] === target && hasWanted(minds, slot)) return leave(minds, slot, body, failure);
      status = replan;
      continue;
    }
    if (!locked && takeUp(minds, slot, body, goal, target) && !isMaintained(minds, slot) && goalHolds(minds, slot, target - 1)) {
      // Of this one there is nothing left to do.
      letBe(minds, slot, target - 1, c.boundOption.data[slot]! - 1, c.boundCode.data[slot]!, setAsideWhy.holds);
      c.flags.data[slot]! |= flag.lost;
      continue;
    }
    if (!locked && !isServed(minds, slot, target) && goalHolds(minds, slot, target - 1)) {
      if (isLost(minds, slot, body)) continue;
      return reached(minds, slot, body, target - 1);
    }
    if (!locked) takePlace(minds, slot, target - 1);
    c.flags.data[slot]! &= ~flag.news;
    if (c.requested.data[slot] !== target) cancelSearch(minds, slot);
    const why = locked ? replanWhy.none : whyReplan(minds, slot, target, time);
    let mayBegin = true;
    if (why !== replanWhy.none) {
      const outcome = findPlan(minds, slot, body, target - 1, why);
      if (outcome === planFound) {
        // What it would take is gone since it was looked at: the mind looks again.
        if (!adopt(minds, slot, body, target - 1, why)) return running;
      }
      else if (outcome === planNone && isForBetter(why)) c.need.data[slot] = replanWhy.none;
      else if (outcome === planNone) {
        denied(minds, slot, target - 1);
        if (goal !== 0) return leave(minds, slot, body, failure);
        if ((c.flags.data[slot]! & flag.lost) !== 0) dropTarget(minds, slot, body);
        // The next option is taken in the same tick, so that nobody stands still behind an impossible wish.
        decide(minds, slot, body);
        if (c.wanted.data[slot] === target && hasWanted(minds, slot)) return leave(minds, slot, body, failure);
        status = replan;
        continue;
      } else {
        // Remembered, since what led to it is asked for only once.
        if (why !== replanWhy.newGoal) c.need.data[slot] = why;
        if (c.planLength.data[slot] === 0) return running;
        mayBegin = why === replanWhy.newGoal || isForBetter(why);
      }
    }
    status = perform(minds, slot, body, time, mayBegin);
    time = 0;
    if (status === running) return running;
  }
  return running;
}

/** Flags that keep a tick from being the usual one. */
const unquiet = flag.news | flag.dirty | flag.waiting | flag.refused | flag.retarget | flag.lost;

/** True when a step is performed for the goal that counts and no fact changed: nothing needs to be asked before it is driven. */
function isQuiet({ c, program }: Minds, slot: number, node: number, goal: number): boolean {
  return (
    c.owner.data[slot] === node + 1 &&
    (c.flags.data[slot]! & (unquiet | flag.performing)) === flag.performing &&
    c.pursued.data[slot] === (goal === 0 ? c.wanted.data[slot]! : goal) &&
    c.need.data[slot] === 0 &&
    program.replan !== replanMode.periodic
  );
}

/** The tree leaves the plan leaf while it runs: the step is aborted, searches are cancelled. */
export function abortPlanLeaf(minds: Minds, slot: number, node: number): void {
  const { c } = minds;
  if (c.owner.data[slot] !== node + 1) return;
  minds.note(slot, traceLayer.tree, node, traceEvent.leafAborted, 0, 0);
  leave(minds, slot, minds.bodies[slot], failure);
}

/** An uninterruptible step defers goal switches and replans until it ends. */
export function isLocked(minds: Minds, slot: number): boolean {
  if ((minds.c.flags.data[slot]! & flag.performing) === 0) return false;
  const { engine, uninterruptible } = minds.program;
  return uninterruptible[engine.actionOf[currentStep(minds, slot)]!] === 1;
}

/** A plan for another goal that begins with an urgent step does not wait for the end of an uninterruptible one. True when that was ended. */
function takeUrgent(minds: Minds, slot: number, body: unknown, target: number): boolean {
  const { c, program, found } = minds;
  if (!program.hasUrgent || c.pursued.data[slot] === target) return false;
  if (findPlan(minds, slot, body, target - 1, replanWhy.newGoal) !== planFound) return false;
  const first = program.engine.task.step[found.actions[0]!]!;
  if (program.urgent[program.engine.actionOf[first]!] === 0) return false;
  // What the senses say of the new target is not known yet: the plan is made when it is bound.
  if (wantedTarget(minds, slot) >= 0) abortStep(minds, slot, body, 'goalChanged');
  else return adopt(minds, slot, body, target - 1, replanWhy.newGoal);
  return true;
}

/**
 * What is wanted has a target that is not bound yet: whatever was done for another one ends first, then this one is bound and the senses
 * look, so that the plan is made from what is so of this target.
 */
function takeUp(minds: Minds, slot: number, body: unknown, goal: number, target: number): boolean {
  const { c } = minds;
  if (goal !== 0 || wantedTarget(minds, slot) < 0 || hasWanted(minds, slot)) return false;
  const sameGoal = c.pursued.data[slot] === target;
  abortStep(minds, slot, body, 'goalChanged');
  clearPlan(minds, slot);
  givePlaces(minds, slot);
  unbind(minds, slot, body);
  bind(minds, slot, body);
  c.flags.data[slot]! &= ~flag.retarget;
  if (sameGoal) c.need.data[slot] = replanWhy.targetChanged;
  return true;
}

/** The target is given up, and whatever is done for it ends. */
function dropTarget(minds: Minds, slot: number, body: unknown): void {
  abortStep(minds, slot, body, 'targetLost');
  clearPlan(minds, slot);
  givePlaces(minds, slot);
  unbind(minds, slot, body);
  minds.c.flags.data[slot]! &= ~flag.lost;
}

/** True for a goal that the step at hand makes true itself: it is reached when that says so. */
function isServed({ c }: Minds, slot: number, target: number): boolean {
  const both = flag.serving | flag.performing;
  return (c.flags.data[slot]! & both) === both && c.pursued.data[slot] === target;
}

/** True when the wanted option is one that is pursued even while its goal holds. */
function isMaintained({ c, program, chooser }: Minds, slot: number): boolean {
  const option = c.forced.data[slot] === 0 ? chooser.current(slot) : -1;
  return option >= 0 && program.options.options[option]!.maintain;
}

function whyReplan(minds: Minds, slot: number, target: number, dt: number): ReplanWhy {
  const { c } = minds;
  const need = c.need.data[slot]! as ReplanWhy;
  if (c.pursued.data[slot] !== target) return need === replanWhy.targetChanged ? need : replanWhy.newGoal;
  if (need !== replanWhy.none && !isForBetter(need)) return need;
  if (c.planLength.data[slot] === 0) return replanWhy.planDone;
  // What the step at hand makes true itself cannot be had cheaper any more.
  if (isServed(minds, slot, target) && goalHolds(minds, slot, target - 1)) return replanWhy.none;
  // While a better plan is looked for, the one at hand may break.
  const why = reconsider(minds, slot, dt);
  return why === replanWhy.none ? need : why;
}

/** The plan at hand is good, and is carried on while a better one is looked for. One that is broken only finishes the step that is under way. */
function isForBetter(why: ReplanWhy): boolean {
  return why === replanWhy.changed || why === replanWhy.periodic;
}

function takeSlot(minds: Minds, slot: number, body: unknown, node: number): void {
  const { c } = minds;
  if (c.owner.data[slot] !== 0) leave(minds, slot, body, failure);
  c.owner.data[slot] = node + 1;
  minds.note(slot, traceLayer.tree, node, traceEvent.leafEntered, 0, 0);
}

function reached(minds: Minds, slot: number, body: unknown, goal: number): Status {
  const { c } = minds;
  minds.note(slot, traceLayer.plan, goal, traceEvent.goalReached, 0, 0);
  if (isBound(minds, slot)) clearLetBe(minds, slot, c.boundOption.data[slot]! - 1, c.boundCode.data[slot]!);
  clearAside(minds, slot, goal);
  c.flags.data[slot]! |= flag.decide;
  if (c.forced.data[slot] === goal + 1) c.forced.data[slot] = 0;
  if (c.wanted.data[slot] !== goal + 1 || !isMaintained(minds, slot)) return leave(minds, slot, body, success);
  // It goes on being wanted, and so about the same target.
  abortStep(minds, slot, body, 'goalReached');
  clearPlan(minds, slot);
  return success;
}

/**
 * There is no plan: the goal is set aside, or, where it is about a target, that is let be. What was lacking may come back by a changed fact,
 * or, where steps were left out or dear, with time.
 */
function denied(minds: Minds, slot: number, goal: number): void {
  const { c } = minds;
  const outcome = c.denied.data[slot]!;
  const lasting = outcome !== setAsideWhy.budget && !minds.overlaid;
  const why = minds.overlaid && outcome !== setAsideWhy.budget ? setAsideWhy.leftOut : outcome;
  const bound = isBound(minds, slot) && c.pursued.data[slot] === 0 ? minds.program.options.options[c.boundOption.data[slot]! - 1]! : undefined;
  if (bound !== undefined && (bound.params === null || bound.bind !== null)) {
    letBe(minds, slot, goal, c.boundOption.data[slot]! - 1, c.boundCode.data[slot]!, why);
  } else setAside(minds, slot, goal, why, lasting);
  if (bound !== undefined) c.flags.data[slot]! |= flag.lost;
  if (c.wanted.data[slot] === goal + 1) forgo(minds, slot);
}

/** What was never begun has not to be recovered from. */
function forgo({ c, chooser }: Minds, slot: number): void {
  if (c.forced.data[slot] === 0 && (c.flags.data[slot]! & flag.begun) === 0) chooser.forgo(slot);
}

/** Whether the wanted option was chosen when there was a place, and there is none any more. */
function lacksPlace(minds: Minds, slot: number, target: number): boolean {
  const { c, chooser, program, view } = minds;
  if (c.forced.data[slot] !== 0 || (c.pursued.data[slot] === target && hasWanted(minds, slot))) return false;
  const option = chooser.current(slot);
  return option >= 0 && program.options.options[option]!.limit !== Infinity && isFull(minds, slot, option, chooser.target(slot), chooser.targetCode(slot), view.view);
}

function leave(minds: Minds, slot: number, body: unknown, status: Status): Status {
  abortStep(minds, slot, body, status === success ? 'goalReached' : 'abort');
  clearPlan(minds, slot);
  givePlaces(minds, slot);
  unbind(minds, slot, body);
  minds.c.owner.data[slot] = 0;
  return status;
}

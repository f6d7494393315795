import { describe, hearRejection, isPromise, Problem, traceLayer } from '../core/internal.js';
import { actionCost, applicable, applyAction } from '../goap/internal.js';
import { claimRest } from './claims.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { abortStep, clearPlan, currentStep, weighService } from './performing.js';
import { adoptPlace } from './places.js';
import { replanMode } from './program.js';
import { leaveLine } from './stations.js';
import { hasWanted, unbind } from './targets.js';
import { seeShared } from './see-shared.js';
import { factsChanged } from './news.js';
import { replanWhy, setAsideWhy, traceEvent, type ReplanWhy } from './trace-events.js';

/** Answers of {@link findPlan}. */
export const planFound = 1;
export const planWaiting = 0;
export const planNone = 2;

/** Least seconds between two looks at whether a plan still holds: changes in between are looked at together. */
const leastBetweenChecks = 0.25;

/** A plan that would save less than this part of the cost is not worth a change. */
const worthwhile = 1e-9;

/**
 * The ladder: the goal's policy table, else the answer to a search that was asked for, else a request for one.
 * A plan that was found stands in `minds.found`.
 */
export function findPlan(minds: Minds, slot: number, body: unknown, goal: number, why: ReplanWhy): number {
  const { c, program, crowd } = minds;
  // Others may have taken something in this very tick; what this mind did itself in it, only it knows of.
  if (program.hasStock && c.sharedSeen.data[slot] !== 0 && c.sharedSeen.data[slot] !== crowd.shared.version && seeShared(minds, slot)) factsChanged(minds, slot, minds.sensing.changed);
  if (minds.fixedPlans?.has(goal) === true) return takeFixed(minds, slot, goal);
  const entry = program.goals.entry(goal);
  const stepCost = overlay(minds, slot, body, goal);
  minds.overlaid = stepCost !== undefined;
  if (stepCost === undefined && program.maxSteps === Infinity && entry.policy !== undefined) {
    if (fromPolicy(minds, slot, goal)) return planFound;
    // A complete table without a fitting row: there is no plan, and only the reason needs a search, which `explain` makes.
    return none(minds, slot, goal, setAsideWhy.unreachable);
  }
  if (c.requested.data[slot] === goal + 1) {
    const answer = crowd.desk.take(c.seat.data[slot]!);
    if (answer === undefined) return planWaiting;
    c.requested.data[slot] = 0;
    c.flags.data[slot]! &= ~flag.waiting;
    const { outcome, actions, cost } = answer;
    if (outcome === 'found') {
      if (take(minds, slot, goal, actions, cost)) return planFound;
    } else if (outcome !== 'satisfied') return none(minds, slot, goal, setAsideWhy[outcome]);
    // The world moved on while the search ran; it starts again from today's facts.
  }
  crowd.desk.ask(minds, slot, goal, stepCost);
  c.requested.data[slot] = goal + 1;
  c.flags.data[slot]! |= flag.waiting;
  minds.note(slot, traceLayer.plan, goal, traceEvent.planRequested, why, 0);
  return planWaiting;
}

/**
 * Makes the plan in `minds.found` the mind's own. The same step at its head is kept, not restarted; otherwise the step at hand is aborted.
 * A plan that was looked for without need replaces the one at hand only if it is cheaper.
 *
 * @returns false when what it would take of shared facts is not there any more: then there is no plan, and one is asked for at the next tick
 */
export function adopt(minds: Minds, slot: number, body: unknown, goal: number, why: ReplanWhy): boolean {
  const { c, program, found } = minds;
  const { task } = program.engine;
  c.need.data[slot] = 0;
  c.flags.data[slot]! &= ~(flag.dirty | flag.retarget);
  c.sinceCheck.data[slot] = 0;
  if ((why === replanWhy.changed || why === replanWhy.periodic) && !isWorthwhile(minds, slot)) return true;
  // A step for another target is another step, even if it has the same name.
  const kept = (c.pursued.data[slot] === goal + 1 || hasWanted(minds, slot)) && task.step[found.actions[0]!] === currentStep(minds, slot);
  if ((c.flags.data[slot]! & flag.performing) !== 0 && !kept) {
    abortStep(minds, slot, body, c.pursued.data[slot] === goal + 1 ? 'abort' : 'goalChanged');
  }
  // The old target stays bound until the plan for it ends; a new one was bound before this plan was made.
  if (c.pursued.data[slot] !== goal + 1 && !hasWanted(minds, slot)) unbind(minds, slot, body);
  if (c.pursued.data[slot] !== goal + 1) c.attempts.data[slot] = 0;
  const count = Math.min(found.count, program.planLength);
  const at = slot * program.planLength;
  for (let step = 0; step < count; step++) c.plan.data[at + step] = found.actions[step]!;
  c.planLength.data[slot] = count;
  c.planAt.data[slot] = 0;
  c.planCost.data[slot] = found.cost;
  c.pursued.data[slot] = goal + 1;
  c.madeFor.data[slot] = why;
  c.denied.data[slot] = 0;
  c.flags.data[slot] = (c.flags.data[slot]! & ~(flag.cut | flag.policy | flag.refused)) | (count < found.count ? flag.cut : 0) | (found.policy ? flag.policy : 0);
  adoptPlace(minds, slot);
  if ((c.flags.data[slot] & flag.performing) !== 0) weighService(minds, slot, currentStep(minds, slot));
  if ((c.flags.data[slot] & flag.inLine) !== 0 && !kept) leaveLine(minds, slot);
  if (!claimRest(minds, slot)) {
    abortStep(minds, slot, body, 'refused');
    clearPlan(minds, slot);
    c.sharedSeen.data[slot] = 0;
    return false;
  }
  minds.note(slot, traceLayer.plan, goal, traceEvent.planAdopted, found.count, found.policy ? 1 : 0);
  return true;
}

/**
 * Whether the plan that was found is worth a change. One that goes on with the running step need only be cheaper; one that throws it away
 * must be so by the brain's margin, and what has been put into the step so far is not paid again.
 */
function isWorthwhile(minds: Minds, slot: number): boolean {
  const { c, found, program } = minds;
  const left = costLeft(minds, slot);
  const { task } = program.engine;
  if ((c.flags.data[slot]! & flag.performing) === 0 || left === Infinity || task.step[found.actions[0]!] === currentStep(minds, slot)) return found.cost < left * (1 - worthwhile);
  return found.cost < left * (1 - Math.max(worthwhile, program.margin));
}

/** Whether the plan at hand should be looked at again, by the brain's replan policy; looks at it when it is time. */
export function reconsider(minds: Minds, slot: number, dt: number): ReplanWhy {
  const { c, program } = minds;
  const mode = program.replan;
  const since = c.sinceCheck.data;
  since[slot] = since[slot]! + dt;
  if (mode === replanMode.never) return replanWhy.none;
  const dirty = (c.flags.data[slot]! & flag.dirty) !== 0;
  const timeUp = mode === replanMode.periodic && since[slot] >= program.replanEvery;
  if (!(dirty && since[slot] >= leastBetweenChecks) && !timeUp) return replanWhy.none;
  since[slot] = 0;
  c.flags.data[slot]! &= ~flag.dirty;
  if (!stillGood(minds, slot)) {
    minds.note(slot, traceLayer.plan, c.pursued.data[slot]! - 1, traceEvent.planBroken, 0, 0);
    return replanWhy.broken;
  }
  return timeUp ? replanWhy.periodic : mode === replanMode.onChange ? replanWhy.changed : replanWhy.none;
}

/**
 * True when the rest of the plan, from today's facts, still reaches the goal. A step that is being performed may show its effects before
 * it ends, so it may also be left out.
 */
export function stillGood(minds: Minds, slot: number): boolean {
  const { c } = minds;
  const at = c.planAt.data[slot]!;
  return reaches(minds, slot, at) || ((c.flags.data[slot]! & flag.performing) !== 0 && reaches(minds, slot, at + 1));
}

/** Plays the plan from one of its places on a copy of the facts. Of the beginning of a longer plan it is enough that it can be played. */
function reaches(minds: Minds, slot: number, from: number): boolean {
  const { c, program, scratch } = minds;
  const { task } = program.engine;
  copyFacts(minds, slot);
  for (let at = from; at < c.planLength.data[slot]!; at++) {
    const action = minds.planned(slot, at);
    if (!applicable(task, action, scratch, 0)) return false;
    applyAction(task, action, scratch, 0);
  }
  return (c.flags.data[slot]! & flag.cut) !== 0 || program.goals.holds(c.pursued.data[slot]! - 1, scratch, 0);
}

/** What the rest of the plan costs from today's facts; Infinity for the beginning of a longer plan, whose end nobody kept. */
function costLeft(minds: Minds, slot: number): number {
  const { c, program, scratch } = minds;
  const { task } = program.engine;
  if ((c.flags.data[slot]! & flag.cut) !== 0) return Infinity;
  copyFacts(minds, slot);
  let cost = 0;
  for (let at = c.planAt.data[slot]!; at < c.planLength.data[slot]!; at++) {
    const action = minds.planned(slot, at);
    const own = minds.overlaid ? minds.stepCost[task.step[action]!]! : NaN;
    const whole = own === own ? own : actionCost(task, action, scratch, 0);
    cost += at === c.planAt.data[slot] && (c.flags.data[slot]! & flag.performing) !== 0 ? Math.max(0, whole - minds.states.elapsed(slot)) : whole;
    applyAction(task, action, scratch, 0);
  }
  return cost;
}

/** Follows the goal's policy table from today's facts into `minds.found`; false when no row fits. */
function fromPolicy(minds: Minds, slot: number, goal: number): boolean {
  const { program, facts, found, words } = minds;
  const table = program.goals.entry(goal).policy!;
  const row = table.lookup(facts.data, slot * words);
  if (row < 0 || table.action[row]! < 0) return false;
  found.count = table.steps[row]!;
  if (found.actions.length < found.count) found.actions = new Int32Array(found.count * 2);
  table.readPlan(row, found.actions);
  found.cost = table.cost[row]!;
  found.policy = true;
  return true;
}

/** Hands out a plan that a test has fixed; whether it works is the test's affair. */
function takeFixed(minds: Minds, slot: number, goal: number): number {
  const { found, fixedPlans, program } = minds;
  const actions = fixedPlans!.get(goal);
  if (actions === null || actions === undefined) return none(minds, slot, goal, setAsideWhy.unreachable);
  found.count = actions.length;
  found.actions.set(actions);
  found.cost = actions.reduce((sum, action) => sum + program.engine.task.cost[action]!, 0);
  found.policy = false;
  return planFound;
}

/** Puts a search's plan into `minds.found` if it still works from today's facts. */
function take(minds: Minds, slot: number, goal: number, actions: Int32Array, cost: number): boolean {
  const { program, found, scratch } = minds;
  const { task } = program.engine;
  copyFacts(minds, slot);
  for (const action of actions) {
    if (action >= task.actions || !applicable(task, action, scratch, 0)) return false;
    applyAction(task, action, scratch, 0);
  }
  if (!program.goals.holds(goal, scratch, 0)) return false;
  found.count = actions.length;
  if (found.actions.length < found.count) found.actions = new Int32Array(found.count * 2);
  found.actions.set(actions);
  found.cost = cost;
  found.policy = false;
  return true;
}

function none(minds: Minds, slot: number, goal: number, outcome: number): number {
  const { c } = minds;
  c.denied.data[slot] = outcome;
  c.deniedGoal.data[slot] = goal + 1;
  minds.note(slot, traceLayer.plan, goal, traceEvent.noPlan, outcome, 0);
  return planNone;
}

/** Costs by step where they differ from the domain's: the brain's own, and steps left out. Undefined when none does for this goal. */
function overlay(minds: Minds, slot: number, body: unknown, goal: number): Float64Array | undefined {
  const { c, program, stepCost } = minds;
  const { engine, costs } = program;
  const { steps } = program.goals.entry(goal);
  let any = false;
  if (program.hasCosts) {
    stepCost.fill(NaN);
    for (let step = 0; step < steps.length; step++) {
      const cost = costs[engine.actionOf[step]!]!;
      if (cost === null || steps[step] === 0) continue;
      any = true;
      stepCost[step] = askCost(minds, slot, body, step);
    }
  }
  if ((c.flags.data[slot]! & flag.timers) !== 0) {
    for (const [step, { left }] of minds.troubles.get(slot)?.leftOut ?? []) {
      if (left === 0 || steps[step] === 0) continue;
      if (!any) stepCost.fill(NaN);
      any = true;
      stepCost[step] = Infinity;
    }
  }
  return any ? stepCost : undefined;
}

/** The brain's own cost of one step; what is no cost leaves the domain's (NaN) and is an error, which is reported unless `quiet`. */
export function askCost(minds: Minds, slot: number, body: unknown, step: number, facts: unknown = minds.view.view, quiet = false): number {
  const { program, crowd, c } = minds;
  const { engine, costs } = program;
  const action = engine.actionOf[step]!;
  const path = `brain.costs.${engine.actions[action]!.name}`;
  try {
    const cost = costs[action]!(body, engine.steps[step]!.params, facts);
    if (typeof cost === 'number' && cost >= 0) return cost;
    if (isPromise(cost)) {
      const id = c.id.data[slot]!;
      hearRejection(cost, (reason) => crowd.report(id, path, reason));
    }
    throw new Problem('bad-cost', `${engine.task.stepText(step)} would cost ${describe(cost)}`, { path, hint: 'a cost is 0 or more, Infinity where the step is not available' });
  } catch (error) {
    if (!quiet) crowd.report(c.id.data[slot]!, path, error);
    return NaN;
  }
}

function copyFacts(minds: Minds, slot: number): void {
  const { facts, scratch, words } = minds;
  for (let word = 0; word < words; word++) scratch[word] = facts.data[slot * words + word]!;
}

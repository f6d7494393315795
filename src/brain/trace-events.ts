/**
 * What a brain writes into the trace. Layers are those of `core/trace.ts`; the meaning of node, a and b stands beside each event.
 * Numbers are part of the format of recorded traces: add at the end, never renumber.
 */
export const traceEvent = {
  /** sense: facts changed. a = the first cell that did (-1: one over several words). */
  factsChanged: 0,
  /** sense: an event was heard. node = number of the event. */
  heard: 1,
  /** utility: the wanted goal changed. node = option, a = new goal + 1 (0 none), b = old goal + 1. */
  wanted: 2,
  /** utility: a goal is set aside. node = goal, a = why ({@link setAsideWhy}), b = milliseconds (0: until a fact it depends on changes). */
  setAside: 3,
  /** utility: a goal set aside may be wanted again. node = goal. */
  backAgain: 4,
  /** tree: the plan leaf took the plan slot. node = tree node. */
  leafEntered: 5,
  /** tree: the plan leaf was left while running. node = tree node. */
  leafAborted: 6,
  /** plan: a search was asked for. node = goal, a = why ({@link replanWhy}). */
  planRequested: 7,
  /** plan: a plan was adopted. node = goal, a = steps, b = 1 when it came from the policy table. */
  planAdopted: 8,
  /** plan: there is no plan. node = goal, a = outcome (1 unreachable, 2 exhausted, 3 budget). */
  noPlan: 9,
  /** plan: the remaining plan no longer reaches the goal. node = goal. */
  planBroken: 10,
  /** plan: the goal holds. node = goal. */
  goalReached: 11,
  /** step: begun. node = step, a = position in the plan. */
  stepBegun: 12,
  /** step: done. node = step. */
  stepDone: 13,
  /** step: failed. node = step, a = attempts so far. */
  stepFailed: 14,
  /** step: ended before its time. node = step, a = why: 0 aborted, 1 the goal changed, 2 the goal holds, 3 the target is lost, 4 what it was going to take fell away. */
  stepAborted: 15,
  /** step: its effect was denied by the senses. node = step. */
  surprised: 16,
  /** step: failed twice running and is left out of plans for a while. node = step, a = milliseconds. */
  depressed: 17,
  /** mind: spawned. a = brain number in the crowd. */
  spawned: 18,
  /** mind: despawned. */
  despawned: 19,
  /** mind: a callback threw. node = number of the error, counted from the crowd's first. */
  error: 20,
  /** plan: what was claimed of a shared fact fell away. node = cell. */
  refused: 21,
  /** utility: a goal set aside may be wanted again, since its time is over. node = goal. */
  backInTime: 22,
  /** utility: a target is let be. node = goal, a = why ({@link setAsideWhy}), b = milliseconds. */
  letBe: 23,
  /** utility: the bound target is lost. node = option. */
  targetLost: 24,
  /** plan: claimed of a shared fact. node = cell, a = how much. */
  claimed: 25,
  /** step: stands in line for its stations. node = step, a = place in the line. */
  inLine: 26,
} as const;

/** Why a new plan was needed. */
export const replanWhy = { none: 0, newGoal: 1, planDone: 2, broken: 3, stepFailed: 4, surprised: 5, changed: 6, periodic: 7, targetChanged: 8, restored: 9 } as const;
export type ReplanWhy = (typeof replanWhy)[keyof typeof replanWhy];

/** What a step that ended before its time is told, by the number in the trace. */
export const endReasons: readonly string[] = ['abort', 'goalChanged', 'goalReached', 'targetLost', 'refused'];

/** Why a goal is set aside. */
export const setAsideWhy = { unreachable: 1, exhausted: 2, budget: 3, gaveUp: 4, leftOut: 5, lately: 6, holds: 7, noPlace: 8, lost: 9 } as const;

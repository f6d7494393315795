import { traceLayer } from '../core/internal.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { isFull } from './places.js';
import type { BrainProgram } from './program.js';
import { hasWanted, isBound, isLost, isStill } from './targets.js';
import { setAsideWhy, traceEvent } from './trace-events.js';
import { whyAside, whyLetBe } from './troubles.js';

/** Chooses the wanted goal: the one asked for from outside, else the best option whose goal is not reached and not set aside. */
export function decide(minds: Minds, slot: number, body: unknown): void {
  const { c, program, chooser, allowed } = minds;
  const { goalOf } = program;
  const fresh = (c.flags.data[slot]! & flag.fresh) !== 0;
  minds.asking = slot;
  chooser.letPass(slot, c.sinceDecide.data);
  const lost = program.options.hasTargets && isLost(minds, slot, body);
  c.flags.data[slot]! &= ~(flag.decide | flag.fresh);
  // The first decision also fixes at which moments of its period the mind decides from now on.
  c.sinceDecide.data[slot] = fresh ? phaseOf(minds, slot) * program.decideEvery : 0;
  if ((c.flags.data[slot]! & flag.performing) !== 0) minds.overdue?.look(minds, slot);
  const forced = c.forced.data[slot]!;
  if (forced !== 0) {
    if (whyGoalOut(minds, slot, forced - 1, false) === 0) {
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
    allowed[option] = options[option]!.targets === null && (whyGoalOut(minds, slot, program.goals.firstOf(goalOf[option]!), options[option]!.maintain) !== 0 || (options[option]!.limit !== Infinity && isFull(minds, slot, option, undefined, 0, minds.view.view))) ? 0 : 1;
  }
  // Another target of the same goal is another thing to want.
  const target = chooser.targetCode(slot);
  choose(minds, slot, body);
  if (target !== chooser.targetCode(slot)) c.flags.data[slot]! &= ~flag.begun;
  if (program.options.hasTargets && !lost && !hasWanted(minds, slot)) c.flags.data[slot]! |= flag.retarget;
}

/** Lets the chooser choose among what is allowed. */
function choose(minds: Minds, slot: number, body: unknown): void {
  const option = minds.chooser.decide(slot, body, minds.view.view, 0, minds.allowed);
  want(minds, slot, option < 0 ? 0 : goalOfOption(minds, slot, option, minds.chooser.target(slot)) + 1, option);
}

/** Whether an option with targets cannot be about this one now: it is lost or let be, or its goal is invalid, holds already, or was set aside. */
export function isTargetOut(minds: Minds, slot: number, option: number, target: unknown): boolean {
  return whyTargetOut(minds, slot, option, target, goalOfOption(minds, slot, option, target), minds.view.view) !== 0;
}

/** Why that is so, as a number of `setAsideWhy`; 0 where it may be taken. */
export function whyTargetOut(minds: Minds, slot: number, option: number, target: unknown, goal: number, facts: unknown): number {
  const { c, chooser, program } = minds;
  if (goal < 0) return setAsideWhy.unreachable;
  const code = chooser.codeOf(slot, option, target);
  const isMine = isBound(minds, slot) && c.boundOption.data[slot] === option + 1 && c.boundCode.data[slot] === code;
  if (isMine && (c.flags.data[slot]! & flag.lost) !== 0) return setAsideWhy.lost;
  if (!isMine && !isStill(minds, slot, option, target, minds.bodies[slot], facts)) return setAsideWhy.lost;
  if (isFull(minds, slot, option, target, code, facts)) return setAsideWhy.noPlace;
  const why = whyLetBe(minds, slot, option, code);
  // What the facts say of the goal they say of the target that is bound.
  return why !== 0 ? why : whyGoalOut(minds, slot, goal, program.options.options[option]!.maintain || (!isMine && isBound(minds, slot) && c.wanted.data[slot] === goal + 1));
}

/** The ground goal of an option, with the params of a target. @throws whatever the user's `params` throws, and a Problem when they fit no goal */
export function goalFor({ options, goals, goalOf }: BrainProgram, option: number, target: unknown): number {
  const { params, name, path } = options.options[option]!;
  return params === null ? goals.firstOf(goalOf[option]!) : goals.number({ goal: name, params: params(target) }, path);
}

/** The same; -1 when the user's `params` answered something invalid, which is reported. */
function goalOfOption(minds: Minds, slot: number, option: number, target: unknown): number {
  const { program, crowd, c } = minds;
  try {
    return goalFor(program, option, target);
  } catch (error) {
    crowd.report(c.id.data[slot]!, `${program.options.options[option]!.path}.params`, error);
    return -1;
  }
}

/** Why a goal is not worth wanting now, as a number of `setAsideWhy`: it holds already, or was set aside. A goal that a step serves is not reached before that ends. */
export function whyGoalOut(minds: Minds, slot: number, goal: number, maintain: boolean): number {
  const { c, program } = minds;
  const flags = c.flags.data[slot]!;
  const served = (flags & (flag.serving | flag.performing)) === (flag.serving | flag.performing) && c.pursued.data[slot] === goal + 1;
  if (!maintain && !served && program.goals.holds(goal, minds.facts.data, slot * minds.words)) return setAsideWhy.holds;
  return (flags & flag.timers) === 0 ? 0 : whyAside(minds, slot, goal);
}

function want(minds: Minds, slot: number, goal: number, option: number): void {
  const { wanted } = minds.c;
  const before = wanted.data[slot]!;
  if (before === goal) return;
  wanted.data[slot] = goal;
  minds.c.flags.data[slot]! &= ~flag.begun;
  minds.note(slot, traceLayer.utility, option, traceEvent.wanted, goal, before);
}

/** A number in [0, 1) that differs from mind to mind. */
function phaseOf(minds: Minds, slot: number): number {
  return (minds.c.spawn.data[slot]! * 0.7548776662466927) % 1;
}

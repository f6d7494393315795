import { traceLayer } from '../core/internal.js';
import { whyAside } from './asides.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import type { BrainProgram } from './program.js';
import { traceEvent } from './trace-events.js';

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

/** The ground goal of an option, with the params of a target. @throws whatever the user's `params` throws, and a Problem when they fit no goal */
export function goalFor({ options, goals, goalOf }: BrainProgram, option: number, target: unknown): number {
  const { params, name, path } = options.options[option]!;
  return params === null ? goals.firstOf(goalOf[option]!) : goals.number({ goal: name, params: params(target) }, path);
}

/** The same; -1 when the user's `params` is of no use, which is reported. */
function goalOfOption(minds: Minds, slot: number, option: number, target: unknown): number {
  const { program, crowd, c } = minds;
  try {
    return goalFor(program, option, target);
  } catch (error) {
    crowd.report(c.id.data[slot]!, `${program.options.options[option]!.path}.params`, error);
    return -1;
  }
}

/** True for a goal that is not worth wanting now: it holds already, or was set aside. */
function isOut(minds: Minds, slot: number, goal: number, maintain: boolean): boolean {
  if (!maintain && minds.program.goals.holds(goal, minds.facts.data, slot * minds.words)) return true;
  return (minds.c.flags.data[slot]! & flag.timers) !== 0 && whyAside(minds, slot, goal) !== 0;
}

function want(minds: Minds, slot: number, goal: number, option: number): void {
  const { wanted } = minds.c;
  const before = wanted.data[slot]!;
  if (before === goal) return;
  wanted.data[slot] = goal;
  minds.note(slot, traceLayer.utility, option, traceEvent.wanted, goal, before);
}

/** A number in [0, 1) that differs from mind to mind. */
function phaseOf(minds: Minds, slot: number): number {
  return (minds.c.spawn.data[slot]! * 0.7548776662466927) % 1;
}

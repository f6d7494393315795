import { traceLayer } from '../core/internal.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { factsChanged } from './news.js';
import { traceEvent } from './trace-events.js';

// Targets of `perTarget` options: things that come and go. One is bound to a mind from the moment it begins to plan for it until that ends,
// and each that was bound is unbound once.

/** The option with targets that is wanted now, or -1: what was asked for from outside has no target. */
export function wantedTarget({ c, program, chooser }: Minds, slot: number): number {
  if (!program.options.hasTargets || c.forced.data[slot] !== 0) return -1;
  const option = chooser.current(slot);
  return option >= 0 && program.options.options[option]!.targets !== null ? option : -1;
}

/** True when a target is bound. */
export function isBound({ c, program }: Minds, slot: number): boolean {
  return program.options.hasTargets && c.boundOption.data[slot] !== 0;
}

/** Whether the target that is bound, or that none is, is the one that is wanted. */
export function hasWanted(minds: Minds, slot: number): boolean {
  const { c, program, chooser } = minds;
  if (!program.options.hasTargets) return true;
  const option = wantedTarget(minds, slot);
  return c.boundOption.data[slot] === option + 1 && (option < 0 || c.boundCode.data[slot] === chooser.targetCode(slot));
}

/** Binds the wanted target: the body is told, and the senses look. */
export function bind(minds: Minds, slot: number, body: unknown): void {
  const { c, chooser } = minds;
  c.boundOption.data[slot] = chooser.current(slot) + 1;
  c.boundCode.data[slot] = chooser.targetCode(slot);
  // After a restore the chooser knows only the key, until it decides.
  minds.roles.set(slot, chooser.target(slot) ?? chooser.listed(slot, chooser.current(slot), c.boundCode.data[slot], body, minds.view.view)?.target);
  tell(minds, slot, body);
  look(minds, slot, body);
}

/** Ends it; does nothing when no target is bound. */
export function unbind(minds: Minds, slot: number, body: unknown): void {
  const { c } = minds;
  if (!isBound(minds, slot)) return;
  minds.roles.delete(slot);
  tell(minds, slot, body);
  c.boundOption.data[slot] = 0;
  c.boundCode.data[slot] = 0;
  c.flags.data[slot]! &= ~flag.lost;
  look(minds, slot, body);
}

/** What the senses see of one target is nothing they see of another. */
function look(minds: Minds, slot: number, body: unknown): void {
  const { sensing } = minds;
  sensing.begin(slot);
  sensing.lookAt(slot, body, null);
  if (sensing.differs(slot)) factsChanged(minds, slot, sensing.changed);
}

/** Tells the body which target it is about now. */
function tell({ c, program, roles, crowd }: Minds, slot: number, body: unknown): void {
  const option = program.options.options[c.boundOption.data[slot]! - 1]!;
  try {
    option.bind?.(body, roles.get(slot));
  } catch (error) {
    crowd.report(c.id.data[slot]!, `${option.path}.bind`, error);
  }
}

/** Looks whether the bound target is still worth going for; where it is not, that is kept until the plan leaf ends what it does. */
export function isLost(minds: Minds, slot: number, body: unknown): boolean {
  const { c, roles, chooser, view } = minds;
  if (!isBound(minds, slot)) return false;
  if ((c.flags.data[slot]! & flag.lost) !== 0) return true;
  const option = c.boundOption.data[slot]! - 1;
  const { still } = minds.program.options.options[option]!;
  const known = still === null || !roles.has(slot) ? chooser.listed(slot, option, c.boundCode.data[slot]!, body, view.view) : { target: roles.get(slot) };
  // The same target may be another object by now.
  if (known !== undefined) roles.set(slot, known.target);
  if (known !== undefined && isStill(minds, slot, option, known.target, body, view.view)) return false;
  c.flags.data[slot]! |= flag.lost | flag.decide;
  minds.note(slot, traceLayer.utility, option, traceEvent.targetLost, 0, 0);
  return true;
}

/** What an option's `still` says; true where it has none. */
export function isStill({ c, program, crowd }: Minds, slot: number, option: number, target: unknown, body: unknown, facts: unknown): boolean {
  const { still, path } = program.options.options[option]!;
  if (still === null) return true;
  try {
    return still(body, facts, target) === true;
  } catch (error) {
    crowd.report(c.id.data[slot]!, `${path}.still`, error);
    return false;
  }
}

/** After a restore: finds the bound target again by its key, and tells the body, unless that knows. One that is not there is lost when that is asked next, just as without the restore. */
export function findBound(minds: Minds, slot: number, body: unknown, isTold = false): void {
  const { c, chooser, view, facts, words } = minds;
  if (!isBound(minds, slot)) return;
  view.point(facts.data, slot * words);
  const found = chooser.listed(slot, c.boundOption.data[slot]! - 1, c.boundCode.data[slot]!, body, view.view);
  if (found === undefined) return;
  minds.roles.set(slot, found.target);
  if (!isTold) tell(minds, slot, body);
}

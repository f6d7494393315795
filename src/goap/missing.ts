import { type Box, type Constraint, constraintText, contains, intersect } from '../facts/internal.js';
import type { DomainEngine } from './engine.js';
import type { GroundAction } from './ground.js';
import type { Reach } from './reach.js';
import type { Missing } from './result.js';

/** Longest chain that is followed: nobody reads on, and the call stack has an end. */
const deepest = 24;

/** The constraints of a box that cannot hold, whatever is done. */
export function outOfReach(box: Box, reach: Reach): Box {
  return box.filter(({ cell, allowed }) => intersect(reach[cell.index]!, allowed).length === 0);
}

/** For each constraint out of reach: the step that comes closest to it, and what that step lacks in turn. */
export function chainsBehind(unmet: Box, engine: DomainEngine, reach: Reach, available: (step: number) => boolean): readonly Missing[] {
  const told = new Set<string>();
  const explain = (constraint: Constraint, above: readonly string[]): Missing => {
    const fact = constraintText(constraint);
    if (above.includes(fact)) return { fact, step: undefined, lacks: [], because: 'which is what it is needed for' };
    if (told.has(fact)) return { fact, step: undefined, lacks: [], because: 'see above' };
    told.add(fact);
    if (above.length >= deepest) return { fact, step: undefined, lacks: [], because: 'and so on' };
    const makers = engine.ground.filter((action) => leadsTo(action, constraint, reach));
    const usable = makers.filter((action) => available(action.step));
    if (usable.length === 0) {
      const barred = makers[0];
      return { fact, step: undefined, lacks: [], because: barred === undefined ? 'nothing makes it true' : `${engine.task.stepText(barred.step)} is not available now` };
    }
    const closest = usable.map((action) => ({ action, lacks: outOfReach(action.applies, reach) })).reduce((best, each) => (each.lacks.length < best.lacks.length ? each : best));
    const step = engine.task.stepText(closest.action.step);
    // Every single step can be taken, yet no number of them gives the value.
    if (closest.lacks.length === 0) return { fact, step, lacks: [], because: 'no number of steps gives just that' };
    return { fact, step, lacks: closest.lacks.map((each) => explain(each, [...above, fact])), because: undefined };
  };
  return unmet.map((constraint) => explain(constraint, []));
}

/** `sword <- forge needs ingot <- smelt needs ore: nothing makes it true`: one line for each end of each chain. */
export function chainLines(chain: readonly Missing[]): readonly string[] {
  return chain.flatMap(linesOf);
}

function linesOf({ fact, step, lacks, because }: Missing): readonly string[] {
  if (lacks.length === 0) return [step === undefined ? `${fact}: ${because}` : `${fact} <- ${step}: ${because}`];
  return lacks.flatMap((each) => linesOf(each).map((line) => `${fact} <- ${step} needs ${line}`));
}

/** True when the action sets a wanted value, or moves an int from what is in reach towards one. */
function leadsTo(action: GroundAction, { cell, allowed }: Constraint, reach: Reach): boolean {
  const now = reach[cell.index]!;
  return action.changes.some((change) => {
    if (change.cell !== cell) return false;
    if ('set' in change) return contains(allowed, change.set);
    return change.add > 0 ? allowed.at(-1)! > now[0]! : allowed[0]! < now.at(-1)!;
  });
}

import { unpack } from '../../facts/internal.js';
import { plan, type PlanResult, type Want } from '../../goap/internal.js';
import { flag } from '../mind-columns.js';
import { placeOf } from '../mind.js';
import type { Minds } from '../minds.js';
import { askCost } from '../planning.js';
import type { Mind } from '../types.js';

/** Answers "how would you get there?" from today's facts, at once and without changing anything. */
export function ask<F, A, G, V>(mind: Mind<F, A, G, V>, goal: Want<G>): PlanResult<A> {
  const { minds, slot } = placeOf(mind);
  return planNow(minds, slot, goal) as PlanResult<A>;
}

type CostsNow = Record<string, (params: object) => number | undefined>;

/**
 * What the planner answers this mind from today's facts: with the costs of its body and without the steps that are left out for now,
 * just as when it plans for itself. Changes nothing but that a cost that throws is reported, unless `quiet`.
 */
export function planNow(minds: Minds, slot: number, want: unknown, quiet = false): PlanResult<any> {
  const { domain, engine, maxSteps, maxExpansions } = minds.program;
  const start = unpack(engine.layout, minds.facts.data, slot * minds.words);
  const costs = costsNow(minds, slot, quiet);
  return plan(domain, start, want as never, { maxExpansions, ...(maxSteps === Infinity ? {} : { maxSteps }), ...(costs && { costs }) });
}

/** Costs that differ from the domain's, by action; undefined when none does. */
function costsNow(minds: Minds, slot: number, quiet: boolean): CostsNow | undefined {
  const { c, program, outsideView, words } = minds;
  const { engine, costs } = program;
  const leftOut = new Set<number>();
  if ((c.flags.data[slot]! & flag.timers) !== 0) {
    for (const [step, { left }] of minds.troubles.get(slot)?.leftOut ?? []) if (left > 0) leftOut.add(step);
  }
  if (!program.hasCosts && leftOut.size === 0) return undefined;
  outsideView.point(minds.facts.data, slot * words);
  // A step's params are one object, so that it names the step among those of its action.
  const byAction = new Map<string, Map<object, number | undefined>>();
  engine.steps.forEach((step, number) => {
    const own = program.hasCosts && costs[engine.actionOf[number]!] !== null;
    if (!own && !leftOut.has(number)) return;
    const known = byAction.get(step.action) ?? new Map<object, number | undefined>();
    byAction.set(step.action, known);
    const cost = leftOut.has(number) ? Infinity : askCost(minds, slot, minds.bodies[slot], number, outsideView.view, quiet);
    known.set(step.params, Number.isNaN(cost) ? undefined : cost);
  });
  return Object.fromEntries([...byAction].map(([action, known]) => [action, (params: object) => known.get(params)]));
}

import type { DomainEngine } from './engine.js';
import { explainNoPlan } from './explain.js';
import type { Found, NoPlan, StepOf } from './result.js';
import type { SearchResult } from './search/index.js';
import type { Goal, PlanOptions } from './task.js';
import type { Rung } from './types.js';

/** A search's result as users see it. The steps are the domain's own frozen objects. */
export function answerOf(engine: DomainEngine, goal: Goal, start: Int32Array, result: SearchResult, rung: Rung, options: PlanOptions): Found<any> | NoPlan {
  const { outcome, actions, cost, expansions, bound, optimal } = result;
  if (outcome === 'found' || outcome === 'satisfied') {
    const steps = Object.freeze(actions.map((action) => engine.steps[engine.task.step[action]!]! as StepOf<any>));
    const lines = actions.map((action) => engine.task.stepText(engine.task.step[action]!));
    const found: Found<any> = { found: true, steps, cost, optimal, bound, expansions, rung };
    return withText(found, () => foundText(goal.text, lines, cost, optimal, bound));
  }
  const why = explainNoPlan(engine, goal, start, { reason: outcome, expansions, bound }, options);
  const none: NoPlan = { found: false, reason: outcome, ...why, expansions, rung };
  return withText(none, () => `${goal.text}: no plan (${outcome})\n${indent(why.explanation)}`);
}

function foundText(goal: string, lines: readonly string[], cost: number, optimal: boolean, bound: number): string {
  if (lines.length === 0) return `${goal}: already true`;
  const proof = optimal ? '' : ` (no plan is cheaper than ${bound})`;
  return `${goal}: ${lines.length} ${lines.length === 1 ? 'step' : 'steps'}, cost ${cost}${proof}\n${indent(lines.join('\n'))}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** Adds `toString` where JSON and printing do not see it. */
function withText<T extends object>(value: T, text: () => string): T {
  Object.defineProperty(value, 'toString', { value: text, enumerable: false });
  return Object.freeze(value);
}

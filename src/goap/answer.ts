import type { DomainEngine } from './engine.js';
import { needsOf } from './alternatives.js';
import { explainNoPlan } from './explain.js';
import type { LadderResult } from './ladder.js';
import type { Found, NoPlan, SearchNode } from './result.js';
import type { Goal, RequestOptions } from './task.js';

/** A search's result as users see it. The steps are the domain's own frozen objects. */
export function answerOf(engine: DomainEngine, goal: Goal, start: Int32Array, result: LadderResult, options: RequestOptions, more: { readonly value?: number; readonly others?: readonly LadderResult[] } = {}): Found<any> | NoPlan {
  const { outcome, actions, cost, expansions, bound, optimal, rung, limit } = result;
  const trace = traceOf(engine, result);
  if (outcome === 'found' || outcome === 'satisfied') {
    const steps = stepsOf(engine, actions);
    const alternatives = more.others?.map((other) => withText({ steps: stepsOf(engine, other.actions), cost: other.cost, needs: needsOf(engine, other.actions) }, () => planText('instead', linesOf(engine, other.actions), other.cost, true, 0)));
    const found: Found<any> = { found: true, steps, cost, optimal, bound, expansions, rung, ...(more.value !== undefined && { value: more.value }), ...(alternatives && { alternatives: Object.freeze(alternatives) }), ...trace };
    return withText(found, () => planText(goal.text, linesOf(engine, actions), cost, optimal, bound));
  }
  const why = explainNoPlan(engine, goal, start, { reason: outcome, expansions, bound, limit }, options);
  const none: NoPlan = { found: false, reason: outcome, ...why, expansions, rung, ...(outcome === 'budget' && { limit }), ...trace };
  return withText(none, () => `${goal.text}: no plan (${outcome})\n${indent(why.explanation)}`);
}

function traceOf(engine: DomainEngine, { nodes }: LadderResult): { readonly trace?: readonly SearchNode[] } {
  if (nodes === undefined) return {};
  const { task } = engine;
  return { trace: nodes.map(({ node, parent, action, g, h }) => ({ node, parent, step: action < 0 ? undefined : task.stepText(task.step[action]!), g, h })) };
}

function stepsOf({ steps, task }: DomainEngine, actions: readonly number[]): Found<any>['steps'] {
  return Object.freeze(actions.map((action) => steps[task.step[action]!]!)) as Found<any>['steps'];
}

function linesOf({ task }: DomainEngine, actions: readonly number[]): readonly string[] {
  return actions.map((action) => task.stepText(task.step[action]!));
}

function planText(goal: string, lines: readonly string[], cost: number, optimal: boolean, bound: number): string {
  if (lines.length === 0) return `${goal}: already true`;
  const proof = optimal ? '' : ` (no plan is cheaper than ${Number(bound.toFixed(6))})`;
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

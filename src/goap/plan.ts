import { checkKeys, describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/internal.js';
import { type SomeFacts, startState } from '../facts/internal.js';
import { findAlternatives } from './alternatives.js';
import { answerOf } from './answer.js';
import { engineOf } from './domain.js';
import type { DomainEngine } from './engine.js';
import { climb, type ExactRung } from './ladder.js';
import { findMost, readMost } from './most.js';
import type { PlanResult } from './result.js';
import type { SearchOptions } from './search/outcome.js';
import type { Domain, MostOf, PlanOptions, Want, WantedFacts } from './types.js';

const rungs: readonly ExactRung[] = ['regression', 'forward'];

/**
 * The cheapest way from a start to a goal. Facts that the start leaves out have their defaults.
 * @throws Problem when start, goal or options are wrong; that there is no plan is an answer, not an error
 */
export function plan<F, A, G>(domain: Domain<F, A, G>, start: SomeFacts<NoInfer<F>>, goal: Want<NoInfer<G>> | { readonly want: WantedFacts<NoInfer<F>> | readonly WantedFacts<NoInfer<F>>[] } | MostOf<NoInfer<F>>, options?: PlanOptions<NoInfer<A>>): PlanResult<A> {
  const engine = engineOf(domain);
  const words = startState(start, engine.layout, 'start');
  const { rung, alternatives = 0, ...request } = readOptions(engine, options);
  if (isPlainObject(goal) && Object.hasOwn(goal, 'maximise')) {
    const most = findMost(engine, readMost(goal, engine, 'goal'), words, request);
    return answerOf(engine, most.goal, words, most.result, request, { value: most.value });
  }
  const wanted = engine.goal(goal);
  const result = climb(engine, wanted, words, request, rung);
  if (alternatives === 0 || result.outcome !== 'found') return answerOf(engine, wanted, words, result, request);
  return answerOf(engine, wanted, words, result, request, { others: findAlternatives(engine, wanted, words, request, result, alternatives) });
}

type ReadOptions = { -readonly [K in keyof SearchOptions]: SearchOptions[K] } & { rung?: ExactRung; alternatives?: number };

function readOptions(engine: DomainEngine, value: unknown): ReadOptions {
  if (value === undefined) return {};
  const given = plainObject(value, 'options');
  checkKeys(given, ['maxSteps', 'maxExpansions', 'maxNodes', 'optimal', 'improve', 'alternatives', 'rung', 'costs', 'trace'], 'options');
  const { rung, costs, trace, optimal } = given;
  const options: ReadOptions = {};
  for (const name of ['maxSteps', 'maxExpansions', 'maxNodes', 'improve', 'alternatives'] as const) {
    if (given[name] !== undefined) options[name] = checkCount(given[name], `options.${name}`);
  }
  if (rung !== undefined) {
    if (!rungs.includes(rung as ExactRung)) throw new Problem('unknown-rung', `there is no rung ${describe(rung)}`, { path: 'options.rung', hint: didYouMean(typeof rung === 'string' ? rung : '', rungs) });
    options.rung = rung as ExactRung;
  }
  if (trace !== undefined) options.trace = checkSwitch(trace, 'options.trace');
  if (optimal !== undefined) options.optimal = checkSwitch(optimal, 'options.optimal');
  if (costs !== undefined) options.stepCost = readCosts(engine, costs);
  return options;
}

/** Costs of this request by step; NaN leaves the domain's own. */
function readCosts(engine: DomainEngine, value: unknown): Float64Array {
  const given = plainObject(value, 'options.costs', 'an object of costs by action');
  checkKeys(given, engine.actions.map((action) => action.name), 'options.costs');
  const costs = new Float64Array(engine.steps.length).fill(NaN);
  engine.steps.forEach((step, number) => {
    const cost = Object.hasOwn(given, step.action) ? given[step.action] : undefined;
    if (cost === undefined) return;
    const amount: unknown = typeof cost === 'function' ? (cost as (params: unknown) => unknown)(step.params) : cost;
    if (amount === undefined) return;
    if (typeof amount !== 'number' || !(amount >= 0)) {
      throw new Problem('bad-cost', `${engine.task.stepText(number)} would cost ${describe(amount)}`, { path: `options.costs.${step.action}`, hint: 'a cost is 0 or more, Infinity where the step is not available' });
    }
    costs[number] = amount;
  });
  return costs;
}

function checkSwitch(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new Problem('wrong-type', `this is true or false, not ${describe(value)}`, { path });
}

function checkCount(value: unknown, path: string): number {
  if (Number.isInteger(value) && (value as number) >= 0) return value as number;
  throw new Problem('bad-count', `this is a whole number of 0 or more, not ${describe(value)}`, { path });
}


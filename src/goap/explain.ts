import { boxHolds, type Box, constraintText } from '../facts/internal.js';
import type { DomainEngine } from './engine.js';
import { chainLines, chainsBehind, outOfReach } from './missing.js';
import { reachFrom } from './reach.js';
import { goalOf, shortage } from './shortage.js';
import type { Missing, NoPlan } from './result.js';
import { planAtOnce } from './search/once.js';
import type { Goal, RequestOptions } from './task.js';

/** Most lines of an explanation's chains; more are counted. */
const mostLines = 6;
/** Wanted facts that are tried one by one after an exhausted search, and expansions for each. */
const mostAlone = 8;
const expansionsAlone = 5_000;

/** How a search without a plan ended. */
export interface DeadEnd {
  readonly reason: NoPlan['reason'];
  readonly expansions: number;
  /** No plan is cheaper than this. */
  readonly bound: number;
  /** Which limit ended it. */
  readonly limit?: 'expansions' | 'memory' | undefined;
}

/** Why there is no plan, as data and text. */
export interface WhyNot {
  readonly unmet: readonly string[];
  readonly chain: readonly Missing[];
  readonly explanation: string;
}

/**
 * Says why a request has no plan. Takes far longer than a search step, so ask only when somebody wants to know.
 * @param start the state the search began with
 * @param options those of the request: steps it made unavailable and its limit of steps are part of the reason
 */
export function explainNoPlan(engine: DomainEngine, goal: Goal, start: Int32Array, end: DeadEnd, options: RequestOptions = {}): WhyNot {
  const ways = goal.wanted ?? [];
  if (goal.any.length === 0) return { unmet: [], chain: [], explanation: `the goal "${goal.text}" contradicts itself` };
  const each = ways.map((wanted) => whyNot(engine, wanted, start, end, options));
  return { unmet: each.flatMap(({ unmet }) => unmet), chain: each.flatMap(({ chain }) => chain), explanation: each.map(({ explanation }) => explanation).join('\nnor the other way: ') };
}

function whyNot(engine: DomainEngine, wanted: Box, start: Int32Array, end: DeadEnd, options: RequestOptions): WhyNot {
  const missing = wanted.filter((constraint) => !boxHolds([constraint], start, 0));
  const names = missing.map(constraintText);
  if (end.reason === 'budget') return { unmet: names, chain: [], explanation: budgetText(end, names) };
  const { stepCost } = options;
  const available = (step: number): boolean => stepCost?.[step] !== Infinity;
  const reach = reachFrom(engine, start, available);
  const hopeless = outOfReach(missing, reach);
  if (hopeless.length > 0) {
    const chain = chainsBehind(hopeless, engine, reach, available);
    const lines = chainLines(chain);
    const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`] : lines;
    return { unmet: hopeless.map(constraintText), chain, explanation: shown.join('\n') };
  }
  return { unmet: names, chain: [], explanation: exhaustedText(engine, wanted, missing, start, end, options) };
}

function budgetText({ expansions, bound, limit }: DeadEnd, names: readonly string[]): string {
  // Bounds are kept a hair below what was summed up; nobody wants to read that hair.
  const far = bound > 0 && bound < Infinity ? `; a plan costs ${Number(bound.toFixed(6))} or more` : '';
  const lift = limit === 'memory' ? 'its memory was full; `maxNodes` gives it more' : '`maxExpansions` gives it more time';
  return `the search gave up after ${expansions} expansions without ${list(names)}${far}; ${lift}`;
}

function exhaustedText(engine: DomainEngine, wanted: Box, missing: Box, start: Int32Array, { expansions }: DeadEnd, options: RequestOptions): string {
  const { maxSteps } = options;
  const tried = expansions === 1 ? 'the one possibility was tried' : `all ${expansions} possibilities were tried`;
  if (maxSteps !== undefined) {
    const anyLength = planAtOnce(engine.task, goalOf(engine, wanted), start, 0, { ...withoutLimit(options), maxExpansions: expansionsAlone, improve: 0 });
    if (anyLength.outcome === 'found') return `a plan needs more than ${maxSteps} ${maxSteps === 1 ? 'step' : 'steps'}; ${tried}`;
  }
  const short = missing.slice(0, mostAlone).map((constraint) => shortage(engine, constraint, start, options)).filter((text) => text !== undefined);
  if (short.length > 0) return [...short, tried].join('; ');
  if (missing.length <= 1) return `every way to ${list(missing.map(constraintText))} undoes something that it needs, or spoils what must stay; ${tried}`;
  const alone: string[] = [];
  const never: string[] = [];
  for (const constraint of missing.slice(0, mostAlone)) {
    const { outcome } = planAtOnce(engine.task, goalOf(engine, [constraint]), start, 0, { ...options, maxExpansions: expansionsAlone, improve: 0 });
    if (outcome === 'found') alone.push(constraintText(constraint));
    else if (outcome !== 'budget') never.push(constraintText(constraint));
  }
  const parts: string[] = [];
  if (never.length > 0) parts.push(`every way to ${list(never)} undoes something that it needs`);
  if (alone.length > 1) parts.push(`${list(alone)} can each be reached alone, but not together`);
  if (alone.length === 1) parts.push(`${alone[0]} can be reached`);
  return [...parts, tried].join('; ');
}

function withoutLimit({ maxSteps: _limit, ...rest }: RequestOptions): RequestOptions {
  return rest;
}

function list(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? 'what is wanted';
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

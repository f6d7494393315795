import { Random } from '../../core/internal.js';
import type { PlanEffort } from '../types.js';
import { decode } from './decode.js';
import { ExactSearch, mostGoals, type Placed } from './exact.js';
import { hasten, improve, prune, type Solution } from './improve.js';
import { type OutOfReach, prepare } from './prepare.js';
import { type Sequence, Sequencer } from './sequence.js';
import type { Setting, Situation } from './situation.js';
import { tidy } from './tidy.js';

/** A plan as the search gives it: work in order of start, in the numbers of its situation. */
export interface RawPlan {
  readonly found: true;
  readonly situation: Situation;
  readonly placed: readonly Placed[];
  readonly makespan: number;
  readonly lowerBound: number;
  readonly proven: boolean;
  readonly expansions: number;
}

export interface RawFailure extends OutOfReach {
  readonly found: false;
  readonly reason: 'unreachable' | 'exhausted' | 'budget';
  readonly expansions: number;
}

/** Effort of a plan that is asked for by itself; a crew, which plans between two frames, spends less. */
export const defaults = { expansions: 10_000, improvements: 200, seed: 1 } as const;

/** Worlds that a first order of jobs may cost to find. */
const sequenceBudget = 2000;
/** Rounds of improvement before the exact search: the better the plan it starts with, the more it can cut off. */
const firstRounds = 40;

/**
 * Plans for all goals of the setting at once: a first plan, then the exact search, then improvement if that did not end.
 * Goals above {@link mostGoals} must be planned in turn.
 */
export function plan(setting: Setting, effort: PlanEffort): RawPlan | RawFailure {
  const situation = prepare(setting);
  if ('unmet' in situation) return { found: false, reason: 'unreachable', ...situation, expansions: 0 };
  const budget = effort.expansions ?? defaults.expansions;
  const rounds = effort.improvements ?? defaults.improvements;
  const random = new Random(effort.seed ?? defaults.seed);
  const exact = new ExactSearch(situation);
  const bound = exact.root().bound;
  const sequence = new Sequencer(situation).find(sequenceBudget);
  let solution = firstPlan(sequence, situation);
  if (solution !== undefined && solution.schedule.makespan > bound) {
    solution = improve(prune(solution, situation), situation, Math.min(rounds, firstRounds), bound, random);
  }
  const finish = (placed: readonly Placed[], makespan: number, lowerBound: number, spent: number): RawPlan => {
    const rest = Math.max(0, rounds - firstRounds);
    const better = setting.goals.length > 1 ? hasten(placed, makespan, situation, rest, random) : placed;
    return { found: true, situation, placed: tidy(inOrder(better, situation), situation), makespan, lowerBound, proven: makespan <= lowerBound, expansions: spent };
  };
  const limit = solution?.schedule.makespan ?? Infinity;
  if (solution !== undefined && limit <= bound) return finish(solution.schedule.placed, limit, limit, 0);
  const result = exact.run(limit, budget);
  if (result.best !== undefined) return finish(result.best, result.makespan, result.makespan, result.expansions);
  if (solution === undefined) return failed(setting, result.complete ? 'exhausted' : 'budget', result.expansions);
  if (result.complete) return finish(solution.schedule.placed, limit, limit, result.expansions);
  const lowerBound = Math.max(bound, result.lowerBound);
  const better = improve(solution, situation, Math.max(0, rounds - firstRounds), lowerBound, random);
  const { placed, makespan } = prune(better, situation).schedule;
  return finish(placed, makespan, Math.min(lowerBound, makespan), result.expansions);
}

/** By start; of goals that want the same, the first that was asked for is reached first. */
function inOrder(placed: readonly Placed[], { goals }: Situation): readonly Placed[] {
  const sorted = [...placed].sort((a, b) => a.start - b.start);
  const next = new Map<string, number[]>();
  goals.forEach(({ work }, goal) => next.set(work.text, [...(next.get(work.text) ?? []), goal]));
  return sorted.map((each) => (each.goal < 0 ? each : { ...each, goal: next.get(goals[each.goal]!.work.text)!.shift()! }));
}

/** One after the other, everyone by whoever ends first: the plan that is there at once. */
function firstPlan(sequence: Sequence, situation: Situation): Solution | undefined {
  if (sequence.items === undefined) return undefined;
  const choices = sequence.items.map((item) => ({ ...item, lead: -1 }));
  const schedule = decode(choices, situation);
  return schedule === undefined ? undefined : { choices, schedule };
}

function failed(setting: Setting, reason: 'exhausted' | 'budget', expansions: number): RawFailure {
  const goals = setting.goals.map(({ text }) => text);
  const explanation = reason === 'budget' ? `${expansions} expansions were not enough to find a plan` : 'every order of jobs was tried, and none reaches all goals';
  return { found: false, reason, unmet: goals, explanation, expansions };
}

export { mostGoals };

import { checkKeys, plainObject, Problem } from '../core/internal.js';
import { readCell, type ObjectSets, type Schema, type SetValue, startState, type ValueOf } from '../facts/internal.js';
import { compileTeam, type Compiled } from './compile.js';
import { restoreCrew, startCrew } from './crew/start.js';
import type { Crew, CrewHooks, CrewOptions } from './crew/types.js';
import { groundGoal } from './goal.js';
import { checkAgent, planJointly, stack } from './planning.js';
import { describePlan, FoundPlan, NoPlan, type TeamPlanResult } from './result.js';
import type { PlanRequest, TeamParts } from './types.js';

/**
 * What can be done together: objects, facts, jobs, goals. Frozen; made by {@link team}.
 *
 * `F` are the facts as plain values, `J` the params of every job, `G` the params of every goal.
 */
export interface Team<F, J, G> {
  /**
   * One plan for all goals over all agents, in the least time. Needs no crew and changes nothing.
   * @throws Problem when the request is wrong; that there is no plan is an answer, not an error
   */
  plan(request: PlanRequest<F, G>): TeamPlanResult<J>;
  /** Agents who share a world and do what is asked of them. @throws Problem when the options are wrong */
  crew(options?: CrewOptions<F, J>): Crew<F, J, G>;
  /** A crew that goes on where it was saved. @throws Problem when the save is malformed (nothing of it is used then) or of another team */
  restore(save: unknown, hooks?: CrewHooks<J>): Crew<F, J, G>;
  /** Names of the jobs. */
  readonly jobs: readonly (keyof J & string)[];
  /** Equal fingerprints, equal meaning of saved crews. */
  readonly fingerprint: string;
  /** Types only; never there at run time. */
  readonly '~types'?: [facts: F, jobs: J, goals: G];
}

/** A team whose types are not known. */
export type AnyTeam = Team<any, any, any>;

/**
 * Defines a team domain: what agents can do together. The model is described in docs/decisions/0010-team-api.md.
 * @throws Problem with the path of the first mistake and a hint
 */
export function team<const S extends Schema, const E, const Q = {}, const O extends ObjectSets = {}, const L extends string = never>(
  parts: TeamParts<S, E, Q, O, L>,
): Team<{ -readonly [K in keyof S]: ValueOf<S[K], O> }, { [K in keyof E]: { readonly [P in keyof E[K]]: SetValue<E[K][P], O, S> } }, { [K in keyof Q]: { readonly [P in keyof Q[K]]: SetValue<Q[K][P], O, S> } }> {
  const compiled = compileTeam(parts, 'team');
  const made: AnyTeam = Object.freeze({
    fingerprint: compiled.program.fingerprint,
    jobs: Object.freeze(compiled.program.heads.map(({ name }) => name)),
    plan: (request: PlanRequest<any, any>) => planOnce(compiled, request),
    crew: (options?: CrewOptions<any, any>) => startCrew(compiled, options),
    restore: (save: unknown, hooks?: CrewHooks<any>) => restoreCrew(compiled, save, hooks),
  });
  return made;
}

const requestKeys = ['agents', 'start', 'goals', 'order', 'expansions', 'improvements', 'walkEarly', 'seed'];

function planOnce({ program, goals: known }: Compiled, request: PlanRequest<unknown, unknown>): TeamPlanResult {
  checkKeys(plainObject(request, 'request', 'a request with agents and goals'), requestKeys, 'request');
  const { layout } = program;
  if (!Array.isArray(request.agents) || !Array.isArray(request.goals)) throw new Problem('wrong-type', 'a request has lists of agents and goals', { path: 'request' });
  const agents = request.agents.map((agent, at) => checkAgent(agent, `request.agents[${at}]`));
  for (const { name } of agents) if (agents.filter((agent) => agent.name === name).length > 1) throw new Problem('duplicate-name', `there are two agents named "${name}"`, { path: 'request.agents' });
  const goals = request.goals.map((goal, at) => groundGoal(goal, known, layout, `request.goals[${at}]`));
  const words = startState(request.start ?? {}, layout, 'request.start');
  const values = layout.cells.map((cell) => readCell(cell, words, 0));
  const onError = (error: Problem): void => {
    throw error;
  };
  const workers = agents.map((agent) => ({ agent, place: agent.place, free: 0 }));
  const setting = { now: 0, walkEarly: request.walkEarly ?? true, values, workers, planned: [], onError };
  const inTurn = request.order === 'inTurn' || goals.length === 0;
  const stacked = inTurn ? stack(program, setting, goals.map((goal) => [goal]), request) : planJointly(program, setting, goals, request);
  if ('found' in stacked) return new NoPlan(stacked);
  const { laid, ...figures } = stacked;
  return new FoundPlan({ ...describePlan(laid, values, program), ...figures }, agents.map(({ name }) => name));
}

import { checkKeys, plainObject, Problem } from '../core/internal.js';
import type { GroundGoal, Program } from './program.js';
import { type Laid, layOut } from './result.js';
import { defaults, mostGoals, plan, type RawFailure, type RawPlan } from './search/planner.js';
import type { Setting, WorkerState } from './search/situation.js';
import type { Agent, PlanEffort } from './types.js';

/** Checks the data of an agent. @throws Problem */
export function checkAgent(agent: Agent, path: string): Agent {
  checkKeys(plainObject(agent, path, 'an agent: { name, place, speed, skills }'), ['name', 'place', 'speed', 'skills'], path);
  const { name, place, speed = 1, skills = {} } = agent;
  plainObject(skills, `${path}.skills`, 'an object of levels');
  if (typeof name !== 'string' || name === '') throw new Problem('bad-agent', 'an agent needs a name', { path: `${path}.name` });
  if (typeof place !== 'string' || place === '') throw new Problem('bad-agent', `agent "${name}" needs a place`, { path: `${path}.place` });
  if (typeof speed !== 'number' || !(speed > 0) || speed === Infinity) throw new Problem('bad-agent', `agent "${name}" has speed ${String(speed)}`, { path: `${path}.speed`, hint: 'above 0, and finite' });
  for (const [skill, level] of Object.entries(skills)) {
    if (typeof level !== 'number' || !(level > 0) || level === Infinity) throw new Problem('bad-agent', `agent "${name}" has ${skill} ${String(level)}`, { path: `${path}.skills.${skill}`, hint: 'above 0, and finite; leave out what it cannot do' });
  }
  return Object.freeze({ name, place, speed, skills: Object.freeze({ ...skills }) });
}

/** Plans that lie on each other, made in turn. */
export interface Stacked {
  readonly laid: readonly Laid[];
  readonly makespan: number;
  readonly lowerBound: number;
  readonly proven: boolean;
  readonly expansions: number;
}

/** Plans groups of goals one after the other, each on top of what is planned already; each group is planned jointly. */
export function stack(program: Program, start: Omit<Setting, 'goals' | 'program'>, groups: readonly (readonly GroundGoal[])[], effort: PlanEffort): Stacked | RawFailure {
  const laid: Laid[] = [];
  let { planned, workers } = start;
  let [makespan, lowerBound, proven, expansions, firstGoal] = [start.now, start.now, true, 0, 0];
  for (const goals of groups) {
    if (goals.length > mostGoals) throw new Problem('too-many-goals', `${goals.length} goals are too many to be planned jointly`, { hint: `at most ${mostGoals}; plan them in turn` });
    const raw = plan({ ...start, program, planned, workers, goals }, effort);
    expansions += raw.expansions;
    if (!raw.found) return { ...raw, expansions };
    const added = layOut(raw, goals, firstGoal);
    firstGoal += goals.length;
    laid.push(...added);
    planned = planned.concat(added);
    workers = movedOn(workers, raw, program);
    makespan = Math.max(makespan, raw.makespan);
    lowerBound = Math.max(lowerBound, raw.lowerBound);
    proven &&= raw.proven;
  }
  return { laid, makespan, lowerBound, proven, expansions };
}

/** Plans for some goals at once; where that finds nothing, or nothing proven, also in turn, and takes what is reached earlier. */
export function planJointly(program: Program, start: Omit<Setting, 'goals' | 'program'>, goals: readonly GroundGoal[], effort: PlanEffort): Stacked | RawFailure {
  const jointly = stack(program, start, [goals], effort);
  const found = !('found' in jointly);
  if (goals.length < 2 || (found ? jointly.proven : jointly.reason !== 'budget')) return jointly;
  const inTurn = stack(program, start, goals.map((goal) => [goal]), { ...effort, expansions: Math.floor((effort.expansions ?? defaults.expansions) / goals.length) });
  if ('found' in inTurn || (found && inTurn.makespan >= jointly.makespan)) return jointly;
  const lowerBound = found ? jointly.lowerBound : start.now;
  return { ...inTurn, lowerBound, proven: inTurn.makespan <= lowerBound, expansions: jointly.expansions + inTurn.expansions };
}

/** Where the workers will be when they have done what was planned. */
function movedOn(workers: readonly WorkerState[], raw: RawPlan, program: Program): readonly WorkerState[] {
  const states = workers.map((state) => ({ ...state }));
  for (const { job, workers: crew, end } of raw.placed) {
    if (job === undefined) continue;
    const place = job.work.target < 0 ? states[crew[0]!]!.place : program.places[job.work.target]!;
    for (const worker of crew) Object.assign(states[worker]!, { place, free: end });
  }
  return states;
}

import { planJointly, type Stacked } from '../planning.js';
import type { RawFailure } from '../search/planner.js';
import { exactly } from '../time.js';
import { arrange, retime, spanOf, valuesOf, workOf } from './board.js';
import { tellGoal } from './report.js';
import type { CrewState, Goal, Task } from './state.js';

/** Longest wait after searches that ended without an answer. */
const longestBackOff = 16;

/** Goals in the pool, the next one to be planned first: by priority plus age, then as they came. */
export function waiting(state: CrewState): Goal[] {
  const { clock, settings } = state;
  const rank = (goal: Goal): number => goal.priority + (clock - goal.since) / settings.aging;
  return [...state.goals.values()].filter(({ status }) => status === 'waiting').sort((a, b) => rank(b) - rank(a) || a.id - b.id);
}

/** True while every queue is full: then planning waits. */
export function isFull({ members, settings }: CrewState): boolean {
  if (members.size === 0) return false;
  for (const { tasks } of members.values()) if (tasks.length < settings.queue) return false;
  return true;
}

/** Plans for what waits in the pool, until everything is planned, all queues are full, or this tick's expansions are used up. */
export function planPool(state: CrewState): void {
  const { settings } = state;
  if (state.changed) {
    state.changed = false;
    for (const goal of state.goals.values()) if (goal.status === 'impossible' && goal.failures <= settings.retries) goal.status = 'waiting';
  }
  let left = settings.expansions;
  while (left >= 0 && !isFull(state)) {
    const due = waiting(state).filter(({ retryAt }) => retryAt <= state.clock);
    const [first] = due;
    if (first === undefined) return;
    const group = due.filter(({ priority }) => priority === first.priority).slice(0, settings.jointly);
    left -= planGroup(state, group, left) + 1;
  }
}

/** Plans for some goals jointly, or, where that is impossible, for the first of them alone. Returns the expansions it took. */
function planGroup(state: CrewState, group: readonly Goal[], budget: number): number {
  const jointly = search(state, group, budget);
  if (!('found' in jointly)) {
    commit(state, group, jointly);
    return jointly.expansions;
  }
  const [goal] = group;
  const left = Math.max(0, budget - jointly.expansions);
  const alone = group.length === 1 ? jointly : search(state, [goal!], left);
  if ('found' in alone) refuse(state, goal!, alone);
  else commit(state, [goal!], alone);
  return jointly.expansions + (alone === jointly ? 0 : alone.expansions);
}

function search(state: CrewState, goals: readonly Goal[], expansions: number): Stacked | RawFailure {
  const standing = retime(state);
  const workers = [...state.members].map(([name, { agent }]) => ({ agent, place: standing.get(name)!.place, free: exactly(standing.get(name)!.free) }));
  const planned = state.line.map((item) => ({ work: workOf(item), ...spanOf(item) }));
  const { program, settings, onError } = state;
  const start = { now: exactly(state.clock), walkEarly: settings.walkEarly, values: valuesOf(state), workers, planned, onError };
  return planJointly(program, start, goals.map(({ ground }) => ground), { expansions, improvements: settings.improvements, seed: settings.seed });
}

function commit(state: CrewState, goals: readonly Goal[], { laid }: Stacked): void {
  for (const { job, goal: number, agents, start, end } of laid) {
    if (job === undefined) {
      const goal = goals[number]!;
      Object.assign(goal, { status: 'planned', reason: '', at: start, backOff: 1 });
      state.line.push({ task: undefined, goal });
      tellGoal(state, goal);
      continue;
    }
    const task: Task = { id: state.nextTask++, job, agents, where: '', start, end, begun: false, goals: [], after: [], behind: [] };
    state.tasks.set(task.id, task);
    state.line.push({ task, goal: undefined });
    for (const name of agents) state.members.get(name)!.tasks.push(task.id);
  }
  arrange(state);
}

function refuse(state: CrewState, goal: Goal, { reason, unmet, explanation }: RawFailure): void {
  if (reason === 'budget') {
    Object.assign(goal, { retryAt: state.clock + goal.backOff, backOff: Math.min(longestBackOff, goal.backOff * 2), reason: explanation });
    return;
  }
  goal.status = 'impossible';
  goal.reason = state.members.size === 0 ? 'there are no agents' : `${reason}: ${unmet.join(', ')}; ${explanation}`;
  tellGoal(state, goal);
}

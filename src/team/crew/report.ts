import { Problem, thrownText } from '../../core/internal.js';
import type { CrewState, Goal, Task } from './state.js';
import type { CrewGoal, CrewJob } from './types.js';

/** `roastApple #2`. */
export function goalText({ id, ground }: Goal): string {
  return `${ground.text} #${id}`;
}

/** A task as users see it. */
export function jobOf(task: Task, { program }: CrewState): CrewJob<any> {
  const { id, job, agents, where, start, end, begun, after, goals } = task;
  return { id, job: program.heads[job.job]!.name, params: job.params, text: job.text, agent: agents[0]!, helpers: agents.slice(1), place: where, start, end, begun, after: after.filter((other) => other >= 0), goals };
}

/** A goal as users see it. */
export function goalOf(goal: Goal): CrewGoal {
  const { id, status, priority, at, reason } = goal;
  return { id, text: goalText(goal), status, priority, at: status === 'planned' || status === 'reached' ? at : undefined, reason };
}

/** Tells the hook; what it throws goes to `onError`. */
export function tellJob(state: CrewState, event: 'begun' | 'done' | 'failed', task: Task): void {
  guarded(state, 'onJob', () => state.onJob(event, jobOf(task, state)));
}

export function tellGoal(state: CrewState, goal: Goal): void {
  guarded(state, 'onGoal', () => state.onGoal(goalOf(goal)));
}

function guarded(state: CrewState, hook: string, call: () => void): void {
  state.telling = true;
  try {
    call();
  } catch (thrown) {
    state.onError(new Problem('hook-threw', `${hook} threw: ${thrownText(thrown)}`, { path: `crew.${hook}`, cause: thrown }));
  } finally {
    state.telling = false;
  }
}

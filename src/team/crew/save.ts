import { unpack } from '../../facts/internal.js';
import { type CrewState, itemId } from './state.js';
import type { CrewSave } from './types.js';

/** Everything a crew remembers, as plain JSON. Infinite times are null. */
export function saveCrew(state: CrewState): CrewSave {
  const { program, settings, clock, words, members, tasks, goals, line, nextTask, nextGoal, changed } = state;
  return {
    format: 1,
    team: program.fingerprint,
    settings,
    clock,
    facts: unpack(program.layout, words, 0),
    agents: [...members.values()].map(({ agent, place, phase, heading, since, until, tasks: queue }) => ({ agent, place, phase, heading, since, until: finite(until), tasks: [...queue] })),
    tasks: [...tasks.values()].map(({ id, job, agents, where, start, end, begun, goals: serves, after, behind }) => ({
      id,
      job: program.heads[job.job]!.name,
      params: job.params,
      times: job.times,
      agents,
      where,
      start: finite(start),
      end: finite(end),
      begun,
      goals: serves,
      after,
      behind,
    })),
    goals: [...goals.values()].map(({ id, asked, priority, since, status, reason, failures, at, retryAt, backOff, after, behind }) => ({ id, asked, priority, since, status, reason, failures, at: finite(at), retryAt, backOff, after, behind })),
    line: line.map(itemId),
    nextTask,
    nextGoal,
    changed,
  };
}

function finite(time: number): number | null {
  return time === Infinity ? null : time;
}

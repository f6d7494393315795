import { retime, spanOf, targetOf, workOf } from './board.js';
import { goalText } from './report.js';
import { type CrewState, itemId, type Member, type Task } from './state.js';
import type { WorkOrder } from './types.js';

/** What a member is to do right now. */
export function orderOf(state: CrewState, member: Member): WorkOrder<any> {
  const { agent, phase, place, since, until } = member;
  const task = taskOf(state, member);
  const job = task === undefined ? undefined : state.program.heads[task.job.job]!.name;
  const { name } = agent;
  return {
    agent: name,
    phase,
    job,
    params: task?.job.params,
    leads: task?.agents[0] === name,
    from: place,
    to: task === undefined || phase === 'travel' ? member.heading : phase === 'work' ? targetOf(state, task) : task.where,
    partners: task === undefined ? [] : task.agents.filter((other) => other !== name),
    since,
    lasts: phase === 'travel' || phase === 'work' ? until - since : 0,
    task: task?.id ?? -1,
    // Worked out only when somebody reads it: orders are looked at every frame, by every mind.
    get why() {
      retime(state);
      return explainAgent(state, member);
    },
  };
}

/** `carries raw to the cooker for roastApple #1, 0.5 s to go`. */
export function explainAgent(state: CrewState, member: Member): string {
  const { phase, until } = member;
  const task = taskOf(state, member);
  if (task === undefined) return phase === 'travel' ? `walks to ${member.heading}, and has nothing to do there any more` : `is idle at ${member.place}`;
  const what = `${task.agents[0] === member.agent.name ? '' : `help ${task.agents[0]!} to `}${task.job.text}`;
  const purpose = task.goals.length === 0 ? '' : ` for ${task.goals.map((id) => goalText(state.goals.get(id)!)).join(' and ')}`;
  const rest = seconds(until - state.clock);
  if (phase === 'work') return `${task.agents[0] === member.agent.name ? task.job.says : `helps ${task.agents[0]!} to ${task.job.text}`}${purpose}, ${rest} to go`;
  if (phase === 'travel') return `walks to ${member.heading} to ${what}${purpose}, ${rest} to go`;
  return `waits at ${member.place} to ${what}${purpose}; ${waitText(state, member, task)}`;
}

/** All agents, then what waits in the pool. */
export function explainCrew(state: CrewState): string {
  const lines = [...state.members.values()].map((member) => `${member.agent.name} ${explainAgent(state, member)}`);
  for (const goal of state.goals.values()) {
    if (goal.status === 'planned') lines.push(`${goalText(goal)} will be reached in ${seconds(goal.at - state.clock)}`);
    if (goal.status === 'waiting') lines.push(`${goalText(goal)} waits in the pool${goal.reason === '' ? '' : `: ${goal.reason}`}`);
    if (goal.status === 'impossible') lines.push(`${goalText(goal)} is impossible: ${goal.reason}`);
  }
  return lines.join('\n');
}

/** `waits for Bob to carry(raw, collector, cooker), 1.5 s`: what holds a task up longest. */
function waitText(state: CrewState, member: Member, task: Task): string {
  const rest = seconds(task.start - state.clock);
  let last: string | undefined;
  let latest = -Infinity;
  for (const item of state.line) {
    const id = itemId(item);
    const isEnd = task.after.includes(id);
    if (!isEnd && (!task.behind.includes(id) || item.task?.begun === true)) continue;
    const { start, end } = spanOf(item);
    const time = isEnd ? end : start;
    if (time <= latest) continue;
    latest = time;
    last = item.task === undefined ? `waits for ${goalText(item.goal)}` : `waits for ${item.task.agents[0]!} to ${isEnd ? '' : 'begin '}${workOf(item).text}`;
  }
  const absent = task.agents.filter((name) => name !== member.agent.name && state.members.get(name)!.place !== task.where);
  if (absent.length > 0 && latest < task.start) last = `waits for ${absent.join(' and ')} to come`;
  return `${last ?? 'begins now'}, ${rest}`;
}

function taskOf(state: CrewState, member: Member): Task | undefined {
  const id = member.tasks[0];
  return id === undefined ? undefined : state.tasks.get(id);
}

function seconds(time: number): string {
  return time === Infinity || Number.isNaN(time) ? 'unknown' : `${Math.max(0, time).toFixed(1)} s`;
}

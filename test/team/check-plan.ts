import type { TeamPlan } from '../../src/team/index.js';
import { distance, type SmallJob, type SmallTask } from './small-tasks.js';

/**
 * Looks a plan for a small task through, moment by moment, and returns all that is wrong with it: walks that are too short, two jobs for one
 * agent or station at a time, needs that are not met, goals that do not hold when the plan says they do.
 */
export function mistakesOf(plan: TeamPlan, task: SmallTask): readonly string[] {
  const mistakes: string[] = [];
  const at = task.agents.map(({ place }) => place);
  const free = task.agents.map(() => 0);
  const doings = plan.jobs.map((job) => ({ ...job, small: task.jobs[Number(job.job.slice(1))]!, crew: [job.agent, ...job.helpers].map((name) => Number(name.slice(1))) }));
  for (const { text, small, crew, start, end } of doings) {
    if (crew.length !== small.helpers + 1 || new Set(crew).size !== crew.length) mistakes.push(`${text} has a crew of ${crew.length}`);
    for (const agent of crew) {
      if (free[agent]! + distance(task, agent, at[agent]!, small.place) > start) mistakes.push(`a${agent} cannot be at ${text} by ${start}`);
      at[agent] = small.target;
      free[agent] = end;
    }
    const lead = crew[0]!;
    const lasts = small.seconds[lead]! + (small.transfer ? distance(task, lead, small.place, small.target) : 0);
    if (Math.abs(end - start - lasts) > 1e-6) mistakes.push(`${text} lasts ${end - start}, not ${lasts}`);
  }
  const cells = task.cells.map(({ start }) => start);
  const running: (typeof doings)[number][] = [];
  const moments = [...new Set([...doings.flatMap(({ start, end }) => [start, end]), ...plan.goals.map(({ at: time }) => time)])].sort((a, b) => a - b);
  for (const moment of moments) {
    for (const ended of running.filter(({ end }) => end === moment)) {
      running.splice(running.indexOf(ended), 1);
      for (const { cell, amount } of ended.small.give) cells[cell]! += amount;
      for (const { cell, amount } of ended.small.set) cells[cell] = amount;
    }
    // A goal that is reached in the moment in which a job begins goes first: it may make room for it.
    for (const { at: time } of plan.goals) {
      if (time !== moment) continue;
      for (const { cell, amount } of [...task.goal.atLeast, ...task.goal.take]) if (cells[cell]! < amount) mistakes.push(`the goal does not hold at ${moment}`);
      for (const { cell, amount } of task.goal.take) cells[cell]! -= amount;
    }
    for (const beginning of doings.filter(({ start }) => start === moment)) {
      for (const mistake of needsOf(beginning.small, cells, running.map(({ small }) => small), task)) mistakes.push(`${beginning.text} at ${moment}: ${mistake}`);
      for (const { cell, amount } of beginning.small.take) cells[cell]! -= amount;
      running.push(beginning);
    }
  }
  if (plan.makespan !== Math.max(...plan.goals.map(({ at: time }) => time))) mistakes.push('the makespan is not when the last goal is reached');
  for (const { id, after, start, text } of plan.jobs) {
    for (const other of after) if (!(other < id && plan.jobs[other]!.end <= start)) mistakes.push(`${text} begins before what it waits for has ended`);
  }
  return mistakes;
}

function* needsOf(job: SmallJob, cells: readonly number[], running: readonly SmallJob[], task: SmallTask): Generator<string> {
  if (job.station && running.some((other) => other.station && other.place === job.place)) yield 'the station is taken';
  if (job.lock && running.some((other) => other.lock)) yield 'the lock is taken';
  for (const { cell, amount } of [...job.atLeast, ...job.take]) if (cells[cell]! < amount) yield `c${cell} is ${cells[cell]}, not ${amount}`;
  const high = (cell: number): number => running.reduce((sum, other) => sum + other.give.reduce((more, gift) => more + (gift.cell === cell ? gift.amount : 0), 0), cells[cell]!);
  for (const { cell, amount } of job.atMost) if (high(cell) > amount) yield `c${cell} may become ${high(cell)}, more than ${amount}`;
  for (const { cell, amount } of job.give) if (high(cell) + amount > task.cells[cell]!.max) yield `there is no room in c${cell}`;
  for (const { cell } of [...job.atLeast, ...job.atMost, ...job.take, ...job.give, ...job.set]) if (running.some((other) => other.set.some((each) => each.cell === cell))) yield `c${cell} is being set`;
}

import { Problem } from '../../core/internal.js';
import { startState } from '../../facts/internal.js';
import type { Compiled } from '../compile.js';
import { groundGoal } from '../goal.js';
import { checkAgent } from '../planning.js';
import type { GroundJob, Program } from '../program.js';
import type { Agent } from '../types.js';
import { Reader } from './reader.js';
import { type CrewState, type Goal, type Item, itemId, type Member, newGoal, type Task } from './state.js';

const farthestBack = -Number.MAX_SAFE_INTEGER;

/** A crew's state from a save. It is read whole before anything is made of it. @throws Problem when the save is malformed or of another team */
export function restoreState({ program, goals: known }: Compiled, save: unknown, hooks: Pick<CrewState, 'onError' | 'onJob' | 'onGoal'>): CrewState {
  const root = new Reader(save, 'save').object('format', 'team', 'settings', 'clock', 'facts', 'agents', 'tasks', 'goals', 'line', 'nextTask', 'nextGoal', 'changed');
  if (root.format.value !== 1) throw root.format.wrong('format 1');
  if (root.team.text() !== program.fingerprint) throw new Problem('other-team', 'the save is of another team', { path: 'save.team', hint: 'objects, facts, jobs and goals must be those it was saved with' });
  const members = new Map<string, Member>();
  for (const each of root.agents.list()) {
    const member = readMember(each);
    if (members.has(member.agent.name)) throw each.wrong('an agent not seen before');
    members.set(member.agent.name, member);
  }
  const goals = new Map<number, Goal>();
  for (const each of root.goals.list()) {
    const goal = readGoal(each, program, known);
    if (goals.has(goal.id)) throw each.wrong('a goal not seen before');
    goals.set(goal.id, goal);
  }
  const tasks = new Map<number, Task>();
  for (const each of root.tasks.list()) {
    const task = readTask(each, program);
    if (tasks.has(task.id)) throw each.wrong('a task not seen before');
    if (task.agents.length !== task.job.helpers + 1 || task.agents.some((name) => !members.has(name))) throw each.wrong('a task of agents that are there');
    if (task.goals.some((id) => !goals.has(id))) throw each.wrong('a task for goals that are there');
    tasks.set(task.id, task);
  }
  const state: CrewState = {
    program,
    settings: readSettings(root.settings),
    clock: root.clock.number(0),
    words: startState(root.facts.value, program.layout, 'save.facts'),
    members,
    tasks,
    goals,
    line: readLine(root.line, tasks, goals),
    nextTask: root.nextTask.whole(),
    nextGoal: root.nextGoal.whole(),
    changed: root.changed.truth(),
    telling: false,
    ...hooks,
  };
  checkQueues(state, root.agents);
  if ([...tasks.keys()].some((id) => id >= state.nextTask) || [...goals.keys()].some((id) => id >= state.nextGoal)) throw root.nextTask.wrong('numbers above all that were given out');
  return state;
}

function readSettings(from: Reader): CrewState['settings'] {
  const each = from.object('perform', 'queue', 'expansions', 'improvements', 'jointly', 'walkEarly', 'aging', 'retries', 'seed');
  return {
    perform: each.perform.oneOf('byTime', 'reported'),
    queue: each.queue.whole(1),
    expansions: each.expansions.whole(),
    improvements: each.improvements.whole(),
    jointly: each.jointly.whole(1),
    walkEarly: each.walkEarly.truth(),
    aging: each.aging.number(0),
    retries: each.retries.whole(),
    seed: each.seed.number(),
  };
}

function readMember(from: Reader): Member {
  const each = from.object('agent', 'place', 'phase', 'heading', 'since', 'until', 'tasks');
  each.agent.object('name', 'place', 'speed', 'skills');
  return {
    agent: checkAgent(each.agent.value as Agent, each.agent.path),
    place: each.place.text(),
    phase: each.phase.oneOf('idle', 'travel', 'wait', 'work'),
    heading: each.heading.text(),
    since: each.since.number(0),
    until: each.until.time(),
    tasks: each.tasks.wholes(),
  };
}

function readGoal(from: Reader, program: Program, known: Compiled['goals']): Goal {
  const each = from.object('id', 'asked', 'priority', 'since', 'status', 'reason', 'failures', 'at', 'retryAt', 'backOff', 'after', 'behind');
  const ground = groundGoal(each.asked.value, known, program.layout, each.asked.path);
  return {
    ...newGoal(each.id.whole(), each.asked.value, ground, each.priority.number(), each.since.number(0)),
    status: each.status.oneOf('waiting', 'planned', 'reached', 'impossible', 'cancelled'),
    reason: each.reason.text(),
    failures: each.failures.whole(),
    at: each.at.time(),
    retryAt: each.retryAt.number(0),
    backOff: each.backOff.number(0),
    after: each.after.wholes(farthestBack),
    behind: each.behind.wholes(farthestBack),
  };
}

function readTask(from: Reader, program: Program): Task {
  const each = from.object('id', 'job', 'params', 'times', 'agents', 'where', 'start', 'end', 'begun', 'goals', 'after', 'behind');
  return {
    id: each.id.whole(),
    job: jobNamed(each, program),
    agents: each.agents.texts(),
    where: each.where.text(),
    start: each.start.time(),
    end: each.end.time(),
    begun: each.begun.truth(),
    goals: each.goals.wholes(),
    after: each.after.wholes(farthestBack),
    behind: each.behind.wholes(farthestBack),
  };
}

function jobNamed({ job, params, times }: { readonly job: Reader; readonly params: Reader; readonly times: Reader }, { heads, jobs }: Program): GroundJob {
  const name = job.text();
  const many = times.whole(1);
  const chosen = jobs.find((each) => {
    if (heads[each.job]!.name !== name || each.times !== many) return false;
    const names = Object.keys(each.params);
    return Object.entries(params.object(...names)).every(([param, value]) => value.value === each.params[param]);
  });
  if (chosen === undefined) throw job.wrong('a job of this team, with its params');
  return chosen;
}

/** The line holds every task and every planned goal once. */
function readLine(from: Reader, tasks: ReadonlyMap<number, Task>, goals: ReadonlyMap<number, Goal>): Item[] {
  const line = from.list().map((each): Item => {
    const id = each.whole(farthestBack);
    const task = tasks.get(id);
    if (task !== undefined) return { task, goal: undefined };
    const goal = goals.get(-1 - id);
    if (goal?.status !== 'planned') throw each.wrong('the number of a task or planned goal');
    return { task: undefined, goal };
  });
  const planned = [...goals.values()].filter(({ status }) => status === 'planned').length;
  if (new Set(line.map(itemId)).size !== line.length || line.length !== tasks.size + planned) throw from.wrong('every task and planned goal once');
  return line;
}

/** Queues and tasks agree, and who works does its first task. */
function checkQueues({ members, tasks }: CrewState, from: Reader): void {
  for (const { agent, tasks: queue, phase } of members.values()) {
    const own = [...tasks.values()].filter(({ agents }) => agents.includes(agent.name));
    if (new Set(queue).size !== queue.length || own.length !== queue.length || own.some(({ id }) => !queue.includes(id))) throw from.wrong('queues that agree with the tasks');
    if (phase === 'work' && tasks.get(queue[0] ?? -1)?.begun !== true) throw from.wrong('agents who work at what has begun');
  }
  for (const { agents } of tasks.values()) if (new Set(agents).size !== agents.length) throw from.wrong('tasks that name each agent once');
}

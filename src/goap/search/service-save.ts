import { isPlainObject, Problem } from '../../core/internal.js';
import type { Goal } from '../task.js';
import { projectionOf } from './goals.js';
import type { PlanAnswer, SearchOutcome } from './outcome.js';
import { mostClients, type PlannerService } from './service.js';

/** One search that is still to be done: who wants it, what it asks, and how far it is. Infinity is written as null. */
export interface SavedJob {
  readonly task: number;
  /** The goal's text. */
  readonly goal: string;
  readonly start: readonly number[];
  /** Costs of the request's own by step: null for Infinity, -1 for "as the task says". */
  readonly costs?: readonly (number | null)[];
  readonly maxSteps: number | null;
  readonly maxExpansions: number | null;
  readonly order: number;
  readonly sequence: number;
  readonly spent: number;
  /** `waiting`, `short` while it is searched and not yet long, `parked`, or the number of a lane. */
  readonly where: 'waiting' | 'short' | 'parked' | number;
  /** Client, tick since when it waits, priority. */
  readonly clients: readonly (readonly [client: number, since: number, priority: number])[];
}

/** An answer that its client has not taken yet. */
export interface SavedAnswer {
  readonly client: number;
  readonly outcome: SearchOutcome;
  readonly actions: readonly number[];
  readonly cost: number | null;
  readonly bound: number | null;
  readonly expansions: number;
  readonly units: number;
}

/** A planner service's unfinished business, as plain JSON. */
export interface SavedService {
  readonly version: 1;
  readonly tick: number;
  readonly sequence: number;
  readonly jobs: readonly SavedJob[];
  readonly answers: readonly SavedAnswer[];
}

const outcomes: readonly unknown[] = ['satisfied', 'found', 'unreachable', 'exhausted', 'budget'] satisfies SearchOutcome[];
const finite = (value: number): number | null => (value === Infinity ? null : value);
const open = (value: number | null): number => value ?? Infinity;

/** Everything that is still to be answered. */
export function saveService({ jobs, clients, lanes, short, tick, sequence }: PlannerService): SavedService {
  const saved: SavedJob[] = [];
  for (const job of jobs.all) {
    const { place } = job;
    if (place === 'free' || place === 'done') continue;
    saved.push({
      task: job.task,
      goal: job.goal.text,
      start: Array.from(job.start),
      ...(job.costly && { costs: Array.from(job.costs, (cost) => (cost !== cost ? -1 : finite(cost))) }),
      maxSteps: finite(job.maxSteps),
      maxExpansions: finite(job.maxExpansions),
      order: job.order,
      sequence: job.sequence,
      spent: job.spent,
      where: place !== 'running' ? place : job === short ? 'short' : lanes.indexOf(job),
      clients: job.clients.map(({ number, since, priority }) => [number, since, priority]),
    });
  }
  const answers: SavedAnswer[] = [];
  for (const client of clients) {
    if (client?.answer === undefined) continue;
    const { outcome, actions, cost, bound, expansions, units } = client.answer;
    answers.push({ client: client.number, outcome, actions: Array.from(actions), cost: finite(cost), bound: finite(bound), expansions, units });
  }
  return { version: 1, tick, sequence, jobs: saved, answers };
}

/**
 * Takes up what another service saved, in place of all this one has. The same tasks must be registered in the same order.
 * @param goalOf finds a goal by task number and text
 * @throws Problem `bad-snapshot` when the data is not what {@link saveService} gives, `unknown-goal` when a goal is not there any more; then nothing is changed
 */
export function restoreService(service: PlannerService, saved: SavedService, goalOf: (task: number, text: string) => Goal | undefined): void {
  const goals = check(service, saved, goalOf);
  for (const client of service.clients) if (client !== undefined) service.cancel(client.number);
  service.tick = saved.tick;
  service.sequence = saved.sequence;
  saved.jobs.forEach((each, index) => {
    const goal = goals[index]!;
    const task = service.tasks[each.task]!;
    const asked = service.jobs.take();
    const costs = each.costs && Float64Array.from(each.costs, (cost) => (cost === -1 ? NaN : open(cost)));
    asked.ask(each.task, goal, projectionOf(task, goal), task.words, costs, open(each.maxSteps), open(each.maxExpansions));
    asked.start.set(each.start);
    const job = service.jobs.enter(asked);
    // Two jobs that ask the same are no save of ours, but one that can be worked with.
    if (job.place === 'free') {
      job.order = each.order;
      job.sequence = each.sequence;
      job.spent = each.spent;
      service.place(job, each.where === 'waiting' || each.where === 'parked' ? each.where : 'running');
      if (each.where === 'short') service.short = job;
      else if (typeof each.where === 'number') service.lanes[each.where] = job;
    }
    for (const [number, since, priority] of each.clients) {
      const client = service.client(number);
      client.since = since;
      client.priority = priority;
      service.join(client, job);
    }
  });
  for (const { client, outcome, actions, cost, bound, expansions, units } of saved.answers) {
    service.client(client).answer = { outcome, actions: Int32Array.from(actions), cost: open(cost), bound: open(bound), expansions, units } satisfies PlanAnswer;
  }
}

/** Looks at everything before anything is changed; returns the goals of the jobs. */
function check(service: PlannerService, saved: unknown, goalOf: (task: number, text: string) => Goal | undefined): readonly Goal[] {
  const fail = (what: string, path: string): never => {
    throw new Problem('bad-snapshot', `${what} in a saved planner service`, { path });
  };
  const count = (value: unknown, below: number = Number.MAX_SAFE_INTEGER): boolean => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < below;
  const limit = (value: unknown): boolean => value === null || (typeof value === 'number' && value >= 0);
  if (!isPlainObject(saved) || saved['version'] !== 1) return fail('not version 1', 'version');
  for (const field of ['tick', 'sequence']) if (!count(saved[field])) fail('no whole number', field);
  const { jobs, answers } = saved as unknown as SavedService;
  if (!Array.isArray(jobs) || !Array.isArray(answers)) return fail('no list', Array.isArray(jobs) ? 'answers' : 'jobs');
  const taken = new Set<unknown>();
  const goals = jobs.map((job: SavedJob, index: number) => {
    const path = `jobs[${index}]`;
    if (!isPlainObject(job)) return fail('no object', path);
    const task = service.tasks[job.task] ?? fail(`task ${job.task} is not registered`, `${path}.task`);
    if (!Array.isArray(job.start) || job.start.length !== task.words || !job.start.every((word) => Number.isInteger(word) && (word | 0) === word)) fail('no state', `${path}.start`);
    const costs: unknown = job.costs;
    if (costs !== undefined && !(Array.isArray(costs) && costs.length < 1e6 && costs.every((cost) => cost === -1 || limit(cost)))) fail('no costs', `${path}.costs`);
    if (!limit(job.maxSteps) || !limit(job.maxExpansions) || !count(job.spent) || !Number.isFinite(job.order) || !count(job.sequence)) fail('a number out of range', path);
    const { where } = job;
    if (where !== 'waiting' && where !== 'parked') {
      if ((where !== 'short' && !count(where, service.lanes.length)) || taken.has(`at ${where}`)) fail('no free lane', `${path}.where`);
      taken.add(`at ${where}`);
    }
    if (!Array.isArray(job.clients) || job.clients.length === 0) fail('no clients', `${path}.clients`);
    for (const entry of job.clients) {
      if (!Array.isArray(entry) || entry.length !== 3 || !entry.every(Number.isFinite) || !count(entry[0], mostClients) || taken.has(entry[0])) fail('no client', `${path}.clients`);
      taken.add(entry[0]);
    }
    const goal = goalOf(job.task, job.goal);
    if (goal === undefined) throw new Problem('unknown-goal', `there is no goal "${job.goal}" any more`, { path: `${path}.goal` });
    return goal;
  });
  answers.forEach((answer: SavedAnswer, index: number) => {
    const fits = isPlainObject(answer) && count(answer.client, mostClients) && !taken.has(answer.client) && outcomes.includes(answer.outcome) && Array.isArray(answer.actions) && answer.actions.every((action) => count(action, 0x7fffffff));
    if (!fits || !limit(answer.cost) || !limit(answer.bound) || !count(answer.expansions) || !count(answer.units)) fail('no answer', `answers[${index}]`);
    taken.add(answer.client);
  });
  return goals;
}

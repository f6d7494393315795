import { isPlainObject, Problem } from '../../core/internal.js';
import type { Goal } from '../task.js';
import { phase } from './jobs.js';
import type { SearchOutcome } from './outcome.js';
import type { PlannerService } from './service.js';

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
  /** `waiting`, `running` in the short lane, `parked`, or the number of a long lane. */
  readonly where: 'waiting' | 'running' | 'parked' | number;
  /** Client, generation, tick since when it waits, priority. */
  readonly clients: readonly (readonly [client: number, generation: number, since: number, priority: number])[];
}

export interface SavedAnswer {
  readonly client: number;
  readonly generation: number;
  readonly outcome: SearchOutcome;
  readonly actions: readonly number[];
  readonly cost: number | null;
  readonly bound: number | null;
  readonly expansions: number;
}

/** A planner service's unfinished business, as plain JSON. */
export interface SavedService {
  readonly version: 1;
  readonly tick: number;
  readonly sequence: number;
  readonly turn: number;
  readonly odd: number;
  readonly jobs: readonly SavedJob[];
  readonly answers: readonly SavedAnswer[];
}

const finite = (value: number): number | null => (value === Infinity ? null : value);
const open = (value: number | null): number => value ?? Infinity;

export function saveService(service: PlannerService): SavedService {
  const { jobs, clients, answers, clock } = service;
  const saved: SavedJob[] = [];
  for (let job = 0; job < jobs.places; job++) {
    const where = jobs.phase[job]!;
    if (where === phase.free) continue;
    const waiting: SavedJob['clients'][number][] = [];
    for (let client = jobs.firstClient[job]!; client >= 0; client = clients.next[client]!) {
      waiting.push([client, clients.generation[client]!, clients.since[client]!, clients.priority[client]!]);
    }
    saved.push({
      task: jobs.task[job]!,
      goal: jobs.goals[job]!.text,
      start: Array.from(jobs.starts.subarray(job * jobs.stride, job * jobs.stride + service.planners[jobs.task[job]!]!.task.words)),
      ...(jobs.hasCosts[job] === 1 ? { costs: Array.from(jobs.costs[job]!, (cost) => (cost !== cost ? -1 : finite(cost))) } : {}),
      maxSteps: finite(jobs.maxSteps[job]!),
      maxExpansions: finite(jobs.maxExpansions[job]!),
      order: jobs.order[job]!,
      sequence: jobs.sequence[job]!,
      spent: jobs.spent[job]!,
      where: where === phase.long ? jobs.lane[job]! : where === phase.waiting ? 'waiting' : where === phase.running ? 'running' : 'parked',
      clients: waiting,
    });
  }
  const unread: SavedAnswer[] = [];
  for (let place = answers.head; place < answers.tail; place++) {
    const { outcome, actions, cost, bound, expansions } = answers.body[place]!;
    const [client, generation] = [answers.client[place]!, answers.generation[place]!];
    if (clients.generation[client] === generation) unread.push({ client, generation, outcome, actions: Array.from(actions), cost: finite(cost), bound: finite(bound), expansions });
  }
  return { version: 1, ...clock, jobs: saved, answers: unread };
}

export function restoreService(service: PlannerService, saved: SavedService, goalOf: (task: number, text: string) => Goal | undefined): void {
  const goals = check(service, saved, goalOf);
  service.clear();
  const { jobs, clients, clock } = service;
  Object.assign(clock, { tick: saved.tick, sequence: saved.sequence, turn: saved.turn, odd: saved.odd });
  saved.jobs.forEach((each, index) => {
    const goal = goals[index]!;
    const job = jobs.take();
    jobs.task[job] = each.task;
    jobs.goals[job] = goal;
    jobs.projections[job] = service.planners[each.task]!.projection(goal);
    jobs.goalNumber[job] = service.goalNumber(goal);
    jobs.starts.fill(0, job * jobs.stride, (job + 1) * jobs.stride);
    jobs.starts.set(each.start, job * jobs.stride);
    jobs.maxSteps[job] = open(each.maxSteps);
    jobs.maxExpansions[job] = open(each.maxExpansions);
    jobs.setCosts(job, each.costs === undefined ? undefined : Float64Array.from(each.costs, (cost) => (cost === -1 ? NaN : open(cost))));
    jobs.order[job] = each.order;
    jobs.sequence[job] = each.sequence;
    jobs.spent[job] = each.spent;
    jobs.firstClient[job] = -1;
    jobs.lastClient[job] = -1;
    if (typeof each.where === 'number') service.readmit(job, phase.long, each.where);
    else service.readmit(job, each.where === 'waiting' ? phase.waiting : each.where === 'running' ? phase.running : phase.parked, 0);
    for (const [client, generation, since, priority] of each.clients) {
      clients.reserve(client);
      clients.generation[client] = generation;
      clients.since[client] = since;
      clients.priority[client] = priority;
      clients.join(client, jobs, job);
    }
  });
  for (const { client, generation, outcome, actions, cost, bound, expansions } of saved.answers) {
    clients.reserve(client);
    clients.generation[client] = generation;
    service.answers.push(client, generation, { outcome, actions: Int32Array.from(actions), cost: open(cost), bound: open(bound), expansions });
  }
}

/** Looks at everything before anything is changed; returns the goals of the jobs. */
function check(service: PlannerService, saved: unknown, goalOf: (task: number, text: string) => Goal | undefined): readonly Goal[] {
  const fail = (what: string, path: string): never => {
    throw new Problem('bad-snapshot', `${what} in a saved planner service`, { path });
  };
  const count = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
  const limit = (value: unknown): boolean => value === null || (typeof value === 'number' && value >= 0);
  if (!isPlainObject(saved) || saved['version'] !== 1) return fail('not version 1', 'version');
  for (const field of ['tick', 'sequence', 'turn', 'odd']) if (!count(saved[field])) fail('no whole number', field);
  if ((saved['turn'] as number) >= service.lanes.length - 1) fail('no such lane', 'turn');
  const { jobs, answers } = saved as unknown as SavedService;
  if (!Array.isArray(jobs) || !Array.isArray(answers)) return fail('no list', Array.isArray(jobs) ? 'answers' : 'jobs');
  const takenLanes = new Set<number>();
  const takenClients = new Set<number>();
  const goals = jobs.map((job: SavedJob, index: number) => {
    const path = `jobs[${index}]`;
    if (!isPlainObject(job)) return fail('no object', path);
    const planner = service.planners[job.task] ?? fail(`task ${job.task} is not registered`, `${path}.task`);
    if (!Array.isArray(job.start) || job.start.length !== planner.task.words || !job.start.every(Number.isInteger)) fail('no state', `${path}.start`);
    const costs: unknown = job.costs;
    if (costs !== undefined && !(Array.isArray(costs) && costs.every((cost) => cost === -1 || limit(cost)))) fail('no costs', `${path}.costs`);
    if (!limit(job.maxSteps) || !limit(job.maxExpansions) || !count(job.spent) || !Number.isFinite(job.order) || !count(job.sequence)) fail('a number out of range', path);
    const lane = job.where === 'running' ? 0 : job.where;
    if (typeof lane === 'number') {
      if (!count(lane) || lane >= service.lanes.length || takenLanes.has(lane) || (lane === 0) !== (job.where === 'running')) fail('no free lane', `${path}.where`);
      takenLanes.add(lane);
    } else if (lane !== 'waiting' && lane !== 'parked') fail('no such place', `${path}.where`);
    if (!Array.isArray(job.clients) || job.clients.length === 0) fail('no clients', `${path}.clients`);
    for (const entry of job.clients) {
      if (!Array.isArray(entry) || entry.length !== 4 || !entry.every(Number.isFinite) || !count(entry[0]) || takenClients.has(entry[0])) fail('no client', `${path}.clients`);
      takenClients.add(entry[0]);
    }
    const goal = goalOf(job.task, job.goal);
    if (goal === undefined) throw new Problem('unknown-goal', `there is no goal "${job.goal}" any more`, { path: `${path}.goal` });
    return goal;
  });
  answers.forEach((answer: SavedAnswer, index: number) => {
    const fits = isPlainObject(answer) && count(answer.client) && Number.isFinite(answer.generation) && Array.isArray(answer.actions) && answer.actions.every(count);
    if (!fits || !limit(answer.cost) || !limit(answer.bound) || !count(answer.expansions)) fail('no answer', `answers[${index}]`);
  });
  return goals;
}

import { describe, isPlainObject, Problem } from '../../core/internal.js';
import { restoreService, saveService, type Goal, type SavedService } from '../../goap/internal.js';
import type { Minds } from '../minds.js';
import type { PlanDesk } from '../plan-desk.js';

/** Unfinished business of a plan desk, as plain JSON. */
export interface SavedDesk {
  /** Fingerprints of the domains that were asked about. */
  readonly tasks: readonly string[];
  readonly service: SavedService;
  /** Seats that were ever handed out, and those that are free again. */
  readonly seats: number;
  readonly free: readonly number[];
}

/** @param of only what these seats wait for; default: everything */
export function saveDesk(desk: PlanDesk, of?: ReadonlySet<number>): SavedDesk {
  const { jobs: all, answers, ...clock } = saveService(desk.service);
  const jobs = of === undefined ? all : all.map((job) => ({ ...job, clients: job.clients.filter(([client]) => of.has(client)) })).filter(({ clients }) => clients.length > 0);
  // Only domains that somebody waits for: those of brains that are gone are no longer of interest.
  const used = [...new Set(jobs.map(({ task }) => task))].sort((one, other) => one - other);
  return {
    tasks: used.map((task) => desk.tasks[task]!),
    service: { ...clock, jobs: jobs.map((job) => ({ ...job, task: used.indexOf(job.task) })), answers: of === undefined ? answers : answers.filter(({ client }) => of.has(client)) },
    seats: of === undefined ? desk.seats : 0,
    free: of === undefined ? [...desk.free] : [],
  };
}

/**
 * A saved desk, seen to have the form of one, with its tasks numbered as they are here; searches about domains that are not known here are left out.
 * The planner service looks at its own part when it takes that up.
 * @throws Problem `bad-snapshot`
 */
export function readDesk(desk: PlanDesk, value: unknown, path: string): SavedDesk {
  const count = (each: unknown): boolean => Number.isInteger(each) && (each as number) >= 0 && (each as number) < 0x1000000;
  const object = (each: unknown): each is Readonly<Record<string, unknown>> => isPlainObject(each);
  const list = (each: unknown, fits: (one: unknown) => boolean): boolean => Array.isArray(each) && each.every(fits);
  const sound =
    object(value) &&
    list(value['tasks'], (task) => typeof task === 'string') &&
    object(value['service']) && count(value['service']['tick']) && count(value['service']['sequence']) &&
    list(value['service']['jobs'], (job) => object(job) && count(job['task']) && count(job['sequence']) && typeof job['order'] === 'number' && typeof job['goal'] === 'string' && list(job['clients'], (client) => list(client, Number.isFinite))) &&
    list(value['service']['answers'], (answer) => object(answer) && count(answer['client'])) &&
    count(value['seats']) &&
    list(value['free'], count);
  if (!sound) throw new Problem('bad-snapshot', `${path} cannot be ${describe(value)}`, { path, hint: 'the unfinished searches of the crowd' });
  const saved = value as unknown as SavedDesk;
  const tasks = saved.tasks.map((task) => desk.tasks.lastIndexOf(task));
  const jobs = saved.service.jobs.map((job) => ({ ...job, task: tasks[job.task] ?? -1 })).filter(({ task }) => task >= 0);
  return { ...saved, service: { ...saved.service, jobs } };
}

/** Puts a saved desk in place of this one, with the goals of these brains. @throws Problem, and then nothing is changed */
export function restoreDesk(desk: PlanDesk, saved: SavedDesk, groups: readonly Minds[]): void {
  restoreService(desk.service, saved.service, goalIn(groups));
  desk.seats = saved.seats;
  desk.free = [...saved.free];
}

/**
 * What minds of another crowd wait for joins what is waited for here.
 * @param seats the seats that they have here, by those that they had there; what others waited for is left behind
 * @param isNew nobody was here before: the clock of the desk goes on too
 * @throws Problem, and then nothing is changed
 */
export function joinDesk({ service }: PlanDesk, { service: there }: SavedDesk, seats: ReadonlyMap<number, number>, groups: readonly Minds[], isNew: boolean): void {
  const here = saveService(service);
  const idle = here.jobs.length === 0;
  const later = idle ? 0 : here.tick - there.tick;
  const came = there.jobs
    .map((job) => ({ ...job, clients: job.clients.filter(([client]) => seats.has(client)) }))
    .filter(({ clients }) => clients.length > 0)
    .map((job, index) => ({
      ...job,
      // Beside searches of others it waits its turn; alone it goes on where it was.
      ...(idle ? {} : { where: 'waiting' as const, spent: 0, sequence: here.sequence + index }),
      order: job.order + later,
      clients: job.clients.map(([client, since, priority]) => [seats.get(client)!, since + later, priority] as const),
    }));
  const answers = there.answers.filter(({ client }) => seats.has(client)).map((answer) => ({ ...answer, client: seats.get(answer.client)! }));
  if (came.length === 0 && answers.length === 0 && !isNew) return;
  restoreService(service, { ...here, ...(idle ? { tick: there.tick, sequence: there.sequence } : { sequence: here.sequence + came.length }), jobs: [...here.jobs, ...came], answers: [...here.answers, ...answers] }, goalIn(groups));
}

/** True when somebody in this seat waits for an answer, or has one to take. */
export function isAwaited({ service }: PlanDesk, seat: number): boolean {
  return service.waits(seat) || service.clients[seat]?.answer !== undefined;
}

/** Searches about one domain go on as those about an equal one, so that whoever asks about that from now on can share them. */
export function handOver({ service }: PlanDesk, tasks: ReadonlyMap<number, number>, groups: readonly Minds[]): void {
  const saved = saveService(service);
  if (!saved.jobs.some(({ task }) => tasks.has(task))) return;
  const jobs = saved.jobs.map((job) => ({ ...job, task: tasks.get(job.task) ?? job.task }));
  restoreService(service, { ...saved, jobs }, goalIn(groups));
}

function goalIn(groups: readonly Minds[]): (task: number, text: string) => Goal | undefined {
  return (task, text) => groups.find((minds) => minds.task === task)?.program.goals.byText(text);
}

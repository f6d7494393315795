import { describe, isPlainObject, Problem } from '../../core/internal.js';
import { restoreService, saveService, type Goal, type SavedService } from '../../goap/internal.js';
import type { Minds } from '../minds.js';
import type { PlanDesk } from '../plan-desk.js';

/** The plan desk's unfinished business, as plain JSON. */
export interface SavedDesk {
  /** Fingerprints of the domains that were asked about, in order. */
  readonly tasks: readonly string[];
  readonly service: SavedService;
  readonly seats: number;
  readonly free: readonly number[];
}

export function saveDesk(desk: PlanDesk): SavedDesk {
  return { tasks: [...desk.tasks], service: saveService(desk.service), seats: desk.seats, free: [...desk.free] };
}

/** Takes up what another desk saved, with the goals of these brains. @throws Problem, and then nothing is changed */
export function restoreDesk(desk: PlanDesk, saved: SavedDesk, groups: readonly Minds[]): void {
  restoreService(desk.service, saved.service, goalIn(groups));
  desk.seats = saved.seats;
  desk.free = [...saved.free];
}

/**
 * What another desk saved, with its tasks numbered as here; undefined when it was asked about a domain that is not known here.
 * @throws Problem `bad-snapshot` for what is no saved desk
 */
export function translated(desk: PlanDesk, value: unknown): SavedDesk | undefined {
  const saved = readDesk(value);
  const tasks = saved.tasks.map((task) => desk.tasks.indexOf(task));
  if (saved.service.jobs.some((job) => (tasks[job.task] ?? -1) < 0)) return undefined;
  return { ...saved, service: { ...saved.service, jobs: saved.service.jobs.map((job) => ({ ...job, task: tasks[job.task]! })) } };
}

/** True when a saved desk has these seats, each taken, and no other one waits for anything. */
export function hasSeats(saved: SavedDesk, seats: readonly number[]): boolean {
  const taken = new Set(seats);
  const { answers, jobs } = saved.service;
  const asking = [...answers.map(({ client }) => client), ...jobs.flatMap((job) => job.clients.map(([client]) => client))];
  return taken.size === seats.length && seats.every((seat) => seat < saved.seats && !saved.free.includes(seat)) && asking.every((seat) => taken.has(seat));
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

/** A saved desk, seen to have the form of one; its service looks at its own part when it takes it up. */
function readDesk(value: unknown): SavedDesk {
  const count = (each: unknown): boolean => Number.isInteger(each) && (each as number) >= 0 && (each as number) < 0x1000000;
  const object = (each: unknown): each is Readonly<Record<string, unknown>> => isPlainObject(each);
  const list = (each: unknown, fits: (one: unknown) => boolean): boolean => Array.isArray(each) && each.every(fits);
  const sound =
    object(value) &&
    list(value['tasks'], (task) => typeof task === 'string') &&
    object(value['service']) &&
    list(value['service']['jobs'], (job) => object(job) && typeof job['goal'] === 'string' && list(job['clients'], Array.isArray)) &&
    list(value['service']['answers'], object) &&
    count(value['seats']) &&
    list(value['free'], count);
  if (!sound) throw new Problem('bad-snapshot', `snapshot.desk cannot be ${describe(value)}`, { path: 'snapshot.desk', hint: 'the unfinished searches of the crowd' });
  return value as unknown as SavedDesk;
}

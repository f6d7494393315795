import { link, served } from '../links.js';
import type { Placed } from './exact.js';
import type { Situation } from './situation.js';

/**
 * Leaves out jobs that serve no goal: the exact search lays them down where they cost no time. A job stays when its agents could not be in time
 * for their next one without it, which happens only where a detour is shorter than the direct way.
 */
export function tidy(placed: readonly Placed[], situation: Situation): readonly Placed[] {
  const { entries, goals, now, values } = situation;
  const older = entries.map(({ work, start, end }) => ({ work, start, end, begun: start <= now }));
  const newer = placed.map(({ job, goal, start, end }) => ({ work: job ?? goals[goal]!, start, end, begun: false }));
  const works = [...older, ...newer];
  const order = works.map((_, at) => at).sort((a, b) => works[a]!.start - works[b]!.start);
  // What older work uses counts as used too: of equal units, it may be given one that is made here, and leave its own to the goals.
  const links = link(order.map((at) => works[at]!), values);
  const serves = served(links.map(({ uses }) => uses), order.map((at) => (at < older.length ? goals.length : placed[at - older.length]!.goal)));
  const idle = new Set(order.filter((at, place) => at >= older.length && serves[place]!.size === 0).map((at) => placed[at - older.length]!));
  let rest = placed;
  for (const each of idle) {
    const without = rest.filter((other) => other !== each);
    if (each.workers.every((worker) => isInTime(worker, without, situation))) rest = without;
  }
  return rest;
}

/** True when a worker can walk from job to job in the time it has. */
function isInTime(worker: number, placed: readonly Placed[], { workers, places, walkEarly }: Situation): boolean {
  const { walk, free, place } = workers[worker]!;
  let [at, since] = [place, free];
  for (const { job, workers: crew, start, end } of placed) {
    if (job === undefined || !crew.includes(worker)) continue;
    // Without walking early the walk is part of the job and has its length from where it started.
    if (!walkEarly) return false;
    if (job.place >= 0 && since + walk[at * places + job.place]! > start) return false;
    if (job.target >= 0) at = job.target;
    since = end;
  }
  return true;
}

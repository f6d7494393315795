import type { Placed } from './exact.js';
import type { Item } from './sequence.js';
import type { Entry, LocalWork, Situation } from './situation.js';
import { earliestStart, Gap, type Line } from './timeline.js';

/** An item and, if that is fixed, who leads it. */
export interface Choice extends Item {
  readonly lead: number;
}

/** Work laid on the time line, in the order in which it was laid down. */
export interface Schedule {
  readonly placed: readonly Placed[];
  /** When the last goal is reached. */
  readonly makespan: number;
  /** Sum of the moments at which goals are reached, and of all ends: of two schedules with one makespan, the one with the smaller sums is better. */
  readonly reached: number;
  readonly total: number;
}

/**
 * Lays items on the time line one after the other, each as early as it fits, also before what was laid down earlier; who leads is the one who
 * ends first, unless that is fixed. Undefined when an item fits nowhere.
 */
export function decode(choices: readonly Choice[], situation: Situation): Schedule | undefined {
  const { workers } = situation;
  let line: Line = situation;
  const places = workers.map(({ place }) => place);
  const frees = workers.map(({ free }) => Math.max(free, situation.now));
  const placed: Placed[] = [];
  let makespan = situation.now;
  let reached = 0;
  let total = 0;
  for (const choice of choices) {
    const next = choice.job === undefined ? placeGoal(choice.goal, line, situation) : placeJob(choice, line, places, frees, situation);
    if (next === undefined) return undefined;
    const { job, start, end } = next;
    if (job === undefined) {
      makespan = Math.max(makespan, start);
      reached += start;
    } else {
      const target = job.target < 0 ? places[next.workers[0]!]! : job.target;
      for (const worker of next.workers) {
        places[worker] = target;
        frees[worker] = end;
      }
    }
    total += end;
    placed.push(next);
    line = lay(line, job ?? situation.goals[next.goal]!, start, end);
  }
  return { placed, makespan, reached, total };
}

function placeGoal(goal: number, line: Line, { goals, now }: Situation): Placed | undefined {
  const start = earliestStart(line, goals[goal]!, now, 0);
  return start === Infinity ? undefined : { job: undefined, goal, workers: [], start, end: start };
}

function placeJob({ job, lead }: Choice, line: Line, places: readonly number[], frees: readonly number[], situation: Situation): Placed | undefined {
  const { workers, walkEarly, places: count, now } = situation;
  let best: Placed | undefined;
  let leastIdle = Infinity;
  const gap = new Gap(line, job!);
  for (let leader = 0; leader < workers.length; leader++) {
    const seconds = workers[leader]!.seconds[job!.number]!;
    if (seconds === Infinity || (lead >= 0 && leader !== lead)) continue;
    const place = job!.place < 0 ? places[leader]! : job!.place;
    const walkOf = (worker: number): number => workers[worker]!.walk[places[worker]! * count + place]!;
    const crew = [leader, ...firstThere(job!.helpers, leader, frees, walkOf)];
    if (crew.length <= job!.helpers) continue;
    let from = now;
    let longest = 0;
    for (const worker of crew) {
      longest = Math.max(longest, walkOf(worker));
      from = Math.max(from, frees[worker]! + (walkEarly ? walkOf(worker) : 0));
    }
    const lasts = walkEarly ? seconds : longest + seconds;
    if (best !== undefined && from + lasts > best.end) continue;
    const start = gap.first(from, lasts);
    const idle = start - from;
    if (start === Infinity || (best !== undefined && (start + lasts > best.end || (start + lasts === best.end && idle >= leastIdle)))) continue;
    best = { job, goal: -1, workers: crew, start, end: start + lasts };
    leastIdle = idle;
  }
  return best;
}

/** The helpers who can be there first. */
function firstThere(count: number, leader: number, frees: readonly number[], walkOf: (worker: number) => number): readonly number[] {
  if (count === 0) return [];
  const others = frees.map((_, worker) => worker).filter((worker) => worker !== leader && walkOf(worker) < Infinity);
  return others.sort((a, b) => frees[a]! + walkOf(a) - frees[b]! - walkOf(b) || a - b).slice(0, count);
}

/** The line with one more piece of work, which goes behind what begins at the same moment. */
function lay(line: Line, work: LocalWork, start: number, end: number): Line {
  let { values } = line;
  if (start <= line.now) {
    const changed = values.slice();
    for (const op of work.ops) changed[op.cell] = end > line.now ? changed[op.cell]! - op.take : (op.set ?? changed[op.cell]! - op.take + op.give);
    values = changed;
  }
  const entries: readonly Entry[] = end > line.now ? [...line.entries, { work, start, end }] : line.entries;
  return { now: line.now, values, entries };
}

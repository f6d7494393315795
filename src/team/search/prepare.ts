import { constraintText } from '../../facts/internal.js';
import type { GroundJob, Op, Program, Work } from '../program.js';
import { reach, type Reach, relevantJobs } from './relevance.js';
import { type Entry, leadSeconds, type LocalJob, type LocalWork, type Setting, type Situation, walkSeconds, type Worker } from './situation.js';

/** Most reasons that an explanation lists. */
const mostReasons = 6;

/** Why no plan can exist: what is wanted and out of reach, and how that comes. */
export interface OutOfReach {
  readonly unmet: readonly string[];
  readonly explanation: string;
}

/** Picks what matters for the goals and numbers it from 0; or says what is out of reach. */
export function prepare(setting: Setting): Situation | OutOfReach {
  const { program, workers, planned } = setting;
  const count = program.layout.cells.length;
  const low = Float64Array.from(setting.values);
  const high = Float64Array.from(setting.values);
  for (const { work, begun } of planned) for (const op of work.ops) widen(op, begun, low, high);
  const peak = high.slice();
  // Amounts a plan may add are unknown yet; a store that has room for 64 more counts as roomy.
  const crowded = (cell: number): boolean => peak[cell]! + 64 > program.layout.cells[cell]!.max;
  const relevant = relevantJobs(program.jobs, setting.goals, count, crowded);
  const seconds = new Map<GroundJob, number[]>();
  const able = (job: GroundJob): boolean => {
    let times = seconds.get(job);
    if (times === undefined) {
      times = workers.map(({ agent }) => leadSeconds(job, agent, setting.onError));
      seconds.set(job, times);
    }
    return workers.length > job.helpers && times.some((each) => each < Infinity);
  };
  // One goal's hand-over may make room for the jobs of another.
  for (const goal of setting.goals) for (const { cell, min, take } of goal.ops) low[cell] = Math.max(Math.min(min, low[cell]!), low[cell]! - take);
  const within = reach(relevant, low, high, able);
  const unmet = setting.goals.flatMap((goal) => goal.ops.filter((op) => !within.meets(op)));
  if (unmet.length > 0) return explain(unmet, relevant, within, able, program);
  const jobs = relevant.filter((job) => within.jobs.has(job));
  return situate(setting, jobs, seconds);
}

function widen({ cell, take, give, set }: Op, begun: boolean, low: Float64Array, high: Float64Array): void {
  if (!begun) low[cell]! -= take;
  high[cell]! += give;
  if (set !== undefined) {
    low[cell] = Math.min(low[cell]!, set);
    high[cell] = Math.max(high[cell]!, set);
  }
}

function situate(setting: Setting, jobs: readonly GroundJob[], seconds: ReadonlyMap<GroundJob, readonly number[]>): Situation {
  const { program, goals } = setting;
  const cells: number[] = [];
  const localCell = new Map<number, number>();
  for (const { ops } of [...goals, ...jobs]) {
    for (const { cell } of ops) {
      if (!localCell.has(cell)) {
        localCell.set(cell, cells.length);
        cells.push(cell);
      }
    }
  }
  const names: string[] = [];
  const placeOf = (name: string): number => {
    const at = names.indexOf(name);
    return at < 0 ? names.push(name) - 1 : at;
  };
  const localJobs = jobs.map((work, number): LocalJob => {
    const place = work.place < 0 ? -1 : placeOf(program.places[work.place]!);
    const target = work.target < 0 ? -1 : placeOf(program.places[work.target]!);
    return { ...localize(work, localCell), work, number, place, target, helpers: work.helpers };
  });
  const starts = setting.workers.map(({ place }) => placeOf(place));
  const kinds: string[] = [];
  const workers = setting.workers.map(({ agent, free }, number): Worker => {
    const walk = new Float64Array(names.length * names.length);
    for (let from = 0; from < names.length; from++) {
      for (let to = 0; to < names.length; to++) {
        // Only its own place and the places of jobs can be left; other agents' places are of no interest.
        const known = from === starts[number] || localJobs.some((job) => job.place === from || job.target === from);
        const wanted = localJobs.some((job) => job.place === to || job.target === to);
        walk[from * names.length + to] = from === to ? 0 : known && wanted ? walkSeconds(program.travel, agent, names[from]!, names[to]!, setting.onError) : Infinity;
      }
    }
    const own = localJobs.map((job) => {
      const way = program.heads[job.work.job]!.transfer ? walk[job.place * names.length + job.target]! : 0;
      return seconds.get(job.work)![number]! + way;
    });
    const ways = Array.from(walk, (each, at) => (starts.includes(Math.floor(at / names.length)) ? '' : each));
    const kind = JSON.stringify([agent.speed ?? 1, own, ways]);
    if (!kinds.includes(kind)) kinds.push(kind);
    return { agent, place: starts[number]!, free, seconds: own, walk, kind: kinds.indexOf(kind) };
  });
  const values = cells.map((cell) => setting.values[cell]!);
  const entries: Entry[] = [];
  const usedStations = new Set(jobs.flatMap((job) => job.holds));
  for (const { work, start, end, begun } of setting.planned) {
    const local = localize(work, localCell);
    // Planned to begin just now: what it takes is as good as gone.
    if (!begun && start <= setting.now) for (const op of local.ops) values[op.cell]! -= op.take;
    if (local.ops.length > 0 || local.holds.some((station) => usedStations.has(station))) entries.push({ work: local, start, end });
  }
  entries.sort((a, b) => a.start - b.start);
  return { now: setting.now, walkEarly: setting.walkEarly, values, cells, jobs: localJobs, goals: goals.map((goal) => localize(goal, localCell)), workers, places: names.length, entries };
}

function localize(work: Work, localCell: ReadonlyMap<number, number>): LocalWork {
  const ops: Op[] = [];
  const opAt: (Op | undefined)[] = new Array<Op | undefined>(localCell.size).fill(undefined);
  for (const op of work.ops) {
    const cell = localCell.get(op.cell);
    if (cell === undefined) continue;
    const local = { ...op, cell };
    ops.push(local);
    opAt[cell] = local;
  }
  return { work, ops, opAt, holds: work.holds };
}

/** Follows what is wanted back to where it stops: things that no job brings about, and jobs that nobody can do. */
function explain(unmet: readonly Op[], relevant: readonly GroundJob[], within: Reach, able: (job: GroundJob) => boolean, program: Program): OutOfReach {
  const ends = new Set<string>();
  const circles = new Set<string>();
  const seen = new Set<number>();
  const open = [...unmet];
  for (const op of open) {
    if (seen.has(op.cell)) continue;
    seen.add(op.cell);
    const makers = relevant.filter((job) => job.ops.some(({ cell, give, set }) => cell === op.cell && (give > 0 || set !== undefined)));
    if (makers.length === 0) ends.add(`no job brings about ${needText(op, program)}`);
    for (const job of makers) {
      if (!able(job)) ends.add(`${job.text} needs ${job.helpers > 0 ? `${job.helpers + 1} agents, one of whom can lead it` : 'an agent who can do it'}`);
      for (const need of job.ops) {
        if (within.meets(need)) continue;
        open.push(need);
        circles.add(`${job.text} needs ${needText(need, program)}`);
      }
    }
  }
  return { unmet: [...new Set(unmet.map((op) => needText(op, program)))], explanation: [...(ends.size > 0 ? ends : circles)].slice(0, mostReasons).join('; ') };
}

/** `stock[cooker][raw] >= 1`: what an op needs, as text. */
export function needText({ cell, min, max, allowed, take }: Op, program: Program): string {
  const least = take + min;
  const range = allowed === undefined || (allowed.length === 2 && allowed[0]! < least && allowed[1] === max) ? [least, max] : allowed;
  return constraintText({ cell: program.layout.cells[cell]!, allowed: range });
}

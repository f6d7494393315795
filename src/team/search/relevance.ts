import type { Ranges } from '../../facts/ranges.js';
import type { GroundJob, Op, Work } from '../program.js';

/** Which changes of a cell can help: more of it, less of it. A cell that is set needs either. */
interface Needs {
  readonly up: Uint8Array;
  readonly down: Uint8Array;
}

/**
 * The jobs that can help to reach the goals: those that change a cell the right way for a goal or for another such job.
 * `crowded(cell)` says whether room in a cell may run out, so that emptying it can help.
 */
export function relevantJobs(jobs: readonly GroundJob[], goals: readonly Work[], cells: number, crowded: (cell: number) => boolean): readonly GroundJob[] {
  const needs: Needs = { up: new Uint8Array(cells), down: new Uint8Array(cells) };
  for (const goal of goals) for (const op of goal.ops) note(op, needs, crowded);
  const chosen = new Set<GroundJob>();
  for (let before = -1; before !== chosen.size; ) {
    before = chosen.size;
    for (const job of jobs) {
      if (chosen.has(job) || !job.ops.some((op) => helps(op, needs))) continue;
      chosen.add(job);
      for (const op of job.ops) note(op, needs, crowded);
    }
  }
  return jobs.filter((job) => chosen.has(job));
}

function note({ cell, min, max, allowed, take, give }: Op, { up, down }: Needs, crowded: (cell: number) => boolean): void {
  if (take > 0 || (allowed !== undefined && (allowed[0]! > min || allowed.length > 2))) up[cell] = 1;
  if ((allowed !== undefined && (allowed[allowed.length - 1]! < max || allowed.length > 2)) || (give > 0 && crowded(cell))) down[cell] = 1;
}

function helps({ cell, take, give, set }: Op, { up, down }: Needs): boolean {
  return (give > 0 && up[cell] === 1) || (take > 0 && down[cell] === 1) || (set !== undefined && (up[cell] === 1 || down[cell] === 1));
}

/** What the cells can become when nothing is ever used up. */
export interface Reach {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly jobs: ReadonlySet<GroundJob>;
  /** True when the op's need can be met by some value within reach. */
  meets(op: Op): boolean;
}

/** Which jobs can ever be done from these values, counting generously; `able` says whether someone can do the job at all. */
export function reach(jobs: readonly GroundJob[], low: Float64Array, high: Float64Array, able: (job: GroundJob) => boolean): Reach {
  const done = new Set<GroundJob>();
  const meets = ({ cell, min, allowed, take }: Op): boolean => {
    if (high[cell]! - take < min) return false;
    return allowed === undefined || touches(allowed, low[cell]!, high[cell]!);
  };
  for (let before = -1; before !== done.size; ) {
    before = done.size;
    for (const job of jobs) {
      if (done.has(job) || !job.ops.every(meets) || !able(job)) continue;
      done.add(job);
      for (const { cell, min, max, take, give, set } of job.ops) {
        if (give > 0) high[cell] = max;
        if (take > 0) low[cell] = min;
        if (set !== undefined) {
          low[cell] = Math.min(low[cell]!, set);
          high[cell] = Math.max(high[cell]!, set);
        }
      }
    }
  }
  return { low, high, jobs: done, meets };
}

function touches(allowed: Ranges, low: number, high: number): boolean {
  for (let at = 0; at < allowed.length; at += 2) if (allowed[at]! <= high && allowed[at + 1]! >= low) return true;
  return false;
}

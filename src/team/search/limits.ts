import type { Op } from '../program.js';
import type { LocalJob, Situation } from './situation.js';

/** How often a plan may put something into a cell, and which jobs that binds. */
export interface Limits {
  /** Most jobs that put something into the cell. */
  readonly limit: Float64Array;
  /** By job: the one cell that it puts something into and whose limit binds it, or -1. */
  readonly boundBy: readonly number[];
}

/**
 * How often a plan may ever need to put something into each cell, so that the exact search does not pile up what nobody wants.
 *
 * In a plan from which nothing can be left out, every job makes a unit that a later job or goal uses or tests, and no unit goes round in a
 * circle. So a cell is put into at most as often as units of it, or of cells they can move on to, are wanted. That argument needs that leaving
 * a job out never harms: it makes one thing only, all tests of the cells it touches are of the kind "at least", and room never runs out.
 * Where that is not so, there is no limit.
 */
export function makeLimits({ jobs, goals, values, cells, entries }: Situation): Limits {
  const count = cells.length;
  const groups = moveGroups(jobs, count);
  const wanted = new Float64Array(count);
  for (const goal of goals) for (const op of goal.ops) wanted[groups[op.cell]!]! += demand(op);
  // How often something has to be set, or room to be made, cannot be told by counting units.
  for (const { ops } of jobs) if (ops.every(({ give }) => give === 0) || ops.some(({ set }) => set !== undefined)) for (const op of ops) if (demand(op) > 0) wanted[groups[op.cell]!] = Infinity;
  const limit = new Float64Array(count).fill(Infinity);
  if (spread(jobs, groups, wanted)) for (let cell = 0; cell < count; cell++) limit[cell] = wanted[groups[cell]!]!;
  const peak = values.slice();
  for (const { work } of entries) for (const op of work.ops) peak[op.cell]! += op.give;
  const works = [...jobs, ...goals, ...entries.map(({ work }) => work)];
  const harmless = cells.map((_, cell) => works.every(({ opAt, ops }) => {
    const op = opAt[cell];
    if (op === undefined) return true;
    if (op.set !== undefined || (op.allowed !== undefined && (op.allowed.length > 2 || op.allowed[1] !== op.max))) return false;
    return op.give === 0 || (ops.filter((each) => each.give > 0).length === 1 && peak[cell]! + limit[cell]! * most(jobs, cell) <= op.max);
  }));
  return { limit, boundBy: jobs.map((job) => (job.ops.every((op) => harmless[op.cell]) ? (job.ops.find((op) => op.give > 0)?.cell ?? -1) : -1)) };
}

/** The largest amount that one job puts into the cell. */
function most(jobs: readonly LocalJob[], cell: number): number {
  return jobs.reduce((largest, job) => Math.max(largest, job.opAt[cell]?.give ?? 0), 0);
}

/** Units one use needs: those taken, or those that a test wants to see. */
function demand({ min, allowed, take }: Op): number {
  return Math.max(take, allowed === undefined ? 0 : allowed[0]! - min);
}

/** Cells between which units are moved back and forth form one group, named by one of them. */
function moveGroups(jobs: readonly LocalJob[], count: number): readonly number[] {
  const next: Set<number>[] = Array.from({ length: count }, () => new Set<number>());
  for (const job of jobs) for (const from of job.ops) for (const to of job.ops) if (from !== to && demand(from) > 0 && to.give > 0) next[from.cell]!.add(to.cell);
  const reached = next.map((_, cell) => {
    const seen = new Set<number>();
    const open = [cell];
    for (const at of open) {
      for (const to of next[at]!) {
        if (seen.has(to)) continue;
        seen.add(to);
        open.push(to);
      }
    }
    return seen;
  });
  return next.map((_, cell) => {
    for (let other = 0; other < cell; other++) if (reached[cell]!.has(other) && reached[other]!.has(cell)) return other;
    return cell;
  });
}

/** Passes what is wanted of a group on to what its makers use up; false when that would go on without end. */
function spread(jobs: readonly LocalJob[], groups: readonly number[], wanted: Float64Array): boolean {
  const passed = new Float64Array(wanted.length);
  for (let round = 0; round <= wanted.length; round++) {
    let changed = false;
    for (let group = 0; group < wanted.length; group++) {
      if (wanted[group] === passed[group]) continue;
      const fresh = wanted[group]! - passed[group]!;
      changed = true;
      passed[group] = wanted[group]!;
      for (const job of jobs) {
        if (!job.ops.some((op) => op.give > 0 && groups[op.cell] === group)) continue;
        for (const op of job.ops) if (groups[op.cell] !== group && demand(op) > 0) wanted[groups[op.cell]!]! += fresh * demand(op);
      }
    }
    if (!changed) return true;
  }
  return false;
}

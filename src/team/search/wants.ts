import type { Op } from '../program.js';
import type { LocalJob, Situation } from './situation.js';

/** Which jobs change a cell, by cell. */
export interface Makers {
  /** Jobs that put something into it. */
  readonly givers: readonly (readonly LocalJob[])[];
  /** Jobs that set it. */
  readonly setters: readonly (readonly LocalJob[])[];
  /** Jobs that change it in any way. */
  readonly changers: readonly (readonly LocalJob[])[];
}

export function makersOf({ jobs, cells }: Situation): Makers {
  const byCell = (chosen: (op: Op) => boolean): readonly (readonly LocalJob[])[] => cells.map((_, cell) => jobs.filter(({ opAt }) => opAt[cell] !== undefined && chosen(opAt[cell])));
  return { givers: byCell(({ give }) => give > 0), setters: byCell(({ set }) => set !== undefined), changers: byCell(({ give, take, set }) => give > 0 || take > 0 || set !== undefined) };
}

/** Cells in the order in which wants are passed on: a cell before those that its makers use up, as far as circles allow. */
export function wantOrder({ goals, cells }: Situation, { givers }: Makers): readonly number[] {
  const order: number[] = [];
  const seen = new Uint8Array(cells.length);
  const visit = (cell: number): void => {
    if (seen[cell] === 1) return;
    seen[cell] = 1;
    for (const job of givers[cell]!) for (const op of job.ops) if (op.take > 0) visit(op.cell);
    order.push(cell);
  };
  for (const goal of goals) for (const op of goal.ops) visit(op.cell);
  return order.reverse();
}

/** The lower limit of a cell. */
export function leastOf({ jobs, goals }: Situation, cell: number): number {
  for (const { opAt } of [...goals, ...jobs]) if (opAt[cell] !== undefined) return opAt[cell].min;
  return 0;
}

/** Shortest walks between all places by way of any others. */
export function closure(walk: Float64Array, places: number): Float64Array {
  const shortest = walk.slice();
  for (let via = 0; via < places; via++) {
    for (let from = 0; from < places; from++) {
      const there = shortest[from * places + via]!;
      if (there === Infinity) continue;
      for (let to = 0; to < places; to++) shortest[from * places + to] = Math.min(shortest[from * places + to]!, there + shortest[via * places + to]!);
    }
  }
  return shortest;
}

/** When `work` seconds can be done by all who become free at `frees`. */
export function filledAt(work: number, frees: readonly number[]): number {
  const sorted = [...frees].sort((a, b) => a - b);
  let sum = work;
  for (let count = 1; count <= sorted.length; count++) {
    sum += sorted[count - 1]!;
    // A hair early, so that rounding in the division never makes the bound too late.
    const end = sum / count - 1e-9;
    if (count === sorted.length || end <= sorted[count]!) return end;
  }
  return Infinity;
}

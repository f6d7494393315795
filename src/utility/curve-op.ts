/**
 * One step of a curve: takes the number in `cell[0]` and puts its own there, within [0, 1]; NaN where a user's own curve said so.
 * A cell instead of an argument, since a number handed to or returned from a function that is not inlined is put into a box,
 * and scoring is to leave no garbage.
 */
export type CurveOp = (cell: Float64Array) => void;

/** A score that can be trusted: within [0, 1], NaN is 0, infinities are the ends. */
export function clean(y: number): number {
  return y > 0 ? (y < 1 ? y : 1) : 0;
}

/** Runs steps `from` up to `to`, one after the other, on the number in `cell[0]`. */
export function runOps(ops: readonly CurveOp[], from: number, to: number, cell: Float64Array): void {
  for (let at = from; at < to && cell[0] === cell[0]; at++) ops[at]!(cell);
}

/** The step 1 - x. */
export const inversion: CurveOp = (cell) => {
  cell[0] = clean(1 - cell[0]!);
};

/** A user's own curve as a step. */
export function ownOp(own: (x: number) => number): CurveOp {
  return (cell) => {
    const y = own(cell[0]!);
    cell[0] = y === y ? clean(y) : NaN;
  };
}

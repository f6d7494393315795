import type { Column, Columns } from '../../core/internal.js';
import type { TreeProgram } from '../program.js';

// What a row says of a node, one byte each.
export const readyState = 0;
export const runningState = 1;
export const succeededState = 2;
export const failedState = 3;
/** A node that began in the step that is under way: after a throw it goes back to ready, as if never begun. */
export const enteredState = 4;
/** An action whose promise is not settled. */
export const waitingState = 5;

/** True for a node that has begun and not ended. */
export function isActive(state: number): boolean {
  return state === runningState || state > failedState;
}

/** The cursor of a row in which nothing is known to run: the next step looks for it. */
export const nowhere = 0xffff_ffff;

/** The columns of one tree: all that an entity owns. */
export interface TreeRows {
  readonly columns: Columns;
  /** A byte a node, see the states above. */
  readonly states: Column<'u8'>;
  /** The node that the next step resumes while the root runs: a leaf, or the outermost parallel. */
  readonly cursor: Column<'u32'>;
  /** The node whose guard stopped it last, plus 1; 0 for none. */
  readonly guard: Column<'u32'>;
  /** Counts, elapsed milliseconds and drawn amounts. */
  readonly numbers: Column<'f64'>;
  /** State of the row's random stream; only of trees that draw, and only when nobody else provides numbers. */
  readonly random: Column<'u32'> | undefined;
}

/** Adds the columns of a tree. */
export function addRows(program: TreeProgram, columns: Columns, ownRandom: boolean): TreeRows {
  return {
    columns,
    states: columns.add('tree.states', 'u8', program.size),
    cursor: columns.add('tree.cursor', 'u32'),
    guard: columns.add('tree.guard', 'u32'),
    numbers: columns.add('tree.numbers', 'f64', program.numbers),
    random: program.random && ownRandom ? columns.add('tree.random', 'u32') : undefined,
  };
}

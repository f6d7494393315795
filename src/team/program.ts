import type { Layout } from '../facts/internal.js';
import type { Ranges } from '../facts/ranges.js';
import type { Agent, Travel } from './types.js';

/** What a job does to one cell, and what it needs of it. All members are always there, so that the searches see one shape. */
export interface Op {
  /** Number of the cell. */
  readonly cell: number;
  /** Limits of the cell's value. */
  readonly min: number;
  readonly max: number;
  /** Values that pass the precondition; undefined when any does. */
  readonly allowed: Ranges | undefined;
  /** Amount that is gone from the start on; 0 or more. */
  readonly take: number;
  /** Amount that is there from the end on; 0 or more. */
  readonly give: number;
  /** Value from the end on; undefined when the cell is not set. A cell is either set or added to. */
  readonly set: number | undefined;
}

/** What can lie on the time line: a job, or the handing over of a goal. */
export interface Work {
  readonly text: string;
  readonly ops: readonly Op[];
  /** Numbers of the stations it holds from start to end. */
  readonly holds: readonly number[];
}

/** A job with its params filled in. */
export interface GroundJob extends Work {
  readonly index: number;
  /** Number of the job it is made from. */
  readonly job: number;
  readonly params: Readonly<Record<string, string>>;
  /** What one who does it is said to do. */
  readonly says: string;
  /** Place where its agents must be at the start; -1 for anywhere. */
  readonly place: number;
  /** Place where they are at the end; -1 for where they were. */
  readonly target: number;
  readonly helpers: number;
  /** How many times the amounts of its job it moves. */
  readonly times: number;
  /** Seconds of work for this agent, without the walk to the place; infinite when it cannot. A transfer's way is added to it. */
  readonly seconds: (agent: Agent) => number;
}

/** A goal with its params filled in. */
export interface GroundGoal extends Work {
  readonly name: string;
}

/** A job as it was named. */
export interface JobHead {
  readonly name: string;
  readonly transfer: boolean;
}

/** A team domain, ready to plan with. Immutable. */
export interface Program {
  readonly layout: Layout;
  readonly heads: readonly JobHead[];
  readonly jobs: readonly GroundJob[];
  /** Names of places that jobs are done at, by number. */
  readonly places: readonly string[];
  /** Names of stations (places and locks that jobs hold), by number. */
  readonly stations: readonly string[];
  readonly travel: Travel | undefined;
  /** Equal fingerprints, equal meaning of saved jobs and facts. */
  readonly fingerprint: string;
}

import { describe, Problem, thrownText } from '../../core/internal.js';
import type { GroundGoal, GroundJob, Op, Program, Work } from '../program.js';
import { exactly } from '../time.js';
import type { Agent, Travel } from '../types.js';

/** A piece of work on the time line. It lasts from `start` to `end`; where both are equal, all happens at once. */
export interface Entry {
  readonly work: LocalWork;
  readonly start: number;
  readonly end: number;
}

/** Work with its cells numbered within the situation; cells that do not matter there are left out. */
export interface LocalWork {
  readonly work: Work;
  readonly ops: readonly Op[];
  /** The op on a local cell, if any. */
  readonly opAt: readonly (Op | undefined)[];
  readonly holds: readonly number[];
}

/** A job that may help, with its cells numbered within the situation. */
export interface LocalJob extends LocalWork {
  readonly work: GroundJob;
  /** Number among the jobs of the situation. */
  readonly number: number;
  /** Places by local number, as in the ground job. */
  readonly place: number;
  readonly target: number;
  readonly helpers: number;
}

/** One who can be given work. */
export interface Worker {
  readonly agent: Agent;
  /** Local number of the place where it will be when free. */
  readonly place: number;
  /** When it has done all it has to do. */
  readonly free: number;
  /** Seconds by job number, a transfer's way included; infinite when it cannot lead the job. */
  readonly seconds: readonly number[];
  /** Seconds from place to place: `walk[from * places + to]`. */
  readonly walk: Float64Array;
  /** Workers of one kind take equally long for everything, so it does not matter which of them does what. */
  readonly kind: number;
}

/** All that a search has to know: the world at a moment, what is planned, who is there and what is wanted. */
export interface Situation {
  readonly now: number;
  readonly walkEarly: boolean;
  /** Values of the local cells at `now`. */
  readonly values: readonly number[];
  /** Global numbers of the local cells. */
  readonly cells: readonly number[];
  readonly jobs: readonly LocalJob[];
  readonly goals: readonly LocalWork[];
  readonly workers: readonly Worker[];
  readonly places: number;
  /** What is planned or running and touches a cell or station that matters, by start. */
  readonly entries: readonly Entry[];
}

/** Seconds a walk takes this agent. A distance that is no number of 0 or more counts as "no way" and is reported. */
export function walkSeconds(travel: Travel | undefined, agent: Agent, from: string, to: string, onError: (error: Problem) => void): number {
  if (from === to || travel === undefined) return 0;
  const distance = distanceBetween(travel, agent, from, to, onError);
  return distance === Infinity ? Infinity : exactly(distance / (agent.speed ?? 1));
}

function distanceBetween(travel: Travel, agent: Agent, from: string, to: string, onError: (error: Problem) => void): number {
  let distance: unknown;
  if (typeof travel === 'function') {
    try {
      distance = travel(agent, from, to);
    } catch (thrown) {
      onError(new Problem('travel-threw', `travel("${agent.name}", "${from}", "${to}") threw: ${thrownText(thrown)}`, { path: 'team.travel', cause: thrown }));
      return Infinity;
    }
  } else distance = entry(travel, from, to) ?? entry(travel, to, from);
  if (typeof distance === 'number' && distance >= 0) return distance;
  const what = distance === undefined ? 'there is no distance' : `${describe(distance)} is no distance`;
  onError(new Problem('bad-distance', `${what} from "${from}" to "${to}" for "${agent.name}"`, { path: 'team.travel', hint: '0 or more; Infinity where there is no way' }));
  return Infinity;
}

function entry(table: Exclude<Travel, (...args: never) => unknown>, from: string, to: string): number | undefined {
  return Object.hasOwn(table, from) && Object.hasOwn(table[from]!, to) ? table[from]![to] : undefined;
}

/** Seconds of work, or infinity when the agent cannot lead the job; a duration that throws or is no number counts as "cannot" and is reported. */
export function leadSeconds(job: GroundJob, agent: Agent, onError: (error: Problem) => void): number {
  let seconds: unknown;
  try {
    seconds = job.seconds(agent);
  } catch (thrown) {
    onError(new Problem('duration-threw', `the duration of ${job.text} for "${agent.name}" threw: ${thrownText(thrown)}`, { cause: thrown }));
    return Infinity;
  }
  if (typeof seconds === 'number' && seconds >= 0) return exactly(seconds);
  onError(new Problem('bad-duration', `${String(seconds)} is no duration of ${job.text} for "${agent.name}"`, { hint: 'seconds, 0 or more; Infinity when it cannot' }));
  return Infinity;
}

/** Who is there, and what each has to do before it is free. */
export interface WorkerState {
  readonly agent: Agent;
  readonly place: string;
  readonly free: number;
}

/** What is planned or running, before it is known what matters. */
export interface PlannedWork {
  readonly work: Work;
  readonly start: number;
  readonly end: number;
  /** True when it has begun: what it takes is gone from the world already. */
  readonly begun: boolean;
}

/** What a plan starts from. */
export interface Setting {
  readonly program: Program;
  readonly now: number;
  readonly walkEarly: boolean;
  /** Value of every cell. */
  readonly values: readonly number[];
  readonly workers: readonly WorkerState[];
  readonly planned: readonly PlannedWork[];
  readonly goals: readonly GroundGoal[];
  readonly onError: (error: Problem) => void;
}

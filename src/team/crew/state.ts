import type { Problem } from '../../core/internal.js';
import type { GroundGoal, GroundJob, Program } from '../program.js';
import type { Agent } from '../types.js';
import type { CrewGoal, CrewJob } from './types.js';

/** What an agent does right now. */
export type Phase =
  /** Has nothing to do. */
  | 'idle'
  /** Is on its way to the place of its next job. */
  | 'travel'
  /** Is there, and the job cannot begin yet. */
  | 'wait'
  /** Does the job, as leader or helper. */
  | 'work';

/** A job that someone has to do. */
export interface Task {
  readonly id: number;
  readonly job: GroundJob;
  /** Names: who leads, then who helps. */
  readonly agents: readonly string[];
  /** Place where it begins. */
  where: string;
  /** Planned; once begun, when it began. */
  start: number;
  /** Planned, later than `start` or equal. */
  end: number;
  /** What it takes has been taken. */
  begun: boolean;
  /** Goals it serves, by id. */
  goals: readonly number[];
  /** Ids of tasks and (negative, -1 - id) goals that must have ended, or must have begun, before this begins. */
  after: readonly number[];
  behind: readonly number[];
}

/** Where a wanted goal stands. */
export type GoalStatus = 'waiting' | 'planned' | 'reached' | 'impossible' | 'cancelled';

/** Something somebody wants. */
export interface Goal {
  readonly id: number;
  /** As it was asked for; kept for saving. */
  readonly asked: unknown;
  readonly ground: GroundGoal;
  readonly priority: number;
  /** Crew clock when it was asked for. */
  readonly since: number;
  status: GoalStatus;
  /** Why it waits again or is impossible; empty when there is nothing to say. */
  reason: string;
  /** How often its plan broke because a job failed. */
  failures: number;
  /** When it is (planned) reached. */
  at: number;
  /** Not planned again before this moment. */
  retryAt: number;
  /** Seconds it waits after the next search that ends without an answer. */
  backOff: number;
  after: readonly number[];
  behind: readonly number[];
}

/** One who works, and what there is for it to do. */
export interface Member {
  agent: Agent;
  /** Where it is; while it walks, where it left. */
  place: string;
  phase: Phase;
  /** Where it walks to; equal to `place` when it does not walk. */
  heading: string;
  /** When the phase began. */
  since: number;
  /** When it will be there, or have finished; as far as is known. */
  until: number;
  /** Ids of its tasks, in order; the one it does comes first. */
  tasks: number[];
}

/** Whatever lies on the time line: tasks and planned goals, in order of precedence. */
export type Item = { readonly task: Task; readonly goal: undefined } | { readonly task: undefined; readonly goal: Goal };

export interface CrewSettings {
  readonly perform: 'byTime' | 'reported';
  readonly queue: number;
  readonly expansions: number;
  readonly improvements: number;
  readonly jointly: number;
  readonly walkEarly: boolean;
  readonly aging: number;
  readonly retries: number;
  readonly seed: number;
}

/** Everything a crew remembers. */
export interface CrewState {
  readonly program: Program;
  readonly settings: CrewSettings;
  /** Seconds since the crew was made. */
  clock: number;
  /** The world, packed. */
  readonly words: Int32Array;
  readonly members: Map<string, Member>;
  readonly tasks: Map<number, Task>;
  readonly goals: Map<number, Goal>;
  /** Tasks and planned goals in order of precedence. */
  line: Item[];
  nextTask: number;
  nextGoal: number;
  /** Something happened that may make an impossible goal possible. */
  changed: boolean;
  /** A hook is being called: the state is in the middle of a change. */
  telling: boolean;
  readonly onError: (error: Problem) => void;
  readonly onJob: (event: 'begun' | 'done' | 'failed', job: CrewJob<any>) => void;
  readonly onGoal: (goal: CrewGoal) => void;
}

/** The number that stands for an item in `after` and `behind`. */
export function itemId(item: Item): number {
  return item.task === undefined ? -1 - item.goal.id : item.task.id;
}

/** An agent that has just come. */
export function newMember(agent: Agent, clock: number): Member {
  return { agent, place: agent.place, phase: 'idle', heading: agent.place, since: clock, until: Infinity, tasks: [] };
}

/** A goal that was just asked for. */
export function newGoal(id: number, asked: unknown, ground: GroundGoal, priority: number, since: number): Goal {
  return { id, asked, ground, priority, since, status: 'waiting', reason: '', failures: 0, at: 0, retryAt: 0, backOff: 1, after: [], behind: [] };
}

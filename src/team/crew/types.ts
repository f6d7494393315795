import type { Problem } from '../../core/internal.js';
import type { ReadonlyFacts, SomeFacts } from '../../facts/internal.js';
import type { Agent, TeamWant } from '../types.js';
import type { GoalStatus, Phase } from './state.js';

/** Who hears of what happens. A hook that throws is reported to `onError` and disturbs nothing else. */
export interface CrewHooks<J> {
  /** Hears of callbacks (`travel`, durations, hooks) that threw or returned no number; what they were asked about counts as impossible. Default: ignored. */
  readonly onError?: (error: Problem) => void;
  /** Hears when a job begins, is done, or fails. */
  readonly onJob?: (event: 'begun' | 'done' | 'failed', job: CrewJob<J>) => void;
  /** Hears when a goal is planned, reached, back in the pool, impossible or cancelled. */
  readonly onGoal?: (goal: CrewGoal) => void;
}

/** How a crew plans and performs. */
export interface CrewOptions<F, J> extends CrewHooks<J> {
  readonly agents?: readonly Agent[];
  /** Facts that are left out have their defaults. */
  readonly facts?: SomeFacts<F>;
  /** `byTime` (default): orders are carried out by the clock. `reported`: the game, or minds, report `arrived`, `done` and `failed`. */
  readonly perform?: 'byTime' | 'reported';
  /** Jobs that an agent's queue shows; while all queues are full, nothing is planned. Default 3. */
  readonly queue?: number;
  /** Expansions that planning may cost a tick, each of up to 20 steps; default 300. A first plan is made even with 0. */
  readonly expansions?: number;
  /** Rounds of improvement of a plan whose exact search did not end; default 100. */
  readonly improvements?: number;
  /** Most goals of one priority that are planned for at once; default 3. */
  readonly jointly?: number;
  /** Agents leave for their next job as soon as they are free; default true. */
  readonly walkEarly?: boolean;
  /** Seconds in the pool that count as much as 1 of priority; default 60. */
  readonly aging?: number;
  /** Failed jobs after which a goal is given up; default 8. */
  readonly retries?: number;
  readonly seed?: number;
}

/** What an agent is to do right now. */
export interface WorkOrder<J> {
  readonly agent: string;
  readonly phase: Phase;
  /** The job and its params; undefined when idle. */
  readonly job: keyof J | undefined;
  readonly params: J[keyof J] | undefined;
  /** False for helpers. */
  readonly leads: boolean;
  /** Where it is to be: the place of the job (`travel`, `wait`), or where the work ends. */
  readonly to: string;
  /** Where it is, or left. */
  readonly from: string;
  /** The others who take part. */
  readonly partners: readonly string[];
  /** Crew clock when the phase began. */
  readonly since: number;
  /** Seconds that the walk or the work lasts, by plan; 0 in other phases. */
  readonly lasts: number;
  /** Names one activation of one job: another job or attempt, another number. -1 when idle. */
  readonly task: number;
  /** What it is for and what it waits for, as text. */
  readonly why: string;
}

/** A job that is planned or under way. Times are crew clock, as far as is known today. */
export interface CrewJob<J> {
  readonly id: number;
  readonly job: keyof J;
  readonly params: J[keyof J];
  readonly text: string;
  readonly agent: string;
  readonly helpers: readonly string[];
  readonly place: string;
  readonly start: number;
  readonly end: number;
  readonly begun: boolean;
  /** Ids of jobs whose end it waits for. */
  readonly after: readonly number[];
  /** Ids of the goals it serves. */
  readonly goals: readonly number[];
}

/** A goal that was asked for. */
export interface CrewGoal {
  readonly id: number;
  /** `roastApple #2`. */
  readonly text: string;
  readonly status: GoalStatus;
  readonly priority: number;
  /** When it is, or was, reached; undefined while that is not known. */
  readonly at: number | undefined;
  /** Why it waits again, or is impossible; empty when there is nothing to say. */
  readonly reason: string;
}

/** Several agents who share the work. Time passes only in `tick`. */
export interface Crew<F, J, G> {
  /** Seconds since the crew was made. */
  readonly clock: number;
  /** The world as the crew knows it. A view: look at it, do not keep it. */
  readonly facts: ReadonlyFacts<F>;
  /** Names of those who are there. */
  readonly agents: readonly string[];
  /** Puts a goal into the pool; returns its id. A higher priority is planned for first. @throws Problem when there is no such goal */
  want(goal: TeamWant<F, G>, options?: { readonly priority?: number }): number;
  /** Gives a goal up: jobs that serve only it leave every queue; work that has begun is finished. False when it had ended already. */
  cancel(goal: number): boolean;
  /** Adds an agent. @throws Problem when the name is taken */
  join(agent: Agent): void;
  /** Removes an agent: its jobs' goals return to the pool, its running job fails and gives back what it took (unless `lost`). */
  leave(agent: string, options?: { readonly reason?: string; readonly lost?: boolean }): void;
  /** Says where an agent is that is idle, waits or walks. */
  moved(agent: string, place: string): void;
  /** Changes the world: what planned jobs no longer work with goes back to the pool at once. */
  change(facts: SomeFacts<F>): void;
  /** Plans for what waits, then lets `dt` seconds pass. */
  tick(dt: number): void;
  /** What everyone is to do right now. */
  readonly orders: readonly WorkOrder<J>[];
  /** What one agent is to do right now. */
  order(agent: string): WorkOrder<J>;
  /** The agent has come to the place of its job. */
  arrived(agent: string): void;
  /** The agent has done its job; for helpers, the leader's report counts. */
  done(agent: string): void;
  /** The agent could not do its job, or not get there. What the job took is given back unless it is `lost`. */
  failed(agent: string, reason: string, options?: { readonly lost?: boolean }): void;
  /** The next jobs of an agent, the one at hand first. */
  queue(agent: string): readonly CrewJob<J>[];
  /** All jobs that are planned or under way, by start. */
  readonly jobs: readonly CrewJob<J>[];
  readonly goals: readonly CrewGoal[];
  goal(id: number): CrewGoal;
  /** Forgets goals that ended: reached, impossible or cancelled. */
  tidy(): void;
  /** What an agent does and why, or, without a name, what all do and what waits, as text. */
  explain(agent?: string): string;
  /** The plan as text: a line an agent, a letter a job. */
  gantt(options?: { readonly width?: number }): string;
  /** The plan as an SVG picture. */
  ganttSvg(options?: { readonly width?: number }): string;
  /** Everything the crew remembers, as plain JSON. */
  save(): CrewSave;
}

/** A saved crew. */
export interface CrewSave {
  readonly format: 1;
  readonly team: string;
  readonly [key: string]: unknown;
}

import { type Bars, ganttSvg, ganttText } from './gantt.js';
import { link, type Linkable, served } from './links.js';
import type { GroundGoal, GroundJob, Program, Work } from './program.js';
import type { RawPlan } from './search/planner.js';

/** One job of a plan. `job` tells which params there are. */
export type PlannedJob<J = any> = { [K in keyof J & string]: PlannedTimes & { readonly job: K; readonly params: J[K] } }[keyof J & string];

/** Who does a job of a plan, where and when. Times are seconds, from the moment of planning on. */
export interface PlannedTimes {
  /** Its number in the plan; later jobs have higher numbers. */
  readonly id: number;
  /** `carry(raw, cooker)`. */
  readonly text: string;
  /** Who leads it. */
  readonly agent: string;
  readonly helpers: readonly string[];
  /** Where it is done: the place it begins at; undefined when it is done wherever the agent stands. */
  readonly place: string | undefined;
  /** Where a transfer leads to. */
  readonly target: string | undefined;
  /** When the leading agent sets out for it. */
  readonly leave: number;
  readonly start: number;
  readonly end: number;
  /** Jobs whose end it waits for. */
  readonly after: readonly number[];
  /** Numbers of the goals it serves. */
  readonly goals: readonly number[];
}

/** When a goal is reached. */
export interface PlannedGoal {
  readonly goal: string;
  readonly at: number;
}

/** Who does what and when, for all goals together. */
export interface TeamPlan<J = any> {
  readonly found: true;
  readonly jobs: readonly PlannedJob<J>[];
  /** In the order in which they were asked for. */
  readonly goals: readonly PlannedGoal[];
  /** When the last goal is reached. */
  readonly makespan: number;
  /** No plan is faster than this (for goals planned in turn: no plan on top of the plans before). */
  readonly lowerBound: number;
  /** True when it is known that no plan is faster. */
  readonly proven: boolean;
  readonly expansions: number;
  /** The plan as text: a line an agent, a letter a job; `width` columns of time, 60 when left out. */
  gantt(options?: { readonly width?: number }): string;
  /** The plan as an SVG picture, `width` pixels wide, 720 when left out. */
  ganttSvg(options?: { readonly width?: number }): string;
  /** One line a job, by start. */
  toString(): string;
}

/** Why there is no plan, and what is missing. */
export interface NoTeamPlan {
  readonly found: false;
  /** `unreachable`: something that is needed can never come about; `exhausted`: everything was tried; `budget`: nothing was found within it. */
  readonly reason: 'unreachable' | 'exhausted' | 'budget';
  readonly unmet: readonly string[];
  readonly explanation: string;
  readonly expansions: number;
  toString(): string;
}

/** A plan for all goals, or why there is none. */
export type TeamPlanResult<J = any> = TeamPlan<J> | NoTeamPlan;

/** Work of a plan in terms of the program: what a raw plan says, without the numbers of its situation. */
export interface Laid extends Linkable {
  readonly work: Work;
  readonly job: GroundJob | undefined;
  /** Number of the goal among those planned for, or -1. */
  readonly goal: number;
  /** Names: who leads, then who helps. */
  readonly agents: readonly string[];
  readonly leave: number;
}

/** A raw plan in names. `freeAt` are the moments from which on each worker can walk. */
export function layOut(raw: RawPlan, goals: readonly GroundGoal[], firstGoal: number): Laid[] {
  const { situation, placed } = raw;
  const frees = situation.workers.map(({ free }) => Math.max(free, situation.now));
  return placed.map(({ job, goal, workers, start, end }): Laid => {
    if (job === undefined) return { work: goals[goal]!, job: undefined, goal: firstGoal + goal, agents: [], leave: start, start, end, begun: false };
    const leave = situation.walkEarly ? frees[workers[0]!]! : start;
    for (const worker of workers) frees[worker] = end;
    return { work: job.work, job: job.work, goal: -1, agents: workers.map((worker) => situation.workers[worker]!.agent.name), leave, start, end, begun: false };
  });
}

/** What a user gets: jobs in order of start, with links and the goals they serve. `values` are all cells at the moment of planning. */
export function describePlan(laid: readonly Laid[], values: readonly number[], program: Program): { readonly jobs: readonly PlannedJob[]; readonly goals: readonly PlannedGoal[] } {
  const inOrder = [...laid].sort((a, b) => a.start - b.start);
  const links = link(inOrder, values);
  const serves = served(links.map(({ uses }) => uses), inOrder.map(({ goal }) => goal));
  const ids: number[] = [];
  let count = 0;
  for (const { job } of inOrder) ids.push(job === undefined ? -1 : count++);
  const jobs: PlannedJob[] = [];
  inOrder.forEach(({ job, agents, leave, start, end }, at) => {
    if (job === undefined) return;
    const { name, transfer } = program.heads[job.job]!;
    jobs.push({
      id: ids[at]!,
      job: name,
      params: job.params,
      text: job.text,
      agent: agents[0]!,
      helpers: agents.slice(1),
      place: job.place < 0 ? undefined : program.places[job.place]!,
      target: transfer ? program.places[job.target]! : undefined,
      leave,
      start,
      end,
      after: links[at]!.after.map((other) => ids[other]!).filter((id) => id >= 0),
      goals: [...serves[at]!].sort((a, b) => a - b),
    });
  });
  const goals = inOrder.filter(({ goal }) => goal >= 0).sort((a, b) => a.goal - b.goal);
  return { jobs, goals: goals.map(({ work, start }) => ({ goal: work.text, at: start })) };
}

/** A plan with its pictures. */
export class FoundPlan implements TeamPlan {
  readonly found = true;
  readonly jobs: readonly PlannedJob[];
  readonly goals: readonly PlannedGoal[];
  readonly makespan: number;
  readonly lowerBound: number;
  readonly proven: boolean;
  readonly expansions: number;
  readonly #agents: readonly string[];

  constructor(parts: Pick<TeamPlan, 'jobs' | 'goals' | 'makespan' | 'lowerBound' | 'proven' | 'expansions'>, agents: readonly string[]) {
    this.jobs = parts.jobs;
    this.goals = parts.goals;
    this.makespan = parts.makespan;
    this.lowerBound = parts.lowerBound;
    this.proven = parts.proven;
    this.expansions = parts.expansions;
    this.#agents = agents;
  }

  gantt(options: { readonly width?: number } = {}): string {
    return ganttText(this.#bars(), options.width);
  }

  ganttSvg(options: { readonly width?: number } = {}): string {
    return ganttSvg(this.#bars(), options.width);
  }

  toString(): string {
    const head = `${this.jobs.length} jobs, ${this.makespan} s${this.proven ? ', proven' : `, at least ${this.lowerBound} s`}`;
    const width = this.makespan.toFixed(1).length;
    const lines = this.jobs.map(({ start, end, agent, helpers, text }) => `  ${start.toFixed(1).padStart(width)} - ${end.toFixed(1).padStart(width)}  ${[agent, ...helpers].join(' and ')}: ${text}`);
    return [head, ...lines].join('\n');
  }

  #bars(): Bars {
    return { agents: this.#agents, jobs: barsOf(this.jobs), from: 0, now: undefined };
  }
}

/** One bar for everyone who takes part in a job. */
export function barsOf(jobs: readonly Pick<PlannedTimes, 'text' | 'agent' | 'helpers' | 'start' | 'end'>[]): Bars['jobs'] {
  return jobs.flatMap(({ text, agent, helpers, start, end }) => [agent, ...helpers].map((name) => ({ agent: name, text, start, end })));
}

/** The answer that there is no plan. */
export class NoPlan implements NoTeamPlan {
  readonly found = false;
  readonly reason: NoTeamPlan['reason'];
  readonly unmet: readonly string[];
  readonly explanation: string;
  readonly expansions: number;

  constructor({ reason, unmet, explanation, expansions }: Omit<NoTeamPlan, 'found' | 'toString'>) {
    this.reason = reason;
    this.unmet = unmet;
    this.explanation = explanation;
    this.expansions = expansions;
  }

  toString(): string {
    return `no plan (${this.reason}): ${this.unmet.join(', ')}; ${this.explanation}`;
  }
}

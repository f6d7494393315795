import type { Goal } from '../task.js';
import type { PlanAnswer } from './outcome.js';
import type { Projection } from './projection.js';
import type { StagedSearch } from './staged.js';

/** Who asked: what it waits for, or the answer that it has not taken yet. */
export interface Client {
  readonly number: number;
  job: Job | undefined;
  answer: PlanAnswer | undefined;
  /** Tick since when it has been waiting without an answer, however often it changed its mind. */
  since: number;
  priority: number;
}

/** Where a job stands: nowhere; in the queue; searched; set aside until a long search ends; answered and remembered. */
export type JobPlace = 'free' | 'waiting' | 'running' | 'parked' | 'done';

/**
 * One search, wanted by all clients who ask the same: goal, relevant start, costs and limits are equal. Once it is done it is what the service remembers;
 * whoever asks again then waits for the time that the search took. Jobs are used again and again.
 */
export class Job {
  place: JobPlace = 'free';
  task = 0;
  goal!: Goal;
  projection!: Projection;
  /** The relevant part of the start state, the rest zeros. */
  start: Int32Array = new Int32Array(0);
  /** Costs of the request's own, if `costly`; else a buffer that is kept for the next that has some. */
  costs: Float64Array = new Float64Array(0);
  costly = false;
  maxSteps = 0;
  maxExpansions = 0;
  hash = 0;
  /** Smaller runs earlier; ties go by sequence. */
  order = 0;
  sequence = 0;
  /** Expansions charged so far, those for setting up included. */
  spent = 0;
  readonly clients: Client[] = [];
  search: StagedSearch | undefined;
  answer: PlanAnswer | undefined;
  /** The next job of its hash. */
  chain: Job | undefined;
  /** Its number among all jobs. */
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }

  /** Sets what is asked, but for the start's words. */
  ask(task: number, goal: Goal, projection: Projection, words: number, stepCost: Float64Array | undefined, maxSteps: number, maxExpansions: number): void {
    this.task = task;
    this.goal = goal;
    this.projection = projection;
    if (this.start.length === words) this.start.fill(0);
    else this.start = new Int32Array(words);
    this.costly = stepCost !== undefined;
    if (stepCost !== undefined) {
      if (this.costs.length !== stepCost.length) this.costs = new Float64Array(stepCost.length);
      this.costs.set(stepCost);
    }
    this.maxSteps = maxSteps;
    this.maxExpansions = maxExpansions;
  }

  /** A hash over what makes two requests equal. */
  hashed(): number {
    let hash = mix(mix(this.task, this.maxExpansions | 0), this.maxSteps | 0);
    for (let word = 0; word < this.start.length; word++) hash = mix(hash, this.start[word]!);
    if (!this.costly) return hash;
    const { step } = this.projection;
    // Fractions are spread over the integers; NaN and Infinity become 0, which is as good as any.
    for (let action = 0; action < step.length; action++) hash = mix(hash, (this.costs[step[action]!]! * 65536) | 0);
    return hash;
  }

  asksTheSame(other: Job): boolean {
    if (this.hash !== other.hash || this.goal !== other.goal || this.task !== other.task || this.costly !== other.costly) return false;
    if (this.maxSteps !== other.maxSteps || this.maxExpansions !== other.maxExpansions) return false;
    for (let word = 0; word < this.start.length; word++) if (this.start[word] !== other.start[word]) return false;
    const { step } = this.projection;
    for (let action = 0; this.costly && action < step.length; action++) {
      if (!Object.is(this.costs[step[action]!], other.costs[step[action]!])) return false;
    }
    return true;
  }
}

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

import { AnytimeSearch, PlannerService, type Goal, type PlanAnswer } from '../goap/internal.js';
import type { Minds } from './minds.js';

/**
 * Where the minds of a crowd ask for plans: one planner service for all brains. A mind is known to it by its seat, a small number
 * that is handed on when the mind is gone.
 */
export class PlanDesk {
  readonly service: PlannerService = new PlannerService({ quick: () => new AnytimeSearch() });
  readonly #request: { client: number; task: number; goal: Goal; words: Int32Array; offset: number; maxSteps: number; maxExpansions: number; stepCost: Float64Array | undefined } = {
    client: 0,
    task: 0,
    goal: { text: '', wanted: [], any: [] },
    words: new Int32Array(0),
    offset: 0,
    maxSteps: Infinity,
    maxExpansions: 0,
    stepCost: undefined,
  };
  /** Fingerprints of the domains that are asked about, by task number. */
  readonly tasks: string[] = [];
  /** Seats that were ever handed out, and those that are free again. */
  seats = 0;
  free: number[] = [];
  /** Expansions spent in the last tick. */
  spent = 0;

  /** Requests that are not answered, equal ones counted once. */
  get pending(): number {
    return this.service.pending;
  }

  /** A seat for a new mind. */
  seat(): number {
    return this.free.pop() ?? this.seats++;
  }

  /** The mind is gone: what it asked for is cancelled. */
  leave(seat: number): void {
    this.cancel(seat);
    this.free.push(seat);
  }

  /** The number of a brain's task. */
  register(minds: Minds): number {
    const { engine } = minds.program;
    const task = this.service.register(engine.task);
    this.tasks[task] = engine.fingerprint;
    return task;
  }

  /** Asks for a plan from the mind's facts of now; an earlier request of the mind is forgotten. */
  ask(minds: Minds, slot: number, goal: number, stepCost: Float64Array | undefined): void {
    const { c, program, facts, words } = minds;
    const seat = c.seat.data[slot]!;
    const request = this.#request;
    request.client = seat;
    request.task = minds.task;
    request.goal = program.goals.entry(goal).goal;
    request.words = facts.data;
    request.offset = slot * words;
    request.maxSteps = program.maxSteps;
    request.maxExpansions = program.maxExpansions;
    request.stepCost = stepCost;
    this.service.submit(request);
  }

  cancel(seat: number): void {
    this.service.cancel(seat);
  }

  /** The mind's answer, which is then forgotten; undefined while the search goes on. */
  take(seat: number): PlanAnswer | undefined {
    return this.service.take(seat);
  }

  /** Searches for one tick. */
  advance(expansions: number): void {
    this.spent = this.service.advance(expansions);
  }
}

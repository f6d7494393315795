import { PlannerService, type Goal, type SavedService, type SearchOutcome } from '../goap/index.js';
import type { Minds } from './minds.js';

/** An answer that a mind has not looked at yet. */
export interface PlanAnswer {
  readonly outcome: SearchOutcome;
  /** Ground actions. */
  readonly actions: Int32Array;
  readonly cost: number;
}

/** The desk's unfinished business, as plain JSON. */
export interface SavedDesk {
  /** Fingerprints of the domains that were asked about, in order. */
  readonly tasks: readonly string[];
  readonly service: SavedService;
  readonly answers: readonly { readonly seat: number; readonly outcome: SearchOutcome; readonly actions: readonly number[]; readonly cost: number | null }[];
  readonly seats: number;
  readonly free: readonly number[];
}

/**
 * Where the minds of a crowd ask for plans: one planner service for all brains. A mind is known to it by its seat, a small number
 * that is handed on when the mind is gone.
 */
export class PlanDesk {
  readonly #service = new PlannerService();
  /** Answers by seat. */
  readonly #answers = new Map<number, PlanAnswer>();
  readonly #request: { client: number; generation: number; task: number; goal: Goal; words: Int32Array; offset: number; maxSteps: number; maxExpansions: number; stepCost: Float64Array | undefined } = {
    client: 0,
    generation: 0,
    task: 0,
    goal: { text: '', wanted: [], any: [] },
    words: new Int32Array(0),
    offset: 0,
    maxSteps: Infinity,
    maxExpansions: 0,
    stepCost: undefined,
  };
  readonly #tasks: string[] = [];
  #seats = 0;
  #free: number[] = [];
  /** Expansions spent in the last tick. */
  spent = 0;

  /** Requests that are not answered, equal ones counted once. */
  get pending(): number {
    return this.#service.pending;
  }

  /** A seat for a new mind. */
  seat(): number {
    return this.#free.pop() ?? this.#seats++;
  }

  /** The mind is gone: what it asked for is cancelled. */
  leave(seat: number): void {
    this.cancel(seat);
    this.#free.push(seat);
  }

  /** The number of a brain's task. */
  register(minds: Minds): number {
    const { engine } = minds.program;
    const task = this.#service.register(engine.planner);
    this.#tasks[task] = engine.fingerprint;
    return task;
  }

  /** True when what another desk saved can be taken up here: it was asked about the same domains, in the same order. */
  fits(saved: SavedDesk): boolean {
    return saved.tasks.length === this.#tasks.length && saved.tasks.every((task, index) => task === this.#tasks[index]);
  }

  /** Asks for a plan from the mind's facts of now; an earlier request of the mind is forgotten. */
  ask(minds: Minds, slot: number, goal: number, stepCost: Float64Array | undefined): void {
    const { c, program, facts, words } = minds;
    const seat = c.seat.data[slot]!;
    const request = this.#request;
    this.#answers.delete(seat);
    c.request.data[slot]!++;
    request.client = seat;
    request.generation = c.request.data[slot]!;
    request.task = minds.task;
    request.goal = program.goals.entry(goal).goal;
    request.words = facts.data;
    request.offset = slot * words;
    request.maxSteps = program.maxSteps;
    request.maxExpansions = program.maxExpansions;
    request.stepCost = stepCost;
    this.#service.submit(request);
  }

  cancel(seat: number): void {
    this.#service.cancel(seat);
    this.#answers.delete(seat);
  }

  /** The mind's answer, which is then forgotten; undefined while the search goes on. */
  take(seat: number): PlanAnswer | undefined {
    const answer = this.#answers.get(seat);
    if (answer !== undefined) this.#answers.delete(seat);
    return answer;
  }

  /** Searches for one tick. */
  advance(expansions: number): void {
    this.spent = this.#service.advance(expansions);
    for (let answer = this.#service.next(); answer !== undefined; answer = this.#service.next()) {
      this.#answers.set(answer.client, { outcome: answer.outcome, actions: answer.actions, cost: answer.cost });
    }
  }

  save(): SavedDesk {
    const answers = [...this.#answers].map(([seat, { outcome, actions, cost }]) => ({ seat, outcome, actions: [...actions], cost: cost === Infinity ? null : cost }));
    return { tasks: [...this.#tasks], service: this.#service.save(), answers, seats: this.#seats, free: [...this.#free] };
  }

  /** Takes up what another desk saved, with the goals of these brains. @throws Problem, and then nothing is changed */
  restore(saved: SavedDesk, groups: readonly Minds[]): void {
    this.#service.restore(saved.service, (task, text) => groups.find((minds) => minds.task === task)?.program.goals.byText(text));
    this.#answers.clear();
    for (const { seat, outcome, actions, cost } of saved.answers) this.#answers.set(seat, { outcome, actions: Int32Array.from(actions), cost: cost ?? Infinity });
    this.#seats = saved.seats;
    this.#free = [...saved.free];
  }
}

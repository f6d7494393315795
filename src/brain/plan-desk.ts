import { describe, isPlainObject, Problem } from '../core/internal.js';
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

  /**
   * What another desk saved, with its tasks numbered as here; undefined when it was asked about a domain that is not known here.
   * @throws Problem `bad-snapshot` for what is no saved desk
   */
  translated(value: unknown): SavedDesk | undefined {
    const saved = readDesk(value);
    const tasks = saved.tasks.map((task) => this.#tasks.indexOf(task));
    if (saved.service.jobs.some((job) => (tasks[job.task] ?? -1) < 0)) return undefined;
    return { ...saved, service: { ...saved.service, jobs: saved.service.jobs.map((job) => ({ ...job, task: tasks[job.task]! })) } };
  }

  /** True when a saved desk has these seats, each taken, and no other one waits for anything. */
  hasSeats(saved: SavedDesk, seats: readonly number[]): boolean {
    const taken = new Set(seats);
    const asking = [...saved.answers.map(({ seat }) => seat), ...saved.service.jobs.flatMap((job) => job.clients.map(([client]) => client))];
    return taken.size === seats.length && seats.every((seat) => seat < saved.seats && !saved.free.includes(seat)) && asking.every((seat) => taken.has(seat));
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

  /** Searches about one domain go on as those about an equal one, so that whoever asks about that from now on can share them. */
  handOver(tasks: ReadonlyMap<number, number>, groups: readonly Minds[]): void {
    const saved = this.#service.save();
    if (!saved.jobs.some(({ task }) => tasks.has(task))) return;
    const jobs = saved.jobs.map((job) => ({ ...job, task: tasks.get(job.task) ?? job.task }));
    this.#service.restore({ ...saved, jobs }, goalIn(groups));
  }

  save(): SavedDesk {
    const answers = [...this.#answers].map(([seat, { outcome, actions, cost }]) => ({ seat, outcome, actions: [...actions], cost: cost === Infinity ? null : cost }));
    return { tasks: [...this.#tasks], service: this.#service.save(), answers, seats: this.#seats, free: [...this.#free] };
  }

  /** Takes up what another desk saved, with the goals of these brains. @throws Problem, and then nothing is changed */
  restore(saved: SavedDesk, groups: readonly Minds[]): void {
    this.#service.restore(saved.service, goalIn(groups));
    this.#answers.clear();
    for (const { seat, outcome, actions, cost } of saved.answers) this.#answers.set(seat, { outcome, actions: Int32Array.from(actions), cost: cost ?? Infinity });
    this.#seats = saved.seats;
    this.#free = [...saved.free];
  }
}

function goalIn(groups: readonly Minds[]): (task: number, text: string) => Goal | undefined {
  return (task, text) => groups.find((minds) => minds.task === task)?.program.goals.byText(text);
}

const outcomes: readonly unknown[] = ['satisfied', 'found', 'unreachable', 'exhausted', 'budget'] satisfies SearchOutcome[];

/** A saved desk, seen to have the form of one; its service looks at its own part when it takes it up. */
function readDesk(value: unknown): SavedDesk {
  const count = (each: unknown): boolean => Number.isInteger(each) && (each as number) >= 0 && (each as number) < 0x1000000;
  const counts = (list: unknown): boolean => Array.isArray(list) && list.every(count);
  const object = (each: unknown): each is Readonly<Record<string, unknown>> => isPlainObject(each);
  const sound =
    object(value) &&
    Array.isArray(value['tasks']) && value['tasks'].every((task) => typeof task === 'string') &&
    object(value['service']) && Array.isArray(value['service']['jobs']) &&
    value['service']['jobs'].every((job) => object(job) && typeof job['goal'] === 'string' && Array.isArray(job['clients']) && job['clients'].every(Array.isArray)) &&
    Array.isArray(value['answers']) &&
    value['answers'].every((answer) => object(answer) && count(answer['seat']) && outcomes.includes(answer['outcome']) && counts(answer['actions']) && (answer['cost'] === null || typeof answer['cost'] === 'number')) &&
    count(value['seats']) && counts(value['free']);
  if (!sound) throw new Problem('bad-snapshot', `snapshot.desk cannot be ${describe(value)}`, { path: 'snapshot.desk', hint: 'the unfinished searches of the crowd' });
  return value as unknown as SavedDesk;
}

import { Problem } from '../../core/internal.js';
import type { Goal } from '../task.js';
import { Answers } from './answers.js';
import { Clients } from './clients.js';
import { JobQueue } from './job-queue.js';
import { Jobs, phase } from './jobs.js';
import { Lane } from './lane.js';
import { defaultExpansions } from './outcome.js';
import { PlanCache, type PlanAnswer, type PlanKey } from './plan-cache.js';
import type { Planner } from './planner.js';
import { hashRequest, sameRequest } from './request-key.js';
import { restoreService, saveService, type SavedService } from './service-save.js';
import type { PlanRequest, ServiceAnswer, ServiceOptions } from './service-types.js';

/** Largest client number, exclusive: client numbers are places in arrays. */
const mostClients = 1 << 21;

/**
 * Plans for many clients within a budget of expansions a tick.
 *
 * Requests run by priority, then age; waiting makes up for priority, so nobody starves. Equal requests share one search. A search that takes longer than
 * `longAfter` moves to a lane of its own; half of each budget goes to the long ones in equal shares, the rest to short ones, and what one side leaves the other gets.
 * When all lanes are taken, a search that turned out long is set aside and starts anew when a lane is free: short ones never wait for it.
 *
 * When an answer comes depends on requests and budgets alone. A remembered answer takes the ticks that its search would take, and a restored service
 * answers at the very tick at which the saved one would have.
 */
export class PlannerService {
  /** @internal */
  readonly planners: Planner[] = [];
  /** @internal */
  readonly jobs: Jobs = new Jobs();
  /** @internal */
  readonly clients: Clients = new Clients();
  /** @internal */
  readonly answers: Answers = new Answers();
  /** @internal Searches that have not begun. */
  readonly waiting: JobQueue = new JobQueue(this.jobs);
  /** @internal Long searches that were set aside until a lane is free. */
  readonly parked: JobQueue = new JobQueue(this.jobs);
  /** @internal Lane 0 runs the short search, the others the long ones. */
  readonly lanes: readonly Lane[];
  /** @internal Number of ticks, of jobs made, of the lane whose turn it is, and which half an odd expansion goes to. */
  readonly clock: { tick: number; sequence: number; turn: number; odd: number } = { tick: 0, sequence: 0, turn: 0, odd: 0 };

  readonly #longAfter: number;
  readonly #ticksPerPriority: number;
  readonly #setup: number;
  readonly #cache: PlanCache;
  readonly #goalNumbers = new WeakMap<Goal, number>();
  #goalCount = 0;
  readonly #key: { -readonly [K in keyof PlanKey]: PlanKey[K] } = { task: 0, goal: 0, hash: 0, maxSteps: 0, maxExpansions: 0 };
  readonly #answer: { -readonly [K in keyof ServiceAnswer]: ServiceAnswer[K] } = {
    client: 0,
    generation: 0,
    outcome: 'budget',
    actions: new Int32Array(0),
    cost: 0,
    bound: 0,
    expansions: 0,
  };

  constructor({ longAfter = 512, longLanes = 4, cache = 256, ticksPerPriority = 64, setup = 8 }: ServiceOptions = {}) {
    this.#longAfter = longAfter;
    this.#ticksPerPriority = ticksPerPriority;
    this.#setup = setup;
    this.#cache = new PlanCache(cache);
    this.lanes = Array.from({ length: 1 + Math.max(1, longLanes) }, () => new Lane());
  }

  /** Makes a task known; its number goes into requests. Numbers are given in the order of registering. */
  register(planner: Planner): number {
    const known = this.planners.indexOf(planner);
    if (known >= 0) return known;
    this.planners.push(planner);
    this.jobs.widen(planner.task.words);
    this.#cache.widen(planner.task.words);
    return this.planners.length - 1;
  }

  /** Requests that have no answer yet, equal ones counted once. */
  get pending(): number {
    return this.jobs.count;
  }

  /** True while a client waits for an answer. */
  waits(client: number): boolean {
    return client < this.clients.capacity && this.clients.job[client]! >= 0;
  }

  /**
   * Asks for a plan. An earlier request of the same client is forgotten, but its waiting time counts for the new one.
   * @throws Problem when client or task are no numbers to work with
   */
  submit(request: PlanRequest): void {
    const { client, generation, goal, words, offset, priority = 0 } = request;
    const planner = this.planners[request.task];
    if (planner === undefined) throw new Problem('unknown-task', `there is no task ${request.task} in this planner service`, { hint: 'register it first' });
    if (!Number.isInteger(client) || client < 0 || client >= mostClients) {
      throw new Problem('bad-client', `${client} cannot be the number of a client`, { hint: `whole numbers from 0 to ${mostClients - 1}` });
    }
    const { clients, jobs } = this;
    clients.reserve(client);
    const projection = planner.projection(goal);
    const before = clients.job[client]!;
    if (before < 0) clients.since[client] = this.clock.tick;
    clients.generation[client] = generation;
    clients.priority[client] = priority;
    const order = clients.since[client]! - priority * this.#ticksPerPriority;

    const job = jobs.take();
    const start = job * jobs.stride;
    for (let word = 0; word < jobs.stride; word++) jobs.starts[start + word] = 0;
    const { source, bits } = projection;
    for (let word = 0; word < source.length; word++) {
      const from = source[word]!;
      if (from >= 0) jobs.starts[start + from] = words[offset + from]! & bits[word]!;
    }
    jobs.task[job] = request.task;
    jobs.goals[job] = goal;
    jobs.projections[job] = projection;
    jobs.goalNumber[job] = this.#numberOf(goal);
    jobs.maxSteps[job] = request.maxSteps ?? Infinity;
    jobs.maxExpansions[job] = request.maxExpansions ?? defaultExpansions;
    jobs.setCosts(job, request.stepCost);
    jobs.enter(job, hashRequest(jobs, job));

    const shared = sameRequest(jobs, job);
    if (shared >= 0) jobs.release(job);
    const joined = shared >= 0 ? shared : job;
    if (joined === before) {
      this.#hasten(joined, order);
      return;
    }
    if (shared < 0) this.#queue(job, order);
    if (before >= 0) this.#leave(client);
    clients.join(client, jobs, joined);
    if (shared >= 0) this.#hasten(joined, order);
  }

  /** Takes a request back; with a generation only if it is the client's latest. An answer that was not fetched yet is dropped too. */
  cancel(client: number, generation?: number): boolean {
    const { clients } = this;
    if (client >= clients.capacity || (generation !== undefined && clients.generation[client] !== generation)) return false;
    clients.generation[client] = NaN;
    if (clients.job[client]! < 0) return false;
    this.#leave(client);
    return true;
  }

  /** One tick: spends up to `budget` expansions on what waits and returns how many it spent. */
  advance(budget: number): number {
    const { clock, lanes, waiting } = this;
    clock.tick++;
    let left = Math.max(0, Math.floor(budget));
    this.#fillLanes();
    let half = (left + clock.odd) >> 1;
    clock.odd = (left + clock.odd) & 1;
    left -= half;
    left += this.#runLong(half);
    while (left > 0) {
      const short = lanes[0]!;
      if (short.job < 0) {
        if (waiting.size === 0) break;
        const job = waiting.first;
        waiting.remove(job);
        this.#start(job, 0);
      }
      const { job } = short;
      left -= this.#run(0, Math.min(left, this.#longAfter + this.#setup - this.jobs.spent[job]!));
      if (short.job >= 0 && this.jobs.spent[job]! >= this.#longAfter + this.#setup) this.#demote(job);
    }
    half = left;
    left = this.#runLong(half);
    return Math.max(0, Math.floor(budget)) - left;
  }

  /** The next answer, or undefined. Answers to requests that were cancelled or replaced meanwhile are left out. */
  next(): ServiceAnswer | undefined {
    const { answers, clients } = this;
    for (let place = answers.shift(); place >= 0; place = answers.shift()) {
      const client = answers.client[place]!;
      const generation = answers.generation[place]!;
      if (clients.generation[client] !== generation) continue;
      const body = answers.body[place]!;
      const answer = this.#answer;
      answer.client = client;
      answer.generation = generation;
      answer.outcome = body.outcome;
      answer.actions = body.actions;
      answer.cost = body.cost;
      answer.bound = body.bound;
      answer.expansions = body.expansions;
      return answer;
    }
    return undefined;
  }

  /** Everything that is still to be answered, as plain JSON. */
  save(): SavedService {
    return saveService(this);
  }

  /**
   * Takes up what another service saved, in place of all this one has. The same tasks must be registered in the same order.
   * @param goalOf finds a goal by task number and text
   * @throws Problem `bad-snapshot` when the data is not what {@link save} gives, `unknown-goal` when a goal is not there any more; then nothing is changed
   */
  restore(saved: SavedService, goalOf: (task: number, text: string) => Goal | undefined): void {
    restoreService(this, saved, goalOf);
  }

  /** @internal */
  clear(): void {
    const { clients } = this;
    for (let client = 0; client < clients.capacity; client++) {
      if (clients.job[client]! >= 0) this.#leave(client);
      clients.generation[client] = NaN;
    }
    this.answers.clear();
  }

  /** @internal Puts a job in its queue or lane, as it was saved. */
  readmit(job: number, where: number, lane: number): void {
    const { jobs } = this;
    jobs.enter(job, hashRequest(jobs, job));
    jobs.phase[job] = where;
    if (where === phase.waiting) this.waiting.push(job);
    else if (where === phase.parked) this.parked.push(job);
    else {
      jobs.lane[job] = lane;
      this.lanes[lane]!.take(job);
    }
  }

  /** @internal */
  goalNumber(goal: Goal): number {
    return this.#numberOf(goal);
  }

  #numberOf(goal: Goal): number {
    let number = this.#goalNumbers.get(goal);
    if (number === undefined) {
      number = this.#goalCount++;
      this.#goalNumbers.set(goal, number);
    }
    return number;
  }

  #queue(job: number, order: number): void {
    const { jobs } = this;
    jobs.phase[job] = phase.waiting;
    jobs.order[job] = order;
    jobs.sequence[job] = this.clock.sequence++;
    jobs.spent[job] = 0;
    jobs.firstClient[job] = -1;
    jobs.lastClient[job] = -1;
    this.waiting.push(job);
  }

  /** A job runs as early as the most pressing of its clients may ask. */
  #hasten(job: number, order: number): void {
    const { jobs } = this;
    if (order >= jobs.order[job]!) return;
    jobs.order[job] = order;
    if (jobs.phase[job] === phase.waiting) this.waiting.advance(job);
    else if (jobs.phase[job] === phase.parked) this.parked.advance(job);
  }

  #leave(client: number): void {
    const { clients, jobs } = this;
    const job = clients.job[client]!;
    clients.leave(client, jobs);
    if (jobs.firstClient[job]! < 0) this.#drop(job);
  }

  /** Forgets a job that nobody wants, or that is done. */
  #drop(job: number): void {
    const { jobs } = this;
    const where = jobs.phase[job]!;
    if (where === phase.waiting) this.waiting.remove(job);
    else if (where === phase.parked) this.parked.remove(job);
    else this.lanes[jobs.lane[job]!]!.free();
    jobs.release(job);
  }

  #start(job: number, lane: number): void {
    const { jobs } = this;
    jobs.phase[job] = lane === 0 ? phase.running : phase.long;
    jobs.lane[job] = lane;
    this.lanes[lane]!.take(job);
  }

  #fillLanes(): void {
    for (let lane = 1; lane < this.lanes.length && this.parked.size > 0; lane++) {
      if (this.lanes[lane]!.job >= 0) continue;
      const job = this.parked.first;
      this.parked.remove(job);
      this.#start(job, lane);
    }
  }

  /** The short search has become long: it goes on in a free lane, or waits for one and will start anew. */
  #demote(job: number): void {
    const { jobs, lanes } = this;
    for (let lane = 1; lane < lanes.length; lane++) {
      if (lanes[lane]!.job >= 0) continue;
      lanes[lane]!.exchange(lanes[0]!);
      jobs.lane[job] = lane;
      jobs.phase[job] = phase.long;
      return;
    }
    lanes[0]!.free();
    jobs.phase[job] = phase.parked;
    jobs.spent[job] = 0;
    this.parked.push(job);
  }

  /** Spends up to `budget` on the long searches, equal shares in turn; returns what is left. */
  #runLong(budget: number): number {
    const { lanes, clock } = this;
    let left = budget;
    while (left > 0) {
      let busy = 0;
      for (let lane = 1; lane < lanes.length; lane++) if (lanes[lane]!.job >= 0) busy++;
      if (busy === 0) break;
      const share = Math.ceil(left / busy);
      for (let count = 1; count < lanes.length && left > 0; count++) {
        const lane = 1 + clock.turn;
        clock.turn = (clock.turn + 1) % (lanes.length - 1);
        if (lanes[lane]!.job >= 0) left -= this.#run(lane, Math.min(share, left));
      }
      this.#fillLanes();
    }
    return left;
  }

  /** Runs the job of a lane for up to `allowance` expansions and returns how many it took. */
  #run(lane: number, allowance: number): number {
    const { jobs } = this;
    const { job } = this.lanes[lane]!;
    const before = jobs.spent[job]!;
    const answer = this.lanes[lane]!.run(jobs, allowance, this.#setup, this.#cacheFind);
    // A restored job may claim to have paid more than it costs; nothing is given back for that.
    const used = Math.max(0, jobs.spent[job]! - before);
    if (answer !== undefined) this.#deliver(job, answer);
    return used;
  }

  /** What the cache knows of a job's answer; a field, so that no function is made for each job. */
  readonly #cacheFind = (job: number): PlanAnswer | undefined => {
    const { jobs } = this;
    if (jobs.hasCosts[job] === 1) return undefined;
    return this.#cache.find(this.#keyOf(job), jobs.starts, job * jobs.stride, this.planners[jobs.task[job]!]!.task.words);
  };

  #keyOf(job: number): PlanKey {
    const { jobs } = this;
    const key = this.#key;
    key.task = jobs.task[job]!;
    key.goal = jobs.goalNumber[job]!;
    key.hash = jobs.hash[job]!;
    key.maxSteps = jobs.maxSteps[job]!;
    key.maxExpansions = jobs.maxExpansions[job]!;
    return key;
  }

  #deliver(job: number, answer: PlanAnswer): void {
    const { clients, jobs } = this;
    if (jobs.known[job] === undefined && jobs.hasCosts[job] === 0) {
      this.#cache.add(this.#keyOf(job), jobs.starts, job * jobs.stride, this.planners[jobs.task[job]!]!.task.words, answer);
    }
    for (let client = jobs.firstClient[job]!; client >= 0; client = clients.next[client]!) {
      this.answers.push(client, clients.generation[client]!, answer);
      clients.job[client] = -1;
    }
    this.#drop(job);
  }
}

import { Problem } from '../../core/internal.js';
import type { Goal, Task } from '../task.js';
import { projectionOf } from './goals.js';
import type { Client, Job } from './job.js';
import { JobQueue } from './job-queue.js';
import { JobTable } from './job-table.js';
import { defaultExpansions, type PlanAnswer } from './outcome.js';
import { type QuickSearch, StagedSearch } from './staged.js';

/** Largest client number, exclusive: client numbers are places in arrays. */
export const mostClients: number = 1 << 21;

/** One wish for a plan. The service copies what it needs, so one object can be filled again and again. */
export interface PlanRequest {
  /** Who asks: a small whole number, e.g. the mind's number in its crowd. A client has one request at a time; the latest wins. */
  client: number;
  /** Number of the task, from {@link PlannerService.register}. */
  task: number;
  goal: Goal;
  /** The state stands at `words[offset]`. */
  words: Int32Array;
  offset: number;
  /** One more is worth {@link ServiceOptions.ticksPerPriority} ticks of waiting. Default 0. */
  priority?: number | undefined;
  maxSteps?: number | undefined;
  maxExpansions?: number | undefined;
  /** Cost of each step for this request, see {@link RequestOptions.stepCost}. */
  stepCost?: Float64Array | undefined;
}

/** How a planner service shares its work among many who ask. */
export interface ServiceOptions {
  /** Expansions after which a search counts as long and leaves the way free for short ones. Default 512. */
  readonly longAfter?: number;
  /** Long searches that go on at the same time, each in memory of its own. Default 4. */
  readonly longLanes?: number;
  /** Answers remembered. Default 256. */
  readonly cache?: number;
  /** Ticks of waiting that weigh as much as one more of priority, so that nobody waits for ever. Default 64. */
  readonly ticksPerPriority?: number;
  /** Expansions charged for setting up a search, since that takes about as long. Default 8. */
  readonly setup?: number;
  /** Makes a search for any plan, for requests that the exact ones do not answer soon. */
  readonly quick?: () => QuickSearch;
}

/**
 * Plans for many clients within a budget of expansions a tick.
 *
 * Requests run by priority, then age; waiting makes up for priority, so nobody starves. Equal requests share one search. A search that takes longer than
 * `longAfter` goes to a lane; half of each budget goes to the long ones in equal shares, the rest to short ones, and what one side leaves the other gets.
 * When all lanes are taken, a search that turned out long is set aside and starts anew when a lane is free: short ones never wait for it.
 *
 * When an answer comes depends on requests and budgets alone. A remembered answer takes the ticks that its search would take, and a restored service
 * answers at the very tick at which the saved one would have.
 */
export class PlannerService {
  readonly tasks: Task[] = [];
  readonly jobs: JobTable;
  readonly clients: (Client | undefined)[] = [];
  /** Long searches by lane, and the one that is short so far. */
  readonly lanes: (Job | undefined)[];
  short: Job | undefined;
  tick = 0;
  /** Number of the next job to wait. */
  sequence = 0;
  /** Requests that have no answer yet, equal ones counted once. */
  pending = 0;
  readonly #waiting: JobQueue;
  /** Long searches that were set aside until a lane is free. */
  readonly #parked: JobQueue;
  /** Searches that nobody uses. */
  readonly #idle: StagedSearch[] = [];
  readonly #quick: (() => QuickSearch) | undefined;
  readonly #longAfter: number;
  readonly #ticksPerPriority: number;
  readonly #setup: number;

  constructor({ longAfter = 512, longLanes = 4, cache = 256, ticksPerPriority = 64, setup = 8, quick }: ServiceOptions = {}) {
    this.#quick = quick;
    this.#longAfter = longAfter + setup;
    this.#ticksPerPriority = ticksPerPriority;
    this.#setup = setup;
    this.jobs = new JobTable(cache);
    this.#waiting = new JobQueue(this.jobs.all, 'waiting');
    this.#parked = new JobQueue(this.jobs.all, 'parked');
    this.lanes = Array.from({ length: longLanes });
  }

  /** Makes a task known; its number goes into requests. Numbers are given in the order of registering. */
  register(task: Task): number {
    const known = this.tasks.indexOf(task);
    return known >= 0 ? known : this.tasks.push(task) - 1;
  }

  /** True while a client waits for an answer. */
  waits(client: number): boolean {
    return this.clients[client]?.job !== undefined;
  }

  /**
   * Asks for a plan. An earlier request of the same client is forgotten, but its waiting time counts for the new one.
   * @throws Problem when client or task are no numbers to work with
   */
  submit({ client: number, task, goal, words, offset, priority = 0, maxSteps = Infinity, maxExpansions = defaultExpansions, stepCost }: PlanRequest): void {
    const known = this.tasks[task];
    if (known === undefined) throw new Problem('unknown-task', `there is no task ${task} in this planner service`, { hint: 'register it first' });
    if (!Number.isInteger(number) || number < 0 || number >= mostClients) {
      throw new Problem('bad-client', `${number} cannot be the number of a client`, { hint: `whole numbers from 0 to ${mostClients - 1}` });
    }
    const projection = projectionOf(known, goal);
    const asked = this.jobs.take();
    asked.ask(task, goal, projection, known.words, stepCost, maxSteps, maxExpansions);
    const { source, bits } = projection;
    for (let at = 0; at < source.length; at++) {
      const word = source[at]!;
      if (word >= 0) asked.start[word] = words[offset + word]! & bits[at]!;
    }
    const job = this.jobs.enter(asked);
    const client = this.client(number);
    const before = client.job;
    if (before === undefined) client.since = this.tick;
    client.priority = priority;
    client.answer = undefined;
    const order = client.since - priority * this.#ticksPerPriority;
    if (job.place === 'free') {
      job.order = order;
      job.sequence = this.sequence++;
      job.spent = 0;
      this.place(job, 'waiting');
    } else if (order < job.order) {
      // A job runs as early as the most pressing of its clients may ask.
      job.order = order;
      this.#enqueue(job);
    }
    if (job === before) return;
    if (before !== undefined) this.#leave(client);
    this.join(client, job);
  }

  /** Takes a request back; an answer that was not taken yet is dropped too. */
  cancel(number: number): void {
    const client = this.clients[number];
    if (client === undefined) return;
    client.answer = undefined;
    if (client.job !== undefined) this.#leave(client);
  }

  /** The client's answer, which is then forgotten; undefined while it waits. */
  take(number: number): PlanAnswer | undefined {
    const client = this.clients[number];
    const answer = client?.answer;
    if (answer !== undefined) client!.answer = undefined;
    return answer;
  }

  /** One tick: spends up to `budget` expansions on what waits and returns how many it spent. */
  advance(budget: number): number {
    this.tick++;
    const whole = Math.max(0, Math.floor(budget));
    // Of an odd budget the halves get one more by turns.
    const half = (whole + (this.tick & 1)) >> 1;
    let left = whole - half + this.#runLong(half);
    while (left > 0) {
      if (this.short === undefined) {
        const next = this.#waiting.pop();
        if (next === undefined) break;
        this.short = next;
        next.place = 'running';
      }
      const job = this.short;
      left -= this.#run(job, Math.min(left, this.#longAfter - job.spent));
      if (this.short === job && job.spent >= this.#longAfter) this.#demote(job);
    }
    return whole - this.#runLong(left);
  }

  /** The client of a number. */
  client(number: number): Client {
    return (this.clients[number] ??= { number, job: undefined, answer: undefined, since: 0, priority: 0 });
  }

  join(client: Client, job: Job): void {
    client.job = job;
    job.clients.push(client);
  }

  /** Puts a job that nobody has seen yet where it belongs. */
  place(job: Job, place: 'waiting' | 'parked' | 'running'): void {
    job.place = place;
    this.pending++;
    this.#enqueue(job);
  }

  #enqueue(job: Job): void {
    if (job.place === 'waiting') this.#waiting.push(job);
    else if (job.place === 'parked') this.#parked.push(job);
  }

  #leave(client: Client): void {
    const job = client.job!;
    const { clients } = job;
    client.job = undefined;
    clients[clients.indexOf(client)] = clients[clients.length - 1]!;
    clients.pop();
    if (clients.length === 0) this.#drop(job);
  }

  /** Nobody waits for the job any more, be it that it is done. */
  #drop(job: Job): void {
    if (this.short === job) this.short = undefined;
    const lane = this.lanes.indexOf(job);
    if (lane >= 0) this.lanes[lane] = undefined;
    this.#freeSearch(job);
    this.pending--;
    this.jobs.leave(job);
  }

  #freeSearch(job: Job): void {
    // Arrays that have grown very large are left to the garbage collector.
    if (job.search?.heavy === false) this.#idle.push(job.search);
    job.search = undefined;
  }

  /** The short search has become long: it goes on in a free lane, or waits for one and will start anew. */
  #demote(job: Job): void {
    this.short = undefined;
    const lane = this.lanes.indexOf(undefined);
    if (lane >= 0) {
      this.lanes[lane] = job;
      return;
    }
    this.#freeSearch(job);
    job.spent = 0;
    job.place = 'parked';
    this.#parked.push(job);
  }

  /** Spends up to `budget` on the long searches, equal shares in turn; returns what is left. */
  #runLong(budget: number): number {
    const { lanes } = this;
    let left = budget;
    while (left > 0) {
      let busy = 0;
      for (let lane = 0; lane < lanes.length; lane++) {
        if (lanes[lane] === undefined) {
          const next = this.#parked.pop();
          if (next === undefined) continue;
          next.place = 'running';
          lanes[lane] = next;
        }
        busy++;
      }
      if (busy === 0) break;
      const share = Math.ceil(left / busy);
      for (let count = 0; count < lanes.length && left > 0; count++) {
        const job = lanes[((this.tick >> 1) + count) % lanes.length];
        if (job !== undefined) left -= this.#run(job, Math.min(share, left));
      }
    }
    return left;
  }

  /**
   * Goes on with a job for up to `allowance` expansions, charged to its `spent`, and returns how many it took. The first `setup` of them pay for setting up, and
   * one whose bounds take long to work out is charged as several. A job with a known answer only pays what its search took; a restored one catches up with what
   * it has paid for.
   */
  #run(job: Job, allowance: number): number {
    const setup = this.#setup;
    const before = job.spent;
    job.spent += allowance;
    if (job.spent < setup) return allowance;
    if (job.answer === undefined) {
      const search = (job.search ??= this.#begin(job));
      const outcome = search.advance(job.spent - setup - search.units);
      if (outcome === 'running') return allowance;
      const actions = new Int32Array(search.planLength);
      search.readPlan(actions);
      job.answer = { outcome, actions, cost: search.cost, bound: search.bound, expansions: search.expansions, units: search.units };
    }
    const price = setup + job.answer.units;
    if (job.spent < price) return allowance;
    for (const client of job.clients) {
      client.job = undefined;
      client.answer = job.answer;
    }
    job.clients.length = 0;
    this.#drop(job);
    // What was paid too much goes to others; a restored job may claim to have paid more than it costs, and nothing is given back for that.
    return Math.max(0, price - before);
  }

  #begin(job: Job): StagedSearch {
    const { projection, maxSteps, maxExpansions, costs } = job;
    const search = this.#idle.pop() ?? new StagedSearch(this.#quick);
    search.begin(projection, job.start, 0, job.costly ? { maxSteps, maxExpansions, stepCost: costs } : { maxSteps, maxExpansions });
    return search;
  }
}

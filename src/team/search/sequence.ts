import type { Op } from '../program.js';
import { Heap } from './heap.js';
import type { LocalJob, LocalWork, Situation } from './situation.js';
import { finalValues } from './timeline.js';
import { type Makers, makersOf } from './wants.js';

/** One thing to do, without time or worker: a job, or a goal by number. */
export interface Item {
  readonly job: LocalJob | undefined;
  readonly goal: number;
}

/** An order of jobs and goals that works when done one by one, or why there is none. */
export type Sequence = { readonly items: readonly Item[] } | { readonly items: undefined; readonly reason: 'exhausted' | 'budget' };

/** Deepest chain of wants that is followed. */
const deepest = 64;
/** Most times that one want asks for help. */
const mostRepeats = 256;
/** What a want costs that cannot be followed up; large, but such that sums stay comparable. */
const hopeless = 1e6;

/**
 * A first order of jobs: every want is traced back to what is at hand, job by job, as a workshop plans its material. Where that does not work
 * out (a test that must not hold, room that runs out), a search over worlds without time, led by the same tracing, finds one.
 */
export class Sequencer {
  readonly #situation: Situation;
  readonly #makers: Makers;
  readonly #quickest: readonly number[];
  /** Seconds of work behind one unit of a cell. */
  #worth: Float64Array;
  readonly #start: readonly number[];
  /** Seconds that each station is taken by what is planned already. */
  readonly #load = new Map<number, number>();

  constructor(situation: Situation) {
    this.#situation = situation;
    this.#makers = makersOf(situation);
    this.#quickest = situation.jobs.map(({ number, helpers }) => (1 + helpers) * situation.workers.reduce((least, worker) => Math.min(least, worker.seconds[number]!), Infinity));
    this.#start = finalValues(situation);
    for (const { work, start, end } of situation.entries) for (const station of work.holds) this.#load.set(station, (this.#load.get(station) ?? 0) + end - Math.max(start, situation.now));
    this.#worth = this.#worths(this.#load);
  }

  /** @param budget worlds to look at when tracing alone does not do */
  find(budget: number): Sequence {
    const { goals } = this.#situation;
    const traced: Item[] = [];
    const cost = this.#trace(this.#start, goals.map((_, goal) => goal), traced, true);
    if (cost < hopeless && this.#works(traced)) return { items: traced };
    return this.#search(budget);
  }

  /** Cheapest seconds to get one unit more of each cell, counting every want by itself; where a station has much to do, that counts too. */
  #worths(load: ReadonlyMap<number, number>): Float64Array {
    const worth = new Float64Array(this.#start.length).fill(Infinity);
    for (let changed = true; changed; ) {
      changed = false;
      for (const job of this.#situation.jobs) {
        let cost = this.#quickest[job.number]!;
        for (const station of job.holds) cost += load.get(station) ?? 0;
        for (const op of job.ops) {
          const short = shortfall(op, this.#start[op.cell]!);
          if (short > 0) cost += short * worth[op.cell]!;
        }
        for (const op of job.ops) {
          const unit = op.give > 0 ? cost / op.give : op.set !== undefined || op.take > 0 ? cost : Infinity;
          if (unit < worth[op.cell]! - 1e-9) {
            worth[op.cell] = unit;
            changed = true;
          }
        }
      }
    }
    return worth;
  }

  /** Traces goals back to what is at hand; adds the jobs to `items` in working order and returns their seconds, or more than `hopeless`. */
  #trace(values: readonly number[], goals: readonly number[], items: Item[], balance: boolean): number {
    const stock = values.slice();
    const load = new Map(this.#load);
    const context: Tracing = { stock, load, items, open: [], cost: 0 };
    for (const goal of goals) {
      // What was given to the stations for one goal makes them slower for the next.
      if (balance && load.size > 0) this.#worth = this.#worths(load);
      this.#meet(this.#situation.goals[goal]!, 0, context);
      items.push({ job: undefined, goal });
    }
    return context.cost;
  }

  /** Sees to it that the needs of one piece of work are met, then carries it out on the stock. */
  #meet(work: LocalWork, depth: number, context: Tracing): void {
    const { stock } = context;
    // Twice: meeting a later need may have used up what an earlier one had found.
    for (let round = 0; round < 2; round++) for (const op of work.ops) this.#want(op, depth, context);
    for (const op of work.ops) stock[op.cell] = op.set ?? stock[op.cell]! - op.take + op.give;
  }

  #want(op: Op, depth: number, context: Tracing): void {
    const { stock, load } = context;
    if (context.cost >= hopeless) return;
    context.open.push(op.cell);
    for (let guard = 0; shortfall(op, stock[op.cell]!) > 0; guard++) {
      const job = depth < deepest && guard < mostRepeats ? this.#cheapest(op, context) : undefined;
      if (job === undefined) {
        context.cost += hopeless;
        return;
      }
      for (const station of job.holds) load.set(station, (load.get(station) ?? 0) + this.#quickest[job.number]!);
      context.cost += this.#quickest[job.number]!;
      this.#meet(job, depth + 1, context);
      context.items.push({ job, goal: -1 });
      if (context.cost >= hopeless) return;
    }
    context.open.pop();
  }

  /** The job that helps this need with the least work behind it; stations that have much to do already count as slower. */
  #cheapest(op: Op, { stock, load, open }: Tracing): LocalJob | undefined {
    let best: LocalJob | undefined;
    let least = Infinity;
    const value = stock[op.cell]!;
    const upward = value - op.take < op.min || (op.allowed !== undefined && value < op.allowed[0]!);
    for (const job of this.#makers.changers[op.cell]!) {
      const own = job.opAt[op.cell]!;
      if (own.set !== undefined ? shortfall(op, own.set) > 0 : upward ? own.give === 0 : own.take === 0) continue;
      let cost = this.#quickest[job.number]!;
      for (const need of job.ops) {
        const short = shortfall(need, stock[need.cell]!);
        // What is being traced already cannot be the way to itself.
        if (short > 0) cost += open.includes(need.cell) ? hopeless : short * this.#worth[need.cell]!;
      }
      for (const station of job.holds) cost += load.get(station) ?? 0;
      // Moving much at once is worth it only where much is wanted.
      cost /= Math.min(Math.max(1, own.give), Math.max(1, shortfall(op, stock[op.cell]!)));
      if (cost < least && cost < hopeless) {
        least = cost;
        best = job;
      }
    }
    return best;
  }

  #works(items: readonly Item[]): boolean {
    const values = this.#start.slice();
    return items.every((item) => carryOut(this.#workOf(item), values));
  }

  #workOf({ job, goal }: Item): LocalWork {
    return job ?? this.#situation.goals[goal]!;
  }

  #search(budget: number): Sequence {
    const { goals, jobs } = this.#situation;
    const open = new Heap<World>((a, b) => a.cost - b.cost || a.order - b.order);
    const seen = new Set<string>();
    let made = 0;
    const push = (parent: World | undefined, item: Item | undefined, values: readonly number[], reached: number): void => {
      const key = `${reached}|${values.join()}`;
      if (seen.has(key)) return;
      seen.add(key);
      const rest = goals.map((_, goal) => goal).filter((goal) => (reached & (1 << goal)) === 0);
      open.push({ parent, item, values, reached, rest: rest.length, cost: this.#trace(values, rest, [], false) + rest.length, order: made++ });
    };
    push(undefined, undefined, this.#start, 0);
    for (let looked = 0; ; looked++) {
      const world = open.pop();
      if (world === undefined) return { items: undefined, reason: 'exhausted' };
      if (world.rest === 0) return { items: path(world) };
      if (looked >= budget) return { items: undefined, reason: 'budget' };
      const next = (item: Item): void => {
        if (item.goal >= 0 && (world.reached & (1 << item.goal)) !== 0) return;
        const values = world.values.slice();
        if (carryOut(this.#workOf(item), values)) push(world, item, values, item.goal < 0 ? world.reached : world.reached | (1 << item.goal));
      };
      for (let goal = 0; goal < goals.length; goal++) next({ job: undefined, goal });
      for (const job of jobs) next({ job, goal: -1 });
    }
  }
}

interface Tracing {
  readonly stock: number[];
  /** Seconds of work given to each station so far. */
  readonly load: Map<number, number>;
  readonly items: Item[];
  /** Cells whose wants are being traced right now. */
  readonly open: number[];
  cost: number;
}

/** A world in the search without time. */
interface World {
  readonly parent: World | undefined;
  readonly item: Item | undefined;
  readonly values: readonly number[];
  readonly reached: number;
  readonly rest: number;
  readonly cost: number;
  readonly order: number;
}

function path(world: World): Item[] {
  const items: Item[] = [];
  for (let at: World | undefined = world; at?.item !== undefined; at = at.parent) items.push(at.item);
  return items.reverse();
}

/** How many units (or 1, for values) are missing for the op's need; 0 when it is met. */
function shortfall({ min, max, allowed, take, give }: Op, value: number): number {
  const short = take + min - value;
  if (short > 0) return Math.max(short, allowed === undefined ? 0 : allowed[0]! - value);
  if (give > 0 && value + give > max) return value + give - max;
  if (allowed === undefined) return 0;
  let nearest = Infinity;
  for (let at = 0; at < allowed.length; at += 2) {
    if (value < allowed[at]!) nearest = Math.min(nearest, allowed[at]! - value);
    else if (value > allowed[at + 1]!) nearest = Math.min(nearest, value - allowed[at + 1]!);
    else return 0;
  }
  return nearest;
}

/** Carries work out when its needs are met. */
function carryOut({ ops }: LocalWork, values: number[]): boolean {
  for (const op of ops) if (shortfall(op, values[op.cell]!) > 0) return false;
  for (const op of ops) values[op.cell] = op.set ?? values[op.cell]! - op.take + op.give;
  return true;
}

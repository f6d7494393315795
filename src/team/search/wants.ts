import type { Op } from '../program.js';
import type { LocalJob, Situation } from './situation.js';

/** Which jobs change a cell, by cell. */
export interface Makers {
  /** Jobs that put something into it. */
  readonly givers: readonly (readonly LocalJob[])[];
  /** Jobs that set it. */
  readonly setters: readonly (readonly LocalJob[])[];
  /** Jobs that change it in any way. */
  readonly changers: readonly (readonly LocalJob[])[];
}

export function makersOf({ jobs, cells }: Situation): Makers {
  const byCell = (chosen: (op: Op) => boolean): readonly (readonly LocalJob[])[] => cells.map((_, cell) => jobs.filter(({ opAt }) => opAt[cell] !== undefined && chosen(opAt[cell])));
  return { givers: byCell(({ give }) => give > 0), setters: byCell(({ set }) => set !== undefined), changers: byCell(({ give, take, set }) => give > 0 || take > 0 || set !== undefined) };
}

/** Cells that can stand in for each other: whoever wants a unit gets it from one of them. */
export interface Source {
  readonly number: number;
  readonly cells: readonly number[];
  /** Jobs that put something into them from outside. */
  readonly makers: readonly LocalJob[];
  /** Most that one of them puts in. */
  readonly most: number;
  /** Shortest time that one of them takes, helpers not counted. */
  readonly quickest: number;
  /** Least seconds of work behind one of them, helpers counted. */
  readonly effort: number;
  /** Stations, one of which each of them holds; 0 when some hold none. */
  readonly stations: number;
  /** What every maker uses up: so much from the cells of some source. */
  readonly inputs: readonly { readonly source: number; readonly take: number }[];
}

/** Most sources; what lies behind them is then left out, which only makes bounds weaker. */
const mostSources = 256;

/** The sources that goals draw on, and those behind them. A source names those behind it by number. */
export class Sources {
  readonly all: Source[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #makers: Makers;
  readonly #quickest: readonly number[];

  constructor(makers: Makers, quickest: readonly number[]) {
    this.#makers = makers;
    this.#quickest = quickest;
  }

  /** The number of the source that consists of these cells. */
  of(cells: readonly number[]): number {
    const sorted = [...new Set(cells)].sort((a, b) => a - b);
    const key = sorted.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.all.length;
    this.#numbers.set(key, number);
    // Moving units from one of these cells to another makes none.
    const gain = (job: LocalJob): number => job.ops.reduce((sum, { cell, take, give }) => (sorted.includes(cell) ? sum + give - take : sum), 0);
    const makers = [...new Set(sorted.flatMap((cell) => this.#makers.givers[cell]!))].filter((job) => gain(job) > 0);
    const most = makers.reduce((largest, job) => Math.max(largest, job.ops.reduce((sum, { cell, give }) => (sorted.includes(cell) ? sum + give : sum), 0)), 0);
    const least = (value: (job: LocalJob) => number): number => makers.reduce((smallest, job) => Math.min(smallest, value(job)), Infinity);
    const held = new Set(makers.map(({ holds }) => holds[0]));
    const source = {
      number,
      cells: sorted,
      makers,
      most,
      quickest: least((job) => this.#quickest[job.number]!),
      effort: least((job) => this.#quickest[job.number]! * (1 + job.helpers)),
      stations: held.has(undefined) ? 0 : held.size,
      inputs: [] as { source: number; take: number }[],
    };
    this.all.push(source);
    // Jobs of one kind take their things in the same order, so the first thing of each goes with the first of the others, and so on.
    const taken = makers.map(({ ops }) => ops.filter(({ take }) => take > 0));
    const count = taken.reduce((fewest, ops) => Math.min(fewest, ops.length), makers.length === 0 ? 0 : Infinity);
    for (let input = 0; input < count && this.all.length < mostSources; input++) source.inputs.push({ source: this.of(taken.map((ops) => ops[input]!.cell)), take: Math.min(...taken.map((ops) => ops[input]!.take)) });
    return number;
  }

  /** Numbers of sources, each before those behind it as far as circles allow. */
  order(): readonly number[] {
    const order: number[] = [];
    const seen = new Set<number>();
    const visit = (number: number): void => {
      if (seen.has(number)) return;
      seen.add(number);
      for (const { source } of this.all[number]!.inputs) visit(source);
      order.push(number);
    };
    for (let number = 0; number < this.all.length; number++) visit(number);
    return order.reverse();
  }
}

/** The lower limit of a cell. */
export function leastOf({ jobs, goals }: Situation, cell: number): number {
  for (const { opAt } of [...goals, ...jobs]) if (opAt[cell] !== undefined) return opAt[cell].min;
  return 0;
}

/** Seconds from place to place for one worker: its own walks, and where it helps with a transfer, the pace of who leads. */
export function waysOf({ jobs, workers, places }: Situation, worker: number): Float64Array {
  const ways = workers[worker]!.walk.slice();
  for (const { helpers, place, target, number } of jobs) {
    if (helpers === 0 || place < 0 || target === place) continue;
    const way = place * places + target;
    for (const leader of workers) if (leader !== workers[worker]) ways[way] = Math.min(ways[way]!, leader.seconds[number]!);
  }
  return ways;
}

/** Shortest walks between all places by way of any others. */
export function closure(walk: Float64Array, places: number): Float64Array {
  const shortest = walk.slice();
  for (let via = 0; via < places; via++) {
    for (let from = 0; from < places; from++) {
      const there = shortest[from * places + via]!;
      if (there === Infinity) continue;
      for (let to = 0; to < places; to++) shortest[from * places + to] = Math.min(shortest[from * places + to]!, there + shortest[via * places + to]!);
    }
  }
  return shortest;
}

/** When `work` seconds can be done by all who become free at `frees`. */
export function filledAt(work: number, frees: readonly number[]): number {
  const sorted = [...frees].sort((a, b) => a - b);
  let sum = work;
  for (let count = 1; count <= sorted.length; count++) {
    sum += sorted[count - 1]!;
    // A hair early, so that rounding in the division never makes the bound too late.
    const end = sum / count - 1e-9;
    if (count === sorted.length || end <= sorted[count]!) return end;
  }
  return Infinity;
}

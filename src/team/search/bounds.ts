import type { Op } from '../program.js';
import type { LocalJob, LocalWork, Situation } from './situation.js';
import type { Line } from './timeline.js';
import { closure, filledAt, leastOf, type Makers, makersOf, type Source, Sources, waysOf } from './wants.js';

/** What a bound looks at: a line, and where and when the workers will be free. */
export interface Standing extends Line {
  readonly places: readonly number[];
  readonly frees: readonly number[];
}

/** Above this many repetitions a bound no longer deals them out one by one. */
const mostRepeats = 256;

/**
 * Lower bounds of the moment at which goals can be reached. Nothing here may ever be too late; each rule only forgets something that costs time.
 *
 * - Chains: a unit is there when one at hand is, or when a job that makes it can end; that job begins when its needs are met and the first able
 *   worker can be there. Where n units beyond those at hand are wanted, the n-th counts: the jobs that make them use things up, share workers,
 *   and may share a station.
 * - Work: what must be done at least, spread evenly over all workers.
 */
export class Bounds {
  readonly #situation: Situation;
  readonly #makers: Makers;
  /** Shortest walks by worker, by way of any place. */
  readonly #shortest: readonly Float64Array[];
  readonly #sources: readonly Source[];
  /** The source of each cell that a goal wants, by cell; -1 for other cells. */
  readonly #sourceOf: readonly number[];
  /** Sources in the order in which wants are passed on: what goals want first. */
  readonly #order: readonly number[];
  /** Shortest time of each job over all workers. */
  readonly #quickest: readonly number[];
  readonly #least: readonly number[];
  /** Cells that planned work sets, beside those that jobs set: counting units makes no sense there. */
  readonly #isSet: readonly boolean[];
  // About the standing that is being looked at:
  #at: Standing;
  /** When each job can first begin and end. */
  readonly #begins: Float64Array;
  readonly #ends: Float64Array;
  /** When a unit beyond those at hand or on their way can first be there. */
  readonly #another: Float64Array;
  /** Each cell as a list of its own. */
  readonly #alone: readonly (readonly number[])[];
  readonly #busy: Uint8Array;
  readonly #taken: Float64Array;
  readonly #wanted: Float64Array;
  readonly #tested: Float64Array;
  readonly #counted: Uint8Array;

  constructor(situation: Situation) {
    const { jobs, cells, workers, places, entries } = situation;
    this.#situation = situation;
    this.#makers = makersOf(situation);
    this.#shortest = workers.map((_, worker) => closure(waysOf(situation, worker), places));
    this.#quickest = jobs.map(({ number }) => workers.reduce((least, worker) => Math.min(least, worker.seconds[number]!), Infinity));
    const sources = new Sources(this.#makers, this.#quickest);
    this.#sourceOf = cells.map((_, cell) => (situation.goals.some(({ opAt }) => opAt[cell] !== undefined) ? sources.of([cell]) : -1));
    this.#sources = sources.all;
    this.#order = sources.order();
    this.#least = cells.map((_, cell) => leastOf(situation, cell));
    this.#isSet = cells.map((_, cell) => this.#makers.setters[cell]!.length > 0 || entries.some(({ work }) => work.opAt[cell]?.set !== undefined));
    this.#at = { now: situation.now, values: [], entries: [], places: [], frees: [] };
    this.#begins = new Float64Array(jobs.length);
    this.#ends = new Float64Array(jobs.length);
    this.#another = new Float64Array(cells.length);
    this.#alone = cells.map((_, cell) => [cell]);
    this.#busy = new Uint8Array(this.#sources.length);
    this.#taken = new Float64Array(cells.length);
    this.#wanted = new Float64Array(this.#sources.length);
    this.#tested = new Float64Array(this.#sources.length);
    this.#counted = new Uint8Array(jobs.length);
  }

  /** No plan reaches all these goals before this moment; infinite when none can. */
  lower(at: Standing, goals: readonly LocalWork[]): number {
    this.#at = at;
    this.#relax();
    let bound = at.now;
    const taken = this.#taken.fill(0);
    for (const goal of goals) {
      for (const op of goal.ops) {
        bound = Math.max(bound, this.#ready(op));
        taken[op.cell]! += op.take;
        if (op.allowed !== undefined && !this.#isSet[op.cell]!) bound = Math.max(bound, this.#supplied(this.#sources[this.#sourceOf[op.cell]!]!, op.allowed[0]! - op.min, true));
      }
    }
    for (let cell = 0; cell < taken.length; cell++) if (taken[cell]! > 0) bound = Math.max(bound, this.#supplied(this.#sources[this.#sourceOf[cell]!]!, taken[cell]!, false));
    return Math.max(bound, this.#shared(goals, taken));
  }

  /** When each job can first begin, if nothing that is needed is ever used up. */
  #relax(): void {
    const { jobs } = this.#situation;
    this.#begins.fill(Infinity);
    this.#ends.fill(Infinity);
    this.#another.fill(Infinity);
    for (let changed = true; changed; ) {
      changed = false;
      for (const job of jobs) {
        let begins = this.#at.now;
        for (const op of job.ops) begins = Math.max(begins, this.#ready(op));
        for (const station of job.holds) begins = Math.max(begins, this.#vacated(station));
        if (begins >= this.#begins[job.number]!) continue;
        changed = true;
        this.#begins[job.number] = begins;
        const ends = this.#endOf(job, begins);
        this.#ends[job.number] = ends;
        for (const op of job.ops) if (op.give > 0 && ends < this.#another[op.cell]!) this.#another[op.cell] = ends;
      }
    }
  }

  /** When the need of one op can first be met, as far as is known. */
  #ready(op: Op): number {
    const { now, values } = this.#at;
    const { cell, allowed } = op;
    if (this.#isSet[cell]!) return allowed === undefined ? now : this.#valued(cell, allowed);
    const need = Math.max(op.take + op.min, allowed === undefined ? op.min : allowed[0]!);
    if (values[cell]! >= need) return now;
    return this.#arrived(this.#alone[cell]!, need - values[cell]!) ?? this.#another[cell]!;
  }

  /** When what has begun leaves a station. */
  #vacated(station: number): number {
    const { now, entries } = this.#at;
    let last = now;
    for (const { work, start, end } of entries) if (start <= now && end > last && work.holds.includes(station)) last = end;
    return last;
  }

  /** When so many units that are on their way into some cells have come; undefined when there are not so many. */
  #arrived(cells: readonly number[], units: number): number | undefined {
    const { now, entries } = this.#at;
    let rest = units;
    let last = now;
    // Not all workers' jobs end in order: look for the next one each time. There are few.
    for (let after = -Infinity; rest > 0; ) {
      let next = Infinity;
      let gift = 0;
      for (const { work, end } of entries) {
        if (end <= after || end > next) continue;
        const amount = given(work, cells);
        if (amount === 0) continue;
        gift = end < next ? amount : gift + amount;
        next = end;
      }
      if (next === Infinity) return undefined;
      rest -= gift;
      last = Math.max(last, next);
      after = next;
    }
    return last;
  }

  /** When a cell that is set can first have an allowed value. */
  #valued(cell: number, allowed: readonly number[]): number {
    const { now, values, entries } = this.#at;
    let best = Infinity;
    let locked = false;
    for (const { work, start, end } of entries) {
      const set = work.opAt[cell]?.set;
      if (set === undefined) continue;
      if (start <= now) locked = true;
      if (passes(allowed, set)) best = Math.min(best, Math.max(now, end));
    }
    if (!locked && passes(allowed, values[cell]!)) return now;
    for (const job of this.#makers.changers[cell]!) {
      const { set } = job.opAt[cell]!;
      if (set === undefined) return now;
      if (passes(allowed, set)) best = Math.min(best, this.#ends[job.number]!);
    }
    return best;
  }

  /** When so many units above the least can have been there in all: at one moment, or (not `atOnce`) taken one after the other. */
  #supplied(source: Source, units: number, atOnce: boolean): number {
    const { now, values, entries } = this.#at;
    const { cells } = source;
    let level = 0;
    for (const cell of cells) {
      if (this.#isSet[cell]!) return now;
      level += values[cell]! - this.#least[cell]!;
    }
    // What comes, and what others have planned to take: that must be there as well by the time they take it.
    const gifts: Amount[] = [];
    const claims: Amount[] = [];
    for (const { work, start, end } of entries) {
      const gift = given(work, cells);
      if (gift > 0) gifts.push({ time: end, amount: gift });
      if (atOnce || start <= now) continue;
      let claim = 0;
      for (const cell of cells) claim += work.opAt[cell]?.take ?? 0;
      if (claim > 0) claims.push({ time: start, amount: claim });
    }
    gifts.sort(byTime);
    claims.sort(byTime);
    let wanted = units;
    let time = now;
    let gift = 0;
    let claim = 0;
    for (;;) {
      while (level < wanted && gift < gifts.length) {
        level += gifts[gift]!.amount;
        time = Math.max(time, gifts[gift++]!.time);
      }
      if (level < wanted) time = Math.max(time, this.#made(source, wanted - level));
      const before = wanted;
      while (claim < claims.length && claims[claim]!.time <= time) wanted += claims[claim++]!.amount;
      if (wanted === before) return time;
    }
  }

  /** When `units` more units of a source than are there or on their way can have been made. */
  #made(source: Source, units: number): number {
    let another = Infinity;
    for (const cell of source.cells) another = Math.min(another, this.#another[cell]!);
    // In a circle of wants the first unit is all that can be told.
    if (this.#busy[source.number] === 1 || another === Infinity) return another;
    if (source.makers.length === 0) return Infinity;
    this.#busy[source.number] = 1;
    let first = Infinity;
    for (const job of source.makers) first = Math.min(first, this.#begins[job.number]!);
    const times = Math.ceil(units / source.most);
    let bound = another;
    if (times > 1) bound = Math.max(bound, this.#repeated(source, times, first));
    // The last of them begins when what all of them use up has been there.
    for (const { source: input, take } of source.inputs) bound = Math.max(bound, this.#supplied(this.#sources[input]!, times * take, false) + source.quickest);
    this.#busy[source.number] = 0;
    return bound;
  }

  /** When the last of several repetitions can end: they share workers, and perhaps stations. */
  #repeated({ makers, quickest, stations }: Source, times: number, first: number): number {
    const { workers } = this.#situation;
    const serial = stations > 0 ? first + Math.ceil(times / stations) * quickest : 0;
    if (times > mostRepeats) return serial;
    const next: number[] = [];
    const each: number[] = [];
    for (let worker = 0; worker < workers.length; worker++) {
      let arrives = Infinity;
      let lasts = Infinity;
      for (const job of makers) {
        if (workers[worker]!.seconds[job.number] === Infinity) continue;
        arrives = Math.min(arrives, this.#arrives(worker, job.place));
        lasts = Math.min(lasts, workers[worker]!.seconds[job.number]!);
      }
      next.push(Math.max(first, arrives) + lasts);
      each.push(lasts);
    }
    let end = 0;
    for (let done = 0; done < times; done++) {
      let best = 0;
      for (let worker = 1; worker < next.length; worker++) if (next[worker]! < next[best]!) best = worker;
      end = next[best]!;
      next[best]! += each[best]!;
    }
    return Math.max(serial, end);
  }

  #arrives(worker: number, place: number): number {
    const { places, frees } = this.#at;
    return place < 0 ? frees[worker]! : frees[worker]! + this.#shortest[worker]![places[worker]! * this.#situation.places + place]!;
  }

  #endOf(job: LocalJob, begins: number): number {
    const { workers } = this.#situation;
    const { places, frees } = this.#at;
    const width = this.#situation.places;
    let best = Infinity;
    for (let worker = 0; worker < workers.length; worker++) {
      const seconds = workers[worker]!.seconds[job.number]!;
      if (begins + seconds >= best) continue;
      let arrives = frees[worker]!;
      if (job.place >= 0) arrives += this.#shortest[worker]![places[worker]! * width + job.place]!;
      const end = (arrives > begins ? arrives : begins) + seconds;
      if (end < best) best = end;
    }
    return best;
  }

  /** When all workers together can have done what must be done at least. */
  #shared(goals: readonly LocalWork[], taken: Float64Array): number {
    const { now, values, entries, frees } = this.#at;
    const wanted = this.#wanted.fill(0);
    const tested = this.#tested.fill(0);
    for (const goal of goals) {
      for (const { cell, min, allowed } of goal.ops) {
        const source = this.#sourceOf[cell]!;
        wanted[source] = taken[cell]!;
        if (allowed !== undefined) tested[source] = Math.max(tested[source]!, allowed[0]! - min);
      }
    }
    const counted = this.#counted.fill(0);
    let work = 0;
    for (const number of this.#order) {
      const { cells, makers, most, effort, inputs } = this.#sources[number]!;
      const units = Math.max(wanted[number]!, tested[number]!);
      if (units <= 0 || makers.length === 0 || makers.some((job) => counted[job.number] === 1) || cells.some((cell) => this.#isSet[cell])) continue;
      let short = units;
      for (const cell of cells) short -= values[cell]! - this.#least[cell]!;
      for (const { work: planned } of entries) short -= given(planned, cells);
      if (short <= 0) continue;
      for (const job of makers) counted[job.number] = 1;
      const times = Math.ceil(short / most);
      work += times * effort;
      for (const { source, take } of inputs) wanted[source]! += times * take;
    }
    return work === 0 ? now : filledAt(work, frees);
  }
}

function given({ opAt }: LocalWork, cells: readonly number[]): number {
  let sum = 0;
  for (const cell of cells) sum += opAt[cell]?.give ?? 0;
  return sum;
}

interface Amount {
  readonly time: number;
  readonly amount: number;
}

function byTime(a: Amount, b: Amount): number {
  return a.time - b.time;
}

function passes(allowed: readonly number[], value: number): boolean {
  for (let at = 0; at < allowed.length; at += 2) if (allowed[at]! <= value && value <= allowed[at + 1]!) return true;
  return false;
}

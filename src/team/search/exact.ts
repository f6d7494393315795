import { Bounds, type Standing } from './bounds.js';
import { Heap } from './heap.js';
import { Labels } from './labels.js';
import { type Limits, makeLimits } from './limits.js';
import type { Entry, LocalJob, LocalWork, Situation } from './situation.js';
import { advance, earliestStart, finalValues, Gap, type Line } from './timeline.js';

/** One piece of work laid on the time line: a job with who does it, or a goal (then nobody does). */
export interface Placed {
  readonly job: LocalJob | undefined;
  /** Number of the goal, or -1. */
  readonly goal: number;
  /** Who leads, then who helps; worker numbers. */
  readonly workers: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** A place in the search: all that was laid down so far, in order of start. A class, because many thousands are made and must be small and alike. */
export class Node implements Standing {
  readonly now: number;
  readonly values: readonly number[];
  readonly entries: readonly Entry[];
  readonly places: readonly number[];
  readonly frees: readonly number[];
  /** Bit g is set when goal g has been placed. */
  readonly reached: number;
  /** By cell: how many jobs of this plan put something into it. */
  readonly filled: readonly number[];
  readonly parent: Node | undefined;
  readonly placed: Placed | undefined;
  readonly depth: number;
  /** No plan that goes on from here reaches its goals before. */
  bound = 0;
  /** A standing that is as good in everything was met after this one. */
  beaten = false;

  constructor(line: Line, places: readonly number[], frees: readonly number[], reached: number, filled: readonly number[], parent: Node | undefined, placed: Placed | undefined) {
    this.now = line.now;
    this.values = line.values;
    this.entries = line.entries;
    this.places = places;
    this.frees = frees;
    this.reached = reached;
    this.filled = filled;
    this.parent = parent;
    this.placed = placed;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }
}

/** What the search found out. */
export interface ExactResult {
  /** The best plan below the limit it was given, in order of start; undefined when there was none, or the budget ended before. */
  readonly best: readonly Placed[] | undefined;
  readonly makespan: number;
  /** No plan ends before this. */
  readonly lowerBound: number;
  /** True when nothing is left to try: then `best`, or else the limit, is the optimum. */
  readonly complete: boolean;
  readonly expansions: number;
}

/** Steps that one expansion pays for: where many agents make a node wide, it counts as several, so that a budget means about the same work everywhere. */
const width = 20;

/** Most goals that one exact search can tell apart. */
export const mostGoals = 30;

/**
 * A* over start orders: each step lays one more job or goal on the time line, as early as it can be and not before the one laid last.
 * That is complete for this model: whatever the order, starting earlier never spoils what starts later (see docs/decisions/0010-team-api.md).
 * Standings that agree in what the world will be and where everyone will be are compared by all their times, and only one that is late in nothing survives.
 */
export class ExactSearch {
  readonly #situation: Situation;
  readonly #bounds: Bounds;
  readonly #limits: Limits;
  readonly #labels: Labels;
  /** Goals not yet reached, by what has been reached. */
  readonly #opens = new Map<number, readonly LocalWork[]>();

  constructor(situation: Situation) {
    this.#situation = situation;
    this.#bounds = new Bounds(situation);
    this.#limits = makeLimits(situation);
    this.#labels = new Labels(situation);
  }

  /** Where the search begins; its bound holds for every plan. */
  root(): Node {
    const { now, workers, cells } = this.#situation;
    const node = new Node(this.#situation, workers.map(({ place }) => place), workers.map(({ free }) => Math.max(free, now)), 0, cells.map(() => 0), undefined, undefined);
    node.bound = this.#bounds.lower(node, this.#open(0));
    return node;
  }

  /** Looks for a plan that ends before `limit`, with at most `budget` expansions. */
  run(limit: number, budget: number): ExactResult {
    const all = 2 ** this.#situation.goals.length - 1;
    const open = new Heap<Node>((a, b) => a.bound - b.bound || b.depth - a.depth);
    const root = this.root();
    if (root.bound < limit) open.push(root);
    let expansions = 0;
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.reached === all) return { best: trail(node), makespan: node.now, lowerBound: node.now, complete: true, expansions };
      if (node.beaten) continue;
      if (expansions >= budget) return { best: undefined, makespan: Infinity, lowerBound: node.bound, complete: false, expansions };
      const children = this.children(node);
      expansions += Math.max(1, Math.ceil(children.length / width));
      for (const child of children) {
        if (child.bound < limit && this.#labels.admit(child)) open.push(child);
      }
    }
    return { best: undefined, makespan: Infinity, lowerBound: limit, complete: true, expansions };
  }

  /** Everything that can be laid down next. */
  children(node: Node): Node[] {
    const { goals, jobs } = this.#situation;
    const children: Node[] = [];
    for (let goal = 0; goal < goals.length; goal++) {
      if ((node.reached & (1 << goal)) !== 0 || this.#hasTwin(goal, node.reached)) continue;
      const start = earliestStart(node, goals[goal]!, node.now, 0);
      if (start === Infinity) continue;
      const child = this.#child(node, goals[goal]!, { job: undefined, goal, workers: [], start, end: start }, node.places, node.frees);
      // A goal that only looks and can be had at once costs nothing: no need to try anything else.
      if (start === node.now && goals[goal]!.ops.every((op) => op.take === 0)) return [child];
      children.push(child);
    }
    for (const job of jobs) if (!this.#useless(job, node)) this.#assign(job, node, children);
    return children;
  }

  #open(reached: number): readonly LocalWork[] {
    let open = this.#opens.get(reached);
    if (open === undefined) {
      open = this.#situation.goals.filter((_, goal) => (reached & (1 << goal)) === 0);
      this.#opens.set(reached, open);
    }
    return open;
  }

  /** Of goals that want the same, the first is taken first. */
  #hasTwin(goal: number, reached: number): boolean {
    const { goals } = this.#situation;
    for (let other = 0; other < goal; other++) if ((reached & (1 << other)) === 0 && goals[other]!.work.text === goals[goal]!.work.text) return true;
    return false;
  }

  #useless(job: LocalJob, node: Node): boolean {
    const bound = this.#limits.boundBy[job.number]!;
    if (bound >= 0) return node.filled[bound]! >= this.#limits.limit[bound]!;
    // Setting what is set already, or will be by what has begun, changes nothing.
    if (!job.ops.every(({ take, give }) => take === 0 && give === 0)) return false;
    const final = finalValues(node);
    return job.ops.every(({ cell, set }) => set === undefined || (final[cell] === set && !node.entries.some(({ work, start }) => start > node.now && work.opAt[cell]?.set !== undefined)));
  }

  #assign(job: LocalJob, node: Node, children: Node[]): void {
    const { workers } = this.#situation;
    const gap = new Gap(node, job);
    for (let lead = 0; lead < workers.length; lead++) {
      if (workers[lead]!.seconds[job.number] === Infinity || this.#isTwin(lead, node, [])) continue;
      this.#crew(job, node, [lead], -1, gap, children);
    }
  }

  /** Adds helpers to a crew in every way that makes a difference. */
  #crew(job: LocalJob, node: Node, crew: number[], last: number, gap: Gap, children: Node[]): void {
    if (crew.length === job.helpers + 1) {
      const child = this.#place(job, crew, node, gap);
      if (child !== undefined) children.push(child);
      return;
    }
    for (let worker = last + 1; worker < this.#situation.workers.length; worker++) {
      if (crew.includes(worker) || this.#isTwin(worker, node, crew)) continue;
      this.#crew(job, node, [...crew, worker], worker, gap, children);
    }
  }

  /** True when an earlier worker of the same kind stands at the same place at the same time and is not in the crew. */
  #isTwin(worker: number, { places, frees }: Node, crew: readonly number[]): boolean {
    const { workers } = this.#situation;
    for (let other = 0; other < worker; other++) {
      if (workers[other]!.kind === workers[worker]!.kind && places[other] === places[worker] && frees[other] === frees[worker] && !crew.includes(other)) return true;
    }
    return false;
  }

  /** Lays a job down, led by the first of the crew; undefined when it can never begin. */
  #place(job: LocalJob, crew: readonly number[], node: Node, gap: Gap): Node | undefined {
    const span = spanOf(job, crew, node, this.#situation);
    const start = gap.first(span.from, span.lasts);
    if (start === Infinity) return undefined;
    const end = start + span.lasts;
    const places = node.places.slice();
    const frees = node.frees.slice();
    const target = job.target < 0 ? node.places[crew[0]!]! : job.target;
    for (const worker of crew) {
      places[worker] = target;
      frees[worker] = end;
    }
    return this.#child(node, job, { job, goal: -1, workers: crew, start, end }, places, frees);
  }

  #child(node: Node, work: LocalWork, placed: Placed, places: readonly number[], frees: readonly number[]): Node {
    const line = advance(node, placed.start);
    const values = line.values === node.values ? node.values.slice() : (line.values as number[]);
    const entries = placed.end > placed.start ? [...line.entries, { work, start: placed.start, end: placed.end }] : line.entries;
    const filled = node.filled.slice();
    for (const op of work.ops) {
      values[op.cell]! -= op.take;
      if (op.give > 0) filled[op.cell]!++;
      if (placed.end === placed.start) values[op.cell] = op.set ?? values[op.cell]! + op.give;
    }
    const reached = placed.goal < 0 ? node.reached : node.reached | (1 << placed.goal);
    const child = new Node({ now: placed.start, values, entries }, places, frees, reached, filled, node, placed);
    child.bound = Math.max(node.bound, this.#bounds.lower(child, this.#open(reached)));
    return child;
  }
}

/** When a crew can be there and how long it is then taken up: with the walk, when it does not walk early. */
export function spanOf(job: LocalJob, crew: readonly number[], { now, places, frees }: Standing, { workers, walkEarly, places: count }: Situation): { readonly from: number; readonly lasts: number } {
  const lead = crew[0]!;
  const place = job.place < 0 ? places[lead]! : job.place;
  let from = now;
  let longest = 0;
  for (const worker of crew) {
    const walk = workers[worker]!.walk[places[worker]! * count + place]!;
    longest = Math.max(longest, walk);
    from = Math.max(from, frees[worker]! + (walkEarly ? walk : 0));
  }
  const seconds = workers[lead]!.seconds[job.number]!;
  return { from, lasts: walkEarly ? seconds : longest + seconds };
}

function trail(node: Node): Placed[] {
  const placed: Placed[] = [];
  for (let at: Node | undefined = node; at?.placed !== undefined; at = at.parent) placed.push(at.placed);
  return placed.reverse();
}

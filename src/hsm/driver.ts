import { failure, running, success, type Status } from '../core/index.js';
import type { Calls } from './calls.js';
import type { Moves } from './moves.js';
import { faulty, firstNode, nodeKind, nodeMask, type QuickLeaf, type Tables } from './program.js';
import { stateEvent, type Rows } from './rows.js';
import type { Frame } from './types.js';

/** Slack for sums of many small times: a wait of one second is over after sixty ticks of a sixtieth. */
export const epsilon = 1e-9;

/**
 * One tick of one entity, always in this order:
 * 1. a root that has just begun is entered;
 * 2. waiting events, first in first out, each offered to the innermost machine first and consumed by the first transition that takes it;
 * 3. transitions asked every tick, outermost machine first: the outer layer pre-empts. At most one in each lane;
 * 4. the leaves are driven; what ends is left, its result carried upwards, and what comes next is entered and driven in the same tick,
 *    up to a number of drives per lane;
 * 5. events that callbacks posted meanwhile.
 */
export class Driver {
  readonly #tables: Tables;
  readonly #rows: Rows;
  readonly #calls: Calls;
  readonly #moves: Moves;
  readonly #maxSteps: number;
  // Taken out of the tables once, for the loop over many.
  readonly #frame: Frame;
  readonly #quick: readonly (QuickLeaf | undefined)[];
  readonly #stateWidth: number;
  readonly #numberWidth: number;
  /** What a callback threw in the middle of a quick tick. */
  #thrown: { readonly error: unknown } | undefined;

  constructor(rows: Rows, calls: Calls, moves: Moves, maxSteps: number) {
    this.#tables = rows.tables;
    this.#rows = rows;
    this.#calls = calls;
    this.#moves = moves;
    this.#maxSteps = maxSteps;
    this.#frame = calls.frame as Frame;
    this.#quick = rows.tables.quick;
    this.#stateWidth = rows.tables.stateWidth;
    this.#numberWidth = rows.tables.numberWidth;
  }

  /** Drives the entity that the rows are open at. */
  drive(): Status {
    const rows = this.#rows;
    const mark = rows.state[rows.at]!;
    if (mark < firstNode) return mark === success ? success : failure;
    const leaf = this.#quick[mark];
    if (leaf === undefined || rows.trace !== undefined || rows.waiting(rows.slot) > 0) return this.#tick(mark);
    return this.#goOnQuickly(leaf, rows.slot, rows.body, rows.params);
  }

  /** Drives every slot whose bit is set, in order, and clears the bits of those that ended. Returns how many were driven. */
  sweep(words: Uint32Array, bodies: readonly unknown[]): number {
    const rows = this.#rows;
    const { params, state, queueColumn } = rows;
    const quick = this.#quick;
    const stateWidth = this.#stateWidth;
    const traced = rows.trace !== undefined;
    let driven = 0;
    for (let word = 0; word < words.length; word++) {
      for (let bits = words[word]!; bits !== 0; bits &= bits - 1) {
        const slot = (word << 5) + 31 - Math.clz32(bits & -bits);
        const body = bodies[slot];
        const leaf = quick[state[slot * stateWidth]!];
        let status: Status;
        driven++;
        if (leaf !== undefined && !traced && (queueColumn === undefined || rows.waiting(slot) === 0)) {
          status = this.#goOnQuickly(leaf, slot, body, params);
        } else {
          rows.aim(slot, body);
          status = this.#tick(state[rows.at]!);
        }
        if (status !== running) words[word]! &= ~(1 << (slot & 31));
      }
    }
    return driven;
  }

  /**
   * The common tick: a leaf goes on, with nothing to do but its clocks, the guards over it and its drive. The rows are pointed only as far as
   * a frame looks; whatever is not common points them fully and goes the long way.
   */
  #goOnQuickly(leaf: QuickLeaf, slot: number, body: unknown, params: unknown): Status {
    const rows = this.#rows;
    const { numbers, queueColumn } = rows;
    const { clocks, guards, dues } = leaf;
    const base = slot * this.#numberWidth;
    // Which check said yes (or threw); their number when the leaf was driven.
    let asked = 0;
    let status: Status = running;
    rows.slot = slot;
    rows.base = base;
    rows.node = leaf.node;
    for (let clock = 0; clock < clocks.length; clock++) numbers[base + clocks[clock]!]! += rows.dt;
    try {
      for (; asked < guards.length; asked++) {
        if (dues !== undefined && numbers[base + dues[2 * asked]!]! + epsilon < dues[2 * asked + 1]!) continue;
        if (guards[asked]!(body, params)) break;
      }
      if (asked === guards.length) {
        status = leaf.drive(body, params, this.#frame);
        if (status === running && (queueColumn === undefined || rows.waiting(slot) === 0)) return running;
      }
    } catch (error) {
      this.#thrown = { error };
    }
    rows.aim(slot, body);
    return this.#goOn(asked, status);
  }

  /** The long way through a tick, from where {@link #goOnQuickly} left it. A guard that throws has said no; a leaf that throws has failed. */
  #goOn(asked: number, status: Status): Status {
    const { checkStart, checks, machineOf } = this.#tables;
    const { node } = this.#rows;
    const check = checkStart[node]! + asked;
    const driven = check === checkStart[node + 1]!;
    if (this.#thrown === undefined) return driven ? this.#after(node, this.#calls.checked(node, status)) : this.#interrupted(checks[check]!);
    const { error } = this.#thrown;
    this.#thrown = undefined;
    this.#calls.report(driven ? node : machineOf[checks[check]!]!, driven ? 'drive' : 'when', error);
    return driven ? this.#after(node, failure) : this.#resume(node, check + 1);
  }

  /** The common case of one entity, as in {@link #goOnQuickly}, from a place in the checks on. */
  #resume(node: number, from: number): Status {
    const { checkStart, checks } = this.#tables;
    const end = checkStart[node + 1]!;
    for (let at = from; at < end; at++) if (this.#asks(checks[at]!)) return this.#interrupted(checks[at]!);
    return this.#after(node, this.#calls.drive(node));
  }

  #interrupted(way: number): Status {
    this.#moves.take(way);
    return this.#finish(this.#run(0));
  }

  /** What follows the drive of a quick leaf. */
  #after(driven: number, answer: Status): Status {
    const rows = this.#rows;
    let node = driven;
    let status = answer;
    let done = 1;
    // The commonest end: a step of a sequence succeeds, and the next one is such a leaf too.
    let { next } = this.#quick[node]!;
    for (; status === success && next !== undefined && done < this.#maxSteps; next = next.next) {
      this.#moves.stepTo(next, node);
      ({ node } = next);
      status = this.#calls.drive(node);
      done++;
    }
    if (status === running) return rows.waiting(rows.slot) === 0 ? running : this.#finish(running);
    const settled = this.#moves.settle(node, status);
    return this.#finish(settled === running ? this.#run(0, done) : settled);
  }

  /** Adds the rows' time to everything active and does nothing else. */
  pass(): void {
    if (this.#tables.kind[this.#rows.current(0)] !== nodeKind.start) this.#advance(0);
  }

  #tick(mark: number): Status {
    const rows = this.#rows;
    const node = mark & nodeMask;
    const { kind, kids, kidStart } = this.#tables;
    // What is posted from now on, also by the root's own enter, is handled at the end of the tick.
    const posted = rows.waiting(rows.slot);
    if (kind[node] === nodeKind.start) this.#moves.enter(kids[kidStart[node]!]!);
    else this.#advance(0);
    for (let waiting = posted; waiting > 0; waiting--) this.#offer(0, rows.shift(rows.slot));
    this.#interrupt(0);
    return this.#finish(this.#run(0));
  }

  /** The end of a tick: events that callbacks posted meanwhile are handled now. */
  #finish(driven: Status): Status {
    const rows = this.#rows;
    let status = driven;
    for (let left = this.#maxSteps; status === running && rows.waiting(rows.slot) > 0; left--) {
      if (left === 0) {
        rows.trace?.(rows.slot, rows.current(0), stateEvent.budget, 0);
        break;
      }
      this.#offer(0, rows.shift(rows.slot));
      const current = rows.current(0);
      if (current < firstNode) status = current as Status;
    }
    if (status !== running) rows.clearQueue(rows.slot);
    return status;
  }

  /** Adds the tick's time to the clocks of everything active in a lane. What is entered later in this tick starts at 0. */
  #advance(lane: number): void {
    const node = this.#rows.current(lane);
    if (node < firstNode) return;
    this.#addTime(node);
    const { kind, kids, kidStart, sleep } = this.#tables;
    const place = sleep[node]!;
    if (place !== -1) this.#rows.numbers[this.#rows.base + place]! -= this.#rows.dt;
    if (kind[node] !== nodeKind.parallel) return;
    for (let at = kidStart[node]!; at < kidStart[node + 1]!; at++) this.#advance(this.#tables.lane[kids[at]!]!);
  }

  #addTime(node: number): void {
    const { clockStart, clocks } = this.#tables;
    const { numbers, base, dt } = this.#rows;
    const end = clockStart[node + 1]!;
    for (let at = clockStart[node]!; at < end; at++) numbers[base + clocks[at]!]! += dt;
  }

  /** Offers an event to the transitions of a lane, innermost machine first; true when one took it. */
  #offer(lane: number, event: number): boolean {
    const node = this.#rows.current(lane);
    const tables = this.#tables;
    if (node < firstNode) return false;
    if (tables.kind[node] === nodeKind.parallel) {
      for (let at = tables.kidStart[node]!; at < tables.kidStart[node + 1]!; at++) {
        if (this.#offer(tables.lane[tables.kids[at]!]!, event)) return true;
      }
    }
    for (let at = tables.eventStart[node]!; at < tables.eventStart[node + 1]!; at++) {
      const way = tables.eventChecks[at]!;
      if (tables.event[way] !== event || !this.#calls.guard(way)) continue;
      this.#moves.take(way);
      return true;
    }
    return false;
  }

  /** Tests the transitions that are asked every tick, outermost machine first; at most one is taken in each lane. */
  #interrupt(lane: number): void {
    const node = this.#rows.current(lane);
    const tables = this.#tables;
    if (node < firstNode) return;
    for (let at = tables.checkStart[node]!; at < tables.checkStart[node + 1]!; at++) {
      const way = tables.checks[at]!;
      if (!this.#asks(way)) continue;
      this.#moves.take(way);
      return;
    }
    if (tables.kind[node] !== nodeKind.parallel) return;
    for (let at = tables.kidStart[node]!; at < tables.kidStart[node + 1]!; at++) this.#interrupt(tables.lane[tables.kids[at]!]!);
  }

  /** True when a transition's time has come and its guard agrees. */
  #asks(way: number): boolean {
    const { after, clock, machineOf } = this.#tables;
    const { numbers, base } = this.#rows;
    if (after[way]! >= 0 && numbers[base + clock[machineOf[way]!]!]! + epsilon < after[way]!) return false;
    return this.#calls.guard(way);
  }

  /** Drives what a lane stands on, and goes on within the tick for as long as things end. `done` drives have been made already. */
  #run(lane: number, done = 0): Status {
    const rows = this.#rows;
    const { sleep } = this.#tables;
    for (let left = this.#maxSteps - done; ; left--) {
      const mark = rows.state[rows.at + lane]!;
      const node = mark & nodeMask;
      if (node < firstNode) return node as Status;
      const isQuick = this.#quick[mark] !== undefined;
      if (!isQuick && sleep[node] !== -1 && mark < faulty && rows.numbers[rows.base + sleep[node]!]! > epsilon) return running;
      if (left <= 0) {
        rows.trace?.(rows.slot, node, stateEvent.budget, 0);
        return running;
      }
      const result = isQuick ? this.#calls.drive(node) : this.#driveNode(node, mark >= faulty);
      if (result === running) return running;
      if (this.#moves.settle(node, result) !== running) return rows.state[rows.at + lane]! as Status;
    }
  }

  #driveNode(node: number, isFaulty: boolean): Status {
    if (isFaulty) return failure;
    switch (this.#tables.kind[node]) {
      case nodeKind.parallel:
        return this.#driveParallel(node);
      case nodeKind.steps:
        return success;
      default:
        return this.#calls.drive(node);
    }
  }

  /** Drives every child that still runs, then looks at the results. */
  #driveParallel(node: number): Status {
    const { kids, kidStart, lane, any } = this.#tables;
    let stillRunning = 0;
    let succeededKids = 0;
    let failedKids = 0;
    for (let at = kidStart[node]!; at < kidStart[node + 1]!; at++) {
      const status = this.#run(lane[kids[at]!]!);
      if (status === running) stillRunning++;
      else if (status === success) succeededKids++;
      else failedKids++;
    }
    if (any[node] === 1) return succeededKids > 0 ? success : stillRunning > 0 ? running : failure;
    return failedKids > 0 ? failure : stillRunning > 0 ? running : success;
  }
}

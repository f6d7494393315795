import { failure, running, success, type Status } from '../core/internal.js';
import { restTime } from './inspect.js';
import { badAnswer, yesOrNo } from './answers.js';
import type { Calls } from './calls.js';
import type { Stage } from './cell-view.js';
import type { FrameView } from './frame.js';
import type { Moves } from './moves.js';
import { epsilon, faulty, firstNode, nodeKind, nodeMask, type QuickLeaf, type Tables } from './program.js';
import { stateEvent, type Rows } from './rows.js';
import { interpret, type LongWay, type Visit } from './visit.js';

/** Who sleeps through ticks. */
export interface Naps {
  /** Ends a slot's sleep and returns the seconds that are owed to it, those of this tick among them; 0 when it was awake. */
  owed(slot: number): number;
  /** Lays a slot to sleep for so many seconds. */
  lay(slot: number, seconds: number): void;
}

/**
 * One tick of one entity, always in this order:
 * 1. a root that has just begun is entered;
 * 2. waiting events, first in first out, each offered to the innermost machine first and consumed by the first transition that takes it,
 *    in each child of a parallel;
 * 3. transitions asked every tick, outermost machine first: the outer layer pre-empts. At most one in each lane;
 *    (what callbacks post in these three is handled at once, before the next event and before a leaf is driven;)
 * 4. the leaves are driven; what ends is left, its result carried upwards, and what comes next is entered and driven in the same tick,
 *    up to a number of drives per lane;
 * 5. events that callbacks posted meanwhile.
 */
export class Driver implements LongWay {
  readonly #tables: Tables;
  readonly #rows: Rows;
  readonly #calls: Calls;
  readonly #moves: Moves;
  readonly #maxSteps: number;
  readonly #quick: readonly (QuickLeaf | undefined)[];
  readonly #visit: Visit;
  readonly #numberWidth: number;
  readonly #frame: FrameView;
  readonly #stage: Stage;
  #naps: Naps | undefined;
  /** What a callback threw in the middle of a visit. */
  #thrown: { readonly error: unknown } | undefined;

  constructor(rows: Rows, calls: Calls, moves: Moves, maxSteps: number) {
    this.#tables = rows.tables;
    this.#rows = rows;
    this.#calls = calls;
    this.#moves = moves;
    this.#maxSteps = maxSteps;
    this.#quick = rows.tables.quick;
    this.#frame = calls.frame;
    this.#stage = rows.tables.stage;
    this.#numberWidth = rows.tables.numberWidth;
    this.#visit = rows.program.visit ?? interpret;
  }

  /** Drives the entity that the rows are open at. */
  drive(): Status {
    const rows = this.#rows;
    const mark = rows.state[rows.at]!;
    if (mark < firstNode) return mark === success ? success : failure;
    const leaf = this.#quick[mark];
    if (leaf === undefined || rows.trace !== undefined || rows.waiting(rows.slot) > 0) return this.#tick(mark);
    return this.#driveQuickly(leaf, rows.slot, rows.body);
  }

  /** Drives every slot whose bit is set, in order, and clears the bits of those that ended. Returns how many were driven. */
  sweep(words: Uint32Array, bodies: readonly unknown[], naps: Naps | undefined): number {
    const visit = this.#rows.trace === undefined ? this.#visit : interpret;
    this.#naps = naps;
    const driven = visit(words, bodies, this.#rows, this.#frame, this.#maxSteps, this);
    this.#naps = undefined;
    return driven;
  }

  refuse(answer: unknown): never {
    throw badAnswer(answer);
  }

  threw(error: unknown): void {
    this.#thrown = { error };
  }

  tick(slot: number, body: unknown): Status {
    const rows = this.#rows;
    rows.aim(slot, body);
    const naps = this.#naps;
    if (naps === undefined) return this.#wholeTick(slot, body);
    const { dt } = rows;
    const owed = naps.owed(slot);
    if (owed > 0) rows.dt = owed;
    const status = this.#wholeTick(slot, body);
    rows.dt = dt;
    return this.#layToSleep(slot, status);
  }

  #wholeTick(slot: number, body: unknown): Status {
    const rows = this.#rows;
    const mark = rows.state[rows.at]!;
    const leaf = this.#quick[mark];
    // Generated code leaves out leaves when they are too many.
    return leaf === undefined || rows.trace !== undefined || rows.waiting(slot) > 0 ? this.#tick(mark) : this.#driveQuickly(leaf, slot, body);
  }

  /** The common tick of one entity, as {@link interpret} has it for many. */
  #driveQuickly(leaf: QuickLeaf, slot: number, body: unknown): Status {
    const rows = this.#rows;
    const { numbers, queueColumn, params } = rows;
    const { clocks, guards, dues } = leaf;
    const stage = this.#stage;
    const frame = this.#frame;
    const base = slot * this.#numberWidth;
    let asked = 0;
    let drives = 0;
    let status: Status = running;
    rows.node = leaf.node;
    for (let clock = 0; clock < clocks.length; clock++) numbers[base + clocks[clock]!]! += rows.dt;
    try {
      for (; asked < guards.length; asked++) {
        if (dues !== undefined && numbers[base + dues[2 * asked]!]! + epsilon < dues[2 * asked + 1]!) continue;
        const guard = guards[asked]!;
        if (yesOrNo(guard(body, params))) break;
      }
      if (asked === guards.length) {
        const { drive } = leaf;
        drives = 1;
        stage.at = base + leaf.cellAt;
        frame.cells = leaf.view;
        if (leaf.ownClock === -1) frame.elapsed = NaN;
        else frame.elapsed = numbers[base + leaf.ownClock]!;
        status = drive(body, params, frame);
        if (status === running && (queueColumn === undefined || rows.waiting(slot) === 0)) return running;
      }
    } catch (error) {
      this.#thrown = { error };
    }
    rows.aim(slot, body);
    return this.#goOn(asked, drives, status);
  }

  goOn(slot: number, body: unknown, asked: number, drives: number, status: Status): Status {
    this.#rows.aim(slot, body);
    return this.#layToSleep(slot, this.#goOn(asked, drives, status));
  }

  /** After what is not the common tick: the leaves of the common tick never sleep. */
  #layToSleep(slot: number, status: Status): Status {
    if (status !== running || this.#naps === undefined) return status;
    const rest = restTime(this.#rows);
    if (rest > 0) this.#naps.lay(slot, rest);
    return status;
  }

  #goOn(asked: number, drives: number, status: Status): Status {
    const rows = this.#rows;
    const { node } = rows;
    const { checkStart, checks, machineOf } = this.#tables;
    const check = checkStart[node]! + asked;
    const thrown = this.#thrown;
    if (thrown === undefined) return drives === 0 ? this.#interrupted(checks[check]!) : this.#after(node, this.#calls.checked(node, status), drives);
    this.#thrown = undefined;
    // A guard that throws or returns a non-boolean counts as false; a leaf that throws has failed.
    this.#calls.report(drives === 0 ? machineOf[checks[check]!]! : node, drives === 0 ? 'when' : 'drive', thrown.error);
    return drives === 0 ? this.#resume(node, check + 1) : this.#after(node, failure, drives);
  }

  /** The tick of a quick leaf from a place in its checks on. */
  #resume(node: number, from: number): Status {
    const { checkStart, checks } = this.#tables;
    const end = checkStart[node + 1]!;
    for (let at = from; at < end; at++) if (this.#asks(checks[at]!)) return this.#interrupted(checks[at]!);
    return this.#after(node, this.#calls.drive(node), 1);
  }

  #interrupted(way: number): Status {
    this.#moves.take(way);
    this.#hearRaised();
    return this.#finish(this.#run(0));
  }

  /** What follows the drive of a quick leaf. */
  #after(driven: number, answer: Status, drives: number): Status {
    const rows = this.#rows;
    let node = driven;
    let status = answer;
    let done = drives;
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
    const posted = rows.waiting(rows.slot);
    if (kind[node] === nodeKind.start) this.#moves.enter(kids[kidStart[node]!]!);
    else this.#advance(0);
    this.#hearRaised();
    for (let waiting = posted; waiting > 0; waiting--) {
      this.#offer(0, rows.shift(rows.slot));
      this.#hearRaised();
    }
    this.#interrupt(0);
    this.#hearRaised();
    return this.#finish(this.#run(0));
  }

  /** Handles what callbacks posted, before the next event from outside and before a leaf is driven. */
  #hearRaised(): void {
    const rows = this.#rows;
    for (let left = this.#maxSteps; rows.raised > 0; left--) {
      if (left === 0) {
        rows.trace?.(rows.slot, rows.current(0), stateEvent.budget, 0);
        rows.raised = 0;
        return;
      }
      this.#offer(0, rows.shift(rows.slot));
    }
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
    rows.raised = 0;
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

  /** Offers an event to the transitions of a lane, innermost machine first; each child of a parallel may take its own. True when one took it. */
  #offer(lane: number, event: number): boolean {
    const node = this.#rows.current(lane);
    const tables = this.#tables;
    if (node < firstNode) return false;
    if (tables.kind[node] === nodeKind.parallel) {
      let taken = false;
      for (let at = tables.kidStart[node]!; at < tables.kidStart[node + 1]!; at++) {
        if (this.#offer(tables.lane[tables.kids[at]!]!, event)) taken = true;
      }
      if (taken) return true;
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

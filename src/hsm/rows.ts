import { Problem, type Column, type Columns } from '../core/internal.js';
import { firstNode, listHead, nodeKind, nodeMask, type StateProgram, type Tables } from './program.js';
import type { ExitReason } from './types.js';

/** What a trace function is told. `detail` is explained beside each event. */
export const stateEvent = {
  enter: 0,
  /** detail: the status, or 3 for a throw. */
  drive: 1,
  /** detail: place in {@link exitReasons}. */
  exit: 2,
  /** node: the machine. detail: the node entered, or 1 success, 2 failure when the machine ends. */
  transition: 3,
  /** The node could not be driven any more in this tick. */
  budget: 4,
  /** node: a sequence or step list. detail: index of the step that failed. */
  failedStep: 5,
  /** node: a step list. detail: index of the step that the precheck refused. */
  stale: 6,
  /** detail: the event's number. The queue was full; the event is lost. */
  overflow: 7,
  undo: 8,
  resume: 9,
} as const;

/** Why a state was left, by the number that a trace record carries. */
export const exitReasons: readonly ExitReason[] = ['abort', 'success', 'failure', 'goalChanged', 'goalReached', 'targetLost', 'refused'];

/** Told of everything that happens, in order, as plain numbers. Must not throw and must not call the store. */
export type StateTrace = (slot: number, node: number, event: number, detail: number) => void;

/** The columns of a store, and the one entity that is being worked on: "now". */
export class Rows {
  readonly program: StateProgram;
  readonly tables: Tables;
  readonly columns: Columns;
  readonly stateColumn: Column<'u16'>;
  readonly numberColumn: Column<'f64'>;
  readonly queueColumn: Column<'u8'> | undefined;
  /** Params of step lists, by steps node and slot: objects cannot live in columns. */
  readonly listParams: (readonly unknown[] | undefined)[][];
  trace: StateTrace | undefined;

  /** True while callbacks may run. */
  open = false;
  slot = 0;
  /** How many of the events that wait were posted by callbacks in this tick; they come first. */
  raised = 0;
  /** The leaf whose callback runs. */
  node = 0;
  /** Where the entity's state begins in `state`. */
  at = 0;
  /** Where its numbers begin in `numbers`. */
  base = 0;
  dt = 0;
  body: unknown = undefined;
  params: unknown = undefined;
  state: Uint16Array;
  numbers: Float64Array;
  /** Who was on stage before. */
  #numbersBefore: Float64Array;
  #placeBefore = 0;

  constructor(program: StateProgram, columns: Columns, trace: StateTrace | undefined) {
    this.program = program;
    this.tables = program.tables;
    this.columns = columns;
    this.stateColumn = columns.add('hsm.state', 'u16', program.tables.stateWidth);
    this.numberColumn = columns.add('hsm.numbers', 'f64', program.tables.numberWidth);
    this.queueColumn = program.queue === 0 ? undefined : columns.add('hsm.queue', 'u8', program.queue + 1);
    this.listParams = program.ids.map(() => []);
    this.trace = trace;
    this.state = this.stateColumn.data;
    this.numbers = this.numberColumn.data;
    this.#numbersBefore = this.numbers;
  }

  /** Turns to one entity. Until {@link close}, callbacks may post events and nothing else. */
  openAt(slot: number, body: unknown, params: unknown, dt: number): void {
    this.refuseInside();
    this.point(slot);
    this.body = body;
    this.params = params;
    this.dt = dt;
    this.open = true;
    const { stage } = this.tables;
    this.#numbersBefore = stage.numbers;
    this.#placeBefore = stage.at;
    stage.numbers = this.numbers;
  }

  close(): void {
    this.open = false;
    this.raised = 0;
    const { stage } = this.tables;
    stage.numbers = this.#numbersBefore;
    stage.at = this.#placeBefore;
    this.body = undefined;
    this.params = undefined;
  }

  /** Turns to another entity while open. */
  aim(slot: number, body: unknown): void {
    this.slot = slot;
    this.at = slot * this.tables.stateWidth;
    this.base = slot * this.tables.numberWidth;
    this.body = body;
  }

  /** Turns to an entity to look at it only. */
  point(slot: number): void {
    this.state = this.stateColumn.data;
    this.numbers = this.numberColumn.data;
    this.slot = slot;
    this.at = slot * this.tables.stateWidth;
    this.base = slot * this.tables.numberWidth;
  }

  refuseInside(): void {
    if (this.open) throw new Problem('inside-a-callback', 'a callback may not drive, change, save or restore the store it is called from', { hint: 'post an event instead' });
  }

  /** What stands in a lane without its fault mark: a node, or a number below `firstNode`. */
  current(lane: number): number {
    return this.state[this.at + lane]! & nodeMask;
  }

  /** True when the node is entered and not left. Only for the entity pointed at. */
  isActive(node: number): boolean {
    const { parent, top, lane, kind } = this.tables;
    let at = this.current(lane[node]!);
    if (at < firstNode || kind[at] === nodeKind.start) return false;
    while (at !== node && top[at] === 0) at = parent[at]!;
    if (at !== node) return false;
    while (top[at] === 0) at = parent[at]!;
    // The lane's cells may hold something else's state unless the parallel above is active too.
    return parent[at] === 0 || this.isActive(parent[at]!);
  }

  /** Queues an event by number; false when the queue is full. */
  push(slot: number, event: number): boolean {
    const { queueColumn } = this;
    if (queueColumn === undefined) return false;
    const from = slot * queueColumn.width;
    const waiting = queueColumn.data[from]!;
    if (waiting >= this.program.queue) {
      this.trace?.(slot, 0, stateEvent.overflow, event);
      return false;
    }
    queueColumn.data[from + 1 + waiting] = event;
    queueColumn.data[from] = waiting + 1;
    return true;
  }

  /** Queues what a callback of the entity at hand posts: behind what callbacks posted before it, ahead of what came from outside. */
  raise(event: number): void {
    const { queueColumn, raised } = this;
    if (queueColumn === undefined || !this.push(this.slot, event)) return;
    const first = this.slot * queueColumn.width + 1;
    queueColumn.data.copyWithin(first + raised + 1, first + raised, first + this.waiting(this.slot) - 1);
    queueColumn.data[first + raised] = event;
    this.raised++;
  }

  /** Takes the oldest event, or -1. */
  shift(slot: number): number {
    const { queueColumn } = this;
    if (queueColumn === undefined) return -1;
    const from = slot * queueColumn.width;
    const waiting = queueColumn.data[from]!;
    if (waiting === 0) return -1;
    const event = queueColumn.data[from + 1]!;
    queueColumn.data.copyWithin(from + 1, from + 2, from + 1 + waiting);
    queueColumn.data[from] = waiting - 1;
    if (this.raised > 0) this.raised--;
    return event;
  }

  waiting(slot: number): number {
    return this.queueColumn === undefined ? 0 : this.queueColumn.data[slot * this.queueColumn.width]!;
  }

  clearQueue(slot: number): void {
    if (this.queueColumn !== undefined) this.queueColumn.data[slot * this.queueColumn.width] = 0;
  }

  /** The params that a node's callbacks get: those of the step it belongs to, or the root's. */
  paramsOf(node: number): unknown {
    const steps = this.tables.stepsAbove[node]!;
    if (steps === 0) return this.params;
    return this.listParams[steps]![this.slot]?.[this.state[this.at + this.tables.counter[steps]!]!];
  }

  /** How many steps the list of a steps node has. */
  listLength(steps: number): number {
    return this.state[this.at + this.tables.list[steps]!]!;
  }

  /** The child that step `index` of a list names. */
  listKid(steps: number, index: number): number {
    const { list, kids, kidStart } = this.tables;
    return kids[kidStart[steps]! + this.state[this.at + list[steps]! + listHead + index]!]!;
  }

  markList(steps: number, failedMark: number, mark: number): void {
    const at = this.at + this.tables.list[steps]!;
    this.state[at + 1] = failedMark;
    this.state[at + 2] = mark;
  }

  /** Empties what outlives an activation: histories, step lists, the queue. */
  forget(root: number): void {
    const [from, to] = this.tables.lasting[root]!;
    this.state.fill(0, this.at + from, this.at + to);
    this.clearQueue(this.slot);
    if (this.tables.hasLists) for (const params of this.listParams) if (params[this.slot] !== undefined) params[this.slot] = undefined;
  }

  /** True when a running leaf of the lane, or of a lane below it, has this token. */
  hasToken(lane: number, token: number): boolean {
    const node = this.current(lane);
    const { kind, kids, kidStart, lane: lanes } = this.tables;
    if (node < firstNode) return false;
    if (kind[node] === nodeKind.leaf) return this.state[this.at + lane + 1] === token;
    if (kind[node] !== nodeKind.parallel) return false;
    for (let at = kidStart[node]!; at < kidStart[node + 1]!; at++) if (this.hasToken(lanes[kids[at]!]!, token)) return true;
    return false;
  }

  wake(lane: number): void {
    const node = this.current(lane);
    const { kind, kids, kidStart, sleep, lane: lanes } = this.tables;
    if (node < firstNode) return;
    if (sleep[node] !== -1) this.numbers[this.base + sleep[node]!] = 0;
    if (kind[node] !== nodeKind.parallel) return;
    for (let at = kidStart[node]!; at < kidStart[node + 1]!; at++) this.wake(lanes[kids[at]!]!);
  }

  watches(lane: number): number {
    const node = this.current(lane);
    const { kind, kids, kidStart, watches, lane: lanes } = this.tables;
    if (node < firstNode) return 0;
    let bits = watches[node]!;
    if (kind[node] === nodeKind.parallel) for (let at = kidStart[node]!; at < kidStart[node + 1]!; at++) bits |= this.watches(lanes[kids[at]!]!);
    return bits;
  }
}

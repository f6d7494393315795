import { Columns, type Status } from '../core/internal.js';
import { Calls, type PromiseHandler, type StateErrorHandler } from './calls.js';
import { Driver, type Naps } from './driver.js';
import { Moves, reasonNumber } from './moves.js';
import { activePath, restTime } from './inspect.js';
import { aborted, firstNode, nodeKind, nodeMask, type StateProgram, type Tables } from './program.js';
import { Rows, type StateTrace } from './rows.js';
import type { ExitReason } from './types.js';

/** Choices of a store. */
export interface StateStoreOptions {
  /** The columns to add to; own ones when left out. */
  readonly columns?: Columns;
  /** Leaf drives per tick and lane before the rest waits for the next tick, at least 1. Default 16. */
  readonly maxStepsPerTick?: number;
  /** Told of throws in callbacks. What it throws itself is thrown on by the call that drove the entity, once that is at rest. */
  readonly onError?: StateErrorHandler;
  readonly onPromise?: PromiseHandler;
  readonly trace?: StateTrace;
  /** Shown to every callback as `frame.host`. */
  readonly host?: unknown;
}

/**
 * The continuations of many entities over one program. Bodies and params are handed in with each call; nothing of them is kept.
 * Callbacks may post events; every other call from inside a callback is refused with a Problem.
 */
export class StateStore<Body = unknown> {
  readonly program: StateProgram;
  readonly columns: Columns;
  /** @internal What functions about a store work on. */
  readonly rows: Rows;
  /** @internal */
  readonly calls: Calls;
  /** @internal */
  readonly moves: Moves;
  readonly #tables: Tables;
  readonly #driver: Driver;
  readonly #eventNumbers: ReadonlyMap<string, number>;
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(program: StateProgram, options: StateStoreOptions = {}) {
    this.program = program;
    this.columns = options.columns ?? new Columns();
    this.#tables = program.tables;
    this.rows = new Rows(program, this.columns, options.trace);
    this.calls = new Calls(this.rows, options.onError, options.onPromise);
    this.calls.frame.host = options.host;
    this.moves = new Moves(this.rows, this.calls);
    this.#driver = new Driver(this.rows, this.calls, this.moves, Math.max(1, options.maxStepsPerTick ?? 16));
    this.#eventNumbers = new Map(program.events.map((name, index) => [name, index]));
    this.#numbers = new Map(program.ids.slice(firstNode, program.ids.length - program.roots.length).map((id, index) => [id, firstNode + index]));
  }

  /** Sets who is told of what happens. */
  set trace(trace: StateTrace | undefined) {
    this.rows.trace = trace;
  }

  /** True while a callback runs. */
  get busy(): boolean {
    return this.rows.open;
  }

  /** Makes a root the slot's active one. Nothing is entered before the first drive. What ran there before must have ended. */
  begin(slot: number, root: number): void {
    const rows = this.rows;
    rows.refuseInside();
    rows.point(slot);
    const { start, rootClock } = this.#tables;
    this.calls.dropTasks(slot);
    rows.forget(root);
    rows.state[rows.at] = start[root]!;
    if (rootClock[root] !== -1) rows.numbers[rows.base + rootClock[root]!] = 0;
  }

  /** One tick of the slot's root. After success or failure everything has been left and the slot is idle. An idle slot answers what its last root did. */
  drive(slot: number, body: Body, params: unknown, dt: number): Status {
    const rows = this.rows;
    rows.openAt(slot, body, params, dt);
    let status: Status;
    try {
      status = this.#driver.drive();
    } finally {
      rows.close();
    }
    this.calls.rethrow();
    return status;
  }

  /**
   * Drives many slots in their order, those whose bits are set (bit s of the words is slot s), and clears the bits of those that ended.
   * Returns how many were driven. An error handler that throws cannot stop the others: its error is thrown at the end.
   * With `naps`, those who are {@link asleep} afterwards are laid to sleep, and those who slept get the time owed to them instead of `dt`.
   */
  driveAll(slots: Uint32Array, bodies: readonly Body[], params: unknown, dt: number, naps?: Naps): number {
    const rows = this.rows;
    rows.openAt(0, undefined, params, dt);
    let driven: number;
    try {
      driven = this.#driver.sweep(slots, bodies, naps);
    } finally {
      rows.close();
    }
    this.calls.rethrow();
    return driven;
  }

  /** Leaves everything, deepest first, exactly once. Does nothing on an idle slot. */
  abort(slot: number, body: Body, params: unknown, why: ExitReason = 'abort'): void {
    const rows = this.rows;
    this.inside(slot, body, params, () => {
      if (rows.current(0) >= firstNode) {
        this.moves.unwind(0, 0, reasonNumber(why));
        rows.state[rows.at] = aborted;
      }
      rows.clearQueue(slot);
    });
  }

  /** Queues an event for the slot. Unknown events, and events for an idle slot, are ignored; false when it was not taken. */
  post(slot: number, event: string | number): boolean {
    const number = typeof event === 'string' ? this.#eventNumbers.get(event) : event;
    if (number === undefined || !(number >= 0 && number < this.program.events.length) || this.active(slot) === -1) return false;
    return this.rows.push(slot, number);
  }

  /** The root that runs in the slot, or -1. */
  active(slot: number): number {
    const node = this.#mark(slot) & nodeMask;
    return node < firstNode ? -1 : this.#tables.root[node]!;
  }

  /** How the slot's last root ended: undefined while one runs, and before the first. */
  ended(slot: number): 'success' | 'failure' | 'aborted' | undefined {
    return ([undefined, 'success', 'failure', 'aborted'] as const)[this.#mark(slot)];
  }

  /** Seconds since the root began when the program keeps `clocks: 'roots'` or `'all'`, else in the active leaf; NaN when neither is kept, 0 when idle. */
  elapsed(slot: number): number {
    const node = this.#mark(slot) & nodeMask;
    if (node < firstNode || this.#tables.kind[node] === nodeKind.start) return 0;
    const root = this.#tables.rootClock[this.#tables.root[node]!]!;
    const place = root === -1 ? this.#tables.clock[node]! : root;
    return place === -1 ? NaN : this.rows.numberColumn.data[slot * this.#tables.numberWidth + place]!;
  }

  /** Names from the root to the active leaf, empty when idle or not yet entered. Below a parallel there is one text for each running child, its names joined by "/". */
  path(slot: number): string[] {
    return this.look(slot, () => activePath(this.rows));
  }

  /** True when the state with this id (like `goTo/walk`) is active. With one root its name may be left out. */
  matches(slot: number, path: string): boolean {
    const node = this.nodeOf(path);
    return node !== undefined && this.look(slot, () => this.rows.isActive(node));
  }

  /** True while the activation that a frame's token named goes on. */
  alive(slot: number, token: number): boolean {
    return this.look(slot, () => this.rows.hasToken(0, token));
  }

  /**
   * Seconds for which driving this slot would do nothing but pass time: every active leaf sleeps, nothing waits,
   * and every guard over them says what it watches. 0 when it must be driven.
   */
  asleep(slot: number): number {
    if (!this.#tables.canSleep) return 0;
    // Asked after every tick of entities that may sleep, so without the closure of #look.
    const rows = this.rows;
    const before = rows.slot;
    rows.point(slot);
    const rest = restTime(rows);
    rows.point(before);
    return rest;
  }

  /** Ends the sleep of every leaf of the slot: they are driven in the next tick. */
  wake(slot: number): void {
    this.rows.refuseInside();
    this.look(slot, () => this.rows.wake(0));
  }

  /** Bits of the watched names (places in `program.watched`) that the slot's guards depend on right now. */
  watches(slot: number): number {
    return this.look(slot, () => this.rows.watches(0));
  }

  /** Lets time pass without driving: for an entity that was not visited while it was {@link asleep}. Allowed inside callbacks of other entities. */
  pass(slot: number, seconds: number): void {
    const rows = this.rows;
    const { slot: before, dt } = rows;
    rows.point(slot);
    rows.dt = seconds;
    this.#driver.pass();
    rows.dt = dt;
    rows.point(before);
  }

  /** Cancels every running task: before the columns are filled from outside. */
  dropTasks(): void {
    this.calls.dropAllTasks();
  }

  /** @internal The node of this id; with one root its name may be left out. */
  nodeOf(id: string): number | undefined {
    return this.#numbers.get(id) ?? this.#numbers.get(`${this.program.roots[0]}/${id}`);
  }

  #mark(slot: number): number {
    return this.rows.stateColumn.data[slot * this.#tables.stateWidth]!;
  }

  /** @internal Work during which callbacks may run. */
  inside<Answer>(slot: number, body: Body, params: unknown, work: () => Answer): Answer {
    const rows = this.rows;
    rows.openAt(slot, body, params, 0);
    let answer: Answer;
    try {
      answer = work();
    } finally {
      rows.close();
    }
    this.calls.rethrow();
    return answer;
  }

  /** @internal Looks at a slot, also from inside a callback: what is being driven stays pointed at. */
  look<Answer>(slot: number, look: () => Answer): Answer {
    const rows = this.rows;
    const before = rows.slot;
    rows.point(slot);
    try {
      return look();
    } finally {
      rows.point(before);
    }
  }
}

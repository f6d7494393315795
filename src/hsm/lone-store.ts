import { checkKeys, checkSeconds, type Column, Columns, failure, Problem, running, type Status } from '../core/internal.js';
import type { StateProgram } from './program.js';
import { Sleepers, SlotSet } from './rest.js';
import type { EntityId } from './records.js';
import { StateStore } from './store.js';
import type { Naps } from './driver.js';
import type { EventName } from './types.js';

/** Choices of a store. */
export interface StoreOptions {
  /** Leaf drives per tick and lane before the rest waits for the next tick. Default 16. */
  readonly maxStepsPerTick?: number;
  /** Told of every throw in a callback. May throw itself: then the tick throws when all have been driven. Without it see `lastError`. */
  readonly onError?: (entity: EntityId, path: string, error: unknown) => void;
}

/** An id is the generation of a row times this, plus the number of the row. */
export const idBase: number = 2 ** 24;

/** A row whose generation has come so far is given to nobody any more, so that no id is ever used twice. */
const lastGeneration = 0xfffe;

/**
 * Many entities on one structure. Times are seconds.
 * Callbacks may post, spawn, despawn and look; spawns and despawns wait for the end of the tick. Everything else is refused inside a callback.
 */
export class Store<Body = unknown, V = any> {
  readonly program: StateProgram;
  /** @internal What functions about a store work on. */
  readonly states: StateStore<Body>;
  /** @internal */
  readonly columns: Columns;
  /** Odd: alive. */
  readonly #generation: Column<'u16'>;
  /** @internal */
  readonly bodies: (Body | undefined)[] = [];
  readonly #awake: SlotSet = new SlotSet();
  readonly #sleepers: Sleepers = new Sleepers();
  readonly #canSleep: boolean;
  readonly #naps: Naps | undefined;
  readonly #free: SlotSet = new SlotSet();
  readonly #onError: StoreOptions['onError'];
  #slots = 0;
  #size = 0;
  #ticks = 0;
  #ticking = false;
  /** Work that came up inside a tick. */
  readonly #later: (() => void)[] = [];
  #errorCount = 0;
  #lastError: { readonly entity: EntityId; readonly path: string; readonly error: unknown } | undefined;

  constructor(program: StateProgram, capacity: number, options: StoreOptions) {
    checkKeys(options as Record<string, unknown>, ['maxStepsPerTick', 'onError'], 'store');
    this.program = program;
    this.columns = new Columns(Math.max(8, capacity));
    this.#onError = options.onError;
    this.#canSleep = program.tables.canSleep;
    this.#naps = this.#canSleep ? { owed: (slot) => this.#sleepers.rouse(slot), lay: (slot, seconds) => this.#lay(slot, seconds) } : undefined;
    this.states = new StateStore<Body>(program, {
      columns: this.columns,
      ...(options.maxStepsPerTick === undefined ? {} : { maxStepsPerTick: options.maxStepsPerTick }),
      onError: (slot, path, error) => this.#failed(slot, path, error),
    });
    this.#generation = this.columns.add('hsm.generation', 'u16');
    this.#grow(this.columns.capacity);
  }

  /** How many entities there are. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of columns an entity takes. */
  get bytesPerEntity(): number {
    return this.columns.bytesPerSlot + (this.#canSleep ? 16 : 0);
  }

  /** How many throws of callbacks there were. */
  get errorCount(): number {
    return this.#errorCount;
  }

  /** The last throw of a callback, or undefined. */
  get lastError(): { readonly entity: EntityId; readonly path: string; readonly error: unknown } | undefined {
    return this.#lastError;
  }

  /** Adds an entity. It enters its first state in its first tick. */
  spawn(body: Body): EntityId {
    // The lowest free row, so that a restored store gives out the same ids as the one that was saved.
    const free = this.#free.takeFirst();
    const slot = free === -1 ? this.#slots++ : free;
    const generation = slot < this.columns.capacity ? (this.#generation.data[slot]! + 1) & 0xffff : 1;
    this.#size++;
    if (this.#inside) this.#later.push(() => this.#start(slot, generation, body));
    else this.#start(slot, generation, body);
    return generation * idBase + slot;
  }

  /** Removes an entity; what it was in is left first, deepest first. Does nothing when it is gone. */
  despawn(id: EntityId): void {
    if (this.#inside) {
      this.#later.push(() => this.despawn(id));
      return;
    }
    const slot = this.slotOf(id);
    if (slot === -1) return;
    try {
      this.abort(id);
    } finally {
      this.#generation.data[slot]!++;
      this.bodies[slot] = undefined;
      if (this.#generation.data[slot]! < lastGeneration) this.#free.add(slot);
      this.#size--;
    }
  }

  /** Drives every entity that is awake, in the order of their rows. Returns how many that were. */
  tick(dt: number): number {
    this.refuse('tick');
    checkSeconds(dt, 'tick');
    this.#ticks++;
    if (this.#canSleep) {
      const sleepers = this.#sleepers;
      sleepers.now += dt;
      for (let slot = sleepers.due(); slot !== -1; slot = sleepers.due()) this.#awake.add(slot);
    }
    this.#ticking = true;
    try {
      return this.states.driveAll(this.#awake.words, this.bodies as readonly Body[], undefined, dt, this.#naps);
    } finally {
      this.#ticking = false;
      this.#catchUp();
    }
  }

  /** Drives one entity. The id of one that is gone answers failure. */
  tickOne(id: EntityId, dt: number): Status {
    this.refuse('tickOne');
    checkSeconds(dt, 'tick');
    const slot = this.slotOf(id);
    if (slot === -1) return failure;
    this.#ticking = true;
    try {
      this.#settle(slot);
      return this.#driveSlot(slot, dt);
    } finally {
      this.#ticking = false;
      this.#catchUp();
    }
  }

  /** Queues an event for an entity; it is handled in its next tick. False when it was not taken: nobody answers it, its queue is full, or it is gone. */
  post(id: EntityId, event: EventName<V>): boolean {
    const slot = this.slotOf(id);
    if (slot === -1 || !this.states.post(slot, event)) return false;
    this.#rouse(slot);
    return true;
  }

  /** Says that a watched fact changed, of one entity or (without id) of all: sleepers whose guards depend on it are tested in the next tick. */
  changed(name: string, id?: EntityId): void {
    const bit = this.program.watched.indexOf(name);
    if (bit === -1) return;
    const only = id === undefined ? -1 : this.slotOf(id);
    if (id !== undefined && only === -1) return;
    for (let slot = Math.max(0, only); slot < (only === -1 ? this.#slots : only + 1); slot++) {
      if (this.#sleepers.asleep.has(slot) && (this.states.watches(slot) & (1 << bit)) !== 0) this.#rouse(slot);
    }
  }

  /** Ends the sleep of an entity's leaves: they are driven in the next tick. */
  wake(id: EntityId): void {
    const slot = this.slotOf(id);
    if (slot === -1) return;
    this.refuse('wake');
    this.#rouse(slot);
    this.states.wake(slot);
  }

  /** Leaves everything the entity is in, deepest first; it stays, at rest. A second abort does nothing. */
  abort(id: EntityId): void {
    this.change(id, 'abort', (slot) => this.states.abort(slot, this.bodies[slot]!, undefined, 'abort'));
  }

  /** Aborts the entity and lets it begin anew in the next tick. */
  restart(id: EntityId): void {
    this.abort(id);
    this.change(id, 'restart', (slot) => this.states.begin(slot, 0));
  }

  /** What the entity is about. */
  status(id: EntityId): 'running' | 'success' | 'failure' | 'aborted' | 'gone' {
    const slot = this.slotOf(id);
    return slot === -1 ? 'gone' : (this.states.ended(slot) ?? 'running');
  }

  /** The names of the active states, outermost first; below a parallel one text for each running child. Empty when there are none. */
  path(id: EntityId): string[] {
    const slot = this.slotOf(id);
    return slot === -1 ? [] : this.states.path(slot);
  }

  /** True when the state with this id (like `root/fight`; the root's name may be left out) is active. */
  matches(id: EntityId, path: string): boolean {
    const slot = this.slotOf(id);
    return slot !== -1 && this.states.matches(slot, path);
  }

  /** True while the activation that a frame's token named goes on: for asynchronous answers that may come too late. */
  alive(id: EntityId, token: number): boolean {
    const slot = this.slotOf(id);
    return slot !== -1 && this.states.alive(slot, token);
  }

  /** Seconds until something would happen in this entity by itself; 0 when it is driven every tick. */
  asleep(id: EntityId): number {
    const slot = this.slotOf(id);
    return slot === -1 ? 0 : Math.max(0, this.states.asleep(slot) - (this.#canSleep ? this.#sleepers.owed(slot) : 0));
  }

  /** @internal Every entity brought up to date, before all are saved; how many rows there are. */
  settleAll(): number {
    this.refuse('saveStore');
    for (let slot = 0; slot < this.#slots; slot++) this.#settle(slot);
    return this.#slots;
  }

  /** @internal Takes up as many rows as `generations` has, filled by `fill`; the next ticks go on with them. */
  replaceAll(generations: Uint16Array, bodies: readonly (Body | undefined)[], fill: () => void): void {
    const count = generations.length;
    this.states.dropTasks();
    this.columns.all.forEach((column) => column.data.fill(0));
    this.#grow(count);
    fill();
    this.#slots = count;
    this.#free.clear();
    this.#sleepers.clear();
    this.#awake.clear();
    this.bodies.length = 0;
    this.#size = count;
    for (let slot = 0; slot < count; slot++) {
      this.bodies.push(bodies[slot]);
      if ((generations[slot]! & 1) === 1) {
        if (this.states.active(slot) !== -1) this.#awake.add(slot);
        continue;
      }
      if (generations[slot]! < lastGeneration) this.#free.add(slot);
      this.#size--;
    }
  }

  /** @internal Ticks so far. */
  get ticks(): number {
    return this.#ticks;
  }

  #start(slot: number, generation: number, body: Body): void {
    this.#grow(slot + 1);
    this.#generation.data[slot] = generation;
    this.bodies[slot] = body;
    this.states.begin(slot, 0);
    this.#awake.add(slot);
  }

  #driveSlot(slot: number, dt: number): Status {
    const status = this.states.drive(slot, this.bodies[slot]!, undefined, dt);
    if (status !== running) this.#awake.delete(slot);
    else {
      const rest = this.states.asleep(slot);
      if (rest > 0) this.#lay(slot, rest);
    }
    return status;
  }

  #lay(slot: number, seconds: number): void {
    this.#awake.delete(slot);
    this.#sleepers.lay(slot, seconds);
  }

  /** Makes sure that the slot is visited in the next tick. */
  #rouse(slot: number): void {
    // In the middle of a tick the time it has slept stays owed: it is given once, whether this tick still comes to it or only the next.
    if (!this.#ticking) this.#settle(slot);
    if (this.states.active(slot) !== -1) this.#awake.add(slot);
  }

  /** Gives a sleeper the time it has slept. */
  #settle(slot: number): void {
    if (!this.#canSleep || !this.#sleepers.asleep.has(slot)) return;
    this.states.pass(slot, this.#sleepers.rouse(slot));
    this.#awake.add(slot);
  }

  change<Answer>(id: EntityId, what: string, work: (slot: number) => Answer, mustExist: true): Answer;
  change(id: EntityId, what: string, work: (slot: number) => void): void;
  change<Answer>(id: EntityId, what: string, work: (slot: number) => Answer, mustExist = false): Answer | undefined {
    this.refuse(what);
    const slot = this.slotOf(id);
    if (slot === -1) {
      if (mustExist) throw new Problem('gone', `entity ${id} is gone`, { hint: 'it was despawned' });
      return undefined;
    }
    this.#settle(slot);
    try {
      return work(slot);
    } finally {
      if (this.states.active(slot) === -1) this.#awake.delete(slot);
      else this.#awake.add(slot);
      this.#catchUp();
    }
  }

  /** True while callbacks may run: then columns must not grow. */
  get #inside(): boolean {
    return this.#ticking || this.states.busy;
  }

  #grow(capacity: number): void {
    this.columns.grow(capacity);
    this.#awake.grow(this.columns.capacity);
    this.#free.grow(this.columns.capacity);
    if (this.#canSleep) this.#sleepers.grow(this.columns.capacity);
  }

  slotOf(id: EntityId): number {
    const slot = id % idBase;
    const generation = Math.floor(id / idBase);
    return slot < this.columns.capacity && this.#generation.data[slot] === generation && (generation & 1) === 1 ? slot : -1;
  }

  idOf(slot: number): EntityId {
    return this.#generation.data[slot]! * idBase + slot;
  }

  #failed(slot: number, path: string, error: unknown): void {
    this.#errorCount++;
    this.#lastError = { entity: this.idOf(slot), path, error };
    this.#onError?.(this.idOf(slot), path, error);
  }

  #catchUp(): void {
    if (this.#later.length === 0) return;
    for (const work of this.#later.splice(0)) work();
  }

  refuse(what: string): void {
    if (this.#inside) throw new Problem('inside-a-tick', `${what} was called inside a callback`, { hint: 'callbacks may post, spawn, despawn and look; do the rest between ticks' });
  }
}

import { Columns, seedStream, traceLayer, type Column, type TraceLayer } from '../core/internal.js';
import type { TreeRuntime } from '../bt/internal.js';
import { readingView, type FactsView } from '../facts/internal.js';
import type { StateStore } from '../hsm/internal.js';
import type { Chooser } from '../utility/internal.js';
import { dropClaims, takeFor, type Claims } from './claims.js';
import { isOuter, type CrowdCore } from './crowd-core.js';
import { addMindColumns, flag, type MindColumns, type MindWidths } from './mind-columns.js';
import type { BrainProgram } from './program.js';
import type { Sensing } from './sensing.js';
import type { SharedTail } from './shared-facts.js';
import type { Overdue } from './overdue.js';
import { givePlaces } from './places.js';
import { leaveStations } from './stations.js';
import type { Troubles } from './troubles.js';
import { traceEvent } from './trace-events.js';
import type { MindKey } from './types.js';

/** The engines of the layers, over the columns of one group. */
export interface Engines {
  readonly sensing: Sensing<unknown>;
  readonly chooser: Chooser<unknown, unknown>;
  readonly tree: TreeRuntime<unknown, unknown>;
  readonly states: StateStore<unknown>;
}

/** How a mind comes to life. */
export interface Birth {
  readonly seed?: number | undefined;
  readonly every?: number | undefined;
  readonly key?: MindKey | undefined;
}

/** An event on its way to a mind. */
export interface Notice {
  readonly event: string;
  readonly data: unknown;
}

/** A plan on its way to a mind. */
export interface FoundPlan {
  /** Ground actions; may be longer than the plan. */
  actions: Int32Array;
  count: number;
  cost: number;
  policy: boolean;
}

/** Where a mind is that performs a step of another one. */
export interface InnerMind {
  readonly minds: Minds;
  readonly slot: number;
}

const none: readonly InnerMind[] = [];

/** The golden ratio's fraction: multiples of it spread evenly over [0, 1), however many there are. */
const golden = 0.6180339887498949;

/**
 * All minds of one brain in one crowd: the engines of the layers over one set of columns, a body a slot, and what is sparse in maps.
 * How the layers are tied together stands in `wire.ts`; what a tick does with them in `tick.ts`, `deciding.ts`, `plan-leaf.ts` and `performing.ts`.
 */
export class Minds {
  readonly program: BrainProgram;
  readonly crowd: CrowdCore;
  /** Number of this group in its crowd. */
  number: number;
  readonly columns: Columns = new Columns(1);
  readonly c: MindColumns;
  /** The packed facts, `words` a slot. */
  readonly facts: Column<'i32'>;
  readonly words: number;
  readonly shared: SharedTail;
  readonly bodies: unknown[] = [];
  readonly sensing: Sensing<unknown>;
  readonly chooser: Chooser<unknown, unknown>;
  readonly tree: TreeRuntime<unknown, unknown>;
  readonly states: StateStore<unknown>;
  /** Number of the domain's task at the crowd's plan desk. */
  readonly task: number;
  /** The facts as callbacks see them; pointed at the mind that ticks. */
  readonly view: FactsView<unknown>;
  /** The same for those who look from outside, perhaps from a callback of another mind: what that one sees must not move. */
  readonly outsideView: FactsView<unknown>;
  /** Events to be heard at a slot's next tick. */
  readonly notices: Map<number, Notice[]> = new Map();
  /** The targets that are bound, by slot. */
  readonly roles: Map<number, unknown> = new Map();
  /** Names that the game gave to minds, by slot. */
  readonly keys: Map<number, MindKey> = new Map();
  /** Options a decision may take: scratch. */
  readonly allowed: Uint8Array;
  /** The plan that was found last. */
  readonly found: FoundPlan = { actions: new Int32Array(64), count: 0, cost: 0, policy: false };
  /** A state to play plans on. */
  readonly scratch: Int32Array;
  /** The facts before a step was believed, as it says they are now, and the bits to look at. */
  readonly before: Int32Array;
  readonly predicted: Int32Array;
  readonly look: Int32Array;
  /** Costs by step of the last request, and whether it had any of its own. */
  readonly stepCost: Float64Array;
  overlaid = false;
  /** The mind that decides or is explained: its considerations may ask for others. */
  asking = 0;
  /** Plans that a test has fixed, by goal: ground actions, or null for none. */
  fixedPlans: ReadonlyMap<number, readonly number[] | null> | null = null;
  /** What plans have claimed of shared facts, by slot, for minds that have. */
  readonly claims: Map<number, Claims> = new Map();
  /** Looks for steps that go on though all their effects hold. */
  overdue: Overdue | undefined = undefined;
  /** What went wrong lately, by slot, for minds that have such. */
  readonly troubles: Map<number, Troubles> = new Map();
  #slots = 0;
  #free: number[] = [];
  #living = 0;
  /** Minds that perform a step of one of these, by slot. */
  /** The params of the steps that inner minds run as trees, by their slots. */
  readonly stepParams: Map<number, Readonly<Record<string, string>>> = new Map();
  readonly #inner = new Map<number, readonly InnerMind[]>();

  /** @param wire makes the engines of the layers over the columns of this group */
  constructor(program: BrainProgram, crowd: CrowdCore, widths: MindWidths, wire: (minds: Minds) => Engines) {
    const { engine, options } = program;
    const { layout } = engine;
    this.program = program;
    this.crowd = crowd;
    this.number = crowd.groups.length;
    this.words = layout.words;
    this.shared = crowd.shared.tail(layout);
    this.c = addMindColumns(this.columns, widths);
    this.facts = this.columns.add('facts', 'i32', layout.words);
    this.view = readingView(layout, `brain "${program.name}"`);
    this.outsideView = readingView(layout, `brain "${program.name}"`);
    ({ sensing: this.sensing, chooser: this.chooser, tree: this.tree, states: this.states } = wire(this));
    this.task = crowd.desk.register(this);
    this.scratch = new Int32Array(layout.words);
    this.before = new Int32Array(layout.words);
    this.predicted = new Int32Array(layout.words);
    this.look = new Int32Array(layout.words);
    this.stepCost = new Float64Array(engine.steps.length);
    this.allowed = new Uint8Array(options.names.length);
    crowd.groups.push(this);
    crowd.order.push(this);
  }

  /** Slots in use or free: all live minds are below this. */
  get slots(): number {
    return this.#slots;
  }

  /** No mind lives here, also none that is another one's step. */
  get isEmpty(): boolean {
    return this.#free.length === this.#slots;
  }

  /** How many minds there are. */
  get living(): number {
    return this.#living;
  }

  isAlive(slot: number, id: number): boolean {
    return slot < this.#slots && (this.c.flags.data[slot]! & flag.alive) !== 0 && this.c.id.data[slot] === id;
  }

  /** Makes a mind for a body; it senses, decides and acts at its first tick. */
  spawn(body: unknown, options: Birth = {}): number {
    const { crowd, c } = this;
    const slot = this.#take();
    this.#living++;
    crowd.used = true;
    const number = crowd.spawned++;
    const phase = (number * golden) % 1;
    c.flags.data[slot] = flag.alive | flag.fresh | flag.decide;
    c.id.data[slot] = crowd.nextId++;
    c.spawn.data[slot] = number;
    c.seat.data[slot] = crowd.desk.seat();
    c.random.data[slot] = seedStream(options.seed ?? crowd.settings.seed, options.seed === undefined ? number : 0);
    c.every.data[slot] = options.every ?? 1;
    c.skipped.data[slot] = Math.floor(phase * c.every.data[slot]);
    this.facts.data.set(this.program.engine.layout.defaults, slot * this.words);
    this.sensing.spawn(slot, phase);
    this.bodies[slot] = body;
    if (options.key !== undefined) this.keys.set(slot, options.key);
    crowd.settle(c.id.data[slot], { minds: this, slot });
    this.note(slot, traceLayer.mind, 0, traceEvent.spawned, this.number, 0);
    return slot;
  }

  /** Makes a mind that performs a step of another one: it goes by that one's name and random stream, and only that one ticks it. */
  spawnInner(outer: Minds, outerSlot: number, body: unknown, goal: number): number {
    const slot = this.#take();
    const { c } = this;
    c.flags.data[slot] = flag.alive | flag.inner | flag.fresh;
    c.id.data[slot] = outer.c.id.data[outerSlot]!;
    c.spawn.data[slot] = outer.c.spawn.data[outerSlot]!;
    c.random.data[slot] = outer.c.random.data[outerSlot]!;
    c.seat.data[slot] = this.crowd.desk.seat();
    c.every.data[slot] = 1;
    c.wanted.data[slot] = goal + 1;
    c.outerGroup.data[slot] = outer.number + 1;
    c.outerSlot.data[slot] = outerSlot + 1;
    this.facts.data.set(this.program.engine.layout.defaults, slot * this.words);
    this.sensing.spawn(slot, 0);
    this.bodies[slot] = body;
    outer.addInner(outerSlot, this, slot);
    return slot;
  }

  /** Frees the slot of an inner mind, whose step has been aborted. */
  freeInner(slot: number): void {
    const { c, crowd } = this;
    crowd.groups[c.outerGroup.data[slot]! - 1]!.dropInner(c.outerSlot.data[slot]! - 1, this, slot);
    this.#release(slot);
  }

  /** Frees the minds that perform a step of this one, and those that perform theirs; none of their exits runs. */
  freeInners(slot: number): void {
    for (const inner of this.innerOf(slot)) {
      inner.minds.freeInners(inner.slot);
      inner.minds.freeInner(inner.slot);
    }
  }

  /** The minds that perform a step of this one. */
  innerOf(slot: number): readonly InnerMind[] {
    return this.#inner.get(slot) ?? none;
  }

  /** Notes that a mind performs a step of this one. */
  addInner(slot: number, minds: Minds, innerSlot: number): void {
    this.#inner.set(slot, [...this.innerOf(slot), { minds, slot: innerSlot }]);
  }

  dropInner(slot: number, minds: Minds, innerSlot: number): void {
    const left = this.innerOf(slot).filter((inner) => inner.minds !== minds || inner.slot !== innerSlot);
    if (left.length === 0) this.#inner.delete(slot);
    else this.#inner.set(slot, left);
  }

  /** The mind goes by another number. */
  rename(slot: number, id: number): void {
    const { c, crowd } = this;
    crowd.settle(c.id.data[slot]!, undefined);
    c.id.data[slot] = id;
    crowd.settle(id, { minds: this, slot });
    if (id >= crowd.nextId) crowd.nextId = id + 1;
  }

  /** Frees a slot; whatever ran there must have been aborted. */
  free(slot: number): void {
    this.note(slot, traceLayer.mind, 0, traceEvent.despawned, 0, 0);
    this.crowd.settle(this.c.id.data[slot]!, undefined);
    this.#living--;
    this.#release(slot);
  }

  /** The slots of all minds that are nobody's step. */
  *alive(): Generator<number> {
    const { flags } = this.c;
    for (let slot = 0; slot < this.#slots; slot++) if (isOuter(flags.data[slot]!)) yield slot;
  }

  #release(slot: number): void {
    dropClaims(this, slot, true);
    leaveStations(this, slot);
    givePlaces(this, slot);
    this.crowd.desk.leave(this.c.seat.data[slot]!);
    this.chooser.reset(slot);
    this.tree.forget(slot);
    this.notices.delete(slot);
    this.roles.delete(slot);
    this.troubles.delete(slot);
    this.keys.delete(slot);
    this.bodies[slot] = undefined;
    // A free row is all zeros: crowds that are alike are saved alike.
    this.columns.clear(slot);
    this.#free.push(slot);
  }

  /** Writes a trace record of a mind, with the record that led to it. Without a trace it costs one look. */
  note(slot: number, layer: TraceLayer, node: number, event: number, a: number, b: number): void {
    if (this.crowd.trace !== null) this.crowd.trace.note(this, slot, layer, node, event, a, b);
  }

  /** The number of the ground action at a place of a mind's plan. */
  planned(slot: number, at: number): number {
    return this.c.plan.data[slot * this.program.planLength + at]!;
  }

  /** As `frame.take`. */
  take(slot: number, fact: string, amount: number): boolean {
    return takeFor(this, slot, fact, amount);
  }

  /** The target of a mind, for its frames; a mind inside a step is about that of the mind around it. */
  targetOf(slot: number): unknown {
    const { c, crowd, roles } = this;
    if ((c.flags.data[slot]! & flag.inner) === 0) return roles.get(slot);
    return crowd.groups[c.outerGroup.data[slot]! - 1]!.targetOf(c.outerSlot.data[slot]! - 1);
  }

  /** Aborts the step of a mind without going through its tree; exits run. */
  abortStates(slot: number): void {
    const { c, program, states } = this;
    const step = program.engine.task.step[this.planned(slot, c.planAt.data[slot]!)]!;
    states.abort(slot, this.bodies[slot], program.engine.steps[step]!.params, 'abort');
  }

  /** A mind is gone without a word: it could not be made whole, or goes on elsewhere. */
  drop(slot: number): void {
    this.freeInners(slot);
    this.crowd.settle(this.c.id.data[slot]!, undefined);
    this.#living--;
    this.#release(slot);
  }

  /** The mind lives on in another group: its slot is freed, inner minds go with it, handles find the new place. */
  moveAway(slot: number, to: Minds, place: number): void {
    this.freeInners(slot);
    if (this.keys.has(slot)) to.keys.set(place, this.keys.get(slot)!);
    this.crowd.settle(this.c.id.data[slot]!, { minds: to, slot: place });
    this.#living--;
    this.#release(slot);
  }

  /** Forgets every mind at once, before a whole crowd is restored: nothing is aborted. */
  forgetAll(): void {
    for (let slot = 0; slot < this.#slots; slot++) {
      this.chooser.reset(slot);
      this.tree.forget(slot);
    }
    this.columns.all.forEach((column) => column.data.fill(0));
    this.notices.clear();
    this.roles.clear();
    this.troubles.clear();
    this.claims.clear();
    this.keys.clear();
    this.#inner.clear();
    this.bodies.length = 0;
    this.#slots = 0;
    this.#free = [];
    this.#living = 0;
  }

  /** Slots and free list, for a snapshot. */
  saveSlots(): { slots: number; free: readonly number[] } {
    return { slots: this.#slots, free: [...this.#free] };
  }

  /** Which slots are in use, when the rows are as they were then. */
  takeSlots(slots: number, free: readonly number[]): void {
    this.#slots = slots;
    this.#free = [...free];
    this.bodies.length = slots;
  }

  restoreSlots(slots: number, free: readonly number[]): void {
    for (let slot = 0; slot < slots; slot++) this.crowd.trace?.reset(this, slot);
    const flags = this.c.flags.data;
    this.#slots = slots;
    this.#free = [...free];
    this.#living = 0;
    for (let slot = 0; slot < slots; slot++) if ((flags[slot]! & (flag.alive | flag.inner)) === flag.alive) this.#living++;
  }

  #take(): number {
    const slot = this.#free.pop() ?? this.#slots++;
    this.columns.grow(slot + 1);
    this.crowd.trace?.reset(this, slot);
    return slot;
  }
}

import { didYouMean, Problem, thrownText, type Column, type Columns } from '../core/internal.js';
import { writingView, type FactsView, type Layout, type WarningKind, readCell, writeCell, type Cell } from '../facts/internal.js';
import { overlaps } from './masks.js';
import type { Sensor } from './sensors.js';

/** What the sensing engine tells its owner. */
export interface SensingHooks {
  /** A sensor threw; the facts it owns kept their values. */
  onError(slot: number, path: string, error: unknown): void;
  /** A value could not be stored as it was, or belongs to another sensor; called every time. */
  onWarning(slot: number, path: string, fact: string, kind: WarningKind | 'notOwned' | 'shared', value: unknown): void;
  /** A sensor answered an object instead of writing it; called every time. */
  onAnswer(slot: number, path: string, answer: object): void;
}

/** A sensor, and the view that it is handed. Each has its own: one that is kept is no way into the facts of another call. */
interface Eye {
  /** Place of its first cell among those that settle. */
  readonly settleAt: number;
  readonly sensor: Sensor;
  readonly facts: FactsView<unknown>;
}

/** A cell that settles, by the sensor and its text. */
interface SettledCell {
  readonly cell: Cell;
  readonly name: string;
}

/**
 * Runs the sensors of one brain over the facts of its minds. Per mind it keeps one number a timed sensor: the seconds since it last looked.
 *
 * After {@link begin} the engine collects in {@link changed} which bits differ from before; the owner decides what that means.
 */
export class Sensing<Body> {
  /** True when a sensor looks only while it is needed. */
  readonly hasPlanned: boolean;
  readonly #always: Eye | undefined;
  readonly #timed: readonly Eye[];
  readonly #events: ReadonlyMap<string, Eye>;
  readonly #facts: Column<'i32'>;
  readonly #since: Column<'f32'>;
  /** How long each cell that settles is read differently. */
  readonly #settling: Column<'f32'>;
  readonly #settled: readonly SettledCell[];
  readonly #layout: Layout;
  readonly #words: number;
  readonly #hooks: SensingHooks;
  /** The facts before the running sensor, to undo it. */
  readonly #before: Int32Array;
  /** The facts when {@link begin} was called. */
  readonly #start: Int32Array;
  /** Bits that differ from the facts at {@link begin}; valid after {@link differs}. */
  readonly changed: Int32Array;
  #slot = 0;

  constructor(layout: Layout, sensors: readonly Sensor[], facts: Column<'i32'>, columns: Columns, hooks: SensingHooks) {
    const settled: SettledCell[] = [];
    const eyes = sensors.map((sensor): Eye => ({ sensor, settleAt: settled.push(...sensor.settle.map(({ cell }) => ({ cell, name: `${sensor.name}.${cell.text}` }))) - sensor.settle.length, facts: writingView(layout, (cell, kind, value) => hooks.onWarning(this.#slot, sensor.path, cell.text, kind, value), `sensor ${sensor.path}`) }));
    this.#always = eyes.find(({ sensor }) => sensor.every === 0);
    this.#timed = eyes.filter(({ sensor }) => sensor.every > 0 && sensor.every !== Infinity);
    this.#events = new Map(eyes.filter(({ sensor }) => sensor.every === Infinity).map((eye) => [eye.sensor.name, eye]));
    this.#facts = facts;
    this.hasPlanned = sensors.some((sensor) => sensor.planned);
    this.#layout = layout;
    this.#words = layout.words;
    this.#since = columns.add('senses.since', 'f32', this.#timed.length);
    this.#settled = settled;
    this.#settling = columns.add('senses.settle', 'f32', this.#settled.length);
    this.#before = new Int32Array(layout.words);
    this.#start = new Int32Array(layout.words);
    this.changed = new Int32Array(layout.words);
    this.#hooks = hooks;
  }

  /** Sets a new mind's timers so that everything is seen at its first tick, and later looks fall at a phase of its own (0..1). */
  spawn(slot: number, phase: number): void {
    const since = this.#since.data;
    const timed = this.#timed;
    for (let index = 0; index < timed.length; index++) since[slot * timed.length + index] = -1 - phase * timed[index]!.sensor.every;
    this.#settling.data.fill(-1, slot * this.#settled.length, (slot + 1) * this.#settled.length);
  }

  /** Seconds since each timed sensor looked, by name, and the clocks of cells that settle, where they run. */
  save(slot: number): Readonly<Record<string, number>> {
    const clocks = this.#settled.map(({ name }, index) => [name, this.#settling.data[slot * this.#settled.length + index]!] as const);
    return Object.fromEntries([...this.#timed.map(({ sensor }, index) => [sensor.name, this.#since.data[slot * this.#timed.length + index]!] as const), ...clocks.filter(([, clock]) => clock !== 0)]);
  }

  /** The reverse of {@link save}; sensors that were not saved look at once. */
  restore(slot: number, saved: Readonly<Record<string, unknown>>): void {
    this.#timed.forEach(({ sensor }, index) => {
      const since = saved[sensor.name];
      this.#since.data[slot * this.#timed.length + index] = typeof since === 'number' ? since : -1;
    });
    this.#settled.forEach(({ name }, index) => {
      const clock = saved[name];
      this.#settling.data[slot * this.#settled.length + index] = typeof clock === 'number' ? clock : 0;
    });
  }

  /** Remembers the facts as they are, so that {@link differs} can tell. */
  begin(slot: number): void {
    const facts = this.#facts.data;
    const start = this.#start;
    const at = slot * this.#words;
    for (let word = 0; word < start.length; word++) start[word] = facts[at + word]!;
  }

  /** True when a fact differs from what it was at {@link begin}; fills {@link changed}. */
  differs(slot: number): boolean {
    const facts = this.#facts.data;
    const start = this.#start;
    const changed = this.changed;
    const at = slot * this.#words;
    let any = 0;
    for (let word = 0; word < start.length; word++) any |= changed[word] = start[word]! ^ facts[at + word]!;
    return any !== 0;
  }

  /**
   * Runs the sensors that are due.
   *
   * @param begun whether {@link begin} was called already; else it is when a sensor is about to look
   * @param needed the bits the goal at hand depends on, or null when nobody can tell
   * @returns whether a sensor looked
   */
  look(slot: number, body: Body, dt: number, begun: boolean, needed: Int32Array | null): boolean {
    let looked = false;
    if (this.#always !== undefined) {
      if (!begun) this.begin(slot);
      this.#run(this.#always, slot, body, undefined, dt);
      looked = true;
    }
    const timed = this.#timed;
    const since = this.#since.data;
    for (let index = 0, at = slot * timed.length; index < timed.length; index++, at++) {
      const { sensor } = timed[index]!;
      // Below zero the mind is new: the phase waits there, coded as -1 - phase, and the sensor looks at once.
      const passed = since[at]! < 0 ? sensor.every : since[at]! + dt;
      if (passed < sensor.every) {
        since[at] = passed;
        continue;
      }
      if (sensor.planned && !overlaps(sensor.owns, needed)) {
        since[at] = since[at]! < 0 ? since[at]! : sensor.every;
        continue;
      }
      since[at] = since[at]! < 0 ? -1 - since[at]! : passed % sensor.every;
      if (!begun && !looked) this.begin(slot);
      this.#run(timed[index]!, slot, body, undefined, passed);
      looked = true;
    }
    return looked;
  }

  /** Runs at once every sensor that owns one of these bits, or all; used when a step is said to have changed them. */
  lookAt(slot: number, body: Body, bits: Int32Array | null): void {
    if (this.#always !== undefined) this.#run(this.#always, slot, body, undefined, Infinity);
    for (const eye of this.#timed) if (eye.sensor.owns === null || overlaps(eye.sensor.owns, bits)) this.#run(eye, slot, body, undefined, Infinity);
  }

  /** Hands an event to the sensor of its name; false when there is none. */
  hear(slot: number, body: Body, event: string, data: unknown): boolean {
    const eye = this.#events.get(event);
    if (eye === undefined) return false;
    this.#run(eye, slot, body, data, Infinity);
    return true;
  }

  /** @param seconds since the sensor looked last; Infinity where what it sees counts at once */
  #run({ sensor, facts: view, settleAt }: Eye, slot: number, body: Body, event: unknown, seconds: number): void {
    const words = this.#words;
    const facts = this.#facts.data;
    const before = this.#before;
    const at = slot * words;
    for (let word = 0; word < words; word++) before[word] = facts[at + word]!;
    this.#slot = slot;
    view.point(facts, at);
    try {
      const answer: unknown = sensor.read(body as never, view.view as never, event);
      // `(body, facts) => Object.assign(facts, ...)` answers the facts themselves.
      if (typeof answer === 'object' && answer !== null && answer !== view.view) this.#hooks.onAnswer(slot, sensor.path, answer);
    } catch (error) {
      for (let word = 0; word < words; word++) facts[at + word] = before[word]!;
      this.#hooks.onError(slot, sensor.path, this.#named(error));
      return;
    } finally {
      view.shut();
    }
    if (sensor.settle.length > 0) this.#settle(sensor, settleAt, slot, seconds);
    const owns = sensor.owns;
    if (owns === null) return;
    let foreign = 0;
    for (let word = 0; word < words; word++) foreign |= (before[word]! ^ facts[at + word]!) & ~owns[word]!;
    if (foreign !== 0) this.#giveBack(sensor, slot, owns);
  }

  /** Puts back what was not read differently for long enough. The clock of a cell stands at 0 while it is read as it is, else at 1 and the seconds; at -1 it was never read. */
  #settle({ settle }: Sensor, from: number, slot: number, seconds: number): void {
    const facts = this.#facts.data;
    const at = slot * this.#words;
    const { data, width } = this.#settling;
    for (let index = 0; index < settle.length; index++) {
      const { cell, on, off } = settle[index]!;
      const clock = slot * width + from + index;
      const before = readCell(cell, this.#before, 0);
      const read = readCell(cell, facts, at);
      const needed = read > before ? on : off;
      if (read === before || seconds === Infinity || needed === 0 || data[clock]! < 0) {
        data[clock] = 0;
        continue;
      }
      // What is left out by rounding is not waited for.
      data[clock] = data[clock] === 0 ? 1 : data[clock]! + seconds;
      if (data[clock] > 1 && data[clock] - 1 >= needed - 1e-4) data[clock] = 0;
      else writeCell(cell, facts, at, before);
    }
  }

  /** A sensor wrote an unknown fact. The engine's TypeError only says "not extensible": name the fact and the nearest known one. */
  #named(error: unknown): unknown {
    const text = thrownText(error);
    const name = text.includes('extensible') ? /property\W+(\w+)/.exec(text)?.[1] : undefined;
    if (name === undefined || this.#layout.facts.has(name)) return error;
    return new Problem('unknown-fact', `a sensor writes "${name}", which is no fact of the domain`, { hint: didYouMean(name, this.#layout.facts.keys()), cause: error });
  }

  /** A sensor wrote facts that are not its own: each such write is undone and said. */
  #giveBack(sensor: Sensor, slot: number, owns: Int32Array): void {
    const facts = this.#facts.data;
    const at = slot * this.#words;
    const foreign = this.#before.map((before, word) => (before ^ facts[at + word]!) & ~owns[word]!);
    for (let word = 0; word < this.#words; word++) facts[at + word] = (facts[at + word]! & owns[word]!) | (this.#before[word]! & ~owns[word]!);
    for (const fact of this.#layout.facts.values()) {
      if (overlaps(fact.mask, foreign)) this.#hooks.onWarning(slot, sensor.path, fact.name, fact.cells[0]!.shared ? 'shared' : 'notOwned', undefined);
    }
  }
}

import type { Minds } from '../brain/internal.js';
import type { TraceRecord, TraceRing } from '../core/internal.js';


/** Who wrote a trace record. */
export interface Writer {
  /** The group whose brain says what the record's numbers mean. */
  readonly minds: Minds;
  /** `mind 3`, or `mind 3, inside getIngot`. */
  readonly name: string;
}

/**
 * Tells who wrote a trace record: one of the given minds, or one that performs a step of theirs. The latter write under the number of their
 * seat, which is another's as soon as they are gone; one may come and go within a tick. So it is noted when each of them comes.
 */
export class Writers {
  readonly #trace: TraceRing;
  readonly #minds: ReadonlyMap<number, Writer>;
  /** By number in the trace: who has had it, since which record; undefined for those inside minds that nobody asked for. */
  readonly #inner = new Map<number, { readonly since: number; readonly writer: Writer | undefined }[]>();
  readonly #heard = new Set<Minds>();

  constructor(minds: readonly { readonly id: number; readonly minds: Minds; readonly slot: number }[], trace: TraceRing) {
    this.#trace = trace;
    this.#minds = new Map(minds.map(({ id, minds: group }) => [id, { minds: group, name: `mind ${id}` }]));
    for (const { id, minds: group, slot } of minds) this.#inside(this.#minds.get(id), group, slot);
  }

  /** To be called before each tick: minds of brains that are new in the crowd take seats too. */
  hear(): void {
    for (const writer of this.#minds.values()) writer.minds.crowd.groups.forEach((group) => this.#hear(group));
  }

  /** The writer of a record; undefined for minds that nobody asked for. */
  of({ mind, id }: TraceRecord): Writer | undefined {
    if (mind >= 0) return this.#minds.get(mind);
    const holders = this.#inner.get(mind) ?? [];
    for (let at = holders.length - 1; at >= 0; at--) if (holders[at]!.since <= id) return holders[at]!.writer;
    return undefined;
  }

  /** Leaves the groups as they were. */
  close(): void {
    for (const group of this.#heard) Reflect.deleteProperty(group, 'addInner');
  }

  /** Notes those who are inside a mind's steps already. */
  #inside(outer: Writer | undefined, group: Minds, slot: number): void {
    for (const inner of group.innerOf(slot)) this.#inside(this.#note(outer, group, slot, inner.minds, inner.slot), inner.minds, inner.slot);
  }

  /** Listens to a group for minds that begin to perform its steps. */
  #hear(group: Minds): void {
    if (this.#heard.has(group)) return;
    this.#heard.add(group);
    const add = group.addInner.bind(group);
    const addInner = (slot: number, inner: Minds, innerSlot: number): void => {
      add(slot, inner, innerSlot);
      this.#note(this.#at(group, slot), group, slot, inner, innerSlot);
      this.#hear(inner);
    };
    Object.defineProperty(group, 'addInner', { value: addInner, configurable: true });
  }

  #note(outer: Writer | undefined, group: Minds, slot: number, inner: Minds, innerSlot: number): Writer | undefined {
    const writer = outer && { minds: inner, name: `${outer.name}, inside ${stepAt(group, slot)}` };
    const number = numberOf(inner, innerSlot);
    this.#inner.set(number, [...(this.#inner.get(number) ?? []), { since: this.#trace.written, writer }]);
    return writer;
  }

  /** The writer in a slot. Minds with and without another around them may be in one group. */
  #at(group: Minds, slot: number): Writer | undefined {
    if (group.c.outerGroup.data[slot] === 0) return this.#minds.get(group.c.id.data[slot]!);
    return this.#inner.get(numberOf(group, slot))?.at(-1)?.writer;
  }
}

/** The step that a mind performs, as text. */
function stepAt(group: Minds, slot: number): string {
  const { task } = group.program.engine;
  return task.stepText(task.step[group.planned(slot, group.c.planAt.data[slot]!)]!);
}

/** Under which number a mind inside another's step writes. */
function numberOf(minds: Minds, slot: number): number {
  return -1 - minds.c.seat.data[slot]!;
}

import { describe, didYouMean, Problem } from '../core/internal.js';
import { snapshotOf, type ReadonlyFacts } from '../facts/internal.js';
import type { Want } from '../goap/internal.js';
import type { CrowdCore, Place } from './crowd-core.js';
import { abortMind, passTime } from './crowd-tick.js';
import { unsaveable } from './event-data.js';
import { inside, marked, openHandle } from './handles.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { brainOf, type BrainProgram } from './program.js';
import { tell } from './tick.js';
import type { Brain, Mind, MindKey } from './types.js';

/** What is inside the handle of a mind. */
export interface MindInside {
  readonly core: CrowdCore;
  /** @throws Problem for a mind that is gone, or has not come to life */
  place(): Place;
}

/** What is inside the handle of a mind, alive or not. @throws Problem for what is no mind */
export function mindInside(mind: Mind<any, any, any, any>): MindInside {
  const found = openHandle(mind)?.['mind'] as MindInside | undefined;
  if (found === undefined) throw new Problem('not-a-mind', 'this is no mind', { hint: 'minds are made by brain.spawn(body) and crowd.spawn(brain, body)' });
  return found;
}

/** Where a mind lives. @throws Problem for what is no mind, or is gone */
export function placeOf(mind: Mind<any, any, any, any>): Place {
  return mindInside(mind).place();
}

/** A handle on one slot. It stays safe to hold after the mind is gone: it then says so. */
export class MindHandle<F, A, G, V> implements Mind<F, A, G, V> {
  readonly #core: CrowdCore;
  /** Changes when the mind comes to live elsewhere. */
  #minds: Minds;
  /** -1 until the mind comes to life. */
  #slot = -1;
  #id = -1;
  /** Moves that the handle knows of. */
  #moves = 0;

  constructor(core: CrowdCore, program: BrainProgram) {
    this.#core = core;
    this.#minds = core.group(program);
  }

  /** @internal The mind lives in this slot from now on. */
  settle(slot: number): this {
    this.#slot = slot;
    this.#id = this.#minds.c.id.data[slot]!;
    this.#moves = this.#core.moves;
    return this;
  }

  /** @internal */
  get [inside](): { readonly mind: MindInside } {
    return { mind: { core: this.#core, place: () => ({ minds: this.#mine(), slot: this.#slot }) } };
  }

  /** @internal */
  get [marked](): true {
    return true;
  }

  get id(): number {
    return this.#id;
  }

  get alive(): boolean {
    if (this.#slot < 0) return false;
    if (this.#moves !== this.#core.moves) {
      this.#moves = this.#core.moves;
      const place = this.#core.find(this.#id);
      if (place !== undefined) ({ minds: this.#minds, slot: this.#slot } = place);
    }
    return this.#minds.isAlive(this.#slot, this.#id);
  }

  get key(): MindKey | undefined {
    return this.#mine().keys.get(this.#slot);
  }

  get brain(): Brain<any, F, A, G, V> {
    return brainOf(this.#mine().program) as Brain<any, F, A, G, V>;
  }

  get body(): unknown {
    return this.#mine().bodies[this.#slot];
  }

  get facts(): ReadonlyFacts<F> {
    const minds = this.#mine();
    return snapshotOf(minds.program.engine.layout, minds.facts.data, this.#slot * minds.words) as ReadonlyFacts<F>;
  }

  get goal(): Mind<F, A, G, V>['goal'] {
    const minds = this.#mine();
    const wanted = minds.c.wanted.data[this.#slot]!;
    if (wanted === 0) return undefined;
    return { name: minds.program.goals.name(wanted - 1) as keyof G, params: minds.program.goals.params(wanted - 1) };
  }

  get plan(): Mind<F, A, G, V>['plan'] {
    const minds = this.#mine();
    const { steps, task } = minds.program.engine;
    const at = minds.c.planAt.data[this.#slot]!;
    const length = minds.c.planLength.data[this.#slot]!;
    if (length === 0) return undefined;
    const rest = Array.from({ length: length - at }, (_, index) => steps[task.step[minds.planned(this.#slot, at + index)]!]!);
    return { steps: rest as never, cost: minds.c.planCost.data[this.#slot]! };
  }

  get path(): readonly string[] {
    const minds = this.#mine();
    return (minds.c.flags.data[this.#slot]! & flag.performing) === 0 ? [] : minds.states.path(this.#slot);
  }

  toString(): string {
    if (!this.alive) return `mind ${this.#id}, ${this.#slot < 0 ? 'not born yet' : 'gone'}`;
    const { c, program } = this.#minds;
    const wanted = c.wanted.data[this.#slot]!;
    const performing = (c.flags.data[this.#slot]! & flag.performing) !== 0;
    const words = [wanted === 0 ? [] : program.goals.text(wanted - 1), performing ? program.engine.task.stepText(program.engine.task.step[this.#minds.planned(this.#slot, c.planAt.data[this.#slot]!)]!) : []].flat();
    return `${program.name} ${this.#id}: ${words.length === 0 ? 'wants nothing' : words.join(' > ')}`;
  }

  tick(dt: number): void {
    this.#mine();
    const { living } = this.#core;
    if (living > 1) throw new Problem('not-alone', 'this mind lives in a crowd, which ticks all its minds', { path: 'mind.tick', hint: 'call crowd.tick(dt)' });
    passTime(this.#core, dt);
  }

  notify(...[event, data]: readonly [event: PropertyKey, data?: unknown]): void {
    const minds = this.#mine();
    const name = String(event);
    const { eventNames } = minds.program;
    if (!eventNames.includes(name)) throw new Problem('unknown-event', `brain "${minds.program.name}" knows no event "${name}"`, { path: 'mind.notify', hint: didYouMean(name, eventNames) });
    const fault = this.#core.references === null ? unsaveable(data) : undefined;
    if (fault !== undefined) throw new Problem('bad-event-data', `the data of event "${name}" cannot be saved: ${fault}`, { path: 'mind.notify', hint: "send plain data, such as an id; crowd({ eventData: 'reference' }) keeps objects, which a save for another process then refuses" });
    tell(minds, this.#slot, name, data);
  }

  want(goal: Want<G> | undefined): void {
    const minds = this.#mine();
    minds.c.forced.data[this.#slot] = goal === undefined ? 0 : minds.program.goals.number(goal, 'mind.want') + 1;
    minds.c.flags.data[this.#slot]! |= flag.decide;
  }

  setEvery(ticks: number): void {
    const minds = this.#mine();
    minds.c.every.data[this.#slot] = checkEvery(ticks, 'mind.setEvery');
  }

  despawn(): void {
    // Also for a mind that is still to come to life: what is queued happens in order.
    this.#core.whenQuiet(() => {
      if (!this.alive) return;
      abortMind(this.#minds, this.#slot);
      this.#minds.free(this.#slot);
    });
  }

  #mine(): Minds {
    if (!this.alive) {
      if (this.#slot < 0) throw new Problem('mind-unborn', 'this mind was spawned inside a tick and comes to life when the tick is over', { hint: 'look at mind.alive first' });
      throw new Problem('mind-gone', `mind ${this.id} was despawned`, { hint: 'look at mind.alive first' });
    }
    return this.#minds;
  }
}

/** Refuses what is no number of ticks. @throws Problem `bad-count` */
export function checkEvery(ticks: unknown, path: string): number {
  if (Number.isInteger(ticks) && (ticks as number) >= 1 && (ticks as number) <= 0xffff) return ticks as number;
  throw new Problem('bad-count', `a mind is ticked every 1 to 65535 ticks, not every ${describe(ticks)}`, { path });
}

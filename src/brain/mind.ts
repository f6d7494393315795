import { describe, didYouMean, Problem } from '../core/internal.js';
import type { ReadonlyFacts } from '../facts/internal.js';
import type { PlanResult, Want } from '../goap/internal.js';
import { planNow } from './asking.js';
import { explainMind, type Explanation } from './explain.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { abortMind } from './crowd-tick.js';
import { refuseUnsaved, saveMind } from './save-mind.js';
import type { MindSnapshot } from './snapshot.js';
import { tell } from './tick.js';
import type { Mind } from './types.js';

/** What a mind's handle asks of the crowd it lives in. */
export interface Home {
  readonly minds: Minds;
  /** Ticks a lone mind; refuses for one of several. */
  tickAlone(dt: number): void;
  /** Runs now, or after the tick that is under way. */
  later(work: () => void): void;
}

/** Under this key a handle tells where its mind lives; for `ganglion/testing`. From the registry of symbols, so that two copies of the package understand each other. */
const placeKey: unique symbol = Symbol.for('ganglion.mind.place') as typeof placeKey;

/** Where a mind lives. @throws Problem for what is no mind, or is gone */
export function placeOf(mind: Mind<any, any, any, any>): { readonly minds: Minds; readonly slot: number } {
  const place = (mind as { readonly [placeKey]?: () => { readonly minds: Minds; readonly slot: number } } | undefined)?.[placeKey];
  if (typeof place !== 'function') throw new Problem('not-a-mind', 'this is no mind', { hint: 'minds are made by brain.spawn(body) and crowd.spawn(brain, body)' });
  return place();
}

/** A handle on one slot. It stays safe to hold after the mind is gone: it then says so. */
export class MindHandle<F, A, G, V> implements Mind<F, A, G, V> {
  readonly #home: Home;
  /** Changes when the mind's brain is swapped. */
  #minds: Minds;
  /** -1 until the mind comes to life. */
  #slot = -1;
  #id = -1;

  constructor(home: Home) {
    this.#home = home;
    this.#minds = home.minds;
    Object.defineProperty(this, placeKey, { value: () => ({ minds: this.#mine(), slot: this.#slot }) });
  }

  /** @internal The mind lives in this slot from now on. */
  settle(slot: number): void {
    this.#slot = slot;
    this.#id = this.#minds.c.id.data[slot]!;
  }

  get id(): number {
    return this.#id;
  }

  get alive(): boolean {
    if (this.#slot < 0) return false;
    const moved = this.#minds.crowd.moved.get(this.#id);
    if (moved !== undefined) [this.#minds, this.#slot] = [moved.minds, moved.slot];
    return this.#minds.isAlive(this.#slot, this.#id);
  }

  get facts(): ReadonlyFacts<F> {
    const minds = this.#mine();
    minds.outsideView.point(minds.facts.data, this.#slot * minds.words);
    return minds.outsideView.view as ReadonlyFacts<F>;
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
    return (minds.c.flags.data[this.#slot]! & flag.performing) === 0 ? [] : (minds.states.path(this.#slot));
  }

  tick(dt: number): void {
    this.#mine();
    this.#home.tickAlone(dt);
  }

  notify(...[event, data]: readonly [event: PropertyKey, data?: unknown]): void {
    const minds = this.#mine();
    const name = String(event);
    const { eventNames } = minds.program;
    if (!eventNames.includes(name)) throw new Problem('unknown-event', `brain "${minds.program.name}" knows no event "${name}"`, { path: 'mind.notify', hint: didYouMean(name, eventNames) });
    tell(minds, this.#slot, name, data);
  }

  want(goal: Want<G> | undefined): void {
    const minds = this.#mine();
    minds.c.forced.data[this.#slot] = goal === undefined ? 0 : minds.program.goals.number(goal, 'mind.want') + 1;
    minds.c.flags.data[this.#slot]! |= flag.decide;
  }

  ask(goal: Want<G>): PlanResult<A> {
    return planNow(this.#mine(), this.#slot, goal) as PlanResult<A>;
  }

  setEvery(ticks: number): void {
    const minds = this.#mine();
    minds.c.every.data[this.#slot] = checkEvery(ticks, 'mind.setEvery');
  }

  explain(): Explanation<A, G> {
    return explainMind(this.#mine(), this.#slot);
  }

  snapshot(): MindSnapshot {
    const minds = this.#mine();
    if (minds.crowd.ticking) throw new Problem('save-inside-tick', 'a mind cannot be saved inside a tick', { path: 'mind.snapshot', hint: 'save it when the tick is over' });
    refuseUnsaved(minds, this.#slot, 'mind.snapshot');
    return saveMind(minds, this.#slot);
  }

  despawn(): void {
    // Also for a mind that is still to come to life: what is queued happens in order.
    this.#home.later(() => {
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

import type { CrowdCore } from './crowd-core.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';

// How many minds have taken up which goal: counted by the goal's name, over all brains, and by target where there is one. A mind has a place
// from when its plan leaf takes the goal up until that is left; while it still carries on the plan for another goal, it has two.

/** Those who have taken up one goal. */
interface Taken {
  total: number;
  readonly byTarget: Map<unknown, number>;
}

/** The places of a crowd, by goal, and those that are given back when the tick is over. */
export class Places {
  readonly #goals = new Map<string, Taken>();
  readonly #back: (readonly [goal: string, target: unknown])[] = [];

  count(goal: string, target: unknown): number {
    const taken = this.#goals.get(goal);
    return taken === undefined ? 0 : target === undefined ? taken.total : (taken.byTarget.get(target) ?? 0);
  }

  take(goal: string, target: unknown): void {
    let taken = this.#goals.get(goal);
    if (taken === undefined) this.#goals.set(goal, (taken = { total: 0, byTarget: new Map() }));
    taken.total++;
    if (target !== undefined) taken.byTarget.set(target, (taken.byTarget.get(target) ?? 0) + 1);
  }

  give(goal: string, target: unknown): void {
    this.#back.push([goal, target]);
  }

  settle(): void {
    for (const [goal, target] of this.#back) {
      const taken = this.#goals.get(goal)!;
      taken.total--;
      if (target === undefined) continue;
      const left = taken.byTarget.get(target)! - 1;
      if (left > 0) taken.byTarget.set(target, left);
      else taken.byTarget.delete(target);
    }
    this.#back.length = 0;
  }

  clear(): void {
    this.#goals.clear();
    this.#back.length = 0;
  }
}

/** The end of the tick: places that were left are free. */
export function settlePlaces({ places }: CrowdCore): void {
  places.settle();
}

/** By what a target is counted: its key, so that all brains mean the same one; itself where it has none. */
function keyOf({ chooser }: Minds, code: number, target: unknown): unknown {
  return code === 0 ? undefined : (chooser.keyFor(code) ?? target);
}

function boundKey(minds: Minds, slot: number): unknown {
  return minds.program.options.hasTargets ? keyOf(minds, minds.c.boundCode.data[slot]!, minds.roles.get(slot)) : undefined;
}

/** The mind takes a goal up: it has a place from now on, whether there is one free or not. A mind inside a step counts as the one around it. */
export function takePlace(minds: Minds, slot: number, goal: number): void {
  const { c, program, crowd } = minds;
  if ((c.flags.data[slot]! & flag.inner) !== 0) return;
  const index = program.goals.indexOf(goal) + 1;
  const pursued = c.pursued.data[slot]!;
  const isNext = pursued !== 0 && pursued !== goal + 1;
  if (c.nextPlace.data[slot] === (isNext ? index : 0) && (isNext || c.place.data[slot] === index)) return;
  const name = program.engine.goals[index - 1]!.name;
  if (c.nextPlace.data[slot] !== 0 && (!isNext || c.nextPlace.data[slot] !== index)) {
    crowd.places.give(nameAt(minds, c.nextPlace.data[slot]!), undefined);
    c.nextPlace.data[slot] = 0;
  }
  if (isNext) {
    if (c.nextPlace.data[slot] === 0) crowd.places.take(name, undefined);
    c.nextPlace.data[slot] = index;
  } else if (c.place.data[slot] !== index) {
    leavePlace(minds, slot);
    crowd.places.take(name, boundKey(minds, slot));
    c.place.data[slot] = index;
  }
}

/** The plan for the goal that was taken up is adopted: the place of the former one is left. */
export function adoptPlace(minds: Minds, slot: number): void {
  const { c } = minds;
  if (c.nextPlace.data[slot] === 0) return;
  leavePlace(minds, slot);
  c.place.data[slot] = c.nextPlace.data[slot]!;
  c.nextPlace.data[slot] = 0;
}

/** Leaves the place of the goal at hand; the target is still bound. */
export function leavePlace(minds: Minds, slot: number): void {
  const { c, crowd } = minds;
  if (c.place.data[slot] === 0) return;
  crowd.places.give(nameAt(minds, c.place.data[slot]!), boundKey(minds, slot));
  c.place.data[slot] = 0;
}

/** Leaves all. */
export function givePlaces(minds: Minds, slot: number): void {
  const { c, crowd } = minds;
  leavePlace(minds, slot);
  if (c.nextPlace.data[slot] === 0) return;
  crowd.places.give(nameAt(minds, c.nextPlace.data[slot]!), undefined);
  c.nextPlace.data[slot] = 0;
}

function nameAt({ program }: Minds, place: number): string {
  return program.engine.goals[place - 1]!.name;
}

/** Whether others have taken all places of an option, for this target where it has targets. */
export function isFull(minds: Minds, slot: number, option: number, target: unknown, code: number, facts: unknown): boolean {
  const { program, crowd, c } = minds;
  const { limit, name, path } = program.options.options[option]!;
  if (limit === Infinity || has(minds, slot, name, code)) return false;
  let most: unknown = limit;
  if (typeof limit === 'function') {
    try {
      most = limit(minds.bodies[slot], facts, target);
    } catch (error) {
      crowd.report(c.id.data[slot]!, `${path}.limit`, error);
      return true;
    }
  }
  return !(crowd.places.count(name, keyOf(minds, code, target)) < (most as number));
}

/** True when the mind itself has one of these places. */
function has(minds: Minds, slot: number, goal: string, code: number): boolean {
  const { c, program } = minds;
  const isMine = (place: number): boolean => place !== 0 && nameAt(minds, place) === goal;
  const bound = program.options.hasTargets ? c.boundCode.data[slot]! : 0;
  return (isMine(c.place.data[slot]!) && (code === 0 || code === bound)) || (isMine(c.nextPlace.data[slot]!) && code === 0);
}

/** Under this key the facts that a consideration sees tell how many others are at a goal. */
const othersKey: unique symbol = Symbol.for('ganglion.facts.pursuing') as typeof othersKey;

/** Lets the facts of considerations tell it. */
export function tellOthers(minds: Minds): void {
  const value = (goal: string, target: unknown): number => {
    const slot = minds.asking;
    const option = minds.program.options.names.indexOf(goal);
    const code = target === undefined || option < 0 ? 0 : minds.chooser.codeOf(slot, option, target);
    return minds.crowd.places.count(goal, target === undefined ? undefined : (minds.chooser.keyFor(code) ?? idOf(target))) - (has(minds, slot, goal, code) ? 1 : 0);
  };
  // Views take no other property; their prototypes are their own.
  for (const { view } of [minds.view, minds.outsideView]) Object.defineProperty(Object.getPrototypeOf(view), othersKey, { value });
}

function idOf(target: unknown): unknown {
  return typeof target === 'object' && target !== null ? ((target as { readonly id?: unknown }).id ?? target) : target;
}

/**
 * A consideration: how many other minds have taken a goal up, over all brains of the crowd; in a `perTarget` option, for the same target.
 * `crowded: { of: pursuing('cook'), min: 3, max: 0 }` wants it less the more are at it.
 */
export function pursuing(goal: string): (body: unknown, facts: unknown, target?: unknown) => number {
  return (_body, facts, target) => (facts as { readonly [othersKey]?: (goal: string, target: unknown) => number })[othersKey]?.(goal, target) ?? 0;
}

/** After a restore: counts anew what the columns tell. */
export function countAgain(minds: Minds, slot: number): void {
  const { c, crowd } = minds;
  if (c.place.data[slot] !== 0) crowd.places.take(nameAt(minds, c.place.data[slot]!), boundKey(minds, slot));
  if (c.nextPlace.data[slot] !== 0) crowd.places.take(nameAt(minds, c.nextPlace.data[slot]!), undefined);
}

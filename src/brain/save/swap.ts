import type { CrowdCore, Place } from '../crowd-core.js';
import { coreOf, type Crowd } from '../crowd.js';
import { flag } from '../mind-columns.js';
import type { Minds } from '../minds.js';
import { programOf, type BrainProgram } from '../program.js';
import { isBound, unbind } from '../targets.js';
import type { Brain } from '../types.js';
import { handOver } from './desk.js';
import { trimClaims } from '../claims.js';
import { fillMind } from './fill-mind.js';
import { writeMind } from './write-mind.js';
import { Losses, type Loss } from './losses.js';
import type { MindSnapshot } from './snapshot.js';

/** What became of the minds of a brain that was swapped for another one. */
export interface SwapReport {
  /** Minds that were moved. */
  readonly minds: number;
  /** Minds whose step could not go on in the new brain: it was aborted in the old one, exits run, and its plan is looked at anew. */
  readonly restartedSteps: number;
  /** What the new brain has no place for, with the number of minds that had it. */
  readonly lost: readonly (Omit<Loss, 'was'> & { readonly minds: number })[];
}

/**
 * Hot reload: every mind of the old brain goes on in the new one, under its id, with what can be matched by name.
 * A step whose states are there goes on where it was; another one is aborted in the old brain, so that its exits run.
 * @throws Problem inside a tick
 */
export function swap<Body>(crowd: Crowd, old: Brain<Body>, fresh: Brain<Body>): SwapReport {
  const core = coreOf(crowd);
  core.refuseInside('swap');
  const [from, to] = [programOf(old), programOf(fresh)];
  if (from === to) return { minds: 0, restartedSteps: 0, lost: [] };
  return core.asTick(() => swapBrain(core.group(from), to));
}

function swapBrain(old: Minds, program: BrainProgram): SwapReport {
  const { crowd } = old;
  const fresh = crowd.group(program);
  if (fresh.living === 0) takePlace(crowd.order, fresh, old);
  const losses = new Losses();
  const later: (() => void)[] = [];
  let moved = 0;
  let restarted = 0;
  for (let slot = 0; slot < old.slots; slot++) {
    if ((old.c.flags.data[slot]! & (flag.alive | flag.inner)) !== flag.alive) continue;
    const saved = writeMind(old, slot, false);
    const performing = (old.c.flags.data[slot]! & flag.performing) !== 0;
    const id = old.c.id.data[slot]!;
    const place = fresh.spawn(old.bodies[slot]);
    crowd.spawned--;
    crowd.settle(--crowd.nextId, undefined);
    fresh.c.id.data[place] = id;
    fillOrDrop(fresh, place, saved, { minds: old, slot }, losses, later, `${old.program.name} ${id}`);
    // What the new brain has no option for is not about anything any more.
    if (isBound(old, slot) && !isBound(fresh, place)) unbind(old, slot, old.bodies[slot]);
    if (performing && (fresh.c.flags.data[place]! & flag.performing) === 0) {
      old.abortStates(slot);
      restarted++;
    }
    old.moveAway(slot, fresh, place);
    moved++;
  }
  crowd.moves++;
  for (const work of later) work();
  crowd.places.settle();
  trimClaims(crowd.shared);
  handOver(crowd.desk, equalTasks(old, fresh), crowd.groups);
  removeUnused(crowd, old.program);
  return { minds: moved, restartedSteps: restarted, lost: summed(losses.list, old.program.name) };
}

/** The tasks of a brain and of those inside its steps, each with that of its equal. */
function equalTasks(old: Minds, fresh: Minds): ReadonlyMap<number, number> {
  const tasks = new Map<number, number>();
  const pair = (one: BrainProgram, other: BrainProgram | undefined): void => {
    if (one.fingerprint !== other?.fingerprint) return;
    const [from, to] = [old.crowd.group(one).task, old.crowd.group(other).task];
    if (from !== to) tasks.set(from, to);
    one.inner.forEach((inner, at) => pair(inner, other.inner[at]));
  };
  pair(old.program, fresh.program);
  return tasks;
}

/** Whatever cannot be filled leaves nothing behind: the old mind goes on, and the new one never was. */
function fillOrDrop(fresh: Minds, place: number, saved: MindSnapshot, from: Place, losses: Losses, later: (() => void)[], where: string): void {
  const seat = fresh.c.seat.data[place]!;
  try {
    fillMind(fresh, place, saved, { policy: 'nearest', losses, where, wholeSteps: true, seats: 'taken', from, later });
  } catch (error) {
    const old = from.minds.c.seat.data;
    if (old[from.slot] === seat) [fresh.c.seat.data[place], old[from.slot]] = [seat, fresh.c.seat.data[place]!];
    fresh.drop(place);
    throw error;
  }
}

/** Minds that others may depend on, through shared facts, go on ticking when they did. */
function takePlace(order: Minds[], fresh: Minds, old: Minds): void {
  order.splice(order.indexOf(fresh), 1);
  order.splice(order.indexOf(old), 0, fresh);
}

/** A brain that is not used any more leaves nothing behind: neither its group nor those of the brains inside its steps. */
function removeUnused(crowd: CrowdCore, program: BrainProgram): void {
  const minds = crowd.groups.find((each) => each.program === program);
  const isInner = crowd.groups.some((each) => each.program.inner.includes(program));
  if (minds === undefined || isInner || !minds.isEmpty) return;
  crowd.removeGroup(minds);
  for (const inner of program.inner) removeUnused(crowd, inner);
}

/** What was lost, however many minds had it. */
function summed(list: readonly Loss[], where: string): SwapReport['lost'] {
  const sums = new Map<string, { kind: Loss['kind']; where: string; name: string; minds: number }>();
  for (const { kind, name } of list) {
    const known = sums.get(`${kind} ${name}`);
    if (known === undefined) sums.set(`${kind} ${name}`, { kind, where, name, minds: 1 });
    else known.minds++;
  }
  return [...sums.values()];
}

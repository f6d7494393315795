import type { Place } from '../crowd-core.js';
import { coreOf, type Crowd } from '../crowd.js';
import { flag } from '../mind-columns.js';
import type { Minds } from '../minds.js';
import { programOf, type BrainProgram } from '../program.js';
import type { Brain } from '../types.js';
import { isBound, unbind } from '../targets.js';
import { handOver } from './desk.js';
import { trimClaims } from '../claims.js';
import { fillMind } from './fill-mind.js';
import { writeMind } from './write-mind.js';
import type { MindSnapshot, RestoreReport } from './snapshot.js';

/** What became of the minds of a brain that was swapped for another one. */
export interface SwapReport {
  /** Minds that were moved. */
  readonly minds: number;
  /** Minds whose step could not go on in the new brain: it was aborted in the old one, exits run, and its plan is looked at anew. */
  readonly restartedSteps: number;
  /** What the new brain has no place for, with the number of minds that had it. */
  readonly lost: ReadonlyMap<string, number>;
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
  if (from === to) return { minds: 0, restartedSteps: 0, lost: new Map() };
  return core.asTick(() => swapBrain(core.group(from), to));
}

function swapBrain(old: Minds, program: BrainProgram): SwapReport {
  const { crowd } = old;
  const fresh = crowd.group(program);
  if (fresh.living === 0) takePlace(crowd.order, fresh, old);
  const lost = new Map<string, number>();
  let moved = 0;
  let restarted = 0;
  for (let slot = 0; slot < old.slots; slot++) {
    if ((old.c.flags.data[slot]! & (flag.alive | flag.inner)) !== flag.alive) continue;
    const saved = writeMind(old, slot);
    const performing = (old.c.flags.data[slot]! & flag.performing) !== 0;
    const id = old.c.id.data[slot]!;
    const place = fresh.spawn(old.bodies[slot]);
    crowd.spawned--;
    crowd.settle(--crowd.nextId, undefined);
    fresh.c.id.data[place] = id;
    const report = fillOrDrop(fresh, place, saved, { minds: old, slot });
    // What the new brain has no option for is not about anything any more.
    if (isBound(old, slot) && !isBound(fresh, place)) unbind(old, slot, old.bodies[slot]);
    for (const what of report.lost) lost.set(what, (lost.get(what) ?? 0) + 1);
    if (performing && (fresh.c.flags.data[place]! & flag.performing) === 0) {
      old.abortStates(slot);
      restarted++;
    }
    old.moveAway(slot, fresh, place);
    moved++;
  }
  crowd.moves++;
  crowd.places.settle();
  trimClaims(crowd.shared);
  handOver(crowd.desk, equalTasks(old, fresh), crowd.groups);
  return { minds: moved, restartedSteps: restarted, lost };
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
function fillOrDrop(fresh: Minds, place: number, saved: MindSnapshot, from: Place): RestoreReport {
  const seat = fresh.c.seat.data[place]!;
  try {
    return fillMind(fresh, place, saved, { policy: 'nearest', wholeSteps: true, seats: 'taken', from });
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

import { traceLayer } from '../core/internal.js';
import { holderOf } from './claims.js';
import type { Place } from './crowd-core.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { traceEvent } from './trace-events.js';

/** One who stands in the line. */
interface Waiting extends Place {
  readonly names: readonly string[];
}

/** What steps hold whole while they run, and who waits for it: one line for all, so that who waits for two things is passed by nobody for ever. */
export class Stations {
  /** The body that holds each station, by its outermost mind, and how many of its minds do. */
  readonly held: Map<string, { by: Place; times: number }> = new Map();
  /** Those who wait, the one that has waited longest first. */
  readonly line: Waiting[] = [];

  clear(): void {
    this.held.clear();
    this.line.length = 0;
  }
}

/** Takes all stations of a step, or stands in line for them: false. */
export function takeStations(minds: Minds, slot: number, step: number): boolean {
  const { c, crowd, program } = minds;
  const { stations } = crowd;
  const names = program.holds[program.engine.actionOf[step]!]!;
  if (names.length === 0) {
    leaveLine(minds, slot);
    return true;
  }
  const body = holderOf(minds, slot);
  const isFree = (name: string): boolean => {
    const held = stations.held.get(name);
    return held === undefined || (held.by.minds === body.minds && held.by.slot === body.slot);
  };
  let ahead = 0;
  for (const each of stations.line) {
    if (each.minds === minds && each.slot === slot) break;
    if (each.names.some((name) => names.includes(name))) ahead++;
  }
  if (ahead === 0 && names.every(isFree)) {
    leaveLine(minds, slot);
    hold(minds, slot, names);
    return true;
  }
  if ((c.flags.data[slot]! & flag.inLine) === 0) {
    stations.line.push({ minds, slot, names });
    c.flags.data[slot]! |= flag.inLine;
    minds.note(slot, traceLayer.step, step, traceEvent.inLine, Math.max(1, ahead + 1), 0);
  }
  return false;
}

function hold(minds: Minds, slot: number, names: readonly string[]): void {
  const { held } = minds.crowd.stations;
  for (const name of names) {
    const known = held.get(name);
    if (known === undefined) held.set(name, { by: holderOf(minds, slot), times: 1 });
    else known.times++;
  }
}

/** The step has ended: its stations are free. */
export function freeStations(minds: Minds, step: number): void {
  const { program, crowd } = minds;
  for (const name of program.holds[program.engine.actionOf[step]!]!) {
    const held = crowd.stations.held.get(name);
    if (held !== undefined && --held.times <= 0) crowd.stations.held.delete(name);
  }
}

/** Waits for nothing any more. */
export function leaveLine(minds: Minds, slot: number): void {
  const { c, crowd } = minds;
  if ((c.flags.data[slot]! & flag.inLine) === 0) return;
  c.flags.data[slot]! &= ~flag.inLine;
  const at = crowd.stations.line.findIndex((each) => each.minds === minds && each.slot === slot);
  if (at >= 0) crowd.stations.line.splice(at, 1);
}

/** A mind that is gone holds nothing and waits for nothing. */
export function leaveStations(minds: Minds, slot: number): void {
  if (!minds.program.hasStations) return;
  leaveLine(minds, slot);
  if ((minds.c.flags.data[slot]! & flag.performing) !== 0) freeStations(minds, minds.program.engine.task.step[minds.planned(slot, minds.c.planAt.data[slot]!)]!);
}

/**
 * After a restore: a step that goes on holds what it held, and who stood in line stands there again: in the place of the mind that it was, else
 * behind all others.
 */
export function holdAgain(minds: Minds, slot: number, was?: Place): void {
  const { c, program, crowd } = minds;
  const { line, held } = crowd.stations;
  const isWaiting = (c.flags.data[slot]! & flag.inLine) !== 0 && c.planAt.data[slot]! < c.planLength.data[slot]!;
  c.flags.data[slot]! &= ~flag.inLine;
  if (!program.hasStations || (!isWaiting && (c.flags.data[slot]! & flag.performing) === 0)) return;
  const names = program.holds[program.engine.actionOf[program.engine.task.step[minds.planned(slot, c.planAt.data[slot]!)]!]!]!;
  if (isWaiting) {
    const at = was === undefined ? -1 : line.findIndex((each) => each.minds === was.minds && each.slot === was.slot);
    line.splice(at < 0 ? line.length : at, 0, { minds, slot, names });
    c.flags.data[slot]! |= flag.inLine;
    return;
  }
  hold(minds, slot, names);
  // Where a mind is swapped, it is still held by the one that goes.
  for (const name of names) held.get(name)!.by = holderOf(minds, slot);
}

/** The stations that a mind waits for, who has them is not told, and its place in the line; undefined when it does not wait. */
export function waitsFor(minds: Minds, slot: number): { readonly names: readonly string[]; readonly place: number } | undefined {
  const { line } = minds.crowd.stations;
  const at = line.findIndex((each) => each.minds === minds && each.slot === slot);
  if (at < 0) return undefined;
  const { names } = line[at]!;
  return { names, place: 1 + line.slice(0, at).filter((each) => each.names.some((name) => names.includes(name))).length };
}

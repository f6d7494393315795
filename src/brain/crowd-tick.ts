import { checkSeconds, hearRejection, isPromise, Problem } from '../core/internal.js';
import { settleClaims, trimClaims } from './claims.js';
import type { CrowdCore } from './crowd-core.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { settlePlaces } from './places.js';
import { tickMind } from './tick.js';

/** A tick longer than this is suspicious: somebody passes milliseconds. */
const longTick = 5;

/** Seconds between two looks of the level-of-detail function at one mind. */
const lodEvery = 1;

/** Lets time pass for all minds of a crowd. @throws Problem if `dt` is negative or not finite, or when called inside a tick */
export function passTime(crowd: CrowdCore, dt: number): void {
  checkSeconds(dt, 'crowd.tick');
  if (crowd.ticking) throw new Problem('tick-inside-tick', 'a callback ticked the crowd it runs in', { path: 'crowd.tick' });
  if (dt > longTick) crowd.warn(-1, '', 'crowd.tick', 'long', `a tick took ${dt} s: times are seconds, not milliseconds`);
  for (const { gate } of crowd.followers) if (gate?.() === false) return;
  crowd.asTick(() => {
    tickCrowd(crowd, dt);
    if (crowd.lod !== undefined) setDetail(crowd, crowd.lod as (body: unknown) => number, dt);
  });
  for (const { ticked } of crowd.followers.slice()) ticked?.();
}

/** One tick of a whole crowd: every mind in turn, then what they wrote to shared facts, then the searches they wait for. */
function tickCrowd(crowd: CrowdCore, dt: number): void {
  crowd.tick++;
  crowd.time += dt;
  if (crowd.trace !== null) crowd.trace.ring.tick = crowd.tick;
  // Each tick begins with the next brain, and the next mind of each: what is scarce goes to everybody in turn.
  const { order } = crowd;
  for (let turn = 0; turn < order.length; turn++) tickMinds(order[(crowd.tick - 1 + turn) % order.length]!, dt);
  settleClaims(crowd.shared);
  crowd.shared.settle();
  trimClaims(crowd.shared);
  settlePlaces(crowd);
  crowd.desk.advance(crowd.settings.expansionsPerTick);
  // Nobody sees facts between ticks through what he was handed in one.
  for (const minds of crowd.order) minds.view.shut();
}

/** Every mind of one brain. */
function tickMinds(minds: Minds, dt: number): void {
  const { c, slots } = minds;
  const flags = c.flags.data;
  const every = c.every.data;
  const first = slots === 0 ? 0 : (minds.crowd.tick - 1) % slots;
  for (let turn = 0; turn < slots; turn++) {
    const slot = first + turn < slots ? first + turn : first + turn - slots;
    if ((flags[slot]! & (flag.alive | flag.inner)) !== flag.alive) continue;
    // Time may be left over from when the mind was ticked more rarely.
    if (every[slot] === 1 && c.saved.data[slot] === 0) {
      tickSafely(minds, slot, dt);
      continue;
    }
    // A mind ticked every so many ticks gets the time of all of them; its first tick does not wait.
    const time = c.saved.data[slot]! + dt;
    const skipped = c.skipped.data[slot]! + 1;
    if (skipped < every[slot]! && (flags[slot]! & flag.fresh) === 0) {
      c.skipped.data[slot] = skipped;
      c.saved.data[slot] = time;
      continue;
    }
    c.skipped.data[slot] = skipped < every[slot]! ? skipped : 0;
    c.saved.data[slot] = 0;
    tickSafely(minds, slot, time);
  }
}

/** Callbacks are caught where they are called; this is the net below, so that whatever else goes wrong with a mind is its own affair. */
function tickSafely(minds: Minds, slot: number, dt: number): void {
  try {
    tickMind(minds, slot, dt);
  } catch (error) {
    minds.crowd.report(minds.c.id.data[slot]!, 'mind.tick', error);
  }
}

/** Asks how often minds are ticked from now on. */
function setDetail(crowd: CrowdCore, lod: (body: unknown) => number, dt: number): void {
  crowd.sinceDetail += dt;
  if (crowd.sinceDetail < lodEvery) return;
  crowd.sinceDetail %= lodEvery;
  for (const minds of crowd.groups) {
    for (let slot = 0; slot < minds.slots; slot++) {
      if ((minds.c.flags.data[slot]! & flag.alive) === 0) continue;
      try {
        const every: unknown = lod(minds.bodies[slot]);
        const id = minds.c.id.data[slot]!;
        if (isPromise(every)) hearRejection(every, (reason) => crowd.report(id, 'crowd.lod', reason));
        if (typeof every === 'number' && every >= 1) minds.c.every.data[slot] = Math.min(0xffff, Math.floor(every));
      } catch (error) {
        crowd.report(minds.c.id.data[slot]!, 'crowd.lod', error);
      }
    }
  }
}

/** Aborts everything a mind is doing, deepest first; its exits run. */
export function abortMind(minds: Minds, slot: number): void {
  minds.view.point(minds.facts.data, slot * minds.words);
  minds.tree.abort(slot, minds.bodies[slot], minds.view.view);
}

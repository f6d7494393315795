import { describe, Problem, traceLayer } from '../core/internal.js';
import { writeCell } from '../facts/internal.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import type { SharedCell, SharedFacts } from './shared-facts.js';
import type { StepStock } from './step-changes.js';
import { traceEvent } from './trace-events.js';

// What a plan will take of shared facts is claimed when it is adopted, all or nothing, so that nobody walks for what another one takes
// meanwhile. A body claims once, however many minds perform its steps: the outermost one holds the claims, and they are as large as the
// largest need among its minds.

/** What one mind needs and has of shared facts. */
export interface Claims {
  readonly minds: Minds;
  readonly slot: number;
  /** What the rest of the plan falls short of. */
  need: ReadonlyMap<SharedCell, number>;
  /** What the running step has taken (below 0) or made already. */
  readonly net: Map<SharedCell, number>;
  /** What the running step will make: there is room for it. */
  readonly room: Map<SharedCell, number>;
  /** Of the outermost mind: what is claimed, at least what all its minds need. More is given back at the tick's end. */
  readonly booked: Map<SharedCell, number>;
  /** Later claims have higher numbers. */
  serial: number;
}

const nothing: ReadonlyMap<SharedCell, number> = Object.freeze(new Map());

function claimsOf(minds: Minds, slot: number): Claims {
  let claims = minds.claims.get(slot);
  if (claims === undefined) minds.claims.set(slot, (claims = { minds, slot, need: nothing, net: new Map(), room: new Map(), booked: new Map(), serial: 0 }));
  return claims;
}

/** The mind whose step this one performs, and so on outwards. */
export function holderOf(minds: Minds, slot: number): { readonly minds: Minds; readonly slot: number } {
  if ((minds.c.flags.data[slot]! & flag.inner) === 0) return { minds, slot };
  return holderOf(minds.crowd.groups[minds.c.outerGroup.data[slot]! - 1]!, minds.c.outerSlot.data[slot]! - 1);
}

/** Claims what the rest of the plan at hand will take; false, and nothing is changed, when there is not so much. */
export function claimRest(minds: Minds, slot: number, isBeginning = false): boolean {
  if (!minds.program.hasStock) return true;
  const need = shortfall(minds, slot, isBeginning);
  if (need.size === 0 && !minds.claims.has(slot)) return true;
  return claim(claimsOf(minds, slot), need);
}

/** Gives back what the plan of a mind has claimed; `at once` where it will never need it again, else when the tick is over. */
export function dropClaims(minds: Minds, slot: number, atOnce = false): void {
  const claims = minds.claims.get(slot);
  if (claims === undefined) return;
  endStock(minds, slot);
  claim(claims, nothing);
  if (!atOnce) return;
  giveBack(claims);
  minds.claims.delete(slot);
}

/** The running step has ended: what it did so far is its own affair, and it needs no room. */
export function endStock(minds: Minds, slot: number): void {
  const claims = minds.claims.get(slot);
  if (claims === undefined) return;
  claims.net.clear();
  for (const [shared, amount] of claims.room) shared.room -= amount;
  claims.room.clear();
}

/** Keeps room for what a step will make; false when there is none. A body that makes one thing by several minds needs it once. */
export function claimRoom(minds: Minds, slot: number, { makes }: StepStock): boolean {
  if (makes.length === 0) return true;
  const hasRoom = (shared: SharedCell): boolean => levels(minds, slot).some((level) => level.room.has(shared));
  const rooms = makes.map(({ cell, amount, clamp }) => ({ shared: minds.shared.cells.get(cell.index)!, amount, clamp })).filter(({ shared, clamp }) => !clamp && shared.cell.kind === 'int' && !hasRoom(shared));
  if (rooms.some(({ shared, amount }) => shared.value + shared.room + amount > shared.cell.max)) return false;
  for (const { shared, amount } of rooms) {
    shared.room += amount;
    claimsOf(minds, slot).room.set(shared, amount);
  }
  return true;
}

/** A step succeeded: what it takes is taken, what it makes is there. False, and nothing is changed, where there is not enough. */
export function useStock(minds: Minds, slot: number, { takes, makes }: StepStock): boolean {
  const net = minds.claims.get(slot)?.net;
  const parts = takes.map(({ cell, amount }) => {
    const shared = minds.shared.cells.get(cell.index)!;
    return { shared, rest: Math.max(0, amount + Math.min(0, net?.get(shared) ?? 0)) };
  });
  if (parts.some(({ shared, rest }) => rest > within(minds, slot, shared))) return false;
  for (const { shared, rest } of parts) takeNow(minds, slot, shared, rest);
  for (const { cell, amount } of makes) {
    const shared = minds.shared.cells.get(cell.index)!;
    const rest = Math.min(shared.cell.max - shared.value, Math.max(0, amount - Math.max(0, net?.get(shared) ?? 0)));
    if (rest <= 0) continue;
    minds.crowd.shared.make(shared, rest);
    noteNet(minds, slot, shared, rest);
  }
  return true;
}

/** As `frame.take`. */
export function takeFor(minds: Minds, slot: number, fact: string, amount: number): boolean {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new Problem('bad-value', `one cannot take ${describe(amount)} of "${fact}"`, { path: 'frame.take', hint: 'a whole number of 1 or more' });
  const shared = minds.crowd.shared.named(fact, 'frame.take');
  if (shared.cell.kind === 'oneOf') throw new Problem('wrong-type', `"${fact}" is no stock: it is one of several values`, { path: 'frame.take', hint: 'take from an int or a flag' });
  if (amount > within(minds, slot, shared)) return false;
  takeNow(minds, slot, shared, amount);
  claimRest(minds, slot);
  minds.c.sharedSeen.data[slot] = 0;
  return true;
}

/** How much of a cell this body may take now: what it has claimed, and what is free. */
function within(minds: Minds, slot: number, shared: SharedCell): number {
  return Math.max(0, shared.value - shared.cell.min - shared.claimed) + bookedOf(minds, slot, shared);
}

function bookedOf(minds: Minds, slot: number, shared: SharedCell): number {
  const holder = holderOf(minds, slot);
  return holder.minds.claims.get(holder.slot)?.booked.get(shared) ?? 0;
}

function takeNow(minds: Minds, slot: number, shared: SharedCell, amount: number): void {
  if (amount === 0) return;
  const holder = holderOf(minds, slot);
  const booked = holder.minds.claims.get(holder.slot)?.booked;
  const mine = Math.min(amount, booked?.get(shared) ?? 0);
  if (mine > 0) setOrDelete(booked!, shared, booked!.get(shared)! - mine);
  minds.crowd.shared.take(shared, amount, mine);
  noteNet(minds, slot, shared, -amount);
}

/** What a step has done already of what it is going to do; what the minds inside a step do, that step has done. */
function noteNet(minds: Minds, slot: number, shared: SharedCell, amount: number): void {
  const { c, program, crowd } = minds;
  const stock = (c.flags.data[slot]! & flag.performing) === 0 ? null : program.changes.stock(program.engine.task.step[minds.planned(slot, c.planAt.data[slot]!)]!);
  if (stock !== null && [...stock.takes, ...stock.makes].some(({ cell }) => minds.shared.cells.get(cell.index) === shared)) {
    const { net } = claimsOf(minds, slot);
    net.set(shared, (net.get(shared) ?? 0) + amount);
  }
  if ((c.flags.data[slot]! & flag.inner) !== 0) noteNet(crowd.groups[c.outerGroup.data[slot]! - 1]!, c.outerSlot.data[slot]! - 1, shared, amount);
}

/** The records of all minds of a body, from this one outwards and inwards. */
function levels(minds: Minds, slot: number): readonly Claims[] {
  const found: Claims[] = [];
  const holder = holderOf(minds, slot);
  const collect = (each: Minds, at: number): void => {
    const claims = each.claims.get(at);
    if (claims !== undefined) found.push(claims);
    for (const inner of each.innerOf(at)) collect(inner.minds, inner.slot);
  };
  collect(holder.minds, holder.slot);
  return found;
}

/** Puts another need in place of a mind's, and claims what its body lacks for it. */
function claim(claims: Claims, need: ReadonlyMap<SharedCell, number>, force = false): boolean {
  const { minds, slot } = claims;
  const { shared: facts } = minds.crowd;
  const before = claims.need;
  claims.need = need;
  const total = totalNeed(levels(minds, slot));
  const place = holderOf(minds, slot);
  const holder = claimsOf(place.minds, place.slot);
  const more = [...total].map(([shared, amount]) => [shared, amount - (holder.booked.get(shared) ?? 0)] as const).filter(([, amount]) => amount > 0);
  if (!force && more.some(([shared, amount]) => amount > shared.value - shared.cell.min - shared.claimed)) {
    claims.need = before;
    return false;
  }
  if (more.length > 0 && holder.booked.size === 0) holder.serial = ++facts.serial;
  for (const [shared, amount] of more) {
    facts.book(shared, amount);
    holder.booked.set(shared, (holder.booked.get(shared) ?? 0) + amount);
  }
  facts.claimants.add(holder);
  if (more.length > 0 && minds.crowd.trace !== null) for (const [shared, amount] of more) minds.note(slot, traceLayer.plan, cellNumber(minds, shared), traceEvent.claimed, amount, 0);
  return true;
}

function cellNumber(minds: Minds, shared: SharedCell): number {
  return minds.shared.cellOf.get(shared)?.index ?? 0;
}

function totalNeed(of: readonly Claims[]): ReadonlyMap<SharedCell, number> {
  const total = new Map<SharedCell, number>();
  for (const { need } of of) for (const [shared, amount] of need) total.set(shared, Math.max(amount, total.get(shared) ?? 0));
  return total;
}

/** The end of the tick: what nobody of the body needs any more is free for others. */
export function giveBack(holder: Claims): void {
  const { minds, slot, booked } = holder;
  const total = totalNeed(levels(minds, slot));
  for (const [shared, amount] of booked) {
    const needed = total.get(shared) ?? 0;
    if (needed >= amount) continue;
    minds.crowd.shared.unbook(shared, amount - needed);
    setOrDelete(booked, shared, needed);
  }
  if (booked.size > 0) return;
  minds.crowd.shared.claimants.delete(holder);
  if (holder.net.size === 0 && holder.room.size === 0 && holder.need.size === 0) minds.claims.delete(slot);
}

/** What it claimed fell away: it is told before its next drive. */
export function refuse(holder: Claims, shared: SharedCell): void {
  const { minds, slot, booked } = holder;
  for (const level of levels(minds, slot)) level.need = nothing;
  for (const [each, amount] of booked) minds.crowd.shared.unbook(each, amount);
  booked.clear();
  minds.crowd.shared.claimants.delete(holder);
  minds.c.flags.data[slot]! |= flag.refused;
  minds.note(slot, traceLayer.plan, cellNumber(minds, shared), traceEvent.refused, 0, 0);
}

/** What the mind may take itself, it sees: its row of facts shows what is free, and what its body has claimed. */
export function showClaims(minds: Minds, slot: number): void {
  const holder = holderOf(minds, slot);
  const booked = holder.minds.claims.get(holder.slot)?.booked;
  if (booked === undefined) return;
  for (const [shared, amount] of booked) {
    const cell = minds.shared.cellOf.get(shared);
    if (cell !== undefined) writeCell(cell, minds.facts.data, slot * minds.words, Math.min(cell.max, shared.free + amount));
  }
}

/** The largest shortfall of the rest of the plan: what it will take before it makes as much itself. */
function shortfall(minds: Minds, slot: number, isBeginning: boolean): ReadonlyMap<SharedCell, number> {
  const { c, program } = minds;
  const net = minds.claims.get(slot)?.net;
  const runs = isBeginning || (c.flags.data[slot]! & flag.performing) !== 0;
  const at = c.planAt.data[slot]!;
  const sum = new Map<SharedCell, number>();
  const need = new Map<SharedCell, number>();
  for (let place = at; place < c.planLength.data[slot]!; place++) {
    const step = program.engine.task.step[minds.planned(slot, place)]!;
    const stock = program.changes.stock(step);
    if (stock === null || (stock.late && !(place === at && runs))) continue;
    for (const { cell, amount } of stock.takes) {
      const shared = minds.shared.cells.get(cell.index)!;
      const rest = place === at && runs ? Math.max(0, amount + Math.min(0, net?.get(shared) ?? 0)) : amount;
      const now = (sum.get(shared) ?? 0) - rest;
      sum.set(shared, now);
      if (-now > (need.get(shared) ?? 0)) need.set(shared, -now);
    }
    for (const { cell, amount } of stock.makes) {
      const shared = minds.shared.cells.get(cell.index)!;
      sum.set(shared, (sum.get(shared) ?? 0) + amount);
    }
  }
  return need;
}

function setOrDelete(map: Map<SharedCell, number>, shared: SharedCell, amount: number): void {
  if (amount > 0) map.set(shared, amount);
  else map.delete(shared);
}

/** What the running step has taken or made already, by fact: all that does not follow from the plan. Undefined for nothing. */
export function saveNet(minds: Minds, slot: number): Readonly<Record<string, number>> | undefined {
  const net = minds.claims.get(slot)?.net;
  return net === undefined || net.size === 0 ? undefined : Object.fromEntries([...net].map(([{ cell }, amount]) => [cell.text, amount]));
}

/** After a restore: what the plan needs is claimed again, also where there is not so much; see `SharedFacts.trim`. */
export function claimAgain(minds: Minds, slot: number, saved: Readonly<Record<string, number>> | undefined): void {
  const { c, program } = minds;
  if (!program.hasStock || c.planLength.data[slot] === 0 || (c.flags.data[slot]! & flag.alive) === 0) return;
  const claims = claimsOf(minds, slot);
  const performs = (c.flags.data[slot]! & flag.performing) !== 0;
  const step = program.engine.task.step[minds.planned(slot, Math.min(c.planAt.data[slot]!, c.planLength.data[slot]! - 1))]!;
  const stock = performs ? program.changes.stock(step) : null;
  for (const [fact, amount] of Object.entries(saved ?? {})) {
    const shared = [...minds.shared.cells.values()].find(({ cell }) => cell.text === fact);
    // No more than the step does.
    const most = shared === undefined ? 0 : [...(stock?.takes ?? []), ...(stock?.makes ?? [])].reduce((sum, each) => (minds.shared.cells.get(each.cell.index) === shared ? sum + each.amount : sum), 0);
    if (most > 0) claims.net.set(shared!, Math.max(-most, Math.min(most, amount)));
  }
  claim(claims, shortfall(minds, slot, false), true);
  if (stock !== null) claimRoom(minds, slot, stock);
}

/** The end of the tick: what is not needed any more is given back. */
export function settleClaims(shared: SharedFacts): void {
  for (const holder of shared.claimants) giveBack(holder);
}

/** Where less is there than was claimed, the latest claims fall away: the game has taken it, or a restore brought another world. */
export function trimClaims(shared: SharedFacts): void {
  if (shared.claimants.size === 0) return;
  for (const each of shared.all()) {
    while (each.claimed > each.value - each.cell.min) {
      let latest: Claims | undefined;
      for (const holder of shared.claimants) if (holder.booked.has(each) && (latest === undefined || holder.serial > latest.serial)) latest = holder;
      if (latest === undefined) break;
      refuse(latest, each);
    }
  }
}

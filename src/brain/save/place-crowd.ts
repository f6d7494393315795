import { isProblem, Problem } from '../../core/internal.js';
import { putListParams, resumeRow } from '../../hsm/internal.js';
import { restoreKeys } from '../../utility/internal.js';
import { trimClaims } from '../claims.js';
import { CrowdCore, type CrowdSettings, type Place } from '../crowd-core.js';
import { flag } from '../mind-columns.js';
import type { Minds, Notice } from '../minds.js';
import { cancelSearch } from '../performing.js';
import type { BrainProgram } from '../program.js';
import { findBound } from '../targets.js';
import { makeGroup } from '../wire.js';
import { bad } from './bad-save.js';
import { checkBody, type BodyOf } from './bodies.js';
import { bufferLayout, type OpenedCrowd, type SavedGroup, type SavedHead, type SavedNotice } from './crowd-buffer.js';
import { isAwaited, readDesk, restoreDesk } from './desk.js';
import type { Losses } from './losses.js';
import { fillTroubles, takeAgain } from './saved-troubles.js';
import type { SavedGoal, SavedStep } from './snapshot.js';
import { isSound } from './sound.js';

/**
 * Puts a saved crowd in place of what the core holds. It is built aside first and looked at as a whole: only then anything is changed.
 * Nothing is entered and nothing exited; `resume` runs for the states that go on.
 * @throws Problem when it is malformed, or of other brains; then nothing is changed. What `bodyOf` throws is thrown on
 */
export function placeCrowd(core: CrowdCore, opened: OpenedCrowd, brains: readonly BrainProgram[], bodyOf: BodyOf, losses: Losses): void {
  const { head } = opened;
  const programs = programsFor(core, head.groups, brains);
  const trial = asProblem(() => buildAside(opened, programs));
  const bodies = trial.map((minds) => (minds === undefined ? [] : Array.from({ length: minds.slots }, (_, slot) => (isAlive(minds, slot) ? bodyFor(trial, minds, slot, bodyOf) : undefined))));
  const known = core.groups.length;
  let groups: readonly (Minds | undefined)[];
  try {
    groups = programs.map((program) => program && core.group(program));
  } catch (error) {
    while (core.groups.length > known) core.removeGroup(core.groups[core.groups.length - 1]!);
    throw error;
  }
  // From here on nothing can fail.
  takeSettings(core, head.settings, losses);
  restoreDesk(core.desk, readDesk(core.desk, head.desk, 'restoreCrowd.desk'), core.groups);
  for (const minds of core.groups) minds.forgetAll();
  groups.forEach((minds, index) => minds && fillGroup(minds, trial[index]!, head.groups[index]!, groups, bodies[index]!, losses));
  restoreOrder(core.order, head.order.map((number) => groups[number]));
  core.shared.forgetClaims();
  core.places.clear();
  core.stations.clear();
  for (const [fact, value] of Object.entries(head.shared)) if (!core.shared.accepts(fact, value)) losses.lose('crowd', 'shared', fact, value);
  core.shared.restore(Object.fromEntries(Object.entries(head.shared).filter(([fact, value]) => core.shared.accepts(fact, value))), head.sharedVersion);
  core.tick = head.tick;
  core.time = head.time;
  core.spawned = head.spawned;
  core.sinceDetail = head.sinceDetail;
  core.used = true;
  // Also numbers that were given out since the save are not given out again.
  core.nextId = Math.max(core.nextId, head.spawned);
  for (const minds of groups) for (const slot of minds?.alive() ?? []) core.nextId = Math.max(core.nextId, minds!.c.id.data[slot]! + 1);
  core.resettle();
  groups.forEach((minds, index) => minds && head.groups[index]!.fingerprint !== minds.program.fingerprint && lookAgain(minds, losses));
  for (const minds of groups) if (minds !== undefined) resumeMinds(minds);
  takeAllAgain(core, head, groups);
}

/** Claims, places and stations follow from plans and steps; only their order was saved. What is claimed again is not news. */
function takeAllAgain(core: CrowdCore, head: SavedHead, groups: readonly (Minds | undefined)[]): void {
  groups.forEach((minds, index) => {
    const troubles = new Map(head.groups[index]!.troubles);
    for (let slot = 0; slot < (minds?.slots ?? 0); slot++) if (isAlive(minds!, slot)) takeAgain(minds!, slot, troubles.get(slot), true);
  });
  head.claimants.forEach(([group, slot], at) => {
    const claims = groups[group]?.claims.get(slot);
    if (claims !== undefined) claims.serial = at - head.claimants.length;
  });
  const places = new Map(head.line.map(([group, slot], at) => [`${group} ${slot}`, at]));
  const placeOf = ({ minds, slot }: Place): number => places.get(`${groups.indexOf(minds)} ${slot}`) ?? Infinity;
  core.stations.line.sort((one, other) => placeOf(one) - placeOf(other));
  core.shared.resume(head.sharedVersion);
  trimClaims(core.shared);
}

/** The saved crowd in a core of its own, its columns looking into the buffer. @throws Problem for what no crowd can be in */
function buildAside({ buffer, head, columnsAt }: OpenedCrowd, programs: readonly (BrainProgram | undefined)[]): readonly (Minds | undefined)[] {
  const core = new CrowdCore(makeGroup, { seed: 1, expansionsPerTick: 1 });
  const trial = programs.map((program) => program && core.group(program));
  let at = columnsAt;
  trial.forEach((minds, index) => {
    const group = head.groups[index]!;
    if (minds !== undefined) {
      if (bufferLayout(minds) !== group.layout) throw other(group.brain);
      if (minds.columns.byteLength(group.slots) !== group.bytes) throw bad('is not whole');
      minds.columns.lookInto(buffer, at, group.slots);
      minds.restoreSlots(group.slots, group.free);
      restoreKeys(minds.chooser, group.keys);
      putListParams(minds.states, group.lists);
      fillTroublesOf(minds, group);
      for (const [slot, key] of group.names) minds.keys.set(slot, key);
    }
    at += group.bytes;
  });
  const ids = new Set<number>();
  trial.forEach((minds, index) => {
    if (minds === undefined) return;
    const group = head.groups[index]!;
    const free = new Set(group.free);
    for (let slot = 0; slot < group.slots; slot++) {
      if (!isSound(minds, slot) || isAlive(minds, slot) === free.has(slot) || !isPlaced(minds, slot, trial, ids)) throw bad(`holds an impossible mind in row ${slot} of "${group.brain}"`, undefined, `restoreCrowd.groups[${index}]`);
    }
    for (const [slot] of [...group.notices, ...group.troubles, ...group.names]) if (!isAlive(minds, slot)) throw bad('knows something of a mind that is not there', undefined, `restoreCrowd.groups[${index}]`);
    for (const [slot] of group.notices) if ((minds.c.flags.data[slot]! & flag.events) === 0) throw bad('has events for a mind that waits for none', undefined, `restoreCrowd.groups[${index}].notices`);
  });
  checkSeats(trial, head);
  restoreDesk(core.desk, readDesk(core.desk, head.desk, 'restoreCrowd.desk'), core.groups);
  return trial;
}

/** A mind inside a step has one around it that performs; others have a number of their own. */
function isPlaced({ c }: Minds, slot: number, trial: readonly (Minds | undefined)[], ids: Set<number>): boolean {
  const flags = c.flags.data[slot]!;
  if ((flags & flag.alive) === 0) return true;
  const [group, place] = [c.outerGroup.data[slot]!, c.outerSlot.data[slot]!];
  if ((flags & flag.inner) === 0) return group === 0 && place === 0 && ids.size < ids.add(c.id.data[slot]!).size;
  const outer = trial[group - 1];
  return outer !== undefined && place >= 1 && place <= outer.slots && isAlive(outer, place - 1) && (outer.c.flags.data[place - 1]! & flag.performing) !== 0 && isRooted(outer, place - 1, trial, 16);
}

/** Minds inside minds end at one that is nobody's. */
function isRooted({ c }: Minds, slot: number, trial: readonly (Minds | undefined)[], left: number): boolean {
  if ((c.flags.data[slot]! & flag.inner) === 0) return true;
  const outer = trial[c.outerGroup.data[slot]! - 1];
  const place = c.outerSlot.data[slot]! - 1;
  return left > 0 && outer !== undefined && place >= 0 && place < outer.slots && isRooted(outer, place, trial, left - 1);
}

/** Every mind has a seat of its own at the desk; the others are free. So nobody can ask for more memory than the minds take. */
function checkSeats(trial: readonly (Minds | undefined)[], { desk }: SavedHead): void {
  const path = 'restoreCrowd.desk';
  const seats = desk as Partial<SavedHead['desk']>;
  if (!Array.isArray(seats.free) || typeof seats.seats !== 'number') throw bad('has no seats at its plan desk', undefined, path);
  const taken = new Set<unknown>(seats.free);
  if (taken.size !== seats.free.length) throw bad('has a seat that is free twice', undefined, path);
  for (const minds of trial) {
    for (let slot = 0; slot < (minds?.slots ?? 0); slot++) {
      if (!isAlive(minds!, slot)) continue;
      const seat = minds!.c.seat.data[slot]!;
      if (taken.has(seat)) throw bad('has two minds in one seat', undefined, path);
      taken.add(seat);
    }
  }
  if (taken.size !== seats.seats || ![...taken].every((seat) => Number.isInteger(seat) && (seat as number) >= 0 && (seat as number) < taken.size)) throw bad('has other seats than minds', undefined, path);
  const asking = [...(desk.service?.jobs ?? []).flatMap((job) => job?.clients ?? []).map((client) => client?.[0]), ...(desk.service?.answers ?? []).map((answer) => answer?.client)];
  if (!asking.every((seat) => taken.has(seat) && !seats.free!.includes(seat as never))) throw bad('has searches of minds that are not there', undefined, path);
}

/** A mind inside a step has the body of the one around it. */
function bodyFor(trial: readonly (Minds | undefined)[], minds: Minds, slot: number, bodyOf: BodyOf): unknown {
  const { c, keys, program } = minds;
  if ((c.flags.data[slot]! & flag.inner) !== 0) return bodyFor(trial, trial[c.outerGroup.data[slot]! - 1]!, c.outerSlot.data[slot]! - 1, bodyOf);
  const id = c.id.data[slot]!;
  return checkBody(bodyOf((keys.get(slot) ?? id) as never, program.name, id), keys.get(slot) ?? id, program.name);
}

/** The run goes on as the saved one would have: with its seed and budgets. */
export function takeSettings(core: CrowdCore, saved: SavedHead['settings'], losses: Losses): void {
  const settings: Record<string, number> = { ...core.settings };
  for (const name of Object.keys(settings)) {
    const value = saved[name as keyof CrowdSettings];
    if (value === undefined || (value ?? Infinity) === settings[name]) continue;
    losses.lose('crowd', 'setting', name, settings[name]);
    settings[name] = value ?? Infinity;
  }
  core.set(settings as unknown as CrowdSettings);
}

/** What steps cost or do is not what it was: whether plans still hold is asked anew. */
function lookAgain(minds: Minds, losses: Losses): void {
  const { c, crowd } = minds;
  for (let slot = 0; slot < minds.slots; slot++) {
    if (!isAlive(minds, slot)) continue;
    c.flags.data[slot]! |= flag.decide | flag.dirty | flag.news;
    if ((c.flags.data[slot]! & flag.waiting) === 0 || isAwaited(crowd.desk, c.seat.data[slot]!)) continue;
    losses.lose(`${minds.program.name} ${minds.keys.get(slot) ?? c.id.data[slot]!}`, 'search', minds.program.goals.text(c.requested.data[slot]! - 1));
    cancelSearch(minds, slot);
  }
}

function fillGroup(minds: Minds, trial: Minds, group: SavedGroup, groups: readonly (Minds | undefined)[], bodies: readonly unknown[], losses: Losses): void {
  minds.columns.grow(group.slots);
  minds.columns.all.forEach((column, index) => column.data.set(trial.columns.all[index]!.data.subarray(0, group.slots * column.width)));
  const outer = minds.c.outerGroup.data;
  for (let slot = 0; slot < group.slots; slot++) if (outer[slot] !== 0) outer[slot] = groups[outer[slot]! - 1]!.number + 1;
  minds.restoreSlots(group.slots, group.free);
  restoreKeys(minds.chooser, group.keys);
  putListParams(minds.states, group.lists);
  for (const [slot, notices] of group.notices) minds.notices.set(slot, readNotices(minds, slot, notices, losses));
  fillTroublesOf(minds, group);
  for (const [slot, key] of group.names) minds.keys.set(slot, key);
  for (const body of bodies) minds.bodies.push(body);
}

/** Data that only the process of the save knows is lost in another one, and its event with it. */
function readNotices({ crowd, program, keys, c }: Minds, slot: number, notices: readonly SavedNotice[], losses: Losses): Notice[] {
  return notices.flatMap(({ event, data, ref }) => {
    if (ref === undefined && program.eventNames.includes(event)) return [{ event, data }];
    if (ref !== undefined && crowd.references?.has(ref) === true) return [{ event, data: crowd.references.get(ref) }];
    losses.lose(`${program.name} ${keys.get(slot) ?? c.id.data[slot]!}`, 'event', event, data);
    return [];
  });
}

/** What is bound stands in the columns. @throws Problem for goals and steps that the brain does not have */
function fillTroublesOf(minds: Minds, { troubles }: SavedGroup): void {
  const { goals, engine } = minds.program;
  const names = {
    goal: (saved: SavedGoal): number => goals.number(saved, 'restoreCrowd'),
    step: (saved: SavedStep): number => engine.stepNumber(saved),
  };
  for (const [slot, saved] of troubles) fillTroubles(minds, slot, { ...saved, bound: undefined }, names);
}

/** The saved order; groups that came after the save tick behind those of it. */
function restoreOrder(order: Minds[], saved: readonly (Minds | undefined)[]): void {
  const first = saved.filter((minds) => minds !== undefined);
  const later = order.filter((minds) => !first.includes(minds));
  order.splice(0, order.length, ...first, ...later);
}

/**
 * The program of each saved group; none for one that has no minds and is not known any more.
 * @throws Problem for one that is missing, changed, or not to be told from another
 */
function programsFor(core: CrowdCore, groups: readonly SavedGroup[], brains: readonly BrainProgram[]): readonly (BrainProgram | undefined)[] {
  const here = core.groups.map((minds) => minds.program);
  const known = [...new Set([...here, ...withInner(brains)])];
  const taken = new Set<BrainProgram>();
  return groups.map((group, index) => {
    const namesakes = known.filter((each) => each.name === group.brain);
    const alike = namesakes.filter((each) => !taken.has(each) && layoutFits(each, group));
    const same = alike.filter((each) => each.fingerprint === group.fingerprint);
    const fit = same.length > 0 ? same : alike;
    const there = fit.includes(here[index]!) ? here[index] : undefined;
    if (there === undefined && fit.length > 1) throw new Problem('ambiguous-brain', `${fit.length} brains are named "${group.brain}" and look alike: which one has the saved minds is not to be told`, { path: 'restoreCrowd.brains', hint: 'give each brain a name of its own' });
    const program = there ?? fit[0];
    if (program !== undefined) taken.add(program);
    else if (group.free.length === group.slots) return undefined;
    else if (namesakes.length === 0) throw new Problem('unknown-brain', `the saved crowd has minds of brain "${group.brain}", which this crowd does not know`, { path: 'restoreCrowd.brains', hint: 'hand it in: restoreCrowd(bytes, { brains: [brain] })' });
    else throw other(group.brain);
    return program;
  });
}

const layouts = new WeakMap<BrainProgram, string>();

function layoutFits(program: BrainProgram, group: SavedGroup): boolean {
  let layout = layouts.get(program);
  if (layout === undefined) layouts.set(program, (layout = bufferLayout(new CrowdCore(makeGroup, { seed: 1, expansionsPerTick: 1 }).group(program))));
  return layout === group.layout;
}

function other(brain: string): Problem {
  return new Problem('other-brain', `brain "${brain}" changed since the crowd was saved: its minds are kept otherwise`, { path: 'restoreCrowd.brains', hint: "bytes are for the same brains; what outlives changes is saveCrowd(crowd, { as: 'json' })" });
}

function withInner(brains: readonly BrainProgram[]): readonly BrainProgram[] {
  return brains.flatMap((program) => [program, ...withInner(program.inner)]);
}

function isAlive(minds: Minds, slot: number): boolean {
  return (minds.c.flags.data[slot]! & flag.alive) !== 0;
}

/** Whatever a forged save makes an engine throw is a Problem to whoever restores it. */
function asProblem<Answer>(work: () => Answer): Answer {
  try {
    return work();
  } catch (cause) {
    if (isProblem(cause)) throw cause;
    throw new Problem('bad-save', 'the saved crowd cannot be read', { path: 'restoreCrowd', cause });
  }
}

/** After a whole crowd was restored: says who performs whose steps, and resumes the states that go on. */
function resumeMinds(minds: Minds): void {
  const { c, crowd, program, states } = minds;
  for (let slot = 0; slot < minds.slots; slot++) {
    const flags = c.flags.data[slot]!;
    if ((flags & flag.inner) !== 0) crowd.groups[c.outerGroup.data[slot]! - 1]?.addInner(c.outerSlot.data[slot]! - 1, minds, slot);
    findBound(minds, slot, minds.bodies[slot]);
    if ((flags & flag.performing) === 0) continue;
    const step = program.engine.task.step[minds.planned(slot, c.planAt.data[slot]!)]!;
    resumeRow(states, slot, minds.bodies[slot], program.engine.steps[step]!.params);
  }
}

import { describe, fingerprint, isPlainObject, Problem } from '../../core/internal.js';
import { saveNet, trimClaims } from '../claims.js';
import { checkTroubles } from './check-snapshot.js';
import { CrowdCore } from '../crowd-core.js';
import { flag } from '../mind-columns.js';
import type { Minds, Notice } from '../minds.js';
import { restoreDesk, saveDesk, type SavedDesk } from './desk.js';
import type { BrainProgram } from '../program.js';
import type { MindKey } from '../types.js';
import { makeGroup } from '../wire.js';
import { fillTroubles, saveTroubles, takeAgain } from './saved-troubles.js';
import type { SavedGoal, SavedStep, SavedTroubles } from './snapshot.js';
import { isSound } from './sound.js';
import { savedGoal } from './write-mind.js';
import { restoreKeys, saveKeys, type SavedKeys } from '../../utility/internal.js';

const magic = 0x474e474c;
const version = 1;
const headerBytes = 32;

/** What stands beside the columns of one group. */
interface SavedGroup {
  readonly brain: string;
  readonly fingerprint: string;
  /** Of the columns: equal ones have the same bytes at the same places. */
  readonly layout: string;
  readonly slots: number;
  readonly free: readonly number[];
  readonly keys: SavedKeys;
  readonly lists: Minds['states']['listParams'];
  readonly notices: readonly (readonly [slot: number, notices: readonly Notice[]])[];
  /** What went wrong for minds for which something did. */
  readonly troubles: readonly (readonly [slot: number, troubles: SavedTroubles])[];
  /** The game's own names for minds, by slot. */
  readonly names: readonly (readonly [slot: number, key: MindKey])[];
}

/** What stands beside the columns of the crowd. */
interface SavedCrowd {
  readonly tick: number;
  readonly time: number;
  readonly spawned: number;
  readonly sinceDetail: number;
  readonly shared: Readonly<Record<string, boolean | number | string>>;
  /** Which state of the shared facts that is; what each mind has seen of it stands in its columns. */
  readonly sharedVersion: number;
  readonly groups: readonly SavedGroup[];
  /** The groups in the order in which they tick. */
  readonly order: readonly number[];
  readonly desk: SavedDesk;
  /** Those who have claimed something, the first one first, and those in line for stations: group and slot. */
  readonly claimants: readonly (readonly [group: number, slot: number])[];
  readonly line: readonly (readonly [group: number, slot: number])[];
}

/**
 * A whole crowd as one block of bytes: magic, version, the fingerprint of the head (two words), the length of the head and of all, a check
 * sum of all that follows, and a word of nothing; the head, JSON as UTF-16; then the columns of every brain's minds. Bodies are not in it.
 *
 * @param into a buffer to write over, if it has the right length
 */
export function writeCrowd(core: CrowdCore, into: ArrayBuffer | undefined): ArrayBuffer {
  const head = JSON.stringify(headOf(core));
  const columnsAt = headerBytes + padded(head.length * 2);
  const length = core.groups.reduce((sum, minds) => sum + minds.columns.byteLength(minds.slots), columnsAt);
  // Fresh memory costs more than the copying: a ring of buffers, used again and again, makes rollback cheap.
  const buffer = into !== undefined && into.byteLength === length ? into : new ArrayBuffer(length);
  const units = new Uint16Array(buffer, headerBytes, head.length);
  for (let index = 0; index < head.length; index++) units[index] = head.charCodeAt(index);
  let at = columnsAt;
  for (const minds of core.groups) at = minds.columns.write(buffer, at, minds.slots);
  new Uint32Array(buffer, 0, 8).set([magic, version, ...hashWords(head), head.length, length, checkSum(buffer), 0]);
  return buffer;
}

/**
 * Puts a saved crowd in place of what the core holds. Nothing is entered and nothing exited; `resume` runs for the states that go on.
 * @throws Problem when the block is not whole, malformed, or of other brains; then nothing is changed
 */
export function readCrowd(core: CrowdCore, bytes: ArrayBuffer | Uint8Array, brains: readonly BrainProgram[], bodyOf: (id: number, brain: string) => unknown): void {
  const buffer = wholeBuffer(bytes);
  const head = readHead(buffer);
  const programs = programsFor(core, head.groups, brains);
  programs.forEach((program, index) => {
    const present = core.groups[index];
    if (present !== undefined && present.program !== program) throw bad(`lists brain "${program.name}" at another place than this crowd does`, 'restore it into a crowd that has no minds yet');
  });
  const trial = readColumns(buffer, head, programs);
  const bodies = trial.map((minds) => Array.from({ length: minds.slots }, (_, slot) => (isAlive(minds, slot) ? bodyFor(minds, slot, bodyOf) : undefined)));
  const groups = programs.map((program) => core.group(program));
  // From here on nothing can fail.
  restoreDesk(core.desk, head.desk, groups);
  for (const minds of core.groups) minds.forgetAll();
  groups.forEach((minds, index) => fillGroup(minds, trial[index]!, head.groups[index]!, bodies[index]!));
  restoreOrder(core.order, head.order.map((number) => groups[number]!));
  core.shared.restore(head.shared);
  core.places.clear();
  core.stations.clear();
  core.tick = head.tick;
  core.time = head.time;
  core.spawned = head.spawned;
  // Also numbers that were given out since the save are not given out again.
  core.nextId = groups.reduce((most, minds) => [...minds.alive()].reduce((next, slot) => Math.max(next, minds.c.id.data[slot]! + 1), most), Math.max(core.nextId, head.spawned));
  core.sinceDetail = head.sinceDetail;
  core.resettle();
  for (const minds of groups) minds.resume();
  groups.forEach((minds, index) => {
    const troubles = new Map(head.groups[index]!.troubles);
    for (let slot = 0; slot < minds.slots; slot++) if (isAlive(minds, slot)) takeAgain(minds, slot, troubles.get(slot), true);
  });
  head.claimants.forEach(([group, slot], at) => {
    const claims = groups[group]?.claims.get(slot);
    if (claims !== undefined) claims.serial = at - head.claimants.length;
  });
  const places = new Map(head.line.map(([group, slot], at) => [`${group} ${slot}`, at]));
  core.stations.line.sort((one, other) => (places.get(`${one.minds.number} ${one.slot}`) ?? Infinity) - (places.get(`${other.minds.number} ${other.slot}`) ?? Infinity));
  // What was claimed is not news.
  core.shared.resume(head.sharedVersion);
  trimClaims(core.shared);
}

/** A view, such as Node's `readFileSync` gives, may be a part of a larger buffer. */
function wholeBuffer(bytes: ArrayBuffer | Uint8Array): ArrayBuffer {
  if (!ArrayBuffer.isView(bytes)) return bytes;
  if (bytes.byteLength === 0) throw bad('is no saved crowd', 'it is a view of nothing: was its buffer handed over to someone else?');
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

/** A body that nobody knows would throw in every callback: that is said now. */
function bodyFor(minds: Minds, slot: number, bodyOf: (id: number, brain: string) => unknown): unknown {
  const id = minds.c.id.data[slot]!;
  const body = bodyOf(id, minds.program.name);
  if (body === undefined) throw new Problem('no-body', `bodyOf knows no body of mind ${id}, of brain "${minds.program.name}"`, { path: 'restoreCrowd', hint: 'answer the body that this mind had' });
  return body;
}

/** Slots of which more is to be said than stands in columns. */
function troubled(minds: Minds): readonly number[] {
  return Array.from({ length: minds.slots }, (_, slot) => slot).filter((slot) => minds.troubles.has(slot) || saveNet(minds, slot) !== undefined);
}

function headOf(core: CrowdCore): SavedCrowd {
  return {
    tick: core.tick,
    time: core.time,
    spawned: core.spawned,
    sinceDetail: core.sinceDetail,
    shared: Object.fromEntries(core.shared.entries()),
    sharedVersion: core.shared.version,
    groups: core.groups.map((minds) => ({
      brain: minds.program.name,
      fingerprint: minds.program.fingerprint,
      layout: fingerprint(minds.columns.layout),
      ...minds.saveSlots(),
      keys: saveKeys(minds.chooser),
      lists: minds.states.listParams,
      notices: [...minds.notices],
      troubles: troubled(minds).map((slot) => [slot, saveTroubles(minds, slot, (goal) => savedGoal(minds.program, goal))] as const),
      names: [...minds.keys],
    })),
    order: core.order.map((minds) => minds.number),
    desk: saveDesk(core.desk),
    claimants: [...core.shared.claimants].filter(({ booked }) => booked.size > 0).sort((one, other) => one.serial - other.serial).map(({ minds, slot }) => [minds.number, slot] as const),
    line: core.stations.line.map(({ minds, slot }) => [minds.number, slot] as const),
  };
}

function readHead(buffer: ArrayBuffer): SavedCrowd {
  if (Object.prototype.toString.call(buffer) !== '[object ArrayBuffer]' || buffer.byteLength < headerBytes) throw bad('is no saved crowd', 'hand in what saveCrowd(crowd) gave');
  const [mark, format, one, two, units, length, sum] = new Uint32Array(buffer, 0, 8);
  if (mark !== magic) throw bad('is no saved crowd', 'hand in what saveCrowd(crowd) gave');
  if (format !== version) throw bad(`is version ${format}`, `this library reads version ${version}`);
  if (length !== buffer.byteLength || headerBytes + padded(units! * 2) > length) throw bad('is not whole', `${length} bytes were saved, ${buffer.byteLength} are there`);
  if (sum !== checkSum(buffer)) throw bad('was damaged', 'it does not have the check sum it should have');
  const chunks: string[] = [];
  const view = new Uint16Array(buffer, headerBytes, units);
  // In pieces: a function takes only so many arguments.
  for (let at = 0; at < view.length; at += 8192) chunks.push(String.fromCharCode(...view.subarray(at, at + 8192)));
  const text = chunks.join('');
  const words = hashWords(text);
  if (words[0] !== one || words[1] !== two) throw bad('was damaged', 'its head does not have the fingerprint it should have');
  let head: unknown;
  try {
    head = JSON.parse(text);
  } catch (cause) {
    throw new Problem('bad-save', 'the head of the saved crowd is not JSON', { path: 'restoreCrowd', cause });
  }
  const fits = isPlainObject(head) && Array.isArray(head['groups']) && head['groups'].every((group) => isPlainObject(group) && typeof group['brain'] === 'string' && isCount(group['slots']) && Array.isArray(group['free']) && Array.isArray(group['notices']) && Array.isArray(group['troubles']) && Array.isArray(group['names'])) && isOrder(head['order'], head['groups'].length) && isPlainObject(head['desk']) && ['claimants', 'line'].every((name) => isPlaces(head[name])) && isPlainObject(head['shared']) && ['tick', 'time', 'spawned', 'sinceDetail', 'sharedVersion'].every((name) => typeof (head)[name] === 'number');
  if (!fits) throw bad('has a head of another form', `got ${describe(head)}`);
  return head as SavedCrowd;
}

function isPlaces(value: unknown): boolean {
  return Array.isArray(value) && value.every((place) => Array.isArray(place) && place.length === 2 && place.every(isCount));
}

/** True for the numbers from 0 up to `count`, each once. */
function isOrder(value: unknown, count: number): boolean {
  return Array.isArray(value) && value.length === count && value.every((number) => isCount(number) && number < count) && new Set(value).size === count;
}

/** The saved order; groups that came after the save tick behind those of it. */
function restoreOrder(order: Minds[], saved: readonly Minds[]): void {
  const later = order.filter((minds) => !saved.includes(minds));
  order.splice(0, order.length, ...saved, ...later);
}

/** The program of each saved group. Of several that are alike the ones in the same places are taken, and none twice. */
function programsFor(core: CrowdCore, groups: readonly SavedGroup[], brains: readonly BrainProgram[]): readonly BrainProgram[] {
  const known = [...core.groups.map((minds) => minds.program), ...withInner(brains)];
  const taken: BrainProgram[] = [];
  for (const group of groups) taken.push(programFor(group, [known[taken.length], ...known].filter((each) => each !== undefined && !taken.includes(each)) as BrainProgram[], known));
  return taken;
}

function withInner(brains: readonly BrainProgram[]): readonly BrainProgram[] {
  return brains.flatMap((program) => [program, ...withInner(program.inner)]);
}

function programFor(group: SavedGroup, free: readonly BrainProgram[], known: readonly BrainProgram[]): BrainProgram {
  const program = free.find((each) => each.fingerprint === group.fingerprint && each.name === group.brain);
  if (program !== undefined) return program;
  const namesake = known.find((each) => each.name === group.brain);
  if (namesake === undefined) throw new Problem('unknown-brain', `the saved crowd has minds of brain "${group.brain}", which this crowd does not know`, { path: 'restoreCrowd', hint: 'hand it in: restoreCrowd(bytes, { brains: [brain] })' });
  throw new Problem('other-brain', `brain "${group.brain}" changed since the crowd was saved`, { path: 'restoreCrowd', hint: 'save minds one by one with saveMind(mind) and restore them with "nearest", or swap brains in the live crowd' });
}

/** Groups of their own that look into the buffer, checked row by row. */
function readColumns(buffer: ArrayBuffer, head: SavedCrowd, programs: readonly BrainProgram[]): readonly Minds[] {
  const core = new CrowdCore(makeGroup, { seed: 1, expansionsPerTick: 1 });
  let at = headerBytes + padded(new Uint32Array(buffer, 0, 6)[4]! * 2);
  const read = programs.map((program, index) => {
    const group = head.groups[index]!;
    const minds = makeGroup(program, core);
    if (fingerprint(minds.columns.layout) !== group.layout) throw bad(`keeps the minds of "${program.name}" in other columns`, 'the brain has other options, or it was saved by another version of the library: save minds one by one with saveMind(mind) and restore them with "nearest"');
    if (group.slots * minds.columns.bytesPerSlot > buffer.byteLength) throw bad('is not whole', undefined);
    if (at + minds.columns.byteLength(group.slots) > buffer.byteLength) throw bad('is not whole', undefined);
    at = minds.columns.lookInto(buffer, at, group.slots);
    minds.restoreSlots(group.slots, group.free);
    checkTroublesOf(minds, group);
    for (let slot = 0; slot < group.slots; slot++) if (!isSound(minds, slot)) throw bad(`holds an impossible mind in row ${slot} of "${program.name}"`, undefined);
    return minds;
  });
  for (const [fact, value] of Object.entries(head.shared)) if (core.shared.has(fact)) core.shared.check(fact, value);
  return read;
}

/** Names that mean nothing are refused before anything is changed. */
function checkTroublesOf(minds: Minds, { troubles, slots }: SavedGroup): void {
  for (const entry of troubles as readonly unknown[]) {
    if (!Array.isArray(entry) || !isCount(entry[0]) || (entry[0] as number) >= slots) throw bad('tells of the troubles of a mind that it does not have', undefined);
    checkTroubles(entry[1], 'crowd.restore');
    // What is bound stands in the columns, which lie in the buffer itself.
    fillTroubles(minds, entry[0] as number, { ...(entry[1] as SavedTroubles), bound: undefined }, namesIn(minds.program));
  }
}

function namesIn({ goals, engine }: BrainProgram): { goal(saved: SavedGoal): number; step(saved: SavedStep): number } {
  return { goal: (saved) => goals.number(saved, 'crowd.restore'), step: (saved) => engine.stepNumber(saved) };
}

function fillGroup(minds: Minds, trial: Minds, group: SavedGroup, bodies: readonly unknown[]): void {
  minds.columns.grow(group.slots);
  minds.columns.all.forEach((column, index) => column.data.set(trial.columns.all[index]!.data.subarray(0, group.slots * column.width)));
  minds.restoreSlots(group.slots, group.free);
  restoreKeys(minds.chooser, group.keys);
  minds.states.listParams = group.lists;
  for (const [slot, notices] of group.notices) minds.notices.set(slot, [...notices]);
  for (const [slot, troubles] of group.troubles) fillTroubles(minds, slot, { ...troubles, bound: undefined }, namesIn(minds.program));
  for (const [slot, key] of group.names) minds.keys.set(slot, key);
  for (const body of bodies) minds.bodies.push(body);
}

function isAlive(minds: Minds, slot: number): boolean {
  return (minds.c.flags.data[slot]! & flag.alive) !== 0;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 0x1000000;
}

/** Changes with every single word that changes, since each turn can be undone. */
function checkSum(buffer: ArrayBuffer): number {
  const words = new Uint32Array(buffer, headerBytes, (buffer.byteLength - headerBytes) >>> 2);
  let sum = words.length;
  for (let at = 0; at < words.length; at++) {
    sum = Math.imul(sum ^ words[at]!, 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

function hashWords(text: string): [number, number] {
  const digits = fingerprint(text);
  return [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(8), 16)];
}

function padded(bytes: number): number {
  return (bytes + 7) & ~7;
}

function bad(what: string, hint: string | undefined): Problem {
  return new Problem('bad-save', `the buffer ${what}`, { path: 'restoreCrowd', ...(hint === undefined ? {} : { hint }) });
}

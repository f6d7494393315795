import { fingerprint } from '../../core/internal.js';
import type { CrowdCore, CrowdSettings } from '../crowd-core.js';
import { unsaveable } from '../event-data.js';
import type { Minds, Notice } from '../minds.js';
import { saveNet } from '../claims.js';
import type { MindKey } from '../types.js';
import { bad } from './bad-save.js';
import { saveDesk, type SavedDesk } from './desk.js';
import { layoutOf } from './layout.js';
import { checkHead } from './check-head.js';
import { saveTroubles } from './saved-troubles.js';
import type { SavedTroubles } from './snapshot.js';
import { savedGoal } from './write-mind.js';
import { saveKeys, type SavedKeys } from '../../utility/internal.js';
import { listParams, type ListParams } from '../../hsm/internal.js';

export const magic = 0x474e474c;
export const version = 2;
const headerBytes = 32;

/** An event on its way; its data may be one that only this process knows. */
export type SavedNotice = { readonly event: string; readonly data?: unknown; readonly ref?: number };

/** What stands beside the columns of one group. */
export interface SavedGroup {
  readonly brain: string;
  readonly fingerprint: string;
  /** Of the columns and of what their numbers mean: equal ones have the same bytes at the same places. */
  readonly layout: string;
  /** Bytes of all its columns. */
  readonly bytes: number;
  readonly slots: number;
  readonly free: readonly number[];
  readonly keys: SavedKeys;
  readonly lists: ListParams;
  readonly notices: readonly (readonly [slot: number, notices: readonly SavedNotice[]])[];
  readonly troubles: readonly (readonly [slot: number, troubles: SavedTroubles])[];
  /** The game's own names for minds, by slot. */
  readonly names: readonly (readonly [slot: number, key: MindKey])[];
}

/** Where a mind lives. */
export type SavedPlace = readonly [group: number, slot: number];

/** What stands beside the columns of the crowd. */
export interface SavedHead {
  readonly settings: Readonly<Record<keyof CrowdSettings, number | null>>;
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
  readonly claimants: readonly SavedPlace[];
  readonly line: readonly SavedPlace[];
}

/**
 * A whole crowd as one block of bytes: magic, version, the fingerprint of the head (two words), the length of the head and of all, a check
 * sum of all that follows, and a word of nothing; the head, JSON as UTF-16; then the columns of every brain's minds. Bodies are not in it.
 *
 * @param into a buffer to write over, if it has the right length
 */
export function writeCrowd(core: CrowdCore, into?: ArrayBuffer): ArrayBuffer {
  const head = JSON.stringify(headOf(core));
  const columnsAt = headerBytes + padded(head.length * 2);
  const length = core.groups.reduce((sum, minds) => sum + minds.columns.byteLength(minds.slots), columnsAt);
  // Fresh memory costs more than the copying: a ring of buffers, used again and again, makes rollback cheap.
  const buffer = into !== undefined && into.byteLength === length ? into : new ArrayBuffer(length);
  const units = new Uint16Array(buffer, headerBytes, padded(head.length * 2) / 2);
  for (let index = 0; index < head.length; index++) units[index] = head.charCodeAt(index);
  units.fill(0, head.length);
  let at = columnsAt;
  for (const minds of core.groups) at = minds.columns.write(buffer, at, minds.slots);
  new Uint32Array(buffer, 0, 8).set([magic, version, ...hashWords(head), head.length, length, checkSum(buffer), 0]);
  return buffer;
}

/** Settings as JSON keeps them. */
export function savedSettings(settings: CrowdSettings): SavedHead['settings'] {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value === Infinity ? null : (value as number)])) as SavedHead['settings'];
}

/** Slots of which more is to be said than stands in columns. */
function troubled(minds: Minds): readonly number[] {
  return Array.from({ length: minds.slots }, (_, slot) => slot).filter((slot) => minds.troubles.has(slot) || saveNet(minds, slot) !== undefined);
}

/** What stands beside the columns. */
export function headOf(core: CrowdCore): SavedHead {
  const bySlot = <T>(map: ReadonlyMap<number, T>): readonly (readonly [number, T])[] => [...map].sort(([one], [other]) => one - other);
  return {
    settings: savedSettings(core.settings),
    tick: core.tick,
    time: core.time,
    spawned: core.spawned,
    sinceDetail: core.sinceDetail,
    shared: Object.fromEntries(core.shared.entries()),
    sharedVersion: core.shared.version,
    groups: core.groups.map((minds) => ({
      brain: minds.program.name,
      fingerprint: minds.program.fingerprint,
      layout: bufferLayout(minds),
      bytes: minds.columns.byteLength(minds.slots),
      ...minds.saveSlots(),
      keys: saveKeys(minds.chooser),
      lists: listParams(minds.states),
      notices: bySlot(minds.notices).map(([slot, notices]) => [slot, notices.map((notice) => writeNotice(core, notice))] as const),
      troubles: troubled(minds).map((slot) => [slot, saveTroubles(minds, slot, (goal) => savedGoal(minds.program, goal))] as const),
      names: bySlot(minds.keys),
    })),
    order: core.order.map((minds) => minds.number),
    desk: saveDesk(core.desk),
    claimants: [...core.shared.claimants].filter(({ booked }) => booked.size > 0).sort((one, other) => one.serial - other.serial).map(({ minds, slot }) => [minds.number, slot] as const),
    line: core.stations.line.map(({ minds, slot }) => [minds.number, slot] as const),
  };
}

/** References that are kept: those of the last saves. */
const mostReferences = 4096;

function writeNotice({ references }: CrowdCore, { event, data }: Notice): SavedNotice {
  if (references === null || unsaveable(data) === undefined) return data === undefined ? { event } : { event, data };
  for (const [ref, known] of references) if (known === data) return { event, ref };
  const last = [...references.keys()].at(-1) ?? -1;
  references.set(last + 1, data);
  if (references.size > mostReferences) references.delete(references.keys().next().value!);
  return { event, ref: last + 1 };
}

/** A fingerprint of a group's columns and of what their numbers mean. */
export function bufferLayout({ columns, program }: Minds): string {
  return fingerprint(`${columns.layout} ${layoutOf(program)}`);
}

/** A saved crowd taken apart. */
export interface OpenedCrowd {
  readonly buffer: ArrayBuffer;
  readonly head: SavedHead;
  /** Where the columns begin. */
  readonly columnsAt: number;
}

/** Takes a block of bytes apart and looks at its head. @throws Problem `bad-save` */
export function openCrowd(bytes: ArrayBuffer | Uint8Array): OpenedCrowd {
  const buffer = wholeBuffer(bytes);
  if (buffer === undefined || buffer.byteLength < headerBytes) throw bad('is no saved crowd', 'hand in what saveCrowd(crowd) gave');
  const [mark, format, one, two, units, length, sum] = new Uint32Array(buffer, 0, 8);
  if (mark !== magic) throw bad('is no saved crowd', 'hand in what saveCrowd(crowd) gave');
  if (format !== version) throw bad(`is version ${format}`, `this library reads version ${version}`);
  const columnsAt = headerBytes + padded(units! * 2);
  if (length !== buffer.byteLength || units! * 2 > length || columnsAt > length) throw bad('is not whole', `${length} bytes were saved, ${buffer.byteLength} are there`);
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
  } catch {
    throw bad('has a head that is not JSON');
  }
  return { buffer, head: checkHead(head, buffer.byteLength - columnsAt), columnsAt };
}

/** A view, such as Node's `readFileSync` gives, may be a part of a larger buffer; memory that others write to is copied. */
function wholeBuffer(bytes: unknown): ArrayBuffer | undefined {
  if (Object.prototype.toString.call(bytes) === '[object ArrayBuffer]') return bytes as ArrayBuffer;
  const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Object.prototype.toString.call(bytes) === '[object SharedArrayBuffer]' ? new Uint8Array(bytes as SharedArrayBuffer) : undefined;
  if (view === undefined) return undefined;
  if (view.byteLength === 0) throw bad('is no saved crowd', 'it is a view of nothing: was its buffer handed over to someone else?');
  const copy = new Uint8Array(view.byteLength);
  copy.set(view);
  return copy.buffer;
}

/** Changes with every single word that changes, since each turn can be undone. */
export function checkSum(buffer: ArrayBuffer): number {
  const words = new Uint32Array(buffer, headerBytes, (buffer.byteLength - headerBytes) >>> 2);
  let sum = words.length;
  for (let at = 0; at < words.length; at++) {
    sum = Math.imul(sum ^ words[at]!, 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

/** The fingerprint of a text as two words. */
export function hashWords(text: string): [number, number] {
  const digits = fingerprint(text);
  return [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(8), 16)];
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

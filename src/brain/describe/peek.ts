import { fingerprint, isPlainObject, Problem, type ColumnKind } from '../../core/internal.js';
import type { BrainDescription } from './types.js';
import { CrowdView, type MindGroup } from './view.js';

const magic = 0x474e474c;
const version = 1;
const headerBytes = 32;
const bytesOf = { u8: 1, u16: 2, u32: 4, i32: 4, f32: 4, f64: 8 } as const;

interface Head {
  readonly tick: number;
  readonly time: number;
  readonly groups: readonly { readonly brain: string; readonly fingerprint: string; readonly layout: string; readonly slots: number; readonly names?: readonly (readonly [number, string | number])[] }[];
}

/**
 * Looks into a saved crowd: what every mind wanted, planned, did and believed. Nothing of the game runs and nothing is restored, so it may be
 * done for every frame of a recording.
 *
 * @param saved what `saveCrowd` gave
 * @param brains what `describe` gave of the brains in it
 * @throws Problem when it is no saved crowd, not whole, or has minds of a brain that is not among those
 */
export function peek(saved: ArrayBuffer | Uint8Array, brains: readonly BrainDescription[]): CrowdView {
  const buffer = ArrayBuffer.isView(saved) ? (saved.buffer.slice(saved.byteOffset, saved.byteOffset + saved.byteLength) as ArrayBuffer) : saved;
  const { head, columnsAt } = readHead(buffer);
  let at = columnsAt;
  const groups = head.groups.map((group): MindGroup => {
    const brain = brains.find((each) => each.name === group.brain && each.fingerprint === group.fingerprint && layoutOf(each) === group.layout);
    if (brain === undefined) throw new Problem('unknown-brain', `the saved crowd has minds of brain "${group.brain}", which is not described`, { path: 'peek', hint: 'hand in describe(brain) as it was when the crowd was saved' });
    const columns = new Map(
      brain.columns.map(({ name, kind, width }) => {
        const length = width * group.slots;
        const bytes = padded(length * bytesOf[kind]);
        if (at + bytes > buffer.byteLength) throw bad('is not whole');
        const view = viewOf(kind, buffer, at, length);
        at += bytes;
        return [name, view] as const;
      }),
    );
    return { brain, slots: group.slots, columns, keys: new Map(group.names) };
  });
  return new CrowdView(head.tick, head.time, groups);
}

function readHead(buffer: ArrayBuffer): { readonly head: Head; readonly columnsAt: number } {
  if (buffer.byteLength < headerBytes) throw bad('is no saved crowd');
  const words = new Uint32Array(buffer, 0, 8);
  const units = words[4]!;
  if (words[0] !== magic) throw bad('is no saved crowd');
  if (words[1] !== version) throw bad(`is version ${words[1]}`);
  const columnsAt = headerBytes + padded(units * 2);
  if (words[5] !== buffer.byteLength || columnsAt > buffer.byteLength) throw bad('is not whole');
  const text = new Uint16Array(buffer, headerBytes, units);
  const parts: string[] = [];
  // In pieces: a function takes only so many arguments.
  for (let at = 0; at < units; at += 8192) parts.push(String.fromCharCode(...text.subarray(at, at + 8192)));
  const head = parsed(parts.join(''));
  const fits = isPlainObject(head) && typeof head['tick'] === 'number' && typeof head['time'] === 'number' && Array.isArray(head['groups']) && head['groups'].every((group) => isPlainObject(group) && typeof group['brain'] === 'string' && isCount(group['slots']));
  if (!fits) throw bad('has a head of another form');
  return { head: head as unknown as Head, columnsAt };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad('has a head that is not JSON');
  }
}

const layouts = new WeakMap<BrainDescription, string>();

/** As the saved crowd names the layout of its columns. */
function layoutOf(brain: BrainDescription): string {
  let layout = layouts.get(brain);
  if (layout === undefined) {
    layout = fingerprint(brain.columns.map((column) => `${column.name}:${column.kind}x${column.width}`).join(' '));
    layouts.set(brain, layout);
  }
  return layout;
}

function viewOf(kind: ColumnKind, buffer: ArrayBuffer, at: number, length: number): Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array {
  switch (kind) {
    case 'u8':
      return new Uint8Array(buffer, at, length);
    case 'u16':
      return new Uint16Array(buffer, at, length);
    case 'u32':
      return new Uint32Array(buffer, at, length);
    case 'i32':
      return new Int32Array(buffer, at, length);
    case 'f32':
      return new Float32Array(buffer, at, length);
    case 'f64':
      return new Float64Array(buffer, at, length);
  }
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 0x1000000;
}

function padded(bytes: number): number {
  return (bytes + 7) & ~7;
}

function bad(what: string): Problem {
  return new Problem('bad-save', `the buffer ${what}`, { path: 'peek' });
}

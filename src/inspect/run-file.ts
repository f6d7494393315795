import { isPlainObject, Problem } from '../core/internal.js';
import { peek, type BrainDescription, type CrowdView } from '../brain/internal.js';
import type { Scores } from './protocol.js';

/** What stands first in a recording. */
export const runFormat = 'ganglion.run/1';
/** A recording larger than this, unpacked, is refused. */
const mostBytes = 512e6;
/** Frames between two that stand whole. */
const wholeEvery = 64;

export interface RunFrame {
  readonly tick: number;
  readonly time: number;
  /** A saved crowd. */
  readonly bytes: Uint8Array;
  readonly scores: Scores;
}

/** A recording, unpacked. */
export interface Run {
  readonly brains: readonly BrainDescription[];
  readonly frames: readonly RunFrame[];
  /** Trace records, eight numbers each. */
  readonly trace: Int32Array;
  /** Number of the first of them: causes name each other by number. */
  readonly traceFirst: number;
  readonly marks: readonly { readonly tick: number; readonly text: string }[];
  readonly errors: readonly { readonly tick: number; readonly mind: number; readonly path: string; readonly text: string }[];
}

interface WrittenFrame {
  readonly tick: number;
  readonly time: number;
  /** Base 64: the frame as it is, or what differs from the one before. */
  readonly whole?: string;
  readonly xor?: string;
  /** Only minds whose scores differ from those of the frame before. */
  readonly scores?: Scores;
}

/** Packs a recording: JSON, gzipped. A frame is what differs from the one before it, which is mostly nothing. */
export async function writeRun({ brains, frames, trace, traceFirst, marks, errors }: Run): Promise<Uint8Array> {
  let before: RunFrame | undefined;
  const written = frames.map((frame, at): WrittenFrame => {
    const { tick, time, bytes } = frame;
    const last = before;
    before = frame;
    const scores = at === 0 || last === undefined ? frame.scores : changedScores(last.scores, frame.scores);
    const rest = { tick, time, ...(Object.keys(scores).length > 0 && { scores }) };
    return last === undefined || at % wholeEvery === 0 || last.bytes.length !== bytes.length ? { ...rest, whole: toBase64(bytes) } : { ...rest, xor: toBase64(differing(last.bytes, bytes)) };
  });
  const text = JSON.stringify({ format: runFormat, brains, traceFirst, trace: toBase64(new Uint8Array(trace.buffer, trace.byteOffset, trace.byteLength)), frames: written, marks, errors });
  return pass(new TextEncoder().encode(text), new CompressionStream('gzip'));
}

/** Unpacks a recording, gzipped or not. It is data: nothing in it is run. @throws Problem for what is no recording */
export async function readRun(given: Uint8Array): Promise<Run> {
  const bytes = given[0] === 0x1f && given[1] === 0x8b ? await pass(given, new DecompressionStream('gzip')) : given;
  if (bytes.length > mostBytes) throw bad('is too large');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw bad('is no JSON');
  }
  if (!isPlainObject(value) || value['format'] !== runFormat) throw bad(`is none: its format is not ${runFormat}`);
  const { brains, frames, trace, traceFirst = 0, marks = [], errors = [] } = value as { readonly [key: string]: unknown };
  if (![brains, frames, marks, errors].every(Array.isArray) || typeof trace !== 'string' || typeof traceFirst !== 'number' || !(brains as readonly unknown[]).every(isBrain) || !(frames as readonly unknown[]).every(isFrame)) throw bad('has another form');
  const words = fromBase64(trace);
  return { brains: brains as Run['brains'], frames: unpackFrames(frames as readonly WrittenFrame[]), trace: new Int32Array(words.buffer, 0, words.length >> 2), traceFirst, marks: marks as Run['marks'], errors: errors as Run['errors'] };
}

function isBrain(value: unknown): boolean {
  return isPlainObject(value) && typeof value['name'] === 'string' && typeof value['fingerprint'] === 'string' && ['goals', 'steps', 'ways', 'facts', 'options', 'tree', 'states', 'transitions', 'columns', 'actions', 'events'].every((part) => Array.isArray(value[part]));
}

function isFrame(value: unknown): boolean {
  return isPlainObject(value) && typeof value['tick'] === 'number' && typeof value['time'] === 'number' && (typeof value['whole'] === 'string') !== (typeof value['xor'] === 'string');
}

function unpackFrames(frames: readonly WrittenFrame[]): readonly RunFrame[] {
  let bytes = new Uint8Array();
  let scores: Scores = {};
  let total = 0;
  return frames.map((frame) => {
    if (frame.whole === undefined) {
      const change = fromBase64(frame.xor!);
      if (change.length !== bytes.length) throw bad('has a frame that does not fit the one before it');
      bytes = differing(bytes, change);
    } else bytes = fromBase64(frame.whole);
    total += bytes.length;
    if (total > mostBytes) throw bad('is too large');
    scores = { ...scores, ...frame.scores };
    return { tick: frame.tick, time: frame.time, bytes, scores };
  });
}

/** One frame of a recording, to be looked at. */
export function viewFrame({ brains }: Run, { bytes }: RunFrame): CrowdView {
  return peek(bytes, brains);
}

function changedScores(before: Scores, now: Scores): Scores {
  return Object.fromEntries(Object.entries(now).filter(([mind, options]) => JSON.stringify(options) !== JSON.stringify(before[mind])));
}

function differing(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(other.length);
  for (let at = 0; at < out.length; at++) out[at] = one[at]! ^ other[at]!;
  return out;
}

async function pass(bytes: Uint8Array, through: Through): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Response(bytes).body.pipeThrough(through)).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x6000) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  return parts.join('');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  let raw: string;
  try {
    raw = atob(text);
  } catch {
    throw bad('has bytes that are not base 64');
  }
  const out = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at++) out[at] = raw.charCodeAt(at);
  return out;
}

function bad(what: string): Problem {
  return new Problem('bad-recording', `the recording ${what}`, { path: 'recording' });
}

// What every browser and Node has.
interface Through {
  readonly '~': never;
}
declare const CompressionStream: new (format: string) => Through;
declare const DecompressionStream: new (format: string) => Through;
declare const Response: new (body: unknown) => { readonly body: { pipeThrough(through: Through): unknown }; arrayBuffer(): Promise<ArrayBuffer> };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };
declare const btoa: (text: string) => string;
declare const atob: (text: string) => string;

import type { BrainDescription, Moment } from '../brain/internal.js';

/** Counts up when a message changes its meaning; new fields and new kinds do not count. */
export const protocol = 1;

/** Numbers of a row as it is sent: those of `CrowdView.rows`, and how often the mind went back to a goal lately. */
export const sentRow = 7;

/** One option of a mind's choice. */
export interface ToldOption {
  readonly option: string;
  readonly target: string | undefined;
  readonly score: number;
  readonly rank: number;
  readonly momentum: number;
  /** `current`, `counts`, `vetoed`, ... */
  readonly standing: string;
  readonly why: string;
  readonly because: readonly { readonly name: string; readonly input: number; readonly value: number }[];
}

/** What only the running game can tell of a mind: it asks its considerations. */
export interface Told {
  readonly options: readonly ToldOption[];
  readonly heldBy: string | undefined;
  readonly stoppedAt: string | undefined;
  readonly noPlan: string | undefined;
  readonly aside: readonly string[];
  readonly leftOut: readonly string[];
  readonly errors: readonly string[];
  readonly seconds: number | undefined;
  readonly text: string;
}

/** Where a breakpoint stops the crowd: any of the words may be left out. */
export interface Break {
  /** Undefined: whichever mind it is. */
  readonly mind: number | undefined;
  readonly on: 'wants' | 'step' | 'fact' | 'error' | 'noplan';
  /** Name of the goal, step or fact; empty for any. */
  readonly what: string;
}

/** From the game to the page. */
export type Down =
  | { readonly kind: 'hello'; readonly protocol: number; readonly control: boolean; readonly brains: readonly BrainDescription[] }
  | { readonly kind: 'rows'; readonly all: boolean; readonly words: Int32Array }
  /** Records of one mind, nine numbers each: the record's own number, then those of the trace. */
  | { readonly kind: 'trace'; readonly mind: number; readonly all: boolean; readonly words: Int32Array }
  | { readonly kind: 'mind'; readonly tick: number; readonly time: number; readonly moment: Moment | undefined; readonly told: Told | undefined }
  | Status
  | { readonly kind: 'frame'; readonly tick: number; readonly bytes: Uint8Array; readonly scores: Scores }
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'problem'; readonly text: string };

/** Options of some minds at one moment, by id. */
export type Scores = Readonly<Record<string, readonly ToldOption[]>>;

export interface Status {
  readonly kind: 'status';
  readonly tick: number;
  readonly time: number;
  readonly size: number;
  readonly paused: boolean;
  /** Tick of the first frame that can be looked back to; -1 without any. */
  readonly first: number;
  readonly searches: number;
  readonly breaks: readonly Break[];
  /** Why it stands still: the words of a breakpoint. */
  readonly hit: string | undefined;
}

/** From the page to the game. */
export type Up =
  | { readonly kind: 'watch'; readonly mind: number }
  | { readonly kind: 'seek'; readonly tick: number }
  | { readonly kind: 'record' }
  | { readonly kind: 'pause' | 'resume' | 'step' }
  | { readonly kind: 'break'; readonly at: Break }
  | { readonly kind: 'unbreak'; readonly index: number }
  | { readonly kind: 'want'; readonly mind: number; readonly goal: string | undefined };

/** What a page may ask for only when it was given control: all that changes how the game goes on. */
export const needsControl: readonly string[] = ['pause', 'resume', 'step', 'break', 'unbreak', 'want'];

const text = 0;
const numbers = 1;
const raw = 2;

/** A message as bytes: its kind and length in two words, the JSON, and behind it what is not JSON. */
export function pack(message: Down): Uint8Array<ArrayBuffer> {
  const { words, bytes, ...rest } = message as { readonly words?: Int32Array; readonly bytes?: Uint8Array; readonly kind: string };
  const json = new Encoder().encode(JSON.stringify(rest));
  const tail = words === undefined ? (bytes ?? new Uint8Array()) : new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  const out = new Uint8Array(12 + json.length + tail.length);
  new Uint32Array(out.buffer, 0, 3).set([words === undefined ? (bytes === undefined ? text : raw) : numbers, json.length, tail.length]);
  out.set(json, 12);
  out.set(tail, 12 + json.length);
  return new Uint8Array(out);
}

/** Cuts a stream of packed messages into messages again. */
export class Unpacker {
  #rest: Uint8Array = new Uint8Array();

  push(chunk: Uint8Array): Down[] {
    let data = chunk;
    if (this.#rest.length > 0) {
      data = new Uint8Array(this.#rest.length + chunk.length);
      data.set(this.#rest);
      data.set(chunk, this.#rest.length);
    }
    const found: Down[] = [];
    let at = 0;
    while (data.length - at >= 12) {
      const [kind, jsonLength, tailLength] = new Uint32Array(data.slice(at, at + 12).buffer) as unknown as [number, number, number];
      const end = at + 12 + jsonLength + tailLength;
      if (end > data.length) break;
      const message = JSON.parse(new Decoder().decode(data.subarray(at + 12, at + 12 + jsonLength))) as Down;
      const tail = data.slice(at + 12 + jsonLength, end);
      found.push(kind === text ? message : { ...message, ...(kind === numbers ? { words: new Int32Array(tail.buffer) } : { bytes: tail }) });
      at = end;
    }
    this.#rest = data.slice(at);
    return found;
  }
}

declare const TextEncoder: new () => { encode(given: string): Uint8Array };
declare const TextDecoder: new () => { decode(given: Uint8Array): string };
const Encoder = TextEncoder;
const Decoder = TextDecoder;

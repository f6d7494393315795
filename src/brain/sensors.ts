import type { Cell } from '../facts/internal.js';

/** Looks at the body and writes facts. */
export type Read<Body, F> = (body: Body, facts: F) => void;

/**
 * Facts that do not follow every twitch of the senses. A fact changes when it was read *differently* for so many seconds (at two looks at
 * least), and takes what is read then. For a flag, `[on, off]` says how long each way. What an event tells, and what is seen when a step has
 * ended, counts at once.
 */
export type Settle<F> = { readonly [K in keyof F & string]?: number | readonly [on: number, off: number] };

/** The sensor that looks at every tick, where more is to be said of it. */
export interface AlwaysSensor<Body, F> {
  readonly writes?: readonly (keyof F & string)[];
  readonly settle?: Settle<F>;
  readonly read: Read<Body, F>;
}

/** A sensor that looks every so often. */
export interface TimedSensor<Body, F> {
  /** Seconds between two looks; their phase differs from mind to mind, so that a crowd does not look all at once. */
  readonly every: number;
  /** Facts this sensor owns: it may write no others, and it looks at once when a step is said to have changed one. Without it: all facts. */
  readonly writes?: readonly (keyof F & string)[];
  /** Facts that must be read differently for so many seconds before they change: see {@link Settle}. */
  readonly settle?: Settle<F>;
  /** `'planned'` looks only while the goal at hand depends on a fact of `writes`. Default `'always'`. */
  readonly while?: 'always' | 'planned';
  readonly read: Read<Body, F>;
}

/** What an event changes in the facts. */
export interface EventSensor<Body, F, E> {
  readonly writes?: readonly (keyof F & string)[];
  readonly read: (body: Body, facts: F, event: E) => void;
}

/** Sensors by name: what is seen always, from time to time, and on an event. */
export interface Sensors<Body, F, V> {
  /** Looks at every tick; the one place where the body's type must be written. */
  readonly always?: Read<Body, F> | AlwaysSensor<Body, F>;
  readonly timed?: Readonly<Record<string, TimedSensor<Body, F>>>;
  readonly events?: { readonly [K in keyof V]: EventSensor<Body, F, V[K]> | EventSensor<Body, F, V[K]>['read'] };
}

/** A sensor as the engine keeps it. */
export interface Sensor {
  readonly name: string;
  /** Path for errors and warnings: `senses.timed.eyes`. */
  readonly path: string;
  readonly read: (body: never, facts: never, event?: unknown) => void;
  /** Seconds between looks; 0 for one that looks at every tick, Infinity for one that waits for its event. */
  readonly every: number;
  /** Bits of the facts it owns, one mask a word; null when it owns all. */
  readonly owns: Int32Array | null;
  readonly planned: boolean;
  /** Cells that settle, and the seconds it takes them to rise and to fall; for what is no flag both are the same. */
  readonly settle: readonly { readonly cell: Cell; readonly on: number; readonly off: number }[];
}

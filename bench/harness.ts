/**
 * Measuring ours beside peers: all contestants run in one process, in turn, round after round, so that whatever else the machine does
 * hits all of them alike; medians of the rounds are compared. Read ratios; absolute times belong to one machine and one moment.
 */

/** True under `--smoke`: the bench only has to show that it runs. Benches may shrink their worlds by it. */
export const smoke: boolean = process.argv.includes('--smoke');

const json = process.argv.includes('--json');
const shortestRound = smoke ? 1 : 15;

export interface Comparison {
  /** Which reading or rung is measured, e.g. `native running 30 nodes`. */
  readonly bench: string;
  /** Entities that one call serves; times are given per entity. 1 when left out. */
  readonly n?: number;
  /** Units of work an entity gets in one call (ticks, requests), when it is more than one: times are divided by it too. */
  readonly repeats?: number;
  readonly ours: () => unknown;
  /** The others, by name; they do the same work for the same n. An undefined one (its package is not installed) is left out. */
  readonly peers?: Readonly<Record<string, (() => unknown) | undefined>>;
  /** Interleaved rounds; 15 when left out. A peer that needs seconds for one call can do with 5. */
  readonly rounds?: number;
  /** More figures for the row, such as bytesPerMind or bytesPerTick. */
  readonly figures?: Readonly<Record<string, number>>;
  /** More figures of single peers, by their names. */
  readonly peerFigures?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** One line of the result; `ours` and `peer` are nanoseconds per entity and unit of work. */
export interface Row {
  readonly bench: string;
  readonly n: number;
  readonly ours: number;
  readonly peer?: number;
  readonly peerName?: string;
  /** peer / ours: how many times faster ours is. */
  readonly ratio?: number;
  /** ours as a multiple of the calibration loop of the same rounds: a figure that carries over to other machines. */
  readonly loops: number;
  readonly [figure: string]: string | number | undefined;
}

/** Runs ours and the peers in turn, prints a line for each peer (or one line when there is none) and returns what was printed. */
export function compare({ bench, n = 1, repeats = 1, ours, peers = {}, rounds = 15, figures = {}, peerFigures = {} }: Comparison): readonly Row[] {
  const present = Object.entries(peers).filter((entry): entry is [string, () => unknown] => entry[1] !== undefined);
  const contestants = [ours, ...present.map(([, run]) => run), calibration];
  const calls = contestants.map(callsPerRound);
  const times: number[][] = contestants.map(() => []);
  for (let round = 0; round < (smoke ? 3 : rounds); round++) {
    contestants.forEach((run, index) => times[index]!.push(timed(run, calls[index]!)));
  }
  const medians = times.map(median);
  const unit = (index: number): number => (medians[index]! * 1e6) / (n * repeats);
  const own = { bench, n, ours: rounded(unit(0)) };
  const tail = { loops: rounded(unit(0) / (medians.at(-1)! * 1e6)), ...figures };
  const rows: Row[] = present.map(([peerName], index) => ({
    ...own,
    peer: rounded(unit(index + 1)),
    peerName,
    ratio: rounded(unit(index + 1) / unit(0)),
    ...tail,
    ...peerFigures[peerName],
  }));
  if (rows.length === 0) rows.push({ ...own, ...tail });
  rows.forEach(print);
  return rows;
}

/**
 * Bytes of heap that one call of `run` leaves behind or throws away. Call it with a warm function; the smallest of several tries counts,
 * since compiling and inline caches allocate too. 0 means 0: nothing was allocated in `times` calls.
 */
export function allocatedPerCall(run: () => unknown, times = 1000): number {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error('allocatedPerCall needs node --expose-gc; run it through `npm run bench -- <name>`');
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < (smoke ? 2 : 6); attempt++) {
    collect();
    const idle = process.memoryUsage().heapUsed;
    const between = process.memoryUsage().heapUsed;
    for (let call = 0; call < times; call++) run();
    const grown = process.memoryUsage().heapUsed - between;
    // Asking for the figure allocates its answer; a negative growth means that a collection came between and the try says nothing.
    if (grown >= 0) least = Math.min(least, Math.max(0, grown - (between - idle)));
  }
  return least === Number.POSITIVE_INFINITY ? Number.NaN : rounded(least / times);
}

/** How often the engine collected garbage, and how long that stopped the world, in milliseconds. */
export interface Collections {
  readonly collections: number;
  readonly collectedMs: number;
  readonly longestMs: number;
}

/** Runs `run` so many times and tells what collections came in between: theirs, or those they left behind. */
export async function collectionsIn(run: () => unknown, times: number): Promise<Collections> {
  const pauses: number[] = [];
  const observer = new PerformanceObserver((list) => pauses.push(...list.getEntries().map((entry) => entry.duration)));
  observer.observe({ entryTypes: ['gc'] });
  (globalThis as { gc?: () => void }).gc?.();
  // The observer hears of a collection a turn of the event loop later; what was collected up to here is not theirs.
  await new Promise((done) => setTimeout(done, 20));
  pauses.length = 0;
  for (let call = 0; call < times; call++) run();
  await new Promise((done) => setTimeout(done, 20));
  observer.disconnect();
  return { collections: pauses.length, collectedMs: rounded(pauses.reduce((sum, pause) => sum + pause, 0)), longestMs: rounded(Math.max(0, ...pauses)) };
}

export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** Microseconds that single calls take: `run(i)` for i from 0 to count - 1, after one pass of warming up. */
export function percentiles(run: (index: number) => unknown, count: number): Percentiles {
  for (let index = 0; index < count; index++) run(index);
  const times = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    run(index);
    times[index] = (performance.now() - start) * 1000;
  }
  times.sort();
  const at = (share: number): number => rounded(times[Math.min(count - 1, Math.floor(share * count))]!);
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: rounded(times[count - 1]!) };
}

const scratch = new Uint32Array(256);

/** A fixed piece of integer work on a typed array, about 4,000 steps: the yardstick for figures that have no peer. */
export function calibration(): number {
  let state = 0x9e3779b9;
  for (let step = 0; step < 4096; step++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    scratch[state & 255] = scratch[step & 255]! + (state & 7);
  }
  return state;
}

/**
 * A peer's package, or undefined with one clear line when it is not installed. Some peers ship no types, so they come untyped;
 * a bench names the few members that it uses: `const yuka = await peer<{ StateMachine: new (owner: object) => Machine }>('yuka')`.
 */
export async function peer<Shape>(name: string): Promise<Shape | undefined> {
  try {
    const loaded = (await import(name)) as { readonly default?: unknown };
    // Of a CommonJS package Node sees only some members as named exports; the default export holds all of them.
    const { default: whole = {} } = loaded;
    return (Object.keys(loaded).every((key) => key === 'default' || key === 'module.exports' || key in (whole as object)) ? whole : loaded) as Shape;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(`peer ${name} is not installed and is left out; install the peers with: npm --prefix bench ci\n`);
    return undefined;
  }
}

function print(row: Row): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(row)}\n`);
    return;
  }
  const { bench, n, ours, peer: theirs, peerName, ratio, ...figures } = row;
  const beside = theirs === undefined ? '' : `  ${peerName} ${theirs} ns  ratio ${ratio}`;
  const more = Object.entries(figures).map(([name, value]) => `  ${name} ${value}`).join('');
  process.stdout.write(`${bench}  n ${n}  ours ${ours} ns${beside}${more}\n`);
}

/** How many calls make a round long enough for the clock, found while warming up. */
function callsPerRound(run: () => unknown): number {
  let calls = 1;
  for (;;) {
    const time = timed(run, calls) * calls;
    if (time >= shortestRound) return calls;
    calls = time === 0 ? calls * 16 : Math.max(calls + 1, Math.min(calls * 16, Math.ceil((calls * shortestRound * 1.2) / time)));
  }
}

/** Milliseconds per call. */
function timed(run: () => unknown, calls: number): number {
  const start = performance.now();
  for (let call = 0; call < calls; call++) run();
  return (performance.now() - start) / calls;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

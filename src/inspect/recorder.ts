import { follow, look, saveCrowd, trace, type BrainDescription, type Crowd } from '../brain/internal.js';
import type { Scores } from './protocol.js';
import { writeRun, type Run, type RunFrame } from './run-file.js';
import { scoresOf } from './telling.js';

/** What a recording says of a crowd besides what its minds remember. */
export interface RecorderOptions {
  /** Seconds of the game between two frames; default 0.5. */
  readonly every?: number;
  /** Bytes that frames may take before the oldest are forgotten; default 64 MB. */
  readonly memory?: number;
  /** How many minds have their scores kept, from the first on; default 32. Their considerations are asked once more for each frame. */
  readonly scores?: number;
  /** Records of the trace that are kept; default 65,536. */
  readonly records?: number;
}

/** A run as it is recorded. Made by `recorder`. */
export interface Recorder {
  readonly frames: readonly RunFrame[];
  /** The frame at or before a tick; undefined when there is none. */
  at(tick: number): RunFrame | undefined;
  /** Leaves a word in the recording, at this tick. */
  mark(text: string): void;
  /** The whole recording, gzipped: the contents of a `*.ganglion.json.gz`. */
  file(): Promise<Uint8Array>;
  /** Ends the recording; what was recorded stays. */
  stop(): void;
}

/**
 * Records a crowd: who wanted, planned, did and believed what, so that a page or `ganglion inspect --text` shows it later, without the game.
 * Bodies are not recorded.
 */
export function recorder(crowd: Crowd, options: RecorderOptions = {}): Recorder {
  return new CrowdRecorder(crowd, options);
}

class CrowdRecorder implements Recorder {
  readonly frames: RunFrame[] = [];
  readonly #crowd: Crowd;
  readonly #every: number;
  readonly #memory: number;
  readonly #scores: number;
  readonly #brains = new Set<BrainDescription>();
  readonly #marks: { tick: number; text: string }[] = [];
  readonly #ring: ReturnType<typeof trace>;
  readonly #end: () => void;
  #bytes = 0;
  #next = 0;

  constructor(crowd: Crowd, { every = 0.5, memory = 64e6, scores = 32, records = 65_536 }: RecorderOptions) {
    this.#crowd = crowd;
    this.#every = every;
    this.#memory = memory;
    this.#scores = scores;
    this.#ring = trace(crowd, records);
    this.#next = crowd.time;
    this.#end = follow(crowd, { ticked: () => this.#ticked() });
  }

  at(tick: number): RunFrame | undefined {
    let [low, high] = [0, this.frames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.frames[middle]!.tick <= tick) low = middle + 1;
      else high = middle;
    }
    return this.frames[low - 1];
  }

  mark(text: string): void {
    this.#marks.push({ tick: this.#crowd.ticks, text });
  }

  async file(): Promise<Uint8Array> {
    const { first, words } = this.#ring.words(0);
    const run: Run = {
      brains: [...this.#brains],
      frames: this.frames,
      trace: words,
      traceFirst: first,
      marks: this.#marks,
      errors: this.#crowd.errors.map(({ tick, mind, path, text }) => ({ tick, mind, path, text })),
    };
    return writeRun(run);
  }

  stop(): void {
    this.#end();
  }

  #ticked(): void {
    const { time, ticks } = this.#crowd;
    // A crowd that was put back to an earlier moment is recorded from there on.
    while (this.frames.length > 0 && this.frames[this.frames.length - 1]!.tick >= ticks) this.#drop(this.frames.pop()!);
    if (this.frames.length > 0 && time < this.#next && time > this.#next - 2 * this.#every) return;
    this.#next = time + this.#every - 1e-9;
    for (const brain of look(this.#crowd).brains) this.#brains.add(brain);
    const frame: RunFrame = { tick: ticks, time, bytes: new Uint8Array(saveCrowd(this.#crowd)), scores: this.#weigh() };
    this.frames.push(frame);
    this.#bytes += frame.bytes.length;
    while (this.#bytes > this.#memory && this.frames.length > 1) this.#drop(this.frames.shift()!);
  }

  #drop(frame: RunFrame): void {
    this.#bytes -= frame.bytes.length;
  }

  #weigh(): Scores {
    const scores: Record<string, Scores[string]> = {};
    let left = this.#scores;
    if (left <= 0) return scores;
    for (const mind of this.#crowd.minds()) {
      scores[mind.id] = scoresOf(mind);
      if (--left === 0) break;
    }
    return scores;
  }
}

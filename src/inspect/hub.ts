import { follow, look, rowWidth, trace, type BrainDescription, type Crowd } from '../brain/internal.js';
import { Breaks } from './breaks.js';
import { Flips, recordWidth } from './flips.js';
import { needsControl, protocol, sentRow, type Down, type Status, type Up } from './protocol.js';
import { recorder, type Recorder, type RecorderOptions } from './recorder.js';
import { tell } from './telling.js';

/** How a crowd is shown to a page: what recordings say of it, and what the page may change. */
export interface InspectOptions extends RecorderOptions {
  /** Lets the page stop the crowd, step it and change what minds want; default false: it only looks. */
  readonly control?: boolean;
}

/** Seconds of the game between two messages. */
const beat = 0.1;
/** Beats between two full tellings of the watched mind, which ask its considerations. */
const tellEvery = 2;

interface Client {
  readonly send: (message: Down) => void;
  /** True while what was sent has not gone out: nothing more is sent then. */
  readonly busy: () => boolean;
  watched: number;
  /** Number of the trace record to be sent next. */
  next: number;
  /** Rows as they were sent, by mind. */
  readonly rows: Map<number, Int32Array>;
}

/** One page's end of the line. */
export interface Link {
  receive(message: Up): void;
  close(): void;
}

/** The game's side of all pages that look at one crowd. */
export class Hub {
  readonly recorder: Recorder;
  readonly #crowd: Crowd;
  readonly #control: boolean;
  readonly #ring: ReturnType<typeof trace>;
  readonly #clients = new Set<Client>();
  readonly #flips = new Flips();
  readonly #breaks = new Breaks();
  readonly #end: () => void;
  #brains: readonly BrainDescription[] = [];
  #traced = 0;
  #sent = -Infinity;
  #beats = 0;
  #paused = false;
  #once = false;
  #hit: string | undefined;

  constructor(crowd: Crowd, { control = false, ...options }: InspectOptions = {}) {
    this.#crowd = crowd;
    this.#control = control;
    this.#ring = trace(crowd, options.records ?? 65_536);
    this.#traced = this.#ring.written;
    this.recorder = recorder(crowd, options);
    this.#end = follow(crowd, { gate: () => this.#gate(), ticked: () => this.#ticked() });
  }

  connect(send: (message: Down) => void, busy: () => boolean = () => false): Link {
    const client: Client = { send, busy, watched: -1, next: 0, rows: new Map() };
    this.#clients.add(client);
    this.#hello(client);
    this.#update(client);
    send(this.#status());
    return {
      receive: (message) => {
        try {
          this.#receive(client, message);
        } catch (error) {
          send({ kind: 'problem', text: error instanceof Error ? error.message : String(error) });
        }
      },
      close: () => this.#clients.delete(client),
    };
  }

  stop(): void {
    this.#end();
    this.recorder.stop();
    this.#clients.clear();
  }

  #gate(): boolean {
    if (!this.#paused) return true;
    const go = this.#once;
    this.#once = false;
    return go;
  }

  #ticked(): void {
    const { first, words } = this.#ring.words(this.#traced);
    this.#traced = first + words.length / recordWidth;
    this.#flips.push(words);
    const hit = this.#breaks.find(words, this.#crowd);
    if (hit !== undefined) {
      this.#paused = true;
      this.#hit = hit;
    }
    const { time } = this.#crowd;
    if (this.#clients.size === 0 || (time < this.#sent + beat && time >= this.#sent && !this.#paused)) return;
    this.#sent = time;
    this.#beats++;
    for (const client of this.#clients) if (!client.busy()) this.#update(client);
    this.#tellStatus();
  }

  #receive(client: Client, message: Up): void {
    if (!this.#control && needsControl.includes(message.kind)) throw new Error('this page may only look: the game was not asked for control');
    switch (message.kind) {
      case 'watch':
        client.watched = Number(message.mind);
        this.#sendTrace(client, 0, true);
        this.#sendMind(client, true);
        return;
      case 'seek': {
        const frame = this.recorder.at(Number(message.tick));
        if (frame !== undefined) client.send({ kind: 'frame', tick: frame.tick, bytes: frame.bytes, scores: frame.scores });
        return;
      }
      case 'record':
        void this.recorder.file().then((bytes) => client.send({ kind: 'file', bytes }));
        return;
      case 'pause':
      case 'resume':
        this.#paused = message.kind === 'pause';
        this.#hit = undefined;
        break;
      case 'step':
        this.#paused = true;
        this.#once = true;
        this.#hit = undefined;
        break;
      case 'break':
        this.#breaks.add(message.at);
        break;
      case 'unbreak':
        this.#breaks.remove(Number(message.index));
        break;
      case 'want':
        this.#crowd.mind(Number(message.mind))?.want(message.goal);
        break;
    }
    this.#tellStatus();
  }

  #tellStatus(): void {
    const status = this.#status();
    for (const { send, busy } of this.#clients) if (!busy()) send(status);
  }

  #status(): Status {
    const { ticks, time, size, searches } = this.#crowd;
    return { kind: 'status', tick: ticks, time, size, paused: this.#paused, first: this.recorder.frames[0]?.tick ?? -1, searches, breaks: this.#breaks.list, hit: this.#hit };
  }

  #hello(client: Client): void {
    this.#brains = look(this.#crowd).brains;
    client.send({ kind: 'hello', protocol, control: this.#control, brains: this.#brains });
    client.rows.clear();
  }

  #update(client: Client): void {
    const view = look(this.#crowd);
    // Minds of another brain came: everybody is told anew what the numbers mean.
    if (view.brains.length !== this.#brains.length || view.brains.some((brain, at) => brain !== this.#brains[at])) for (const each of this.#clients) this.#hello(each);
    this.#sendRows(client, view.rows());
    if (client.watched < 0) return;
    this.#sendTrace(client, client.next, false);
    this.#sendMind(client, this.#beats % tellEvery === 0 || this.#paused);
  }

  #sendRows(client: Client, rows: Int32Array): void {
    const count = rows.length / rowWidth;
    // Somebody is gone, or nobody is known yet: all are sent.
    const all = count < client.rows.size || client.rows.size === 0;
    if (all) client.rows.clear();
    const { ticks } = this.#crowd;
    const out = new Int32Array(count * sentRow);
    let at = 0;
    for (let from = 0; from < rows.length; from += rowWidth) {
      const id = rows[from]!;
      const flips = this.#flips.count(id, ticks);
      const before = client.rows.get(id);
      let same = before !== undefined && before[rowWidth] === flips;
      for (let each = 1; each < rowWidth && same; each++) same = before![each] === rows[from + each];
      if (same) continue;
      const row = before ?? new Int32Array(sentRow);
      row.set(rows.subarray(from, from + rowWidth));
      row[rowWidth] = flips;
      client.rows.set(id, row);
      out.set(row, at);
      at += sentRow;
    }
    if (at > 0 || all) client.send({ kind: 'rows', all, words: out.slice(0, at) });
  }

  #sendTrace(client: Client, from: number, all: boolean): void {
    const { first, words } = this.#ring.words(from);
    const found: number[] = [];
    for (let at = 0; at < words.length; at += recordWidth) {
      if (words[at + 1] !== client.watched) continue;
      found.push(first + at / recordWidth);
      for (let each = 0; each < recordWidth; each++) found.push(words[at + each]!);
    }
    client.next = this.#ring.written;
    if (found.length > 0 || all) client.send({ kind: 'trace', mind: client.watched, all, words: Int32Array.from(found) });
  }

  #sendMind({ send, watched }: Client, fully: boolean): void {
    const { ticks: tick, time } = this.#crowd;
    const mind = this.#crowd.mind(watched);
    send({ kind: 'mind', tick, time, moment: look(this.#crowd).mind(watched), told: fully && mind !== undefined ? tell(mind) : undefined });
  }
}

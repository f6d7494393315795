import { all, holds, type Facts, type Spec, type Stimulus, type WaySpec } from './reference.js';

/**
 * The semantics of the state machine once more, written for reading: one object for every active state, recursion, nothing shared with the library.
 * The library must leave the same trace.
 */
interface Frame {
  readonly spec: Spec;
  readonly above: Frame | undefined;
  readonly lane: Lane;
  kid: Frame | undefined;
  lanes: Lane[];
  /** Index into the children of a sequence, or into the list of a steps state. */
  place: number;
  round: number;
  /** Ticks since the machine entered its child. */
  time: number;
  drives: number;
  faulty: boolean;
}

/** A line of control: the root's, or a parallel child's. */
interface Lane {
  frame: Frame | undefined;
  result: Result;
}

type Result = 'R' | 'S' | 'F';
type Why = 's' | 'f' | 'a';

/** What an interrupted composite remembers: its child, and for deep ones the children below. */
interface Past {
  readonly place: number;
  readonly round: number;
  readonly below: Past | undefined;
  readonly lanes: readonly (Past | Result)[];
}

const maxSteps = 5;

export class Oracle {
  readonly facts: Facts = {};
  readonly #spec: Spec;
  /** Events that nobody answers are not queued. */
  readonly #answered: ReadonlySet<string>;
  readonly #lane: Lane = { frame: undefined, result: 'R' };
  readonly #past = new Map<string, Past>();
  #queue: string[] = [];
  /** What callbacks posted: handled before what came from outside. */
  #raised: string[] = [];
  #trace: string[] = [];

  constructor(spec: Spec) {
    this.#spec = spec;
    this.#answered = new Set(all(spec).flatMap((each) => (each.kind === 'machine' ? each.ways.filter((way) => way.on === 'event').map((way) => way.event) : [])));
  }

  get result(): Result {
    return this.#lane.result;
  }

  tick({ facts, events }: Stimulus): string[] {
    this.#trace = [];
    Object.assign(this.facts, facts);
    if (this.#lane.result !== 'R') return [];
    const fresh = this.#lane.frame === undefined;
    for (const event of events) if (this.#answered.has(event)) this.#queue.push(event);
    const offered = this.#queue.length;
    if (fresh) this.#enter(this.#spec, undefined, this.#lane);
    else this.#age(this.#lane);
    this.#hear();
    for (let count = 0; count < offered; count++) {
      this.#offer(this.#lane, this.#queue.shift()!);
      this.#hear();
    }
    this.#interrupt(this.#lane);
    this.#hear();
    this.#run(this.#lane);
    for (let left = maxSteps; this.#lane.result === 'R' && this.#raised.length + this.#queue.length > 0; left--) {
      if (left === 0) {
        this.#trace.push('!budget');
        break;
      }
      this.#offer(this.#lane, (this.#raised.shift() ?? this.#queue.shift())!);
    }
    this.#queue = this.#lane.result === 'R' ? [...this.#raised, ...this.#queue] : [];
    this.#raised = [];
    return this.#trace;
  }

  abort(): string[] {
    this.#trace = [];
    if (this.#lane.result === 'R' && this.#lane.frame !== undefined) this.#leaveLane(this.#lane, 'a');
    this.#lane.result = 'F';
    return this.#trace;
  }

  #enter(spec: Spec, above: Frame | undefined, lane: Lane, past?: Past): Frame {
    const frame: Frame = { spec, above, lane, kid: undefined, lanes: [], place: 0, round: 0, time: 0, drives: 0, faulty: false };
    if (above === undefined) lane.frame = frame;
    else above.kid = frame;
    this.#trace.push(`+${spec.id}`);
    if (spec.kind === 'leaf') {
      this.#post(spec.posts['enter']);
      frame.faulty = spec.throws === 'enter';
    } else if (spec.kind === 'parallel') {
      frame.lanes = spec.kids.map((): Lane => ({ frame: undefined, result: 'R' }));
      spec.kids.forEach((kid, index) => {
        const before = past?.lanes[index];
        if (before === 'S' || before === 'F') frame.lanes[index]!.result = before;
        else this.#enter(kid, undefined, frame.lanes[index]!, before === 'R' ? undefined : before);
      });
    } else if (spec.kind === 'steps') {
      frame.place = past?.place ?? 0;
      // A list that is taken up again within a deep history goes on with the child it was in; it was checked then.
      if (past?.below !== undefined) this.#enter(spec.kids[spec.list[frame.place]!]!, frame, lane, past.below);
      else this.#enterStep(frame);
    } else {
      // Inside a deep history everything is as it was; else a state's own memory counts.
      const own = past ?? this.#past.get(spec.id);
      frame.place = own?.place ?? 0;
      frame.round = own?.round ?? 0;
      this.#enter(spec.kids[frame.place]!, frame, lane, own?.below);
    }
    return frame;
  }

  #enterStep(frame: Frame): void {
    if (frame.spec.kind !== 'steps' || frame.place >= frame.spec.list.length) return;
    if (!frame.spec.stale) this.#enter(frame.spec.kids[frame.spec.list[frame.place]!]!, frame, frame.lane);
    else frame.faulty = true;
  }

  /** Leaves a frame and what is below it. */
  #leave(frame: Frame, why: Why): void {
    if (frame.kid !== undefined) this.#leave(frame.kid, why);
    this.#leaveLanes(frame, why);
    this.#exit(frame, why);
  }

  #leaveLanes(frame: Frame, why: Why): void {
    for (const lane of [...frame.lanes].reverse()) if (lane.result === 'R') this.#leaveLane(lane, why);
  }

  #leaveLane(lane: Lane, why: Why): void {
    this.#rememberBelow(lane.frame!);
    this.#leave(lane.frame!, why);
  }

  #exit({ spec }: Frame, why: Why): void {
    if (spec.kind === 'leaf') this.#post(spec.posts['exit']);
    this.#trace.push(`-${spec.id}:${why}`);
    if (why !== 'a') this.#past.delete(spec.id);
  }

  /** Before an interruption, everything that keeps a history notes where it is. (Parallel children note it when their own lane is left.) */
  #rememberBelow(frame: Frame): void {
    const { spec } = frame;
    if (spec.kind === 'sequence' && spec.history) this.#past.set(spec.id, { place: frame.place, round: frame.round, below: undefined, lanes: [] });
    if (spec.kind === 'machine' && spec.history === 'step') this.#past.set(spec.id, { place: frame.place, round: 0, below: undefined, lanes: [] });
    if (spec.kind === 'machine' && spec.history === 'deep') this.#past.set(spec.id, pastOf(frame));
    if (frame.kid !== undefined) this.#rememberBelow(frame.kid);
  }

  #post(event: string | undefined): void {
    if (event !== undefined && this.#answered.has(event)) this.#raised.push(event);
  }

  /** A tick goes by in every active machine. */
  #age(lane: Lane): void {
    for (const frame of chain(lane)) {
      frame.time++;
      for (const below of frame.lanes) this.#age(below);
    }
  }

  #hear(): void {
    for (let left = maxSteps; this.#raised.length > 0; left--) {
      if (left === 0) {
        this.#trace.push('!budget');
        this.#queue.unshift(...this.#raised.splice(0));
        return;
      }
      this.#offer(this.#lane, this.#raised.shift()!);
    }
  }

  #offer(lane: Lane, event: string): boolean {
    const frames = chain(lane);
    const last = frames.at(-1);
    if ((last?.lanes ?? []).map((below) => this.#offer(below, event)).includes(true)) return true;
    for (const frame of frames.reverse()) {
      const way = this.#firstWay(frame, (each) => each.on === 'event' && each.event === event);
      if (way === undefined) continue;
      this.#take(frame, way);
      return true;
    }
    return false;
  }

  #interrupt(lane: Lane): void {
    const frames = chain(lane);
    for (const frame of frames) {
      const way = this.#firstWay(frame, (each) => each.on === 'tick') ?? this.#firstWay(frame, (each) => each.on === 'after' && frame.time >= each.after);
      if (way !== undefined) return this.#take(frame, way);
    }
    for (const below of frames.at(-1)?.lanes ?? []) this.#interrupt(below);
  }

  #firstWay({ spec, place }: Frame, fits: (way: WaySpec) => boolean): WaySpec | undefined {
    if (spec.kind !== 'machine') return undefined;
    const active = spec.kids[place]!.id;
    return [...spec.ways]
      .sort((one, other) => other.priority - one.priority)
      .find((way) => (way.from === '*' ? way.to !== active : way.from === active) && fits(way) && holds(way.guard, this.facts));
  }

  #take(frame: Frame, way: WaySpec): void {
    if (frame.kid !== undefined) {
      this.#rememberBelow(frame.kid);
      this.#leave(frame.kid, 'a');
      frame.kid = undefined;
    }
    this.#follow(frame, way);
  }

  #follow(frame: Frame, way: WaySpec): void {
    if (frame.spec.kind !== 'machine') return;
    const place = frame.spec.kids.findIndex((kid) => kid.id === way.to);
    if (place === -1) return this.#end(frame, way.to === 'succeed' ? 'S' : 'F');
    frame.place = place;
    frame.time = 0;
    this.#enter(frame.spec.kids[place]!, frame, frame.lane);
  }

  #run(lane: Lane): void {
    for (let left = maxSteps; lane.result === 'R'; left--) {
      const frame = chain(lane).at(-1)!;
      if (left === 0) return void this.#trace.push('!budget');
      const result = this.#drive(frame);
      if (result === 'R') return;
      this.#end(frame, result);
    }
  }

  #drive(frame: Frame): Result {
    const { spec } = frame;
    if (frame.faulty) return 'F';
    if (spec.kind === 'steps') return 'S';
    if (spec.kind === 'parallel') {
      for (const lane of frame.lanes) this.#run(lane);
      const results = frame.lanes.map((lane) => lane.result);
      const decisive = spec.until === 'all' ? 'F' : 'S';
      if (results.includes(decisive)) return decisive;
      return results.includes('R') ? 'R' : spec.until === 'all' ? 'S' : 'F';
    }
    if (spec.kind !== 'leaf') throw new Error(`${spec.id} has no child`);
    const letter = spec.script[Math.min(frame.drives++, spec.script.length - 1)]!;
    this.#post(spec.posts['drive']);
    this.#trace.push(`${spec.id}:${letter}`);
    return letter === 'X' ? 'F' : (letter as Result);
  }

  /** A frame has ended: leave it, and let the one above go on. */
  #end(frame: Frame, result: Result): void {
    this.#leaveLanes(frame, 'a');
    this.#exit(frame, result === 'S' ? 's' : 'f');
    const { above } = frame;
    if (above === undefined) {
      frame.lane.frame = undefined;
      frame.lane.result = result;
      return;
    }
    above.kid = undefined;
    const { spec } = above;
    if (spec.kind === 'machine') {
      const way = this.#firstWay(above, (each) => each.on === 'done' || each.on === (result === 'S' ? 'succeeded' : 'failed'));
      return way === undefined ? this.#end(above, result) : this.#follow(above, way);
    }
    if (result === 'F' && !(spec.kind === 'sequence' && spec.skip)) return this.#end(above, 'F');
    above.place++;
    if (spec.kind === 'sequence') {
      if (above.place === spec.kids.length && (spec.loop === 0 || ++above.round < spec.loop)) above.place = 0;
      if (above.place === spec.kids.length) return this.#end(above, 'S');
      this.#enter(spec.kids[above.place]!, above, above.lane);
    } else if (spec.kind === 'steps') {
      if (above.place === spec.list.length) return this.#end(above, 'S');
      this.#enterStep(above);
    }
  }
}

function chain(lane: Lane): Frame[] {
  const frames: Frame[] = [];
  for (let frame = lane.frame; frame !== undefined; frame = frame.kid) frames.push(frame);
  return frames;
}

/** Where a frame and everything below it is. */
function pastOf({ place, round, kid, lanes }: Frame): Past {
  return { place, round, below: kid === undefined ? undefined : pastOf(kid), lanes: lanes.map((lane) => (lane.result === 'R' ? pastOf(lane.frame!) : lane.result)) };
}

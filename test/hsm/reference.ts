import type { Random } from '../../src/core/internal.js';
import { compileStates, giveSteps, leaf, machine, parallel, sequence, stateEvent, StateStore, steps, type CompileOptions, type Frame, type State, type Step, type Transition } from '../../src/hsm/internal.js';
import { Columns, failure, running, success } from '../../src/core/internal.js';

/** A state as plain data, which both the library and the reference below can run. */
export type Spec =
  | { readonly kind: 'leaf'; readonly id: string; readonly script: string; readonly posts: Readonly<Record<string, string>>; readonly throws: string }
  | { readonly kind: 'sequence'; readonly id: string; readonly kids: readonly Spec[]; readonly loop: number; readonly skip: boolean; readonly history: boolean }
  | { readonly kind: 'machine'; readonly id: string; readonly kids: readonly Spec[]; readonly ways: readonly WaySpec[]; readonly history: 'none' | 'step' | 'deep' }
  | { readonly kind: 'parallel'; readonly id: string; readonly kids: readonly Spec[]; readonly until: 'all' | 'any' }
  | { readonly kind: 'steps'; readonly id: string; readonly kids: readonly Spec[]; readonly list: readonly number[]; readonly stale: boolean };

export interface WaySpec {
  readonly from: string;
  readonly to: string;
  readonly on: 'tick' | 'after' | 'event' | 'done' | 'succeeded' | 'failed';
  readonly guard: string | undefined;
  readonly event: string;
  readonly after: number;
  readonly priority: number;
}

/** What happens to an entity before one tick. */
export interface Stimulus {
  readonly facts: Readonly<Record<string, boolean>>;
  readonly events: readonly string[];
}

export const factNames = ['dark', 'hungry', 'hurt'];
export const eventNames = ['bang', 'call', 'dawn'];

/** A random structure of limited depth. Ids say where a state is. */
export function randomSpec(random: Random, depth = 3, id = 's'): Spec {
  const pick = (count: number): number => Math.floor(random.next() * count);
  const chance = (share: number): boolean => random.next() < share;
  const kind = depth === 0 ? 0 : pick(10);
  if (kind < 3) {
    const script = Array.from({ length: 1 + pick(4) }, () => 'RRRRSSFX'[pick(8)]).join('');
    const posts = Object.fromEntries(['enter', 'drive', 'exit'].filter(() => chance(0.1)).map((hook) => [hook, eventNames[pick(3)]!]));
    return { kind: 'leaf', id, script, posts, throws: chance(0.06) ? ['enter', 'exit'][pick(2)]! : '' };
  }
  const kids = Array.from({ length: 1 + pick(3) }, (_, index) => randomSpec(random, depth - 1, `${id}${'abc'[index]}`));
  if (kind < 5) return { kind: 'sequence', id, kids, loop: [1, 1, 2, 3, 0][pick(5)]!, skip: chance(0.2), history: chance(0.3) };
  if (kind < 6) return { kind: 'parallel', id, kids, until: chance(0.5) ? 'all' : 'any' };
  if (kind < 7) return { kind: 'steps', id, kids, list: Array.from({ length: pick(4) }, () => pick(kids.length)), stale: chance(0.2) };
  const state = (): string => kids[pick(kids.length)]!.id;
  const ways = Array.from({ length: pick(5) }, (): WaySpec => {
    const on = (['tick', 'after', 'event', 'done', 'succeeded', 'failed'] as const)[pick(6)]!;
    const guard = on === 'tick' || chance(0.4) ? `${chance(0.5) ? '!' : ''}${factNames[pick(3)]}` : undefined;
    return { from: chance(0.3) ? '*' : state(), to: chance(0.15) ? ['succeed', 'fail'][pick(2)]! : state(), on, guard, event: eventNames[pick(3)]!, after: 1 + pick(3), priority: pick(2) };
  });
  return { kind: 'machine', id, kids, ways, history: (['none', 'step', 'deep'] as const)[pick(3)]! };
}

/** With more events: leaves post while they are driven, and machines answer them. */
export function livelier(spec: Spec, random: Random): Spec {
  if (spec.kind === 'leaf') return random.next() < 0.3 ? { ...spec, posts: { ...spec.posts, drive: eventNames[Math.floor(random.next() * 3)]! } } : spec;
  const kids = spec.kids.map((kid) => livelier(kid, random));
  return spec.kind === 'machine' ? { ...spec, kids, ways: spec.ways.map((way) => (random.next() < 0.4 ? { ...way, on: 'event' } : way)) } : { ...spec, kids };
}

export function randomStimuli(random: Random, ticks: number): Stimulus[] {
  return Array.from({ length: ticks }, () => ({
    facts: Object.fromEntries(factNames.filter(() => random.next() < 0.3).map((name) => [name, random.next() < 0.5])),
    events: eventNames.filter(() => random.next() < 0.2),
  }));
}

export type Facts = Record<string, boolean>;

/** One entity's body: what its guards read, and what its leaves' callbacks noted. */
export interface Body {
  readonly facts: Facts;
  readonly notes: string[];
}

export function holds(guard: string | undefined, facts: Facts): boolean {
  if (guard === undefined) return true;
  return guard.startsWith('!') ? facts[guard.slice(1)] !== true : facts[guard] === true;
}

/** The structure as the library's states. */
export function toStep(spec: Spec): Step {
  if (spec.kind === 'leaf') return toLeaf(spec);
  const kids = Object.fromEntries(spec.kids.map((kid) => [kid.id, toStep(kid)])) as { readonly [id: string]: Step } & { readonly kind?: never };
  switch (spec.kind) {
    case 'sequence':
      return sequence({ steps: kids, loop: spec.loop === 0 ? 'forever' : spec.loop, onFail: spec.skip ? 'skip' : 'fail', history: spec.history });
    case 'parallel':
      return parallel(spec.until, kids);
    case 'steps':
      return steps({ actions: kids, maxSteps: 8, precheck: () => !spec.stale });
    case 'machine':
      return machine({ states: kids, history: spec.history, transitions: spec.ways.map(toWay) });
  }
}

function toWay({ from, to, on, guard, event, after, priority }: WaySpec): Transition<Body, unknown, string, any> {
  const when = guard === undefined ? {} : { when: (body: Body) => holds(guard, body.facts) };
  const trigger = on === 'tick' ? {} : on === 'after' ? { after } : on === 'event' ? { event } : { done: ({ done: 'any', succeeded: 'success', failed: 'failure' } as const)[on] };
  return { from, to, priority, ...when, ...trigger };
}

function toLeaf({ id, script, posts, throws }: Extract<Spec, { kind: 'leaf' }>): State {
  // Leaves without hooks take shorter ways through the engine; the silent ones are those whose id ends in "c".
  const hooks = !id.endsWith('c') || posts['enter'] !== undefined || posts['exit'] !== undefined || throws !== '';
  return leaf({
    timed: id.length % 2 === 0,
    // The second cell holds the leaf's own mark: reading another one means reading somebody else's cells.
    cells: { drives: 0, mark: markOf(id) },
    ...(hooks ? { enter: enter, exit: exit } : {}),
    drive: (body: Body, _params, frame) => {
      const letter = script[Math.min(frame.cells.drives, script.length - 1)];
      if (frame.cells.mark !== markOf(id)) throw new Error(`${id} reads the cells of another leaf`);
      frame.cells.drives++;
      body.notes.push(`${id}:${letter}`);
      if (posts['drive'] !== undefined) frame.post(posts['drive']);
      if (letter === 'X') throw new Error(`${id} throws`);
      return letter === 'S' ? success : letter === 'F' ? failure : running;
    },
  });

  function enter(body: Body, _params: unknown, frame: Frame): void {
    body.notes.push(`+${id}`);
    if (posts['enter'] !== undefined) frame.post(posts['enter']);
    if (throws === 'enter') throw new Error(`${id} cannot be entered`);
  }
  function exit(body: Body, _params: unknown, why: string, frame: Frame): void {
    body.notes.push(`-${id}:${why}`);
    if (posts['exit'] !== undefined) frame.post(posts['exit']);
    if (throws === 'exit') throw new Error(`${id} cannot be left`);
  }
}

function markOf(id: string): number {
  return [...id].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 1);
}

const letters = 'RSFX';

/** The library's store on a structure, with its trace as short texts by slot. */
export class Ours {
  readonly store: StateStore<Body>;
  readonly bodies: Body[];
  readonly traces: string[][];
  readonly errors: string[] = [];

  readonly spec: Spec;

  constructor(spec: Spec, entities = 1, options: CompileOptions = {}) {
    this.spec = spec;
    const program = compileStates({ [spec.id]: toStep(spec) }, { queue: 200, ...options });
    this.bodies = Array.from({ length: entities }, (): Body => ({ facts: {}, notes: [] }));
    this.traces = this.bodies.map(() => []);
    this.store = new StateStore<Body>(program, {
      columns: new Columns(entities),
      maxStepsPerTick: 5,
      onError: (_slot, path, error) => this.errors.push(`${path}: ${(error as Error).message}`),
      trace: (slot, node, event, detail) => {
        const trace = this.traces[slot]!;
        const name = program.names[node]!;
        if (event === stateEvent.enter) trace.push(`+${name}`);
        if (event === stateEvent.drive) trace.push(`${name}:${letters[detail]}`);
        if (event === stateEvent.exit) trace.push(`-${name}:${'asfg'[detail]}`);
        if (event === stateEvent.budget) trace.push('!budget');
      },
    });
    this.bodies.forEach((_, slot) => this.begin(slot));
  }

  /** Stops tracing: then the engine takes its fast loop where it can. */
  untraced(): this {
    this.store.trace = undefined;
    return this;
  }

  begin(slot: number): void {
    this.store.begin(slot, 0);
    for (const spec of all(this.spec)) {
      if (spec.kind === 'steps') giveSteps(this.store, slot, this.idOf(spec.id), spec.list.map((kid) => ({ action: spec.kids[kid]!.id })), this.bodies[slot]!, undefined);
    }
  }

  tick(slot: number, { facts, events }: Stimulus): string[] {
    this.traces[slot]!.length = 0;
    Object.assign(this.bodies[slot]!.facts, facts);
    for (const event of events) this.store.post(slot, event);
    if (this.store.active(slot) !== -1) this.store.drive(slot, this.bodies[slot]!, undefined, 1);
    return [...this.traces[slot]!];
  }

  idOf(name: string): string {
    return this.store.program.ids.find((id) => id.split('/').at(-1) === name)!;
  }
}

export function all(spec: Spec): Spec[] {
  return [spec, ...(spec.kind === 'leaf' ? [] : spec.kids.flatMap(all))];
}

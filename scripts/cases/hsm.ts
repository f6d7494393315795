/**
 * Runs files in the format of test/cases/hsm.json on the state machine layer: each case is a tree, scripts for its leaves,
 * and what must be seen tick by tick. There `seq`, `par` and `plan` are our `sequence`, `parallel` and `steps`, and a tick is a second.
 *
 * Additions to the format, for what the first file does not cover:
 * - `kind: 'sub'` with `tree`: another structure built in; `history: 'step' | 'deep'` on machines;
 * - `precheck: { action: guard }` on a plan, and `reason: { plan: 'stale' | 'failed' }` in a tick;
 * - script letter `Z`: running, and asleep for `sleep[leaf]` seconds; `asleep` in a tick: seconds for which nothing need be done;
 * - `watch: [names]` on a transition; `initial` on a machine; `onFail: 'skip'` on a seq.
 */
import { compileStates, giveSteps, readSteps, leaf, machine, parallel, restoreRow, saveRow, sequence, stateEvent, StateStore, steps, sub, type RestorePolicy, type State, type StateProgram, type Step, type StepsStatus, type Transition } from '../../src/hsm/internal.js';
import { Columns, failure, isPlainObject, running, success, thrownText } from '../../src/core/internal.js';
import type { CaseResults } from '../cases.js';
import { compareFrame, compareNested, pathShapes, type AnyFrame } from './hsm-frames.js';

interface Tree {
  readonly id: string;
  readonly kind: 'leaf' | 'seq' | 'machine' | 'plan' | 'par' | 'sub';
  readonly kids?: readonly Tree[];
  readonly trans?: readonly Trans[];
  readonly loop?: boolean | number;
  readonly onFail?: 'fail' | 'skip';
  readonly history?: boolean | string;
  readonly policy?: 'all' | 'any';
  readonly initial?: string;
  readonly maxSteps?: number;
  readonly precheck?: Readonly<Record<string, string>>;
  readonly tree?: Tree;
}

interface Trans {
  readonly from: string | readonly string[];
  readonly to: string;
  readonly on: 'tick' | 'after' | 'event' | 'done' | 'succeeded' | 'failed';
  readonly guard?: string;
  readonly event?: string;
  readonly ticks?: number;
  readonly prio?: number;
  readonly watch?: readonly string[];
}

interface Tick {
  readonly set?: Readonly<Record<string, boolean>>;
  readonly events?: readonly string[];
  readonly setPlan?: Readonly<Record<string, readonly string[]>>;
  readonly opTrace?: readonly string[];
  readonly abort?: boolean;
  readonly trace?: readonly string[];
  readonly path?: unknown;
  readonly path2?: unknown;
  readonly status?: string;
  readonly failedStep?: Readonly<Record<string, number>>;
  readonly reason?: Readonly<Record<string, string>>;
  readonly asleep?: number;
  readonly queue?: readonly string[];
  readonly continuation?: AnyFrame;
  readonly saveRestore?: boolean;
  readonly restoreInto?: Tree;
  readonly policy?: RestorePolicy;
  readonly restoreTrace?: readonly string[];
}

interface Case {
  readonly id: string;
  readonly title?: string;
  readonly tree: Tree;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly plans?: Readonly<Record<string, readonly string[]>>;
  readonly hooks?: Readonly<Record<string, string | readonly string[]>>;
  readonly sleep?: Readonly<Record<string, number>>;
  readonly maxSteps?: number;
  readonly entities?: number;
  readonly offset?: number;
  readonly ticks: readonly Tick[];
}

/** Runs every case of a file. */
export function runCases(data: unknown): CaseResults {
  if (!isPlainObject(data) || !Array.isArray(data['cases'])) throw new Error('not a file of state machine cases: it has no list "cases"');
  const messages: string[] = [];
  let passed = 0;
  for (const each of data['cases'] as readonly Case[]) {
    try {
      new CaseRun(each).run();
      passed++;
    } catch (error) {
      messages.push(`${each.id} (${each.title ?? 'no title'}): ${thrownText(error)}`);
    }
  }
  return { passed, failed: messages.length, messages };
}

const statusLetters = ['R', 'S', 'F', 'X'];
const exitLetters = ['a', 's', 'f', 'a'];

/** One case, from its first tick to its last. */
class CaseRun {
  readonly #case: Case;
  readonly #guards: Record<string, boolean> = {};
  readonly #failedSteps: Record<string, number> = {};
  #trace: string[] = [];
  #tree: Tree;
  #program: StateProgram;
  #store: StateStore;
  readonly #status: string[];

  constructor(given: Case) {
    this.#case = given;
    this.#tree = given.tree;
    [this.#program, this.#store] = this.#make(given.tree);
    this.#status = new Array<string>(given.entities ?? 1).fill('R');
    this.#status.forEach((_, slot) => {
      this.#store.begin(slot, 0);
      for (const [id, list] of Object.entries(given.plans ?? {})) this.#setPlan(slot, id, list);
    });
  }

  run(): void {
    this.#case.ticks.forEach((tick, index) => {
      try {
        this.#tick(tick, index);
      } catch (error) {
        throw new Error(`tick ${index + 1}: ${thrownText(error)}`, { cause: error });
      }
    });
  }

  #tick(tick: Tick, index: number): void {
    this.#trace = [];
    Object.assign(this.#guards, tick.set);
    for (const [id, list] of Object.entries(tick.setPlan ?? {})) this.#setPlan(0, id, list);
    if (tick.opTrace !== undefined) same('opTrace', this.#trace, tick.opTrace);
    this.#trace = [];
    for (const event of tick.events ?? []) this.#store.post(0, event);
    this.#status.forEach((_, slot) => {
      if (index < slot * (this.#case.offset ?? 0)) return;
      if (tick.abort === true) this.#store.abort(slot, slot, undefined);
      else if (this.#store.active(slot) !== -1) this.#store.drive(slot, slot, undefined, 1);
    });
    this.#check(tick);
    if (tick.saveRestore === true || tick.restoreInto !== undefined) this.#restore(tick);
  }

  #check(tick: Tick): void {
    const top = saveRow(this.#store, 0).top as AnyFrame | null;
    if (tick.trace !== undefined) same('trace', this.#trace, tick.trace);
    if (tick.path !== undefined) compareNested('path', pathShapes(top), tick.path);
    if (tick.path2 !== undefined) compareNested('path2', pathShapes(saveRow(this.#store, 1).top as AnyFrame | null), tick.path2);
    if (tick.status !== undefined) same('status', { success: 'S', failure: 'F', aborted: 'A', none: 'R' }[this.#store.ended(0) ?? 'none'], tick.status);
    for (const [id, step] of Object.entries(tick.failedStep ?? {})) same(`failedStep of ${id}`, this.#failedSteps[id], step);
    for (const [id, reason] of Object.entries(tick.reason ?? {})) same(`reason of ${id}`, this.#stepsStatus(id).reason, reason);
    if (tick.asleep !== undefined) same('asleep', this.#store.asleep(0), tick.asleep);
    if (tick.queue !== undefined) same('queue', saveRow(this.#store, 0).queue ?? [], tick.queue);
    if (tick.continuation !== undefined) compareFrame(top, tick.continuation, this.#tree);
  }

  /** Saves to text and goes on in a new instance, of the same tree or another. */
  #restore(tick: Tick): void {
    const tree = tick.restoreInto ?? this.#tree;
    const [program, store] = this.#make(tree);
    this.#trace = [];
    const policy = tick.policy ?? 'error';
    try {
      this.#status.forEach((_, slot) => restoreRow(store, slot, JSON.parse(JSON.stringify(saveRow(this.#store, slot))), policy, slot, undefined));
    } catch (error) {
      const wanted = ['error', 'restoreError', 'throws', 'restoreThrows', 'refused'].some((key) => key in tick);
      if (policy !== 'error' || (tick.restoreInto === undefined && !wanted)) throw error;
      // A refused restore changes nothing: the old instance goes on.
      same('restoreTrace', this.#trace, tick.restoreTrace ?? []);
      return;
    }
    if (tick.restoreTrace !== undefined) same('restoreTrace', this.#trace, tick.restoreTrace);
    [this.#tree, this.#program, this.#store] = [tree, program, store];
  }

  #make(tree: Tree): [StateProgram, StateStore] {
    const program = compileStates({ [name(tree)]: this.#step(tree) }, { clocks: 'all', queue: 32 });
    const store = new StateStore(program, {
      columns: new Columns(this.#case.entities ?? 1),
      ...(this.#case.maxSteps === undefined ? {} : { maxStepsPerTick: this.#case.maxSteps }),
      trace: (slot, node, event, detail) => slot === 0 && this.#note(program, node, event, detail),
    });
    return [program, store];
  }

  #note(program: StateProgram, node: number, event: number, detail: number): void {
    const id = program.names[node]!.replace(/^#/, '');
    if (event === stateEvent.enter) this.#trace.push(`+${id}`);
    if (event === stateEvent.drive) this.#trace.push(`${id}:${statusLetters[detail]}`);
    if (event === stateEvent.exit) this.#trace.push(`-${id}:${exitLetters[detail]}`);
    if (event === stateEvent.budget) this.#trace.push('!budget');
    if (event === stateEvent.failedStep || event === stateEvent.stale) this.#failedSteps[id] = detail;
  }

  #setPlan(slot: number, id: string, list: readonly string[]): void {
    giveSteps(this.#store, slot, this.#nodeId(id), list.map((action) => ({ action: name({ id: action }) })), slot, undefined);
  }

  #stepsStatus(id: string): StepsStatus {
    return readSteps(this.#store, 0, this.#nodeId(id));
  }

  #nodeId(id: string): string {
    return this.#program.ids.find((each) => each.split('/').at(-1) === name({ id })) ?? id;
  }

  #step(tree: Tree): Step {
    const kids = Object.fromEntries((tree.kids ?? []).map((kid) => [name(kid), this.#step(kid)]));
    switch (tree.kind) {
      case 'leaf':
        return this.#leaf(tree.id);
      case 'seq':
        return sequence({ steps: kids, loop: tree.loop === true ? 'forever' : tree.loop === false || tree.loop === undefined ? 1 : tree.loop, onFail: tree.onFail ?? 'fail', history: tree.history !== undefined && tree.history !== false && tree.history !== 'none' });
      case 'par':
        return parallel(tree.policy ?? 'all', kids as { readonly [id: string]: Step } & { readonly kind?: never });
      case 'sub':
        return sub(this.#step(tree.tree!));
      case 'plan':
        return steps({ actions: { ...this.#actions(tree), ...kids }, maxSteps: tree.maxSteps ?? 64, precheck: (_body, action) => this.#holds(tree.precheck?.[action]) });
      case 'machine':
        return machine({
          states: kids,
          transitions: (tree.trans ?? []).map((trans) => this.#transition(trans, tree)),
          history: tree.history === 'deep' ? 'deep' : tree.history === undefined || tree.history === false || tree.history === 'none' ? 'none' : 'step',
          ...(tree.initial === undefined ? {} : { initial: name({ id: tree.initial }) }),
        });
    }
  }

  /** A plan's action table: every action that some list of the case names. */
  #actions(tree: Tree): Record<string, State> {
    const lists = [this.#case.plans, ...this.#case.ticks.map((tick) => tick.setPlan)].map((plans) => plans?.[tree.id] ?? []);
    const actions = Object.fromEntries(lists.flat().map((id) => [name({ id }), this.#leaf(id)]));
    return Object.keys(actions).length === 0 && tree.kids === undefined ? { none: this.#leaf('none') } : actions;
  }

  #transition(trans: Trans, { kids = [] }: Tree): Transition<unknown, unknown, string, any> {
    const own = (id: string): string => (id === '*' ? id : name({ id }));
    const ends: Readonly<Record<string, string>> = { done: 'succeed', succeeded: 'succeed', success: 'succeed', failed: 'fail', failure: 'fail' };
    const to = kids.some((kid) => kid.id === trans.to) ? own(trans.to) : (ends[trans.to] ?? trans.to);
    const guard = trans.guard === undefined && trans.on !== 'tick' ? {} : { when: () => this.#holds(trans.guard) };
    const trigger = trans.on === 'event' ? { event: trans.event! } : trans.on === 'after' ? { after: trans.ticks! } : trans.on === 'tick' ? {} : { done: ({ done: 'any', succeeded: 'success', failed: 'failure' } as const)[trans.on] };
    return { from: typeof trans.from === 'string' ? own(trans.from) : trans.from.map(own), to, priority: trans.prio ?? 0, ...guard, ...trigger, ...(trans.watch === undefined ? {} : { watch: trans.watch }) };
  }

  /** A leaf that plays its script. Its one cell counts its drives. */
  #leaf(id: string): State {
    const script = this.#case.scripts?.[id] ?? 'R';
    const posts = (hook: string): readonly string[] => [this.#case.hooks?.[`${hook}:${id}`] ?? []].flat();
    const post = (hook: string, frame: { post(event: string): void }): void => posts(hook).forEach((event) => frame.post(event));
    return leaf<unknown, unknown, any, { p: number }>({
      cells: { p: 0 },
      sleeps: script.includes('Z'),
      enter: (_body, _params, frame) => post('enter', frame),
      exit: (_body, _params, _why, frame) => post('exit', frame),
      drive: (_body, _params, frame) => {
        const letter = script[Math.min(frame.cells.p, script.length - 1)];
        frame.cells.p++;
        post('drive', frame);
        if (letter === 'X') throw new Error(`${id} throws, as its script says`);
        if (letter === 'Z') frame.sleep(this.#case.sleep?.[id] ?? 0);
        return letter === 'S' ? success : letter === 'F' ? failure : running;
      },
    });
  }

  #holds(guard: string | undefined): boolean {
    if (guard === undefined) return true;
    return guard.startsWith('!') ? this.#guards[guard.slice(1)] !== true : this.#guards[guard] === true;
  }
}

/** An id as a state's name. Ids that look like numbers would be put in another order by a record's keys. */
function name({ id }: { readonly id: string }): string {
  return /^\d+$/.test(id) ? `#${id}` : id;
}

function same(what: string, got: unknown, wanted: unknown): void {
  const [gotText, wantedText] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (gotText !== wantedText) throw new Error(`${what} is ${gotText}, expected ${wantedText}`);
}

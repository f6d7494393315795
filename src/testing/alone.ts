import { programOf, type Brain } from '../brain/internal.js';
import { treePicture, treeStates, TreeStore, type BuiltInLeaf } from '../bt/internal.js';
import { didYouMean, Problem, statusName, type Status } from '../core/internal.js';
import { anyHolds, readingView, snapshotOf, startState, writingView, type SomeFacts } from '../facts/internal.js';
import { StateStore } from '../hsm/internal.js';
import { scripted, type Cue, type Scripted } from './scripted.js';

type BrainProgram = ReturnType<typeof programOf>;

/** One step, driven by hand. */
export interface LoneStep {
  /** Lets ticks pass, 0.1 s each unless said otherwise; ends early when the step ends. Answers how it stands. */
  tick(times?: number, dt?: number): 'running' | 'success' | 'failure';
  post(event: string): boolean;
  /** Leaves everything, deepest first. */
  abort(): void;
  /** The states that are active, outermost first. */
  readonly states: readonly string[];
  /** What its callbacks threw, as `path: text`. */
  readonly errors: readonly string[];
  toString(): string;
}

/** The tree, driven by hand; plan leaves follow a script. */
export interface LoneTree {
  tick(times?: number, dt?: number): 'running' | 'success' | 'failure';
  /** The script of the plan leaf: how often it was asked, and with what. */
  readonly plan: Scripted;
  readonly errors: readonly string[];
  /** The tree as a picture with the state of each node. */
  toString(): string;
}

/** What a sensor made of a body. */
export interface Sensed<F> {
  /** The facts after it looked. */
  readonly facts: F;
  /** What it wrote that could not be stored as it was, as `ammo clamped`. */
  readonly warnings: readonly string[];
}

/** What the tree is told instead of being in a brain. */
export interface LoneTreeParts<F, G> {
  readonly facts?: SomeFacts<F>;
  /** One cue for each time a plan leaf is asked, the last one repeats; without any it succeeds. */
  readonly plan?: readonly Cue[];
  /** The wanted goal, for `goalIs`. */
  readonly goal?: keyof G & string;
  readonly planning?: boolean;
  readonly interruptible?: boolean;
}

/** Single layers of a brain, each by itself. */
export interface Alone<F, A, G> {
  /** The step of an action, begun with these params. @throws Problem `unknown-action` */
  step<K extends keyof A & string>(action: K, params?: A[K]): LoneStep;
  tree(parts?: LoneTreeParts<F, G>): LoneTree;
  /** Runs one sensor once: `always`, or one by the name of its timer or event. @throws Problem `unknown-sensor` */
  sense(sensor: string, before?: SomeFacts<F>, event?: unknown): Sensed<F>;
}

/**
 * Takes a brain apart for unit tests: one step, the tree, or one sensor runs on a body by itself, with made-up params and facts.
 *
 * ```ts
 * const goTo = alone(guardBrain, guard).step('goTo', { place: 'gate' });
 * expect(goTo.tick(30)).toBe('success');
 * expect(guard.at).toBe('gate');
 * ```
 */
export function alone<Body, F, A, G, V>(of: Brain<Body, F, A, G, V>, body: Body): Alone<F, A, G> {
  const program = programOf(of);
  return {
    step: (action, params) => loneStep(program, body, action, params ?? {}),
    tree: (parts = {}) => loneTree(program, body, parts),
    sense: (sensor, before = {}, event) => senseOnce(program, body, sensor, before, event) as Sensed<F>,
  };
}

function loneStep(program: BrainProgram, body: unknown, action: string, params: object): LoneStep {
  const names = program.engine.actions.map(({ name }) => name);
  const root = names.indexOf(action);
  if (root < 0) throw new Problem('unknown-action', `the brain has no action "${action}"`, { path: 'alone.step', hint: didYouMean(action, names) });
  const errors: string[] = [];
  const store = new StateStore<unknown>(program.states, { onError: (_slot, path, error) => void errors.push(errorText(path, error)) });
  store.columns.grow(1);
  store.begin(0, root);
  let status: Status = 0;
  return {
    tick: (times = 1, dt = 0.1) => {
      for (let tick = 0; tick < times && status === 0; tick++) status = store.drive(0, body, params, dt);
      return statusName(status);
    },
    post: (event) => store.post(0, event),
    abort: () => store.abort(0, body, params),
    get states() {
      return store.path(0);
    },
    errors,
    toString: () => `${action}: ${status === 0 ? store.path(0).join(' > ') || 'not begun' : statusName(status)}`,
  };
}

function loneTree(program: BrainProgram, body: unknown, { facts = {}, plan = [], goal, planning = false, interruptible = true }: LoneTreeParts<any, any>): LoneTree {
  const { layout } = program.engine;
  const words = startState(facts, layout, 'alone.tree.facts');
  const view = readingView(layout);
  view.point(words, 0);
  const wanted = goal === undefined ? -1 : program.goals.number(goal, 'alone.tree.goal');
  const leaf = scripted(...plan);
  const { goalIs, holds } = program.planCalls;
  const builtIns: Readonly<Record<string, BuiltInLeaf>> = {
    plan: { step: (_slot, args) => leaf(...(Array.isArray(args) ? (args as unknown[]) : [])) },
    goalIs: { test: (_slot, args) => wanted >= 0 && goalIs.get(args)!(wanted, (name) => (body as Readonly<Record<string, unknown>>)[name]) },
    holds: { test: (_slot, args) => anyHolds(holds.get(args)!, words, 0) },
    planning: { test: () => planning },
    interruptible: { test: () => interruptible },
  };
  const errors: string[] = [];
  const store = new TreeStore<unknown, unknown>(program.tree, program.leaves, { builtIns, onError: (_slot, path, error) => void errors.push(errorText(path, error)) });
  store.columns.grow(1);
  let status: Status = 0;
  return {
    tick: (times = 1, dt = 0.1) => {
      for (let tick = 0; tick < times; tick++) status = store.step(0, body, view.view, dt);
      return statusName(status);
    },
    plan: leaf,
    errors,
    toString: () => treePicture(program.tree, treeStates(store, 0)),
  };
}

function senseOnce(program: BrainProgram, body: unknown, name: string, before: unknown, event: unknown): Sensed<unknown> {
  const sensor = program.sensors.find((each) => each.name === name);
  const names = program.sensors.map((each) => each.name);
  if (sensor === undefined) throw new Problem('unknown-sensor', `the brain has no sensor "${name}"`, { path: 'alone.sense', hint: didYouMean(name, names) });
  const { layout } = program.engine;
  const words = startState(before, layout, 'alone.sense');
  const start = words.slice();
  const warnings: string[] = [];
  const view = writingView(layout, (cell, kind) => void warnings.push(`${cell.text} ${kind}`), `sensor ${sensor.path}`);
  view.point(words, 0);
  sensor.read(body as never, view.view as never, event);
  view.shut();
  for (const fact of layout.facts.values()) {
    if (sensor.owns !== null && fact.mask.some((mask, word) => (mask & ~sensor.owns![word]! & (words[word]! ^ start[word]!)) !== 0)) warnings.push(`${fact.name} notOwned`);
  }
  return { facts: snapshotOf(layout, words, 0), warnings };
}

function errorText(path: string, error: unknown): string {
  return `${path}: ${error instanceof Error ? error.message : String(error)}`;
}

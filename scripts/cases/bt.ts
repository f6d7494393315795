/**
 * Runs tree cases in both readings: the exact one must give what was observed of mistreevous, the native one what is expected.
 * A case passes when both do. `--exact` or `--native` runs one reading only.
 */
import { describe, isPlainObject, thrownText } from '../../src/core/internal.js';
import { checkTree } from '../../src/bt/check/check.js';
import { childrenOf, compileTree, TreeStore, type AnyNode, type RootNode, treeStates } from '../../src/bt/internal.js';
import { BehaviourTree, State, type NodeDetails } from '../../src/mistreevous/index.js';
import type { CaseResults } from '../cases.js';

interface Expected {
  readonly root: string;
  readonly calls: readonly string[];
  readonly states?: string;
  readonly error?: boolean;
}

interface CaseStep {
  readonly world?: Readonly<Record<string, boolean>>;
  readonly settleBefore?: Readonly<Record<string, string>>;
  readonly op?: 'reset';
  readonly expect: Expected;
  readonly expectError?: boolean;
}

interface Case {
  readonly id: string;
  readonly mdsl: string;
  readonly native?: string;
  readonly expectFrom?: string;
  readonly definition?: readonly RootNode[];
  readonly outcomes?: Readonly<Record<string, readonly string[]>>;
  readonly effects?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  readonly dt?: number;
  readonly random?: readonly number[];
  readonly logGuards?: boolean;
  readonly steps: readonly CaseStep[];
  readonly mistreevous: { readonly agreesWithExpect: boolean; readonly observed: readonly Expected[] };
}

export async function runCases(data: unknown, flags: readonly string[]): Promise<CaseResults> {
  const cases = isPlainObject(data) ? data['cases'] : undefined;
  if (!Array.isArray(cases)) throw new Error(`a file of tree cases is { "cases": [...] }, not ${describe(data)}`);
  const messages: string[] = [];
  let failed = 0;
  for (const each of cases as readonly Case[]) {
    const wrong = await failuresOf(each, flags);
    messages.push(...wrong.map((message) => `${each.id}: ${message}`));
    if (wrong.length > 0) failed++;
  }
  return { passed: cases.length - failed, failed, messages };
}

async function failuresOf(each: Case, flags: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  try {
    if (!flags.includes('--native')) {
      const observed = staleBy(each) ? expectedOf(each) : each.mistreevous.observed;
      wrong.push(...(await compare(each, 'exact', exactRun(each, each.mdsl), observed)));
      if (each.definition !== undefined) wrong.push(...(await compare(each, 'exact, from JSON', exactRun(each, each.definition), observed)));
    }
    if (!flags.includes('--exact')) {
      wrong.push(...(await compare(each, 'native', nativeRun(each), expectedOf(each))));
    }
  } catch (error) {
    wrong.push(thrownText(error));
  }
  return wrong;
}

function expectedOf(each: Case): readonly Expected[] {
  return each.steps.map(({ expect, expectError }) => ({ ...expect, error: expectError === true }));
}

/**
 * The one listed divergence of the exact reading: mistreevous lets the promise of an aborted run decide the next run. Where an action
 * answers with several promises and mistreevous was seen to do other than expected, the exact reading must do what is expected.
 */
function staleBy({ outcomes = {}, mistreevous }: Case): boolean {
  return !mistreevous.agreesWithExpect && Object.values(outcomes).some((script) => script.filter((outcome) => outcome.startsWith('P')).length > 1);
}

/** A tree under test: what it is asked to do, and what can be seen of it. */
interface Run {
  readonly world: World;
  readonly step: () => void;
  readonly reset: () => void;
  readonly states: () => string;
}

async function compare(each: Case, reading: string, run: Run, expected: readonly Expected[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [index, step] of each.steps.entries()) {
    const wanted = expected[index];
    if (wanted === undefined) return [...wrong, `${reading}: nothing is recorded for step ${index + 1}`];
    await run.world.prepare(step);
    let threw = false;
    try {
      if (step.op === 'reset') run.reset();
      else run.step();
    } catch {
      threw = true;
    }
    const states = run.states();
    const seen = { root: states[0], calls: run.world.takeCalls(), states: wanted.states === undefined ? undefined : states, error: threw };
    const want = { root: wanted.root, calls: wanted.calls, states: wanted.states, error: wanted.error === true };
    if (JSON.stringify(seen) !== JSON.stringify(want)) wrong.push(`${reading}, step ${index + 1}: ${JSON.stringify(seen)} instead of ${JSON.stringify(want)}`);
  }
  return wrong;
}

/** The agent of a case: answers by script, and writes down who was called. */
class World {
  readonly #case: Case;
  readonly #flags = new Map<string, boolean>();
  readonly #counts = new Map<string, number>();
  readonly #promises = new Map<string, { readonly promise: Promise<string>; readonly settle: (value: string) => void }>();
  #calls: string[] = [];
  #draws = 0;

  constructor(each: Case) {
    this.#case = each;
  }

  async prepare({ world = {}, settleBefore = {} }: CaseStep): Promise<void> {
    for (const [flag, value] of Object.entries(world)) this.#flags.set(flag, value);
    for (const [name, outcome] of Object.entries(settleBefore)) this.#promise(name).settle(outcome);
    // Let every reaction to a settled promise run.
    await new Promise((resolve) => setImmediate(resolve));
  }

  takeCalls(): readonly string[] {
    const calls = this.#calls;
    this.#calls = [];
    return calls;
  }

  random(): number {
    const { random = [0] } = this.#case;
    return random[this.#draws++ % random.length]!;
  }

  flag(name: string): boolean {
    return this.#flags.get(name) === true;
  }

  log(text: string): void {
    this.#calls.push(text);
  }

  /** What an action answers: S, F, R or a promise. */
  act(name: string): string | Promise<string> {
    this.log(name);
    for (const [flag, value] of Object.entries(this.#case.effects?.[name] ?? {})) this.#flags.set(flag, value);
    const script = this.#case.outcomes?.[name] ?? ['S'];
    const call = this.#counts.get(name) ?? 0;
    this.#counts.set(name, call + 1);
    const outcome = script[Math.min(call, script.length - 1)]!;
    if (outcome === '!') throw new Error(`${name} was told to throw`);
    return outcome.startsWith('P') ? this.#promise(outcome).promise : outcome;
  }

  #promise(name: string): { readonly promise: Promise<string>; readonly settle: (value: string) => void } {
    const known = this.#promises.get(name);
    if (known !== undefined) return known;
    let settle: (value: string) => void = () => undefined;
    const promise = new Promise<string>((resolve) => (settle = resolve));
    this.#promises.set(name, { promise, settle });
    return { promise, settle };
  }
}

/** What each name of a tree is used as; a function that is both condition and guard is logged, as a condition is. */
function rolesOf(roots: readonly RootNode[]): ReadonlyMap<string, 'action' | 'condition' | 'guard' | 'hook' | 'exit'> {
  const roles = new Map<string, 'action' | 'condition' | 'guard' | 'hook' | 'exit'>();
  const visit = (node: AnyNode): void => {
    if (node.type === 'action' || node.type === 'condition') roles.set(node.call, node.type);
    if (node.type !== 'branch') {
      for (const guard of [node.while, node.until]) if (guard && !roles.has(guard.call)) roles.set(guard.call, 'guard');
      for (const hook of [node.entry, node.step]) if (hook) roles.set(hook.call, 'hook');
      if (node.exit) roles.set(node.exit.call, 'exit');
    }
    childrenOf(node).forEach(visit);
  };
  roots.forEach(visit);
  return roles;
}

/** The functions of a case; `read` turns S, F and R into what a reading calls them. */
function functionsOf(each: Case, world: World, roots: readonly RootNode[], read: (outcome: string) => unknown): Record<string, (...args: unknown[]) => unknown> {
  const functions: Record<string, (...args: unknown[]) => unknown> = {};
  for (const [name, role] of rolesOf(roots)) {
    functions[name] = (...args) => {
      if (role === 'hook') return world.log(`${name}(${args.join(',')})`);
      if (role === 'exit') {
        const { succeeded, aborted } = args[0] as { readonly succeeded: boolean; readonly aborted: boolean };
        return world.log(`${name}(${args.slice(1).join(',')}${aborted ? '!' : succeeded ? '+' : '-'})`);
      }
      if (role === 'action') {
        const outcome = world.act(name);
        return typeof outcome === 'string' ? read(outcome) : outcome.then(read);
      }
      if (role === 'condition' || each.logGuards === true) world.log(name);
      return world.flag(name);
    };
  }
  return functions;
}

function exactRun(each: Case, definition: string | readonly RootNode[]): Run {
  const world = new World(each);
  const roots = rootsOfText(each.mdsl);
  const outcomes: Readonly<Record<string, State>> = { S: State.SUCCEEDED, F: State.FAILED, R: State.RUNNING };
  const tree = new BehaviourTree(definition, functionsOf(each, world, roots, (outcome) => outcomes[outcome]), {
    getDeltaTime: () => each.dt ?? 0,
    ...(each.random === undefined ? {} : { random: () => world.random() }),
  });
  const letters: Readonly<Record<string, string>> = { [State.READY]: 'r', [State.RUNNING]: 'R', [State.SUCCEEDED]: 'S', [State.FAILED]: 'F' };
  const states = (node: NodeDetails): string => letters[node.state]! + (node.children ?? []).map(states).join('');
  return { world, step: () => tree.step(), reset: () => tree.reset(), states: () => states(tree.getTreeNodeDetails()) };
}

function nativeRun(each: Case): Run {
  const world = new World(each);
  const roots = rootsOfText(each.native ?? withItsRepeats(each));
  const outcomes: Readonly<Record<string, number>> = { R: 0, S: 1, F: 2 };
  const functions = functionsOf(each, world, roots, (outcome) => outcomes[outcome]);
  // The functions of a case know no body and no facts.
  const leaves = Object.fromEntries(Object.entries(functions).map(([name, run]) => [name, (_body: unknown, _facts: unknown, ...args: unknown[]) => run(...args)]));
  const store = new TreeStore(compileTree(roots), leaves, each.random === undefined ? {} : { random: () => world.random() });
  store.columns.grow(1);
  const letters = { ready: 'r', running: 'R', success: 'S', failure: 'F' } as const;
  return {
    world,
    step: () => store.step(0, undefined, undefined, each.dt ?? 0),
    // The native reading has no silent reset: what runs is told.
    reset: () => store.abort(0, undefined, undefined),
    states: () => treeStates(store, 0).map((state) => letters[state]).join(''),
  };
}

/** BehaviorTree.CPP's repeat does all its rounds in one step, which is our `repeatNow`. */
function withItsRepeats({ mdsl, expectFrom }: Case): string {
  return expectFrom === 'BehaviorTree.CPP' ? mdsl.replaceAll(/\b(repeat|retry) \[/g, '$1Now [') : mdsl;
}

function rootsOfText(text: string): readonly RootNode[] {
  const checked = checkTree(text);
  if (!checked.ok) throw checked.problems[0];
  return checked.roots;
}

/**
 * Steps of behaviour trees: both readings beside mistreevous, behaviortree and behavior3js, one entity and many.
 * Every runtime gets the same tree and the same kind of agent, and must have done the same work before anything is measured.
 */
import { BehaviourTree as Stock, State } from 'mistreevous';
import { running, success } from 'ganglion';
import { bt, compileTree, TreeStore } from 'ganglion/bt';
import { BehaviourTree } from 'ganglion/mistreevous';
import { allocatedPerCall, compare, peer, smoke } from './harness.js';
import { levelsOf, levelText, Walker, type Guards } from './bt-trees.lib.js';

/** Many entities in one runtime: one step of all of them, and what they did. */
interface Population {
  readonly step: () => void;
  readonly walkers: readonly Walker[];
}
type Runtime = (nodes: number, guards: Guards, walkers: readonly Walker[]) => Population;

/** What mistreevous and its drop-in call. */
class Agent extends Walker {
  act(): State {
    this.calls++;
    return State.SUCCEEDED;
  }

  work(): State {
    return this.isDone() ? State.SUCCEEDED : State.RUNNING;
  }
}

const native: Runtime = (nodes, guards, walkers) => {
  const tree = bt<Walker>(levelText(nodes, guards), {
    no: (walker) => walker.no(),
    yes: (walker) => walker.yes(),
    // A function that the text does not name would be refused.
    ...(guards === 'none' ? {} : { stays: (walker: Walker) => walker.stays() }),
    act: (walker) => {
      walker.calls++;
      return success;
    },
    work: (walker) => (walker.isDone() ? success : running),
  });
  const store = new TreeStore<Walker>(compileTree(tree.definition), tree.leaves);
  store.columns.grow(walkers.length);
  const step = (): void => {
    for (let slot = 0; slot < walkers.length; slot++) store.step(slot, walkers[slot]!, undefined, 1 / 60);
  };
  return { step, walkers };
};

const classRuntime =
  (Tree: new (text: string, agent: object, options: { getDeltaTime(): number }) => { step(): void }): Runtime =>
  (nodes, guards, walkers) => {
    const trees = walkers.map((walker) => new Tree(levelText(nodes, guards), walker, { getDeltaTime: () => 1 / 60 }));
    const step = (): void => {
      for (const tree of trees) tree.step();
    };
    return { step, walkers };
  };
const exact = classRuntime(BehaviourTree);
const stock = classRuntime(Stock as never);

interface SharedNodes {
  readonly BehaviorTree: new (parts: { tree: object; blackboard: object }) => { step(): void };
  readonly Sequence: new (parts: { nodes: object[] }) => object;
  readonly Selector: new (parts: { nodes: object[] }) => object;
  readonly Task: new (parts: { run: (walker: Walker) => unknown }) => object;
  readonly SUCCESS: unknown;
  readonly FAILURE: unknown;
  readonly RUNNING: unknown;
}

/** behaviortree: nodes shared by all entities, an index for each. */
const sharedNodes = (library: SharedNodes): Runtime => (nodes, _guards, walkers) => {
  const { BehaviorTree, Sequence, Selector, Task, SUCCESS, FAILURE, RUNNING } = library;
  const task = (run: (walker: Walker) => unknown): object => new Task({ run });
  const act = (walker: Walker): unknown => (walker.calls++, SUCCESS);
  let tree = task((walker) => (walker.isDone() ? SUCCESS : RUNNING));
  for (let level = levelsOf(nodes); level > 0; level--) {
    const fails = new Sequence({ nodes: [task((walker) => (walker.no() ? SUCCESS : FAILURE)), task(act)] });
    const goesOn = new Sequence({ nodes: [task((walker) => (walker.yes() ? SUCCESS : FAILURE)), task(act), tree] });
    tree = new Selector({ nodes: [fails, goesOn] });
  }
  const trees = walkers.map((blackboard) => new BehaviorTree({ tree, blackboard }));
  const step = (): void => {
    for (const each of trees) each.step();
  };
  return { step, walkers };
};

interface Blackboards {
  readonly BehaviorTree: new () => { root: object; tick(target: object, blackboard: object): void };
  readonly Blackboard: new () => object;
  readonly MemSequence: new (parts: { children: object[] }) => object;
  readonly MemPriority: new (parts: { children: object[] }) => object;
  readonly Action: new () => object;
  readonly SUCCESS: number;
  readonly FAILURE: number;
  readonly RUNNING: number;
}

/** behavior3js: one tree, a blackboard for each entity. */
const blackboards = (library: Blackboards): Runtime => (nodes, _guards, walkers) => {
  const { BehaviorTree, Blackboard, MemSequence, MemPriority, Action, SUCCESS, FAILURE, RUNNING } = library;
  const action = (run: (walker: Walker) => number): object => Object.assign(new Action(), { tick: (tick: { target: Walker }) => run(tick.target) });
  const act = (walker: Walker): number => (walker.calls++, SUCCESS);
  let root = action((walker) => (walker.isDone() ? SUCCESS : RUNNING));
  for (let level = levelsOf(nodes); level > 0; level--) {
    const fails = new MemSequence({ children: [action((walker) => (walker.no() ? SUCCESS : FAILURE)), action(act)] });
    const goesOn = new MemSequence({ children: [action((walker) => (walker.yes() ? SUCCESS : FAILURE)), action(act), root] });
    root = new MemPriority({ children: [fails, goesOn] });
  }
  const tree = Object.assign(new BehaviorTree(), { root });
  const boards = walkers.map(() => new Blackboard());
  const step = (): void => {
    for (let index = 0; index < walkers.length; index++) tree.tick(walkers[index]!, boards[index]!);
  };
  return { step, walkers };
};

const behaviortree = await peer<SharedNodes>('behaviortree');
const behavior3js = await peer<Blackboards>('behavior3js');

const readings: Readonly<Record<string, Runtime>> = { native, exact };
// One tree of each runtime lives from start to end, as in a game. Were all of them garbage at some moment, the engine would forget what
// their objects look like, take each later one for something new, and after a few rounds give up telling them apart.
const keptAlive = [native, exact, stock].map((runtime) => runtime(10, 'every', [new Agent(20)]));

// A whole number of steps that no bench reaches: with Infinity each agent would allocate a number at each step.
const periods: Readonly<Record<string, number>> = { running: 2 ** 30, 'running, ends every 20th step': 20, succeeds: 1 };

for (const nodes of [10, 30, 100]) {
  for (const guards of ['none', 'top', 'every'] as const) {
    for (const what of ['running', 'succeeds']) measure(what, nodes, guards, 1, guards === 'none');
  }
}
// A mistreevous population of 100 nodes would need 1.4 to 3.2 GB at 10,000 entities.
for (const [nodes, guards, n] of [[10, 'none', 10_000], [30, 'none', 10_000], [30, 'every', 10_000], [100, 'none', 2_000]] as const) {
  measure('running, ends every 20th step', nodes, guards, smoke ? 50 : n, guards === 'none' && nodes === 30);
}

/** Both readings on one tree and population, beside mistreevous and, where no guards are involved, the others. */
function measure(what: string, nodes: number, guards: Guards, n: number, withOthers: boolean): void {
  const period = periods[what]!;
  const others: Readonly<Record<string, Runtime | undefined>> = withOthers
    ? { behaviortree: behaviortree && sharedNodes(behaviortree), behavior3js: behavior3js && blackboards(behavior3js) }
    : {};
  const built = (runtime: Runtime): { readonly population: Population; readonly bytes: number; readonly milliseconds: number } => {
    const walkers = Array.from({ length: n }, (_, index) => new Agent(period, period === 20 ? index % 20 : 0));
    const before = heap();
    const start = performance.now();
    const population = runtime(nodes, guards, walkers);
    const milliseconds = performance.now() - start;
    population.step();
    const bytes = heap() - before;
    // Long enough for the compiler of a busy machine to be done before anything is measured.
    const until = performance.now() + (smoke ? 5 : n === 1 ? 150 : 1000);
    while (performance.now() < until) population.step();
    return { population, bytes, milliseconds };
  };
  const peers = Object.entries({ mistreevous: stock, ...others }).flatMap(([name, runtime]) => (runtime === undefined ? [] : [[name, built(runtime)] as const]));
  const theirs = peers[0]![1];
  for (const [reading, runtime] of Object.entries(readings)) {
    const ours = built(runtime);
    sameWork(ours.population, theirs.population);
    const perEntity = n === 1 ? {} : { bytesPerEntity: Math.round(ours.bytes / n), peerBytesPerEntity: Math.round(theirs.bytes / n), buildMs: Math.round(ours.milliseconds), peerBuildMs: Math.round(theirs.milliseconds) };
    compare({
      bench: `${reading} ${what} ${nodes} nodes${guards === 'none' ? '' : `, guards ${guards}`}`,
      n,
      ours: ours.population.step,
      // The others are shown once, beside the native reading.
      peers: Object.fromEntries(peers.slice(0, reading === 'native' ? undefined : 1).map(([name, { population }]) => [name, population.step])),
      rounds: n === 1 ? 15 : 9,
      figures: { bytesPerStep: allocatedPerCall(ours.population.step, n === 1 ? 1000 : 3), ...perEntity },
    });
  }
}

/** Steps both until the work of 40 steps is done and compares what each entity did. */
function sameWork(ours: Population, theirs: Population): void {
  const work = ({ step, walkers }: Population): string => {
    const before = walkers.slice(0, 50).map(({ calls, endings }) => ({ calls, endings }));
    for (let round = 0; round < 40; round++) step();
    return JSON.stringify(walkers.slice(0, 50).map(({ calls, endings }, index) => [calls - before[index]!.calls, endings - before[index]!.endings]));
  };
  if (work(ours) !== work(theirs)) throw new Error('the runtimes do not do the same work');
}

function heap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

for (const { step } of keptAlive) step();

/**
 * Planning in random crafting worlds of four sizes: a policy query, a regression request, a forward request, from 20 states of a random walk each.
 * Beside it: a naive planner over objects and npm's `goap`, where they come to an end at all. Then compiling a domain, what a steady request
 * allocates, and growth over actions and over minds that ask the planner service at once.
 *
 * `p50us` and `p90us` are percentiles over single requests, each the best of several tries; `loops50` and `loops90` the same in calibration loops.
 */
import { readDomain } from 'ganglion/goap';
import { Random } from '../src/core/internal.js';
import { applicable, applyAction, engineOf, goalHolds, PlannerService, policyOf, projectionOf, type Goal, type PolicyTable, type Projection, type Task } from '../src/goap/internal.js';
import { buildPolicy, ForwardSearch, project, RegressionSearch } from '../src/goap/search/index.js';
import { naivePlan, npmPlanner, type NpmGoap, type PlainState } from './goap-peers.lib.js';
import { domainOf, makeWorld, sizes, type World } from './goap-worlds.lib.js';
import { allocatedPerCall, calibration, compare, peer, smoke } from './harness.js';

interface Problem {
  readonly world: World;
  readonly task: Task;
  readonly goal: Goal;
  readonly projection: Projection;
  readonly table: PolicyTable;
  /** Packed states; the goal holds in none, and it can be reached from all. */
  readonly starts: readonly Int32Array[];
}

const plan = new Int32Array(256);
const regression = new RegressionSearch();
const forward = new ForwardSearch();

function regress({ projection }: Problem, start: Int32Array): number {
  regression.begin(projection, start, 0);
  regression.advance(Infinity);
  return regression.readPlan(plan);
}

function goForward({ projection }: Problem, start: Int32Array): number {
  forward.begin(projection, start, 0);
  forward.advance(Infinity);
  return forward.readPlan(plan);
}

/** Worlds of one size that need 3 to 12 steps. The search may take 5,000 expansions to find out; those found took a tenth of that. */
function problems(facts: number, actions: number, count: number): readonly Problem[] {
  const found: Problem[] = [];
  for (let seed = 0; found.length < count; seed++) {
    const world = makeWorld(facts, actions, seed);
    const engine = engineOf(readDomain(domainOf(world)));
    const { task } = engine;
    const goal = engine.namedGoal('wanted', []);
    const projection = projectionOf(task, goal);
    const start = new Int32Array(task.words);
    start[task.groups[0]!] = task.groups[1]! & -task.groups[1]!;
    regression.begin(projection, start, 0, { maxExpansions: 5000 });
    if (regression.advance(Infinity) !== 'found' || regression.planLength < 3 || regression.planLength > 12) continue;
    const table = policyOf(task, goal)!;
    found.push({ world, task, goal, projection, table, starts: walkFrom(task, goal, start, seed, table, 20) });
  }
  return found;
}

function walkFrom(task: Task, goal: Goal, start: Int32Array, seed: number, table: PolicyTable, count: number): readonly Int32Array[] {
  const random = new Random(seed, 5);
  const state = start.slice();
  const starts = [start];
  for (let step = 0; step < count * 50 && starts.length < count; step++) {
    const action = Math.floor(random.next() * task.actions);
    if (applicable(task, action, state, 0)) applyAction(task, action, state, 0);
    if (step % 10 === 9 && !goalHolds(goal, state, 0) && table.lookup(state, 0) > 0) starts.push(state.slice());
  }
  return starts;
}

/** Microseconds of each single request, best of several tries, and the same in calibration loops. */
function singles(all: readonly Problem[], run: (problem: Problem, start: Int32Array) => unknown, batch: number): Record<string, number> {
  const times: number[] = [];
  const tries = smoke ? 2 : 7;
  for (const problem of all) {
    const best = problem.starts.map(() => Infinity);
    for (let turn = 0; turn < tries; turn++) {
      problem.starts.forEach((start, index) => {
        const begun = performance.now();
        for (let count = 0; count < batch; count++) run(problem, start);
        best[index] = Math.min(best[index]!, ((performance.now() - begun) * 1000) / batch);
        // Another state between two batches: a search may remember its last start.
        run(problem, problem.starts[(index + 1) % problem.starts.length]!);
      });
    }
    times.push(...best);
  }
  times.sort((a, b) => a - b);
  let loop = Infinity;
  for (let turn = 0; turn < 200; turn++) {
    const begun = performance.now();
    calibration();
    loop = Math.min(loop, (performance.now() - begun) * 1000);
  }
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  const short = (value: number): number => Number(value.toPrecision(3));
  return { p50us: short(at(0.5)), p90us: short(at(0.9)), maxus: short(at(1)), loops50: short(at(0.5) / loop), loops90: short(at(0.9) / loop) };
}

function plainState({ places, goods }: World, task: Task, packed: Int32Array, literal: (good: number) => readonly [word: number, bit: number]): PlainState {
  const [word, mask] = [task.groups[0]!, task.groups[1]!];
  const at = 31 - Math.clz32(packed[word]! & mask) - (31 - Math.clz32(mask & -mask));
  if (at >= places) throw new Error('the place is not where the bench thinks');
  const state: PlainState = { at };
  for (let good = 0; good < goods; good++) {
    const [of, bit] = literal(good);
    state[`g${good}`] = ((packed[of]! >>> bit) & 1) === 1;
  }
  return state;
}

/** Where a task keeps each good, found by the names of its literals. */
function goodsOf(task: Task): (good: number) => readonly [number, number] {
  const places = new Map<string, readonly [number, number]>();
  for (let word = 0; word < task.words; word++) for (let bit = 0; bit < 32; bit++) places.set(task.literal(word, bit, true), [word, bit]);
  return (good) => places.get(`g${good}`)!;
}

const npm = await peer<NpmGoap>('goap');
const each = (all: readonly Problem[], run: (problem: Problem, start: Int32Array) => unknown) => (): void => {
  for (const problem of all) for (const start of problem.starts) run(problem, start);
};
const size = (all: readonly Problem[]): number => all.reduce((sum, { starts }) => sum + starts.length, 0);

for (const { facts, actions } of sizes) {
  const all = problems(facts, actions, smoke ? 4 : 40);
  for (const problem of all) {
    for (const start of problem.starts) {
      regress(problem, start);
      const { cost } = regression;
      if (problem.table.cost[problem.table.lookup(start, 0)] !== cost) throw new Error('table and regression disagree');
    }
  }
  const rows = all.map(({ table }) => table.rows).toSorted((a, b) => a - b);
  const lookup = ({ table }: Problem, start: Int32Array): number => table.lookup(start, 0);
  compare({ bench: `policy query, ${facts} facts`, n: size(all), ours: each(all, lookup), figures: { ...singles(all, lookup, 200), rows: rows[rows.length >> 1]! } });
  compare({
    bench: `policy build, ${facts} facts`,
    n: all.length,
    ours: () => all.forEach(({ task, goal }) => buildPolicy(project(task, goal))),
  });

  // Peers get the requests that they can finish: the naive one those within its cap, npm's goap the first of the smallest worlds.
  const asked = all.slice(0, 12).flatMap((problem) => {
    const literal = goodsOf(problem.task);
    return problem.starts.slice(0, 4).map((start) => ({ problem, start, plain: plainState(problem.world, problem.task, start, literal) }));
  });
  const finished = asked.filter(({ problem, plain }) => naivePlan(problem.world, plain) !== undefined);
  compare({ bench: `regression, ${facts} facts`, n: size(all), ours: each(all, regress), figures: singles(all, regress, 10) });
  if (finished.length > 0) {
    const part = finished.slice(0, 12);
    const ourPart = (): void => part.forEach(({ problem, start }) => regress(problem, start));
    compare({
      bench: `regression, ${facts} facts, naive finished ${finished.length} of ${asked.length}`,
      n: part.length,
      ours: ourPart,
      peers: { naive: () => part.forEach(({ problem, plain }) => naivePlan(problem.world, plain)) },
      rounds: 5,
    });
  }
  if (npm !== undefined && facts === 12) {
    const part = finished.slice(0, smoke ? 1 : 4);
    const planners = part.map(({ problem, plain }) => ({ plan: npmPlanner(npm, problem.world), plain }));
    compare({
      bench: `regression, ${facts} facts, beside npm`,
      n: part.length,
      ours: () => part.forEach(({ problem, start }) => regress(problem, start)),
      peers: { goap: () => planners.forEach((planner) => planner.plan(planner.plain)) },
      rounds: 3,
    });
  }
  const few = all.slice(0, smoke ? 2 : 12).map((problem) => ({ ...problem, starts: problem.starts.slice(0, 4) }));
  compare({ bench: `forward, ${facts} facts`, n: size(few), ours: each(few, goForward), rounds: 5, figures: singles(few, goForward, 1) });
}

const compiled = domainOf(makeWorld(38, 65, 1));
compare({ bench: 'compile 65 actions', ours: () => readDomain(compiled) });

const steady = problems(22, 42, 4);
let turn = 0;
const nextRequest = (run: (problem: Problem, start: Int32Array) => unknown) => (): void => {
  const problem = steady[turn++ % steady.length]!;
  run(problem, problem.starts[turn % problem.starts.length]!);
};
for (const [bench, run] of [['policy query', ({ table }: Problem, start: Int32Array) => table.lookup(start, 0)], ['regression', regress], ['forward', goForward]] as const) {
  const call = nextRequest(run);
  for (let count = 0; count < 2000; count++) call();
  compare({ bench: `${bench}, steady`, ours: call, figures: { bytesPerRequest: allocatedPerCall(call) } });
}

// Growth over actions: one expansion of the forward search among ever more actions of which only a few apply.
for (const actions of smoke ? [68] : [68, 136, 272, 544]) {
  const world = makeWorld(56, actions, 3);
  const engine = engineOf(readDomain(domainOf(world)));
  const goal = engine.namedGoal('wanted', []);
  const projection = projectionOf(engine.task, goal);
  const start = new Int32Array(engine.task.words);
  start[engine.task.groups[0]!] = engine.task.groups[1]! & -engine.task.groups[1]!;
  for (const [rung, search] of [['regression', regression], ['forward', forward]] as const) {
    const run = (): void => {
      search.begin(projection, start, 0, { maxExpansions: 500 });
      search.advance(Infinity);
    };
    run();
    compare({ bench: `${rung} expansion among ${projection.actions} actions`, repeats: search.expansions, ours: run, rounds: 7 });
  }
}

// Growth over minds: all ask at once, from thousands of states of random walks, and the service works until everybody has an answer.
const crowded = steady.map((problem, seed) => ({ ...problem, starts: walkFrom(problem.task, problem.goal, problem.starts[0]!, seed, problem.table, smoke ? 50 : 3000) }));
for (const minds of smoke ? [100] : [1, 10, 100, 1_000, 10_000, 100_000]) {
  const service = new PlannerService();
  const tasks = crowded.map(({ task }) => service.register(task));
  let generation = 0;
  const request = { client: 0, task: 0, goal: crowded[0]!.goal, words: crowded[0]!.starts[0]!, offset: 0 };
  const all = (): void => {
    generation++;
    for (let mind = 0; mind < minds; mind++) {
      const problem = crowded[mind % crowded.length]!;
      request.client = mind;
      request.task = tasks[mind % crowded.length]!;
      request.goal = problem.goal;
      request.words = problem.starts[(mind * 7 + generation) % problem.starts.length]!;
      service.submit(request);
    }
    while (service.pending > 0) service.advance(2000);
    for (let mind = 0; mind < minds; mind++) service.take(mind);
  };
  for (let count = 0; count < 40; count++) if (count === 0 || minds <= 10_000) all();
  compare({ bench: 'service, all ask at once', n: minds, ours: all, rounds: 5, figures: minds <= 1000 ? { bytesPerRequest: allocatedPerCall(all, 100) / minds } : {} });
}

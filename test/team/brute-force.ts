import { distance, type SmallJob, type SmallTask } from './small-tasks.js';

/** What is planned already: it happens at its times, whatever else is done, and must still be able to. */
export interface Script {
  readonly jobs: readonly { readonly job: number; readonly start: number; readonly lasts: number }[];
  /** When what an earlier goal takes is handed over. */
  readonly handOvers: readonly number[];
  /** Where and when each agent has done all it has to do. */
  readonly agents: readonly { readonly place: number; readonly free: number }[];
}

export interface BruteOptions {
  readonly script?: Script;
  /** False: the walk to a job is part of it. */
  readonly walkEarly?: boolean;
  /** How often the goal is to be reached; what it takes is handed over each time. */
  readonly orders?: number;
}

/**
 * The least time for a small task, found in a way that has nothing in common with the library: second by second, every agent may stay, walk
 * anywhere, or begin any job where it stands, and all worlds that can come about are kept side by side. The first second in which one of them
 * satisfies the goal (and lets the script go on to its end) is the optimum. All times of small tasks are whole, so nothing is gained by
 * beginning between two seconds.
 */
export function bruteForce(task: SmallTask, mostSeconds: number, mostWorlds: number, { script, walkEarly = true, orders = 1 }: BruteOptions = {}): number | 'never' | 'too large' {
  const start: World = {
    cells: task.cells.map(({ start: value }) => value),
    at: task.agents.map(({ place }, agent) => script?.agents[agent]!.place ?? place),
    busy: task.agents.map((_, agent) => script?.agents[agent]!.free ?? 0),
    running: [],
    served: 0,
  };
  let layer = new Map<string, World>([[keyOf(start), start]]);
  for (let second = 0; second <= mostSeconds; second++) {
    const closed = new Map<string, World>();
    for (const before of layer.values()) {
      const world = act(before, second, task, script);
      if (world === undefined) continue;
      if (world.served === orders - 1 && reached(world, task) && playsOut(world, second, task, script)) return second;
      closed.set(keyOf(world), world);
      // All orders are alike, so each is handed over as soon as it can be, or later.
      for (let next = world; next.served < orders - 1 && reached(next, task); ) {
        next = handOver(next, task);
        if (next.served === orders - 1 && reached(next, task) && playsOut(next, second, task, script)) return second;
        closed.set(keyOf(next), next);
      }
    }
    const open = [...closed.values()];
    for (let world = open.pop(); world !== undefined; world = open.pop()) {
      for (const next of choices(world, task, walkEarly)) {
        const key = keyOf(next);
        if (closed.has(key)) continue;
        // Beginning a job satisfies nothing here: goals of small tasks want more, never less.
        closed.set(key, next);
        open.push(next);
      }
      if (closed.size > mostWorlds) return 'too large';
    }
    layer = new Map();
    for (const world of closed.values()) {
      const later = tick(world, task);
      layer.set(keyOf(later), later);
    }
  }
  return 'never';
}

/** Does what the script says for this second; undefined when it cannot be done any more. */
function act(world: World, second: number, task: SmallTask, script: Script | undefined): World | undefined {
  let { cells, running } = world;
  for (const time of script?.handOvers ?? []) {
    if (time !== second) continue;
    if (!reached({ ...world, cells, running }, task)) return undefined;
    for (const { cell, amount } of task.goal.take) cells = cells.with(cell, cells[cell]! - amount);
  }
  for (const { job, start, lasts } of script?.jobs ?? []) {
    if (start !== second) continue;
    if (!mayBegin(task.jobs[job]!, { ...world, cells, running }, task)) return undefined;
    for (const { cell, amount } of task.jobs[job]!.take) cells = cells.with(cell, cells[cell]! - amount);
    running = running.concat({ job, left: lasts });
  }
  return { ...world, cells, running };
}

function handOver(world: World, { goal }: SmallTask): World {
  let { cells } = world;
  for (const { cell, amount } of goal.take) cells = cells.with(cell, cells[cell]! - amount);
  return { ...world, cells, served: world.served + 1 };
}

/** True when the goal can be handed over now and the script still goes on to its end. */
function playsOut(world: World, second: number, task: SmallTask, script: Script | undefined): boolean {
  let now: World | undefined = handOver(world, task);
  const last = Math.max(0, ...(script?.handOvers ?? []), ...(script?.jobs ?? []).map(({ start }) => start));
  for (let later = second + 1; later <= last && now !== undefined; later++) now = act(tick(now, task), later, task, script);
  return now !== undefined;
}

interface World {
  /** What is surely there: taken amounts are gone, amounts under way are not there yet. */
  readonly cells: readonly number[];
  /** Where each agent is, or will be when it is no longer busy. */
  readonly at: readonly number[];
  /** Seconds until each agent is there and free. */
  readonly busy: readonly number[];
  readonly running: readonly { readonly job: number; readonly left: number }[];
  /** Orders handed over so far. */
  readonly served: number;
}

function keyOf({ cells, at, busy, running, served }: World): string {
  const under = running.map(({ job, left }) => job * 64 + left).sort((a, b) => a - b);
  return `${served}|${cells.join()}|${at.join()}|${busy.join()}|${under.join()}`;
}

function reached({ cells, running }: World, { jobs, goal }: SmallTask): boolean {
  const isBeingSet = (cell: number): boolean => running.some(({ job }) => jobs[job]!.set.some((each) => each.cell === cell));
  return [...goal.atLeast, ...goal.take].every(({ cell, amount }) => cells[cell]! >= amount && !isBeingSet(cell));
}

function* choices(world: World, task: SmallTask, walkEarly: boolean): Generator<World> {
  for (let agent = 0; agent < task.agents.length; agent++) {
    if (world.busy[agent]! > 0) continue;
    for (let place = 0; walkEarly && place < task.places.length; place++) {
      const way = distance(task, agent, world.at[agent]!, place);
      if (place !== world.at[agent]) yield { ...world, at: world.at.with(agent, place), busy: world.busy.with(agent, way) };
    }
    for (let number = 0; number < task.jobs.length; number++) {
      const job = task.jobs[number]!;
      // Without walking early a job begins with the walk to it, from wherever its agents are.
      if (job.seconds[agent] === Infinity || (walkEarly && world.at[agent] !== job.place) || !mayBegin(job, world, task)) continue;
      for (const crew of crews(agent, job, world, task, walkEarly)) yield begin(number, crew, world, task);
    }
  }
}

function mayBegin(job: SmallJob, { cells, running }: World, task: SmallTask): boolean {
  const others = running.map((each) => task.jobs[each.job]!);
  if (job.station && others.some((other) => other.station && other.place === job.place)) return false;
  if (job.lock && others.some((other) => other.lock)) return false;
  const coming = (cell: number): number => sum(others, (other) => sum(other.give, (gift) => (gift.cell === cell ? gift.amount : 0)));
  const touched = [...job.atLeast, ...job.atMost, ...job.take, ...job.give, ...job.set];
  if (touched.some(({ cell }) => others.some((other) => other.set.some((each) => each.cell === cell)))) return false;
  if (job.atLeast.some(({ cell, amount }) => cells[cell]! < amount)) return false;
  if (job.atMost.some(({ cell, amount }) => cells[cell]! + coming(cell) > amount)) return false;
  if (job.take.some(({ cell, amount }) => cells[cell]! < amount)) return false;
  if (job.give.some(({ cell, amount }) => cells[cell]! + coming(cell) + amount > task.cells[cell]!.max)) return false;
  return job.set.every(({ cell }) => coming(cell) === 0);
}

function* crews(lead: number, job: SmallJob, world: World, { agents }: SmallTask, walkEarly: boolean): Generator<readonly number[]> {
  if (job.helpers === 0) yield [lead];
  else for (let other = 0; other < agents.length; other++) if (other !== lead && world.busy[other] === 0 && (!walkEarly || world.at[other] === job.place)) yield [lead, other];
}

function begin(number: number, crew: readonly number[], world: World, task: SmallTask): World {
  const job = task.jobs[number]!;
  const walks = crew.map((agent) => distance(task, agent, world.at[agent]!, job.place));
  const seconds = Math.max(...walks) + job.seconds[crew[0]!]! + (job.transfer ? distance(task, crew[0]!, job.place, job.target) : 0);
  let { cells, at, busy } = world;
  for (const { cell, amount } of job.take) cells = cells.with(cell, cells[cell]! - amount);
  for (const agent of crew) {
    at = at.with(agent, job.target);
    busy = busy.with(agent, seconds);
  }
  return { ...world, cells, at, busy, running: [...world.running, { job: number, left: seconds }] };
}

function tick(world: World, { jobs }: SmallTask): World {
  const { cells, busy, running } = world;
  let after = cells;
  const left = running.map((each) => ({ ...each, left: each.left - 1 }));
  for (const { job, left: seconds } of left) {
    if (seconds > 0) continue;
    for (const { cell, amount } of jobs[job]!.give) after = after.with(cell, after[cell]! + amount);
    for (const { cell, amount } of jobs[job]!.set) after = after.with(cell, amount);
  }
  return { ...world, cells: after, busy: busy.map((seconds) => Math.max(0, seconds - 1)), running: left.filter(({ left: seconds }) => seconds > 0) };
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}

import { Random } from '../../src/core/internal.js';
import { int } from '../../src/facts/internal.js';
import { type Agent, type AnyTeam, team } from '../../src/team/index.js';

/** A small team task as bare numbers, for the brute force to read and for the library to plan. All times are whole seconds. */
export interface SmallTask {
  /** Where the places are on a line. */
  readonly places: readonly number[];
  /** Start place, and how many times as long as a plain walker it takes to walk. */
  readonly agents: readonly { readonly place: number; readonly pace: number }[];
  readonly cells: readonly { readonly start: number; readonly max: number }[];
  readonly jobs: readonly SmallJob[];
  readonly goal: { readonly atLeast: readonly Amount[]; readonly take: readonly Amount[] };
}

export interface SmallJob {
  readonly place: number;
  /** For a transfer: where to; its seconds are then those of taking and putting down, without the way. */
  readonly target: number;
  readonly transfer: boolean;
  /** Seconds by agent; Infinity when it cannot. */
  readonly seconds: readonly number[];
  readonly atLeast: readonly Amount[];
  readonly atMost: readonly Amount[];
  readonly take: readonly Amount[];
  readonly give: readonly Amount[];
  readonly set: readonly Amount[];
  readonly helpers: number;
  /** Holds its place. */
  readonly station: boolean;
  /** Holds the one lock there is. */
  readonly lock: boolean;
}

export interface Amount {
  readonly cell: number;
  readonly amount: number;
}

/** A random task of up to 3 agents and 8 jobs: recipes that lead from one thing to the next, transfers, locks, helpers, tools and switches. */
export function randomTask(seed: number): SmallTask {
  const random = new Random(seed);
  const pick = (count: number): number => Math.floor(random.next() * count);
  const chance = (share: number): boolean => random.next() < share;
  const places = Array.from({ length: 2 + pick(2) }, () => pick(5));
  const agents = Array.from({ length: 1 + pick(3) }, () => ({ place: pick(places.length), pace: 1 + pick(2) }));
  const cellCount = 2 + pick(3);
  const cells = Array.from({ length: cellCount + 1 }, (_, cell) => ({ start: cell === 0 || chance(0.2) ? 1 + pick(2) : 0, max: chance(0.15) ? 2 : 6 }));
  // The last cell is a switch that some jobs set and others look at.
  const toggle = cellCount;
  const jobs: SmallJob[] = [];
  const jobCount = 3 + pick(6);
  for (let number = 0; number < jobCount; number++) {
    const made = number < cellCount - 1 ? 1 + number : 1 + pick(cellCount - 1);
    const from = chance(0.6) ? made - 1 : pick(made);
    const place = pick(places.length);
    const transfer = places.length > 1 && chance(0.3);
    const helpers = agents.length > 1 && chance(0.2) ? 1 : 0;
    const sets = chance(0.15);
    // The first two things can always be made, or most tasks would have no plan.
    const raw = number < 2 ? number === 0 : chance(0.15);
    jobs.push({
      place,
      target: transfer ? (place + 1 + pick(places.length - 1)) % places.length : place,
      transfer,
      seconds: agents.map(() => (transfer ? 1 : chance(0.2) ? Infinity : 1 + pick(4))),
      atLeast: chance(0.15) ? [{ cell: toggle, amount: 1 }] : [],
      atMost: chance(0.1) ? [{ cell: made, amount: 1 }] : [],
      take: raw ? [] : [{ cell: from, amount: chance(0.15) ? 2 : 1 }],
      give: sets ? [] : [{ cell: made, amount: chance(0.15) ? 2 : 1 }],
      set: sets ? [{ cell: toggle, amount: chance(0.8) ? 1 : 0 }] : [],
      helpers,
      station: !transfer && chance(0.7),
      lock: chance(0.2),
    });
  }
  const last = cellCount - 1;
  const amount = Math.min(1 + pick(3), cells[last]!.max);
  const goal = chance(0.5) ? { atLeast: [{ cell: last, amount }], take: [] } : { atLeast: [], take: [{ cell: last, amount }] };
  return { places, agents, cells: cells.map((cell, at) => (at === toggle ? { start: 0, max: 1 } : cell)), jobs, goal };
}

const nameOf = (cell: number): string => `c${cell}`;
const placeName = (place: number): string => `p${place}`;

/** The same task as a user would define it. */
export function asTeam(task: SmallTask): { readonly domain: AnyTeam; readonly agents: readonly Agent[]; readonly start: Readonly<Record<string, number>> } {
  const facts = Object.fromEntries(task.cells.map(({ max }, cell) => [nameOf(cell), int(0, max)]));
  const rows = (amounts: readonly Amount[], make: (amount: number) => unknown): Record<string, unknown> => Object.fromEntries(amounts.map(({ cell, amount }) => [nameOf(cell), make(amount)]));
  const bounds = ({ atLeast, atMost }: Pick<SmallJob, 'atLeast' | 'atMost'>): Record<string, unknown> => ({ ...rows(atLeast, (amount) => ({ atLeast: amount })), ...rows(atMost, (amount) => ({ atMost: amount })) });
  const jobs = task.jobs.map((job, number) => {
    const effects = { ...rows(job.take, (amount) => ({ add: -amount })), ...rows(job.give, (amount) => ({ add: amount })), ...rows(job.set, (amount) => amount) };
    const work = job.transfer
      ? { from: placeName(job.place), to: placeName(job.target), pick: job.seconds[0] }
      : { at: placeName(job.place), duration: (agent: Agent) => job.seconds[Number(agent.name.slice(1))]! };
    const holds = [...(job.station ? [placeName(job.place)] : []), ...(job.lock ? ['lock'] : [])];
    return [`j${number}`, { ...work, preconditions: bounds(job), effects, helpers: job.helpers, holds }];
  });
  const domain: AnyTeam = team({
    objects: { place: task.places.map((_, place) => placeName(place)) },
    facts,
    locks: ['lock'],
    travel: (agent: Agent, from: string, to: string) => distance(task, Number(agent.name.slice(1)), Number(from.slice(1)), Number(to.slice(1))),
    jobs: Object.fromEntries(jobs) as never,
    goals: { all: { want: rows(task.goal.atLeast, (amount) => ({ atLeast: amount })), take: rows(task.goal.take, (amount) => amount) } as never },
  });
  const agents = task.agents.map(({ place }, number) => ({ name: `a${number}`, place: placeName(place) }));
  return { domain, agents, start: Object.fromEntries(task.cells.map(({ start }, cell) => [nameOf(cell), start])) };
}

/** Seconds an agent walks. */
export function distance({ places, agents }: SmallTask, agent: number, from: number, to: number): number {
  return Math.abs(places[from]! - places[to]!) * agents[agent]!.pace;
}

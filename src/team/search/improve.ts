import type { Random } from '../../core/internal.js';
import { type Choice, decode, type Schedule } from './decode.js';
import type { Placed } from './exact.js';
import type { LocalJob, Situation } from './situation.js';

/** An order of choices and the schedule it decodes to. */
export interface Solution {
  readonly choices: readonly Choice[];
  readonly schedule: Schedule;
}

/** Leaves out what is not needed: each job whose absence does not make the schedule worse. */
export function prune(solution: Solution, situation: Situation): Solution {
  let best = solution;
  for (let at = best.choices.length - 1; at >= 0; at--) {
    if (best.choices[at]!.job === undefined) continue;
    const choices = best.choices.filter((_, index) => index !== at);
    const schedule = decode(choices, situation);
    if (schedule !== undefined && schedule.makespan <= best.schedule.makespan) best = { choices, schedule };
  }
  return best;
}

/**
 * Seeded local search: small changes to order, leaders and objects; a change is kept unless it makes the schedule worse.
 * Ends after `rounds`, or when the makespan is down to `enough`.
 */
export function improve(solution: Solution, situation: Situation, rounds: number, enough: number, random: Random): Solution {
  let best = solution;
  const siblings = siblingsOf(situation.jobs);
  for (let round = 0; round < rounds && best.schedule.makespan > enough; round++) {
    const choices = change(best.choices, situation, siblings, random);
    if (choices === undefined) continue;
    const schedule = decode(choices, situation);
    if (schedule !== undefined && !isWorse(schedule, best.schedule)) best = { choices, schedule };
  }
  return best;
}

/** Where the last of several goals cannot be reached earlier, the others perhaps can. */
export function hasten(placed: readonly Placed[], makespan: number, situation: Situation, rounds: number, random: Random): readonly Placed[] {
  const choices = placed.map(({ job, goal, workers }) => ({ job, goal, lead: workers[0] ?? -1 }));
  const schedule = decode(choices, situation);
  // Helpers are chosen anew here; where that spoils the plan, it stays as it is.
  if (schedule === undefined || schedule.makespan > makespan) return placed;
  return improve({ choices, schedule }, situation, rounds, -Infinity, random).schedule.placed;
}

function isWorse(one: Schedule, other: Schedule): boolean {
  if (one.makespan !== other.makespan) return one.makespan > other.makespan;
  return one.reached !== other.reached ? one.reached > other.reached : one.total > other.total;
}

function change(choices: readonly Choice[], situation: Situation, siblings: Siblings, random: Random): readonly Choice[] | undefined {
  const pick = (count: number): number => Math.floor(random.next() * count);
  const changed = choices.slice();
  const at = pick(changed.length);
  const kind = pick(3);
  if (kind === 0) {
    // Move one item to another place in the order.
    const [item] = changed.splice(at, 1);
    changed.splice(pick(changed.length + 1), 0, item!);
    return changed;
  }
  const { job } = changed[at]!;
  if (job === undefined) return undefined;
  if (kind === 1) {
    const able = situation.workers.map((_, worker) => worker).filter((worker) => situation.workers[worker]!.seconds[job.number]! < Infinity);
    const lead = pick(able.length + 1);
    changed[at] = { ...changed[at]!, lead: able[lead] ?? -1 };
    return changed;
  }
  return exchange(changed, at, siblings, pick);
}

type Siblings = ReadonlyMap<string, readonly LocalJob[]>;

/** Jobs by name and params. */
export function siblingsOf(jobs: readonly LocalJob[]): Siblings {
  const siblings = new Map<string, LocalJob[]>();
  for (const job of jobs) {
    const key = String(job.work.job);
    const others = siblings.get(key);
    if (others === undefined) siblings.set(key, [job]);
    else others.push(job);
  }
  return siblings;
}

/** Does one job with another object, and with it the jobs before and after that it hangs together with: the same object goes into all of them. */
export function exchange(choices: Choice[], at: number, siblings: Siblings, pick: (count: number) => number): readonly Choice[] | undefined {
  const job = choices[at]!.job!;
  const others = siblings.get(String(job.work.job))!;
  const other = others[pick(others.length)]!;
  if (other === job) return undefined;
  choices[at] = { job: other, goal: -1, lead: -1 };
  for (const [param, was] of Object.entries(job.work.params)) {
    const becomes = other.work.params[param]!;
    if (becomes === was) continue;
    // The nearest neighbours in the order that name the old object follow suit, one before and one after.
    for (const step of [-1, 1]) {
      for (let near = at + step; near >= 0 && near < choices.length; near += step) {
        const neighbour = choices[near]!.job;
        if (neighbour === undefined || !Object.values(neighbour.work.params).includes(was)) continue;
        const replaced = renamed(neighbour, was, becomes, siblings);
        if (replaced !== undefined) choices[near] = { job: replaced, goal: -1, lead: -1 };
        break;
      }
    }
  }
  return choices;
}

function renamed(job: LocalJob, was: string, becomes: string, siblings: Siblings): LocalJob | undefined {
  const { params, times } = job.work;
  return siblings.get(String(job.work.job))!.find((other) => other.work.times === times && Object.entries(params).every(([name, value]) => other.work.params[name] === (value === was ? becomes : value)));
}

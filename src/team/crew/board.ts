import { readCell, writeCell } from '../../facts/internal.js';
import { link, served } from '../links.js';
import type { Op, Work } from '../program.js';
import { leadSeconds, walkSeconds } from '../search/situation.js';
import { begins } from '../search/timeline.js';
import { tellGoal } from './report.js';
import { type CrewState, type Goal, type Item, itemId, type Member, type Task } from './state.js';

export function workOf(item: Item): Work {
  return item.task?.job ?? item.goal!.ground;
}

export function spanOf(item: Item): { readonly start: number; readonly end: number; readonly begun: boolean } {
  return item.task ?? { start: item.goal.at, end: item.goal.at, begun: false };
}

/** The values of all cells. */
export function valuesOf({ program, words }: CrewState): number[] {
  return program.layout.cells.map((cell) => readCell(cell, words, 0));
}

/** Changes the world by what a work takes (at its start). */
export function takeOf(state: CrewState, work: Work): void {
  for (const op of work.ops) if (op.take > 0) changeCell(state, op, readCell(state.program.layout.cells[op.cell]!, state.words, 0) - op.take);
}

/** Changes the world by what a work gives and sets (at its end). */
export function giveOf(state: CrewState, work: Work): void {
  for (const op of work.ops) {
    const value = readCell(state.program.layout.cells[op.cell]!, state.words, 0);
    if (op.set !== undefined) changeCell(state, op, op.set);
    else if (op.give > 0) changeCell(state, op, value + op.give);
  }
}

/** Gives back what a work took. */
export function returnOf(state: CrewState, work: Work): void {
  for (const op of work.ops) if (op.take > 0) changeCell(state, op, readCell(state.program.layout.cells[op.cell]!, state.words, 0) + op.take);
}

/** The game may have changed the cell meanwhile, so the value is cut to the limits. */
function changeCell(state: CrewState, op: Op, value: number): void {
  writeCell(state.program.layout.cells[op.cell]!, state.words, 0, Math.min(op.max, Math.max(op.min, value)));
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What has begun goes before all that has not, however late that is by now. */
function orderOf(item: Item): number {
  return item.task?.begun === true ? -Infinity : spanOf(item).start;
}

/** Puts the line in order of start, finds out who waits for whom, drops what serves no goal any more, and moves everything up. */
export function arrange(state: CrewState): void {
  for (;;) {
    state.line.sort((a, b) => compare(orderOf(a), orderOf(b)));
    const { line } = state;
    const links = link(line.map((item) => ({ work: workOf(item), ...spanOf(item) })), valuesOf(state));
    const serves = served(links.map(({ uses }) => uses), line.map((item) => item.goal?.id ?? -1));
    const idle = line.filter((item, at) => item.task !== undefined && !item.task.begun && serves[at]!.size === 0);
    if (idle.length > 0) {
      for (const { task } of idle) dropTask(state, task!);
      continue;
    }
    line.forEach((item, at) => {
      const waiter = item.task ?? item.goal;
      waiter.after = links[at]!.after.map((other) => itemId(line[other]!));
      waiter.behind = links[at]!.behind.map((other) => itemId(line[other]!));
      if (item.task !== undefined) item.task.goals = [...serves[at]!].sort((a, b) => a - b);
    });
    break;
  }
  retime(state);
}

/** Takes a task off the line and out of every queue. */
export function dropTask(state: CrewState, task: Task): void {
  state.tasks.delete(task.id);
  state.line = state.line.filter((item) => item.task !== task);
  for (const name of task.agents) {
    const member = state.members.get(name);
    if (member !== undefined) member.tasks = member.tasks.filter((id) => id !== task.id);
  }
}

/** Takes a goal off the line; its tasks go with the next {@link arrange}. */
export function unplan(state: CrewState, goal: Goal, status: Goal['status'], reason: string): void {
  state.line = state.line.filter((item) => item.goal !== goal);
  goal.status = status;
  goal.reason = reason;
  goal.after = [];
  goal.behind = [];
  tellGoal(state, goal);
}

/** Where and when a member is free of what it does right now. */
export function freeOf(member: Member, clock: number): Standing {
  if (member.phase === 'travel') return { place: member.heading, free: Math.max(clock, member.until) };
  return { place: member.place, free: clock };
}

/** Where a member will be, and from when on it has nothing to do. */
export interface Standing {
  place: string;
  free: number;
}

/** Moves every planned time to where it stands today: as early as order, walks and links allow. Returns where everyone will be in the end. */
export function retime(state: CrewState): ReadonlyMap<string, Standing> {
  const { clock, members, program, settings, onError } = state;
  const standing = new Map<string, Standing>();
  for (const [name, member] of members) standing.set(name, freeOf(member, clock));
  const times = new Map<number, { start: number; end: number }>();
  for (const item of state.line) {
    const { after, behind } = item.task ?? item.goal;
    let start = clock;
    for (const id of after) start = Math.max(start, times.get(id)?.end ?? clock);
    for (const id of behind) start = Math.max(start, times.get(id)?.start ?? clock);
    if (item.goal !== undefined) {
      item.goal.at = start;
      times.set(itemId(item), { start, end: start });
      continue;
    }
    const { task } = item;
    const crew = task.agents.map((name) => standing.get(name)!);
    const lead = members.get(task.agents[0]!)!;
    if (task.begun) task.end = Math.max(clock, task.end);
    else {
      task.where = task.job.place < 0 ? crew[0]!.place : program.places[task.job.place]!;
      const walks = task.agents.map((name, at) => walkSeconds(program.travel, members.get(name)!.agent, crew[at]!.place, task.where, onError));
      // While someone waits at the place already, the walk is behind it.
      const ready = Math.max(...crew.map(({ free }, at) => free + (settings.walkEarly ? walks[at]! : 0)));
      task.start = Math.max(start, ready);
      task.end = task.start + (settings.walkEarly ? 0 : Math.max(...walks)) + lastsFor(state, task, lead);
    }
    const target = targetOf(state, task);
    for (const place of crew) Object.assign(place, { place: target, free: task.end });
    times.set(task.id, task);
  }
  return standing;
}

/** Seconds a task takes its leader, a transfer's way included. */
export function lastsFor({ program, onError }: CrewState, { job, where }: Task, { agent }: Member): number {
  const way = program.heads[job.job]!.transfer ? walkSeconds(program.travel, agent, where, program.places[job.target]!, onError) : 0;
  return leadSeconds(job, agent, onError) + way;
}

/** Where the agents of a task are when it is done. */
export function targetOf({ program }: CrewState, { job, where }: Task): string {
  return job.target < 0 ? where : program.places[job.target]!;
}

/** The first item that cannot be carried out as planned on today's facts, if any. */
export function firstBroken(state: CrewState): Item | undefined {
  const cells = new Map<number, { low: number; high: number; locks: number }>();
  const values = valuesOf(state);
  const at = (cell: number): { low: number; high: number; locks: number } => {
    let found = cells.get(cell);
    if (found === undefined) cells.set(cell, (found = { low: values[cell]!, high: values[cell]!, locks: 0 }));
    return found;
  };
  const moments = state.line.flatMap((item, order) => {
    const { start, end, begun } = spanOf(item);
    const whole = start === end && !begun;
    return [{ time: begun ? -Infinity : start, late: 1, order, item, begins: true, ends: whole }, ...(whole ? [] : [{ time: end, late: 0, order, item, begins: false, ends: true }])];
  });
  moments.sort((a, b) => compare(a.time, b.time) || a.late - b.late || a.order - b.order);
  for (const { item, begins: isBeginning, ends } of moments) {
    const { begun } = spanOf(item);
    for (const op of workOf(item).ops) {
      const cell = at(op.cell);
      if (isBeginning) {
        if (!begun && !begins(op, cell.low, cell.high, cell.locks)) return item;
        if (!begun) cell.low -= op.take;
        cell.high += begun ? op.give : op.give - op.take;
        if (op.set !== undefined) cell.locks++;
      }
      if (ends) {
        cell.low += op.give;
        if (op.set !== undefined) {
          cell.low = cell.high = op.set;
          cell.locks--;
        }
      }
    }
  }
  return undefined;
}

/** Sends goals whose plans no longer work back to the pool, until all that is left works. */
export function heal(state: CrewState): void {
  retime(state);
  arrange(state);
  for (let broken = firstBroken(state); broken !== undefined; broken = firstBroken(state)) {
    const why = `${workOf(broken).text} can no longer be done as planned`;
    const goals = broken.goal === undefined ? broken.task.goals.map((id) => state.goals.get(id)!) : [broken.goal];
    for (const goal of goals) unplan(state, goal, 'waiting', why);
    arrange(state);
  }
}

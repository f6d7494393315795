import { readCell } from '../../facts/internal.js';
import type { Work } from '../program.js';
import { begins } from '../search/timeline.js';
import { walkSeconds } from '../search/situation.js';
import { exactly, instant } from '../time.js';
import { arrange, dropTask, giveOf, heal, lastsFor, returnOf, takeOf, targetOf, unplan } from './board.js';
import { tellJob } from './report.js';
import type { CrewState, Goal, Member, Task } from './state.js';

/** Does everything that can happen at this moment: setting out, beginning, reaching goals. */
export function settle(state: CrewState): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const member of state.members.values()) if (setOut(state, member)) changed = true;
    // What begins or is reached may take an item off the line, so look at the line anew after each.
    const next = state.line.find((item) => (item.task === undefined ? isReached(state, item.goal) : mayBegin(state, item.task)));
    if (next === undefined) continue;
    changed = true;
    if (next.goal !== undefined) reach(state, next.goal);
    else begin(state, next.task);
  }
}

/** Lets time pass up to `until`; with `byTime`, arrivals and ends happen at their very moments. */
export function pass(state: CrewState, until: number): void {
  settle(state);
  if (state.settings.perform === 'byTime') {
    for (;;) {
      let next = Infinity;
      for (const { phase, until: due } of state.members.values()) if (phase === 'travel' || phase === 'work') next = Math.min(next, due);
      if (next > until + instant) break;
      state.clock = Math.max(state.clock, next);
      for (const member of state.members.values()) {
        if (member.until > state.clock) continue;
        if (member.phase === 'travel') arrive(state, member);
        else if (member.phase === 'work') finish(state, state.tasks.get(member.tasks[0]!)!);
      }
      settle(state);
    }
  }
  state.clock = Math.max(state.clock, until);
}

function taskOf(state: CrewState, member: Member): Task | undefined {
  const id = member.tasks[0];
  return id === undefined ? undefined : state.tasks.get(id);
}

/** An idle member turns to its next job. */
function setOut(state: CrewState, member: Member): boolean {
  const { clock, program, settings, onError } = state;
  const task = taskOf(state, member);
  if (task === undefined) {
    if (member.phase !== 'wait') return false;
    turn(member, 'idle', clock, Infinity);
    return true;
  }
  if (member.phase === 'wait' && member.place !== task.where) {
    // Its queue has changed while it waited.
    turn(member, 'idle', clock, Infinity);
    return true;
  }
  if (member.phase !== 'idle' || !whereIsKnown(state, task, member)) return false;
  if (!settings.walkEarly && !task.begun) return false;
  if (member.place === task.where) {
    turn(member, 'wait', clock, Infinity);
    return true;
  }
  const walk = walkSeconds(program.travel, member.agent, member.place, task.where, onError);
  if (walk === Infinity) {
    fail(state, task, `${member.agent.name} finds no way from ${member.place} to ${task.where}`, false);
    return true;
  }
  member.heading = task.where;
  turn(member, 'travel', clock, exactly(clock + walk));
  return true;
}

/** A job without a place is done where its leader then stands. */
function whereIsKnown(state: CrewState, task: Task, member: Member): boolean {
  if (task.job.place >= 0 || task.begun) return true;
  const lead = state.members.get(task.agents[0]!)!;
  if (lead.tasks[0] !== task.id || lead.phase === 'travel' || lead.phase === 'work') return false;
  task.where = lead.place;
  return member === lead || lead.phase === 'wait' || lead.phase === 'idle';
}

export function arrive(state: CrewState, member: Member): void {
  member.place = member.heading;
  const task = taskOf(state, member);
  turn(member, task !== undefined && task.where === member.place ? 'wait' : 'idle', state.clock, Infinity);
  if (task?.begun === true) startWork(state, task);
}

function turn(member: Member, phase: Member['phase'], since: number, until: number): void {
  member.phase = phase;
  member.since = since;
  member.until = until;
  if (phase !== 'travel') member.heading = member.place;
}

function isGone(state: CrewState, id: number): boolean {
  return id >= 0 ? !state.tasks.has(id) : state.goals.get(-1 - id)?.status !== 'planned';
}

function isFollowed(state: CrewState, { after, behind }: Task | Goal): boolean {
  return after.every((id) => isGone(state, id)) && behind.every((id) => isGone(state, id) || state.tasks.get(id)?.begun === true);
}

function mayBegin(state: CrewState, task: Task): boolean {
  if (task.begun || !isFollowed(state, task)) return false;
  const needed = state.settings.walkEarly ? 'wait' : 'idle';
  for (const name of task.agents) {
    const member = state.members.get(name)!;
    if (member.tasks[0] !== task.id || (member.phase !== needed && member.phase !== 'wait')) return false;
    if (state.settings.walkEarly && member.place !== task.where) return false;
  }
  if (task.job.place < 0) task.where = state.members.get(task.agents[0]!)!.place;
  return worldAllows(state, task.job);
}

function worldAllows(state: CrewState, work: Work): boolean {
  const running = [...state.tasks.values()].filter(({ begun }) => begun);
  if (running.some(({ job }) => job.holds.some((station) => work.holds.includes(station)))) return false;
  return work.ops.every((op) => {
    const value = readCell(state.program.layout.cells[op.cell]!, state.words, 0);
    let coming = 0;
    let locks = 0;
    for (const { job } of running) {
      const other = job.ops.find(({ cell }) => cell === op.cell);
      coming += other?.give ?? 0;
      if (other?.set !== undefined) locks++;
    }
    return begins(op, value, value + coming, locks);
  });
}

function begin(state: CrewState, task: Task): void {
  task.begun = true;
  task.start = state.clock;
  takeOf(state, task.job);
  tellJob(state, 'begun', task);
  if (state.settings.walkEarly) startWork(state, task);
  else {
    // The walk is part of the job; work starts when the last one has come.
    task.end = state.clock + Math.max(...task.agents.map((name) => walkSeconds(state.program.travel, state.members.get(name)!.agent, state.members.get(name)!.place, task.where, state.onError))) + lastsFor(state, task, state.members.get(task.agents[0]!)!);
    startWork(state, task);
  }
}

/** Work starts when everyone is there. */
function startWork(state: CrewState, task: Task): void {
  const crew = task.agents.map((name) => state.members.get(name)!);
  if (crew.some((member) => member.place !== task.where || member.phase === 'travel')) return;
  const lasts = lastsFor(state, task, crew[0]!);
  if (lasts === Infinity) {
    fail(state, task, `${crew[0]!.agent.name} cannot do it`, false);
    return;
  }
  task.end = exactly(state.clock + lasts);
  for (const member of crew) turn(member, 'work', state.clock, task.end);
}

/** A job is done: what it makes is there, its agents are free. */
export function finish(state: CrewState, task: Task): void {
  giveOf(state, task.job);
  const target = targetOf(state, task);
  for (const name of task.agents) {
    const member = state.members.get(name)!;
    member.place = target;
    turn(member, 'idle', state.clock, Infinity);
  }
  dropTask(state, task);
  tellJob(state, 'done', task);
}

/** A job failed: what it took is given back (unless it is lost), its goals return to the pool, and so do goals that no longer work out. */
export function fail(state: CrewState, task: Task, reason: string, lost: boolean): void {
  if (task.begun && !lost) returnOf(state, task.job);
  for (const name of task.agents) {
    const member = state.members.get(name);
    if (member !== undefined && member.tasks[0] === task.id && member.phase !== 'travel') turn(member, 'idle', state.clock, Infinity);
  }
  dropTask(state, task);
  tellJob(state, 'failed', task);
  for (const id of task.goals) {
    const goal = state.goals.get(id)!;
    if (goal.status !== 'planned') continue;
    goal.failures++;
    const why = `${task.job.text} ${task.begun ? 'failed' : 'was called off'}: ${reason}`;
    if (goal.failures > state.settings.retries) unplan(state, goal, 'impossible', `given up after ${goal.failures} failures; ${why}`);
    else unplan(state, goal, 'waiting', why);
  }
  heal(state);
}

function isReached(state: CrewState, goal: Goal): boolean {
  return isFollowed(state, goal) && worldAllows(state, goal.ground);
}

function reach(state: CrewState, goal: Goal): void {
  takeOf(state, goal.ground);
  goal.at = state.clock;
  unplan(state, goal, 'reached', '');
  state.changed = true;
  // What served this goal only and has not begun is not needed any more.
  if (state.line.some(({ task }) => task !== undefined && !task.begun && task.goals.every((id) => state.goals.get(id)!.status !== 'planned'))) arrange(state);
}

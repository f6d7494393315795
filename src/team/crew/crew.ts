import { checkSeconds, describe, didYouMean, isPlainObject, Problem } from '../../core/internal.js';
import { pack, readingView, type FactsView, type ReadonlyFacts } from '../../facts/internal.js';
import { groundGoal, type ParsedGoal } from '../goal.js';
import { checkAgent } from '../planning.js';
import { barsOf } from '../result.js';
import type { Agent } from '../types.js';
import { arrange, heal, retime, unplan } from './board.js';
import { explainAgent, explainCrew, orderOf } from './explain.js';
import { ganttSvg, ganttText } from '../gantt.js';
import { arrive, fail, finish, pass, settle } from './perform.js';
import { planPool } from './pool.js';
import { saveCrew } from './save.js';
import { goalOf, jobOf } from './report.js';
import { type CrewState, type Goal, type Member, newGoal, newMember, type Task } from './state.js';
import type { Crew, CrewGoal, CrewJob, CrewSave, WorkOrder } from './types.js';

type AnyJobs = any;

/** The handle on a crew's state. Everything that changes the state goes through here, and leaves it settled. */
export class CrewHandle implements Crew<any, AnyJobs, any> {
  readonly #state: CrewState;
  readonly #known: ReadonlyMap<string, ParsedGoal>;
  readonly #view: FactsView<ReadonlyFacts<any>>;

  constructor(state: CrewState, known: ReadonlyMap<string, ParsedGoal>) {
    this.#state = state;
    this.#known = known;
    this.#view = readingView(state.program.layout);
    this.#view.point(state.words, 0);
  }

  get clock(): number {
    return this.#state.clock;
  }

  get facts(): ReadonlyFacts<any> {
    return this.#view.view;
  }

  get agents(): readonly string[] {
    return [...this.#state.members.keys()];
  }

  want(asked: unknown, options: { readonly priority?: number } = {}): number {
    const state = this.#state;
    const { priority = 0 } = options;
    if (typeof priority !== 'number' || !Number.isFinite(priority)) throw new Problem('bad-priority', `${describe(priority)} is no priority`, { path: 'crew.want' });
    const ground = groundGoal(asked, this.#known, state.program.layout, 'crew.want');
    const id = state.nextGoal++;
    state.goals.set(id, newGoal(id, structuredCopy(asked), ground, priority, state.clock));
    return id;
  }

  cancel(id: number): boolean {
    this.#quiet('cancel');
    const state = this.#state;
    const goal = this.#goal(id);
    if (goal.status === 'reached' || goal.status === 'cancelled') return false;
    unplan(state, goal, 'cancelled', '');
    state.changed = true;
    heal(state);
    settle(state);
    return true;
  }

  join(agent: Agent): void {
    this.#quiet('join');
    const state = this.#state;
    const checked = checkAgent(agent, 'crew.join');
    if (state.members.has(checked.name)) throw new Problem('duplicate-name', `there is an agent named "${checked.name}" already`, { path: 'crew.join' });
    state.members.set(checked.name, newMember(checked, state.clock));
    state.changed = true;
  }

  leave(name: string, options: { readonly reason?: string; readonly lost?: boolean } = {}): void {
    this.#quiet('leave');
    const state = this.#state;
    const member = this.#member(name);
    const { reason = `${name} has left`, lost = false } = options;
    // From the last to the first, so that what is given back by the running job comes last.
    for (const id of [...member.tasks].reverse()) {
      const task = state.tasks.get(id);
      if (task !== undefined) drop(state, task, reason, lost);
    }
    state.members.delete(name);
    heal(state);
    settle(state);
  }

  moved(name: string, place: string): void {
    this.#quiet('moved');
    const state = this.#state;
    const member = this.#member(name);
    if (member.phase === 'work') throw new Problem('is-working', `agent "${name}" works and cannot move`, { path: 'crew.moved' });
    if (typeof place !== 'string' || place === '') throw new Problem('bad-place', `${describe(place)} is no place`, { path: 'crew.moved' });
    Object.assign(member, { place, heading: place, phase: 'idle', since: state.clock, until: Infinity });
    state.changed = true;
    heal(state);
    settle(state);
  }

  change(facts: unknown): void {
    this.#quiet('change');
    const state = this.#state;
    pack(facts, state.program.layout, state.words, 0, 'crew.change');
    state.changed = true;
    heal(state);
    settle(state);
  }

  tick(dt: number): void {
    this.#quiet('tick');
    const state = this.#state;
    checkSeconds(dt, 'crew.tick');
    const until = state.clock + dt;
    planPool(state);
    pass(state, until);
  }

  get orders(): readonly WorkOrder<AnyJobs>[] {
    return [...this.#state.members.values()].map((member) => orderOf(this.#state, member));
  }

  order(name: string): WorkOrder<AnyJobs> {
    return orderOf(this.#state, this.#member(name));
  }

  arrived(name: string): void {
    this.#quiet('arrived');
    const member = this.#member(name);
    if (member.phase !== 'travel') throw new Problem('not-travelling', `agent "${name}" is not on its way, it ${verbs[member.phase]}`, { path: 'crew.arrived' });
    arrive(this.#state, member);
    settle(this.#state);
  }

  done(name: string): void {
    this.#quiet('done');
    const member = this.#member(name);
    const task = this.#running(member, 'crew.done');
    if (task.agents[0] !== name) return;
    finish(this.#state, task);
    settle(this.#state);
  }

  failed(name: string, reason: string, options: { readonly lost?: boolean } = {}): void {
    this.#quiet('failed');
    const state = this.#state;
    const member = this.#member(name);
    const task = member.tasks[0] === undefined ? undefined : state.tasks.get(member.tasks[0]);
    if (task === undefined) throw new Problem('not-working', `agent "${name}" has nothing to do`, { path: 'crew.failed' });
    // It gave up on the way: as far as is known it is where it left.
    if (member.phase === 'travel') Object.assign(member, { phase: 'idle', heading: member.place, since: state.clock, until: Infinity });
    fail(state, task, String(reason), options.lost ?? false);
    settle(state);
  }

  queue(name: string): readonly CrewJob<AnyJobs>[] {
    retime(this.#state);
    const { tasks, settings } = this.#state;
    return this.#member(name).tasks.slice(0, settings.queue).map((id) => jobOf(tasks.get(id)!, this.#state));
  }

  get jobs(): readonly CrewJob<AnyJobs>[] {
    retime(this.#state);
    return [...this.#state.tasks.values()].map((task) => jobOf(task, this.#state)).sort((a, b) => a.start - b.start || a.id - b.id);
  }

  get goals(): readonly CrewGoal[] {
    retime(this.#state);
    return [...this.#state.goals.values()].map(goalOf);
  }

  goal(id: number): CrewGoal {
    retime(this.#state);
    return goalOf(this.#goal(id));
  }

  tidy(): void {
    this.#quiet('tidy');
    for (const [id, { status }] of this.#state.goals) if (status === 'reached' || status === 'impossible' || status === 'cancelled') this.#state.goals.delete(id);
    arrange(this.#state);
  }

  explain(name?: string): string {
    retime(this.#state);
    return name === undefined ? explainCrew(this.#state) : explainAgent(this.#state, this.#member(name));
  }

  gantt(options: { readonly width?: number } = {}): string {
    return ganttText(this.#bars(), options.width);
  }

  ganttSvg(options: { readonly width?: number } = {}): string {
    return ganttSvg(this.#bars(), options.width);
  }

  save(): CrewSave {
    return saveCrew(this.#state);
  }

  #bars(): Parameters<typeof ganttText>[0] {
    return { agents: this.agents, jobs: barsOf(this.jobs), from: this.#state.clock, now: this.#state.clock };
  }

  /** Hooks look on in the middle of a change; only `want` is harmless there. */
  #quiet(call: string): void {
    if (this.#state.telling) throw new Problem('inside-hook', `crew.${call} was called from a hook`, { path: `crew.${call}`, hint: 'note it, and call when the tick is over' });
  }

  #member(name: string): Member {
    const member = this.#state.members.get(name);
    if (member === undefined) throw new Problem('unknown-agent', `there is no agent ${describe(name)}`, { path: 'crew', hint: didYouMean(String(name), this.#state.members.keys()) });
    return member;
  }

  #goal(id: number): Goal {
    const goal = this.#state.goals.get(id);
    if (goal === undefined) throw new Problem('unknown-goal', `there is no goal ${describe(id)}`, { path: 'crew', hint: '"want" returns the id of a goal' });
    return goal;
  }

  #running(member: Member, path: string): Task {
    if (member.phase !== 'work') throw new Problem('not-working', `agent "${member.agent.name}" does not work, it ${verbs[member.phase]}`, { path });
    return this.#state.tasks.get(member.tasks[0]!)!;
  }
}

const verbs = { idle: 'is idle', travel: 'walks', wait: 'waits', work: 'works' } as const;

/** A task of one who leaves: not the fault of the goal, so it does not count as a failure. */
function drop(state: CrewState, task: Task, reason: string, lost: boolean): void {
  const failures = task.goals.map((id) => state.goals.get(id)!.failures);
  fail(state, task, reason, lost);
  task.goals.forEach((id, at) => (state.goals.get(id)!.failures = failures[at]!));
}

/** A copy of plain data, so that the caller's object may change later. */
function structuredCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCopy);
  return isPlainObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, structuredCopy(each)])) : value;
}

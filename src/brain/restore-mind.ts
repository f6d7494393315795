import { describe, isPlainObject, plainObject, Problem } from '../core/index.js';
import { pack } from '../facts/index.js';
import type { Restoring } from './crowd-core.js';
import { flag, mostDepressed } from './mind-columns.js';
import type { Minds } from './minds.js';
import { savedFlags } from './save-mind.js';
import { snapshotFormat, type MindSnapshot, type RestoreReport, type SavedGoal, type SavedStep } from './snapshot.js';
import { replanWhy } from './trace-events.js';
import type { RestorePolicy } from './types.js';

/**
 * Fills a fresh slot from a snapshot. Runs no enter and no exit, only `resume` of the states that go on.
 *
 * @param wholeSteps true: a step goes on only if every one of its states is there; otherwise it begins anew
 * @returns what was lost
 * @throws Problem when the snapshot is malformed, or of another brain and `policy` is `error`; the slot is then of no use and must be freed
 */
export function fillMind(minds: Minds, slot: number, value: unknown, policy: RestorePolicy, wholeSteps = false): RestoreReport {
  const saved = readSnapshot(value);
  const { c, program, crowd } = minds;
  const same = saved.fingerprint === program.fingerprint;
  if (!same && policy === 'error') {
    throw new Problem('other-brain', `this snapshot is of another brain or another version of "${program.name}" (${saved.fingerprint}, not ${program.fingerprint})`, { path: 'snapshot.fingerprint', hint: 'restore it with "restart" or "nearest"' });
  }
  const lost: string[] = [];
  restoreClock(minds, slot, saved);
  restoreFacts(minds, slot, saved.facts, same, lost);
  if (!same && policy === 'restart') return { outcome: 'restarted', lost };
  const names = new Names(minds, same, lost);
  c.wanted.data[slot] = names.goal(saved.wanted);
  c.forced.data[slot] = names.goal(saved.forced);
  restoreTroubles(minds, slot, saved, names);
  for (const line of minds.chooser.restoreRow(slot, saved.choice, 'snapshot.choice')) lost.push(line);
  const otherTree = saved.tree.tree !== program.tree.hash;
  for (const id of minds.tree.restoreRow(slot, saved.tree, policy).lost) lost.push(`tree node ${id}`);
  for (const { event, data } of saved.notices) if (typeof event === 'string') minds.notices.set(slot, [...(minds.notices.get(slot) ?? []), { event, data }]);
  if (saved.notices.length > 0) c.flags.data[slot]! |= flag.events;
  restorePlan(minds, slot, saved, names, otherTree);
  const performing = (c.flags.data[slot]! & flag.performing) !== 0;
  // An idle row still tells how its last root ended.
  if (!performing && same) minds.states.restoreRow(slot, saved.states, policy, minds.bodies[slot], undefined);
  if (performing) {
    const step = program.engine.task.step[minds.planned(slot, c.planAt.data[slot]!)]!;
    const before = crowd.restoring;
    crowd.restoring = { inner: saved.inner, policy, lost };
    try {
      const report = minds.states.restoreRow(slot, saved.states, wholeSteps ? 'error' : policy, minds.bodies[slot], program.engine.steps[step]!.params);
      for (const path of report.lost) lost.push(`state ${path}`);
    } catch (error) {
      if (!wholeSteps) throw error;
      lost.push(`the states of ${program.engine.task.stepText(step)}`);
    } finally {
      crowd.restoring = before;
    }
    if (minds.states.active(slot) < 0) c.flags.data[slot]! &= ~flag.performing;
  }
  return { outcome: same && lost.length === 0 ? 'exact' : 'nearest', lost };
}

/** Fills the fresh slot of an inner mind; it keeps its place under the mind whose step it performs. */
export function fillInner(minds: Minds, slot: number, saved: unknown, restoring: Restoring): void {
  const { c } = minds;
  const [group, outer] = [c.outerGroup.data[slot]!, c.outerSlot.data[slot]!];
  const { lost } = fillMind(minds, slot, saved, restoring.policy);
  restoring.lost.push(...lost);
  c.outerGroup.data[slot] = group;
  c.outerSlot.data[slot] = outer;
  c.flags.data[slot]! |= flag.inner;
}

/**
 * A mind that goes on where a snapshot was taken, in a slot of its own. A malformed snapshot leaves no trace.
 *
 * @returns its slot, and what was lost
 */
export function restoreMind(minds: Minds, body: unknown, snapshot: unknown, policy: RestorePolicy): { readonly slot: number; readonly report: RestoreReport } {
  const { crowd, c } = minds;
  const saved = readSnapshot(snapshot);
  const alone = crowd.groups.every((group) => group.living === 0);
  const slot = minds.spawn(body);
  try {
    if (alone) for (const [fact, value] of Object.entries(saved.shared)) if (crowd.shared.has(fact)) crowd.shared.set(fact, value);
    const report = fillMind(minds, slot, saved, policy);
    c.sharedSeen.data[slot] = 0;
    if (report.outcome === 'exact' && alone && saved.desk !== undefined && crowd.desk.fits(saved.desk)) {
      crowd.desk.restore(saved.desk, crowd.groups);
      c.seat.data[slot] = saved.seat;
      c.requested.data[slot] = saved.requested === undefined ? 0 : minds.program.goals.number(saved.requested, 'snapshot.requested') + 1;
      if (c.requested.data[slot] !== 0) c.flags.data[slot]! |= flag.waiting;
    }
    return { slot, report };
  } catch (error) {
    minds.free(slot);
    throw error;
  }
}

/** Checks the shape of a snapshot far enough that nothing below reads what is not there. @throws Problem `bad-snapshot` */
export function readSnapshot(value: unknown): MindSnapshot {
  const given = plainObject(value, 'snapshot', 'what mind.snapshot() gives');
  if (given['format'] !== snapshotFormat) throw bad('format', given['format'], `this version reads format ${snapshotFormat}`);
  for (const name of ['brain', 'fingerprint']) if (typeof given[name] !== 'string') throw bad(name, given[name], 'a text');
  for (const name of ['spawn', 'seat', 'random', 'need', 'attempts', 'request']) whole(given[name], name, 0xffff_ffff);
  for (const name of ['facts', 'senses', 'choice', 'tree', 'states', 'shared']) if (!isPlainObject(given[name])) throw bad(name, given[name], 'an object');
  for (const name of ['flags', 'leftOut', 'aside', 'notices', 'inner', 'since', 'detail']) if (!Array.isArray(given[name])) throw bad(name, given[name], 'a list');
  for (const name of ['leftOut', 'aside', 'notices', 'inner']) for (const each of given[name] as readonly unknown[]) if (!isPlainObject(each)) throw bad(name, each, 'a list of objects');
  for (const [name, length] of [['since', 2], ['detail', 3]] as const) {
    const list = given[name] as readonly unknown[];
    if (list.length !== length || list.some((each) => typeof each !== 'number' || !(each >= 0))) throw bad(name, list, `a list of ${length} numbers`);
  }
  const plan = given['plan'];
  if (plan !== undefined) {
    if (!isPlainObject(plan) || !Array.isArray(plan['steps']) || !Array.isArray(plan['actions']) || plan['steps'].length !== plan['actions'].length) throw bad('plan', plan, 'an object with steps and actions');
    whole(plan['at'], 'plan.at', plan['steps'].length);
    whole(plan['madeFor'], 'plan.madeFor', 255);
    if (typeof plan['cost'] !== 'number') throw bad('plan.cost', plan['cost'], 'a number');
  }
  return given as unknown as MindSnapshot;
}

function restoreClock(minds: Minds, slot: number, saved: MindSnapshot): void {
  const { c } = minds;
  c.spawn.data[slot] = saved.spawn;
  c.random.data[slot] = saved.random;
  c.request.data[slot] = saved.request;
  [c.every.data[slot], c.skipped.data[slot], c.saved.data[slot]] = [Math.max(1, saved.detail[0]), saved.detail[1], saved.detail[2]];
  [c.sinceDecide.data[slot], c.sinceCheck.data[slot]] = saved.since as [number, number];
  minds.sensing.restore(slot, saved.senses);
  let flags = flag.alive;
  for (const name of savedFlags) if (saved.flags.includes(name)) flags |= flag[name];
  c.flags.data[slot] = flags & ~flag.performing;
}

/** Facts by name; one that is gone or cannot have its value any more keeps its default. */
function restoreFacts(minds: Minds, slot: number, facts: Readonly<Record<string, unknown>>, same: boolean, lost: string[]): void {
  const { layout } = minds.program.engine;
  const write = (values: Readonly<Record<string, unknown>>): void => pack(values, layout, minds.facts.data, slot * minds.words, 'snapshot.facts');
  if (same) {
    write(facts);
    return;
  }
  for (const [name, value] of Object.entries(facts)) {
    try {
      write({ [name]: value });
    } catch {
      lost.push(`fact ${name}`);
    }
  }
}

function restoreTroubles(minds: Minds, slot: number, saved: MindSnapshot, names: Names): void {
  const { c } = minds;
  c.attempts.data[slot] = saved.attempts;
  if (saved.failed !== undefined) {
    c.failedStep.data[slot] = names.step(saved.failed.step) + 1;
    c.failedTimes.data[slot] = saved.failed.times;
  }
  if (saved.denied !== undefined) {
    c.deniedGoal.data[slot] = names.goal(saved.denied.goal);
    c.denied.data[slot] = c.deniedGoal.data[slot] === 0 ? 0 : saved.denied.outcome;
  }
  saved.leftOut.slice(0, mostDepressed).forEach(({ step, seconds, level }, index) => {
    const at = slot * mostDepressed + index;
    c.depressed.data[at] = names.step(step) + 1;
    c.depressedLeft.data[at] = c.depressed.data[at] === 0 ? 0 : seconds;
    c.depressedLevel.data[at] = level;
  });
  saved.aside.slice(0, minds.asides).forEach(({ goal, why, seconds, level }, index) => {
    const at = slot * minds.asides + index;
    c.aside.data[at] = names.goal(goal);
    c.asideWhy.data[at] = why;
    c.asideLeft.data[at] = c.aside.data[at] === 0 ? 0 : (seconds ?? -1);
    c.asideLevel.data[at] = level;
  });
}

function restorePlan(minds: Minds, slot: number, saved: MindSnapshot, names: Names, otherTree: boolean): void {
  const { c, program } = minds;
  const owner = saved.owner === undefined ? -1 : saved.owner === '' ? 0 : program.tree.ids.indexOf(saved.owner);
  if (owner < 0) return;
  // A plan leaf that is no longer running lost its plan with it.
  if (otherTree && !minds.tree.isRunning(slot, owner)) return;
  c.owner.data[slot] = owner + 1;
  const { plan } = saved;
  const pursued = names.goal(saved.pursued);
  const actions = plan === undefined ? undefined : names.actions(plan);
  if (plan !== undefined && pursued !== 0 && actions !== undefined && actions.length <= program.planLength) {
    c.plan.data.set(actions, slot * program.planLength);
    c.planLength.data[slot] = actions.length;
    c.planAt.data[slot] = plan.at;
    c.planCost.data[slot] = plan.cost;
    c.madeFor.data[slot] = plan.madeFor;
    c.pursued.data[slot] = pursued;
    c.need.data[slot] = saved.need;
    if (!names.same) c.flags.data[slot]! |= flag.dirty;
    if (saved.flags.includes('performing') && plan.at < actions.length) c.flags.data[slot]! |= flag.performing;
  } else if (pursued !== 0) c.need.data[slot] = replanWhy.restored;
}

/** Finds goals and steps by name; what is not there is noted and counts as none. */
class Names {
  readonly same: boolean;
  readonly #minds: Minds;
  readonly #lost: string[];

  constructor(minds: Minds, same: boolean, lost: string[]) {
    this.#minds = minds;
    this.same = same;
    this.#lost = lost;
  }

  /** Number + 1, or 0. */
  goal(saved: SavedGoal | undefined): number {
    if (saved === undefined) return 0;
    try {
      return this.#minds.program.goals.number(saved, 'snapshot') + 1;
    } catch (error) {
      return this.#miss(`goal ${isPlainObject(saved) ? String(saved.goal) : describe(saved)}`, error, 0);
    }
  }

  /** Number, or -1. */
  step(saved: SavedStep): number {
    if (!isPlainObject(saved) || typeof saved.action !== 'string' || !isPlainObject(saved.params)) throw bad('step', saved, 'an action with params');
    const number = this.#minds.program.engine.stepNumber(saved);
    return number >= 0 ? number : this.#miss(`step ${saved.action}`, undefined, -1);
  }

  /** The ground actions of a plan, or undefined when one of its steps is gone. */
  actions(plan: NonNullable<MindSnapshot['plan']>): readonly number[] | undefined {
    const { task } = this.#minds.program.engine;
    const steps = plan.steps.map((step) => this.step(step));
    if (steps.includes(-1)) return undefined;
    if (this.same && plan.actions.every((action, at) => task.step[action] === steps[at])) return plan.actions;
    return steps.map((step) => task.step.indexOf(step));
  }

  #miss<T>(what: string, error: unknown, none: T): T {
    if (this.same) throw new Problem('bad-snapshot', `the snapshot names ${what}, which its brain does not have`, { path: 'snapshot', ...(error === undefined ? {} : { cause: error }) });
    this.#lost.push(what);
    return none;
  }
}

function whole(value: unknown, name: string, most: number): void {
  if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most)) throw bad(name, value, `a whole number up to ${most}`);
}

function bad(name: string, value: unknown, hint: string): Problem {
  return new Problem('bad-snapshot', `snapshot.${name} cannot be ${describe(value)}`, { path: `snapshot.${name}`, hint });
}

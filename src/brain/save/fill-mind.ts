import { isNodeRunning, restoreTreeRow, isSoundTreeRow } from '../../bt/internal.js';
import { describe, isProblem, Problem } from '../../core/internal.js';
import { pack } from '../../facts/internal.js';
import { trimClaims } from '../claims.js';
import { readSnapshot } from './check-snapshot.js';
import { hasSeats, restoreDesk, translated } from './desk.js';
import type { Place } from '../crowd-core.js';
import { flag } from '../mind-columns.js';
import type { Minds } from '../minds.js';
import { cancelSearch } from '../performing.js';
import { fillTroubles, takeAgain } from './saved-troubles.js';
import { findBound } from '../targets.js';
import { savedFlags } from './write-mind.js';
import type { MindSnapshot, RestoreReport, SavedGoal, SavedInner, SavedStep } from './snapshot.js';
import { replanWhy } from '../trace-events.js';
import type { RestorePolicy } from '../types.js';
import { restoreChoice } from '../../utility/internal.js';

/** What is being restored. */
interface Filled {
  readonly inner: readonly SavedInner[];
  readonly policy: RestorePolicy;
  readonly lost: string[];
  readonly seats: Seats;
  readonly claims: SeatClaim[];
  /** Where the mind lives that is saved and restored in one go, when its brain is swapped. */
  readonly from: Place | undefined;
  /** What was wrong with an inner mind: found inside a callback, thrown when that is over. */
  problem: { readonly error: unknown } | undefined;
}

/** A restored mind that will have its saved seat, if the saved desk can be taken up. */
export interface SeatClaim extends Place {
  readonly seat: number;
}

/**
 * What becomes of the search that a restored mind waits for: it is forgotten and asked for anew; its seat is the saved one, at a desk that
 * will be restored too; or the seat is taken over from the mind that is swapped away.
 */
export type Seats = 'new' | 'saved' | 'taken';

/** How a slot is to be filled. */
export interface Filling {
  readonly policy: RestorePolicy;
  /** A step goes on only if every one of its states is there; otherwise it begins anew. */
  readonly wholeSteps?: boolean;
  readonly seats?: Seats;
  /** Gets the mind, and those inside its step, where `seats` is `saved`. */
  readonly claims?: SeatClaim[];
  readonly from?: Place | undefined;
  /** The mind performs a step of another one. */
  readonly inner?: boolean;
}

/**
 * Fills a fresh slot from a snapshot. Runs no enter and no exit, only `resume` of the states that go on.
 *
 * @param saved seen by `readSnapshot`
 * @returns what was lost
 * @throws Problem when the snapshot is not sound, or of another brain and the policy is `error`; the slot is then of no use and must be freed
 */
export function fillMind(minds: Minds, slot: number, saved: MindSnapshot, { policy, wholeSteps = false, seats = 'new', claims = [], from, inner = false }: Filling): RestoreReport {
  const { c, program } = minds;
  const same = saved.fingerprint === program.fingerprint;
  checkBrain(minds, saved, policy);
  const lost: string[] = [];
  restoreClock(minds, slot, saved);
  restoreFacts(minds, slot, saved.facts, same, lost);
  // Another brain may choose otherwise.
  if (!same) c.flags.data[slot]! |= flag.decide;
  if (!same && policy === 'restart') {
    c.flags.data[slot] = flag.alive | flag.fresh | flag.decide;
    return { outcome: 'restarted', lost };
  }
  const names = new Names(minds, same, lost);
  c.wanted.data[slot] = names.goal(saved.wanted);
  c.forced.data[slot] = names.goal(saved.forced);
  restoreTroubles(minds, slot, saved, names);
  for (const line of restoreChoice(minds.chooser, slot, saved.choice, 'snapshot.choice')) lost.push(line);
  // An inner mind has no tree that could be elsewhere.
  const otherTree = !inner && (saved.tree.tree !== program.tree.hash || minds.tree.stage === undefined);
  const { stage } = minds.tree;
  if (stage === undefined) minds.tree.forget(slot);
  else for (const id of restoreTreeRow(stage, slot, saved.tree, policy).lost) lost.push(`tree node ${id}`);
  if (stage !== undefined && !isSoundTreeRow(stage, slot)) throw bad('tree', saved.tree, 'a row of nodes that can be as they are said to be');
  if (saved.notices.length > 0) {
    minds.notices.set(slot, saved.notices.map(({ event, data }) => ({ event, data })));
    c.flags.data[slot]! |= flag.events;
  }
  restorePlan(minds, slot, saved, names, otherTree);
  findBound(minds, slot, minds.bodies[slot], from !== undefined);
  if (same) restoreSeat(minds, slot, saved, names, seats, claims, from);
  restoreStates(minds, slot, saved, { inner: saved.inner, policy, lost, seats: same ? seats : 'new', claims, from, problem: undefined }, wholeSteps);
  if (!inner) takeAgain(minds, slot, saved, false, from);
  return { outcome: same && lost.length === 0 ? 'exact' : 'nearest', lost: [...new Set(lost)] };
}

function checkBrain({ program }: Minds, saved: MindSnapshot, policy: RestorePolicy): void {
  if (saved.fingerprint === program.fingerprint || policy !== 'error') return;
  throw new Problem('other-brain', `this snapshot is of another brain or another version of "${program.name}" (${saved.fingerprint}, not ${program.fingerprint})`, { path: 'snapshot.fingerprint', hint: '`changed` tells what to do: "nearest" keeps what still fits, "restart" only the facts' });
}

/** Lets the states of the step at hand go on; minds inside it are filled by the `resume` of their states. */
function restoreStates(minds: Minds, slot: number, saved: MindSnapshot, restoring: Filled, wholeSteps: boolean): void {
  const { c, program, crowd, states } = minds;
  const { engine } = program;
  const same = saved.fingerprint === program.fingerprint;
  const step = (c.flags.data[slot]! & flag.performing) === 0 ? -1 : engine.task.step[minds.planned(slot, c.planAt.data[slot]!)]!;
  const root = step < 0 ? null : engine.actions[engine.actionOf[step]!]!.name;
  if (same && saved.states.root !== root) throw bad('states.root', saved.states.root, `the step at hand is ${root ?? 'none'}`);
  if (step < 0) {
    // An idle row still tells how its last root ended.
    if (same) states.restoreRow(slot, saved.states, restoring.policy, minds.bodies[slot], undefined);
    return;
  }
  c.flags.data[slot]! &= ~flag.performing;
  const before = crowd.restoring;
  crowd.restoring = { fillInner: (group, place, old) => fillInner(group, place, old, restoring) };
  try {
    if (saved.states.root !== root) throw bad('states.root', saved.states.root, `the step at hand is ${root}`);
    const report = states.restoreRow(slot, saved.states, wholeSteps ? 'error' : restoring.policy, minds.bodies[slot], engine.steps[step]!.params);
    for (const path of report.lost) restoring.lost.push(`state ${path}`);
  } catch (error) {
    if (same || !isProblem(error)) throw error;
    restoring.lost.push(`the states of ${engine.task.stepText(step)}`);
  } finally {
    crowd.restoring = before;
  }
  if (states.active(slot) === engine.actionOf[step]) c.flags.data[slot]! |= flag.performing;
  if (restoring.problem !== undefined) throw restoring.problem.error;
}

/** Fills the fresh slot of an inner mind; it keeps its place under the mind whose step it performs. */
function fillInner(minds: Minds, slot: number, old: number, restoring: Filled): void {
  const { c } = minds;
  const saved = restoring.inner.find((each) => each.brain === minds.program.name && each.slot === old);
  if (saved === undefined) {
    restoring.lost.push(`the plan of "${minds.program.name}" inside a step`);
    return;
  }
  const [group, outer] = [c.outerGroup.data[slot]!, c.outerSlot.data[slot]!];
  const from = restoring.from?.minds.innerOf(restoring.from.slot).find((inner) => inner.minds.program.name === saved.brain && inner.slot === old);
  try {
    restoring.lost.push(...fillMind(minds, slot, saved.mind, { policy: restoring.policy, seats: restoring.seats === 'taken' && from === undefined ? 'new' : restoring.seats, claims: restoring.claims, from, inner: true }).lost);
  } catch (error) {
    restoring.problem ??= { error };
  }
  c.outerGroup.data[slot] = group;
  c.outerSlot.data[slot] = outer;
  c.flags.data[slot]! |= flag.inner;
  takeAgain(minds, slot, saved.mind, false);
}

/**
 * A mind that goes on where a snapshot was taken, in a slot of its own. A malformed snapshot leaves no trace.
 *
 * @returns its slot, and what was lost
 */
export function addMind(minds: Minds, body: unknown, snapshot: unknown, policy: RestorePolicy): { readonly slot: number; readonly report: RestoreReport } {
  if (policy !== 'error' && policy !== 'restart' && policy !== 'nearest') throw new Problem('bad-policy', `a restore policy is "error", "restart" or "nearest", not ${describe(policy)}`, { path: 'restore' });
  const { crowd, c } = minds;
  const { desk } = crowd;
  const saved = readSnapshot(snapshot);
  checkBrain(minds, saved, policy);
  const alone = crowd.groups.every((group) => group.living === 0);
  const shared = alone ? Object.entries(saved.shared).filter(([fact]) => crowd.shared.has(fact)) : [];
  for (const [fact, value] of shared) if (saved.fingerprint === minds.program.fingerprint) crowd.shared.check(fact, value);
  const keepsDesk = alone && saved.desk !== undefined && saved.fingerprint === minds.program.fingerprint;
  const claims: SeatClaim[] = [];
  const slot = minds.spawn(body, { key: saved.key });
  try {
    const report = fillMind(minds, slot, saved, { policy, seats: keepsDesk ? 'saved' : 'new', claims });
    const known = keepsDesk ? translated(desk, saved.desk) : undefined;
    // Each mind has its saved seat, or none has.
    if (known !== undefined && claims.length === countOf(minds, slot) && hasSeats(known, claims.map(({ seat }) => seat))) {
      restoreDesk(desk, known, crowd.groups);
      for (const claim of claims) claim.minds.c.seat.data[claim.slot] = claim.seat;
    } else for (const claim of claims) cancelSearch(claim.minds, claim.slot);
    for (const [fact, value] of shared) if (crowd.shared.accepts(fact, value)) crowd.shared.set(fact, value);
    c.sharedSeen.data[slot] = 0;
    trimClaims(crowd.shared);
    return { slot, report };
  } catch (error) {
    minds.freeInners(slot);
    minds.free(slot);
    crowd.spawned--;
    crowd.nextId--;
    throw error;
  }
}

/** The search that a mind waits for, see {@link Seats}. */
function restoreSeat(minds: Minds, slot: number, saved: MindSnapshot, names: Names, seats: Seats, claims: SeatClaim[], from: Place | undefined): void {
  if (seats === 'new') return;
  const { c } = minds;
  if (seats === 'saved') claims.push({ minds, slot, seat: saved.seat });
  else if (from !== undefined) {
    const { seat } = from.minds.c;
    [c.seat.data[slot], seat.data[from.slot]] = [seat.data[from.slot]!, c.seat.data[slot]!];
  }
  c.requested.data[slot] = names.goal(saved.requested);
  if (c.requested.data[slot] !== 0) c.flags.data[slot]! |= flag.waiting;
}

/** A mind and those inside its step. */
function countOf(minds: Minds, slot: number): number {
  return minds.innerOf(slot).reduce((sum, inner) => sum + countOf(inner.minds, inner.slot), 1);
}

function restoreClock(minds: Minds, slot: number, saved: MindSnapshot): void {
  const { c } = minds;
  c.spawn.data[slot] = saved.spawn;
  c.random.data[slot] = saved.random;
  c.request.data[slot] = saved.request;
  [c.every.data[slot], c.skipped.data[slot], c.saved.data[slot]] = saved.detail as [number, number, number];
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
  fillTroubles(minds, slot, saved, { goal: (goal) => names.goal(goal) - 1, step: (step) => names.step(step) });
}

function restorePlan(minds: Minds, slot: number, saved: MindSnapshot, names: Names, otherTree: boolean): void {
  const { c, program } = minds;
  const owner = saved.owner === undefined ? -1 : saved.owner === '' ? 0 : program.tree.ids.indexOf(saved.owner);
  if (owner < 0) return;
  // A plan leaf that is no longer running lost its plan with it.
  if (otherTree && !isNodeRunning(minds.tree, slot, owner)) return;
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
  } else if (pursued !== 0) {
    if (actions !== undefined && actions.length > program.planLength) names.lose(`a plan of ${actions.length} steps`);
    c.need.data[slot] = replanWhy.restored;
  }
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
      return this.#miss(`goal ${saved.goal}`, error, 0);
    }
  }

  /** Number, or -1. */
  step(saved: SavedStep): number {
    const number = this.#minds.program.engine.stepNumber(saved);
    return number >= 0 ? number : this.#miss(`step ${saved.action}`, undefined, -1);
  }

  /** The ground actions of a plan, or undefined when one of its steps is gone. */
  actions(plan: NonNullable<MindSnapshot['plan']>): readonly number[] | undefined {
    const { task } = this.#minds.program.engine;
    const steps = plan.steps.map((step) => this.step(step));
    if (steps.includes(-1)) return undefined;
    if (this.same && plan.actions.every((action, at) => task.step[action] === steps[at])) return plan.actions;
    const actions = steps.map((step) => task.step.indexOf(step));
    const gone = actions.indexOf(-1);
    return gone < 0 ? actions : this.#miss(`step ${plan.steps[gone]!.action}`, undefined, undefined);
  }

  lose(what: string): void {
    this.#lost.push(what);
  }

  #miss<T>(what: string, error: unknown, none: T): T {
    if (this.same) throw new Problem('bad-snapshot', `the snapshot names ${what}, which its brain does not have`, { path: 'snapshot', ...(error === undefined ? {} : { cause: error }) });
    this.#lost.push(what);
    return none;
  }
}

function bad(name: string, value: unknown, hint: string): Problem {
  return new Problem('bad-snapshot', `snapshot.${name} cannot be ${describe(value)}`, { path: `snapshot.${name}`, hint });
}

import { isNodeRunning, restoreTreeRow, isSoundTreeRow } from '../../bt/internal.js';
import { describe, isProblem, Problem } from '../../core/internal.js';
import { pack } from '../../facts/internal.js';
import type { Place } from '../crowd-core.js';
import { flag } from '../mind-columns.js';
import type { Minds } from '../minds.js';
import type { BrainProgram } from '../program.js';
import { savedFlags, sharedHash } from './write-mind.js';
import { layoutOf } from './layout.js';
import type { Losses, LossKind } from './losses.js';
import { fillTroubles, takeAgain } from './saved-troubles.js';
import type { MindSnapshot, RestoreReport, SavedGoal, SavedInner, SavedStep } from './snapshot.js';
import { sharedRow } from '../see-shared.js';
import { findBound } from '../targets.js';
import { replanWhy } from '../trace-events.js';
import type { RestorePolicy } from '../types.js';
import { restoreChoice } from '../../utility/internal.js';
import { restoreRow } from '../../hsm/internal.js';

/** Takes down what has no place in this mind. */
type Lose = (kind: LossKind, name: string, was?: unknown) => void;

/** What is being restored. */
interface Filled {
  readonly inner: readonly SavedInner[];
  readonly policy: RestorePolicy;
  readonly losses: Losses;
  readonly where: string;
  readonly lose: Lose;
  readonly seats: Seats;
  readonly claims: SeatClaim[];
  /** Where the mind lives that is saved and restored in one go, when its brain is swapped. */
  readonly from: Place | undefined;
  readonly later: (() => void)[];
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
  readonly losses: Losses;
  /** Whose losses these are; default: the mind in the slot. */
  readonly where?: string;
  /** A step goes on only if every one of its states is there; otherwise it begins anew. */
  readonly wholeSteps?: boolean;
  readonly seats?: Seats;
  /** Gets the mind, and those inside its step, where `seats` is `saved`. */
  readonly claims?: SeatClaim[];
  readonly from?: Place | undefined;
  /** What is to be done when all minds are there, and have claimed of shared facts what they had. */
  readonly later: (() => void)[];
  /** The mind performs a step of another one. */
  readonly inner?: boolean;
}

/**
 * Fills a fresh slot from a snapshot. Runs no enter and no exit, only `resume` of the states that go on.
 *
 * @param saved seen by `readSnapshot`
 * @throws Problem when the snapshot is not sound, or of another brain and the policy is `error`; the slot is then of no use and must be freed
 */
export function fillMind(minds: Minds, slot: number, saved: MindSnapshot, { policy, losses, where = placeText(minds, slot), wholeSteps = false, seats = 'new', claims = [], from, later, inner = false }: Filling): RestoreReport['outcome'] {
  const { c, program } = minds;
  const same = saved.layout === layoutOf(program);
  const unchanged = same && saved.fingerprint === program.fingerprint;
  const before = losses.list.length;
  const lose: Lose = (kind, name, was) => losses.lose(where, kind, name, was);
  checkBrain(program, saved, policy);
  restoreClock(minds, slot, saved);
  restoreFacts(minds, slot, saved, same, lose);
  // Another brain may choose otherwise.
  if (!unchanged) c.flags.data[slot]! |= flag.decide;
  if (!same && policy === 'restart') {
    c.flags.data[slot] = flag.alive | flag.fresh | flag.decide;
    return 'restarted';
  }
  const names = new Names(minds, same, lose);
  c.wanted.data[slot] = names.goal(saved.wanted);
  c.forced.data[slot] = names.goal(saved.forced);
  restoreTroubles(minds, slot, saved, names);
  for (const line of restoreChoice(minds.chooser, slot, saved.choice, 'snapshot.choice')) lose('choice', line, saved.choice.option);
  // An inner mind has no tree that could be elsewhere.
  const otherTree = !inner && (saved.tree.tree !== program.tree.hash || minds.tree.stage === undefined);
  const { stage } = minds.tree;
  if (stage === undefined) minds.tree.forget(slot);
  else for (const id of restoreTreeRow(stage, slot, saved.tree, policy).lost) lose('node', id, saved.tree.nodes[id]);
  if (stage !== undefined && !isSoundTreeRow(stage, slot)) throw bad('tree', saved.tree, 'a row of nodes that can be as they are said to be');
  if (saved.notices.length > 0) {
    const heard = saved.notices.filter(({ event, data }) => program.eventNames.includes(event) || lose('event', event, data));
    if (heard.length > 0) {
      minds.notices.set(slot, heard.map(({ event, data }) => ({ event, data })));
      c.flags.data[slot]! |= flag.events;
    }
  }
  restorePlan(minds, slot, saved, names, otherTree);
  // What a step costs or does may have changed: whether the plan still holds is asked anew.
  if (!unchanged && c.planLength.data[slot]! > 0) c.flags.data[slot]! |= flag.dirty | flag.news;
  findBound(minds, slot, minds.bodies[slot], from !== undefined);
  if (unchanged) restoreSeat(minds, slot, saved, names, seats, claims, from);
  restoreStates(minds, slot, saved, { inner: saved.inner, policy, lose, losses, where, seats: unchanged ? seats : 'new', claims, from, later, problem: undefined }, wholeSteps);
  if (!inner) takeAgain(minds, slot, saved, false, from);
  if (minds.shared.words.length > 0) later.push(() => seeAgain(minds, slot, saved));
  return same && losses.list.length === before ? 'exact' : 'nearest';
}

/** @throws Problem `other-brain` */
export function checkBrain(program: BrainProgram, saved: MindSnapshot, policy: RestorePolicy): void {
  if (saved.layout === layoutOf(program) || policy !== 'error') return;
  throw new Problem('other-brain', `this snapshot is of another brain or another version of "${program.name}" (${saved.fingerprint}, not ${program.fingerprint})`, { path: 'snapshot.fingerprint', hint: '`changed` tells what to do: "nearest" keeps what still fits, "restart" only the facts' });
}

/** Lets the states of the step at hand go on; minds inside it are filled by the `resume` of their states. */
function restoreStates(minds: Minds, slot: number, saved: MindSnapshot, restoring: Filled, wholeSteps: boolean): void {
  const { c, program, crowd, states } = minds;
  const { engine } = program;
  const same = saved.layout === layoutOf(program);
  const step = (c.flags.data[slot]! & flag.performing) === 0 ? -1 : engine.task.step[minds.planned(slot, c.planAt.data[slot]!)]!;
  const root = step < 0 ? null : engine.actions[engine.actionOf[step]!]!.name;
  if (same && saved.states.root !== root) throw bad('states.root', saved.states.root, `the step at hand is ${root ?? 'none'}`);
  if (step < 0) {
    // An idle row still tells how its last root ended.
    if (same) restoreRow(states, slot, saved.states, restoring.policy, minds.bodies[slot], undefined);
    return;
  }
  c.flags.data[slot]! &= ~flag.performing;
  const before = crowd.restoring;
  crowd.restoring = { fillInner: (group, place, old) => fillInner(group, place, old, restoring) };
  try {
    if (saved.states.root !== root) throw bad('states.root', saved.states.root, `the step at hand is ${root}`);
    const report = restoreRow(states, slot, saved.states, wholeSteps ? 'error' : restoring.policy, minds.bodies[slot], engine.steps[step]!.params);
    for (const path of report.lost) restoring.lose('state', path);
  } catch (error) {
    if (same || !isProblem(error)) throw error;
    restoring.lose('state', engine.task.stepText(step), saved.states.root);
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
    restoring.lose('plan', minds.program.name);
    return;
  }
  const [group, outer] = [c.outerGroup.data[slot]!, c.outerSlot.data[slot]!];
  const from = restoring.from?.minds.innerOf(restoring.from.slot).find((inner) => inner.minds.program.name === saved.brain && inner.slot === old);
  try {
    fillMind(minds, slot, saved.mind, { policy: restoring.policy, losses: restoring.losses, where: `${restoring.where}, inside its step`, seats: restoring.seats === 'taken' && from === undefined ? 'new' : restoring.seats, claims: restoring.claims, from, later: restoring.later, inner: true });
  } catch (error) {
    restoring.problem ??= { error };
  }
  c.outerGroup.data[slot] = group;
  c.outerSlot.data[slot] = outer;
  c.flags.data[slot]! |= flag.inner;
  takeAgain(minds, slot, saved.mind, false);
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

/**
 * Facts by name; one that is gone or cannot have its value any more keeps its default. Shared ones are as this crowd has them: when the
 * mind saw others, its plan is looked at again.
 */
function restoreFacts(minds: Minds, slot: number, saved: MindSnapshot, same: boolean, lose: Lose): void {
  const { program, facts, words, shared } = minds;
  const { layout } = program.engine;
  facts.data.set(minds.crowd.shared.words(shared), slot * words + layout.privateWords);
  const write = (values: Readonly<Record<string, unknown>>): void => pack(values, layout, facts.data, slot * words, 'snapshot.facts');
  if (same) write(saved.facts);
  else {
    for (const [name, value] of Object.entries(saved.facts)) {
      try {
        write({ [name]: value });
      } catch {
        lose('fact', name, value);
      }
    }
  }
}

/** Shared facts as the mind sees them here: when it saw others, its plan is looked at again. */
function seeAgain(minds: Minds, slot: number, saved: MindSnapshot): void {
  const { c, facts, words, program } = minds;
  const { layout } = program.engine;
  if (!Object.keys(saved.facts).some((name) => layout.facts.get(name)?.cells[0]?.shared === true)) facts.data.set(sharedRow(minds, slot), slot * words + layout.privateWords);
  if (saved.sharedSeen !== sharedHash(minds, slot)) c.flags.data[slot]! |= flag.dirty | flag.news;
  c.sharedSeen.data[slot] = 0;
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
    if (actions !== undefined && actions.length > program.planLength) names.lose('plan', names.goalText(saved.pursued!), plan?.steps);
    c.need.data[slot] = replanWhy.restored;
  }
}

/** Finds goals and steps by name; what is not there is noted and counts as none. */
class Names {
  readonly same: boolean;
  readonly #minds: Minds;
  readonly lose: Lose;

  constructor(minds: Minds, same: boolean, lose: Lose) {
    this.#minds = minds;
    this.same = same;
    this.lose = lose;
  }

  /** Number + 1, or 0. */
  goal(saved: SavedGoal | undefined): number {
    if (saved === undefined) return 0;
    try {
      return this.#minds.program.goals.number(saved, 'snapshot') + 1;
    } catch (error) {
      return this.#miss('goal', this.goalText(saved), error, 0);
    }
  }

  /** Number, or -1. */
  step(saved: SavedStep): number {
    const number = this.#minds.program.engine.stepNumber(saved);
    return number >= 0 ? number : this.#miss('step', called(saved.action, saved.params), undefined, -1);
  }

  /** The ground actions of a plan, or undefined when one of its steps is gone. */
  actions(plan: NonNullable<MindSnapshot['plan']>): readonly number[] | undefined {
    const { task } = this.#minds.program.engine;
    const steps = plan.steps.map((step) => this.step(step));
    if (steps.includes(-1)) return undefined;
    if (this.same && plan.actions.every((action, at) => task.step[action] === steps[at])) return plan.actions;
    const actions = steps.map((step) => task.step.indexOf(step));
    const gone = actions.indexOf(-1);
    return gone < 0 ? actions : this.#miss('step', called(plan.steps[gone]!.action, plan.steps[gone]!.params), undefined, undefined);
  }

  goalText({ goal, params = {} }: SavedGoal): string {
    return called(goal, params);
  }

  #miss<T>(kind: LossKind, what: string, error: unknown, none: T): T {
    if (this.same) throw new Problem('bad-snapshot', `the snapshot names ${kind} ${what}, which its brain does not have`, { path: 'snapshot', ...(error === undefined ? {} : { cause: error }) });
    this.lose(kind, what);
    return none;
  }
}

function bad(name: string, value: unknown, hint: string): Problem {
  return new Problem('bad-snapshot', `snapshot.${name} cannot be ${describe(value)}`, { path: `snapshot.${name}`, hint });
}

/** `goTo(gate)`. */
function called(name: string, params: Readonly<Record<string, string | number>>): string {
  const members = Object.values(params);
  return members.length === 0 ? name : `${name}(${members.join(', ')})`;
}

/** A mind as reports of losses name it: by its key where it has one. */
function placeText({ program, keys, c }: Minds, slot: number): string {
  return `${program.name} ${keys.get(slot) ?? c.id.data[slot]!}`;
}

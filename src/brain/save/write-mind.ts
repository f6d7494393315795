import { saveTreeRow } from '../../bt/internal.js';
import { fingerprint, Problem } from '../../core/internal.js';
import { unpack } from '../../facts/internal.js';
import { unsaveable } from '../event-data.js';
import { flag } from '../mind-columns.js';
import { sharedRow } from '../see-shared.js';
import type { Minds } from '../minds.js';
import type { BrainProgram } from '../program.js';
import { layoutOf } from './layout.js';
import { saveTroubles } from './saved-troubles.js';
import { snapshotFormat, type MindSnapshot, type SavedGoal, type SavedStep } from './snapshot.js';
import { saveChoice } from '../../utility/internal.js';
import { saveRow } from '../../hsm/internal.js';

/** Flags that a snapshot keeps; the others follow from the rest. */
export const savedFlags: readonly (keyof typeof flag)[] = ['decide', 'dirty', 'news', 'cut', 'fresh', 'refused', 'policy', 'retarget', 'performing', 'timers', 'serving', 'begun', 'lost', 'inLine'];

/** A mind whose tree runs on a library that keeps what it is at to itself cannot be saved, nor one that performs a step by such a mind. @throws Problem `not-saveable` */
export function refuseUnsaved(minds: Minds, slot: number, path: string): void {
  if (!savesTree(minds, slot)) throw new Problem('not-saveable', `the tree of brain "${minds.program.name}" runs on a library that cannot save it`, { path, hint: 'leave `runtime` out: our own interpreter runs the same tree' });
  for (const { event, data } of minds.notices.get(slot) ?? []) {
    const fault = minds.crowd.references === null ? undefined : unsaveable(data);
    if (fault !== undefined) throw new Problem('not-saveable', `mind ${minds.c.id.data[slot]!} is about to hear event "${event}", whose data is kept by reference: ${fault}`, { path, hint: 'save it after its next tick, or as bytes' });
  }
  for (const inner of minds.innerOf(slot)) refuseUnsaved(inner.minds, inner.slot, path);
}

/** Of a mind that performs a step of another one the tree is never asked. */
function savesTree({ tree, c }: Minds, slot: number): boolean {
  return tree.stage !== undefined || (c.flags.data[slot]! & flag.inner) !== 0;
}

/** A ground goal by name. */
export function savedGoal({ goals }: BrainProgram, number: number): SavedGoal {
  const params = goals.params(number);
  return Object.keys(params).length === 0 ? { goal: goals.name(number) } : { goal: goals.name(number), params };
}

/**
 * One mind as plain JSON. Only between ticks, when all layers are at rest.
 * @param alone no other mind is in its crowd: then that crowd's shared facts are its own
 */
export function writeMind(minds: Minds, slot: number, alone: boolean): MindSnapshot {
  const { c, program, crowd } = minds;
  const { engine } = program;
  const { task } = engine;
  const goal = (number: number): SavedGoal => savedGoal(program, number - 1);
  const optional = <K extends string>(key: K, number: number): { readonly [Key in K]?: SavedGoal } => (number === 0 ? {} : ({ [key]: goal(number) } as { readonly [Key in K]: SavedGoal }));
  const step = (number: number): SavedStep => engine.steps[number]!;
  const length = c.planLength.data[slot]!;
  const actions = Array.from({ length }, (_, at) => minds.planned(slot, at));
  const owner = c.owner.data[slot]!;
  const failed = c.failedStep.data[slot]!;
  return {
    format: snapshotFormat,
    brain: program.name,
    // Where its tree is is not known, so nothing fits it as it is; see `refuseUnsaved`.
    fingerprint: program.fingerprint,
    layout: savesTree(minds, slot) ? layoutOf(program) : 'unsaved',
    ...(minds.keys.has(slot) ? { key: minds.keys.get(slot)! } : {}),
    spawn: c.spawn.data[slot]!,
    seat: c.seat.data[slot]!,
    random: c.random.data[slot]!,
    detail: [c.every.data[slot]!, c.skipped.data[slot]!, c.saved.data[slot]!],
    flags: savedFlags.filter((name) => (c.flags.data[slot]! & flag[name]) !== 0),
    facts: factsOf(minds, slot),
    ...(minds.shared.words.length === 0 ? {} : { sharedSeen: sharedHash(minds, slot) }),
    ...optional('wanted', c.wanted.data[slot]!),
    ...optional('pursued', c.pursued.data[slot]!),
    ...optional('forced', c.forced.data[slot]!),
    ...optional('requested', c.requested.data[slot]!),
    request: c.request.data[slot]!,
    ...(owner === 0 ? {} : { owner: program.tree.ids[owner - 1] ?? '' }),
    ...(length === 0 ? {} : { plan: { steps: actions.map((action) => step(task.step[action]!)), actions, at: c.planAt.data[slot]!, cost: c.planCost.data[slot]!, madeFor: c.madeFor.data[slot]! } }),
    need: c.need.data[slot]!,
    attempts: c.attempts.data[slot]!,
    ...(failed === 0 ? {} : { failed: { step: step(failed - 1), times: c.failedTimes.data[slot]! } }),
    ...(c.denied.data[slot] === 0 || c.deniedGoal.data[slot] === 0 ? {} : { denied: { outcome: c.denied.data[slot]!, goal: goal(c.deniedGoal.data[slot]!) } }),
    ...saveTroubles(minds, slot, (number) => savedGoal(program, number)),
    since: [c.sinceDecide.data[slot]!, c.sinceCheck.data[slot]!],
    senses: minds.sensing.save(slot),
    choice: saveChoice(minds.chooser, slot),
    tree: minds.tree.stage === undefined ? { tree: 'unsaved', nodes: {}, numbers: {} } : saveTreeRow(minds.tree.stage, slot),
    states: saveRow(minds.states, slot),
    notices: (minds.notices.get(slot) ?? []).map(({ event, data }) => (data === undefined ? { event } : { event, data })),
    inner: minds.innerOf(slot).map((inner) => ({ brain: inner.minds.program.name, slot: inner.slot, mind: writeMind(inner.minds, inner.slot, false) })),
    ...(alone ? { shared: Object.fromEntries(crowd.shared.entries()) } : {}),
  };
}

/** The seats at the plan desk of a mind and of those inside its step. */
export function seatsOf(minds: Minds, slot: number): readonly number[] {
  return [minds.c.seat.data[slot]!, ...minds.innerOf(slot).flatMap((inner) => seatsOf(inner.minds, inner.slot))];
}

/** What the mind believes of its own; of shared facts only what is not as its crowd has it now, since the mind has not seen that yet. */
function factsOf(minds: Minds, slot: number): MindSnapshot['facts'] {
  const { program, facts, words } = minds;
  const { layout } = program.engine;
  const from = slot * words + layout.privateWords;
  const upToDate = sharedRow(minds, slot).every((word, at) => facts.data[from + at] === word);
  const all = unpack(layout, facts.data, slot * words);
  return upToDate ? Object.fromEntries(Object.entries(all).filter(([name]) => !layout.facts.get(name)!.cells[0]!.shared)) : all;
}

/** A fingerprint of the shared facts as a mind has seen them. */
export function sharedHash({ facts, words, program }: Minds, slot: number): string {
  return fingerprint(facts.data.subarray(slot * words + program.engine.layout.privateWords, (slot + 1) * words).join());
}

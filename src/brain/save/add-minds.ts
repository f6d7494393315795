import { describe, Problem } from '../../core/internal.js';
import { restoreKeys, saveKeys } from '../../utility/internal.js';
import { trimClaims } from '../claims.js';
import type { CrowdCore, Place } from '../crowd-core.js';
import { cancelSearch } from '../performing.js';
import type { BrainProgram } from '../program.js';
import type { MindKey, RestorePolicy } from '../types.js';
import { isAwaited, joinDesk, readDesk } from './desk.js';
import { checkBrain, fillMind, type SeatClaim } from './fill-mind.js';
import type { Losses } from './losses.js';
import type { MindSnapshot, RestoreReport } from './snapshot.js';

/** A saved mind, its brain and its body of now. */
export interface Newcomer {
  readonly program: BrainProgram;
  readonly body: unknown;
  /** Seen by `readSnapshot`. */
  readonly saved: MindSnapshot;
  readonly key?: MindKey | undefined;
  /** The number it shall have. */
  readonly id?: number | undefined;
}

/** What comes with the minds. */
export interface Baggage {
  readonly policy: RestorePolicy;
  readonly losses: Losses;
  /** Shared facts to set. */
  readonly shared: Readonly<Record<string, unknown>> | undefined;
  /** Searches that they wait for. */
  readonly desk: unknown;
}

/** @throws Problem `bad-policy` */
export function checkPolicy(policy: unknown, path: string): RestorePolicy {
  if (policy === 'error' || policy === 'restart' || policy === 'nearest') return policy;
  throw new Problem('bad-policy', `a restore policy is "error", "restart" or "nearest", not ${describe(policy)}`, { path });
}

/**
 * Saved minds go on in a crowd, in slots of their own: all of them, or none, and then the crowd is as it was.
 * No enter and no exit runs, only `resume` of the states that go on.
 * @throws Problem for what does not fit
 */
export function addMinds(core: CrowdCore, newcomers: readonly Newcomer[], { policy, losses, shared, desk }: Baggage): readonly (Place & { readonly outcome: RestoreReport['outcome'] })[] {
  const undo = remember(core);
  const isNew = !core.used;
  const added: (Place & { readonly outcome: RestoreReport['outcome'] })[] = [];
  const claims: SeatClaim[] = [];
  const later: (() => void)[] = [];
  try {
    for (const { program, saved } of newcomers) {
      checkBrain(program, saved, policy);
      core.group(program);
    }
    const before = shared === undefined ? undefined : takeShared(core, shared, losses);
    try {
      for (const { program, body, saved, key, id } of newcomers) {
        const minds = core.group(program);
        const slot = minds.spawn(body, { key: key ?? saved.key });
        if (id !== undefined) minds.rename(slot, id);
        const place = { minds, slot, outcome: 'exact' as RestoreReport['outcome'] };
        added.push(place);
        place.outcome = fillMind(minds, slot, saved, { policy, losses, seats: desk === undefined ? 'new' : 'saved', claims, later });
      }
      takeSearches(core, claims, desk, isNew);
      for (const work of later) work();
      trimClaims(core.shared);
    } catch (error) {
      before?.();
      throw error;
    }
    return added;
  } catch (error) {
    for (const { minds, slot } of added) minds.drop(slot);
    undo();
    throw error;
  }
}

/** What puts everything back that adding minds changes beside the minds themselves. */
function remember(core: CrowdCore): () => void {
  const { spawned, nextId, used, desk } = core;
  const before = core.groups.map((minds) => ({ minds, slots: minds.saveSlots(), keys: saveKeys(minds.chooser) }));
  const seats = { seats: desk.seats, free: [...desk.free] };
  return () => {
    while (core.groups.length > before.length) core.removeGroup(core.groups[core.groups.length - 1]!);
    for (const { minds, slots, keys } of before) {
      minds.takeSlots(slots.slots, slots.free);
      restoreKeys(minds.chooser, keys);
    }
    Object.assign(core, { spawned, nextId, used });
    Object.assign(desk, seats);
  };
}

/** What the minds wait for goes on here; who waits for something that is not known here asks anew. */
function takeSearches(core: CrowdCore, claims: readonly SeatClaim[], saved: unknown, isNew: boolean): void {
  const seatOf = ({ minds, slot }: Place): number => minds.c.seat.data[slot]!;
  if (saved !== undefined) joinDesk(core.desk, readDesk(core.desk, saved, 'snapshot.desk'), new Map(claims.map((claim) => [claim.seat, seatOf(claim)])), core.groups, isNew);
  for (const claim of claims) if (!isAwaited(core.desk, seatOf(claim))) cancelSearch(claim.minds, claim.slot);
}

/** Sets shared facts. Returns what undoes that. */
function takeShared(core: CrowdCore, shared: Readonly<Record<string, unknown>>, losses: Losses): () => void {
  const before = Object.fromEntries(core.shared.entries());
  const { version } = core.shared;
  for (const [fact, value] of Object.entries(shared)) {
    if (core.shared.accepts(fact, value)) core.shared.set(fact, value);
    else losses.lose('crowd', 'shared', fact, value);
  }
  return () => core.shared.restore(before, version);
}

import type { SavedTreeRow } from '../../bt/internal.js';
import type { FactValue } from '../../facts/internal.js';
import type { SavedRow } from '../../hsm/internal.js';
import type { SavedChoice } from '../../utility/internal.js';
import type { SavedDesk } from './desk.js';
import type { MindKey } from '../types.js';
import type { Loss } from './losses.js';

/** Version of the format of snapshots. */
export const snapshotFormat = 1;

/** A goal by name, with its params where it has any. */
export interface SavedGoal {
  readonly goal: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A step by name. */
export interface SavedStep {
  readonly action: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A mind that performs a step of the saved one. */
export interface SavedInner {
  /** Name and number of its brain among the brains of the crowd, and the slot it had. */
  readonly brain: string;
  readonly slot: number;
  readonly mind: MindSnapshot;
}

/** What went wrong for a mind lately, and the target it has, by name. */
export interface SavedTroubles {
  /** Steps left out for a while. */
  readonly leftOut: readonly { readonly step: SavedStep; readonly seconds: number; readonly level: number; readonly denied?: true }[];
  /** Goals set aside; without seconds until a fact changes. */
  readonly aside: readonly { readonly goal: SavedGoal; readonly why: number; readonly seconds?: number; readonly level: number }[];
  /** Targets let be. */
  readonly letBe: readonly { readonly option: string; readonly target: string | number; readonly why: number; readonly seconds: number; readonly level: number }[];
  /** What the running step has taken (below 0) or made of shared facts already. */
  readonly net?: Readonly<Record<string, number>> | undefined;
  /** Names of the goals that it has places for: the pursued one, and the one that is planned for. */
  readonly places?: readonly [string, string] | undefined;
  /** The target that is bound; null where it has no key to be found again by. */
  readonly bound?: { readonly option: string; readonly target: string | number | null } | undefined;
}

/** One mind as plain JSON: everything it remembers, by name, so that it can outlive changes of its brain. The body is not in it. */
export interface MindSnapshot extends SavedTroubles {
  readonly format: typeof snapshotFormat;
  readonly brain: string;
  /** Of the brain: where they differ, plans are looked at again. */
  readonly fingerprint: string;
  /** Of what its numbers mean: equal ones fit without any loss. */
  readonly layout: string;
  /** The game's own name for the mind. */
  readonly key?: MindKey;
  readonly spawn: number;
  /** Its number at the plan desk. */
  readonly seat: number;
  readonly random: number;
  /** Level of detail: ticked every so many ticks, how many went by, and their time. */
  readonly detail: readonly [every: number, skipped: number, saved: number];
  /** What the mind is up to, by flag name. */
  readonly flags: readonly string[];
  /** Private ones; of the shared ones those that are not as the crowd has them. */
  readonly facts: Readonly<Record<string, FactValue>>;
  /** Fingerprint of the shared facts as the mind has seen them. */
  readonly sharedSeen?: string;
  readonly wanted?: SavedGoal;
  readonly pursued?: SavedGoal;
  /** Asked for from outside. */
  readonly forced?: SavedGoal;
  /** Goal of the search that was asked for. */
  readonly requested?: SavedGoal;
  /** Number of requests so far. */
  readonly request: number;
  /** Tree node of the plan leaf that owns the plan slot; the root for an inner mind, which has no tree of its own. */
  readonly owner?: string;
  readonly plan?: {
    readonly steps: readonly SavedStep[];
    /** Ground actions, good for a brain of the same fingerprint. */
    readonly actions: readonly number[];
    readonly at: number;
    readonly cost: number;
    readonly madeFor: number;
  };
  readonly need: number;
  readonly attempts: number;
  readonly failed?: { readonly step: SavedStep; readonly times: number };
  readonly denied?: { readonly outcome: number; readonly goal: SavedGoal };
  /** Seconds since the last decision and the last look at the plan. */
  readonly since: readonly [decide: number, check: number];
  /** Seconds since each timed sensor looked. */
  readonly senses: Readonly<Record<string, number>>;
  readonly choice: SavedChoice;
  readonly tree: SavedTreeRow;
  readonly states: SavedRow;
  readonly notices: readonly { readonly event: string; readonly data?: unknown }[];
  readonly inner: readonly SavedInner[];
  /** Shared facts of its crowd, where it was alone. */
  readonly shared?: Readonly<Record<string, boolean | number | string>>;
  /** The search it waits for. */
  readonly desk?: SavedDesk;
}

/** What a restore did, besides the mind. */
export interface RestoreReport {
  readonly outcome: 'exact' | 'nearest' | 'restarted';
  /** What was saved and has no place now. */
  readonly lost: readonly Loss[];
}

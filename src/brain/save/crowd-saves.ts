import { checkKeys, describe, isPlainObject, Problem } from '../../core/internal.js';
import type { CrowdCore } from '../crowd-core.js';
import { coreOf, crowd as makeCrowd, type Crowd } from '../crowd.js';
import { flag } from '../mind-columns.js';
import { programOf } from '../program.js';
import type { Brain, RestorePolicy } from '../types.js';
import { openCrowd, writeCrowd } from './crowd-buffer.js';
import { Losses } from './losses.js';
import { placeCrowd, takeSettings } from './place-crowd.js';
import { checkRename, type Rename } from './rename.js';
import { checkPolicy } from './add-minds.js';
import type { BodyOf } from './bodies.js';
import { placeCrowdJson, readCrowdJson, writeCrowdJson, type SavedCrowd } from './crowd-json.js';
import type { KeyOf } from './minds-json.js';
import type { RestoreReport } from './snapshot.js';
import { refuseUnsaved } from './write-mind.js';

/** How a crowd is saved as bytes. */
export interface SaveBytesOptions {
  /** A buffer of an earlier save that is not needed any more: it is written over when its length fits, which is much faster. */
  readonly into?: ArrayBuffer;
}

/** How a crowd is saved as JSON. */
export interface SaveJsonOptions {
  readonly as: 'json';
  /** Names a body, so that `bodyOf` finds it again; default: the mind's own key, or its number. */
  readonly keyOf?: KeyOf;
}

/**
 * The whole crowd, searches included; bodies are not in it. As one block of bytes for rollback and checkpoints of the same brains, or as
 * plain JSON, everything by name, which outlives changes of the brains.
 * @throws Problem inside a tick, and when a tree runs on a library that cannot save it
 */
export function saveCrowd(crowd: Crowd, options?: SaveBytesOptions): ArrayBuffer;
export function saveCrowd(crowd: Crowd, options: SaveJsonOptions): SavedCrowd;
export function saveCrowd(crowd: Crowd, options: SaveBytesOptions & Partial<SaveJsonOptions> = {}): ArrayBuffer | SavedCrowd {
  checkKeys(options as Readonly<Record<string, unknown>>, ['into', 'as', 'keyOf'], 'saveCrowd');
  const core = coreOf(crowd);
  core.refuseInside('saveCrowd');
  if (options.as === 'json') return writeCrowdJson(core, options.keyOf);
  if (options.as !== undefined) throw new Problem('bad-value', `a crowd is saved as "json", or as bytes, not as ${describe(options.as)}`, { path: 'saveCrowd.as', hint: 'leave `as` out for bytes' });
  for (const minds of core.groups) {
    for (let slot = 0; slot < minds.slots && minds.tree.stage === undefined; slot++) if ((minds.c.flags.data[slot]! & flag.alive) !== 0) refuseUnsaved(minds, slot, 'saveCrowd');
  }
  return writeCrowd(core, options.into);
}

/** How a saved crowd is taken up. */
export interface RestoreCrowdOptions {
  /**
   * The crowd whose place it takes: what was running there is forgotten without exits, as rollback wants it. Handles of minds that are in
   * both stay good. Default: a new crowd.
   */
  readonly crowd?: Crowd;
  /** Brains that have no minds there yet. */
  readonly brains?: readonly Brain<any>[];
  /** The body of a mind by its key, or by its number where it has none; default: the one it has now. */
  readonly bodyOf?: BodyOf;
  /** Of JSON: what to do with minds of a brain that changed; default `error`, or `nearest` with `rename`. */
  readonly changed?: RestorePolicy;
  /** Of JSON: new names of what the save knows by old ones. */
  readonly rename?: Rename;
  /** Hears of what was lost; it is also in the answer. */
  readonly report?: (report: RestoreReport) => void;
}

/** A restored crowd, and what could not be as it was. */
export interface RestoredCrowd {
  readonly crowd: Crowd;
  readonly report: RestoreReport;
}

/**
 * Puts a saved crowd in place of another one, or into a new one.
 * @param saved what {@link saveCrowd} gave; what was read from a file may be handed in as it is
 * @throws Problem when the save is not whole, malformed or of other brains, or a body is not known; then nothing is changed
 */
export function restoreCrowd(saved: ArrayBuffer | Uint8Array | SavedCrowd, options: RestoreCrowdOptions = {}): RestoredCrowd {
  checkKeys(options as Readonly<Record<string, unknown>>, ['crowd', 'brains', 'bodyOf', 'changed', 'rename', 'report'], 'restoreCrowd');
  const { crowd = makeCrowd(), brains = [], bodyOf, rename } = options;
  const policy = checkPolicy(options.changed ?? (rename === undefined ? 'error' : 'nearest'), 'restoreCrowd.changed');
  if (rename !== undefined) checkRename(rename, 'restoreCrowd.rename');
  const core = coreOf(crowd);
  core.refuseInside('restoreCrowd');
  const losses = new Losses();
  let outcome: RestoreReport['outcome'] | undefined;
  try {
    const json = isPlainObject(saved) && Object.hasOwn(saved, 'format') ? readCrowdJson(saved) : undefined;
    const opened = json === undefined ? openCrowd(saved as ArrayBuffer) : undefined;
    // A crowd that nobody has set up is set up as the saved one was.
    if (options.crowd === undefined) takeSettings(core, json?.settings ?? opened!.head.settings, new Losses());
    const programs = brains.map(programOf);
    const bodies = bodyOf ?? bodiesNow(core);
    core.asTick(() => {
      if (json !== undefined) outcome = placeCrowdJson(core, json, programs, bodies, policy, rename, losses);
      else placeCrowd(core, opened!, programs, bodies, losses);
    });
  } catch (error) {
    // What `bodyOf` asked for belongs to a restore that has not been.
    core.forgetLater();
    throw error;
  }
  const report: RestoreReport = { outcome: outcome ?? (losses.list.length === 0 ? 'exact' : 'nearest'), lost: losses.list };
  options.report?.(report);
  return { crowd, report };
}

/** Bodies as they are now. */
function bodiesNow(core: CrowdCore): BodyOf {
  const bodies = new Map<number, unknown>();
  for (const minds of core.groups) for (const slot of minds.alive()) bodies.set(minds.c.id.data[slot]!, minds.bodies[slot]);
  return (_key, _brain, id) => {
    if (!bodies.has(id)) throw new Problem('no-body', `mind ${id} of the saved crowd is not alive here, so its body is not known`, { path: 'restoreCrowd', hint: 'hand in bodyOf' });
    return bodies.get(id);
  };
}

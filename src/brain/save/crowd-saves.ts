import { checkKeys, Problem } from '../../core/internal.js';
import type { CrowdCore } from '../crowd-core.js';
import { coreOf, crowd as makeCrowd, type Crowd } from '../crowd.js';
import { flag } from '../mind-columns.js';
import { programOf } from '../program.js';
import type { Brain } from '../types.js';
import { openCrowd, writeCrowd } from './crowd-buffer.js';
import { Losses } from './losses.js';
import { placeCrowd, takeSettings, type BodyOf } from './place-crowd.js';
import type { RestoreReport } from './snapshot.js';
import { refuseUnsaved } from './write-mind.js';

/** How a crowd is saved. */
export interface SaveCrowdOptions {
  /** A buffer of an earlier save that is not needed any more: it is written over when its length fits, which is much faster. */
  readonly into?: ArrayBuffer;
}

/**
 * The whole crowd as one block of bytes, searches included; bodies are not in it.
 * @throws Problem inside a tick, and when a tree runs on a library that cannot save it
 */
export function saveCrowd(crowd: Crowd, options: SaveCrowdOptions = {}): ArrayBuffer {
  const core = coreOf(crowd);
  core.refuseInside('saveCrowd');
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
export function restoreCrowd(saved: ArrayBuffer | Uint8Array, options: RestoreCrowdOptions = {}): RestoredCrowd {
  checkKeys(options as Readonly<Record<string, unknown>>, ['crowd', 'brains', 'bodyOf'], 'restoreCrowd');
  const { crowd = makeCrowd(), brains = [], bodyOf } = options;
  const core = coreOf(crowd);
  core.refuseInside('restoreCrowd');
  const losses = new Losses();
  try {
    const opened = openCrowd(saved);
    // A crowd that nobody has set up is set up as the saved one was.
    if (options.crowd === undefined) takeSettings(core, opened.head.settings, new Losses());
    core.asTick(() => placeCrowd(core, opened, brains.map(programOf), bodyOf ?? bodiesNow(core), losses));
  } catch (error) {
    // What `bodyOf` asked for belongs to a restore that has not been.
    core.forgetLater();
    throw error;
  }
  return { crowd, report: { outcome: losses.list.length === 0 ? 'exact' : 'nearest', lost: losses.list } };
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

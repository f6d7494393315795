import { Problem } from '../../core/internal.js';
import type { CrowdCore } from '../crowd-core.js';
import { coreOf, crowd as makeCrowd, type Crowd } from '../crowd.js';
import { flag } from '../mind-columns.js';
import { programOf } from '../program.js';
import type { Brain } from '../types.js';
import { readCrowd, writeCrowd } from './crowd-buffer.js';
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
  /** The body of a mind by its id; default: the one it has now. */
  readonly bodyOf?: (id: number, brain: string) => unknown;
}

/**
 * Puts a saved crowd in place of another one, or into a new one.
 * @param saved what {@link saveCrowd} gave; what was read from a file may be handed in as it is
 * @throws Problem when the block is not whole, malformed or of other brains, or a body is not known; then nothing is changed
 */
export function restoreCrowd(saved: ArrayBuffer | Uint8Array, options: RestoreCrowdOptions = {}): { readonly crowd: Crowd } {
  const { crowd = makeCrowd(), brains = [], bodyOf } = options;
  const core = coreOf(crowd);
  core.refuseInside('restoreCrowd');
  try {
    core.asTick(() => readCrowd(core, saved, brains.map(programOf), bodyOf ?? bodiesNow(core)));
  } catch (error) {
    // What `bodyOf` asked for belongs to a restore that has not been.
    core.forgetLater();
    throw error;
  }
  return { crowd };
}

/** Bodies by id as they are now. */
function bodiesNow(core: CrowdCore): (id: number) => unknown {
  const bodies = new Map<number, unknown>();
  for (const { slots, c, bodies: own } of core.groups) {
    for (let slot = 0; slot < slots; slot++) if ((c.flags.data[slot]! & flag.alive) !== 0) bodies.set(c.id.data[slot]!, own[slot]);
  }
  return (id) => {
    if (!bodies.has(id)) throw new Problem('no-body', `mind ${id} of the saved crowd is not alive here, so its body is not known`, { path: 'restoreCrowd', hint: 'hand in bodyOf' });
    return bodies.get(id);
  };
}

import { Problem, type ColumnKind } from '../../core/internal.js';
import { openCrowd } from '../save/crowd-buffer.js';
import type { BrainDescription } from './types.js';
import { CrowdView, type MindGroup } from './view.js';

const bytesOf = { u8: 1, u16: 2, u32: 4, i32: 4, f32: 4, f64: 8 } as const;

/**
 * Looks into a saved crowd: what every mind wanted, planned, did and believed. Nothing of the game runs and nothing is restored, so it may be
 * done for every frame of a recording.
 *
 * @param saved what `saveCrowd` gave
 * @param brains what `describe` gave of the brains in it
 * @throws Problem when it is no saved crowd, not whole, or has minds of a brain that is not among those
 */
export function peek(saved: ArrayBuffer | Uint8Array, brains: readonly BrainDescription[]): CrowdView {
  const { buffer, head, columnsAt } = openCrowd(saved);
  let at = columnsAt;
  const groups = head.groups.map((group): MindGroup => {
    const alike = brains.filter(({ name, layout }) => name === group.brain && layout === group.layout);
    // Of several with the same columns the one that was saved: its curves and costs are those of then.
    const brain = alike.find(({ fingerprint }) => fingerprint === group.fingerprint) ?? alike[0];
    if (brain === undefined) throw new Problem('unknown-brain', `the saved crowd has minds of brain "${group.brain}", which is not described`, { path: 'peek', hint: 'hand in describe(brain) as it was when the crowd was saved' });
    const columns = new Map(
      brain.columns.map(({ name, kind, width }) => {
        const length = width * group.slots;
        const bytes = padded(length * bytesOf[kind]);
        if (at + bytes > buffer.byteLength) throw new Problem('bad-save', 'the buffer is not whole', { path: 'peek' });
        const view = viewOf(kind, buffer, at, length);
        at += bytes;
        return [name, view] as const;
      }),
    );
    return { brain, slots: group.slots, columns, keys: new Map(group.names) };
  });
  return new CrowdView(head.tick, head.time, groups);
}

function viewOf(kind: ColumnKind, buffer: ArrayBuffer, at: number, length: number): Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array {
  switch (kind) {
    case 'u8':
      return new Uint8Array(buffer, at, length);
    case 'u16':
      return new Uint16Array(buffer, at, length);
    case 'u32':
      return new Uint32Array(buffer, at, length);
    case 'i32':
      return new Int32Array(buffer, at, length);
    case 'f32':
      return new Float32Array(buffer, at, length);
    case 'f64':
      return new Float64Array(buffer, at, length);
  }
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

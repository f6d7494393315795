import { traceLayer } from '../core/internal.js';
import { cellMask } from '../facts/internal.js';
import { overlaps } from './masks.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { traceEvent } from './trace-events.js';
import { forgetAside } from './troubles.js';

/** Facts changed: the plan may be broken, and what was impossible may not be any more. */
export function factsChanged(minds: Minds, slot: number, changed: Int32Array): void {
  const { c, program } = minds;
  minds.note(slot, traceLayer.sense, 0, traceEvent.factsChanged, firstChanged(minds, changed), 0);
  const pursued = c.pursued.data[slot]!;
  c.flags.data[slot]! |= flag.news;
  if (pursued !== 0 && overlaps(program.goals.entry(pursued - 1).relevant, changed)) c.flags.data[slot]! |= flag.dirty;
  if ((c.flags.data[slot]! & flag.timers) !== 0) forgetAside(minds, slot, changed);
}

/** Number of the first cell that changed; for the trace only. */
function firstChanged(minds: Minds, changed: Int32Array): number {
  if (minds.crowd.trace === null) return 0;
  return minds.program.engine.layout.cells.findIndex((cell) => cell.bits <= 32 && cell.bits > 0 && (changed[cell.word]! & cellMask(cell)) !== 0);
}

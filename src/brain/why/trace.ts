import { describe, Problem, type TraceRing } from '../../core/internal.js';
import { coreOf, type Crowd } from '../crowd.js';
import { openHandle } from '../handles.js';
import type { MindInside } from '../mind.js';
import type { Mind } from '../types.js';
import { CrowdTracer } from './tracer.js';

/** Most trace records that are kept: half a gigabyte. */
const mostRecords = 1 << 24;

/**
 * Writes down from now on what the minds of a crowd do, and what led to what: `explain` then tells it, and the ring gives the records.
 * A crowd that keeps a trace already goes on with that one. A lone mind is a crowd of one.
 *
 * @param records how many are kept; default 4096
 * @throws Problem unless the count is a whole number of at least 1
 */
export function trace(of: Crowd | Mind<any, any, any, any>, records = 4096): TraceRing {
  if (!(Number.isInteger(records) && records >= 1 && records <= mostRecords)) throw new Problem('bad-count', `a trace keeps 1 to ${mostRecords} records, not ${describe(records)}`, { path: 'trace' });
  const core = (openHandle(of)?.['mind'] as MindInside | undefined)?.core ?? coreOf(of as Crowd);
  core.trace ??= new CrowdTracer(records);
  core.trace.ring.tick = core.tick;
  return core.trace.ring;
}

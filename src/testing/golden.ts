import { placeOf, trace, traceText, type Crowd, type Mind } from '../brain/internal.js';
import { Problem } from '../core/internal.js';
import { pace, type PaceOptions } from './pace.js';
import { Writers } from './writers.js';

/**
 * Runs a crowd and writes down what its minds did, a line each: `tick 12, mind 3: began goTo(gate)`. A step that is another brain's plan
 * (`refine`) is told too: `tick 12, mind 3, inside getIngot: began dig`. Keep the lines beside the test; the same seed and inputs give the same ones.
 *
 * @throws Problem when the crowd keeps too short a trace
 */
export function recordRun(crowd: Crowd, minds: readonly Mind<any, any, any, any>[], seconds: number, options: PaceOptions = {}): readonly string[] {
  const ring = trace(crowd, 10_000);
  const writers = new Writers(minds.map((mind) => ({ id: mind.id, ...placeOf(mind) })), ring);
  const lines: string[] = [];
  let next = ring.written;
  try {
    pace(crowd, seconds, {
      ...options,
      before: (tick, time) => {
        options.before?.(tick, time);
        writers.hear();
      },
      until: (tick, time) => {
        if (ring.written - next > ring.capacity) throw new Problem('trace-too-short', `one tick wrote ${ring.written - next} trace records, the crowd keeps ${ring.capacity}`, { path: 'recordRun', hint: 'call trace(crowd, 100000) before' });
        for (; next < ring.written; next++) {
          const record = ring.get(next)!;
          const writer = writers.of(record);
          if (writer !== undefined) lines.push(`tick ${record.tick}, ${writer.name}: ${traceText(writer.minds, record)}`);
        }
        return options.until?.(tick, time) ?? false;
      },
    });
  } finally {
    writers.close();
  }
  return lines;
}

/** Where two recorded runs part: line number from 1 and both lines; undefined when they are equal. */
export function firstDifference(one: readonly string[], other: readonly string[]): { readonly line: number; readonly one: string | undefined; readonly other: string | undefined } | undefined {
  for (let line = 0; line < Math.max(one.length, other.length); line++) if (one[line] !== other[line]) return { line: line + 1, one: one[line], other: other[line] };
  return undefined;
}

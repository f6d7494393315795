import { isPlainObject } from '../../core/internal.js';
import { cleaned, type Curve } from '../../utility/internal.js';
import type { BrainProgram } from '../program.js';
import type { DescribedConsideration, DescribedOption } from './types.js';

/** Values of a curve that are described. */
const samples = 33;

/** The options as the brain was given them, with every gap filled. */
export function describeOptions({ parts }: BrainProgram): readonly DescribedOption[] {
  return Object.entries((parts.utility ?? {}) as Readonly<Record<string, unknown>>).map(([name, given]) => {
    if (typeof given === 'number') return { name, constant: given, weight: 1, rank: 0, byTarget: false, considerations: [] };
    const { '~perTarget': byTarget, option } = given as { readonly '~perTarget'?: object; readonly option?: unknown };
    const whole = (byTarget !== undefined ? option : given) as Readonly<Record<string, unknown>>;
    const full = isPlainObject(whole['considerations']);
    const { weight = 1, rank = 0 } = (full ? whole : {}) as { readonly weight?: number; readonly rank?: unknown };
    const considerations = (full ? whole['considerations'] : whole) as Readonly<Record<string, unknown>>;
    return { name, constant: undefined, weight, rank: typeof rank === 'number' ? rank : 'asked', byTarget: byTarget !== undefined, considerations: Object.entries(considerations).map(describeConsideration) };
  });
}

function describeConsideration([name, given]: readonly [string, unknown]): DescribedConsideration {
  const { min = 0, max = 1, invert = false, curve: shape } = (typeof given === 'object' && given !== null ? given : {}) as { readonly min?: number; readonly max?: number; readonly invert?: boolean; readonly curve?: Curve };
  if (shape === undefined) return { name, min, max, invert, curve: undefined, samples: undefined };
  const call = cleaned(shape);
  return { name, min, max, invert, curve: call.data, samples: Array.from({ length: samples }, (_, at) => valueAt(call, at / (samples - 1))) };
}

/** A user's function may throw: that is shown as 0, as it counts. */
function valueAt(call: (x: number) => number, x: number): number {
  try {
    return Math.round(call(x) * 1e4) / 1e4;
  } catch {
    return 0;
  }
}

import { explain, weigh, type Mind } from '../brain/internal.js';
import type { Told, ToldOption } from './protocol.js';

type AnyMind = Mind<any, any, any, any>;

/** All that the game itself says of a mind. Its considerations are asked again. */
export function tell(mind: AnyMind): Told {
  const told = explain(mind);
  const { options, stoppedAt, noPlan, aside, leftOut, errors, step } = told;
  return {
    options: options.options.map(toldOption),
    heldBy: options.heldBy,
    stoppedAt,
    noPlan: noPlan === undefined ? undefined : noPlan.toString(),
    aside: aside.map(({ goal, why, seconds }) => `${goal}: ${why}${seconds === undefined ? '' : `, for ${seconds.toFixed(1)} s`}`),
    leftOut: leftOut.map((each) => `${each.step} for ${each.seconds.toFixed(1)} s: ${each.why}`),
    errors: errors.map(({ path, text, times }) => `${path}: ${text}${times > 1 ? ` (${times} times)` : ''}`),
    seconds: step?.seconds,
    text: told.toString(),
  };
}

/** The options alone, for recordings. */
export function scoresOf(mind: AnyMind): readonly ToldOption[] {
  return weigh(mind).options.map(toldOption);
}

type Weighed = ReturnType<typeof weigh>['options'][number];

function toldOption({ option, target, score, rank, momentum, standing, why, because }: Weighed): ToldOption {
  return { option, target: target === undefined ? undefined : String(target), score: short(score), rank, momentum, standing, why, because: because.map(({ name, input, value }) => ({ name, input: short(input), value: short(value) })) };
}

/** Digits enough to read, few enough to send. */
function short(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

import { describe, isPromise } from '../core/internal.js';

/** A sensor's answer goes nowhere; who gives one has probably forgotten to write it. */
export function answerText(answer: unknown): string {
  return isPromise(answer)
    ? 'the sensor answered a promise: what it writes later is lost; look at once, and tell what comes later by an event'
    : `the sensor answered ${describe(answer)}, which is dropped: what it sees it writes into its second argument`;
}

/** A value that was not stored as it was given. */
export function warningText(fact: string, kind: string, value: unknown): string {
  switch (kind) {
    case 'clamped':
      return `${fact} was given ${String(value)}, which is out of its range, and cut to it`;
    case 'shared':
      return `${fact} is shared, and sensors do not write shared facts: it was left alone; the game sets it with crowd.set, a step changes it by its effects`;
    case 'notOwned':
      return `${fact} is not among the facts that this sensor writes, and was left alone`;
    case 'unknownMember':
      return `${fact} was given "${String(value)}", which is no member of it, and was left alone`;
    default:
      return `${fact} was given ${typeof value === 'number' ? 'NaN' : describe(value)}, and was left alone`;
  }
}

import { describe } from '../core/index.js';

// What is said of answers of the user's functions that mean nothing.

/** What was answered, in short: a promise by its name, since that is the usual slip. */
export function named(answer: unknown): string {
  return isPromise(answer) ? 'a promise' : describe(answer);
}

/** Of an answer of a consideration or rank. A number that comes here has been spoilt by a curve, unless it is NaN itself. */
export function badNumber(answer: unknown): string {
  if (typeof answer === 'boolean' || (typeof answer === 'number' && answer === answer)) return `its curve makes NaN of ${answer}, which counts as 0`;
  if (answer === undefined) return 'it answered nothing, which counts as 0; is there a return missing?';
  return `${named(answer)} is no number and counts as 0`;
}

/** Of what should have been a list of targets. */
export function badTargets(answer: unknown): string {
  return `targets must be a list, not ${named(answer)}; it counts as empty${answer === undefined ? ', is there a return missing?' : ''}`;
}

function isPromise(answer: unknown): boolean {
  try {
    return answer instanceof Promise;
  } catch {
    // A proxy that was revoked cannot even be asked what it is.
    return false;
  }
}

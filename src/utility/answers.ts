import { describe } from '../core/internal.js';

// What is said of answers of the user's functions that mean nothing.

/** Of an answer of a consideration or rank. A number that comes here has been spoilt by a curve, unless it is NaN itself. */
export function badNumber(answer: unknown): string {
  if (typeof answer === 'boolean' || (typeof answer === 'number' && answer === answer)) return `its curve makes NaN of ${answer}, which counts as 0`;
  if (answer === undefined) return 'it answered nothing, which counts as 0; is there a return missing?';
  return `${describe(answer)} is no number and counts as 0`;
}

/** Of what should have been a list of targets. */
export function badTargets(answer: unknown): string {
  return `targets must be a list, not ${describe(answer)}; it counts as empty${answer === undefined ? ', is there a return missing?' : ''}`;
}

import { describe, Problem } from '../core/index.js';
import type { TreeShape } from './program.js';

// What is said of answers of the user's functions that mean nothing.

export function badStatus({ texts, ids }: TreeShape, node: number, answer: unknown): Problem {
  return new Problem('bad-status', `${texts[node]!} answered ${describe(answer)}`, { path: ids[node]!, hint: hintFor(answer) });
}

export function badSettled({ texts, ids }: TreeShape, node: number, value: unknown): Problem {
  return new Problem('bad-status', `the promise of ${texts[node]!} resolved to ${describe(value)}`, { path: ids[node]!, hint: 'resolve to success, failure or a boolean' });
}

export function badAnswer({ texts, ids }: TreeShape, node: number, answer: unknown): Problem {
  return new Problem('bad-answer', `a condition or guard of ${texts[node]!} answered ${describe(answer)}`, { path: ids[node]!, hint: 'answer true or false' });
}

export function badScore({ texts, ids }: TreeShape, node: number, score: unknown): Problem {
  return new Problem('bad-score', `the score of ${texts[node]!} is ${describe(score)}`, { path: ids[node]!, hint: 'answer a number' });
}

/** The names of the answers are values to import; as texts they mean nothing. */
function hintFor(answer: unknown): string {
  if (answer === 'running' || answer === 'success' || answer === 'failure') return `answer the value ${answer}, imported from the package, not its name`;
  return 'answer running, success, failure, a boolean or a promise';
}

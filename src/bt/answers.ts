import { describe, isPromise, Problem } from '../core/internal.js';
import type { TreeShape } from './program.js';

// What is said of answers of the user's functions that mean nothing. `path` is for those whom nobody tells where it was.

export function badStatus({ texts }: TreeShape, node: number, answer: unknown, path: string | undefined): Problem {
  return problem('bad-status', `${texts[node]!} answered ${describe(answer)}`, hintFor(answer), path);
}

export function badSettled({ texts }: TreeShape, node: number, value: unknown, path: string | undefined): Problem {
  return problem('bad-status', `the promise of ${texts[node]!} resolved to ${describe(value)}`, 'resolve to success, failure or a boolean', path);
}

/** @param name of the function that was asked: a node may have three of them */
export function badAnswer({ texts, calls }: TreeShape, node: number, name: string, answer: unknown, path: string | undefined): Problem {
  const own = calls[node]?.role === 'condition' && calls[node].name === name;
  const who = own ? texts[node]! : `${describe(name)}, a guard of ${texts[node]!},`;
  if (isPromise(answer)) return problem('bad-answer', `${who} answered a promise`, 'a condition cannot wait: note on the body what was found out, and ask for that', path);
  return problem('bad-answer', `${who} answered ${describe(answer)}`, answer === undefined ? 'answer true or false; is there a return missing?' : 'answer true or false', path);
}

export function badScore({ texts }: TreeShape, node: number, score: unknown, path: string | undefined): Problem {
  return problem('bad-score', `the score of ${texts[node]!} is ${describe(score)}`, score === undefined ? 'answer a number; is there a return missing?' : 'answer a number', path);
}

function problem(code: string, what: string, hint: string, path: string | undefined): Problem {
  return new Problem(code, what, path === undefined ? { hint } : { path, hint });
}

/** The names of the answers are values to import; as texts they mean nothing. */
function hintFor(answer: unknown): string {
  if (answer === 'running' || answer === 'success' || answer === 'failure') return `answer the value ${answer}, imported from the package, not its name`;
  return 'answer running, success, failure, a boolean or a promise';
}

import { describe, isPromise, Problem } from '../core/internal.js';
import type { TreeShape } from './program.js';

// What is said of answers of the user's functions that mean nothing. `path` is for those whom nobody tells where it was.

export function badStatus({ texts }: TreeShape, node: number, answer: unknown, path: string | undefined): Problem {
  return new Problem('bad-status', `${texts[node]!} answered ${describe(answer)}`, { ...at(path), hint: 'return success, failure or running' });
}

export function badSettled({ texts }: TreeShape, node: number, value: unknown, path: string | undefined): Problem {
  return new Problem('bad-status', `the promise of ${texts[node]!} resolved to ${describe(value)}`, { ...at(path), hint: 'resolve to success or failure' });
}

/** @param name of the function that was asked: a node may have three of them */
export function badAnswer({ texts, calls }: TreeShape, node: number, name: string, answer: unknown, path: string | undefined): Problem {
  const own = calls[node]?.role === 'condition' && calls[node].name === name;
  const hint = isPromise(answer) ? 'a condition cannot wait: note on the body what was found out, and ask for that' : `answer true or false${answer === undefined ? '; is there a return missing?' : ''}`;
  return new Problem('bad-answer', `${own ? texts[node]! : `${describe(name)}, a guard of ${texts[node]!},`} answered ${describe(answer)}`, { ...at(path), hint });
}

export function badScore({ texts }: TreeShape, node: number, score: unknown, path: string | undefined): Problem {
  return new Problem('bad-score', `the score of ${texts[node]!} is ${describe(score)}`, { ...at(path), hint: `answer a number${score === undefined ? '; is there a return missing?' : ''}` });
}

export function badAmount({ texts }: TreeShape, node: number, name: string, value: unknown, path: string | undefined): Problem {
  return new Problem('bad-amount', `the body's ${name}, a number of ${texts[node]!}, is ${describe(value)}`, { ...at(path), hint: 'give a number of at least 0' });
}

/** A promise where the wait for it is begun again at every step. */
export function lostWait({ texts }: TreeShape, node: number, path: string | undefined): Problem {
  return new Problem('lost-wait', `${texts[node]!} answered a promise, but a reactive node begins it afresh at every step, and its neighbours with it`, { ...at(path), hint: 'note on the body what was found out and ask for that in a condition, or put the action last' });
}

function at(path: string | undefined): { readonly path?: string } {
  return path === undefined ? {} : { path };
}

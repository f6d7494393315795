import { describe, isPromise, Problem } from '../core/internal.js';

// What is said of answers of the user's functions that mean nothing. Where they came from is said by the path they are reported with.

/** Of an answer of a drive function. */
export function badStatus(answer: unknown): Problem {
  const hint = answer === undefined ? 'is there a return missing?' : isPromise(answer) ? 'what takes its time is written task(async (body, params, signal) => ...)' : nameOfStatus(answer);
  return new Problem('not-a-status', `a leaf must answer running, success or failure, not ${describe(answer)}`, hint === undefined ? {} : { hint });
}

/** Of an answer of a `when`, an `until` or a `precheck`. */
export function badAnswer(answer: unknown): Problem {
  const hint = answer === undefined ? 'is there a return missing?' : isPromise(answer) ? 'a condition cannot wait: note on the body what was found out, and ask for that' : 'what counts as true elsewhere does not here: compare, or write !!';
  return new Problem('not-a-boolean', `a condition must answer true or false, not ${describe(answer)}`, { hint });
}

/** The answer of a condition. Whoever calls this takes a throw for a no. */
export function yesOrNo(answer: unknown): boolean {
  if (answer === true) return true;
  if (answer === false) return false;
  throw badAnswer(answer);
}

/** The names of the statuses are values to import; as texts they mean nothing. */
function nameOfStatus(answer: unknown): string | undefined {
  return answer === 'running' || answer === 'success' || answer === 'failure' ? `answer the value ${answer}, imported from the package, not its name` : undefined;
}

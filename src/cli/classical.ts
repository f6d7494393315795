import { compileClassical, readPddl, solveClassical, type ClassicalProgress, type ClassicalResult } from '../classical/index.js';
import { isProblem } from '../core/internal.js';
import type { ExitStatus, Output } from './command.js';
import { namedAfter, readText } from './files.js';

/** How `ganglion plan` was asked to search a PDDL problem. */
export interface ClassicalFlags {
  readonly json: boolean;
  readonly search: 'optimal' | 'anytime' | undefined;
  readonly maxExpansions: number | undefined;
}

/** Milliseconds between two lines of progress. */
const pause = 500;

/** `ganglion plan domain.pddl problem.pddl`: plans a classical task. Status 1 when there is no plan. */
export function planClassical(domainPath: string, problemPath: string, { json, search = 'optimal', maxExpansions }: ClassicalFlags, output: Output): ExitStatus {
  const [domain, problem] = [readText(domainPath), readText(problemPath)];
  const task = named(domainPath, problemPath, () => compileClassical(readPddl(domain, problem)));
  const progress = progressOf(json, output);
  const result = solveClassical(task, { search, ...(maxExpansions !== undefined && { maxExpansions }), onProgress: progress.hear });
  progress.clear();
  output.print(json ? JSON.stringify({ kind: 'answer', ...result }) : textOf(result));
  return result.found ? 0 : 1;
}

/** Names problems after the file that they are in. */
function named<T>(domainPath: string, problemPath: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isProblem(error)) throw error;
    throw namedAfter(error.path === 'problem' ? problemPath : domainPath, error);
  }
}

function textOf(result: ClassicalResult): string {
  if (!result.found) return `no plan (${result.reason}): ${result.because}${result.bound > 0 && result.bound < Infinity ? `; no plan is cheaper than ${result.bound}` : ''}\n${result.expansions} expansions`;
  const { steps, cost, bound, optimal, expansions } = result;
  const claim = optimal ? 'optimal' : `no plan is cheaper than ${bound}`;
  return `${steps.length === 1 ? '1 step' : `${steps.length} steps`}, cost ${cost}, ${claim}\n${steps.map((step) => `  ${step}\n`).join('')}${expansions} expansions`;
}

/** Lines about how far it has come: a status line that is drawn over on a terminal, JSON lines where asked for, and each better plan in any case. */
function progressOf(json: boolean, output: Output): { hear(progress: ClassicalProgress): void; clear(): void } {
  const lively = !json && process.stderr.isTTY;
  let last = Date.now();
  let plans = 0;
  let drawn = false;
  const clear = (): void => {
    if (drawn) process.stderr.write('\r\u001B[2K');
    drawn = false;
  };
  return {
    clear,
    hear(progress) {
      const { expansions, bound, cost } = progress;
      const better = progress.plans > plans;
      plans = progress.plans;
      if (better) {
        clear();
        if (json) output.print(JSON.stringify({ kind: 'plan', cost, bound, expansions }));
        else output.warn(`a plan that costs ${cost}; none is cheaper than ${bound} (${expansions} expansions)`);
      }
      if (Date.now() - last < pause) return;
      last = Date.now();
      const memory = Math.round(process.memoryUsage().rss / 1e6);
      if (json) output.print(JSON.stringify({ kind: 'progress', expansions, bound, cost: cost === Infinity ? null : cost, memory }));
      else if (lively) {
        clear();
        process.stderr.write(`${expansions} expansions, best f ${bound}${cost === Infinity ? '' : `, plan ${cost}`}, ${memory} MB`);
        drawn = true;
      }
    },
  };
}

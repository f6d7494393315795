import { plan as planFor, type NoPlan, type PlanResult } from '../goap/internal.js';
import { planClassical } from './classical.js';
import { command, type Command } from './command.js';
import { inFile, readJson } from './files.js';
import { readProblem } from './problem-file.js';

/** `ganglion plan problem.json`, or `ganglion plan domain.pddl problem.pddl`: the cheapest plan and its cost, or why there is none. Status 1 when there is none. */
export const plan: Command = command({
  summary: 'the cheapest plan for a problem, or why there is none',
  usage: 'problem.json [--json], or domain.pddl problem.pddl',
  operands: [1, 2],
  flags: {
    json: { kind: 'switch', about: 'print the answer as one line of JSON' },
    rung: { kind: 'text', oneOf: ['regression', 'forward'], about: 'force the search that answers' },
    search: { kind: 'text', oneOf: ['optimal', 'anytime'], about: 'PDDL only: wait for the proof (default), or print a first plan and then better ones' },
    'max-expansions': { kind: 'number', about: 'expansions before the search gives up (default 100,000)' },
  },
  run: ([path, second], flags, output) => {
    if (second !== undefined) return planClassical(path!, second, { json: flags.json, search: flags.search, maxExpansions: flags['max-expansions'] }, output);
    const { text, value } = readJson(path!);
    const result = inFile(
      path!,
      (): PlanResult<any> => {
        const { domain, start, goal, options } = readProblem(value);
        const { rung, 'max-expansions': maxExpansions } = flags;
        return planFor(domain, start, goal, { ...options, ...(rung !== undefined && { rung }), ...(maxExpansions !== undefined && { maxExpansions }) });
      },
      { text, root: '' },
    );
    output.print(flags.json ? JSON.stringify(jsonOf(result)) : textOf(result));
    return result.found ? 0 : 1;
  },
});

/** The answer as the format in the guide has it; the chain is in the explanation. */
function jsonOf(result: PlanResult<any>): object {
  if (!result.found) return noPlanJson(result);
  const { found, cost, steps, expansions, optimal, bound, rung } = result;
  return { found, cost, steps, expansions, optimal, bound, rung };
}

function noPlanJson({ found, reason, unmet, explanation, chain, expansions, rung }: NoPlan): object {
  return { found, reason, unmet, explanation, chain, expansions, rung };
}

function textOf(result: PlanResult<any>): string {
  const asked = `${result.expansions === 1 ? '1 expansion' : `${result.expansions} expansions`}, ${result.rung} search`;
  return `${result.toString()}\n${asked}`;
}

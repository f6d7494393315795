import { checkKeys, isPlainObject, plainObject, Problem } from '../core/internal.js';
import { type AnyDomain, type PlanOptions, engineOf, readDomain } from '../goap/internal.js';
import { kindOf, refuseOthers } from './file-kind.js';

/** What a problem file asks. */
export interface ProblemFile {
  readonly domain: AnyDomain;
  readonly start: any;
  readonly goal: any;
  readonly options: PlanOptions<any>;
}

/** Reads `{ domain, start?, goal, maxSteps?, maxExpansions? }`. @throws Problem; start and goal are checked when they are planned with */
export function readProblem(value: unknown): ProblemFile {
  const problem = plainObject(value, 'problem', 'a problem: { domain, start, goal }');
  if (kindOf(problem) === 'domain') {
    const [first = 'name'] = Object.keys(isPlainObject(problem['goals']) ? problem['goals'] : {});
    throw new Problem('no-task', 'this is a domain; to plan, a start and a goal are missing', { hint: `write { "domain": ..., "start": {}, "goal": ${JSON.stringify(first)} } around it` });
  }
  refuseOthers(problem, 'problem');
  checkKeys(problem, ['$schema', 'domain', 'start', 'goal', 'maxSteps', 'maxExpansions'], '');
  const { maxSteps, maxExpansions } = problem;
  const options = { ...(maxSteps !== undefined && { maxSteps }), ...(maxExpansions !== undefined && { maxExpansions }) };
  const domain = readDomain(problem['domain'], 'domain');
  if (problem['goal'] === undefined) {
    const goals = engineOf(domain).goals.map(({ name }) => JSON.stringify(name)).join(', ');
    throw new Problem('no-goal', 'a problem needs a "goal"', { hint: goals === '' ? 'the domain has none; write { "want": { ... } }' : `one of ${goals}, or { "want": { ... } }`, path: 'goal' });
  }
  return { domain, start: problem['start'] ?? {}, goal: problem['goal'], options: options as PlanOptions<any> };
}

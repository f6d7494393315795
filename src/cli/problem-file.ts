import { plainObject } from '../core/index.js';
import { checkKeys } from '../facts/index.js';
import { type AnyDomain, type DomainPlanOptions, readDomain } from '../goap/index.js';

/** What a problem file asks. */
export interface ProblemFile {
  readonly domain: AnyDomain;
  readonly start: any;
  readonly goal: any;
  readonly options: DomainPlanOptions<any>;
}

/** Reads `{ domain, start?, goal, maxSteps?, maxExpansions? }`. @throws Problem; start and goal are checked when they are planned with */
export function readProblem(value: unknown): ProblemFile {
  const problem = plainObject(value, 'problem', 'a problem: { domain, start, goal }');
  checkKeys(problem, ['$schema', 'domain', 'start', 'goal', 'maxSteps', 'maxExpansions'], '');
  const { maxSteps, maxExpansions } = problem;
  const options = { ...(maxSteps !== undefined && { maxSteps }), ...(maxExpansions !== undefined && { maxExpansions }) };
  return { domain: readDomain(problem['domain'], 'domain'), start: problem['start'] ?? {}, goal: problem['goal'], options: options as DomainPlanOptions<any> };
}

import { didYouMean, isPlainObject, isProblem, Problem, thrownText } from '../../src/core/internal.js';
import { type AnyDomain, plan, readDomain, type PlanResult, type ExactRung } from '../../src/goap/internal.js';
import { type Case, checkCase } from './goap-format.js';
import { convert, type Converted } from './goap-convert.js';
import { replay } from './goap-replay.js';

const rungs: readonly ExactRung[] = ['regression', 'forward'];
/** Costs may be fractions; sums differ in their last digits by the order of adding. */
const tolerance = 1e-9;
/** Plenty for any case that its author could exhaust. */
const maxExpansions = 5_000_000;

/** Runs the cases of a file in the format of test/cases/goap.json: cost, validity by replay, and "no plan" where none exists. */
export function runCases(data: unknown, flags: readonly string[]): { passed: number; failed: number; messages: string[] } {
  const rung = readRung(flags);
  const list = isPlainObject(data) ? data['cases'] : undefined;
  if (!Array.isArray(list)) throw new Problem('bad-cases', 'the file has no list "cases"');
  const messages: string[] = [];
  let failed = 0;
  let skipped = 0;
  for (const [number, value] of list.entries()) {
    const name = isPlainObject(value) && typeof value['id'] === 'string' ? value['id'] : `case ${number}`;
    try {
      const wrong = runCase(checkCase(value), rung);
      if (wrong === undefined) continue;
      failed++;
      messages.push(`${name}: ${wrong}`);
    } catch (error) {
      if (rung !== undefined && isProblem(error) && error.code === 'rung-unfit') {
        skipped++;
        messages.push(`${name}: skipped, ${error.message}`);
        continue;
      }
      failed++;
      messages.push(`${name}: ${thrownText(error)}`);
    }
  }
  if (rung !== undefined) messages.push(`${list.length - skipped - failed} answered by ${rung}, ${skipped} skipped because it does not apply`);
  return { passed: list.length - failed, failed, messages };
}

/** What is wrong with the answer to a case, or undefined. */
function runCase(each: Case, rung: ExactRung | undefined): string | undefined {
  const converted = convert(each);
  const result = ask(converted, each, rung);
  const { expected } = each;
  if (result === undefined || !result.found) {
    if (expected === null) return result?.reason === 'budget' ? `undecided: ${result.explanation}` : undefined;
    return `no plan, but one of cost ${expected.cost} exists (${result === undefined ? 'the goal contradicts itself' : result.explanation})`;
  }
  const plan = result.steps.map((step) => converted.actionNamed(step.action));
  const replayed = replay(each, plan);
  if (typeof replayed === 'string') return replayed;
  if (Math.abs(replayed - result.cost) > tolerance) return `the plan says cost ${result.cost}, but costs ${replayed}`;
  if (expected === null) return `a plan of cost ${result.cost} where none exists: ${names(plan)}`;
  if (Math.abs(result.cost - expected.cost) > tolerance) return `cost ${result.cost}, but the optimum is ${expected.cost}: ${names(plan)}`;
  if (expected.optimalPlans === 1 && names(plan) !== expected.plan?.join(', ')) return `plan ${names(plan)}, but the only optimal one is ${expected.plan?.join(', ')}`;
  return undefined;
}

/** Plans a converted case; undefined when its goal contradicts itself, so that there is nothing to ask. */
function ask({ domain, start }: Converted, each: Case, rung: ExactRung | undefined): PlanResult<any> | undefined {
  if (domain === undefined) return undefined;
  const made: AnyDomain = readDomain(domain);
  const { maxSteps } = each.limits ?? {};
  return plan(made, start, 'goal', { maxExpansions, optimal: true, ...(maxSteps !== undefined && { maxSteps }), ...(rung !== undefined && { rung }) });
}

function names(plan: readonly { readonly name: string }[]): string {
  return plan.map((action) => action.name).join(', ');
}

function readRung(flags: readonly string[]): ExactRung | undefined {
  let rung: ExactRung | undefined;
  for (const flag of flags) {
    const [name, value] = flag.split('=', 2);
    if (name !== '--rung') throw new Problem('unknown-flag', `unknown flag ${flag}`, { hint: 'there is --rung=regression|forward' });
    rung = rungs.find((each) => each === value);
    if (rung === undefined) throw new Problem('unknown-rung', `there is no rung "${value ?? ''}"`, { hint: didYouMean(value ?? '', rungs) });
  }
  return rung;
}

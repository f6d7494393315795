import { explain, type Mind } from '../brain/internal.js';
import type { PlanResult } from '../goap/internal.js';
import type { Crew, CrewGoal } from '../team/index.js';
import type { LoneStep } from './alone.js';

/** What a matcher tells its test runner. */
export interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

type AnyMind = Mind<any, any, any, any>;
type AnyCrew = Crew<any, any, any>;
/** A machine that tells where it is: a lone step, or a store with one of its entities. */
type Machine = Pick<LoneStep, 'states'> | readonly [store: { path(id: never): readonly string[] }, id: unknown];

/**
 * Matchers for minds, machines, plans and crews, for `expect.extend(matchers)` of vitest or jest. Every message ends with what the thing
 * says of itself.
 *
 * For their types add, once: `declare module 'vitest' { interface Matchers<T> extends GanglionMatchers<T> {} }`.
 */
export const matchers: {
  toChoose(mind: AnyMind, goal: string | undefined): Verdict;
  toPlan(mind: AnyMind, steps: readonly string[]): Verdict;
  toBePerforming(mind: AnyMind, step: string | undefined): Verdict;
  toExplain(mind: AnyMind, text: string | RegExp): Verdict;
  toBeIn(machine: Machine, state: string): Verdict;
  toHaveSteps(plan: PlanResult<any>, steps: readonly string[]): Verdict;
  toHaveNoPlan(plan: PlanResult<any>, reason?: 'unreachable' | 'exhausted' | 'budget'): Verdict;
  toBeAt(crew: AnyCrew, agent: string, phase: string, job?: string): Verdict;
  toHaveGoal(crew: AnyCrew, goal: number, status: CrewGoal['status']): Verdict;
} = {
  /** The wanted goal has this name; undefined: nothing is wanted. */
  toChoose: (mind, goal) => verdict(mind, mind.goal?.name === goal, `choose ${goal ?? 'nothing'}`, `it chose ${String(mind.goal?.name ?? 'nothing')}`),
  /** The rest of the plan is these steps, as texts: `goTo(gate)`. */
  toPlan: (mind, steps) => {
    const { plan } = explain(mind);
    const rest = plan === undefined ? [] : plan.steps.slice(plan.at).map((step) => step.text);
    return verdict(mind, rest.length === steps.length && rest.every((step, at) => step === steps[at]), `plan ${listed(steps)}`, `it plans ${listed(rest)}`);
  },
  /** The step at hand is this one (`goTo(gate)`) or of this action (`goTo`); undefined: none. */
  toBePerforming: (mind, step) => {
    const at = explain(mind).step;
    return verdict(mind, step === undefined ? at === undefined : at?.text === step || at?.action === step, `perform ${step ?? 'nothing'}`, `it performs ${at?.text ?? 'nothing'}`);
  },
  /** The explanation's text contains this, or matches it. */
  toExplain: (mind, text) => {
    const explanation = explain(mind).toString();
    return verdict(mind, typeof text === 'string' ? explanation.includes(text) : text.test(explanation), `explain ${String(text)}`, 'it explains itself so');
  },
  /** A state of this id, or with this name at its end, is active. */
  toBeIn: (machine, state) => {
    const active = 'states' in machine ? machine.states : machine[0].path(machine[1] as never);
    return told('the machine', active.some((id) => id === state || id.endsWith(`/${state}`)), `be in ${state}`, `it is in ${active.at(-1) ?? 'no state'}`, () => active.join(' > '));
  },
  /** The plan is these steps, as texts: `goTo(gate)`. */
  toHaveSteps: (plan, steps) => {
    const found = plan.found ? plan.steps.map(String) : undefined;
    return told('the plan', found !== undefined && found.length === steps.length && found.every((step, at) => step === steps[at]), `be ${listed(steps)}`, found === undefined ? 'there is none' : `it is ${listed(found)}`, () => plan.toString());
  },
  /** There is no plan, for this reason where one is named. */
  toHaveNoPlan: (plan, reason) => told('the search', !plan.found && (reason === undefined || plan.reason === reason), `find no plan${reason === undefined ? '' : ` (${reason})`}`, plan.found ? 'it found one' : `it is ${plan.reason}`, () => plan.toString()),
  /** The agent is in this phase (`travel`, `work`, ...), of this job where one is named. */
  toBeAt: (crew, agent, phase, job) => {
    const order = crew.order(agent);
    return told(agent, order.phase === phase && (job === undefined || order.job === job), `be at ${phase}${job === undefined ? '' : ` of ${job}`}`, `it is at ${order.phase}${order.job === undefined ? '' : ` of ${String(order.job)}`}`, () => crew.explain());
  },
  /** A goal of the crew stands so: `reached`, `planned`, ... */
  toHaveGoal: (crew, goal, status) => {
    const now = crew.goal(goal);
    return told(now.text, now.status === status, `be ${status}`, `it is ${now.status}`, () => crew.explain());
  },
};

/** The matchers as they stand behind `expect(...)`. */
export interface GanglionMatchers<T = unknown> {
  toChoose(goal: string | undefined): T;
  toPlan(steps: readonly string[]): T;
  toBePerforming(step: string | undefined): T;
  toExplain(text: string | RegExp): T;
  toBeIn(state: string): T;
  toHaveSteps(steps: readonly string[]): T;
  toHaveNoPlan(reason?: 'unreachable' | 'exhausted' | 'budget'): T;
  toBeAt(agent: string, phase: string, job?: string): T;
  toHaveGoal(goal: number, status: CrewGoal['status']): T;
}

function verdict(mind: AnyMind, pass: boolean, wanted: string, got: string): Verdict {
  return told('the mind', pass, wanted, got, () => explain(mind).toString());
}

function told(what: string, pass: boolean, wanted: string, got: string, more: () => string): Verdict {
  return { pass, message: () => `${what} should ${pass ? 'not ' : ''}${wanted}; ${got}\n\n${more()}` };
}

function listed(steps: readonly string[]): string {
  return steps.length === 0 ? 'nothing' : steps.join(', ');
}

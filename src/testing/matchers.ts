import { explain, type Mind } from '../brain/internal.js';

/** What a matcher tells its test runner. */
export interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

type AnyMind = Mind<any, any, any, any>;

/**
 * Matchers for minds, for `expect.extend(mindMatchers)` of vitest or jest. Every message ends with the mind's own explanation.
 *
 * For their types add, once: `declare module 'vitest' { interface Matchers<T> extends MindMatchers<T> {} }`.
 */
export const mindMatchers: {
  toChoose(mind: AnyMind, goal: string | undefined): Verdict;
  toPlan(mind: AnyMind, steps: readonly string[]): Verdict;
  toBePerforming(mind: AnyMind, step: string | undefined): Verdict;
  toExplain(mind: AnyMind, text: string | RegExp): Verdict;
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
};

/** The matchers as they stand behind `expect(mind)`. */
export interface MindMatchers<T = unknown> {
  toChoose(goal: string | undefined): T;
  toPlan(steps: readonly string[]): T;
  toBePerforming(step: string | undefined): T;
  toExplain(text: string | RegExp): T;
}

function verdict(mind: AnyMind, pass: boolean, wanted: string, got: string): Verdict {
  return { pass, message: () => `the mind should ${pass ? 'not ' : ''}${wanted}; ${got}\n\n${explain(mind).toString()}` };
}

function listed(steps: readonly string[]): string {
  return steps.length === 0 ? 'nothing' : steps.join(', ');
}

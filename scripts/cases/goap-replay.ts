import type { Case, CaseAction, Comparison, Value } from './goap-format.js';

type State = Readonly<Record<string, Value>>;

/**
 * Carries out a plan on plain objects, by the words of the case alone, so that a mistake of the library cannot hide.
 * The cost of the plan, or what is wrong with it.
 */
export function replay(each: Case, plan: readonly CaseAction[]): number | string {
  let state: State = { ...each.start };
  let cost = 0;
  for (const [number, action] of plan.entries()) {
    const unmet = action.pre.find((comparison) => !holds(state, comparison));
    if (unmet !== undefined) return `step ${number + 1} (${action.name}) needs ${unmet.join(' ')}, which does not hold`;
    cost += action.costWhen.find((entry) => entry.when.every((comparison) => holds(state, comparison)))?.cost ?? action.cost;
    const next = { ...state };
    for (const [name, how, value] of action.eff) next[name] = how === 'set' ? value : (state[name] as number) + (value as number);
    state = next;
  }
  const unmet = each.goal.find((comparison) => !holds(state, comparison));
  if (unmet !== undefined) return `after the plan, ${unmet.join(' ')} does not hold`;
  if (each.limits?.maxSteps !== undefined && plan.length > each.limits.maxSteps) return `the plan has ${plan.length} steps`;
  return cost;
}

function holds(state: State, [name, operator, value]: Comparison): boolean {
  const current = state[name]!;
  switch (operator) {
    case '==':
      return current === value;
    case '!=':
      return current !== value;
    case '<':
      return current < value;
    case '<=':
      return current <= value;
    case '>':
      return current > value;
    case '>=':
      return current >= value;
  }
}

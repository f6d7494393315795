// A kitchen robot makes tea: the smallest domain, and the planner alone, without a brain.
import { domain, flag, int, oneOf, plan, type PlanResult } from 'ganglion';

export const kitchen = domain({
  facts: { hand: oneOf('empty', 'kettle', 'cup'), water: int(0, 3), hot: flag, plugged: flag, tea: flag },
  actions: {
    take: { params: { what: 'hand' }, where: { what: { not: 'empty' } }, preconditions: { hand: 'empty' }, effects: { hand: '$what' } },
    putDown: { preconditions: { hand: { not: 'empty' } }, effects: { hand: 'empty' } },
    // Water for one cup a time; a kettle that is filled up is not hot any more.
    fill: { preconditions: { hand: 'kettle' }, effects: { water: { add: 1, clamp: true }, hot: false }, cost: 2 },
    plugIn: { preconditions: { hand: 'empty' }, effects: { plugged: true } },
    boil: { preconditions: { plugged: true, water: { atLeast: 1 } }, effects: { hot: true }, cost: 4 },
    brew: { preconditions: { hot: true, hand: 'kettle' }, effects: { tea: true, water: { add: -1 } }, cost: 3 },
  },
  goals: { tea: { tea: true }, tidyTea: { tea: true, hand: 'empty', water: 0 } },
});

type Answer = PlanResult<any>;

/** What the robot says while it does a step; each action's params have their own types. */
function says(step: Extract<Answer, { found: true }>['steps'][number]): string {
  if (step.action === 'take') return `takes the ${step.params.what}`;
  if (step.action === 'putDown') return 'puts down what it holds';
  if (step.action === 'fill') return 'lets water in';
  if (step.action === 'plugIn') return 'plugs the kettle in';
  return step.action === 'boil' ? 'waits for the bubbles' : 'pours';
}

/** Asks the planner some questions and prints its answers. Returns their costs; undefined where there is no plan. */
export function play(print: (line: string) => void): Record<string, number | undefined> {
  const costs: Record<string, number | undefined> = {};
  const ask = (question: string, answer: Answer): void => {
    print(`${question}\n  ${String(answer).replaceAll('\n', '\n  ')}\n`);
    costs[question] = answer.found ? answer.cost : undefined;
  };

  ask('Tea, please.', plan(kitchen, {}, 'tea'));
  ask('Tea, please. You hold a cup, and there is water left.', plan(kitchen, { hand: 'cup', water: 2 }, 'tea'));
  ask('Tea, and leave nothing about.', plan(kitchen, { water: 1 }, 'tidyTea'));
  ask('Tea? There is some.', plan(kitchen, { tea: true }, 'tea'));
  // A goal made up on the spot. Pouring one cup away and filling up is the cheapest way to cool water: the robot is no physicist.
  ask('Two cups of cold water in the kettle.', plan(kitchen, { hot: true, water: 2 }, { want: { hot: false, water: 2 } }));
  // Costs of one request: the tap cannot be used, whatever else is true.
  ask('Tea, but the water is cut off.', plan(kitchen, {}, 'tea', { costs: { fill: Infinity } }));
  ask('Tea within three steps.', plan(kitchen, {}, 'tea', { maxSteps: 3 }));

  const tea = plan(kitchen, {}, 'tea');
  if (tea.found) print(`The robot ${tea.steps.map(says).join(', ')}.`);
  return costs;
}

import type { Projection } from '../search/projection.js';
import { applyTo, canTake, goalReached, priceIn } from './projected.js';

/** A plan over projected actions, and what it costs. */
export interface PricedPlan {
  readonly actions: readonly number[];
  readonly cost: number;
}

/**
 * Drops actions that a plan can do without: each is left out in turn, with all that then cannot be taken any more, and stays out when the goal is still reached
 * and the plan gets no dearer. Quadratic in the plan's length. (H. Nakhost and M. Müller, "Action elimination and plan neighborhood graph search", 2010.)
 *
 * @param start the projected state from which the plan begins, at `start[at]`
 */
export function tidy(projection: Projection, costs: Float64Array, stepCost: Float64Array | undefined, start: Int32Array, at: number, actions: readonly number[]): PricedPlan {
  const width = projection.words;
  // The state, and the one after the next action.
  const states = new Int32Array(2 * width);
  const run = (plan: readonly number[], without: number): PricedPlan & { readonly reached: boolean } => {
    for (let word = 0; word < width; word++) states[word] = start[at + word]!;
    const kept: number[] = [];
    let cost = 0;
    for (let place = 0; place < plan.length; place++) {
      const action = plan[place]!;
      if (place === without || !canTake(projection, states, 0, action) || !applyTo(projection, states, 0, width, action)) continue;
      cost += priceIn(projection, costs, stepCost, states, 0, action);
      states.copyWithin(0, width, 2 * width);
      kept.push(action);
    }
    return { actions: kept, cost, reached: goalReached(projection, states, 0) };
  };
  let best: PricedPlan = run(actions, -1);
  for (let out = 0; out < best.actions.length; ) {
    const shorter = run(best.actions, out);
    if (shorter.reached && shorter.cost <= best.cost) best = { actions: shorter.actions, cost: shorter.cost };
    else out++;
  }
  return best;
}

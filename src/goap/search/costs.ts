import type { Projection } from './projection.js';

/**
 * The cost of each projected action under a request's own step costs: what the request says, or the task's cost where it says nothing (NaN).
 * Fills `into` (made larger when too short) and returns it; without step costs the task's own array is returned.
 */
export function requestCosts(projection: Projection, stepCost: Float64Array | undefined, into: Float64Array): Float64Array {
  if (stepCost === undefined) return projection.cost;
  const { actions, step, cost } = projection;
  const filled = into.length >= actions ? into : new Float64Array(actions);
  for (let action = 0; action < actions; action++) {
    const own = stepCost[step[action]!];
    // A cost below 0 would make going in circles pay, for ever; it counts as 0.
    filled[action] = own === undefined || own !== own ? cost[action]! : Math.max(0, own);
  }
  return filled;
}

/** True when the request replaces the cost of this projected action, cost cases included. */
export function overruled(projection: Projection, stepCost: Float64Array | undefined, action: number): boolean {
  const own = stepCost?.[projection.step[action]!];
  return own !== undefined && own === own;
}

import type { Condition, Model, ModelAction } from './task-builder.js';

/** The oracle: Dijkstra over plain arrays of numbers, written for nothing but being obviously right. */

export function holds(state: readonly number[], conditions: readonly Condition[]): boolean {
  return conditions.every(({ fact, op, value }) => {
    const have = state[fact]!;
    return op === '=' ? have === value : op === '!=' ? have !== value : op === '>=' ? have >= value : have <= value;
  });
}

export function goalMet(model: Model, state: readonly number[]): boolean {
  return model.goal.some((conditions) => holds(state, conditions));
}

/** The state after an action, or undefined when it cannot be taken. */
export function act(model: Model, action: ModelAction, state: readonly number[]): readonly number[] | undefined {
  if (!holds(state, action.needs)) return undefined;
  const after = [...state];
  for (const effect of action.does) {
    const kind = model.facts[effect.fact]!;
    const max = kind.kind === 'int' ? kind.max : kind.kind === 'oneOf' ? kind.size - 1 : 1;
    const value = effect.add === undefined ? effect.set! : state[effect.fact]! + effect.add;
    if (effect.clamp !== true && (value < 0 || value > max)) return undefined;
    after[effect.fact] = Math.max(0, Math.min(max, value));
  }
  return after;
}

export function priceOf(action: ModelAction, state: readonly number[], overlay?: number): number {
  if (overlay !== undefined && !Number.isNaN(overlay)) return overlay;
  return action.cases?.find((each) => holds(state, each.when))?.cost ?? action.cost;
}

/** The smallest cost of a plan of at most `maxSteps` steps, or undefined when there is none. */
export function bestCost(model: Model, maxSteps = Infinity, stepCost?: ArrayLike<number>): number | undefined {
  // With a step limit the number of steps is part of the state.
  interface Entry {
    readonly state: readonly number[];
    readonly steps: number;
    cost: number;
    done: boolean;
  }
  const known = new Map<string, Entry>();
  const buckets: Entry[] = [];
  const add = (state: readonly number[], steps: number, cost: number): void => {
    const key = `${state.join()}|${maxSteps === Infinity ? 0 : steps}`;
    const entry = known.get(key);
    if (entry !== undefined && entry.cost <= cost) return;
    if (entry !== undefined) entry.done = true;
    const fresh = { state, steps, cost, done: false };
    known.set(key, fresh);
    buckets.push(fresh);
    for (let at = buckets.length - 1; at > 0 && buckets[at - 1]!.cost < buckets[at]!.cost; at--) {
      [buckets[at - 1], buckets[at]] = [buckets[at]!, buckets[at - 1]!];
    }
  };
  add(model.start, 0, 0);
  for (let entry = buckets.pop(); entry !== undefined; entry = buckets.pop()) {
    if (entry.done) continue;
    if (goalMet(model, entry.state)) return entry.cost;
    if (entry.steps >= maxSteps) continue;
    for (const [index, action] of model.actions.entries()) {
      const price = priceOf(action, entry.state, stepCost?.[index]);
      const after = price === Infinity ? undefined : act(model, action, entry.state);
      if (after !== undefined) add(after, entry.steps + 1, entry.cost + price);
    }
  }
  return undefined;
}

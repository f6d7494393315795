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
  const known = new Map<string, number>();
  const open = new CheapestFirst();
  const add = (state: readonly number[], steps: number, cost: number): void => {
    // With a step limit the number of steps is part of the state.
    const key = `${state.join()}|${maxSteps === Infinity ? 0 : steps}`;
    if (cost >= (known.get(key) ?? Infinity)) return;
    known.set(key, cost);
    open.push({ state, steps, cost, key });
  };
  add(model.start, 0, 0);
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (entry.cost > known.get(entry.key)!) continue;
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

interface Entry {
  readonly state: readonly number[];
  readonly steps: number;
  readonly cost: number;
  readonly key: string;
}

/** Entries by cost: a leftist heap, the shortest there is. */
class CheapestFirst {
  #root: Tree | undefined;

  push(entry: Entry): void {
    this.#root = merge(this.#root, { entry, rank: 1 });
  }

  pop(): Entry | undefined {
    const root = this.#root;
    this.#root = merge(root?.left, root?.right);
    return root?.entry;
  }
}

interface Tree {
  readonly entry: Entry;
  readonly rank: number;
  readonly left?: Tree | undefined;
  readonly right?: Tree | undefined;
}

function merge(one: Tree | undefined, other: Tree | undefined): Tree | undefined {
  if (one === undefined) return other;
  if (other === undefined) return one;
  const [top, below] = one.entry.cost <= other.entry.cost ? [one, other] : [other, one];
  const right = merge(top.right, below)!;
  const [high, low] = (top.left?.rank ?? 0) >= right.rank ? [top.left, right] : [right, top.left];
  return { entry: top.entry, left: high, right: low, rank: (low?.rank ?? 0) + 1 };
}

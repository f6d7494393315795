import type { Projection } from '../search/projection.js';
import { allHold, literalsOf } from './literals.js';
import { applyTo, canTake, goalReached, priceIn } from './projected.js';
import type { PricedPlan } from './tidy.js';

/** Steps of a window, in the order tried; each pass moves on by half a window. */
const sizes: readonly number[] = [4, 8, 14, 24];

/** A part of a plan that is looked at again. */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** What it costs now. */
  readonly cost: number;
  /** Where it begins: a projected state at `states[at]`. */
  readonly at: number;
  /** Literals that the rest of the plan needs where the window ends. */
  readonly target: readonly number[];
}

/**
 * Walks through the windows of a plan: what lies between two of its states may be done more cheaply. What a window must bring about is worked out backwards
 * from the goal over the rest of the plan, roughly where numbers are counted up and down, so that {@link replaced} plays the whole plan before it is believed.
 * (The plan neighbourhood of H. Nakhost and M. Müller, "Action elimination and plan neighborhood graph search", 2010, searched state to condition.)
 */
export class Windows {
  /** The states along the plan, the first included. */
  states: Int32Array = new Int32Array(0);
  readonly #projection: Projection;
  readonly #costs: Float64Array;
  readonly #stepCost: Float64Array | undefined;
  #plan: PricedPlan = { actions: [], cost: 0 };
  /** What has been paid before each step. */
  #paid: number[] = [];
  #size = 0;
  #from = 0;

  constructor(projection: Projection, costs: Float64Array, stepCost: Float64Array | undefined) {
    this.#projection = projection;
    this.#costs = costs;
    this.#stepCost = stepCost;
  }

  /** Looks at a plan from its projected start at `start[at]`; with `again` from where the last plan was left, else from the first window on. */
  begin(start: Int32Array, at: number, plan: PricedPlan, again: boolean): void {
    const { words } = this.#projection;
    this.#plan = plan;
    if (!again) this.#size = 0;
    this.#from = again ? Math.max(0, this.#from - sizes[this.#size]!) : 0;
    const states = new Int32Array((plan.actions.length + 1) * words);
    for (let word = 0; word < words; word++) states[word] = start[at + word]!;
    this.#paid = [0];
    plan.actions.forEach((action, place) => {
      this.#paid.push(this.#paid[place]! + priceIn(this.#projection, this.#costs, this.#stepCost, states, place * words, action));
      applyTo(this.#projection, states, place * words, (place + 1) * words, action);
    });
    this.states = states;
  }

  /** The next window, or undefined when all have been looked at. */
  next(): Window | undefined {
    const { length } = this.#plan.actions;
    while (this.#size < sizes.length) {
      const size = sizes[this.#size]!;
      const from = this.#from;
      // The last window is the one that ends with the plan; a window as long as the plan is the search's own affair.
      if (size >= length || from >= length - 1) {
        if (size >= length) return undefined;
        this.#size++;
        this.#from = 0;
        continue;
      }
      const to = Math.min(length, from + size);
      this.#from = to === length ? length : from + (size >> 1);
      const cost = this.#paid[to]! - this.#paid[from]!;
      if (cost > 0) return { from, to, cost, at: from * this.#projection.words, target: this.#target(to) };
    }
    return undefined;
  }

  /** The plan with other actions in a window; undefined when it does not reach the goal or is no cheaper. */
  replaced(window: Window, actions: readonly number[]): PricedPlan | undefined {
    const { words } = this.#projection;
    const whole = [...this.#plan.actions.slice(0, window.from), ...actions, ...this.#plan.actions.slice(window.to)];
    const states = this.states.slice(0, 2 * words);
    if (states.length < 2 * words) return undefined;
    let cost = 0;
    for (const action of whole) {
      if (!canTake(this.#projection, states, 0, action) || !applyTo(this.#projection, states, 0, words, action)) return undefined;
      cost += priceIn(this.#projection, this.#costs, this.#stepCost, states, 0, action);
      states.copyWithin(0, words, 2 * words);
    }
    return cost < this.#plan.cost && goalReached(this.#projection, states, 0) ? { actions: whole, cost } : undefined;
  }

  /** What must hold before step `to` for the rest of the plan. */
  #target(to: number): readonly number[] {
    const literals = literalsOf(this.#projection);
    const { operators, firstGoal, main, needStart, needs, giveStart, gives } = literals;
    const { actions } = this.#plan;
    const end = actions.length * this.#projection.words;
    const wanted = new Set<number>();
    for (let goal = firstGoal; goal < operators; goal++) {
      const own = needs.subarray(needStart[goal], needStart[goal + 1]);
      if (!allHold(literals, Array.from(own), this.states, end)) continue;
      for (const literal of own) wanted.add(literal);
      break;
    }
    for (let place = actions.length - 1; place >= to; place--) {
      const operator = main[actions[place]!]!;
      for (let index = giveStart[operator]!; index < giveStart[operator + 1]!; index++) wanted.delete(gives[index]!);
      for (let index = needStart[operator]!; index < needStart[operator + 1]!; index++) wanted.add(needs[index]!);
    }
    // Roughness aside, what does not hold there now cannot be asked for.
    return [...wanted].filter((literal) => allHold(literals, [literal], this.states, to * this.#projection.words));
  }
}

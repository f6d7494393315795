/**
 * Planners to compare with, on the worlds of goap-worlds.lib.ts: a naive one as found in many games (object states, text keys, a linear
 * list of open nodes, the number of unmet goals as estimate), and the npm package `goap`.
 */
import type { World } from './goap-worlds.lib.js';

/** A state as a plain object: where one is, and which goods one has. */
export interface PlainState {
  at: number;
  [good: `g${number}`]: boolean;
}

export interface PlainAnswer {
  readonly cost: number;
  readonly steps: number;
}

interface OpenNode {
  readonly state: PlainState;
  readonly cost: number;
  readonly estimate: number;
  readonly steps: number;
}

/** Plans from `start`; undefined when it gives up after `cap` expansions. */
export function naivePlan({ actions, wanted }: World, start: PlainState, cap = 1500): PlainAnswer | undefined {
  const unmet = (state: PlainState): number => wanted.filter((good) => !state[`g${good}`]).length;
  const open: OpenNode[] = [{ state: start, cost: 0, estimate: unmet(start), steps: 0 }];
  const best = new Map<string, number>([[JSON.stringify(start), 0]]);
  for (let count = 0; open.length > 0; count++) {
    let first = 0;
    for (let index = 1; index < open.length; index++) {
      if (open[index]!.cost + open[index]!.estimate < open[first]!.cost + open[first]!.estimate) first = index;
    }
    const node = open.splice(first, 1)[0]!;
    if (unmet(node.state) === 0) return node;
    if (count >= cap) return undefined;
    for (const action of actions) {
      if (node.state.at !== action.at || action.needs.some((good) => !node.state[`g${good}`])) continue;
      const state: PlainState = { ...node.state, at: action.to };
      for (const good of action.uses) state[`g${good}`] = false;
      if (action.yields >= 0) state[`g${action.yields}`] = true;
      const key = JSON.stringify(state);
      const cost = node.cost + action.cost;
      if (cost >= (best.get(key) ?? Infinity)) continue;
      best.set(key, cost);
      open.push({ state, cost, estimate: unmet(state), steps: node.steps + 1 });
    }
  }
  return undefined;
}

/** The members of npm's `goap` that are used here. */
export interface NpmGoap {
  readonly Action: new (options: { name: string; cost: number }) => NpmAction;
  readonly Agent: new (world: object, name: string) => NpmAgent;
}

interface NpmAction {
  readonly cost: number;
  precondition(test: (state: PlainState) => boolean): NpmAction;
  effect(change: (state: PlainState) => void): NpmAction;
}

interface NpmAgent {
  world: object;
  action(action: NpmAction): void;
  goal(name: string, test: (before: PlainState, state: PlainState) => boolean): void;
  plan(): readonly NpmAction[] | undefined;
}

/** A planner made with npm's `goap` for one world; it tries everything, cheapest first, without a limit. */
export function npmPlanner({ Agent, Action }: NpmGoap, { actions, wanted }: World): (start: PlainState) => PlainAnswer | undefined {
  // The class asks to be extended, and prints when it is not.
  class Crafter extends Agent {
    move(): void {}
    isInRange(): boolean {
      return true;
    }
    getActionCost(action: NpmAction): number {
      return action.cost;
    }
  }
  const agent = new Crafter({}, 'crafter');
  for (const { name, at, to, needs, uses, yields, cost } of actions) {
    agent.action(
      new Action({ name, cost })
        .precondition((state) => state.at === at && needs.every((good) => state[`g${good}`]))
        .effect((state) => {
          state.at = to;
          for (const good of uses) state[`g${good}`] = false;
          if (yields >= 0) state[`g${yields}`] = true;
        }),
    );
  }
  agent.goal('wanted', (_before, state) => wanted.every((good) => state[`g${good}`] === true));
  return (start) => {
    agent.world = start;
    const plan = agent.plan();
    return plan && { cost: plan.reduce((sum, action) => sum + action.cost, 0), steps: plan.length };
  };
}

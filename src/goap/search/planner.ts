import type { Goal, Task } from '../task.js';
import { ForwardSearch } from './forward.js';
import type { SearchOptions, SearchResult } from './outcome.js';
import { PairedSearch } from './paired.js';
import { buildPolicy, type PolicyTable } from './policy.js';
import { project, type Projection } from './projection.js';

/** Who answers a request. */
export type Rung = 'policy' | 'regression' | 'forward';

/** A rung and the reason for it, for people. */
export interface RungChoice {
  readonly rung: Rung;
  readonly because: string;
}

/**
 * Plans at once for one task, by the best rung that applies: the goal's policy table, regression, forward search.
 * Remembers what it worked out for each goal object, and keeps the arrays of its searches.
 */
export class Planner {
  readonly task: Task;
  readonly #projections = new WeakMap<Goal, Projection>();
  readonly #policies = new WeakMap<Goal, PolicyTable>();
  readonly #regression = new PairedSearch();
  readonly #forward = new ForwardSearch();

  constructor(task: Task) {
    this.task = task;
  }

  /** What of the task matters to a goal; made on first use. */
  projection(goal: Goal): Projection {
    let projection = this.#projections.get(goal);
    if (projection === undefined) {
      projection = project(this.task, goal);
      this.#projections.set(goal, projection);
    }
    return projection;
  }

  /** The goal's policy table, built on first use; undefined when masks cannot say the goal or what leads to it. It may be incomplete. */
  policy(goal: Goal): PolicyTable | undefined {
    const projection = this.projection(goal);
    if (!projection.maskable) return undefined;
    let table = this.#policies.get(goal);
    if (table === undefined) {
      table = buildPolicy(projection);
      this.#policies.set(goal, table);
    }
    return table;
  }

  /** Which rung answers requests for a goal that have no costs of their own, and why. Builds the policy table. */
  rung(goal: Goal): RungChoice {
    const table = this.policy(goal);
    if (table === undefined) return { rung: 'forward', because: 'a wide int or a conditional cost matters to it' };
    if (table.complete) return { rung: 'policy', because: `${table.rows === 1 ? '1 row says' : `${table.rows} rows say`} what to do from every state` };
    return { rung: 'regression', because: `its policy table was given up after ${table.rows} rows` };
  }

  /**
   * Plans from the packed state at `words[offset]`. `search` forces a rung (`policy` falls back where there is no table or the request has a step limit
   * that the table's plan exceeds or costs of its own; `regression` needs a maskable goal).
   */
  plan(goal: Goal, words: Int32Array, offset = 0, options: SearchOptions & { readonly search?: Rung } = {}): SearchResult & { readonly rung: Rung } {
    const projection = this.projection(goal);
    const { search: forced, stepCost, maxSteps = Infinity } = options;
    if (stepCost === undefined && options.trace !== true && (forced === undefined || forced === 'policy')) {
      const answer = this.#fromPolicy(goal, words, offset, maxSteps);
      if (answer !== undefined) return answer;
    }
    const rung = forced === 'forward' || !projection.maskable ? 'forward' : 'regression';
    const search = rung === 'forward' ? this.#forward : this.#regression;
    search.begin(projection, words, offset, options);
    search.advance(Infinity);
    return { ...search.result(), rung };
  }

  #fromPolicy(goal: Goal, words: Int32Array, offset: number, maxSteps: number): (SearchResult & { readonly rung: Rung }) | undefined {
    const table = this.policy(goal);
    if (table === undefined || !table.complete) return undefined;
    const row = table.lookup(words, offset);
    const none = { actions: [], expansions: 0, optimal: true, rung: 'policy' } as const;
    // A goal that cannot be reached is left to regression, which tells "unreachable" from "exhausted".
    if (row < 0) return undefined;
    const cost = table.cost[row]!;
    if (table.action[row]! < 0) return { ...none, outcome: 'satisfied', cost: 0, bound: 0 };
    if (table.steps[row]! > maxSteps) return undefined;
    const actions = new Int32Array(table.steps[row]!);
    table.readPlan(row, actions);
    return { ...none, outcome: 'found', actions: Array.from(actions), cost, bound: cost };
  }
}

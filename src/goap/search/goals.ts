import type { Goal, Task } from '../task.js';
import { buildPolicy, type PolicyTable } from './policy.js';
import { project, type Projection } from './projection.js';
import type { Search } from './read-out.js';

/** What was worked out for a task. What belongs to a goal lasts as long as the goal object does. */
interface Memory {
  readonly projections: WeakMap<Goal, Projection>;
  readonly policies: WeakMap<Goal, PolicyTable>;
  /** The search that answers at once; it keeps its arrays for the next request. */
  search: Search | undefined;
}

export function memoryOf(task: Task): Memory {
  return (task.memory ??= { projections: new WeakMap(), policies: new WeakMap(), search: undefined } satisfies Memory) as Memory;
}

/** What of the task matters to a goal; made on first use. */
export function projectionOf(task: Task, goal: Goal): Projection {
  const { projections } = memoryOf(task);
  let projection = projections.get(goal);
  if (projection === undefined) {
    projection = project(task, goal);
    projections.set(goal, projection);
  }
  return projection;
}

/** The goal's policy table, built on first use; undefined when masks cannot say the goal or what leads to it. It may be incomplete. */
export function policyOf(task: Task, goal: Goal): PolicyTable | undefined {
  const { policies } = memoryOf(task);
  let table = policies.get(goal);
  const projection = projectionOf(task, goal);
  if (table === undefined && projection.maskable) {
    table = buildPolicy(projection);
    policies.set(goal, table);
  }
  return table;
}

import { startState } from '../../src/facts/internal.js';
import { engineOf, readDomain } from '../../src/goap/internal.js';
import { ForwardSearch } from '../../src/goap/search/forward.js';
import { projectionOf } from '../../src/goap/search/goals.js';
import { readResult, readTrace } from '../../src/goap/search/read-out.js';
import { RegressionSearch } from '../../src/goap/search/regression.js';

/** One state that a search looked at. */
export interface Looked {
  readonly node: number;
  readonly parent: number;
  readonly step: string | undefined;
  readonly g: number;
  readonly h: number;
}

export interface Searched {
  readonly nodes: readonly Looked[];
  readonly text: string;
}

/** States that are looked at before the search is given up: more are not drawn with profit. */
const most = 3000;

/** Searches as the planner does, and keeps every state it looks at. @throws Problem for a goal or start that is wrong */
export function searchFrom(domain: unknown, start: object, goal: unknown, rung: 'forward' | 'regression'): Searched {
  const { task, layout, ...engine } = pick(domain);
  const wanted = engine.goal(goal);
  const projection = projectionOf(task, wanted);
  if (rung === 'regression' && !projection.maskable) throw new Error('backward search cannot answer this: a wide number matters to the goal');
  const search = rung === 'forward' ? new ForwardSearch() : new RegressionSearch();
  search.begin(projection, startState(start, layout, 'start'), 0, { trace: true, maxExpansions: most });
  search.advance(Infinity);
  const { outcome, actions, cost } = readResult(search);
  const nodes = readTrace(search).map(({ node, parent, action, g, h }): Looked => ({ node, parent, step: action < 0 ? undefined : task.stepText(task.step[action]!), g, h }));
  const ends = { found: `${actions.length} steps, cost ${cost}`, satisfied: 'already true', unreachable: 'no plan: the goal is out of reach', exhausted: 'no plan: every possibility was tried', budget: `given up after ${most} states` } as Record<string, string>;
  return { nodes, text: ends[outcome] ?? outcome };
}

function pick(domain: unknown) {
  const engine = engineOf(readDomain(domain));
  return { task: engine.task, layout: engine.layout, goal: (goal: unknown) => engine.goal(goal) };
}

import { didYouMean, Problem } from '../core/internal.js';
import { treeUses, type FactUse, type GoalUse, type Tree, type TreeProgram, type Use } from '../bt/internal.js';
import { compileCondition, type Layout, type Test } from '../facts/internal.js';
import type { DomainEngine } from '../goap/internal.js';
import type { GoalBook } from './goal-book.js';

/** What the built-in leaves of a tree mean in the brain's domain. */
export interface PlanCalls {
  /** By tree node: the goal + 1 that a `plan, "goal"` there is for, 0 for a bare `plan`. */
  readonly goalAt: Int32Array;
  /** For the arguments of a `goalIs`: the index of the goal in the domain. The interpreter always hands in the same list. */
  readonly goalIs: ReadonlyMap<readonly unknown[], number>;
  /** For the arguments of a `holds`: its tests, any of which makes it true. */
  readonly holds: ReadonlyMap<readonly unknown[], readonly Test[]>;
}

/** Holds the names in a tree's built-in leaves against the domain. @throws Problem for an unknown goal or fact, with its place in the text */
export function readPlanCalls(program: TreeProgram, tree: Tree<never, never, never> | undefined, engine: DomainEngine, goals: GoalBook): PlanCalls {
  const names = engine.goals.map((goal) => goal.name);
  const uses = treeUses(program.definition, tree?.spans);
  for (const use of uses.goals) checkGoal(use, names, engine);
  const tests = new Map(uses.facts.map((use) => [keyOf([use.name, use.op, use.value]), holdsTests(use, engine.layout)]));
  const goalAt = new Int32Array(program.size);
  const goalIs = new Map<readonly unknown[], number>();
  const holds = new Map<readonly unknown[], readonly Test[]>();
  for (const { name, args, node, role } of program.allCalls) {
    if (name === 'plan' && role === 'action' && args.length > 0) goalAt[node] = goals.firstOf(names.indexOf(args[0] as string)) + 1;
    if (name === 'goalIs') goalIs.set(args, names.indexOf(args[0] as string));
    if (name === 'holds') holds.set(args, tests.get(keyOf(args))!);
  }
  return { goalAt, goalIs, holds };
}

/** The arguments of a `holds` as a text: equal ones mean the same test. */
function keyOf(args: readonly unknown[]): string {
  return JSON.stringify(args);
}

function checkGoal(use: GoalUse, names: readonly string[], engine: DomainEngine): void {
  const index = names.indexOf(use.name);
  if (index < 0) throw problemAt(use, 'unknown-goal', `the tree names goal "${use.name}", which the domain does not have`, didYouMean(use.name, names));
  if (engine.goals[index]!.params.length > 0 && use.by === 'plan') throw problemAt(use, 'missing-params', `goal "${use.name}" needs params, which a tree cannot give`, 'use a goal without params');
}

/** The test that `holds, "stock[stove][raw]", "atLeast", 1` asks for. */
function holdsTests(use: FactUse, layout: Layout): readonly Test[] {
  const [name, ...members] = use.name.split(/\]?\[|\]$/).filter((part) => part !== '');
  if (name === undefined || !layout.facts.has(name)) throw problemAt(use, 'unknown-fact', `the tree asks for fact "${use.name}", which the domain does not have`, didYouMean(name ?? use.name, layout.facts.keys()));
  const test = use.op === 'is' ? use.value : { [use.op]: use.value };
  const condition = { [name]: layout.facts.get(name)!.index.length === 0 ? test : [[...members, test]] };
  try {
    return compileCondition(condition, layout, use.path);
  } catch (error) {
    throw problemAt(use, 'bad-test', error instanceof Error ? error.message : String(error), undefined);
  }
}

function problemAt(use: Use, code: string, what: string, hint: string | undefined): Problem {
  const place = use.span === undefined ? {} : { line: use.span.line, column: use.span.column };
  return new Problem(code, what, { path: use.path, ...place, ...(hint === undefined ? {} : { hint }) });
}

import { didYouMean, Problem, describe } from '../core/internal.js';
import { isReference, type ProgramCall, type Tree, type TreeProgram } from '../bt/internal.js';
import { compileCondition, type Layout, type Test } from '../facts/internal.js';
import type { DomainEngine } from '../goap/internal.js';
import type { GoalBook } from './goal-book.js';

/** The goal of a leaf whose params are read when it is asked. */
export type GoalOf = (read: (name: string) => unknown) => number;

/** What the built-in leaves of a tree mean in the brain's domain. */
export interface PlanCalls {
  /** By tree node: the goal + 1 that a `plan, "goal"` there is for, 0 for a bare `plan`. */
  readonly goalAt: Int32Array;
  /** By tree node: the goal + 1 of a `plan, "goal", $param`, asked each time; where there is one, `goalAt` means nothing. */
  readonly goalOf: readonly (GoalOf | undefined)[];
  /** For the arguments of a `goalIs`: whether the wanted goal is that one. The interpreter always hands in the same list. */
  readonly goalIs: ReadonlyMap<readonly unknown[], (wanted: number, read: (name: string) => unknown) => boolean>;
  /** For the arguments of a `holds`: its tests, any of which makes it true. */
  readonly holds: ReadonlyMap<readonly unknown[], readonly Test[]>;
}

/** Holds the names in a tree's built-in leaves against the domain. @throws Problem for an unknown goal or fact, with its place in the text */
export function readPlanCalls(program: TreeProgram, tree: Tree<never, never, never> | undefined, engine: DomainEngine, goals: GoalBook): PlanCalls {
  const goalAt = new Int32Array(program.size);
  const goalOf: (GoalOf | undefined)[] = [];
  const goalIs = new Map<readonly unknown[], (wanted: number, read: (name: string) => unknown) => boolean>();
  const holds = new Map<readonly unknown[], readonly Test[]>();
  for (const call of program.allCalls) {
    const { name, args, node, role } = call;
    const place = (): Place => placeOf(call, program, tree);
    if (name === 'plan' && role === 'action' && args.length > 0) {
      if (call.reads) goalOf[node] = readingGoal(call, engine, goals, place);
      else goalAt[node] = fixedGoal(call, engine, goals, place) + 1;
    } else if (name === 'goalIs') {
      const { params } = engine.goals[goalIndex(args[0], engine, place)]!;
      // Without params any of its goals will do.
      const index = goalIndex(args[0], engine, place);
      if (args.length === 1 || params.length === 0) goalIs.set(args, (wanted) => goals.indexOf(wanted) === index);
      else if (call.reads) {
        const goalOf = readingGoal(call, engine, goals, place);
        goalIs.set(args, (wanted, read) => wanted === goalOf(read) - 1);
      } else {
        const goal = fixedGoal(call, engine, goals, place);
        goalIs.set(args, (wanted) => wanted === goal);
      }
    } else if (name === 'holds') holds.set(args, holdsTests(args, engine.layout, place));
  }
  return { goalAt, goalOf, goalIs, holds };
}

/** Where a call stands, for an error. */
interface Place {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

function placeOf({ from, node }: ProgramCall, program: TreeProgram, tree: Tree<never, never, never> | undefined): Place {
  const path = `tree.${program.ids[node]!}`;
  const span = tree?.spans?.calls.get(from);
  const said = span?.args[0] ?? span?.name;
  return said === undefined ? { path } : { path, line: said.line, column: said.column };
}

function goalIndex(name: unknown, engine: DomainEngine, place: () => Place): number {
  const names = engine.goals.map((goal) => goal.name);
  const index = names.indexOf(name as string);
  if (index < 0) throw new Problem('unknown-goal', `the tree names goal ${describe(name)}, which the domain does not have`, { ...place(), ...hint(typeof name === 'string' ? didYouMean(name, names) : undefined) });
  return index;
}

/** The goal that a call names with all its params. */
function fixedGoal({ args }: ProgramCall, engine: DomainEngine, goals: GoalBook, place: () => Place): number {
  const index = goalIndex(args[0], engine, place);
  const { name, params } = engine.goals[index]!;
  checkCount(name, params, args.length - 1, place);
  const wrong = params.findIndex((param, at) => !param.members.includes(args[at + 1] as string));
  if (wrong >= 0) {
    const { name: param, members } = params[wrong]!;
    throw new Problem('bad-param', `${describe(args[wrong + 1])} is no ${param} of goal "${name}"`, { ...place(), ...hint(didYouMean(String(args[wrong + 1]), members)) });
  }
  return goals.ground(index, args.slice(1) as readonly string[]);
}

/** The same where a param stands on the body: a value that is none is an error of the leaf. */
function readingGoal({ args }: ProgramCall, engine: DomainEngine, goals: GoalBook, place: () => Place): GoalOf {
  const index = goalIndex(args[0], engine, place);
  const { name, params } = engine.goals[index]!;
  checkCount(name, params, args.length - 1, place);
  const members = new Array<string>(params.length);
  return (read) => {
    for (let at = 0; at < members.length; at++) {
      const arg = args[at + 1];
      const value: unknown = isReference(arg) ? read(arg.$) : arg;
      if (!params[at]!.members.includes(value as string)) throw new Problem('bad-param', `${describe(value)} is no ${params[at]!.name} of goal "${name}"`, { ...place() });
      members[at] = value as string;
    }
    return goals.ground(index, members) + 1;
  };
}

function checkCount(name: string, params: readonly { readonly name: string }[], given: number, place: () => Place): void {
  if (given === params.length) return;
  if (given > 0) throw new Problem('missing-params', `goal "${name}" takes ${params.length} params, and is given ${given}`, { ...place() });
  throw new Problem('missing-params', `goal "${name}" needs params`, { ...place(), hint: `write action [plan, "${name}", ${params.map((param) => `$${param.name}`).join(', ')}]` });
}

function hint(text: string | undefined): { readonly hint?: string } {
  return text === undefined ? {} : { hint: text };
}

/** The test that `holds, "stock[stove][raw]", "atLeast", 1` asks for. */
function holdsTests([fact, op, value]: readonly unknown[], layout: Layout, place: () => Place): readonly Test[] {
  const [name, ...members] = String(fact).split(/\]?\[|\]$/).filter((part) => part !== '');
  if (name === undefined || !layout.facts.has(name)) throw new Problem('unknown-fact', `the tree asks for fact ${describe(fact)}, which the domain does not have`, { ...place(), ...hint(didYouMean(name ?? '', layout.facts.keys())) });
  const test = op === 'is' ? value : { [op as string]: value };
  const condition = { [name]: layout.facts.get(name)!.index.length === 0 ? test : [[...members, test]] };
  try {
    return compileCondition(condition, layout, place().path);
  } catch (error) {
    throw new Problem('bad-test', error instanceof Error ? error.message : String(error), { ...place() });
  }
}

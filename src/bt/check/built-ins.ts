import { describe, didYouMean } from '../../core/internal.js';
import { builtIns, holdsOps, isBuiltIn, type BuiltIn } from '../built-ins.js';
import { isReference, type Argument } from '../definition.js';
import type { CallUse } from '../uses.js';
import type { Report } from './report.js';

/** Checks that the leaves a brain provides stand where they can and are given what they need. What a param stands for is checked by the brain. */
export function checkBuiltIns(calls: readonly CallUse[], report: Report): void {
  for (const use of calls) {
    if (!isBuiltIn(use.name)) continue;
    const { name } = use;
    const args = use.call.args ?? [];
    const wanted = builtIns[name] === 'action' ? 'action' : 'condition';
    const wrong = (what: string, argument: number | undefined, hint = usageOf(name)): void => report.add('bad-built-in', what, use.path, use.call, hint, argument);
    const open = (arg: Argument | undefined): boolean => isReference(arg) && use.params.includes(arg.$);
    if (use.role !== wanted) wrong(`\`${name}\` is ${wanted === 'action' ? 'an action' : 'a test'} of the brain and cannot stand in \`${use.role}\``, undefined);
    else if (name === 'plan' || name === 'goalIs') checkGoal(args, name, wrong, open);
    else if (name === 'holds') checkHolds(args, wrong, open);
    else if (args.length > 0) wrong(`\`${name}\` takes no arguments`, 0);
  }
}

function usageOf(name: BuiltIn): string {
  if (name === 'plan') return 'write action [plan], action [plan, "goal"] or action [plan, "goal", "param"]';
  if (name === 'holds') return 'write condition [holds, "fact", "atLeast", 3]';
  const said = name === 'goalIs' ? 'goalIs, "goal"' : name;
  return `write condition [${said}] or while(${said})`;
}

type Wrong = (what: string, argument: number, hint?: string) => void;
type Open = (arg: Argument | undefined) => boolean;

function checkGoal([goal, ...params]: readonly Argument[], name: 'plan' | 'goalIs', wrong: Wrong, open: Open): void {
  if (goal === undefined && name === 'plan') return;
  if (typeof goal !== 'string' && !open(goal)) wrong(`\`${name}\` takes the name of a goal in quotes`, 0);
  params.forEach((param, index) => {
    if (typeof param !== 'string' && !isReference(param)) wrong(`a param of a goal is a name in quotes or a property of the body, not ${describe(param)}`, index + 1);
  });
}

function checkHolds([fact, op, value, ...more]: readonly Argument[], wrong: Wrong, open: Open): void {
  if (typeof fact !== 'string' && !open(fact)) wrong('`holds` takes the name of a fact in quotes first', 0);
  else if (typeof op !== 'string') wrong('`holds` takes a comparison in quotes second', 1);
  else if (!(holdsOps as readonly string[]).includes(op)) wrong(`\`holds\` knows no comparison ${describe(op)}`, 1, didYouMean(op, holdsOps));
  else if (open(value)) return;
  else if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') wrong('`holds` takes a value to compare with third', 2);
  else if (typeof value !== 'number' && (op === 'atLeast' || op === 'atMost')) wrong(`\`${op}\` compares with a number, not ${describe(value)}`, 2);
  else if (more.length > 0) wrong('`holds` takes a fact, a comparison and a value, no more', 3);
}
